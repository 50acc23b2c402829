"""Where on a mat a point lies, and how near to a border."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.mat import Mat, Zone

REACH_MM: Final = 7.0
"""Half a die and a little more."""


def zone_at(mat: Mat, x: float, y: float) -> tuple[Zone | None, float]:
    """The zone under a point and the distance (mm) to the nearest border of any zone.

    Between zones the zone is None; the distance then tells how near the nearest zone is.
    """
    inside, gaps = _borders(mat).about(x, y)
    here = np.flatnonzero(inside)
    return (mat.zones[here[0]] if len(here) else None), float(gaps.min(initial=np.inf))


def zones_about(mat: Mat, x: float, y: float) -> tuple[Zone, ...]:
    """The zones that a die at a point does not lie in, but reaches into or nearly so."""
    inside, gaps = _borders(mat).about(x, y)
    return tuple(mat.zones[number] for number in np.flatnonzero(~inside & (gaps <= REACH_MM)))


@dataclass(frozen=True, eq=False, slots=True)
class _Borders:
    """All sides of all zones, zone after zone."""

    starts: Floats  # N x 2
    alongs: Floats  # N x 2: from start to end
    lengths: Floats  # N, squared
    firsts: NDArray[np.intp]  # per zone its first side

    def about(self, x: float, y: float) -> tuple[NDArray[np.bool_], Floats]:
        """Per zone whether a point lies in it, and how far its border is (mm)."""
        if not len(self.firsts):
            return np.zeros(0, bool), np.zeros(0)
        away = np.array([x, y]) - self.starts
        share = np.clip((away * self.alongs).sum(axis=1) / self.lengths, 0, 1)
        gaps = np.hypot(*(away - share[:, None] * self.alongs).T)
        # Inside, a ray to the right crosses the outline an odd number of times.
        below, height = away[:, 1] < 0, self.alongs[:, 1]
        meets = below != (away[:, 1] < height)
        rise = np.where(meets, height, 1.0)
        crossed = meets & (away[:, 0] < away[:, 1] * self.alongs[:, 0] / rise)
        inside = np.logical_xor.reduceat(crossed, self.firsts)
        return inside, np.minimum.reduceat(gaps, self.firsts)


@lru_cache(maxsize=16)
def _borders(mat: Mat) -> _Borders:
    outlines = [np.array(zone.outline, np.float64) for zone in mat.zones]
    starts = np.concatenate([np.zeros((0, 2)), *outlines])
    ends = np.concatenate([np.zeros((0, 2)), *(np.roll(each, -1, axis=0) for each in outlines)])
    alongs = ends - starts
    lengths = (alongs**2).sum(axis=1)
    firsts = np.cumsum([0, *map(len, outlines)])[:-1]
    return _Borders(starts, alongs, np.where(lengths > 0, lengths, 1.0), firsts)
