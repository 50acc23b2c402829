"""Dice that do not lie as the state says, sorted by what players seem to have done."""

from collections.abc import Sequence

from rules.core import DieNumber, Difference, Place
from rules.dicemasters.engine.table import GameTable

PILES = ("used", "out")


class TableChanges:
    """Changes sorted by what players seem to have done."""

    def __init__(self, table: GameTable, changes: Sequence[Difference]) -> None:
        numbers = table.match.die_numbers
        self.all = list(changes)
        known = [(c, numbers[c.die]) for c in changes if c.die in numbers]
        self.cocked = [c for c in changes if c.cocked]
        self.new = [c for c in changes if c.die is None and c.after is not None]
        self.spent = [
            (c, n)
            for c, n in known
            if zone_of(c.before) == "reserve" and zone_of(c.after) in PILES and table.face(n).energy
        ]
        self.moved = [(c, n) for c, n in known if c.after is not None and c.before != c.after]
        self.turned = [
            (c, n)
            for c, n in known
            if c.before == c.after
            and c.face_after is not None
            and c.face_after != c.face_before
            and not c.cocked
        ]

    def from_to(self, before: str, after: str) -> list[tuple[Difference, DieNumber]]:
        """Dice that went from one zone to another."""
        return [
            (c, n)
            for c, n in self.moved
            if zone_of(c.before) == before and zone_of(c.after) == after
        ]


def zone_of(place: Place | None) -> str:
    """The zone of a place; "" for no place."""
    return place.zone if place else ""
