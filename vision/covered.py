"""Which parts of the mat a picture does not show: under a hand, or where something moves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.registration import Registration
from vision.gate import Small
from vision.sighting import Area

CELL_MM: Final = 8.0
"""The mat is divided into cells of this side; a cell is covered or not."""

BESIDE_MM: Final = 160.0
"""So far beside the mat, too: dice are thrown into trays."""

ALL_ON_THE_MOVE_MM: Final = 90.0
"""What moves and is longer than this is no die, and no few dice side by side."""


@dataclass(frozen=True, slots=True, eq=False)
class CoveredParts:
    """Turns masks of small pictures into rectangles on the mat."""

    left: float
    top: float
    cells: NDArray[np.intp]  # heights x rows x columns: the small pixel that shows the cell
    shape: tuple[int, int]  # of the small picture; the pixel after its last is "not in view"
    reach_px: int  # half a die

    @classmethod
    def of(
        cls, lies: Registration, picture: tuple[int, ...], small: tuple[int, ...], side_mm: float
    ) -> "CoveredParts":
        """For pictures of this shape (height, width), whose small ones have that shape."""
        xs = np.arange(-BESIDE_MM + CELL_MM / 2, lies.mat.width + BESIDE_MM, CELL_MM)
        ys = np.arange(-BESIDE_MM + CELL_MM / 2, lies.mat.height + BESIDE_MM, CELL_MM)
        middles = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        high, wide = small[:2]
        factor = np.array([wide / picture[1], high / picture[0]])
        seen = []
        for height in (0.0, side_mm):
            at = np.floor(lies.to_image(middles, height) * factor).astype(np.intp)
            inside = ((at >= 0) & (at < (wide, high))).all(axis=1)
            seen.append(np.where(inside, at[:, 1] * wide + at[:, 0], wide * high))
        scale = max(lies.px_per_mm(each) for each in _corners(lies)) * float(factor.max())
        return cls(
            left=-BESIDE_MM,
            top=-BESIDE_MM,
            cells=np.array(seen).reshape(2, len(ys), len(xs)),
            shape=(high, wide),
            reach_px=max(1, round(side_mm / 2 * scale)),
        )

    def __call__(self, unknown: Small) -> tuple[Area, ...]:
        """What no die can be seen in that any of these small pixels belongs to."""
        if not unknown.any():
            return ()
        size = 2 * self.reach_px + 1
        wide = cv2.dilate(unknown, np.ones((size, size), np.uint8))
        return tuple(self._areas(self._cells_in(np.asarray(wide, np.uint8))))

    def moving(self, moved: Small, hand: Small) -> tuple[Area, ...]:
        """Where something moves that is no hand and not larger than a few dice.

        What reaches in from the edge of the picture is taken for fingers.
        """
        if not moved.any():
            return ()
        count, places, boxes, _ = cv2.connectedComponentsWithStats(
            cv2.dilate(moved, np.ones((3, 3), np.uint8))
        )
        high, wide = self.shape
        found = []
        for number in range(1, count):
            part = places == number
            left, top, across, down, _ = boxes[number].tolist()
            inside = left > 1 and top > 1 and left + across < wide - 1 and top + down < high - 1
            if not inside or (hand[part] > 0).any():
                continue
            rows, columns = np.nonzero(self._cells_in(part.astype(np.uint8)))
            if not len(rows):
                continue
            area = self._area(columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
            if max(area.right - area.left, area.bottom - area.top) <= ALL_ON_THE_MOVE_MM:
                found.append(area)
        return tuple(found)

    def _cells_in(self, mask: Small) -> NDArray[np.bool_]:
        """Which cells show anything of this mask; those out of view do not."""
        flat = np.append(mask.ravel() > 0, False)
        return np.asarray(flat[self.cells].any(axis=0))

    def _areas(self, covered: NDArray[np.bool_]) -> Iterator[Area]:
        """The covered cells as rectangles: equal stretches of rows that follow each other."""
        standing: dict[tuple[int, int], int] = {}  # stretch -> the row it began in
        for row in range(len(covered) + 1):
            now = set(_stretches(covered[row])) if row < len(covered) else set()
            for stretch in [each for each in standing if each not in now]:
                yield self._area(stretch[0], standing.pop(stretch), stretch[1], row)
            for stretch in now:
                standing.setdefault(stretch, row)

    def _area(self, left: int, top: int, right: int, bottom: int) -> Area:
        return Area(
            float(self.left + left * CELL_MM),
            float(self.top + top * CELL_MM),
            float(self.left + right * CELL_MM),
            float(self.top + bottom * CELL_MM),
        )


def _stretches(row: NDArray[np.bool_]) -> Sequence[tuple[int, int]]:
    """Where a row is covered: from, to."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
    pairs: list[list[int]] = edges.reshape(-1, 2).tolist()
    return [(start, end) for start, end in pairs]


def _corners(lies: Registration) -> list[tuple[float, float]]:
    wide, high = lies.mat.width, lies.mat.height
    return [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]


def holds(areas: Sequence[Area], x_mm: float, y_mm: float) -> bool:
    """Whether a point lies in any of them."""
    return any(area.holds(x_mm, y_mm) for area in areas)
