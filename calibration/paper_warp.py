"""What a plane cannot explain: curling paper, sheets joined askew, what is left of the lens.

The corners of the tags say how far the mat is from where a plane would put it; between them the
correction is interpolated smoothly (a Gaussian process with this reach), and where no tag is
near it fades to none.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.arrays import Floats

_REACH: Final = 95.0  # mm; best of 70 to 140 over random rigs with lifted corners
_NOISE: Final = 0.01  # of the kernel's variance: corners are measured to a tenth of the curl


@dataclass(frozen=True, eq=False)
class PaperWarp:
    """A smooth shift of points on the mat, N x 2 millimetres."""

    anchors: Floats
    weights: Floats

    def shift(self, points: Floats) -> Floats:
        """How far the plane's answer lies from the truth at these points."""
        return np.asarray(_kernel(points, self.anchors) @ self.weights, np.float64)

    def off(self, points: Floats) -> Floats:
        """From the plane's answer to the point on the mat."""
        return points - self.shift(points)

    def on(self, points: Floats) -> Floats:
        """The inverse of `off`: from a point on the mat to where the plane has it."""
        shifted = points
        for _ in range(4):
            shifted = points + self.shift(shifted)
        return shifted


def fit_warp(plane_says: Floats, truth: Floats) -> PaperWarp:
    """The warp that takes the plane's answers to the true points."""
    kernel = _kernel(plane_says, plane_says) + _NOISE * np.eye(len(plane_says))
    return PaperWarp(
        plane_says, np.asarray(np.linalg.solve(kernel, plane_says - truth), np.float64)
    )


def _kernel(points: Floats, anchors: Floats) -> Floats:
    squared = ((points[:, None, :] - anchors[None, :, :]) ** 2).sum(axis=2)
    return np.asarray(np.exp(-squared / (2 * _REACH**2)), np.float64)
