"""What speaks against each piece being the die that lies somewhere, in nats."""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from operator import add
from typing import Final

import numpy as np
from scipy.optimize import linear_sum_assignment

from rules.core import FaceIndex, KindName, Place, ZoneKind
from rules.track.evidence import Piece
from rules.track.slots import Slot

MISS: Final = 3.9
"""What one look that does not find a die says against its being there: two in a hundred are
missed (ln 50)."""

MISS_CAP: Final = 16.0
"""The most that not being found may say, however many looks."""

HEAP_MISS_CAP: Final = 4.5
"""The same in a heap of which some dice are seen: one die may lie on another."""

EXTRA_CAP: Final = 16.0
"""The most a die too many may cost."""

LAID_BESIDE: Final = 4.0
"""What a die costs that was laid beside the zones and that no explanation tells of."""

OFF_ZONE_EXTRA: Final = 6.0
"""The most a die too many may cost that lies near a line but in no zone."""


class Costs:
    """The costs of one table, each worked out once."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        looks: int,
        zones: Mapping[str, ZoneKind],
        fresh: Container[int] = (),
    ) -> None:
        """`pieces` is what so many looks found; `fresh` ones were laid beside the zones since."""
        self._pieces = pieces
        self._looks = looks
        self._zones = zones
        self._seen_in = Counter(piece.place for piece in pieces)
        self._extra = [
            LAID_BESIDE if number in fresh and not piece.glimpsed else _extra(piece)
            for number, piece in enumerate(pieces)
        ]
        self._rows: dict[Slot, list[float]] = {}  # these three by piece
        self._places: dict[Place, list[float]] = {}
        self._readings: dict[tuple[KindName, FaceIndex | None], list[float]] = {}
        self._savings: dict[Slot, list[tuple[int, float]]] = {}

    def missing(self, slot: Slot) -> float:
        """What a die costs that should be in a slot and is not found."""
        hidden = self._zones[slot[1].zone] is ZoneKind.HEAP and self._seen_in[slot[1]] > 0
        cap = HEAP_MISS_CAP if hidden else MISS_CAP
        return min(cap, MISS * self._looks)

    def too_many(self, number: int) -> float:
        """What a piece costs that no die of the game can be."""
        return self._extra[number]

    def being(self, slot: Slot) -> list[float]:
        """By piece, what speaks against its being in this slot."""
        row = self._rows.get(slot)
        if row is None:
            kind, place, face = slot
            row = list(map(add, self._reading(kind, face), self._lying(place)))
            self._rows[slot] = row
        return row

    def _reading(self, kind: KindName, face: FaceIndex | None) -> list[float]:
        costs = self._readings.get((kind, face))
        if costs is None:
            costs = [piece.reading_cost(kind, face) for piece in self._pieces]
            self._readings[kind, face] = costs
        return costs

    def _lying(self, place: Place) -> list[float]:
        costs = self._places.get(place)
        if costs is None:
            costs = [piece.place_cost(place) for piece in self._pieces]
            self._places[place] = costs
        return costs

    def assign(
        self, lacking: Sequence[Slot], spare: Sequence[int]
    ) -> tuple[float, tuple[tuple[Slot, int], ...]]:
        """The cheapest way to give the slots pieces, leave them empty, or leave pieces over."""
        missing = [self.missing(slot) for slot in lacking]
        extra = [self._extra[number] for number in spare]
        column_of = {number: column for column, number in enumerate(spare)}
        saved = {
            (row, column_of[number]): saving
            for row, savings in enumerate(map(self._saved_by, lacking))
            for number, saving in savings
            if number in column_of
        }
        chosen = _cheapest(saved)
        total = sum(missing) + sum(extra) + sum(saved[pair] for pair in chosen)
        return total, tuple((lacking[row], spare[column]) for row, column in chosen)

    def _saved_by(self, slot: Slot) -> list[tuple[int, float]]:
        """The pieces with which something is saved (below nothing) if they are in this slot.

        A pair that saves nothing against leaving both unpaired is none.
        """
        savings = self._savings.get(slot)
        if savings is None:
            missing, costs = self.missing(slot), self.being(slot)
            savings = [
                (number, saving)
                for number, (cost, extra) in enumerate(zip(costs, self._extra, strict=True))
                if (saving := cost - missing - extra) < 0
            ]
            self._savings[slot] = savings
        return savings


def _extra(piece: Piece) -> float:
    """What a piece costs that no die of the game can be."""
    if all(not place.zone for place in piece.places):
        return min(OFF_ZONE_EXTRA, piece.solid)
    return min(EXTRA_CAP, piece.solid)


def _cheapest(saved: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    """The pairs (row, column) that together save most, every row and column in one at most."""
    rows = sorted({row for row, _ in saved})
    columns = sorted({column for _, column in saved})
    if len(rows) == len(columns) == len(saved):
        return sorted(saved)
    row_at = {row: at for at, row in enumerate(rows)}
    column_at = {column: at for at, column in enumerate(columns)}
    gain = np.zeros((len(rows), len(columns)))
    for (row, column), value in saved.items():
        gain[row_at[row], column_at[column]] = value
    chosen = zip(*linear_sum_assignment(gain), strict=True)
    return [pair for row, column in chosen if (pair := (rows[row], columns[column])) in saved]
