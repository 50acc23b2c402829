"""What layouts ask of a table, whatever lies on it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import Final, TypeAlias

from rules.core import Lie, Place, ZoneKind

Slot: TypeAlias = tuple[str, Place, int | None]
"""Kind, place, face: where some die must lie and what it must show (None: any face)."""


NO_PAIRS: Final[Counter[tuple[Slot, Slot]]] = Counter()
"""No dice face each other: what most tables show."""


def lies_otherwise(before: Sequence[Lie], now: Sequence[Lie]) -> Iterator[tuple[Lie, Lie]]:
    """The dice that lie otherwise now, in two layouts of equal length: how they lay, how they lie.

    Most lies of a layout are the very ones of the layout before: that is seen at once.
    """
    return compress(zip(before, now, strict=True), map(is_not, before, now))


class Slots:
    """What layouts ask of a table, whatever lies on it."""

    def __init__(
        self,
        zones: Mapping[str, ZoneKind],
        alike: Mapping[tuple[str, int], tuple[str, int]] | None = None,
    ) -> None:
        """`alike` maps faces to the first face of their kind that is printed the same."""
        self.zones = zones
        self._alike = alike or {}

    def slot(self, lie: Lie) -> Slot:
        """What one lie asks for."""
        if lie.face is None or self.zones[lie.place.zone] is ZoneKind.HEAP:
            return lie.kind, lie.place, None
        _, face = self._alike.get((lie.kind, lie.face), (lie.kind, lie.face))
        return lie.kind, lie.place, face

    def wanted(self, layout: Iterable[Lie]) -> Counter[Slot]:
        """What a layout asks for, hidden places left out."""
        return Counter(self.slot(lie) for lie in layout if self._shows(lie))

    def wanted_next(
        self, layout: Sequence[Lie], before: Sequence[Lie], wanted: Counter[Slot]
    ) -> Counter[Slot]:
        """What a layout asks for that follows one of which it is known."""
        if len(layout) != len(before):
            return self.wanted(layout)
        now: Counter[Slot] = Counter()
        now.update(wanted)
        for old, new in lies_otherwise(before, layout):
            if self._shows(old):
                slot = self.slot(old)
                left = now[slot] - 1
                if left:
                    now[slot] = left
                else:
                    now.pop(slot)
            if self._shows(new):
                now[self.slot(new)] += 1
        return now

    def _shows(self, lie: Lie) -> bool:
        return lie.under is None and self.zones[lie.place.zone] is not ZoneKind.HIDDEN

    def pairs(self, layout: Sequence[Lie]) -> Counter[tuple[Slot, Slot]]:
        """Which dice face which: blockers and attackers."""
        facing = [lie for lie in layout if lie.paired is not None]
        if not facing:
            return NO_PAIRS
        lies = {lie.die: lie for lie in layout}
        return Counter((self.slot(lie), self.slot(lies[lie.paired or ""])) for lie in facing)
