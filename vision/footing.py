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
from vision.detect import Detection

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


@dataclass(frozen=True, slots=True)
class _Near:
    """The mat around a die as the small picture shows it: pixels = origin + steps @ (mm)."""

    foot: Floats  # 2 x 3: for points on the mat, from the guess
    top: Floats  # 2 x 3: for points at the height of the top face


@dataclass(frozen=True, slots=True)
class Stood:
    """A detection whose corners were set right, and how much of the cube's outline is seen."""

    die: Detection
    fit: float  # 0 to 1; dice have more than 0.6, other things less than 0.4; cocked dice 0


def stand(
    image: Image, dice: Sequence[Detection], mat_lies: Registration, side_mm: float
) -> tuple[Stood, ...]:
    """The same dice with the corners of flat ones moved onto the picture's edges."""
    return tuple(
        _stood(image, die, mat_lies, side_mm) if die.flat else Stood(die, 0.0) for die in dice
    )


def _stood(image: Image, die: Detection, mat_lies: Registration, side_mm: float) -> Stood:
    guess = mat_lies.top_to_mat(np.array([die.centre]), side_mm)[0]
    quad = mat_lies.top_to_mat(die.corners, side_mm)
    ahead = quad[1] - quad[0] + quad[2] - quad[3]
    turn = float(np.arctan2(ahead[1], ahead[0]))
    size = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    if not 0.6 * side_mm < size < 1.5 * side_mm:
        return Stood(die, 0.0)
    patch, scale, corner = _patch(image, die)
    if patch is None:
        return Stood(die, 0.0)
    near = _near(mat_lies, guess, side_mm, scale, corner)
    slopes = _slopes(patch)
    best, fit = np.array([0.0, 0.0, turn]), 0.0
    for reach, step, swing, notch, points in _ROUNDS:
        ways = _around(best, reach, step, swing, notch)
        best, fit = _best_of(ways, slopes, near, side_mm, points=points)
    x, y, turned = best.tolist()
    square = _square(np.array([[x, y, turned]]), side_mm)[0] + guess
    return Stood(replace(die, corners=mat_lies.to_image(square, side_mm)), fit)


def _patch(image: Image, die: Detection) -> tuple[Image | None, float, Floats]:
    """The die's surroundings at the common size; its scale and where it was cut."""
    margin = 0.45 * die.side
    left, top, right, bottom = die.box
    x0, y0 = max(0, int(left - margin)), max(0, int(top - margin))
    x1 = min(image.shape[1], int(right + margin) + 1)
    y1 = min(image.shape[0], int(bottom + margin) + 1)
    if x1 - x0 < 8 or y1 - y0 < 8:
        return None, 1.0, np.zeros(2)
    scale = _SIDE_PX / max(4.0, die.side)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image[y0:y1, x0:x1], None, fx=scale, fy=scale, interpolation=way)
    return small.astype(np.uint8), scale, np.array([x0, y0], np.float64)


def _near(
    mat_lies: Registration, guess: Floats, side_mm: float, scale: float, corner: Floats
) -> _Near:
    """Straight-line versions of the camera around the guess, for the mat and for top faces."""
    points = guess + np.array([[0.0, 0.0], [5.0, 0.0], [0.0, 5.0]])
    planes = []
    for height in (0.0, side_mm):
        seen = (mat_lies.to_image(points, height) - corner + 0.5) * scale - 0.5
        across, down = (seen[1] - seen[0]) / 5.0, (seen[2] - seen[0]) / 5.0
        planes.append(np.column_stack([across, down, seen[0]]))
    return _Near(planes[0], planes[1])


@dataclass(frozen=True, slots=True)
class _Slopes:
    """How the picture changes along x and y in each colour, a row of six for every pixel."""

    rows: NDArray[np.float32]
    width: int
    height: int


def _slopes(patch: Image) -> _Slopes:
    soft = cv2.GaussianBlur(patch, (0, 0), 1.0).astype(np.float32)
    over = cv2.Scharr(soft, cv2.CV_32F, 1, 0) / 32
    down = cv2.Scharr(soft, cv2.CV_32F, 0, 1) / 32
    height, width = patch.shape[:2]
    rows = np.concatenate([over, down], axis=2).reshape(-1, 6).astype(np.float32)
    return _Slopes(rows, width, height)


def _around(best: Floats, reach: float, step: float, swing: float, notch: float) -> Floats:
    """All ways to stand around the best one so far: N x (x, y, turn)."""
    move = np.arange(-reach, reach + step / 2, step)
    turn = np.arange(-swing, swing + notch / 2, notch)
    grid = np.stack(np.meshgrid(move, move, turn, indexing="ij"), axis=-1).reshape(-1, 3)
    return np.asarray(grid + best)


def _square(ways: Floats, side_mm: float) -> Floats:
    """The corners (N x 4 x 2, mm from the guess) of dice that stand in these ways."""
    cos, sin = np.cos(ways[:, 2]), np.sin(ways[:, 2])
    turn = np.stack([np.stack([cos, -sin], axis=1), np.stack([sin, cos], axis=1)], axis=1)
    return np.asarray(side_mm * np.einsum("nij,kj->nki", turn, _UNIT) + ways[:, None, :2])


def _best_of(
    ways: Floats, slopes: _Slopes, near: _Near, side_mm: float, *, points: int
) -> tuple[Floats, float]:
    """The way to stand whose outline lies best on edges, and how well it does."""
    squares = _square(ways, side_mm).astype(np.float32)
    top = squares @ near.top[:, :2].T.astype(np.float32) + near.top[:, 2].astype(np.float32)
    foot = squares @ near.foot[:, :2].T.astype(np.float32) + near.foot[:, 2].astype(np.float32)
    shown = 0.7 * _outline(top, foot)
    score = _along(top, slopes, points).sum(axis=1)
    score += (_along(foot, slopes, points) * shown).sum(axis=1)
    best = int(score.argmax())
    return np.asarray(ways[best]), float(score[best] / (4 + shown[best].sum()))


def _outline(top: NDArray[np.float32], foot: NDArray[np.float32]) -> NDArray[np.float32]:
    """1 for the edges of the foot that can be seen: those outside the top face."""
    middle = top.mean(axis=1, keepdims=True)
    start, end = top, np.roll(top, -1, axis=1)
    along = end - start
    out = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    inward = ((middle - start) * out).sum(axis=-1) > 0
    out = np.where(inward[..., None], -out, out)
    shift = ((foot - top) * out).sum(axis=-1) / np.maximum((along**2).sum(axis=-1), 1e-9)
    return np.asarray(np.clip(shift / 0.08, 0, 1))


def _along(quads: NDArray[np.float32], slopes: _Slopes, points: int) -> NDArray[np.float32]:
    """How well each side of quadrilaterals (N x 4 x 2 px) lies on an edge of the picture.

    The ends of an edge are rounded and left out.
    """
    along = np.roll(quads, -1, axis=1) - quads
    share = np.linspace(0.12, 0.88, points, dtype=np.float32)
    column = quads[..., 0, None] + along[..., 0, None] * share + np.float32(0.5)
    row = quads[..., 1, None] + along[..., 1, None] * share + np.float32(0.5)
    np.clip(column, 0, slopes.width - 1, out=column)
    np.clip(row, 0, slopes.height - 1, out=row)
    seen = slopes.rows[row.astype(np.int32) * slopes.width + column.astype(np.int32)]
    along = along / np.maximum(np.sqrt((along * along).sum(axis=-1, keepdims=True)), 1e-6)
    change = seen[..., :3] * along[:, :, None, 1:] - seen[..., 3:] * along[:, :, None, :1]
    np.abs(change, out=change)
    across = np.maximum(np.maximum(change[..., 0], change[..., 1]), change[..., 2])
    return np.asarray((across / (across + _EDGE)).mean(axis=-1))
