"""Where the table differs from how it lay when its dice were last looked for.

Most moves are of a few dice: looking for dice there alone takes a fraction of the time.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.gate import Small, differs

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom, px."""

WIDTH: Final = 512
"""Width of the small pictures that are compared, px."""

SPECK: Final = 3
"""Fewer small pixels that differ in one place are noise."""

AROUND: Final = 1.2
"""How far beyond what differs to look, in edges of a die: a whole die may lie at its border."""

LEAST: Final = 5.0
"""No place is looked at that is smaller than this, in edges of a die."""


def small(image: Image) -> Small:
    """A picture `WIDTH` px wide, to be compared with others."""
    height, width = image.shape[:2]
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    half = cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return cv2.resize(half, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8)


def changed_boxes(before: Small, now: Small, factor: float, edge_px: float) -> list[Box]:
    """The places that differ, each large enough for the dice in it.

    Pixels of the small pictures are `factor` pixels wide; dice have edges of `edge_px`.
    """
    marked = differs(now, before)
    reach = max(1, round(edge_px / factor / 2))
    near = cv2.dilate(marked, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(near)
    sizes = np.bincount(labels[marked > 0], minlength=count)
    found = []
    for left, top, wide, tall, _ in stats[1:][sizes[1:] >= SPECK].tolist():
        edges = (left + reach, top + reach, left + wide - reach, top + tall - reach)
        found.append(grown(np.array(edges) * factor, edge_px))
    return found


def grown(box: Sequence[float] | NDArray[np.float64], edge_px: float) -> Box:
    """The box with what is around it, so large that whole dice are seen in it."""
    left, top, right, bottom = box
    wide = max(right - left + 2 * AROUND * edge_px, LEAST * edge_px)
    tall = max(bottom - top + 2 * AROUND * edge_px, LEAST * edge_px)
    x, y = (left + right) / 2, (top + bottom) / 2
    return round(x - wide / 2), round(y - tall / 2), round(x + wide / 2), round(y + tall / 2)


def joined(boxes: Sequence[Box], within: Box) -> list[Box]:
    """The boxes as far as they lie within one; those that overlap become one."""
    left, top, right, bottom = within
    waiting = [
        (max(box[0], left), max(box[1], top), min(box[2], right), min(box[3], bottom))
        for box in boxes
    ]
    apart: list[Box] = []
    while waiting:
        box = waiting.pop()
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        overlapping = [other for other in apart if _overlap(box, other)]
        if not overlapping:
            apart.append(box)
            continue
        apart = [other for other in apart if other not in overlapping]
        every = np.array([box, *overlapping])
        low, high = every[:, :2].min(axis=0).tolist(), every[:, 2:].max(axis=0).tolist()
        waiting.append((low[0], low[1], high[0], high[1]))
    return sorted(apart)


def area(boxes: Sequence[Box]) -> int:
    """How many pixels they cover together, when none overlap."""
    return sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
