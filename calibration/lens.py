"""A camera's lens: focal lengths, centre and distortion, in pixels of one picture size."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike

from calibration.arrays import Floats


@dataclass(frozen=True, slots=True)
class Lens:
    """OpenCV's pinhole model with radial (k1, k2, k3) and tangential (p1, p2) distortion."""

    width: int  # of the pictures it was measured on, px
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)

    @property
    def matrix(self) -> Floats:
        """The 3x3 camera matrix."""
        return np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1]], np.float64)

    @property
    def coefficients(self) -> Floats:
        """The distortion in OpenCV's order: k1, k2, p1, p2, k3."""
        return np.array(self.distortion, np.float64)


def guessed_lens(width: int, height: int, view_degrees: float = 66.0) -> Lens:
    """An ideal lens with this horizontal angle of view; 66 degrees is a Camera Module 3."""
    focal = width / 2 / math.tan(math.radians(view_degrees) / 2)
    return Lens(width, height, focal, focal, (width - 1) / 2, (height - 1) / 2)


def scaled(lens: Lens, width: int, height: int) -> Lens:
    """The same lens for pictures of another size with the same shape."""
    across, down = width / lens.width, height / lens.height
    return Lens(
        width,
        height,
        lens.fx * across,
        lens.fy * down,
        (lens.cx + 0.5) * across - 0.5,
        (lens.cy + 0.5) * down - 0.5,
        lens.distortion,
    )


_PRECISE: Final = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 40, 1e-9)


def ideal_points(lens: Lens, pixels: ArrayLike) -> Floats:
    """Where an ideal lens of focal length 1 would have drawn these pixels (N x 2)."""
    seen = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
    ideal = cv2.undistortPoints(
        seen, lens.matrix, lens.coefficients, R=None, P=None, criteria=_PRECISE
    )
    return np.asarray(ideal, np.float64).reshape(-1, 2)
