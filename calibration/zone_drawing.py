"""Drawing the zones of a mat with dice: they are laid on a zone's corners and seen there.

Two dice on opposite corners draw a rectangle, three or more the polygon around them, and two dice
side by side keep the zone as it is. No key is needed: a zone is taken as soon as the dice have
lain still for some looks, and the next one begins when they have been moved. Free of cameras and
screens.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, hypot
from typing import Final

from calibration.mat import Mat, Point, Zone
from calibration.mats.layout import rectangle
from words import tr

LOOKS: Final = 3
"""So many looks in a row dice must lie still."""

STILL_MM: Final = 2.5
MOVED_MM: Final = 12.0
"""From the corners of the zone before, a die must have been moved this far to count anew."""

SIDE_BY_SIDE_MM: Final = 30.0
SMALLEST_MM: Final = 15.0
"""No zone is narrower: a die would not fit."""

_SIDES: Final = (tr("the near player's"), tr("the far player's"))


@dataclass(frozen=True, slots=True)
class ZoneDrawing:
    """A mat whose zones are being drawn, one after the other."""

    mat: Mat
    at: int = 0  # the zone that is drawn now
    says: str = tr("Take everything off the mat, and your hands away.")
    printed: tuple[Point, ...] | None = None  # what looks like a die on the empty mat
    lying: tuple[Point, ...] = ()
    looks: int = 0
    used: tuple[Point, ...] = ()  # where the dice lay that drew the zone before

    @property
    def done(self) -> bool:
        """Whether every zone has been drawn or kept."""
        return self.at >= len(self.mat.zones)


def see_dice(drawing: ZoneDrawing, dice: Sequence[Point]) -> ZoneDrawing:
    """One look at the mat at rest: where its dice lie, in millimetres."""
    if drawing.done:
        return drawing
    known = drawing.printed or ()
    lying = tuple(sorted(die for die in dice if not _near_any(die, known, MOVED_MM)))
    same = len(lying) == len(drawing.lying) and all(
        _near_any(die, drawing.lying, STILL_MM) for die in lying
    )
    drawing = replace(drawing, lying=lying, looks=drawing.looks + 1 if same else 1)
    if drawing.looks < LOOKS:
        return drawing
    if drawing.printed is None:
        return _asking(replace(drawing, printed=lying, lying=(), looks=0))
    fresh = tuple(die for die in lying if not _near_any(die, drawing.used, MOVED_MM))
    if len(fresh) < min(2, len(lying)) or len(lying) < 2:
        return _asking(drawing)
    return _taken(drawing, lying)


def _taken(drawing: ZoneDrawing, dice: tuple[Point, ...]) -> ZoneDrawing:
    """The zone these dice draw, and on to the next."""
    zone = drawing.mat.zones[drawing.at]
    if len(dice) == 2 and _apart(*dice) < SIDE_BY_SIDE_MM:
        return _next(drawing, zone, dice)
    outline = _outline(dice, drawing.mat)
    if outline is None:
        says = tr(
            "Lay the dice further apart: {named} would be too narrow for a die.", named=_named(zone)
        )
        return replace(drawing, says=says)
    return _next(drawing, replace(zone, outline=outline), dice)


def _next(drawing: ZoneDrawing, zone: Zone, dice: tuple[Point, ...]) -> ZoneDrawing:
    zones = drawing.mat.zones
    mat = replace(drawing.mat, zones=(*zones[: drawing.at], zone, *zones[drawing.at + 1 :]))
    drawn = replace(drawing, mat=mat, at=drawing.at + 1, used=dice, looks=0)
    return replace(drawn, says=tr("All zones are drawn.")) if drawn.done else _asking(drawn)


def _asking(drawing: ZoneDrawing) -> ZoneDrawing:
    zone = drawing.mat.zones[drawing.at]
    count = tr("{number} of {all}", number=drawing.at + 1, all=len(drawing.mat.zones))
    says = tr(
        "{count}: lay dice on two opposite corners of {named} (more for another "
        "shape), the middle of each die on the corner. Two dice side by side keep it "
        "as it is drawn.",
        count=count,
        named=_named(zone),
    )
    return replace(drawing, says=says)


def _named(zone: Zone) -> str:
    whose = "the" if zone.seat is None else _SIDES[zone.seat % 2]
    return f"{whose} {zone.title or zone.name}"


def _outline(dice: tuple[Point, ...], mat: Mat) -> tuple[Point, ...] | None:
    """The corners, clockwise in the picture, within the mat; None when nothing fits in."""
    points = [(min(max(x, 0.0), mat.width), min(max(y, 0.0), mat.height)) for x, y in dice]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    if min(right - left, bottom - top) < SMALLEST_MM:
        return None
    if len(points) == 2:
        return rectangle(left, top, right, bottom)
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    return tuple(sorted(points, key=lambda p: atan2(p[1] - middle[1], p[0] - middle[0])))


def _near_any(point: Point, others: Sequence[Point], limit: float) -> bool:
    return any(_apart(point, other) <= limit for other in others)


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
