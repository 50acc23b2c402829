"""The mat seen straight from above, cut out of a frame."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Image
from calibration.registration import Registration

_STRIDE = 8  # output px between the points that are computed; those between are interpolated


@dataclass(frozen=True, eq=False)
class Rectifier:
    """Look-up tables from the straightened mat to the frame; made once per registration."""

    px_per_mm: float
    coarse: NDArray[np.int16]
    fine: NDArray[np.uint16]

    def __call__(self, frame: Image) -> Image:
        """The mat, `px_per_mm` pixels per millimetre, its top left corner first."""
        return np.asarray(cv2.remap(frame, self.coarse, self.fine, cv2.INTER_LINEAR), np.uint8)

    def part(self, rows: slice, columns: slice) -> "Rectifier":
        """One that straightens nothing but these rows and columns of pixels."""
        return replace(self, coarse=self.coarse[rows, columns], fine=self.fine[rows, columns])


def rectifier(registration: Registration, px_per_mm: float = 3.0) -> Rectifier:
    """Prepare to straighten frames of this registration."""
    mat = registration.mat
    width, height = round(mat.width * px_per_mm), round(mat.height * px_per_mm)
    columns, rows = (np.arange(0, side + _STRIDE, _STRIDE) for side in (width, height))
    grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    seen = registration.to_image((grid + 0.5) / px_per_mm)
    seen = seen.reshape(len(rows), len(columns), 2).astype(np.float32)
    down, right = np.mgrid[0:height, 0:width].astype(np.float32) / _STRIDE
    where = cv2.remap(seen, right, down, cv2.INTER_LINEAR)
    coarse, fine = cv2.convertMaps(where[..., 0], where[..., 1], cv2.CV_16SC2)
    return Rectifier(px_per_mm, np.asarray(coarse, np.int16), np.asarray(fine, np.uint16))
