"""The four Dice Masters games behind `rules.core.Game`."""

import hashlib
import logging
from collections.abc import Hashable, Mapping, Sequence
from operator import attrgetter
from random import Random
from types import MappingProxyType
from typing import Any, Final

import msgspec

from rules.core import (
    CHANCE,
    CardWords,
    Chance,
    Citation,
    DieFacts,
    Difference,
    Draw,
    Event,
    HandMenu,
    KindName,
    Offer,
    Outcome,
    Place,
    Placement,
    Reminder,
    Roll,
    Seat,
    View,
    Violation,
    ZoneKind,
)
from rules.dicemasters.cards import SIDEKICK, faces
from rules.dicemasters.engine.citations import cite
from rules.dicemasters.engine.edition import EDITIONS, Edition
from rules.dicemasters.engine.scripts import (
    run_action,
    run_concession,
    run_to_first_decision,
    table_of,
)
from rules.dicemasters.engine.setup import SIDES, new_match, state_before_first_turn
from rules.dicemasters.engine.state import (
    NO_FACE,
    NOBODY,
    ChoiceRequest,
    DiceMastersState,
    DrawRequest,
    Match,
    RollRequest,
)
from rules.dicemasters.moves.actions import (
    Action,
    ConcedeGame,
    DrawnDice,
    KeepRoll,
    RolledFaces,
    read_action,
    write_action,
)
from rules.dicemasters.moves.hand_words import hand_menu, said_by_hand
from rules.dicemasters.moves.legal_actions import all_legal_actions
from rules.dicemasters.moves.offers import offers_in
from rules.dicemasters.moves.why_not import find_violation
from rules.dicemasters.presentation.card_words import cards_of_match
from rules.dicemasters.presentation.layout import layout_after, layout_of, same_layout
from rules.dicemasters.presentation.notation import action_in_words
from rules.dicemasters.presentation.reminders import reminders_of
from rules.dicemasters.presentation.view import summary_of, view_of
from rules.dicemasters.referee_hints.by_hand import (
    ZONES_IN_WORDS,
    actions_by_hand,
    life_by_hand,
)
from rules.dicemasters.referee_hints.fouls import name_foul
from rules.dicemasters.referee_hints.hesitation import should_wait
from rules.dicemasters.referee_hints.touched_dice import dice_touched_by
from words import Text, as_text, tr
from words.written import write_text

log = logging.getLogger(__name__)

ZONES: Final[Mapping[str, ZoneKind]] = MappingProxyType(
    {
        "prep": ZoneKind.OPEN,
        "reserve": ZoneKind.OPEN,
        "field": ZoneKind.OPEN,
        "attack": ZoneKind.OPEN,
        "used": ZoneKind.HEAP,
        "out": ZoneKind.HEAP,
        "bag": ZoneKind.HIDDEN,
        "cards": ZoneKind.HIDDEN,
    }
)


class DiceMasters:
    """One edition of Dice Masters: pure functions over frozen states."""

    def __init__(self, edition: str) -> None:
        self._edition: Edition = EDITIONS[edition]
        self._known: tuple[DiceMastersState | None, Sequence[Action]] = (None, ())  # to be legal

    @property
    def name(self) -> str:
        """The edition's short name: "avx", "ygo", "imwm", "tmnt"."""
        return self._edition.name

    @property
    def edition(self) -> Edition:
        """The rulebook this game follows."""
        return self._edition

    @property
    def zones(self) -> Mapping[str, ZoneKind]:
        """Every zone of a player's side of the mat, and the places off it."""
        return ZONES

    @property
    def zone_titles(self) -> Mapping[str, str]:
        """What the books call the zones."""
        return ZONES_IN_WORDS

    def dice(self, setup: Mapping[str, Any]) -> tuple[DieFacts, ...]:
        """The kinds of dice that may lie on the table."""
        match = new_match(self._edition, setup)
        found = []
        for kind in match.kinds:
            facts = match.cards[kind.card].card
            found.append(
                DieFacts(
                    kind=kind.name,
                    title=facts.title,
                    faces=faces(facts),
                    side="" if kind.seat == NOBODY else SIDES[kind.seat],
                    body=facts.body,
                    ink=facts.ink,
                    icon="" if facts.is_basic or facts is SIDEKICK else facts.title,
                    count=kind.count,
                )
            )
        return tuple(found)

    def new(self, setup: Mapping[str, Any]) -> DiceMastersState:
        """Start a game. Raises `ValueError` with one clear sentence."""
        match = new_match(self._edition, setup)
        by_hand = [each.card.name for each in match.cards if not each.encoded]
        log.info(
            "%s is set up, %s: %d cards; played by hand: %s",
            self.name,
            match.format,
            len(match.cards) - 1,  # the Sidekick has none
            ", ".join(by_hand) or "none",
        )
        return run_to_first_decision(state_before_first_turn(match))

    def to_move(self, state: DiceMastersState) -> Seat | None:
        """The seat to decide, `CHANCE`, or None when the game is over."""
        if state.winners is not None:
            return None
        request = state.request
        if request is None:
            return state.mover
        return request.seat if isinstance(request, ChoiceRequest) else CHANCE

    def legal_actions(self, state: DiceMastersState) -> Sequence[Action]:
        """Every legal action of the seat to move; equivalent ones folded."""
        if state.winners is not None:
            return ()
        request = state.request
        if request is None:
            found: Sequence[Action] = all_legal_actions(table_of(state))
        else:
            found = request.options if isinstance(request, ChoiceRequest) else ()
        self._known = state, found
        return found

    def offers(self, state: DiceMastersState) -> tuple[Offer, ...]:
        """What the players may do now, for the dashboard."""
        return offers_in(self, state)

    def chance(self, state: DiceMastersState) -> Chance | None:
        """What the dice must decide next, if it is their turn."""
        match = state.match
        request = state.request
        if isinstance(request, DrawRequest):
            pool: dict[KindName, int] = {}
            for die in request.bag:
                kind = match.kinds[match.kind_of[die]].name
                pool[kind] = pool.get(kind, 0) + 1
            return Draw(request.seat, request.count, tuple(sorted(pool.items())))
        if isinstance(request, RollRequest):
            return Roll(
                request.seat,
                tuple(
                    (match.die_names[die], match.kinds[match.kind_of[die]].name)
                    for die in request.dice
                ),
            )
        return None

    def settle(self, state: DiceMastersState, result: Sequence[Any]) -> Action:
        """The chance action with this outcome. Raises `ValueError` when it is impossible."""
        request = state.request
        if isinstance(request, DrawRequest):
            return _drawn_action(state.match, request, result)
        if isinstance(request, RollRequest):
            return _rolled_action(state.match, request, result)
        raise ValueError(tr("Nothing is left to chance now."))

    def sample(self, state: DiceMastersState, rng: Random) -> Action:
        """A chance action with the true probabilities."""
        request = state.request
        if isinstance(request, DrawRequest):
            drawn = DrawnDice(tuple(sorted(rng.sample(request.bag, request.count))))
            self._known = state, (drawn,)
            return drawn
        if isinstance(request, RollRequest):
            match = state.match
            shown = [
                match.kinds[match.kind_of[die]].looks_like[rng.randrange(6)] for die in request.dice
            ]
            rolled = RolledFaces(tuple(shown))
            self._known = state, (rolled,)
            return rolled
        raise ValueError(tr("Nothing is left to chance now."))

    def _is_known(self, state: DiceMastersState, action: Action) -> bool:
        """Whether this very action was listed for this very state just now."""
        listed, actions = self._known
        return listed is state and id(action) in map(id, actions)

    def why_not(
        self, state: DiceMastersState, action: Action, seat: Seat | None = None
    ) -> Violation | None:
        """None when `apply` would accept the action, otherwise the rule that forbids it.

        With `seat`, asked for that player, whoever is to move.
        """
        return find_violation(state, action, seat)

    def apply(
        self, state: DiceMastersState, action: Action
    ) -> tuple[DiceMastersState, tuple[Event, ...]]:
        """The state after a legal action. Raises `ValueError` when it is not legal."""
        if self._is_known(state, action):
            return run_action(state, action)
        wrong = find_violation(state, action)
        if wrong is not None:
            raise ValueError(f"{wrong.text} ({wrong.citation.book}, {wrong.citation.section})")
        if isinstance(action, ConcedeGame):
            return run_concession(state, action)
        if isinstance(action, RolledFaces):
            action = _as_printed(state, action)
        return run_action(state, action)

    def layout(self, state: DiceMastersState) -> tuple[Placement, ...]:
        """Where every die must lie and what it must show."""
        return layout_of(state)

    def layout_after(
        self, state: DiceMastersState, before: DiceMastersState, layout: Sequence[Placement]
    ) -> tuple[Placement, ...]:
        """The layout, when that of a state shortly before is known."""
        return layout_after(state, before, layout)

    def view(self, state: DiceMastersState) -> View:
        """What the dashboard shows."""
        return view_of(state)

    def summary(self, state: DiceMastersState) -> View:
        """The view without the dice of which the layout tells as much."""
        return summary_of(state)

    def reminders(self, state: DiceMastersState) -> tuple[Reminder, ...]:
        """What a judge would say now."""
        return reminders_of(state)

    def outcome(self, state: DiceMastersState) -> Outcome | None:
        """The result, once the game is over."""
        if state.winners is None:
            return None
        return Outcome(state.winners, as_text(state.over_text))

    def say(self, state: DiceMastersState, action: Action) -> Text:
        """The action in short."""
        return action_in_words(state, action)

    def leaves_trace(self, state: DiceMastersState, action: Action) -> bool:
        """Whether the action changes what lies on the table."""
        after, _ = self.apply(state, action)
        return not same_layout(after, state)

    def touches(self, state: DiceMastersState, action: Action) -> Sequence[str]:
        """The dice, by name, that the action moves, turns or spends."""
        return dice_touched_by(state, action)

    def needs_longer_rest(self, state: DiceMastersState, action: Action) -> bool:
        """Whether half a movement of the hands is easily taken for it."""
        return should_wait(state, action)

    def thrown_also_in(self, state: DiceMastersState, place: Place) -> Sequence[Place]:  # noqa: ARG002 - the protocol's
        """Books and mats differ on where to roll: in Prep, or in the Reserve Pool."""
        return (Place("reserve", place.seat),) if place.zone == "prep" else ()

    def is_only_said(self, state: DiceMastersState, action: Action) -> bool:  # noqa: ARG002 - the protocol's
        """Whether it may be no more than a word: dice may have been rolled in the Reserve Pool."""
        return isinstance(action, KeepRoll)

    def foul_of(self, state: DiceMastersState, changes: Sequence[Difference]) -> Violation | None:
        """The foul these changes amount to, None when there is no name for it."""
        return name_foul(state, changes)

    def by_hand(self, state: DiceMastersState, changes: Sequence[Difference]) -> Sequence[Action]:
        """Actions that make the state agree with the table, recorded as done by hand."""
        return actions_by_hand(state, changes)

    def cards_in_words(self, state: DiceMastersState) -> tuple[CardWords, ...]:
        """What the cards of this game say."""
        return cards_of_match(state.match)

    def hand_menu(self, state: DiceMastersState) -> HandMenu:
        """What players may do by hand now."""
        return hand_menu(state)

    def said_by_hand(self, state: DiceMastersState, text: str) -> Action:
        """What players say they did by hand. Raises `ValueError` with one sentence."""
        return said_by_hand(state, text)

    def life_rule(self, state: DiceMastersState) -> Citation:
        """Where the book says how life is kept."""
        return cite(state.match.edition.book, "How to Play")

    def life_by_hand(self, state: DiceMastersState, seat: Seat, life: int) -> Action:
        """What sets a team's life to what its marker says."""
        return life_by_hand(state, seat, life)

    def write_action(self, action: Action) -> Any:
        """The action as plain JSON values."""
        return write_action(action)

    def read_action(self, written: Any) -> Action:
        """The inverse of `write_action`. Raises `ValueError` when it is no action."""
        return read_action(written)

    def digest(self, state: DiceMastersState) -> str:
        """A stable hash of the state."""
        return hashlib.sha256(_written(state)).hexdigest()

    def state_key(self, state: DiceMastersState) -> Hashable:
        """What the digest is a hash of, not written down."""
        match = state.match
        parts = (*_essential(state), match.setup, match.edition.name, state.request is None)
        return Essence(parts)


GAMES: Final[Mapping[str, DiceMasters]] = MappingProxyType(
    {name: DiceMasters(name) for name in EDITIONS}
)
"""The four games by their short names."""


def _drawn_action(match: Match, request: DrawRequest, kinds: Sequence[Any]) -> DrawnDice:
    if len(kinds) != request.count:
        raise ValueError(
            tr("{count} dice are drawn, not {count2}.", count=request.count, count2=len(kinds))
        )
    left = list(request.bag)
    chosen = []
    for kind in kinds:
        die = next((d for d in left if match.kinds[match.kind_of[d]].name == kind), None)
        if die is None:
            raise ValueError(tr("The bag does not hold (so many dice of) '{kind}'.", kind=kind))
        left.remove(die)
        chosen.append(die)
    return DrawnDice(tuple(sorted(chosen)))


def _rolled_action(match: Match, request: RollRequest, result: Sequence[Any]) -> RolledFaces:
    if len(result) != len(request.dice):
        raise ValueError(
            tr(
                "{count} dice are rolled, not {count2}.",
                count=len(request.dice),
                count2=len(result),
            )
        )
    shown = []
    for die, face in zip(request.dice, result, strict=True):
        if not isinstance(face, int) or not 0 <= face < 6:
            raise ValueError(tr("'{face}' is no face; the six faces are 0 to 5.", face=face))
        shown.append(match.kinds[match.kind_of[die]].looks_like[face])
    return RolledFaces(tuple(shown))


def _as_printed(state: DiceMastersState, action: RolledFaces) -> RolledFaces:
    """Faces that look alike are entered as the first of them."""
    assert isinstance(state.request, RollRequest)
    return _rolled_action(state.match, state.request, action.faces)


ESSENTIAL: Final = tuple(
    field
    for field in DiceMastersState.__struct_fields__
    if field not in ("match", "origin", "request")
)
"""Of the match counts how it was set up, of a request that there is one."""


class Essence(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """Everything that makes a state what it is: equal for equal states."""

    parts: tuple[Hashable, ...]


_essential = attrgetter(*ESSENTIAL)
_WRITTEN_NAMES: Final = tuple(
    written
    for field, written in zip(
        DiceMastersState.__struct_fields__, DiceMastersState.__struct_encode_fields__, strict=True
    )
    if field in ESSENTIAL
)
"""The names in the digest: they stay as they were when a field is renamed."""


def _written(state: DiceMastersState) -> bytes:
    """Everything that makes a state what it is, as canonical JSON."""
    written: dict[str, Any] = dict(zip(_WRITTEN_NAMES, _essential(state), strict=True))
    written["setup"] = state.match.setup
    written["change"] = 0  # records of version 0.1 have it in every digest
    written["game"] = state.match.edition.name
    written["asked"] = state.request is not None
    assert NO_FACE < 0
    return msgspec.json.encode(written, order="sorted", enc_hook=write_text)
