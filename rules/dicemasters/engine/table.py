"""A state that can change: scripts move dice on it and freeze it when they are done."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from rules.core import DieNumber, Event, FaceIndex, Seat, numbered
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.state import (
    NO_DIE,
    NO_FACE,
    NOBODY,
    CardAbility,
    DiceMastersState,
    DieState,
    Face,
    LastingRule,
    Match,
    Modifier,
    Request,
    StepName,
    ZoneName,
)
from rules.dicemasters.moves.actions import Action
from words import Text, as_text, joined, tr

IN_FIELD: Final[tuple[ZoneName, ...]] = ("field", "attack")
BLANK_FACE = Face()


Places: TypeAlias = dict[tuple[str, Seat], tuple[DieNumber, ...]]
"""The dice of every zone and seat, by number; dice on cards are left out."""


def _by_place(dice: Iterable[DieState]) -> Places:
    places: defaultdict[tuple[str, Seat], list[DieNumber]] = defaultdict(list)
    for number, die in numbered(DieNumber, dice):
        zone = die.zone
        if zone != "cards":
            places[zone, die.seat].append(number)
    return {place: tuple(numbers) for place, numbers in places.items()}


RECENT: Final = 256
_recent: list[tuple[tuple[DieState, ...], Places] | None] = [None] * RECENT
"""The dice of recent states with their places, in the row that `id` says: the newest stays."""


def _places_of(dice: tuple[DieState, ...]) -> Places:
    """Where the dice of one state lie, shared by all tables: nobody may change it."""
    known = _recent[id(dice) // 16 % RECENT]
    if known is not None and known[0] is dice:
        return known[1]
    return _remember_places(dice, _by_place(dice))


def _remember_places(dice: tuple[DieState, ...], places: Places) -> Places:
    _recent[id(dice) // 16 % RECENT] = dice, places
    return places


def _plural(spoken_name: str) -> str:
    return spoken_name + "s" if spoken_name.isalpha() else spoken_name


@lru_cache(maxsize=64)
def _has_immortals(match: Match) -> bool:
    """Whether dice of this game go to the bag instead of the Used Pile."""
    return any("Immortal" in card.text.keywords for card in match.cards)


class Trigger:
    """An ability that waits for its turn to be resolved."""

    __slots__ = (
        "amount",
        "attack",
        "burst",
        "card_ability",
        "defence",
        "die",
        "event_die",
        "level",
        "other_die",
        "seat",
    )

    def __init__(
        self,
        card_ability: CardAbility,
        seat: Seat,
        die: DieNumber,
        *,
        event_die: DieNumber,
        other_die: DieNumber,
        amount: int,
    ) -> None:
        self.card_ability = card_ability
        self.seat = seat
        self.die = die  # the die whose text it is
        self.event_die = event_die  # the die the event happened to
        self.other_die = other_die  # the other die of the event
        self.amount = amount
        self.burst = 0
        self.level = self.attack = self.defence = 0  # as the die was when it happened


class GameTable:
    """A state while a script changes it. Everything in it may change except `match`."""

    __slots__ = (
        "_began_with",
        "_changed",
        "_characters",
        "_places_shared",
        "active",
        "active_by_card",
        "dice",
        "done_this_turn",
        "events",
        "fielded",
        "lasting",
        "life",
        "match",
        "mover",
        "over_text",
        "paid",
        "paid_energy",
        "passed",
        "places",
        "queue",
        "short_draw_energy",
        "started",
        "step",
        "to_buy",
        "turn",
        "turn_attacked",
        "winners",
    )

    def __init__(self, state: DiceMastersState) -> None:
        self.match: Match = state.match
        self.dice: list[DieState] = list(state.dice)
        self.life: list[int] = list(state.life)
        self.turn = state.turn
        self.active = state.active
        self.step: StepName = state.step
        self.mover = state.mover
        self.passed = state.passed
        self.short_draw_energy: tuple[int, ...] = state.short_draw_energy
        self.turn_attacked = state.turn_attacked
        self.lasting: tuple[LastingRule, ...] = state.lasting
        self.done_this_turn: tuple[str, ...] = state.done_this_turn
        self.fielded: tuple[DieNumber, ...] = state.fielded
        self.started: tuple[int, ...] = state.started
        self.winners = state.winners
        self.over_text = state.over_text
        self.events: list[Event] = []
        self.queue: list[Trigger] = []
        self.paid: tuple[DieNumber, ...] = ()  # dice spent for what is being done right now
        self.paid_energy: frozenset[str] = frozenset()  # its types
        self._began_with = state.dice
        self._changed = False  # whether any die is not as it was then
        # The dice of every zone and seat, by number; dice on cards are left out.
        self.places: Places = _places_of(state.dice)
        self._places_shared = True  # whether other tables look at the same places
        self._characters: dict[Seat, tuple[DieNumber, ...]] = {}  # by seat, until a die changes
        self.to_buy: tuple[DieNumber, ...] | None = (
            None  # the next die of every card, until one moves
        )
        self.active_by_card: dict[
            CardNumber, DieNumber
        ] = {}  # see `stats.active_die`, until a die changes

    def begin_again(self) -> None:
        """Forget what was told and done: the next action begins where the last one ended."""
        self.events = []
        self.queue = []
        self.paid = ()

    def freeze(
        self,
        origin: DiceMastersState | None = None,
        began: Action | None = None,
        answers: tuple[Action, ...] = (),
        request: Request | None = None,
    ) -> DiceMastersState:
        """The state as it is now; the arguments say which question is open."""
        dice = self._began_with
        if self._changed:
            dice = self._began_with = tuple(self.dice)
            self._changed = False
            _remember_places(dice, self.places)
            self._places_shared = True
        return DiceMastersState(  # in the order of its fields: by name it takes twice as long
            self.match,
            dice,
            tuple(self.life),
            self.turn,
            self.active,
            self.step,
            self.mover,
            self.passed,
            self.short_draw_energy,
            self.turn_attacked,
            self.lasting,
            self.done_this_turn,
            self.fielded,
            self.started,
            self.winners,
            self.over_text,
            origin,
            began,
            answers,
            request,
        )

    def add_event(self, code: str, text: Text, seat: Seat | None = None, **facts: Any) -> None:
        """Something happened, for the log and the screen."""
        self.events.append(Event(code, text, seat, facts))

    def add_player_event(self, code: str, seat: Seat, text: Text, **facts: Any) -> None:
        """A player did something: "Victoria " and then the text."""
        self.add_event(code, self.match.names[seat] + " " + text, seat, **facts)

    def spoken_names(self, numbers: Iterable[DieNumber]) -> Text:
        """Several dice in a few words: "3 Sidekicks, April 3"."""
        counts: dict[str, int] = {}
        for number in numbers:
            spoken_name = self.spoken_name(number)
            counts[spoken_name] = counts.get(spoken_name, 0) + 1
        return joined(
            ", ",
            (
                spoken_name if count == 1 else f"{count} {_plural(spoken_name)}"
                for spoken_name, count in counts.items()
            ),
        )

    def shown(self, numbers: Iterable[DieNumber]) -> Text:
        """What dice show: "2 Bolt, April 3, Sidekick, Force Beam *"."""
        counts: dict[str, int] = {}
        for number in numbers:
            face = self.face(number)
            words = self.spoken_name(number)
            if face.energy:
                words = face.energy
            elif face.action:
                words += " " + ("*" * face.burst or tr("action"))
            counts[words] = counts.get(words, 0) + max(face.amount, 1)
        return joined(
            ", ", (f"{n} " + as_text(words) if n > 1 else words for words, n in counts.items())
        )

    def dice_in(self, zone: ZoneName, seat: Seat) -> tuple[DieNumber, ...]:
        """The dice in one zone of one seat."""
        return self.places.get((zone, seat), ())

    def characters(self, seat: Seat) -> tuple[DieNumber, ...]:
        """A player's characters in the field, those in the Attack Zone among them."""
        found = self._characters.get(seat)
        if found is None:
            places = self.places
            dice = places.get(("field", seat), ()) + places.get(("attack", seat), ())
            found = tuple([die for die in dice if self.shows_character(die)])
            self._characters[seat] = found
        return found

    def attackers(self) -> list[DieNumber]:
        """What lies in the Attack Zone of the player (or team) whose turn it is."""
        return [
            d for seat in self.match.partners(self.active) for d in self.dice_in("attack", seat)
        ]

    def all_characters(self) -> list[DieNumber]:
        """Every character in the field, the active player's first."""
        match = self.match
        if not match.doubles:
            return [*self.characters(self.active), *self.characters(Seat(1 - self.active))]
        return [die for seat in self.seats_in_turn() for die in self.characters(seat)]

    def seats_in_turn(self) -> tuple[Seat, ...]:
        """All seats, the active one first."""
        match = self.match
        if not match.doubles:
            return (self.active, Seat(1 - self.active))
        return match.partners(self.active) + match.partners(match.opponent_of(self.active))

    def on_turn(self, seat: Seat) -> bool:
        """Whether it is this seat's turn (or its team's)."""
        return self.match.team(seat) == self.match.team(self.active)

    def prep_dice(self, seat: Seat) -> Sequence[DieNumber]:
        """A player's dice in the Prep Area, which a team shares."""
        shared = self.dice_in("prep", self.match.team(seat))
        if not self.match.doubles:
            return shared
        return [die for die in shared if self.dice[die].owner == seat]

    def face(self, number: DieNumber) -> Face:
        """The face a die shows; a blank one when it shows none."""
        face = self.dice[number].face
        return self.match.faces[number][face] if face != NO_FACE else BLANK_FACE

    def title(self, number: DieNumber) -> str:
        """The title on a die's own card."""
        return self.match.titles[number]

    def spoken_name(self, number: DieNumber) -> str:
        """What players call a die: its title, and its level where it has several."""
        match = self.match
        face = self.dice[number].face
        level = match.faces[number][face].level if face != NO_FACE else 0
        title = match.titles[number]
        return (
            tr("{title} (level {level})", title=title, level=level)
            if level and match.leveled[number]
            else title
        )

    def shows_character(self, number: DieNumber) -> bool:
        """Whether a die shows a level and is not captured."""
        die = self.dice[number]
        return (
            die.face != NO_FACE
            and self.match.faces[number][die.face].level > 0
            and (die.under == NO_DIE or self.is_controlled(number))
        )

    def is_controlled(self, number: DieNumber) -> bool:
        """Whether an opponent controls the die: it lies on its controller, not under it."""
        modifiers = self.dice[number].modifiers
        return bool(modifiers) and any(modifier.rule == "controlled" for modifier in modifiers)

    def card(self, number: DieNumber) -> CardNumber:
        """The card a die follows: its own, or the one it copies."""
        modifiers = self.dice[number].modifiers
        if modifiers:
            for modifier in modifiers:
                if modifier.rule == "text-of":
                    return self.match.card_of[modifier.source]
        return self.match.card_of[number]

    def in_field(self, number: DieNumber) -> bool:
        """Whether a die lies in the field or the Attack Zone."""
        return self.dice[number].zone in IN_FIELD

    def replace_die(self, number: DieNumber, die: DieState) -> None:
        """Replace a die's whole entry."""
        old = self.dice[number]
        if old.zone != die.zone or old.seat != die.seat:
            places = self._places_to_change()
            if self.to_buy is not None and "cards" in (old.zone, die.zone):
                self.to_buy = None if die.zone == "cards" else self._without(number, self.to_buy)
            if old.zone != "cards":
                lay = places[old.zone, old.seat]
                at = lay.index(number)
                places[old.zone, old.seat] = (*lay[:at], *lay[at + 1 :])
            if die.zone != "cards":
                lie = places.get((die.zone, die.seat), ())
                at = bisect(lie, number)
                places[die.zone, die.seat] = (*lie[:at], number, *lie[at:])
        self.dice[number] = die
        self._changed = True
        if old.zone in IN_FIELD or die.zone in IN_FIELD:
            if self._characters:
                self._characters = {}
            if self.active_by_card:
                self.active_by_card = {}

    def _without(self, number: DieNumber, to_buy: tuple[DieNumber, ...]) -> tuple[DieNumber, ...]:
        """What may be bought once this die has left its card: the next one there instead of it."""
        if number not in to_buy:
            return to_buy
        at, kind = to_buy.index(number), self.match.kind_of[number]
        following = (
            die
            for die in map(DieNumber, range(number + 1, number + self.match.kinds[kind].count))
            if self.match.kind_of[die] == kind and self.dice[die].zone == "cards"
        )
        return (*to_buy[:at], *islice(following, 1), *to_buy[at + 1 :])

    def _places_to_change(self) -> Places:
        """The places, copied first when other tables share them."""
        places = self.places
        if self._places_shared:
            places = self.places = places.copy()
            self._places_shared = False
        return places

    def change_die(self, number: DieNumber, **changes: Any) -> None:
        """Change some of a die's entry."""
        self.replace_die(number, replace(self.dice[number], **changes))

    def move(
        self, number: DieNumber, zone: ZoneName, seat: Seat | None = None, face: FaceIndex = NO_FACE
    ) -> None:
        """Move a die. It loses its modifiers, and dice under it are released."""
        die = self.dice[number]
        leaves = die.zone in IN_FIELD and zone not in IN_FIELD
        where = die.owner if seat is None else seat
        if die.modifiers and zone in ("used", "out") and self.is_controlled(number):
            zone, where = "prep", die.owner  # a controlled die goes to its owner's Prep Area
        if zone == "prep":
            where = self.match.team(where)
        if (
            zone == "used"
            and "Immortal" in self.match.cards[self.match.card_of[number]].text.keywords
        ):
            zone = "bag"
        self.replace_die(number, DieState(zone, where, die.owner, face))
        if leaves:
            self._release_from(number)

    def move_pile(self, zone: ZoneName, seat: Seat, to: ZoneName) -> None:
        """Move all dice of a pile outside the field to another of the same player."""
        lying = self.places.get((zone, seat), ())
        if not lying:
            return
        if to == "used" and _has_immortals(self.match):
            for number in lying:
                self.move(number, to, seat)
            return
        self.move_together(lying, to, seat)

    def move_together(
        self, numbers: Sequence[DieNumber], to: ZoneName, seat: Seat, *, as_they_lie: bool = False
    ) -> None:
        """Move dice of one pile outside the field to another pile, perhaps as they show.

        As `move` does one after the other; nothing that goes to the Used Pile is Immortal.
        """
        if not numbers:
            return
        dice = self.dice
        first = dice[numbers[0]]
        if to == "prep":
            seat = self.match.team(seat)
        places = self._places_to_change()
        lay = places[first.zone, first.seat]
        gone = frozenset(numbers)
        places[first.zone, first.seat] = tuple([number for number in lay if number not in gone])
        places[to, seat] = tuple(sorted((*places.get((to, seat), ()), *numbers)))
        for number in numbers:
            die = dice[number]
            dice[number] = DieState(to, seat, die.owner, die.face if as_they_lie else NO_FACE)
        self._changed = True

    def show(self, numbers: Sequence[DieNumber], faces: Sequence[FaceIndex]) -> None:
        """Dice show these faces, whole."""
        dice = self.dice
        for number, face in zip(numbers, faces, strict=True):
            die = dice[number]
            if die.zone in IN_FIELD:
                self.change_die(number, face=face, spun=False)
            else:
                dice[number] = DieState(die.zone, die.seat, die.owner, face)
        self._changed = True

    def _release_from(self, number: DieNumber) -> None:
        """A die left the field: its blockers lose it, attached and captured dice are released."""
        near = [dice for (zone, _), dice in self.places.items() if zone in IN_FIELD]
        for other in sorted([die for dice in near for die in dice]):
            die = self.dice[other]
            if number in die.blocks:
                blocks = tuple(b for b in die.blocks if b != number)
                self.change_die(other, blocks=blocks)
            if die.under == number:
                self.release_attached(other)

    def release_attached(self, number: DieNumber) -> None:
        """A captured or attached die goes where it belongs."""
        die = self.dice[number]
        if die.zone not in IN_FIELD:
            return
        from_used = any(modifier.rule == "from-used" for modifier in die.modifiers)
        if from_used or self.match.faces[number][die.face].action:
            self.move(number, "used", die.owner)
        else:
            self.replace_die(number, DieState("field", die.owner, die.owner, die.face))

    def add_modifier(self, number: DieNumber, modifier: Modifier) -> None:
        """Add a bonus or a rule to a die; a die outside the field carries none."""
        if not self.in_field(number):
            return
        self.change_die(number, modifiers=(*self.dice[number].modifiers, modifier))

    def first_time_this_turn(self, key: str) -> bool:
        """Whether this is the first time this turn; remembers it."""
        if key in self.done_this_turn:
            return False
        self.done_this_turn = (*self.done_this_turn, key)
        return True

    def alike_key(self, number: DieNumber) -> Hashable:
        """Equal for dice that are alike in every way."""
        die = self.dice[number]
        kind = self.match.kind_of[number]
        if not die.modifiers:
            return kind, die
        sums: dict[tuple[str, int, bool], tuple[int, int]] = {}
        rules = []
        for modifier in die.modifiers:
            # Whose a bonus is matters only where that decides when it ends.
            lasts = (
                modifier.until,
                NOBODY if modifier.until == "turn" else modifier.seat,
                modifier.by_global,
            )
            attack, defence = sums.get(lasts, (0, 0))
            sums[lasts] = (attack + modifier.attack, defence + modifier.defence)
            if modifier.rule:
                own = modifier.until == "leaves" or modifier.rule in (
                    "text-of",
                    "iron-held",
                    "called-out",
                )
                rules.append((modifier.rule, modifier.source if own else NO_DIE, *lasts))
        bare = replace(die, modifiers=())
        return kind, bare, tuple(sorted(sums.items())), tuple(sorted(rules))

    def one_of_each(self, numbers: Iterable[DieNumber]) -> list[DieNumber]:
        """One of each group of dice that are alike in every way."""
        numbers = list(numbers)
        if len(numbers) < 2:
            return numbers
        seen = set()
        found = []
        for number in numbers:
            alike = self.alike_key(number)
            if alike not in seen:
                seen.add(alike)
                found.append(number)
        return found
