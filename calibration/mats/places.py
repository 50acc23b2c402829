"""Where on a mat a point lies, and how near to a border."""

import math
from typing import Final

from calibration.mat import Mat, Point, Zone

REACH_MM: Final = 7.0
"""Half a die and a little more."""


def zone_at(mat: Mat, x: float, y: float) -> tuple[Zone | None, float]:
    """The zone under a point and the distance (mm) to the nearest border of any zone.

    Between zones the zone is None; the distance then tells how near the nearest zone is.
    """
    here: Zone | None = None
    nearest = math.inf
    for zone in mat.zones:
        nearest = min(nearest, _to_border(zone.outline, x, y))
        if here is None and _inside(zone.outline, x, y):
            here = zone
    return here, nearest


def zones_about(mat: Mat, x: float, y: float) -> tuple[Zone, ...]:
    """The zones that a die at a point does not lie in, but reaches into or nearly so."""
    return tuple(
        zone
        for zone in mat.zones
        if _to_border(zone.outline, x, y) <= REACH_MM and not _inside(zone.outline, x, y)
    )


def _inside(outline: tuple[Point, ...], x: float, y: float) -> bool:
    """Whether a ray to the right crosses the outline an odd number of times."""
    inside = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def _to_border(outline: tuple[Point, ...], x: float, y: float) -> float:
    return min(
        _to_segment(a, b, x, y) for a, b in zip(outline, outline[1:] + outline[:1], strict=True)
    )


def _to_segment(a: Point, b: Point, x: float, y: float) -> float:
    along = (b[0] - a[0], b[1] - a[1])
    length = along[0] ** 2 + along[1] ** 2
    share = ((x - a[0]) * along[0] + (y - a[1]) * along[1]) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(x - a[0] - share * along[0], y - a[1] - share * along[1])
