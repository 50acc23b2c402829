"""What layouts ask of a table, whatever lies on it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from rules.core import Lie, Place, ZoneKind

Slot: TypeAlias = tuple[str, Place, int | None]
"""Kind, place, face: where some die must lie and what it must show (None: any face)."""


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
        now = wanted.copy()
        for old, new in zip(before, layout, strict=True):
            if old is not new:
                if self._shows(old):
                    slot = self.slot(old)
                    now[slot] -= 1
                    if not now[slot]:
                        del now[slot]
                if self._shows(new):
                    now[self.slot(new)] += 1
        return now

    def _shows(self, lie: Lie) -> bool:
        return lie.under is None and self.zones[lie.place.zone] is not ZoneKind.HIDDEN

    def pairs(self, layout: Sequence[Lie]) -> Counter[tuple[Slot, Slot]]:
        """Which dice face which: blockers and attackers."""
        facing = [lie for lie in layout if lie.paired is not None]
        if not facing:
            return Counter()
        lies = {lie.die: lie for lie in layout}
        return Counter((self.slot(lie), self.slot(lies[lie.paired or ""])) for lie in facing)
