"""Fouls that people commit: what is done wrong, by whom, by which rule, and what mends it.

Each kind starts from a lawful act and spoils it, or adds an act that nothing allows. A spoilt
table to which some one or two lawful acts would lead as well is no foul and is not committed.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final

import msgspec

from hardware.simulated.people.errands import Errand, Handling
from hardware.simulated.people.legal_game import Step, by_die
from rules.core import (
    CHANCE,
    Action,
    AnyGame,
    DieFacts,
    Difference,
    Draw,
    NamesFouls,
    Place,
    Placement,
    Roll,
    State,
    Violation,
    ZoneKind,
)

LOOKED_AHEAD: Final = 600
"""Pairs of acts tried at most to show that nothing lawful leads to a spoilt table."""

LATE: Final[Mapping[str, int]] = {"kept": 3, "left-behind": 3, "wrong-zone": 2}
"""Moves after which what was forgotten is a foul; people who notice before were only late.

The other kinds are fouls as soon as the players go on.
"""

SKIPPING: Final = 0.5
"""How often what must be done is skipped, where that can be done at all."""

AT_ONCE: Final = frozenset(
    {
        "turned",
        "rolled-again",
        "misplaced",
        "not-allowed",
        "cocked",
        "exchanged",
        "rerolled-spent",
        "extra-drawn",
    }
)
"""What is wrong as soon as the hands have gone: nothing that could follow makes it right."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A foul about to be committed."""

    kind: str
    seat: int  # who does it
    culprits: frozenset[str]  # the dice that lie wrong; the others lie right
    now: tuple[Errand, ...]  # what the hands do
    mend: tuple[Errand, ...]  # what mends it afterwards
    violations: tuple[Violation, ...]  # what the game calls it, the smallest remedy first
    thrown: bool = False  # the hands roll the dice of `now`
    leaning: bool = False  # the dice of `now` come to lie on an edge


class Plots:
    """Thinks of fouls that are possible now."""

    def __init__(
        self, game: AnyGame, kinds: Sequence[DieFacts], handling: Handling, rng: Random
    ) -> None:
        """Of a game whose dice `handling` moves."""
        self._game = game
        self._handling = handling
        self._rng = rng
        self._printed = {facts.kind: facts.faces for facts in kinds}
        self.committed: Counter[str] = Counter()

    def spoil(
        self,
        step: Step,
        errands: Sequence[Errand],
        meant: Collection[str],
        following: Step | None,
    ) -> Plot | None:
        """A lawful decision carried out wrongly; None when no way to do so is known.

        `meant` are the dice the player speaks of, `following` is what is done next.
        """
        if following is not None and self._rng.random() < SKIPPING:
            plot = self._skipped(step, errands, following)
            if plot is not None:
                return plot
        spent = [errand for errand in errands if self._handling.spent(errand)]
        paid = [errand for errand in spent if errand.die in meant]
        makers: dict[str, Callable[[Step, list[Errand], list[Errand]], Plot | None]] = {
            "unpaid": self._unpaid,
            "partly-paid": self._partly_paid,
            "exchanged": self._exchanged,
            "rerolled-spent": self._rerolled_spent,
            "wrong-zone": self._wrong_zone,
        }
        if not paid:  # nobody pays: this is clearing up, or moving dice
            paid = spent
            makers = {
                "kept": self._kept,
                "left-behind": self._left_behind,
                "wrong-zone": self._wrong_zone,
            }
        other = [errand for errand in errands if errand not in paid]
        for kind in self._seldom(makers):
            plot = makers[kind](step, paid, other)
            if plot is not None and not self._lawful(step.before, self._table_after(step, plot)):
                return plot
        return None

    def act(self, state: State) -> Plot | None:
        """Something that nothing allows, between two moves."""
        if self._game.to_move(state) in (CHANCE, None):
            return None
        makers: dict[str, Callable[[State], Plot | None]] = {
            "turned": self._turned,
            "rolled-again": self._rolled_again,
            "misplaced": self._misplaced,
            "not-allowed": self._not_allowed,
            "cocked": self._cocked,
        }
        for kind in self._seldom(makers):
            plot = makers[kind](state)
            if plot is None:
                continue
            wrong = by_die(self._game.layout(state))
            wrong.update({errand.die: errand.lie for errand in plot.now})
            if plot.leaning or not self._lawful(state, wrong):
                return plot
        return None

    def draw(self, step: Step, drawn: Sequence[str]) -> Plot | None:
        """One die too many, or one too few, comes out of the bag."""
        chance = step.chance
        if not isinstance(chance, Draw) or isinstance(self._game.chance(step.after), Draw):
            return None
        before, after = (by_die(self._game.layout(s)) for s in (step.before, step.after))
        if len(drawn) < 2:
            return None
        home = before[drawn[0]].place
        inside = [die for die, lie in after.items() if lie.place == home]
        kinds = ["missing-drawn", *(["extra-drawn"] if inside else [])]
        kind = self._seldom(kinds)[0]
        if kind == "extra-drawn":
            die = self._rng.choice(inside)
            there = msgspec.structs.replace(after[die], place=after[drawn[0]].place)
            wrong = {**after, die: there}
            now: tuple[Errand, ...] = (Errand(die, there, -1),)
        else:
            die = self._rng.choice(list(drawn))
            wrong, now = {**after, die: before[die]}, ()
        violations = self._named(((step.before, wrong), (step.after, wrong)))
        mend = (Errand(die, after[die], -1),)
        # which of those that came out of the bag is the one too many, nobody can say
        culprits = frozenset({die, *drawn} if kind == "extra-drawn" else {die})
        return Plot(kind, chance.seat, culprits, now, mend, violations)

    def _seldom(self, kinds: Sequence[str] | Mapping[str, object]) -> list[str]:
        """The kinds in an order of chance, those that were committed least often first."""
        names = list(kinds)
        self._rng.shuffle(names)
        return sorted(names, key=lambda kind: self.committed[kind])

    # -- lawful acts spoilt

    def _spoilt(
        self,
        kind: str,
        step: Step,
        culprits: Sequence[Errand],
        now: Sequence[Errand],
        mend: Sequence[Errand],
        *,
        thrown: bool = False,
    ) -> Plot:
        dice = frozenset(errand.die for errand in culprits)
        plot = Plot(kind, step.seat or 0, dice, tuple(now), tuple(mend), (), thrown)
        wrong = self._table_after(step, plot)
        return replace(plot, violations=self._named(((step.before, wrong), (step.after, wrong))))

    def _table_after(self, step: Step, plot: Plot) -> dict[str, Placement]:
        """How the dice lie once the foul is committed."""
        lies = by_die(self._game.layout(step.after))
        before = by_die(self._game.layout(step.before))
        lies.update({errand.die: before[errand.die] for errand in plot.mend})
        lies.update({errand.die: errand.lie for errand in plot.now})
        return lies

    def _unpaid(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        if not paid or not other:
            return None
        return self._spoilt("unpaid", step, paid + other, other, paid)

    def _partly_paid(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        if len(paid) < 2 or not other:
            return None
        left = self._rng.choice(paid)
        done = [errand for errand in (*paid, *other) if errand is not left]
        return self._spoilt("partly-paid", step, [left, *other], done, [left])

    def _kept(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        if not paid:
            return None
        left = self._rng.choice(paid)
        done = [errand for errand in (*paid, *other) if errand is not left]
        return self._spoilt("kept", step, [left], done, [left]) if done else None

    def _left_behind(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        lying = [errand for errand in other if errand.die in self._handling.table.poses]
        if len(other) < 2 or not lying:
            return None
        left = self._rng.choice(lying)
        done = [errand for errand in (*paid, *other) if errand is not left]
        return self._spoilt("left-behind", step, [left], done, [left])

    def _skipped(self, step: Step, errands: Sequence[Errand], following: Step) -> Plot | None:
        """What must be done now is not, and the next thing is."""
        game = self._game
        if following.chance is not None or following.seat != step.seat:
            return None
        must = all(
            game.leaves_trace(step.before, action) for action in game.legal_actions(step.before)
        )
        between = by_die(game.layout(step.after))
        done = {d: lie for d, lie in by_die(game.layout(following.after)).items()
                if lie != between[d]}  # fmt: skip
        left = {errand.die for errand in errands}
        if not must or not done or left & set(done):
            return None
        wrong = {**by_die(game.layout(step.before)), **done}
        if self._lawful(step.before, wrong):
            return None
        violations = self._named(((step.before, wrong),))
        dice = frozenset(left | set(done))
        return Plot("skipped", step.seat or 0, dice, (), tuple(errands), violations)

    def _exchanged(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        given = [e for e in paid if self._place(e.die) not in (None, e.lie.place)]
        if not given or not other:
            return None
        right = self._rng.choice(given)
        lies = by_die(self._game.layout(step.before))
        moved = {errand.die for errand in (*paid, *other)}
        origin = lies[right.die]
        others = [
            lie
            for die, lie in lies.items()
            if die not in moved
            and lie.place == origin.place
            and lie.under is None
            and not self._alike(lie, origin)
            and self._handling.lies_so(lie)
        ]
        if not others:
            return None
        wrong = self._rng.choice(others)
        there = msgspec.structs.replace(wrong, place=right.lie.place, face=None)
        taken = Errand(wrong.die, there, right.deed)
        done = [errand for errand in (*paid, *other) if errand is not right]
        back = Errand(wrong.die, wrong, right.deed)
        return self._spoilt("exchanged", step, [right, taken], [*done, taken], [right, back])

    def _rerolled_spent(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        spun = [e for e in paid if self._place(e.die) == e.lie.place and e.lie.face is not None]
        if not spun or len(paid) + len(other) > len(spun) + 8:
            return None
        die = self._rng.choice(spun)
        shown = {self._handling.table.poses[die.die].face, die.lie.face}
        face = self._rng.choice([face for face in range(6) if face not in shown])
        if self._handling.same_print(die.lie.kind, face, die.lie.face or 0):
            return None
        wrong = replace(die, lie=msgspec.structs.replace(die.lie, face=face))
        done = [errand for errand in (*paid, *other) if errand is not die]
        return self._spoilt("rerolled-spent", step, [die], [*done, wrong], [die])

    def _wrong_zone(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        come = [errand for errand in other if errand.die not in self._handling.table.poses]
        if not come:
            return None
        new = self._rng.choice(come)
        places = [place for place in self._places(new.lie.place.seat) if place != new.lie.place]
        if not places:
            return None
        lie = msgspec.structs.replace(
            new.lie, place=self._rng.choice(places), face=self._rng.randrange(6), paired=None
        )
        done = [errand for errand in (*paid, *other) if errand is not new]
        return self._spoilt("wrong-zone", step, [new], [*done, replace(new, lie=lie)], [new])

    # -- acts that nothing allows

    def _extra(
        self, kind: str, state: State, wrong: Sequence[Placement], *,
        thrown: bool = False, leaning: bool = False,
    ) -> Plot:  # fmt: skip
        lies = by_die(self._game.layout(state))
        now = tuple(Errand(lie.die, lie, -1) for lie in wrong)
        mend = tuple(Errand(lie.die, lies[lie.die], -1) for lie in wrong)
        table = {**lies, **{lie.die: lie for lie in wrong}}
        dice = frozenset(lie.die for lie in wrong)
        violations = self._named(((state, table),), dice if leaning else frozenset())
        seat = wrong[0].place.seat
        mover = self._game.to_move(state)
        seat = seat if seat is not None else mover if mover is not None else 0
        return Plot(kind, seat, dice, now, mend, violations, thrown, leaning)

    def _showing(self, state: State) -> list[Placement]:
        """Dice in the open that lie as they must and show a face that counts."""
        return [
            lie
            for lie in self._game.layout(state)
            if self._game.zones[lie.place.zone] is ZoneKind.OPEN
            and lie.under is None
            and lie.face is not None
            and self._handling.lies_so(lie)
        ]

    def _other_faces(self, lie: Placement) -> list[int]:
        return [f for f in range(6) if not self._handling.same_print(lie.kind, f, lie.face or 0)]

    def _turned(self, state: State) -> Plot | None:
        shows = self._showing(state)
        if not shows or self._may_roll(state):
            return None
        lie = self._rng.choice(shows)
        face = self._rng.choice(self._other_faces(lie))
        return self._extra("turned", state, [msgspec.structs.replace(lie, face=face)])

    def _rolled_again(self, state: State) -> Plot | None:
        shows = self._showing(state)
        if len(shows) < 2 or self._may_roll(state):
            return None
        place = self._rng.choice(shows).place
        dice = [lie for lie in shows if lie.place == place and lie.paired is None]
        rolled = [
            msgspec.structs.replace(lie, face=self._rng.choice(self._other_faces(lie)))
            for lie in dice[: self._rng.randint(1, 3)]
        ]
        return self._extra("rolled-again", state, rolled, thrown=True) if rolled else None

    def _cocked(self, state: State) -> Plot | None:
        shows = self._showing(state)
        if not shows:
            return None
        return self._extra("cocked", state, [self._rng.choice(shows)], leaning=True)

    def _misplaced(self, state: State) -> Plot | None:
        shows = [lie for lie in self._showing(state) if lie.paired is None]
        if not shows:
            return None
        lie = self._rng.choice(shows)
        places = [place for place in self._places(lie.place.seat) if place != lie.place]
        if not places:
            return None
        there = msgspec.structs.replace(lie, place=self._rng.choice(places), paired=None)
        return self._extra("misplaced", state, [there])

    def _not_allowed(self, state: State) -> Plot | None:
        """A die goes where others of its zone may go, and it may not."""
        game = self._game
        before = by_die(game.layout(state))
        legal = list(game.legal_actions(state))
        self._rng.shuffle(legal)
        ways = [
            (before[lie.die], lie)
            for action in legal[:12]
            for lie in game.layout(game.apply(state, action)[0])
            if lie.place != before[lie.die].place
            and self._is_open(lie)
            and self._is_open(before[lie.die])
        ]
        if not ways:
            return None
        origin, goal = self._rng.choice(ways)
        allowed = {(old.kind, old.face) for old, new in ways if new.place == goal.place}
        others = [
            lie
            for lie in self._showing(state)
            if lie.place == origin.place and (lie.kind, lie.face) not in allowed
        ]
        if not others:
            return None
        other = self._rng.choice(others)
        there = msgspec.structs.replace(other, place=goal.place, paired=goal.paired)
        return self._extra("not-allowed", state, [there])

    # -- what is lawful

    def _is_open(self, lie: Placement) -> bool:
        return self._game.zones[lie.place.zone] is ZoneKind.OPEN and lie.under is None

    def _place(self, die: str) -> Place | None:
        pose = self._handling.table.poses.get(die)
        return pose.place if pose is not None else None

    def _places(self, seat: int | None) -> list[Place]:
        zones = (z for z, kind in self._game.zones.items() if kind is not ZoneKind.HIDDEN)
        places = (Place(zone, seat) for zone in zones)
        return [p for p in places if self._handling.table.surface.area(p) is not None]

    def _alike(self, one: Placement, other: Placement) -> bool:
        if one.kind != other.kind or one.face is None or other.face is None:
            return one.kind == other.kind and one.face == other.face
        return self._handling.same_print(one.kind, one.face, other.face)

    def _may_roll(self, state: State) -> bool:
        """Whether some lawful act leads to a roll: other faces are then no foul."""
        game = self._game
        return any(
            isinstance(game.chance(game.apply(state, action)[0]), Roll)
            for action in game.legal_actions(state)
        )

    def _lawful(self, state: State, wrong: Mapping[str, Placement]) -> bool:
        """Whether nothing, or up to two lawful acts, would make the table look so."""
        seen = self._from_above(wrong.values())
        ahead = islice(self._ahead(state), LOOKED_AHEAD)
        if self._may_be(seen, state):
            return True
        return any(self._may_be(seen, other) for other in ahead)

    def _ahead(self, state: State) -> Iterator[State]:
        game = self._game
        nearest = [game.apply(state, action)[0] for action in self._legal(state)]
        yield from nearest
        for near in nearest:
            for action in self._legal(near):
                yield game.apply(near, action)[0]

    def _legal(self, state: State) -> Sequence[Action]:
        over = self._game.to_move(state) in (CHANCE, None)
        return () if over else self._game.legal_actions(state)

    def _may_be(self, seen: Counter[tuple[str, Place, int | None]], state: State) -> bool:
        """Whether dice that lie so lie as a state says: where any face will do, any does."""
        wanted = self._from_above(self._game.layout(state))
        over, short = seen - wanted, wanted - seen
        return all(face is None for _, _, face in short) and Counter(
            slot[:2] for slot in over.elements()
        ) == Counter(slot[:2] for slot in short.elements())

    def _from_above(self, lies: Iterable[Placement]) -> Counter[tuple[str, Place, int | None]]:
        found: Counter[tuple[str, Place, int | None]] = Counter()
        for lie in lies:
            zone = self._game.zones[lie.place.zone]
            if zone is ZoneKind.HIDDEN or lie.under is not None:
                continue
            face = lie.face if zone is ZoneKind.OPEN else None
            if face is not None:
                printed = self._printed[lie.kind]
                face = printed.index(printed[face])
            found[lie.kind, lie.place, face] += 1
        return found

    # -- names

    def _named(
        self,
        tables: Sequence[tuple[State, Mapping[str, Placement]]],
        leaning: frozenset[str] = frozenset(),
    ) -> tuple[Violation, ...]:
        """What the game calls it, seen from each of these states; fewest changes first."""
        if not isinstance(self._game, NamesFouls):
            return ()
        found = []
        for state, lies in tables:
            changes = self._changes(state, lies, leaning)
            violation = self._game.foul_of(state, changes) if changes else None
            if violation is not None:
                found.append((len(changes), violation))
        found.sort(key=lambda pair: pair[0])
        return tuple(violation for _, violation in found)

    def _changes(
        self, state: State, lies: Mapping[str, Placement], leaning: frozenset[str]
    ) -> tuple[Difference, ...]:
        changes = []
        for lie in self._game.layout(state):
            now = lies[lie.die]
            hidden = [self._handling.hidden(place) for place in (lie.place, now.place)]
            same = now.place == lie.place and (lie.face is None or now.face == lie.face)
            if all(hidden) or (same and lie.die not in leaning):
                continue
            changes.append(
                Difference(
                    lie.kind,
                    None if hidden[0] else lie.die,
                    None if hidden[0] else lie.place,
                    None if hidden[1] else now.place,
                    lie.face,
                    now.face,
                    cocked=lie.die in leaning,
                )
            )
        return tuple(changes)
