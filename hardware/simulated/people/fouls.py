"""What a foul is: how it is committed and mended, what the game calls it, whether it is one at all.

A spoilt table to which some one or two lawful acts would lead as well is no foul.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from hardware.simulated.people.errands import Errand, Handling
from hardware.simulated.people.lawful import Lawful
from rules.core import (
    AnyGame,
    DieFacts,
    Difference,
    NamesFouls,
    Place,
    Placement,
    Seat,
    State,
    Violation,
    ZoneKind,
)

LATE: Final[Mapping[str, int]] = {"kept": 3, "left-behind": 3, "wrong-zone": 2}
"""Moves after which what was forgotten is a foul; people who notice before were only late.

The other kinds are fouls as soon as the players go on.
"""

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
    put_right: tuple[Errand, ...]  # what is done about it afterwards
    violations: tuple[Violation, ...]  # what the game calls it, the smallest remedy first
    thrown: bool = False  # the hands roll the dice of `now`
    leaning: bool = False  # the dice of `now` come to lie on an edge


class FoulScene:
    """The table on which fouls are thought of."""

    def __init__(
        self, game: AnyGame, kinds: Sequence[DieFacts], handling: Handling, rng: Random
    ) -> None:
        """Of a game whose dice `handling` moves."""
        self._game = game
        self._handling = handling
        self._rng = rng
        self.lawful = Lawful(game, kinds)
        self.committed: Counter[str] = Counter()

    def seldom_first(self, kinds: Sequence[str] | Mapping[str, object]) -> list[str]:
        """The kinds in an order of chance, those that were committed least often first."""
        names = list(kinds)
        self._rng.shuffle(names)
        return sorted(names, key=lambda kind: self.committed[kind])

    def is_open(self, lie: Placement) -> bool:
        """Whether a die lies where its face means something, and under no other."""
        return self._game.zones[lie.place.zone] is ZoneKind.OPEN and lie.under is None

    def place_of(self, die: str) -> Place | None:
        """Where somebody means a die to lie; None when it is off the table, or nowhere."""
        pose = self._handling.table.poses.get(die)
        return pose.place if pose is not None else None

    def places_before(self, seat: Seat | None) -> list[Place]:
        """The places on the mat that a seat has."""
        zones = (z for z, kind in self._game.zones.items() if kind is not ZoneKind.HIDDEN)
        places = (Place(zone, seat) for zone in zones)
        return [p for p in places if self._handling.table.surface.area(p) is not None]

    def named(
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

    def alike(self, one: Placement, other: Placement) -> bool:
        """Whether two dice are of one kind and show the same."""
        if one.kind != other.kind or one.face is None or other.face is None:
            return one.kind == other.kind and one.face == other.face
        return self._handling.same_print(one.kind, one.face, other.face)
