"""Dice in a picture: the box of each whole die, the corners of its top face, flat or cocked.

The network is a YOLO with a keypoint head (see `models.train`), run by onnxruntime. Pictures of
any size are fitted into its longest side; small ones are not blown up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.corners import corners_from_points
from vision.weights import FOLDER, open_network

Floats = NDArray[np.float64]

LONGEST: Final = 1280
"""The longest side the network looks at, px: a 13 mm die on a mat 594 mm wide gets 28 px."""

STRIDE: Final = 32
SAME_DIE: Final = 0.5
"""Boxes that share more than this part of their union are one die."""

TINY: Final = 17.0
"""Where most dice are smaller than this (px, as the network sees them) it looks again, closer."""


@dataclass(frozen=True, slots=True)
class Detection:
    """One die, in pixels of the picture; `score` is the calibrated chance that it is one."""

    box: tuple[float, float, float, float]  # left, top, right, bottom of the whole die
    corners: Floats  # 4 x 2, the top face, clockwise in the picture, any start
    score: float
    flat: bool

    @property
    def centre(self) -> Floats:
        """The middle of the top face."""
        middle: Floats = self.corners.mean(axis=0)
        return middle

    @property
    def side(self) -> float:
        """The top face's edge length."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())


class Detector:
    """The die detector: one open network, called with pictures."""

    def __init__(
        self,
        *,
        folder: Path = FOLDER,
        name: str = "detector",
        threads: int = 2,
        longest: int = LONGEST,
        lowest: float | None = None,
    ) -> None:
        self._session, self._facts = open_network(name, threads, folder)
        self._input = self._session.get_inputs()[0].name
        self._longest = longest
        self._lowest = float(self._facts.get("threshold", 0.3)) if lowest is None else lowest

    def __call__(self, image: Image) -> tuple[Detection, ...]:
        """The dice of a picture, from its top to its bottom."""
        found = self._look(image, self._longest)
        if found and max(image.shape[:2]) > self._longest:
            scale = self._longest / max(image.shape[:2])
            if np.median([die.side for die in found]) * scale < TINY:
                found = self._look_closer(image)
        return tuple(sorted(found, key=lambda die: (die.box[1], die.box[0])))

    def _look(self, image: Image, longest: int) -> list[Detection]:
        height, width = image.shape[:2]
        scale = min(1.0, longest / max(height, width))
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = image if scale == 1.0 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        canvas = np.full(
            (-(-size[1] // STRIDE) * STRIDE, -(-size[0] // STRIDE) * STRIDE, 3), 114, np.uint8
        )
        canvas[: size[1], : size[0]] = small
        blob = cv2.dnn.blobFromImage(canvas, 1 / 255, swapRB=True)
        raw = self._session.run(None, {self._input: blob})[0][0]
        return _decode(raw, self._lowest, (width / size[0], height / size[1]), self._facts)

    def _look_closer(self, image: Image) -> list[Detection]:
        """Look at overlapping quarters; dice seen twice count once."""
        height, width = image.shape[:2]
        tall, wide = round(height * 0.56), round(width * 0.56)
        found: list[Detection] = []
        for top in (0, height - tall):
            for left in (0, width - wide):
                part = np.ascontiguousarray(image[top : top + tall, left : left + wide])
                window = (left, top, wide, tall)
                found.extend(
                    _moved(die, left, top)
                    for die in self._look(part, self._longest)
                    if not _cut_off(die, window, (width, height))
                )
        boxes = np.array([die.box for die in found]).reshape(-1, 4)
        kept = _unlike(boxes, np.array([die.score for die in found]))
        return [found[index] for index in kept]


def _cut_off(die: Detection, part: tuple[int, int, int, int], whole: tuple[int, int]) -> bool:
    """Whether the edge of a part, not of the picture, cuts the die."""
    left, top, wide, tall = part
    x1, y1, x2, y2 = die.box
    return (
        (left > 0 and x1 < 3)
        or (top > 0 and y1 < 3)
        or (left + wide < whole[0] and x2 > wide - 3)
        or (top + tall < whole[1] and y2 > tall - 3)
    )


def _moved(die: Detection, left: int, top: int) -> Detection:
    x1, y1, x2, y2 = die.box
    box = (x1 + left, y1 + top, x2 + left, y2 + top)
    return Detection(box, die.corners + np.array([left, top]), die.score, die.flat)


def _decode(
    raw: NDArray[np.float32], lowest: float, grow: tuple[float, float], facts: Mapping[str, Any]
) -> list[Detection]:
    """Rows of the network's answer: box (centre, size), two class scores, three points."""
    best = raw[4:6].max(axis=0)
    scores = calibrated(best, facts)
    kept = np.flatnonzero(scores >= lowest)
    if not kept.size:
        return []
    rows = raw[:, kept].T.astype(np.float64)
    boxes = np.hstack([rows[:, :2] - rows[:, 2:4] / 2, rows[:, :2] + rows[:, 2:4] / 2])
    picked = _unlike(boxes, scores[kept])
    rows, boxes, picked_scores = rows[picked], boxes[picked], scores[kept][picked]
    points = rows[:, 6:15].reshape(-1, 3, 3)[..., :2]
    corners = corners_from_points(points) * grow
    boxes = boxes * np.tile(grow, 2)
    return [
        Detection(
            (float(box[0]), float(box[1]), float(box[2]), float(box[3])),
            quad,
            float(score),
            flat=bool(row[4] >= row[5]),
        )
        for box, quad, score, row in zip(boxes, corners, picked_scores, rows, strict=True)
    ]


def calibrated(scores: NDArray[np.float32], facts: Mapping[str, Any]) -> Floats:
    """The network's scores as chances, by the line in log-odds that evaluation fitted."""
    slope, shift = facts.get("calibration", (1.0, 0.0))
    clipped = np.clip(scores.astype(np.float64), 1e-6, 1 - 1e-6)
    odds = np.log(clipped / (1 - clipped))
    chances: Floats = 1 / (1 + np.exp(-(slope * odds + shift)))
    return chances


def _unlike(boxes: Floats, scores: Floats) -> NDArray[np.intp]:
    """Indices of the boxes to keep, best first: none shares `SAME_DIE` with a better one."""
    order = np.argsort(-scores)
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    kept: list[int] = []
    while order.size:
        first, rest = order[0], order[1:]
        kept.append(int(first))
        low = np.maximum(boxes[first, :2], boxes[rest, :2])
        high = np.minimum(boxes[first, 2:], boxes[rest, 2:])
        shared = np.prod(np.clip(high - low, 0, None), axis=1)
        order = rest[shared <= SAME_DIE * (areas[first] + areas[rest] - shared)]
    return np.array(kept, np.intp)
