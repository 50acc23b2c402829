"""What can be put on paper: polygons, lines and words, in millimetres; and turning them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from calibration.mat import Point

Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue, each 0 to 255."""


@dataclass(frozen=True, slots=True)
class PolygonShape:
    """A closed outline; no fill or no line where the colour is None."""

    outline: tuple[Point, ...]
    fill: Colour | None = None
    line: Colour | None = None
    width: float = 0.0  # of the line, mm


@dataclass(frozen=True, slots=True)
class LineShape:
    """An open line through its points."""

    points: tuple[Point, ...]
    colour: Colour
    width: float  # mm


@dataclass(frozen=True, slots=True)
class TextShape:
    """Words whose capitals' middle stands at a point; `turn` is in degrees, clockwise."""

    at: Point
    words: str
    size: float  # height of a capital letter, mm
    colour: Colour
    turn: int = 0
    bold: bool = False
    anchor: Literal["left", "middle", "right"] = "middle"
    tracking: float = 0.0  # room between letters, mm


Shape: TypeAlias = PolygonShape | LineShape | TextShape


def moved(shape: Shape, x: float, y: float) -> Shape:
    """The shape, shifted."""
    if isinstance(shape, PolygonShape):
        return replace(shape, outline=tuple((px + x, py + y) for px, py in shape.outline))
    if isinstance(shape, LineShape):
        return replace(shape, points=tuple((px + x, py + y) for px, py in shape.points))
    return replace(shape, at=(shape.at[0] + x, shape.at[1] + y))


def turned(shapes: Iterable[Shape], width: float, height: float) -> list[Shape]:
    """The shapes for the player across: the sheet of this size turned by half a turn."""
    return [_turned(shape, width, height) for shape in shapes]


def _turned(shape: Shape, width: float, height: float) -> Shape:
    if isinstance(shape, PolygonShape):
        return replace(shape, outline=_opposite(shape.outline, width, height))
    if isinstance(shape, LineShape):
        return replace(shape, points=_opposite(shape.points, width, height))
    (at,) = _opposite((shape.at,), width, height)
    return replace(shape, at=at, turn=(shape.turn + 180) % 360)


def _opposite(points: Sequence[Point], width: float, height: float) -> tuple[Point, ...]:
    return tuple((width - x, height - y) for x, y in points)


def box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """An upright rectangle, clockwise from the top left."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def rounded(outline: Sequence[Point], radius: float, steps: int = 6) -> tuple[Point, ...]:
    """The outline with its right angles rounded off, inner ones too."""
    points: list[Point] = []
    for place, corner in enumerate(outline):
        before, after = outline[place - 1], outline[(place + 1) % len(outline)]
        start = _towards(corner, before, radius)
        end = _towards(corner, after, radius)
        for step in range(steps + 1):
            share = step / steps
            one = _between(start, corner, share)
            other = _between(corner, end, share)
            points.append(_between(one, other, share))
    return tuple(points)


def inset(outline: Sequence[Point], by: float) -> tuple[Point, ...]:
    """A right-angled clockwise outline, drawn in (or out, where `by` is negative)."""
    points = []
    for place, (x, y) in enumerate(outline):
        before, after = outline[place - 1], outline[(place + 1) % len(outline)]
        incoming, outgoing = _unit(before, (x, y)), _unit((x, y), after)
        points.append((x + by * (-incoming[1] - outgoing[1]), y + by * (incoming[0] + outgoing[0])))
    return tuple(points)


def circle(x: float, y: float, radius: float, steps: int = 40) -> tuple[Point, ...]:
    """A circle as a polygon."""
    turns = (2 * math.pi * step / steps for step in range(steps))
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def bounds(outline: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two; `share` of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _unit(a: Point, b: Point) -> Point:
    length = math.dist(a, b)
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _towards(a: Point, b: Point, distance: float) -> Point:
    along = _unit(a, b)
    reach = min(distance, math.dist(a, b) / 2)
    return a[0] + along[0] * reach, a[1] + along[1] * reach
