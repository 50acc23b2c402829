"""The marker on a life track: which cell of the printed track something lies on.

Anything may mark life: a bead, a coin, a die. So the marker is not known by its looks, but by
what it hides: the straightened picture of the track is compared with the track as it is printed.
"""

from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.artwork import life_cells
from calibration.drawing import draw
from calibration.rectify import rectifier
from calibration.registration import Registration
from hardware.frame import Image
from vision.sighting import LifeMark

PX_PER_MM: Final = 2.0

HIDDEN: Final = 16.0
"""Mean grey levels by which a covered cell differs from its print, at least."""

CLEARER: Final = 1.6
"""How much more the covered cell differs than any cell beside its neighbours."""

BETWEEN: Final = 0.75
"""A neighbour that differs by this share of the most hidden cell: the marker lies between them."""

Floats: TypeAlias = NDArray[np.float32]


class LifeTracks:
    """The life tracks of a mat that lies where a registration says."""

    def __init__(self, mat_lies: Registration) -> None:
        self._cells = life_cells(mat_lies.mat)
        if self._cells:
            self._straighten = rectifier(mat_lies, PX_PER_MM)
            self._printed = draw(mat_lies.mat, PX_PER_MM)

    def __call__(self, image: Image) -> tuple[LifeMark, ...]:
        """Read the markers of all seats in a frame of a table at rest."""
        if not self._cells:
            return ()
        seen = self._straighten(image)
        return tuple(
            _mark(seat, np.array(_differences(seen, self._printed, cells)))
            for seat, cells in sorted(self._cells.items())
        )


def _mark(seat: int, hidden: NDArray[np.float64]) -> LifeMark:
    """The one cell that is clearly more hidden than the others, if there is one.

    Its neighbours may be hidden in part: by a large marker, or by one whose height the camera sees
    aside. A marker halfway between two cells says neither number.
    """
    best = int(hidden.argmax())
    beside = [number for number in (best - 1, best + 1) if 0 <= number < len(hidden)]
    others = [number for number in range(len(hidden)) if abs(number - best) > 1]
    clear = hidden[best] >= HIDDEN and hidden[best] >= CLEARER * hidden[others].max()
    clear = clear and hidden[beside].max() <= BETWEEN * hidden[best]
    return LifeMark(seat, best if clear else None, float(hidden[best]))


def _differences(
    seen: Image, printed: Image, cells: tuple[tuple[float, float, float, float], ...]
) -> list[float]:
    """How much each cell differs from its print, under the light that lies on the whole track."""
    pairs = [(_part(seen, cell), _part(printed, cell)) for cell in cells]
    light = np.median(
        [one.mean((0, 1)) / np.maximum(other.mean((0, 1)), 1) for one, other in pairs], 0
    )
    return [float(np.abs(one - other * light).mean()) for one, other in pairs]


def _part(picture: Image, cell: tuple[float, float, float, float]) -> Floats:
    """A cell of a straightened mat, without its fine print."""
    left, top, right, bottom = (round(edge * PX_PER_MM) for edge in cell)
    part = cv2.GaussianBlur(picture[top:bottom, left:right], (0, 0), 1.5)
    return part.astype(np.float32)
