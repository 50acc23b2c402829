"""When two layouts look the same to an eye above the table."""

from collections import Counter
from collections.abc import Sequence

from rules.core import AnyGame, FaceIndex, KindName, Place, Placement, ZoneKind


def looks_alike(one: Sequence[Placement], other: Sequence[Placement], game: AnyGame) -> bool:
    """Whether two layouts look the same from above."""
    return shown(one, game) == shown(other, game)


def may_lie(layout: Sequence[Placement], wanted: Sequence[Placement], game: AnyGame) -> bool:
    """Whether dice that lie as in `layout` lie as wanted: where any face will do, any does."""
    lie, asked = shown(layout, game), shown(wanted, game)
    over, short = lie - asked, asked - lie
    return all(face is None for _, _, face in short) and Counter(
        slot[:2] for slot in over.elements()
    ) == Counter(slot[:2] for slot in short.elements())


def shown(
    layout: Sequence[Placement], game: AnyGame
) -> Counter[tuple[KindName, Place, FaceIndex | None]]:
    """How many dice of each kind lie where, showing what."""
    shown: Counter[tuple[KindName, Place, FaceIndex | None]] = Counter()
    for lie in layout:
        zone = game.zones[lie.place.zone]
        if zone is not ZoneKind.HIDDEN and lie.under is None:
            shown[lie.kind, lie.place, None if zone is ZoneKind.HEAP else lie.face] += 1
    return shown
