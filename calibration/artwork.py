"""What is printed on a mat, as shapes in millimetres; `drawing` and `sheets` put them on paper."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from calibration.mat import Mat, Point, Tag, Zone
from calibration.tags import CELLS, cells

Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue, each 0 to 255."""

PAPER: Final[Colour] = (252, 250, 245)
INK: Final[Colour] = (38, 44, 56)
TINTS: Final[dict[str, Colour]] = {
    "attack": (216, 150, 128),
    "field": (158, 186, 150),
    "reserve": (222, 198, 146),
    "prep": (150, 180, 200),
    "used": (176, 168, 190),
    "out": (190, 190, 186),
    "life": (232, 226, 214),
}


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed outline; no fill or no line where the colour is None."""

    outline: tuple[Point, ...]
    fill: Colour | None = None
    line: Colour | None = None
    width: float = 0.0  # of the line, mm


@dataclass(frozen=True, slots=True)
class Text:
    """Words centred on a point; `turn` is in degrees, clockwise."""

    centre: Point
    words: str
    size: float  # height of a capital letter, mm
    colour: Colour = INK
    turn: int = 0
    bold: bool = False


Shape: TypeAlias = Polygon | Text


def artwork(mat: Mat) -> tuple[Shape, ...]:
    """Everything printed on the mat, back to front."""
    shapes: list[Shape] = [
        Polygon(((0, 0), (mat.width, 0), (mat.width, mat.height), (0, mat.height)), PAPER)
    ]
    for zone in mat.zones:
        shapes += _zone(zone)
    for tag in mat.tags:
        shapes += tag_shapes(tag)
    return tuple(shapes)


def tag_shapes(tag: Tag) -> list[Shape]:
    """The tag's quiet white square and its black cells."""
    (x, y), half = tag.centre, tag.side / 2
    cell = tag.side / CELLS
    quiet = half + cell
    shapes: list[Shape] = [Polygon(_box(x - quiet, y - quiet, 2 * quiet, 2 * quiet), (255,) * 3)]
    for row, line in enumerate(cells(tag.number)):
        start = None
        for column, black in enumerate([*line.tolist(), False]):
            if black and start is None:
                start = column
            elif not black and start is not None:
                left, top = x - half + start * cell, y - half + row * cell
                run = _box(left, top, (column - start) * cell, cell)
                shapes.append(Polygon(run, (0, 0, 0)))
                start = None
    return shapes


def _zone(zone: Zone) -> list[Shape]:
    xs, ys = zip(*zone.outline, strict=True)
    turn = 180 if zone.seat == 1 else 0
    centre = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return [
        Polygon(zone.outline, TINTS.get(zone.name, (220, 220, 220)), INK, 0.5),
        Text(centre, zone.title.upper(), 4.0, INK, turn, bold=True),
    ]


def _box(left: float, top: float, width: float, height: float) -> tuple[Point, ...]:
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom))
