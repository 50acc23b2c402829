"""The quiet drawing in the middle of each zone: what the zone is for, without words.

Each ornament is drawn in a square from -1 to 1 and scaled to its zone.
"""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from calibration.mat import Point
from calibration.shapes import Colour, LineShape, PolygonShape, Shape, box, circle

Ornament: TypeAlias = Callable[[Colour, Colour], list[Shape]]
"""From the drawing's colour and the ground's colour to shapes."""


def placed(ornament: Ornament, at: Point, size: float, ink: Colour, ground: Colour) -> list[Shape]:
    """The ornament centred on a point, `size` mm from its middle to its edge."""
    return [_scaled(shape, at, size) for shape in ornament(ink, ground)]


def chevrons(ink: Colour, ground: Colour) -> list[Shape]:
    """Three arrows to the other side: attack."""
    del ground
    shapes: list[Shape] = []
    for top in (-0.95, -0.3, 0.35):
        outline = (
            (-0.85, top + 0.5),
            (0.0, top),
            (0.85, top + 0.5),
            (0.85, top + 0.8),
            (0.0, top + 0.3),
            (-0.85, top + 0.8),
        )
        shapes.append(PolygonShape(outline, ink))
    return shapes


def shield(ink: Colour, ground: Colour) -> list[Shape]:
    """A shield with a bar: the field."""
    outer = _shield_outline(1.0)
    inner = _shield_outline(0.78)
    bar = box(-0.11, -0.62, 0.11, 0.66)
    beam = box(-0.58, -0.26, 0.58, -0.04)
    return [
        PolygonShape(outer, ink),
        PolygonShape(inner, ground),
        PolygonShape(bar, ink),
        PolygonShape(beam, ink),
    ]


def bolt(ink: Colour, ground: Colour) -> list[Shape]:
    """A flash: energy to spend. Nothing here looks like a die, so that nothing is read as one."""
    del ground
    flash = ((0.3, -1.0), (-0.62, 0.16), (-0.08, 0.16), (-0.3, 1.0), (0.62, -0.24), (0.08, -0.24))
    return [PolygonShape(flash, ink)]


def hourglass(ink: Colour, ground: Colour) -> list[Shape]:
    """Sand running: dice that wait for the next turn."""
    del ground
    glass = ((-0.55, -0.75), (0.55, -0.75), (0.07, 0.0), (0.55, 0.75), (-0.55, 0.75), (-0.07, 0.0))
    return [
        PolygonShape(glass, ink),
        PolygonShape(box(-0.72, -0.95, 0.72, -0.78), ink),
        PolygonShape(box(-0.72, 0.78, 0.72, 0.95), ink),
    ]


def bag(ink: Colour, ground: Colour) -> list[Shape]:
    """A tied bag: dice that will go back into it."""
    body = [(0.24, -0.42), (0.62, -0.02), (0.8, 0.42), (0.62, 0.82), (0.3, 0.95)]
    neck = ((-0.24, -0.5), (-0.5, -0.95), (0.0, -0.8), (0.5, -0.95), (0.24, -0.5))
    left = [(-x, y) for x, y in reversed(body)]
    return [
        PolygonShape(tuple(body + left), ink),
        PolygonShape(neck, ink),
        PolygonShape(box(-0.34, -0.56, 0.34, -0.44), ground),
    ]


def crossed_out(ink: Colour, ground: Colour) -> list[Shape]:
    """A ring with a bar: out of play."""
    bar = _spun(box(-0.8, -0.1, 0.8, 0.1), -45)
    return [
        PolygonShape(circle(0, 0, 0.95), ink),
        PolygonShape(circle(0, 0, 0.72), ground),
        PolygonShape(bar, ink),
    ]


def heart(ink: Colour, ground: Colour) -> list[Shape]:
    """A heart: life."""
    del ground
    points = []
    for step in range(60):
        turn = 2 * math.pi * step / 60
        across = 16 * math.sin(turn) ** 3
        up = 13 * math.cos(turn) - 5 * math.cos(2 * turn) - 2 * math.cos(3 * turn)
        points.append((across / 17, -(up - math.cos(4 * turn)) / 17))
    return [PolygonShape(tuple(points), ink)]


def burst(ink: Colour, ground: Colour) -> list[Shape]:
    """A star of eight points: a duel."""
    points = tuple(
        (radius * math.sin(turn), -radius * math.cos(turn))
        for step in range(16)
        for radius, turn in [(1.0 if step % 2 == 0 else 0.48, math.pi * step / 8)]
    )
    return [PolygonShape(points, ink), PolygonShape(circle(0, 0, 0.26), ground)]


def returning(ink: Colour, ground: Colour) -> list[Shape]:
    """A ring that turns back on itself: limbo, from which dice come home."""
    ring = [
        (radius * math.cos(turn), radius * math.sin(turn))
        for radius, turns in ((0.9, range(31)), (0.62, range(30, -1, -1)))
        for turn in [math.radians(-60 + 10 * step) for step in turns]
    ]
    tip = tuple(
        (x + 0.38, y - 0.66) for x, y in _spun(((-0.34, 0.0), (0.34, 0.0), (0.0, 0.5)), 118)
    )
    del ground
    return [PolygonShape(tuple(ring), ink), PolygonShape(tip, ink)]


def depths(ink: Colour, ground: Colour) -> list[Shape]:
    """Rings into the dark: the abyss."""
    radii = (0.98, 0.78, 0.6, 0.42, 0.24)
    return [
        PolygonShape(circle(0, 0.0, r), ink if n % 2 == 0 else ground) for n, r in enumerate(radii)
    ]


def triangle(ink: Colour, ground: Colour) -> list[Shape]:
    """IRONDIE counts attack in triangles."""
    del ground
    return [PolygonShape(((0.0, -0.85), (0.92, 0.72), (-0.92, 0.72)), ink)]


def _shield_outline(size: float) -> tuple[Point, ...]:
    side = [(0.78, -0.85), (0.8, -0.2), (0.66, 0.3), (0.38, 0.68), (0.0, 0.98)]
    left = [(-x, y) for x, y in reversed(side[:-1])]
    return tuple((x * size, y * size) for x, y in side + left)


def _spun(points: tuple[Point, ...], degrees: float) -> tuple[Point, ...]:
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x * cosine - y * sine, x * sine + y * cosine) for x, y in points)


def _scaled(shape: Shape, at: Point, size: float) -> Shape:
    assert isinstance(shape, PolygonShape | LineShape)
    if isinstance(shape, LineShape):
        points = tuple((at[0] + x * size, at[1] + y * size) for x, y in shape.points)
        return LineShape(points, shape.colour, shape.width)
    outline = tuple((at[0] + x * size, at[1] + y * size) for x, y in shape.outline)
    return PolygonShape(outline, shape.fill, shape.line, shape.width)


ORNAMENTS: Final[Mapping[str, Ornament]] = MappingProxyType(
    {
        "attack": chevrons,
        "field": shield,
        "reserve": bolt,
        "prep": hourglass,
        "used": bag,
        "out": crossed_out,
        "skirmish": burst,
        "battle-attack": triangle,
        "battle-life": heart,
        "battle-defence": shield,
        "limbo": returning,
        "abyss": depths,
    }
)
