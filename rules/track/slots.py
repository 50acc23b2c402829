"""What layouts ask of a table, whatever lies on it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import Final, TypeAlias

from rules.core import FaceIndex, KindName, Place, Placement, ZoneKind

Slot: TypeAlias = tuple[KindName, Place, FaceIndex | None]
"""Kind, place, face: where some die must lie and what it must show (None: any face)."""


class Wanted(Counter[Slot]):  # noqa: PLW1641 - no counter can be hashed
    """How many dice must lie in each slot, at least one in each: so two compare as fast as dicts.

    A counter compares more slowly, for it takes a slot with no dice for one that is not there.
    """

    __slots__ = ()
    __eq__ = dict.__eq__
    __ne__ = dict.__ne__

    def again(self) -> "Wanted":
        """A copy, to be changed."""
        new = Wanted()
        dict.update(new, self)
        return new


NO_PAIRS: Final[Counter[tuple[Slot, Slot]]] = Counter()
"""No dice face each other: what most tables show."""


def lies_otherwise(
    before: Sequence[Placement], now: Sequence[Placement]
) -> Iterator[tuple[Placement, Placement]]:
    """The dice that lie otherwise now, in two layouts of equal length: how they lay, how they lie.

    Most lies of a layout are the very ones of the layout before: that is seen at once.
    """
    return compress(zip(before, now, strict=True), map(is_not, before, now))


class Slots:
    """What layouts ask of a table, whatever lies on it."""

    def __init__(
        self,
        zones: Mapping[str, ZoneKind],
        alike: Mapping[tuple[KindName, FaceIndex], tuple[KindName, FaceIndex]] | None = None,
    ) -> None:
        """`alike` maps faces to the first face of their kind that is printed the same."""
        self.zones = zones
        self._alike = alike or {}
        self._known: dict[Slot, Slot] = {}

    def slot(self, lie: Placement) -> Slot:
        """What one lie asks for; for equal slots the very same one, which is found sooner."""
        if lie.face is None or self.zones[lie.place.zone] is ZoneKind.HEAP:
            return self.of(lie.kind, lie.place, None)
        _, face = self._alike.get((lie.kind, lie.face), (lie.kind, lie.face))
        return self.of(lie.kind, lie.place, face)

    def face_of(self, kind: KindName, face: FaceIndex) -> tuple[KindName, FaceIndex]:
        """A face of a kind, or the first that is printed the same."""
        return self._alike.get((kind, face), (kind, face))

    def of(self, kind: KindName, place: Place, face: FaceIndex | None) -> Slot:
        """The slot of this kind, place and face: the very same one each time."""
        slot = kind, place, face
        return self._known.setdefault(slot, slot)

    def wanted(self, layout: Iterable[Placement]) -> Wanted:
        """What a layout asks for, hidden places left out."""
        return Wanted(map(self.slot, filter(self._shows, layout)))

    def wanted_next(self, moved: Iterable[tuple[Placement, Placement]], wanted: Wanted) -> Wanted:
        """What is asked for once these dice lie otherwise: how each lay, and how it lies."""
        now = wanted.again()
        for old, new in moved:
            if self._shows(old):
                slot = self.slot(old)
                left = now[slot] - 1
                if left:
                    now[slot] = left
                else:
                    now.pop(slot)
            if self._shows(new):
                slot = self.slot(new)
                now[slot] = now.get(slot, 0) + 1
        return now

    def _shows(self, lie: Placement) -> bool:
        return lie.under is None and self.zones[lie.place.zone] is not ZoneKind.HIDDEN

    def pairs(self, layout: Sequence[Placement]) -> Counter[tuple[Slot, Slot]]:
        """Which dice face which: blockers and attackers."""
        facing = [(lie, lie.paired) for lie in layout if lie.paired is not None]
        if not facing:
            return NO_PAIRS
        lies = {lie.die: lie for lie in layout}
        return Counter((self.slot(lie), self.slot(lies[other])) for lie, other in facing)
