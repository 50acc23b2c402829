"""Training crops for the second look at each box (see `vision.tops`), cut and weathered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import corners_from_points
from vision.tops import MARGIN, SIDE, encode, side_of

Floats = NDArray[np.float64]

FLAT, COCKED, NOTHING, HIDDEN = 0, 1, 2, 3
UNKNOWN: Final = np.full(9, np.nan)


@dataclass(frozen=True, slots=True)
class Box:
    """One labelled die of a training picture."""

    box: Floats  # px
    kind: int
    corners: Floats | None  # px; photos name none


def labelled(rows: str, width: int, height: int) -> list[Box]:
    """The dice of one label file."""
    boxes = []
    for row in rows.splitlines():
        kind, x, y, wide, tall, *rest = (float(cell) for cell in row.split())
        box = np.array([x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2])
        box *= (width, height, width, height)
        points = np.array(rest).reshape(3, 3)
        corners = None
        if points[:, 2].all():
            corners = corners_from_points(points[None, :, :2] * (width, height))[0]
        boxes.append(Box(box, int(kind), corners))
    return boxes


def _turned_square(
    rng: np.random.Generator, image: NDArray[np.uint8], middle: Floats, side: float
) -> tuple[NDArray[np.uint8], Floats]:
    """A square of a picture at a free turn, mirrored at times; and the matrix that cut it."""
    turn = rng.uniform(0, 2 * np.pi)
    scale = (SIDE) / side
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[cos, -sin], [sin, cos]])
    if rng.random() < 0.5:
        linear[:, 0] *= -1
    onto = np.column_stack([linear, (SIDE - 1) / 2 - linear @ middle])
    source = image
    if scale < 0.5:
        source = cv2.GaussianBlur(image, (0, 0), 0.4 / scale).astype(np.uint8)
    crop = cv2.warpAffine(
        source, onto, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return crop.astype(np.uint8), onto


def _weathered(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Other light, other colours, blur and noise."""
    picture: NDArray[Any] = crop.astype(np.float32)
    picture = (picture - 128) * rng.uniform(0.6, 1.3) + 128 + rng.uniform(-40, 40)
    picture *= rng.uniform(0.85, 1.15, 3).astype(np.float32)
    if rng.random() < 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.4))
    if rng.random() < 0.15:
        picture = picture[..., rng.permutation(3)]
    picture = picture + rng.normal(0, rng.uniform(0, 8), picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def _above(die: Box, width: int, height: int) -> Floats:
    """The way from the die's middle to its top's, px; unknown where the picture cuts the die.

    A cube's outline has its middle where the cube has.
    """
    assert die.corners is not None
    if die.box.min() < 1 or (die.box[2:] > (width - 1, height - 1)).any():
        return np.full(2, np.nan)
    way: Floats = die.corners.mean(axis=0) - (die.box[:2] + die.box[2:]) / 2
    return way


def crops_of_picture(
    rng: np.random.Generator,
    image: NDArray[np.uint8],
    boxes: Sequence[Box],
    copies: int,
    loose: float = 0.0,
) -> Iterator[tuple[NDArray[np.uint8], Floats, int]]:
    """Training crops: every die some times, and places where there is none.

    The part `loose` of them miss the middle of their die by more than most of the detector's boxes.
    """
    height, width = image.shape[:2]
    for die in boxes:
        size = die.box[2:] - die.box[:2]
        if size.min() < 9 or die.kind == HIDDEN:
            continue
        for _ in range(copies):
            missed = 0.13 if loose and rng.random() < loose else 0.05
            middle = (die.box[:2] + die.box[2:]) / 2 + rng.normal(0, missed, 2) * size
            side = float(size.max()) * MARGIN * rng.uniform(0.8, 1.2)
            crop, onto = _turned_square(rng, image, middle, side)
            target = UNKNOWN
            if die.corners is not None:
                placed = die.corners @ onto[:, :2].T + onto[:, 2]
                if np.linalg.det(onto[:, :2]) < 0:
                    placed = placed[::-1]
                centre = np.array([(SIDE - 1) / 2, (SIDE - 1) / 2, SIDE])
                above = onto[:, :2] @ _above(die, width, height) / side_of(placed)
                target = np.concatenate([encode(placed, centre), above])
            yield _weathered(rng, crop), target, die.kind
    middles = np.array([(die.box[:2] + die.box[2:]) / 2 for die in boxes]).reshape(-1, 2)
    for _ in range(copies):
        middle = rng.uniform((0, 0), (width, height))
        side = float(np.exp(rng.uniform(np.log(18), np.log(160))))
        away = np.abs(middles - middle).max(axis=1) if len(middles) else np.array([np.inf])
        if away.min() > 0.5 * side:
            crop, _ = _turned_square(rng, image, middle, side)
            yield _weathered(rng, crop), UNKNOWN, NOTHING
