"""A mat as a picture: for the simulated table, and to look at."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.artwork import Polygon, Text, artwork
from calibration.mat import Mat

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

_SHIFT: Final = 6  # bits below the pixel that OpenCV keeps while drawing
_CAPITAL: Final = 0.7  # height of a capital letter as a share of the font's size


def draw(mat: Mat, px_per_mm: float) -> Image:
    """The printed mat, BGR; its top left corner is the picture's."""
    canvas = np.full(
        (round(mat.height * px_per_mm), round(mat.width * px_per_mm), 3), 255, np.uint8
    )
    face = cv2.FontFace("sans")
    for shape in artwork(mat):
        if isinstance(shape, Polygon):
            _polygon(canvas, shape, px_per_mm)
        else:
            _text(canvas, shape, px_per_mm, face)
    return canvas


def _polygon(canvas: Image, shape: Polygon, scale: float) -> None:
    corners = np.asarray(shape.outline) * scale
    if shape.fill is not None and shape.line is None and _is_box(corners):
        _box(canvas, corners, shape.fill[::-1])
        return
    points = corners - 0.5
    fixed = [np.round(points * (1 << _SHIFT)).astype(np.int32).reshape(-1, 1, 2)]
    if shape.fill is not None:
        cv2.fillPoly(canvas, fixed, shape.fill[::-1], cv2.LINE_AA, _SHIFT)
    if shape.line is not None:
        width = max(1, round(shape.width * scale))
        cv2.polylines(
            canvas,
            fixed,
            isClosed=True,
            color=shape.line[::-1],
            thickness=width,
            lineType=cv2.LINE_AA,
            shift=_SHIFT,
        )


def _is_box(corners: Floats) -> bool:
    return len(corners) == 4 and all(len(np.unique(corners[:, axis])) == 2 for axis in (0, 1))


def _box(canvas: Image, corners: Floats, colour: tuple[int, ...]) -> None:
    """Fill an upright rectangle with exact coverage: tags must not move by part of a pixel."""
    across = _coverage(corners[:, 0].min(), corners[:, 0].max(), canvas.shape[1])
    down = _coverage(corners[:, 1].min(), corners[:, 1].max(), canvas.shape[0])
    columns, rows = np.flatnonzero(across), np.flatnonzero(down)
    if not (len(columns) and len(rows)):
        return
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    share = np.outer(down[part[0]], across[part[1]])[:, :, None]
    canvas[part] = np.round(canvas[part] * (1 - share) + np.array(colour) * share)


def _coverage(start: float, end: float, length: int) -> Floats:
    """How much of each of `length` pixels lies between start and end."""
    pixels = np.arange(length)
    covered = np.minimum(pixels + 1, end) - np.maximum(pixels, start)
    return np.asarray(np.clip(covered, 0.0, 1.0), np.float64)


def _text(canvas: Image, shape: Text, scale: float, face: cv2.FontFace) -> None:
    """Text is drawn upright on a piece of its own, turned, and laid on as a mask."""
    size = max(4, round(shape.size * scale / _CAPITAL))
    weight = 700 if shape.bold else 400
    _, _, width, _ = cv2.getTextSize((0, 0), shape.words, (0, 0), face, size, weight)
    piece = np.zeros((2 * size, width + size, 3), np.uint8)
    origin = ((piece.shape[1] - width) // 2, round(piece.shape[0] / 2 + shape.size * scale / 2))
    cv2.putText(piece, shape.words, origin, (255, 255, 255), face, size, weight)
    mask = np.rot90(piece[:, :, 0], -(shape.turn // 90))
    left = round(shape.centre[0] * scale - mask.shape[1] / 2)
    top = round(shape.centre[1] * scale - mask.shape[0] / 2)
    _lay(canvas, mask, left, top, shape.colour[::-1])


def _lay(canvas: Image, mask: Image, left: int, top: int, colour: tuple[int, ...]) -> None:
    x0, y0 = max(left, 0), max(top, 0)
    x1 = min(left + mask.shape[1], canvas.shape[1])
    y1 = min(top + mask.shape[0], canvas.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    share = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255.0
    under = canvas[y0:y1, x0:x1]
    canvas[y0:y1, x0:x1] = np.round(under * (1 - share) + np.array(colour) * share)
