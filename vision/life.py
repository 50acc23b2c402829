"""The marker on a life track: which cell of the printed track something lies on.

Anything may mark life: a bead, a coin, a die. So the marker is not known by its looks, but by
what it hides: the straightened picture of the track is compared with the track as it is printed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.artwork import Box, life_cells
from calibration.mat_picture import draw
from calibration.rectify import Rectifier, rectifier
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


@dataclass(frozen=True, slots=True)
class _Track:
    """One seat's cells in the straightened picture of the strip they lie in."""

    seat: int
    straighten: Rectifier
    cells: tuple[tuple[slice, slice], ...]
    printed: tuple[Floats, ...]
    means: NDArray[np.float64]  # of the printed cells, n x 3


class LifeTracks:
    """The life tracks of a mat that lies where a registration says."""

    def __init__(self, mat_lies: Registration) -> None:
        cells = life_cells(mat_lies.mat)
        self._tracks: tuple[_Track, ...] = ()
        if cells:
            straighten = rectifier(mat_lies, PX_PER_MM)
            printed = draw(mat_lies.mat, PX_PER_MM)
            self._tracks = tuple(
                _track(seat, boxes, straighten, printed) for seat, boxes in sorted(cells.items())
            )

    def __call__(self, image: Image) -> tuple[LifeMark, ...]:
        """Read the markers of all seats in a frame of a table at rest."""
        return tuple(_mark(track.seat, _differences(track, image)) for track in self._tracks)


def _track(seat: int, boxes: Sequence[Box], straighten: Rectifier, printed: Image) -> _Track:
    edges = np.rint(np.array(boxes) * PX_PER_MM).astype(int)
    left, top = edges[:, :2].min(axis=0).tolist()
    right, bottom = edges[:, 2:].max(axis=0).tolist()
    strip = straighten.part(slice(top, bottom), slice(left, right))
    cells = tuple(
        (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        for x0, y0, x1, y1 in edges.tolist()
    )
    shown = tuple(_soft(printed[top:bottom, left:right], cell) for cell in cells)
    means = np.array([cv2.mean(each)[:3] for each in shown])
    return _Track(seat, strip, cells, shown, means)


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


def _differences(track: _Track, image: Image) -> NDArray[np.float64]:
    """How much each cell differs from its print, under the light that lies on the whole track."""
    strip = track.straighten(image)
    seen = [_soft(strip, cell) for cell in track.cells]
    means = np.array([cv2.mean(each)[:3] for each in seen])
    light = np.median(means / np.maximum(track.means, 1), axis=0).astype(np.float32)
    return np.array(
        [
            float(np.mean(cv2.mean(cv2.absdiff(one, other * light))[:3]))
            for one, other in zip(seen, track.printed, strict=True)
        ]
    )


def _soft(picture: Image, cell: tuple[slice, slice]) -> Floats:
    """A cell of a straightened strip, without its fine print."""
    return cv2.GaussianBlur(picture[cell], (0, 0), 1.5).astype(np.float32)
