"""What is printed on a mat; `mat_picture` makes a picture of it and `mat_pdf` a PDF.

The ground is light: it saves ink, keeps the tags' contrast, and its muted zones let both white
and dark dice stand out. Everything a player reads is written once towards each side.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from calibration import zone_ornaments
from calibration.mat import Mat, Point, Tag, Zone
from calibration.shapes import (
    Colour,
    LineShape,
    PolygonShape,
    Shape,
    TextShape,
    bounds,
    box,
    inset,
    mixed,
    rounded,
    turned,
)
from calibration.tags import CELLS, cells
from calibration.zone_ornaments import ORNAMENTS, placed
from words import tr

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, mm."""

PAPER: Final[Colour] = (251, 249, 244)
INK: Final[Colour] = (44, 48, 58)
WHITE: Final[Colour] = (255, 255, 255)
GREYS: Final[tuple[int, int, int]] = (60, 119, 200)
"""The neutral patches, sRGB levels; 119 is the mid grey that colour is measured on."""

SCALE_MM: Final = 90
SHORT_SCALE_MM: Final = 50
"""Of the scale bar; the short one is for a mat that is a single small sheet."""

_SMALL_MM: Final = 300.0
"""A mat that is less deep has its grey patches and its scale bar right behind the middle."""

_FALLBACK: Final = ((214, 214, 208), (70, 72, 74))
_TONES: Final[Mapping[str, tuple[Colour, Colour]]] = MappingProxyType(
    {  # the panel, and the dark of its title
        "attack": ((224, 166, 146), (124, 44, 28)),
        "field": ((176, 202, 166), (42, 84, 48)),
        "reserve": ((232, 211, 162), (112, 78, 18)),
        "prep": ((168, 197, 217), (24, 70, 108)),
        "used": ((194, 186, 208), (74, 58, 104)),
        "out": ((207, 207, 200), (80, 82, 78)),
        "life": ((246, 238, 228), (150, 44, 48)),
        "skirmish": ((224, 166, 146), (124, 44, 28)),
        "battle-attack": ((229, 190, 174), (150, 62, 44)),
        "battle-life": ((233, 216, 176), (128, 94, 24)),
        "battle-defence": ((181, 204, 220), (34, 78, 122)),
        "limbo": ((194, 186, 208), (74, 58, 104)),
        "abyss": ((164, 164, 172), (34, 34, 46)),
    }
)

_LIFE: Final[Mapping[str, int]] = MappingProxyType({"dicemasters": 20, "doubles": 30})


def artwork(mat: Mat) -> tuple[Shape, ...]:
    """Everything printed on the mat, back to front."""
    shapes: list[Shape] = [PolygonShape(box(0, 0, mat.width, mat.height), PAPER)]
    shapes += _middle(mat)
    near = _furniture(mat)
    shapes += near + turned(near, mat.width, mat.height)
    for zone in mat.zones:
        shapes += _for_its_seat(zone, mat)
    for tag in mat.tags:
        shapes += tag_shapes(tag)
    return tuple(shapes)


def on_screen(mat: Mat) -> tuple[Shape, ...]:
    """The mat as a screen shows it: without tags, patches and scale, its titles all one way up."""
    shapes: list[Shape] = [PolygonShape(box(0, 0, mat.width, mat.height), PAPER)]
    for zone in mat.zones:
        if zone.name == "life":
            shapes += _for_its_seat(zone, mat)
        else:
            shapes += _panel_and_title(zone)
    return tuple(shapes)


def tag_shapes(tag: Tag) -> list[Shape]:
    """The tag's quiet white square and its black cells."""
    (x, y), half = tag.centre, tag.side / 2
    cell = tag.side / CELLS
    quiet = half + cell
    shapes: list[Shape] = [PolygonShape(box(x - quiet, y - quiet, x + quiet, y + quiet), WHITE)]
    for row, line in enumerate(cells(tag.number)):
        top = y - half + row * cell
        for first, last in runs(line.tolist()):
            left, right = x - half + first * cell, x - half + last * cell
            shapes.append(PolygonShape(box(left, top, right, top + cell), (0, 0, 0)))
    return shapes


def grey_patches(mat: Mat) -> tuple[tuple[int, tuple[Point, ...]], ...]:
    """The neutral patches: sRGB level and outline, both sides of the table."""
    near = [(level, _patch(mat, place)) for place, level in enumerate(GREYS)]
    far = [
        (level, tuple((mat.width - x, mat.height - y) for x, y in outline))
        for level, outline in near
    ]
    return tuple(near + far)


def runs(line: Sequence[bool]) -> Iterable[tuple[int, int]]:
    """Where black cells begin and end."""
    start = None
    for place, black in enumerate([*line, False]):
        if black and start is None:
            start = place
        elif not black and start is not None:
            yield start, place
            start = None


def _for_its_seat(zone: Zone, mat: Mat) -> list[Shape]:
    """The zone as its owner sees it: drawn at the near side, then turned where it is far."""
    if not (zone.seat or 0) % 2:
        return _zone(zone.name, zone.title, zone.outline, mat)
    at_the_near_side = tuple((mat.width - x, mat.height - y) for x, y in zone.outline)
    shapes = _zone(zone.name, zone.title, at_the_near_side, mat)
    return turned(shapes, mat.width, mat.height)


def _zone(name: str, title: str, outline: tuple[Point, ...], mat: Mat) -> list[Shape]:
    ground, dark = _TONES.get(name, _FALLBACK)
    shapes = _panel(outline, ground, dark)
    if name == "life":
        return shapes + _life_track(outline, _LIFE.get(mat.name, 20), ground, dark)
    return shapes + _ornament(name, outline) + _titles(title, outline, ground, dark)


def _ornament(name: str, outline: tuple[Point, ...]) -> list[Shape]:
    """The faint drawing in the middle of a zone."""
    ground, dark = _TONES.get(name, _FALLBACK)
    left, top, right, bottom = bounds(outline)
    ornament = ORNAMENTS.get(name)
    if ornament is None:
        return []
    size = min(right - left, bottom - top) * 0.26
    middle = ((left + right) / 2, (top + bottom) / 2)
    return list(placed(ornament, middle, size, mixed(ground, dark, 0.13), ground))


def _panel_and_title(zone: Zone) -> list[Shape]:
    """The zone with its name in the left corner that is nearest to its owner."""
    ground, dark = _TONES.get(zone.name, _FALLBACK)
    left, top, _, bottom = bounds(zone.outline)
    y = top + 4.5 if (zone.seat or 0) % 2 else bottom - 4.5
    title = TextShape((left + 4, y), zone.title.upper(), 3.4, dark, bold=True, anchor="left")
    panel = _panel(zone.outline, ground, dark)
    return [*panel, *_ornament(zone.name, zone.outline), title]


def _panel(outline: tuple[Point, ...], ground: Colour, dark: Colour) -> list[Shape]:
    edge = rounded(outline, 3.0)
    inner = rounded(inset(outline, 1.5), 2.0)
    return [
        PolygonShape(edge, ground, mixed(ground, dark, 0.75), 0.5),
        PolygonShape(inner, None, mixed(ground, dark, 0.35), 0.2),
    ]


def _titles(title: str, outline: tuple[Point, ...], ground: Colour, dark: Colour) -> list[Shape]:
    """The name towards the owner at the near edge, and smaller towards the other player."""
    left, top, right, bottom = bounds(outline)
    words = title.upper()
    other = mixed(ground, dark, 0.6)
    return [
        TextShape(
            (left + 5, bottom - 5), words, 3.0, dark, 0, bold=True, anchor="left", tracking=0.7
        ),
        TextShape((right - 5, top + 4.6), words, 2.0, other, 180, anchor="left", tracking=0.5),
    ]


def life_cells(mat: Mat) -> Mapping[int, tuple[Box, ...]]:
    """For each seat with a life track, the cells from 0 to the most life.

    Only the mats we print have our track; what a mat of the players' own shows nobody knows.
    """
    cells: dict[int, tuple[Box, ...]] = {}
    most = _LIFE.get(mat.name, 0)
    for zone in mat.zones:
        if not most or zone.name != "life" or zone.seat is None or len(zone.outline) != 8:
            continue
        if not zone.seat % 2:
            cells[zone.seat] = tuple(_life_boxes(zone.outline, most))
            continue
        near = tuple((mat.width - x, mat.height - y) for x, y in zone.outline)
        cells[zone.seat] = tuple(
            (mat.width - right, mat.height - bottom, mat.width - left, mat.height - top)
            for left, top, right, bottom in _life_boxes(near, most)
        )
    return cells


def _life_boxes(outline: tuple[Point, ...], most: int) -> Iterable[Box]:
    """Cells from 0 to the most life, on both sides of the tag."""
    left, top, right, bottom = bounds(outline)
    notch_left, notch_right = outline[5][0], outline[3][0]
    cells_per_mm = (most + 1) / (right - left - (notch_right - notch_left))
    on_the_left = round(cells_per_mm * (notch_left - left))
    for count, start, end in (
        (on_the_left, left, notch_left),
        (most + 1 - on_the_left, notch_right, right),
    ):
        pitch = (end - start - 5.0) / count
        for place in range(count):
            x = start + 2.5 + (place + 0.5) * pitch
            yield (x - pitch / 2 + 0.8, top + 4.5, x + pitch / 2 - 0.8, bottom - 4.5)


def _life_track(outline: tuple[Point, ...], most: int, ground: Colour, dark: Colour) -> list[Shape]:
    shapes: list[Shape] = []
    for number, cell in enumerate(_life_boxes(outline, most)):
        shapes += _life_cell(number, cell, ground, dark)
    return shapes


def _life_cell(number: int, cell: Box, ground: Colour, dark: Colour) -> list[Shape]:
    """Room for a bead or a die; the number stands at both ends, once towards each player."""
    left, top, right, bottom = cell
    middle = (left + right) / 2
    strong = number % 5 == 0
    fill = mixed(ground, dark, 0.16 if strong else 0.06)
    tone = dark if strong else mixed(ground, dark, 0.75)
    shapes: list[Shape] = [
        PolygonShape(
            rounded(box(left, top, right, bottom), 2.0), fill, mixed(ground, dark, 0.4), 0.25
        )
    ]
    if number == 0:
        faint = mixed(fill, dark, 0.2)
        shapes += placed(zone_ornaments.heart, (middle, (top + bottom) / 2), 4.5, faint, fill)
    shapes += [
        TextShape(
            (middle, bottom - 4.2), str(number), 3.1 if strong else 2.5, tone, 0, bold=strong
        ),
        TextShape((middle, top + 3.2), str(number), 1.7, mixed(fill, dark, 0.6), 180),
    ]
    return shapes


def _middle(mat: Mat) -> list[Shape]:
    """A fine line where the two sides meet, with a lozenge every 16 mm for a blocker's column."""
    y = mat.height / 2
    tone = mixed(PAPER, INK, 0.5)
    start, end = 42.0, mat.width - 42.0
    shapes: list[Shape] = [LineShape(((start, y), (end, y)), tone, 0.2)]
    count = int((end - start) // 16)
    for place in range(count + 1):
        x = mat.width / 2 + (place - count / 2) * 16
        lozenge = ((x - 1.1, y), (x, y - 0.75), (x + 1.1, y), (x, y + 0.75))
        shapes.append(PolygonShape(lozenge, tone))
    return shapes


def _furniture(mat: Mat) -> list[Shape]:
    """Beside the near field: the grey patches on the left, the scale bar on the right."""
    shapes: list[Shape] = [
        PolygonShape(_patch(mat, place), (level, level, level)) for place, level in enumerate(GREYS)
    ]
    long = SHORT_SCALE_MM if mat.height < _SMALL_MM else SCALE_MM
    return shapes + _scale_bar(mat.width - 31.0, mat.height / 2 + 8.0, long)


def _patch(mat: Mat, place: int) -> tuple[Point, ...]:
    behind = 2.0 if mat.height < _SMALL_MM else 42.0
    left, top = 9.5, mat.height / 2 + behind + place * 20.0
    return box(left, top, left + 19.0, top + 18.0)


def _scale_bar(left: float, top: float, long: int) -> list[Shape]:
    """To check with a ruler that the printer did not shrink the page."""
    tone = mixed(PAPER, INK, 0.85)
    x = left + 7.0
    shapes: list[Shape] = [LineShape(((x, top), (x, top + long)), tone, 0.25)]
    for tick in range(long + 1):
        stroke = 4.0 if tick % 10 == 0 else 2.6 if tick % 5 == 0 else 1.5
        shapes.append(LineShape(((x, top + tick), (x + stroke, top + tick)), tone, 0.15))
    shapes += [
        TextShape((x + 6.5, top + tick), str(tick), 1.5, tone) for tick in range(0, long + 1, 10)
    ]
    words = tr("MUST MEASURE {long} mm", long=long)
    at = (left + 3.5, top + long / 2)
    return [*shapes, TextShape(at, words, 1.4, tone, 270, tracking=0.25)]
