"""Sets the corners of flat dice right where the camera is known.

A flat die of a known size on a known mat is told by three numbers: where it stands (x, y) and how
it is turned. The detector's corners give a first guess; here it is moved until the edges of the
cube it stands for lie on edges of the picture. That takes the last tenth of a side off the
detector's error, which is what small print needs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.registration import Registration
from hardware.frame import Image
from vision.detect import Detection, corners_of, sides_of

Floats = NDArray[np.float64]

_SIDE_PX: Final = 40.0
"""Dice are looked at at this size: their edges are then one to two pixels wide."""

_ROUNDS: Final = (
    (2.4, 0.8, 0.36, 0.09, 5),
    (0.6, 0.3, 0.06, 0.03, 9),
    (0.2, 0.1, 0.02, 0.01, 12),
)
"""Reach and step of the search along x and y (mm) and about the die (radians), and how many points
of an edge are looked at, round by round."""

_EDGE: Final = np.float32(6.0)
"""Grey levels per pixel: stronger edges than this count for little more."""

_UNIT: Final = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) / 2

_NEXT: Final = [1, 2, 3, 0]
"""For every corner the one after it."""

_LIKE_A_DIE: Final = (0.6, 1.5)
"""A guess smaller or larger than this, in sides of the game's dice, is left alone."""


_TOGETHER: Final = 8
"""Dice sought at once: as many as the processor's cache holds."""


@dataclass(frozen=True, slots=True)
class _Guesses:
    """Where N dice may stand on the mat, and the mat around them as the small pictures show it."""

    at: Floats  # N x 2, mm
    turns: Floats  # N, radians
    tops: Floats  # N x 2 x 3: pixels = top @ (x mm, y mm, 1) from `at`, for points as high as dice
    feet: Floats  # N x 2 x 3: the same for points on the mat

    def some(self, part: slice) -> "_Guesses":
        """A part of them."""
        return _Guesses(self.at[part], self.turns[part], self.tops[part], self.feet[part])


@dataclass(frozen=True, slots=True)
class Stood:
    """A detection whose corners were set right, and how much of the cube's outline is seen."""

    die: Detection
    fit: float  # 0 to 1; dice have more than 0.6, other things less than 0.4; cocked dice 0


def stand(
    image: Image, dice: Sequence[Detection], mat_lies: Registration, side_mm: float
) -> tuple[Stood, ...]:
    """The same dice with the corners of flat ones moved onto the picture's edges."""
    stood = [Stood(die, 0.0) for die in dice]
    flat = [number for number, die in enumerate(dice) if die.flat]
    if not flat:
        return tuple(stood)
    faces = corners_of([dice[number] for number in flat])
    quads = mat_lies.top_to_mat(faces.reshape(-1, 2), side_mm).reshape(-1, 4, 2)
    sizes = sides_of(quads) / side_mm
    patches = [
        _patch(image, dice[number].box, side) if _LIKE_A_DIE[0] < size < _LIKE_A_DIE[1] else None
        for number, side, size in zip(flat, sides_of(faces), sizes, strict=True)
    ]
    known = [number for number, patch in enumerate(patches) if patch is not None]
    cut = [patch for patch in patches if patch is not None]
    if not known:
        return tuple(stood)
    guesses = _guesses(mat_lies, faces[known].mean(axis=1), quads[known], side_mm, cut)
    parts = [slice(start, start + _TOGETHER) for start in range(0, len(cut), _TOGETHER)]
    found = [_search(cut[part], guesses.some(part), side_mm) for part in parts]
    squares = np.concatenate([each for each, _ in found])
    fits = np.concatenate([each for _, each in found])
    corners = mat_lies.to_image(squares.reshape(-1, 2), side_mm).reshape(-1, 4, 2)
    for number, face, fit in zip(known, corners, fits.tolist(), strict=True):
        stood[flat[number]] = Stood(replace(dice[flat[number]], corners=face), fit)
    return tuple(stood)


@dataclass(frozen=True, slots=True)
class _Patch:
    """A die's surroundings at the common size; its scale and where it was cut."""

    picture: Image
    scale: float
    corner: Floats


def _patch(image: Image, box: tuple[float, float, float, float], side: float) -> _Patch | None:
    """Cut a die's surroundings; None where hardly anything of them is in the picture."""
    margin = 0.45 * side
    left, top, right, bottom = box
    x0, y0 = max(0, int(left - margin)), max(0, int(top - margin))
    x1 = min(image.shape[1], int(right + margin) + 1)
    y1 = min(image.shape[0], int(bottom + margin) + 1)
    if x1 - x0 < 8 or y1 - y0 < 8:
        return None
    scale = _SIDE_PX / max(4.0, float(side))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image[y0:y1, x0:x1], None, fx=scale, fy=scale, interpolation=way)
    return _Patch(small.astype(np.uint8), scale, np.array([x0, y0], np.float64))


def _guesses(
    mat_lies: Registration,
    middles: Floats,
    quads: Floats,
    side_mm: float,
    patches: Sequence[_Patch],
) -> _Guesses:
    """From the middles (px) and corners (mm) that the detector gives.

    Around each die straight lines stand for the camera, on the mat and at the height of tops.
    """
    at = mat_lies.top_to_mat(middles, side_mm)
    ahead = quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]
    turns = np.arctan2(ahead[:, 1], ahead[:, 0])
    around = at[:, None] + np.array([[0.0, 0.0], [5.0, 0.0], [0.0, 5.0]])
    corners = np.array([patch.corner for patch in patches])[:, None]
    scales = np.array([patch.scale for patch in patches])[:, None, None]
    planes = []
    for height in (side_mm, 0.0):
        pixels = mat_lies.to_image(around.reshape(-1, 2), height).reshape(-1, 3, 2)
        seen = (pixels - corners + 0.5) * scales - 0.5
        steps = (seen[:, 1:] - seen[:, :1]) / 5.0
        planes.append(np.concatenate([steps, seen[:, :1]], axis=1).transpose(0, 2, 1))
    return _Guesses(at, turns, *planes)


def _search(
    patches: Sequence[_Patch], guesses: _Guesses, side_mm: float
) -> tuple[Floats, NDArray[np.float32]]:
    """The squares (N x 4 x 2, mm) on which the dice stand best, and how well they do."""
    slopes = _slopes([patch.picture for patch in patches])
    at, turns = np.zeros((len(patches), 2)), guesses.turns
    fits: NDArray[np.float32] = np.zeros(len(patches), np.float32)
    for reach, step, swing, notch, points in _ROUNDS:
        moves = np.arange(-reach, reach + step / 2, step)
        shifts = np.stack(np.meshgrid(moves, moves, indexing="ij"), axis=-1).reshape(-1, 2)
        ways = _Ways(at, shifts, turns[:, None] + np.arange(-swing, swing + notch / 2, notch))
        at, turns, fits = _best_of(ways, slopes, guesses, side_mm, points)
    return _squares(turns, side_mm) + (guesses.at + at)[:, None], fits


@dataclass(frozen=True, slots=True)
class _Slopes:
    """How N pictures change along x (real) and y in the colour that does most, row by row."""

    pixels: NDArray[np.complex64]  # of one picture after the other
    starts: NDArray[np.intp]
    widths: NDArray[np.intp]
    lasts: NDArray[np.float32]  # N x 2: the last column and row


def _slopes(pictures: Sequence[Image]) -> _Slopes:
    sizes = np.array([picture.shape[1::-1] for picture in pictures], np.intp)
    areas = sizes.prod(axis=1)
    starts = np.cumsum(areas) - areas
    pixels = np.concatenate([_changes(picture) for picture in pictures])
    return _Slopes(pixels, starts, sizes[:, 0], (sizes - 1).astype(np.float32))


def _changes(picture: Image) -> NDArray[np.complex64]:
    """How a picture changes from pixel to pixel, in the colour that changes most there."""
    soft = cv2.GaussianBlur(picture, (5, 5), 1.0)
    changes, most = np.zeros(soft.shape[:2], np.complex64), np.zeros(soft.shape[:2], np.float32)
    for colour in cv2.split(soft):
        over = cv2.Scharr(colour, cv2.CV_32F, 1, 0, scale=1 / 32)
        down = cv2.Scharr(colour, cv2.CV_32F, 0, 1, scale=1 / 32)
        strength = over * over + down * down
        more = strength > most
        np.copyto(changes.real, over, where=more)
        np.copyto(changes.imag, down, where=more)
        np.maximum(most, strength, out=most)
    return changes.ravel()


@dataclass(frozen=True, slots=True)
class _Ways:
    """Ways for N dice to stand: every shift together with every turn."""

    at: Floats  # N x 2, mm
    shifts: Floats  # M x 2, mm from there
    turns: Floats  # N x T, radians


def _squares(turns: Floats, side_mm: float) -> Floats:
    """The corners (… x 4 x 2, mm from the middle) of dice turned like this."""
    cos, sin = np.cos(turns), np.sin(turns)
    turned = np.stack([np.stack([cos, sin], axis=-1), np.stack([-sin, cos], axis=-1)], axis=-2)
    return np.asarray(side_mm * (_UNIT @ turned))


def _best_of(
    ways: _Ways, slopes: _Slopes, guesses: _Guesses, side_mm: float, points: int
) -> tuple[Floats, Floats, NDArray[np.float32]]:
    """Where and how the dice stand when their outlines lie best on edges, and how well they do."""
    squares = _squares(ways.turns, side_mm) + ways.at[:, None, None]
    top, foot = (
        squares @ plane[:, None, :, :2].mT + plane[:, None, None, :, 2]
        for plane in (guesses.tops, guesses.feet)
    )
    shown = (0.7 * _outline(top, foot)).astype(np.float32)
    score = np.einsum(
        "nmte->nmt", _along(top, ways.shifts @ guesses.tops[..., :2].mT, slopes, points)
    )
    below = _along(foot, ways.shifts @ guesses.feet[..., :2].mT, slopes, points)
    score += np.einsum("nmte,nte->nmt", below, shown)
    dice = np.arange(len(squares))
    move, turn = np.divmod(score.reshape(len(dice), -1).argmax(axis=1), ways.turns.shape[1])
    fits = score[dice, move, turn] / (4 + shown[dice, turn].sum(axis=1))
    return ways.at + ways.shifts[move], ways.turns[dice, turn], fits


def _outline(top: Floats, foot: Floats) -> Floats:
    """1 for the edges of the feet (… x 4) that can be seen: those outside the top face."""
    along = top[..., _NEXT, :] - top
    out = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    inward = ((top.mean(axis=-2, keepdims=True) - top) * out).sum(axis=-1) > 0
    out = np.where(inward[..., None], -out, out)
    shift = ((foot - top) * out).sum(axis=-1) / np.maximum((along**2).sum(axis=-1), 1e-9)
    return np.asarray(np.clip(shift / 0.08, 0, 1))


def _along(quads: Floats, moves: Floats, slopes: _Slopes, points: int) -> NDArray[np.float32]:
    """How well each side of quadrilaterals lies on an edge of the picture: N x M x T x 4.

    The quadrilaterals of N dice (N x T x 4 x 2 px) are moved in each of M ways (N x M x 2 px). The
    ends of an edge are rounded and left out.
    """
    along = quads[:, :, _NEXT] - quads
    share = np.linspace(0.12, 0.88, points)
    inside = quads[..., None, :] + along[..., None, :] * share[:, None] + 0.5
    spots, shifts = inside.astype(np.float32)[:, None], moves.astype(np.float32)
    column, row = (
        np.clip(
            spots[..., axis] + shifts[:, :, None, None, None, axis],
            0,
            slopes.lasts[:, None, None, None, None, axis],
        ).astype(np.intp)
        for axis in (0, 1)
    )
    row *= slopes.widths[:, None, None, None, None]
    column += slopes.starts[:, None, None, None, None]
    along /= np.maximum(np.sqrt((along * along).sum(axis=-1, keepdims=True)), 1e-6)
    aside = (along[..., 0] - 1j * along[..., 1]).astype(np.complex64)
    across = np.abs((slopes.pixels.take(row + column) * aside[:, None, ..., None]).imag)
    quality: NDArray[np.float32] = across / (across + _EDGE)
    means: NDArray[np.float32] = quality.reshape(-1, points) @ np.full(
        points, 1 / points, np.float32
    )
    return means.reshape(quality.shape[:-1])
