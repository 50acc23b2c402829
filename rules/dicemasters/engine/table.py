"""The unfrozen twin of a state, on which scripts move dice."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec.structs import replace

from rules.core import Event
from rules.dicemasters.engine.state import (
    NO_FACE,
    NOBODY,
    Die,
    Face,
    Lasting,
    Match,
    Mod,
    Request,
    Said,
    State,
)
from rules.dicemasters.moves.actions import Action

IN_FIELD = ("field", "attack")
BLANK = Face()


Places: TypeAlias = dict[tuple[str, int], tuple[int, ...]]
"""The dice of every zone and seat, by number; dice on cards are left out."""


def _by_place(dice: Iterable[Die]) -> Places:
    places: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for number, die in enumerate(dice):
        zone = die.zone
        if zone != "cards":
            places[zone, die.seat].append(number)
    return {place: tuple(numbers) for place, numbers in places.items()}


class _Same:
    """The dice of a state, known again by being the same object: that is seen at once.

    Where a table has kept account of them, so are their places.
    """

    __slots__ = ("dice", "places")

    def __init__(self, dice: tuple[Die, ...], places: Places | None = None) -> None:
        self.dice = dice
        self.places = places

    def __hash__(self) -> int:
        return id(self.dice)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.dice is other.dice


@lru_cache(maxsize=1 << 8)
def _places_once(same: _Same) -> Places:
    """Where the dice of one state lie, for all who ask: nobody may change it."""
    return _by_place(same.dice) if same.places is None else same.places


def _plural(called: str) -> str:
    return called + "s" if called.isalpha() else called


class Trigger:
    """An ability that waits for its turn to be resolved."""

    __slots__ = (
        "amount",
        "attack",
        "burst",
        "culprit",
        "defence",
        "die",
        "level",
        "said",
        "seat",
        "that",
    )

    def __init__(
        self, said: Said, seat: int, die: int, *, that: int, culprit: int, amount: int
    ) -> None:
        self.said = said
        self.seat = seat
        self.die = die  # the die whose text it is
        self.that = that  # the die the event happened to
        self.culprit = culprit  # the other die of the event
        self.amount = amount
        self.burst = 0
        self.level = self.attack = self.defence = 0  # as the die was when it happened


class Table:
    """A state while a script changes it. Everything in it may change except `match`."""

    __slots__ = (
        "_began_with",
        "_changed",
        "_lent",
        "_places",
        "active",
        "change",
        "dice",
        "events",
        "fielded",
        "last_count",
        "lasting",
        "life",
        "loose",
        "match",
        "mover",
        "once",
        "over_text",
        "paid",
        "passed",
        "queue",
        "started",
        "step",
        "turn",
        "turn_attacked",
        "winners",
    )

    def __init__(self, state: State) -> None:
        self.match: Match = state.match
        self.dice: list[Die] = list(state.dice)
        self.life: list[int] = list(state.life)
        self.turn = state.turn
        self.active = state.active
        self.step = state.step
        self.mover = state.mover
        self.passed = state.passed
        self.change = state.change
        self.loose: tuple[int, ...] = state.loose
        self.turn_attacked = state.turn_attacked
        self.lasting: tuple[Lasting, ...] = state.lasting
        self.once: tuple[str, ...] = state.once
        self.fielded: tuple[int, ...] = state.fielded
        self.started: tuple[int, ...] = state.started
        self.winners = state.winners
        self.over_text = state.over_text
        self.events: list[Event] = []
        self.queue: list[Trigger] = []
        self.paid: tuple[int, ...] = ()  # dice spent for what is being done right now
        self.last_count = 0
        self._began_with = state.dice
        self._changed = False  # whether any die is not as it was then
        self._places: Places | None = None
        self._lent = False  # whether other tables look at the same places

    def freeze(
        self,
        origin: State | None = None,
        began: Action | None = None,
        answers: tuple[Action, ...] = (),
        request: Request | None = None,
    ) -> State:
        """The state as it is now; the arguments say which question is open."""
        dice = self._began_with
        if self._changed:
            dice = tuple(self.dice)
            self._places = _places_once(_Same(dice, self.places))
            self._lent = True
        return State(
            match=self.match,
            dice=dice,
            life=tuple(self.life),
            turn=self.turn,
            active=self.active,
            step=self.step,
            mover=self.mover,
            passed=self.passed,
            change=self.change,
            loose=self.loose,
            turn_attacked=self.turn_attacked,
            lasting=self.lasting,
            once=self.once,
            fielded=self.fielded,
            started=self.started,
            winners=self.winners,
            over_text=self.over_text,
            origin=origin,
            began=began,
            answers=answers,
            request=request,
        )

    def tell(self, code: str, text: str, seat: int | None = None, **facts: Any) -> None:
        """Something happened, for the log and the screen."""
        self.events.append(Event(code, text, seat, facts))

    def tell_of(self, code: str, seat: int, text: str, **facts: Any) -> None:
        """A player did something: "Victoria " and then the text."""
        self.tell(code, f"{self.match.names[seat]} {text}", seat, **facts)

    def called_all(self, numbers: Iterable[int]) -> str:
        """Several dice in a few words: "3 Sidekicks, April 3"."""
        counts: dict[str, int] = {}
        for number in numbers:
            called = self.called(number)
            counts[called] = counts.get(called, 0) + 1
        return ", ".join(
            called if count == 1 else f"{count} {_plural(called)}"
            for called, count in counts.items()
        )

    def shown(self, numbers: Iterable[int]) -> str:
        """What dice show: "2 Bolt, April 3, Sidekick, Force Beam *"."""
        counts: dict[str, int] = {}
        for number in numbers:
            face = self.face(number)
            words = self.called(number)
            if face.energy:
                words = face.energy
            elif face.action:
                words += " " + ("*" * face.burst or "action")
            counts[words] = counts.get(words, 0) + max(face.amount, 1)
        return ", ".join(f"{n} {words}" if n > 1 else words for words, n in counts.items())

    @property
    def places(self) -> Places:
        """The dice of every zone and seat, by number; dice on cards are left out."""
        if self._places is None:
            self._places = _places_once(_Same(self._began_with))
            self._lent = True
        return self._places

    def lying(self, zone: str, seat: int) -> tuple[int, ...]:
        """The dice in one zone of one seat."""
        return self.places.get((zone, seat), ())

    def fighters(self, seat: int) -> list[int]:
        """A player's characters in the field, those in the Attack Zone among them."""
        places = self.places
        found = [*places.get(("field", seat), ()), *places.get(("attack", seat), ())]
        return [die for die in found if self.shows_character(die)]

    def attackers(self) -> list[int]:
        """What lies in the Attack Zone of the player (or team) whose turn it is."""
        return [d for seat in self.match.partners(self.active) for d in self.lying("attack", seat)]

    def all_fighters(self) -> list[int]:
        """Every character in the field, the active player's first."""
        seats = self.seats_in_turn()
        return [die for seat in seats for die in self.fighters(seat)]

    def seats_in_turn(self) -> list[int]:
        """All seats, the active one first."""
        match = self.match
        return [*match.partners(self.active), *match.partners(match.across(self.active))]

    def on_turn(self, seat: int) -> bool:
        """Whether it is this seat's turn (or its team's)."""
        return self.match.team(seat) == self.match.team(self.active)

    def prepared(self, seat: int) -> Sequence[int]:
        """A player's dice in the Prep Area, which a team shares."""
        shared = self.lying("prep", self.match.team(seat))
        if not self.match.doubles:
            return shared
        return [die for die in shared if self.dice[die].owner == seat]

    def face(self, number: int) -> Face:
        """The face a die shows; a blank one when it shows none."""
        face = self.dice[number].face
        return self.match.faces[number][face] if face != NO_FACE else BLANK

    def called(self, number: int) -> str:
        """What players call a die: its title, and its level where it has several."""
        match = self.match
        title = match.cards[match.card_of[number]].card.title
        level = self.face(number).level
        several = len(match.kinds[match.kind_of[number]].levels) > 1
        return f"{title} (level {level})" if level and several else title

    def shows_character(self, number: int) -> bool:
        """Whether a die shows a level and is not captured."""
        die = self.dice[number]
        return (
            die.face != NO_FACE
            and self.match.faces[number][die.face].level > 0
            and (die.under == NOBODY or self.is_controlled(number))
        )

    def is_controlled(self, number: int) -> bool:
        """Whether an opponent controls the die: it lies on its controller, not under it."""
        return any(mod.rule == "controlled" for mod in self.dice[number].mods)

    def card(self, number: int) -> int:
        """The card a die follows: its own, or the one it copies."""
        for mod in self.dice[number].mods:
            if mod.rule == "text-of":
                return self.match.card_of[mod.source]
        return self.match.card_of[number]

    def in_field(self, number: int) -> bool:
        """Whether a die lies in the field or the Attack Zone."""
        return self.dice[number].zone in IN_FIELD

    def put(self, number: int, die: Die) -> None:
        """Replace a die's whole entry."""
        old = self.dice[number]
        if old.zone != die.zone or old.seat != die.seat:
            places = self._own_places()
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

    def _own_places(self) -> Places:
        """The places, to be changed by this table alone."""
        places = self.places
        if self._lent:
            places = self._places = places.copy()
            self._lent = False
        return places

    def change_die(self, number: int, **changes: Any) -> None:
        """Change some of a die's entry."""
        self.put(number, replace(self.dice[number], **changes))

    def move(self, number: int, zone: str, seat: int | None = None, face: int = NO_FACE) -> None:
        """Move a die; whatever hung on it is gone, and what lay under it is free again."""
        die = self.dice[number]
        leaves = die.zone in IN_FIELD and zone not in IN_FIELD
        where = die.owner if seat is None else seat
        if die.mods and zone in ("used", "out") and self.is_controlled(number):
            zone, where = "prep", die.owner  # a controlled die goes to its owner's Prep Area
        if zone == "prep":
            where = self.match.team(where)
        if (
            zone == "used"
            and "Immortal" in self.match.cards[self.match.card_of[number]].text.keywords
        ):
            zone = "bag"
        self.put(number, Die(zone, where, die.owner, face))
        if leaves:
            self._release(number)

    def _release(self, number: int) -> None:
        """A die left the field: blockers lose their attacker, attached and captured dice go."""
        for other, die in enumerate(self.dice):
            if number in die.blocks:
                blocks = tuple(b for b in die.blocks if b != number)
                self.change_die(other, blocks=blocks)
            if die.under == number:
                self.end_under(other)

    def end_under(self, number: int) -> None:
        """What lay under a die, or on it, goes where it belongs."""
        die = self.dice[number]
        if die.zone not in IN_FIELD:
            return
        if self.match.faces[number][die.face].action:
            self.move(number, "used", die.owner)
        else:
            self.put(number, Die("field", die.owner, die.owner, die.face))

    def hang(self, number: int, mod: Mod) -> None:
        """Hang a bonus or a rule on a die; what has left the field carries nothing."""
        if not self.in_field(number):
            return
        self.change_die(number, mods=(*self.dice[number].mods, mod))

    def do_once(self, key: str) -> bool:
        """Whether this is the first time this turn; remembers it."""
        if key in self.once:
            return False
        self.once = (*self.once, key)
        return True

    def likeness(self, number: int) -> Hashable:
        """What makes a die what it is: equal for dice that are alike in every way."""
        die = self.dice[number]
        kind = self.match.kind_of[number]
        if not die.mods:
            return kind, die
        sums: dict[tuple[str, int, bool], tuple[int, int]] = {}
        rules = []
        for mod in die.mods:
            # Whose a bonus is matters only where that decides when it ends.
            lasts = (mod.until, NOBODY if mod.until == "turn" else mod.seat, mod.by_global)
            attack, defence = sums.get(lasts, (0, 0))
            sums[lasts] = (attack + mod.attack, defence + mod.defence)
            if mod.rule:
                own = mod.until == "leaves" or mod.rule in ("text-of", "iron-held")
                rules.append((mod.rule, mod.source if own else NOBODY, *lasts))
        bare = replace(die, mods=())
        return kind, bare, tuple(sorted(sums.items())), tuple(sorted(rules))

    def fold(self, numbers: Iterable[int]) -> list[int]:
        """One of each group of dice that are alike in every way."""
        seen = set()
        found = []
        for number in numbers:
            alike = self.likeness(number)
            if alike not in seen:
                seen.add(alike)
                found.append(number)
        return found
