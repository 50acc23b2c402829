"""Which dice face which: a blocker is laid opposite its attacker."""

import math
from collections import Counter
from collections.abc import Callable, Container, Sequence
from typing import Final

import numpy as np
from scipy.optimize import linear_sum_assignment

from rules.track.evidence import Piece
from rules.track.slots import Slot

PAIR_CAP: Final = 12.0
"""The most that distance may say against two dice facing each other."""

TOWARDS: Final = 0.15
"""What a millimetre towards the other player counts: dice that face each other lie opposite."""

PAIR_PER_MM: Final = 0.3
"""What each millimetre says by which another die is nearer than the one it is said to face."""


class PairDistances:
    """How the dice of one table lie to each other."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        may_be: Callable[[Slot], Sequence[int]],
        untouched: Container[int],
    ) -> None:
        """`may_be` tells by number the pieces that may be in a slot, `untouched` those at rest."""
        self._pieces = pieces
        self._may_be = may_be
        self._untouched = untouched
        self._known: dict[frozenset[tuple[tuple[Slot, Slot], int]], float] = {}

    def cost(self, pairs: Counter[tuple[Slot, Slot]]) -> float:
        """What the distances between the dice say against these pairs."""
        key = frozenset(pairs.items())
        if key not in self._known:
            self._known[key] = self._cost(tuple(pairs.elements()))
        return self._known[key]

    def _cost(self, pairs: Sequence[tuple[Slot, Slot]]) -> float:
        faced = {number for _, slot in pairs for number in self._may_be(slot)}
        others = self._opposite(pairs) | faced
        facing = sorted({number for slot, _ in pairs for number in self._may_be(slot)})
        put_down = [number for number in facing if number not in self._untouched]
        facing = put_down or facing  # what lay there before may face another die
        if not facing or not faced:
            return 0.0
        costs = np.full((len(pairs), len(facing)), PAIR_CAP)
        for row, (slot, partner) in enumerate(pairs):
            partners, those = self._may_be(partner), self._may_be(slot)
            for column, number in enumerate(facing):
                if number in those and partners:
                    near = min(self._apart(number, other) for other in others)
                    gap = min(self._apart(number, other) for other in partners) - near
                    costs[row, column] = min(PAIR_CAP, PAIR_PER_MM * gap)
        rows, columns = linear_sum_assignment(costs)
        return float(costs[rows, columns].sum())

    def _opposite(self, pairs: Sequence[tuple[Slot, Slot]]) -> set[int]:
        """All dice that lie where the faced dice lie."""
        places = {partner[1] for _, partner in pairs}
        return {n for n, piece in enumerate(self._pieces) if piece.place in places}

    def _apart(self, one: int, other: int) -> float:
        """Distance in mm; sideways counts in full, towards each other hardly at all."""
        a, b = self._pieces[one], self._pieces[other]
        return math.hypot(a.x_mm - b.x_mm, TOWARDS * (a.y_mm - b.y_mm))
