"""A mat as a picture: for the simulated table, and to look at."""

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats, Image
from calibration.artwork import artwork
from calibration.mat import Mat
from calibration.shapes import Colour, LineShape, PolygonShape, Shape, TextShape

_SHIFT: Final = 6  # bits below the pixel that OpenCV keeps while drawing
_CAPITAL: Final = 0.7  # height of a capital letter as a share of the font's size


def draw(mat: Mat, px_per_mm: float) -> Image:
    """The printed mat, BGR; its top left corner is the picture's."""
    return picture_of(artwork(mat), mat.width, mat.height, px_per_mm)


def picture_of(shapes: Iterable[Shape], width: float, height: float, px_per_mm: float) -> Image:
    """A sheet of this size (mm) with these shapes on it, BGR."""
    size = (round(height * px_per_mm), round(width * px_per_mm), 3)
    canvas = np.full(size, 255, np.uint8)
    face = cv2.FontFace("sans")
    for shape in shapes:
        if isinstance(shape, PolygonShape):
            _polygon(canvas, shape, px_per_mm)
        elif isinstance(shape, LineShape):
            _line(canvas, np.asarray(shape.points), shape.colour, shape.width, px_per_mm)
        else:
            _text(canvas, shape, px_per_mm, face)
    return canvas


def _polygon(canvas: Image, shape: PolygonShape, scale: float) -> None:
    corners = np.asarray(shape.outline)
    if shape.fill is not None and _is_box(corners):
        _box(canvas, corners * scale, shape.fill[::-1])
    elif shape.fill is not None:
        cv2.fillPoly(canvas, [_fixed(corners, scale)], shape.fill[::-1], cv2.LINE_AA, _SHIFT)
    if shape.line is not None:
        closed = np.concatenate([corners, corners[:1]])
        _line(canvas, closed, shape.line, shape.width, scale)


def _line(canvas: Image, points: Floats, colour: Colour, width: float, scale: float) -> None:
    """A line thinner than a pixel is drawn one pixel wide and paler, as a camera would see it."""
    wide = width * scale
    if wide >= 1.0:
        thickness, canvas_part = round(wide), canvas
        _polyline(canvas_part, points, colour, thickness, scale)
        return
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.polylines(
        mask,
        [_fixed(points, scale)],
        isClosed=False,
        color=(255 * wide,),
        thickness=1,
        lineType=cv2.LINE_AA,
        shift=_SHIFT,
    )
    left, top, width_px, height_px = cv2.boundingRect(mask)
    part = np.s_[top : top + height_px, left : left + width_px]
    _lay(canvas[part], mask[part], colour)


def _polyline(canvas: Image, points: Floats, colour: Colour, thickness: int, scale: float) -> None:
    cv2.polylines(
        canvas,
        [_fixed(points, scale)],
        isClosed=False,
        color=colour[::-1],
        thickness=thickness,
        lineType=cv2.LINE_AA,
        shift=_SHIFT,
    )


def _fixed(points: Floats, scale: float) -> NDArray[np.int32]:
    placed = (points * scale - 0.5) * (1 << _SHIFT)
    return np.round(placed).astype(np.int32).reshape(-1, 1, 2)


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


def _text(canvas: Image, shape: TextShape, scale: float, face: cv2.FontFace) -> None:
    """Text is drawn upright on a piece of its own, turned, and laid on as a mask."""
    piece, length = _words(shape, scale, face)
    mask = np.rot90(piece, -(shape.turn // 90))
    along = {"left": length / 2, "middle": 0.0, "right": -length / 2}[shape.anchor]
    east, south = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[shape.turn]
    left = round(shape.at[0] * scale + along * east - mask.shape[1] / 2)
    top = round(shape.at[1] * scale + along * south - mask.shape[0] / 2)
    rows = slice(max(top, 0), min(top + mask.shape[0], canvas.shape[0]))
    columns = slice(max(left, 0), min(left + mask.shape[1], canvas.shape[1]))
    if rows.start < rows.stop and columns.start < columns.stop:
        seen = mask[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
        _lay(canvas[rows, columns], seen, shape.colour)


def _words(shape: TextShape, scale: float, face: cv2.FontFace) -> tuple[Image, float]:
    """The words in white on black, letter by letter, and how long they are, px."""
    size = max(4, round(shape.size * scale / _CAPITAL))
    weight = 700 if shape.bold else 400
    advances = []
    for letter in shape.words:
        pair = cv2.getTextSize((0, 0), f"{letter}|", (0, 0), face, size, weight)[2]
        bar = cv2.getTextSize((0, 0), "|", (0, 0), face, size, weight)[2]
        advances.append(pair - bar + shape.tracking * scale)
    length = sum(advances) - shape.tracking * scale
    piece = np.zeros((2 * size, round(length) + 2 * size, 3), np.uint8)
    x, baseline = (piece.shape[1] - length) / 2, round(size + shape.size * scale / 2)
    for letter, advance in zip(shape.words, advances, strict=True):
        cv2.putText(piece, letter, (round(x), baseline), (255, 255, 255), face, size, weight)
        x += advance
    return np.asarray(piece[:, :, 0], np.uint8), float(length)


def _lay(under: Image, mask: Image, colour: Colour) -> None:
    share = mask[:, :, None].astype(np.float32) / 255.0
    under[:] = np.round(under * (1 - share) + np.array(colour[::-1]) * share)
