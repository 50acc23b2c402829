"""The top face of a detected die: its corners, flat or cocked, and whether it is a die at all.

A small network looks at each detected box twice more, at the picture's full resolution: as it
lies, and turned by a quarter. What it then still doubts it looks at in all eight ways, turned and
mirrored. Where the face has no first corner (see `vision.corners`), it names the angle four times
over.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.corners import REACH, corners_from_points
from vision.weights import FOLDER, open_network

Floats = NDArray[np.float64]

SIDE: Final = 80
"""Side of the square crop the network works on, px."""

MARGIN: Final = 1.6
"""The crop's side over the longer side of the box: what is around it tells a die from a letter."""

SAME_FACE: Final = 0.35
"""Two looks mean the same face when its corners are nearer than this part of a side."""

DOUBTED: Final = 0.018
"""What is a die, or is none, with less than this chance is looked at in all eight ways: one box in
thirteen of a usual scene."""

PLAIN: Final = (0.01, 0.5)
"""A flat die is beyond doubt when it is none with less than the first chance, and leans with less
than the second, the mat being told."""

BATCH: Final = 64


@dataclass(frozen=True, slots=True)
class Top:
    """What the second look at one box says."""

    corners: Floats  # 4 x 2 px, clockwise, from the one nearest the picture's top left
    die: float  # chance that it is a die
    cocked: float  # chance that it leans, given that it is a die
    above: Floats  # the way from the die's middle to its top's (x, y), in sides of the top
    veto: float = 0.0  # log-odds against it where textures and clutter may lie around

    @property
    def die_on_textures(self) -> float:
        """The chance that it is a die where anything may lie around it."""
        sure = min(max(self.die, 1e-9), 1 - 1e-9)
        return float(1 / (1 + (1 - sure) / sure * np.exp(np.clip(self.veto, -30, 30))))


Leaning: TypeAlias = Callable[[Sequence[Top]], Floats]
"""The chance that each of some dice leans."""


class TopFinder:
    """The network `tops` of the manifest, called with a picture and the boxes of its dice."""

    def __init__(self, folder: Path = FOLDER, threads: int = 2) -> None:
        """Open the network. Raises `vision.weights.WeightsError`."""
        self._session, self.facts = open_network("tops", threads, folder)

    def __call__(
        self,
        image: Image,
        boxes: Floats,
        leaning: Leaning | None = None,
        *,
        anything: bool = False,
    ) -> tuple[Top, ...]:
        """Look at each box (N x 4: left, top, right, bottom, px).

        Where `anything` may lie around, doubts on textures count as doubts.

        Where `leaning` tells the chances that dice lean, flat ones of which the first look leaves
        no doubt get no second one.
        """
        tops: list[Top] = []
        for start in range(0, len(boxes), BATCH):
            squares = crop_squares(boxes[start : start + BATCH])
            crops = np.stack([cut(image, square) for square in squares])
            looks = list(decode(self._answers(crops), squares))
            unsure = _unsure(looks, leaning)
            if len(unsure):
                turned = np.rot90(crops[unsure], axes=(1, 2))
                for n, aside in zip(
                    unsure, decode(self._answers(turned), squares[unsure]), strict=True
                ):
                    looks[n] = _agreed(looks[n], aside, squares[n])
            tops.extend(self._every_way(crops, squares, looks, anything=anything))
        return tuple(tops)

    def _every_way(
        self,
        crops: NDArray[np.uint8],
        squares: Floats,
        twice: Sequence[Top],
        *,
        anything: bool,
    ) -> Sequence[Top]:
        """The same tops; of the doubtful ones the chances are means over all eight ways."""
        chances = [top.die_on_textures if anything else top.die for top in twice]
        doubted = [n for n, chance in enumerate(chances) if DOUBTED < chance < 1 - DOUBTED]
        if not doubted:
            return twice
        seen = crops[doubted]
        mirrored = seen[:, :, ::-1]
        ways = [np.rot90(seen, quarters, axes=(1, 2)) for quarters in (2, 3)]
        ways += [np.rot90(mirrored, quarters, axes=(1, 2)) for quarters in range(4)]
        looks = [decode(self._answers(way), squares[doubted]) for way in ways]
        tops = list(twice)
        for place, number in enumerate(doubted):
            all_ways = [twice[number], twice[number], *(look[place] for look in looks)]
            die = _between([top.die for top in all_ways])
            cocked = _between([top.cocked for top in all_ways])
            veto = float(np.mean([top.veto for top in all_ways]))
            tops[number] = replace(twice[number], die=die, cocked=cocked, veto=veto)
        return tops

    def _answers(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        answers: NDArray[np.float32] = self._session.run(None, {"crops": planes(crops)})[0]
        return answers


def _unsure(looks: Sequence[Top], leaning: Leaning | None) -> NDArray[np.intp]:
    """Which tops are to be looked at once more."""
    if leaning is None:
        return np.arange(len(looks))
    doubted = np.array([top.die for top in looks]) <= 1 - PLAIN[0]
    return np.flatnonzero(doubted | (leaning(looks) >= PLAIN[1]))


def _agreed(upright: Top, aside: Top, square: Floats) -> Top:
    """What one look says together with another at the same crop, turned a quarter to the left.

    The corners are averaged where both mean the same face.
    """
    x, y = (aside.corners - square[:2]).T
    turned_back = np.stack([-y, x], axis=1) + square[:2]
    ways = turned_back[_STARTS]
    gaps = ways - upright.corners
    apart = np.sqrt((gaps * gaps).sum(axis=2)).sum(axis=1) / 4
    nearest = int(apart.argmin())
    corners = upright.corners
    if apart[nearest] < SAME_FACE * math.dist(corners[0], corners[1]):
        corners = (corners + ways[nearest]) / 2
    die = _between([upright.die, aside.die])
    above = (upright.above + aside.above[::-1] * (-1, 1)) / 2
    veto = (upright.veto + aside.veto) / 2
    return Top(corners, die, _between([upright.cocked, aside.cocked]), above, veto)


def _between(chances: Sequence[float]) -> float:
    """The chance in the middle of several, in log-odds."""
    clipped = [min(max(chance, 1e-6), 1 - 1e-6) for chance in chances]
    odds = sum(math.log(chance / (1 - chance)) for chance in clipped) / len(clipped)
    return 1 / (1 + math.exp(-odds))


_STARTS: Final = np.array([[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]])
"""Four corners, begun at each of them."""


def crop_squares(boxes: Floats) -> Floats:
    """The squares to cut for these boxes: N x 3, centre and side (px)."""
    middle = (boxes[:, :2] + boxes[:, 2:]) / 2
    side = (boxes[:, 2:] - boxes[:, :2]).max(axis=1, keepdims=True) * MARGIN
    return np.hstack([middle, np.maximum(side, 4.0)])


def cut(image: Image, square: Floats) -> Image:
    """One square of a picture, scaled to the network's size; outside, edges are repeated."""
    x, y, side = square.tolist()
    scale = SIDE / side
    source = image
    if scale < 0.5:  # average, rather than skip, pixels of a large die
        source, x, y, scale = _shrunk(image, square)
    half = (SIDE - 1) / 2  # pixel centres are whole numbers
    onto = np.array([[scale, 0, half - x * scale], [0, scale, half - y * scale]])
    crop = cv2.warpAffine(
        source, onto, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return crop.astype(np.uint8)


def _shrunk(image: Image, square: Floats) -> tuple[Image, float, float, float]:
    """The surroundings of a square at twice the network's size, and the square in them."""
    x, y, side = square.tolist()
    height, width = image.shape[:2]
    left, top = max(0, int(x - side)), max(0, int(y - side))
    part = image[top : min(height, int(y + side)), left : min(width, int(x + side))]
    factor = 2 * SIDE / side
    small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    moved = [(place + 0.5) * factor - 0.5 for place in (x - left, y - top)]
    return small.astype(np.uint8), moved[0], moved[1], SIDE / (side * factor)


def planes(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops (N x SIDE x SIDE x 3) as the network takes them."""
    ready: NDArray[np.float32] = crops.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
    return np.ascontiguousarray(ready)


def decode(answers: NDArray[np.float32], squares: Floats) -> Sequence[Top]:
    """The network's numbers per crop: centre, size, turn, slant, kinds, lean, way up, veto."""
    rows = answers.astype(np.float64)
    centre = rows[:, 0:2]
    size = np.exp(rows[:, 2:3])
    turn = rows[:, 3:5] / np.maximum(np.linalg.norm(rows[:, 3:5], axis=1, keepdims=True), 1e-9)
    points = np.stack([centre, centre + REACH * size * turn, centre + size * rows[:, 5:7]], axis=1)
    inside = points * squares[:, None, 2:3] + squares[:, None, :2]
    corners = corners_from_points(inside)
    kinds = np.exp(rows[:, 7:10] - rows[:, 7:10].max(axis=1, keepdims=True))
    dice = 1 - kinds[:, 2] / kinds.sum(axis=1)
    cocked = 1 / (1 + np.exp(-rows[:, 10]))
    vetoes = rows[:, 13] if rows.shape[1] > 13 else np.zeros(len(rows))
    return [
        Top(quad, float(die), float(leans), above, float(veto))
        for quad, die, leans, above, veto in zip(
            corners, dice, cocked, rows[:, 11:13], vetoes, strict=True
        )
    ]


def side_of(corners: Floats) -> float:
    """The mean edge of a face (4 x 2) as if it were seen from straight above."""
    spots = corners[:, 0] + 1j * corners[:, 1]
    return float(abs((spots * np.array([1, -1j, -1, 1j])).mean()) * 2**0.5)


def encode(corners: Floats, square: Floats) -> Floats:
    """The seven numbers of a face (4 x 2 corners, px) in its square; the inverse of `decode`."""
    spots = (np.asarray(corners, np.float64) - square[:2]) / square[2]
    flat = spots[:, 0] + 1j * spots[:, 1]
    turns = np.array([1, 1j, -1, -1j])
    centre = flat.mean()
    turning, counter = (flat * turns.conj()).mean(), (flat * turns).mean()
    size = max(abs(turning), 1e-9)
    fourth = (turning / size) ** 4
    slant = turning * counter / size**2
    return np.array(
        [centre.real, centre.imag, np.log(size), fourth.real, fourth.imag, slant.real, slant.imag]
    )
