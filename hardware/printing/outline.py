"""Outlines in a unit square, and how they become ink coverage."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Path: TypeAlias = NDArray[np.float32]
"""n x 2 points, x to the right and y down, in the unit square of the drawing."""

Coverage: TypeAlias = NDArray[np.float32]
"""Per pixel, how much of it is inked: 0 to 1."""

OVERSAMPLING: Final = 4
_FRACTION_BITS: Final = 6


@dataclass(frozen=True, slots=True)
class Shape:
    """One step of a drawing: a filled region, or a stroked line when `width` is given.

    Several paths in one filled region cut holes into each other (even-odd). A shape that is
    not `inked` clears what was drawn before it: the line between two fingers.
    """

    paths: tuple[Path, ...]
    inked: bool = True
    width: float = 0.0  # of the stroke, in units of the drawing; 0 fills


Drawing: TypeAlias = tuple[Shape, ...]
"""Shapes in the order in which they are laid down."""


def points(*pairs: tuple[float, float]) -> Path:
    """A path through these points."""
    return np.asarray(pairs, np.float32)


def curve(*pairs: tuple[float, float], closed: bool = False, steps: int = 8) -> Path:
    """A smooth path (Catmull-Rom) through these points."""
    knots = np.asarray(pairs, np.float32)
    padded = (
        np.vstack([knots[-1:], knots, knots[:2]])
        if closed
        else np.vstack([2 * knots[:1] - knots[1:2], knots, 2 * knots[-1:] - knots[-2:-1]])
    )
    t = np.linspace(0, 1, steps, endpoint=False, dtype=np.float32)[:, None]
    pieces = []
    for before, start, end, after in zip(
        padded[:-3], padded[1:-2], padded[2:-1], padded[3:], strict=True
    ):
        linear = (end - before) * t
        square = (2 * before - 5 * start + 4 * end - after) * t**2
        cube = (3 * start - before - 3 * end + after) * t**3
        pieces.append(start + (linear + square + cube) / 2)
    if not closed:
        pieces.append(knots[-1:])
    return np.vstack(pieces).astype(np.float32)


def join(*paths: Path) -> Path:
    """Paths laid end to end."""
    return np.vstack(paths).astype(np.float32)


def circle(x: float, y: float, radius: float) -> Path:
    """A circle as a closed path."""
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], 1).astype(np.float32)


def placed(drawing: Iterable[Shape], x: float, y: float, scale: float) -> Drawing:
    """The drawing shrunk by `scale` with its middle moved to (x, y)."""
    return tuple(
        Shape(
            tuple(((p - 0.5) * scale + (x, y)).astype(np.float32) for p in shape.paths),
            shape.inked,
            shape.width * scale,
        )
        for shape in drawing
    )


def shifted(drawing: Iterable[Shape], x: float, y: float) -> Drawing:
    """The drawing moved by (x, y)."""
    by = np.array([x, y], np.float32)
    return tuple(Shape(tuple(p + by for p in s.paths), s.inked, s.width) for s in drawing)


def turned(drawing: Iterable[Shape], degrees: float) -> Drawing:
    """The drawing turned clockwise about the middle of its square."""
    angle = np.deg2rad(degrees)
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
    return tuple(
        Shape(tuple(((p - 0.5) @ spin + 0.5).astype(np.float32) for p in s.paths), s.inked, s.width)
        for s in drawing
    )


def inked(drawings: Sequence[Drawing], px: int) -> Coverage:
    """Ink coverage of these drawings on a square of `px` pixels."""
    side = px * OVERSAMPLING
    canvas = np.zeros((side, side), np.uint8)
    for drawing in drawings:
        for shape in drawing:
            lay(canvas, shape)
    small = cv2.resize(canvas, (px, px), interpolation=cv2.INTER_AREA)
    return (small / 255).astype(np.float32)


def lay(canvas: NDArray[np.uint8], shape: Shape) -> None:
    """Lay one shape on a square canvas that is the unit square."""
    side = canvas.shape[0]
    fixed = [np.rint(p * side * (1 << _FRACTION_BITS)).astype(np.int32) for p in shape.paths]
    value = 255 if shape.inked else 0
    if shape.width > 0:
        cv2.polylines(
            canvas,
            fixed,
            isClosed=False,
            color=value,
            thickness=max(1, round(shape.width * side)),
            shift=_FRACTION_BITS,
        )
    else:
        cv2.fillPoly(canvas, fixed, value, shift=_FRACTION_BITS)
