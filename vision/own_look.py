"""What a die's own body looks like from above: outline, facets, engraving, shade.

Dice with the same print in the same colours differ in their bodies. A picture of the top and what
lies around it becomes a few numbers that stay alike however the die is turned and whatever it
shows, and differ from body to body; which numbers these are was learnt from drawn dice
(`models.own_looks`). Units: one is as far apart as two looks at one die usually are.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.weights import FOLDER

Floats = NDArray[np.float32]

LEARNT: Final = FOLDER / "own_look.npz"

SIDE: Final = 48
"""Of the picture, px."""

AROUND: Final = 1.5
"""The picture's side over the face's."""

SOFTENED: Final = 0.7
"""Sigma, px: where exactly a corner lies is not known better than that."""


def around(picture: Image, face: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The top and what lies around it, square: `face` are its corners (4 x 2 px, clockwise)."""
    inner = SIDE / AROUND / 2
    square = SIDE / 2 + inner * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) - 0.5
    way = cv2.getPerspectiveTransform(np.asarray(face, np.float32), square.astype(np.float32))
    return cv2.warpPerspective(
        picture, way, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8)


def features(pictures: Sequence[NDArray[np.uint8]]) -> Floats:
    """What does not change when the die is turned by quarters or seen in a mirror (n x many)."""
    grey = np.stack([cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in pictures])
    soft = np.stack([cv2.GaussianBlur(each.astype(np.float32), (0, 0), SOFTENED) for each in grey])
    middle = soft[:, SIDE // 4 : -SIDE // 4, SIDE // 4 : -SIDE // 4].reshape(len(soft), -1)
    level, spread = np.median(middle, axis=1), soft.reshape(len(soft), -1).std(axis=1)
    light = (soft - level[:, None, None]) / (spread[:, None, None] + 4.0)
    across = np.abs(np.diff(light, axis=2, append=light[:, :, -1:]))
    along = np.abs(np.diff(light, axis=1, append=light[:, -1:, :]))
    edges = np.sqrt(across**2 + along**2)
    return np.concatenate([_folded(light), _folded(edges), _folded(light**2)], axis=1)


def _folded(maps: Floats) -> Floats:
    """The mean of a map and all that it becomes by quarter turns and mirrors: an eighth of it."""
    turned = [np.rot90(maps, quarter, (1, 2)) for quarter in range(4)]
    whole = sum((each + each.transpose(0, 2, 1) for each in turned), np.zeros_like(maps)) / 8
    half = SIDE // 2
    rows, columns = np.triu_indices(half)
    return np.asarray(whole[:, :half, :half][:, rows, columns], np.float32)


@cache
def _learnt() -> tuple[Floats, Floats]:
    """The mean of all features, and what makes the few numbers of them."""
    with np.load(LEARNT) as kept:
        return kept["mean"].astype(np.float32), kept["way"].astype(np.float32)


def own_looks(pictures: Sequence[NDArray[np.uint8]]) -> Floats:
    """The few numbers of each picture (n x `NUMBERS`)."""
    mean, way = _learnt()
    return np.asarray((features(pictures) - mean) @ way, np.float32)
