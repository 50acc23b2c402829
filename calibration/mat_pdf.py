"""Mats as print-ready vector PDFs: on one sheet, or on several that are glued together.

The drawing is laid over a grid of sheets with a common strip between neighbours. Seams are put
where they cut no tag; the sheet that lies on top is trimmed along its seam.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from pathlib import Path
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np
from fpdf import FPDF, ViewerPreferences

from calibration.artwork import INK, artwork, runs, tag_shapes
from calibration.lens_fit import MARKER_MM, SQUARE_MM, SQUARES, charuco_board
from calibration.mat import Mat, Point, Tag
from calibration.mats.layout import OWN_TAGS, QUIET, TAG_SIDE
from calibration.shapes import Colour, LineShape, PolygonShape, Shape, TextShape, bounds, box, mixed
from words import Text, joined, tr

PAPERS: Final = MappingProxyType(
    {
        "a3": (297.0, 420.0),
        "a4": (210.0, 297.0),
        "tabloid": (279.4, 431.8),
        "letter": (215.9, 279.4),
    }
)
"""Width and height upright, mm."""

MARGIN: Final = 6.4
"""Most printers cannot print nearer to the edge of the paper (a quarter of an inch)."""

STRIP: Final = 8.0
"""The least that neighbours have in common, for the glue."""

_CAPITAL: Final = 0.718  # Helvetica's capitals as a share of the font size
_POINTS: Final = 72 / 25.4
BLACK: Final[Colour] = (0, 0, 0)
_MARK: Final[Colour] = (150, 60, 60)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: the part of the mat it shows, and where it is trimmed (mm on the mat)."""

    row: int
    column: int
    left: float
    top: float
    width: float
    height: float
    trim_left: float | None = None
    trim_top: float | None = None


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a mat is divided: the paper as it lies in the printer, and its sheets."""

    paper: str
    paper_width: float
    paper_height: float
    rows: int
    columns: int
    sheets: tuple[Sheet, ...]


def tiling(mat: Mat, paper: str) -> Tiling:
    """The fewest sheets of this paper that hold the mat. Raises `ValueError` for another paper."""
    if paper not in PAPERS:
        raise ValueError(
            tr(
                "There is no paper '{paper}'; choose one of {names}.",
                paper=paper,
                names=joined(", ", PAPERS),
            )
        )
    short, long = PAPERS[paper]
    return min(
        (_laid_out(mat, paper, width, height) for width, height in ((long, short), (short, long))),
        key=lambda laid: len(laid.sheets),
    )


def write_pdf(mat: Mat, paper: str, out: Path) -> Tiling:
    """Write the mat's PDF, with a page of joining instructions where there are several sheets."""
    laid = tiling(mat, paper)
    pdf = _document(laid, tr("DiceRef mat: {name}", name=mat.name))
    shapes = artwork(mat)
    for number, sheet in enumerate(laid.sheets, 1):
        pdf.add_page()
        with pdf.rect_clip(MARGIN, MARGIN, sheet.width, sheet.height):
            paint(pdf, _near(shapes, sheet), MARGIN - sheet.left, MARGIN - sheet.top)
        _marks(pdf, sheet, laid)
        _label(pdf, laid, number, mat.name)
    if len(laid.sheets) > 1:
        _instructions(pdf, mat, laid, shapes)
    pdf.output(str(out))
    return laid


def paint(pdf: FPDF, shapes: Iterable[Shape], x: float, y: float, scale: float = 1.0) -> None:
    """Put shapes on the page, their origin at (x, y)."""
    for shape in shapes:
        if isinstance(shape, TextShape):
            _words(pdf, shape, x, y, scale)
        elif isinstance(shape, LineShape):
            pdf.set_draw_color(*shape.colour)
            pdf.set_line_width(shape.width * scale)
            pdf.polyline([(x + px * scale, y + py * scale) for px, py in shape.points])
        else:
            _polygon(pdf, shape, x, y, scale)


def _laid_out(mat: Mat, paper: str, width: float, height: float) -> Tiling:
    room = (width - 2 * MARGIN, height - 2 * MARGIN)
    across = _starts(mat.width, room[0])
    down = _starts(mat.height, room[1])
    cuts = (_seams(mat, across, room[0], axis=0), _seams(mat, down, room[1], axis=1))
    sheets = tuple(
        Sheet(
            row,
            column,
            left,
            top,
            min(room[0], mat.width - left),
            min(room[1], mat.height - top),
            cuts[0][column - 1] if column else None,
            cuts[1][row - 1] if row else None,
        )
        for row, top in enumerate(down)
        for column, left in enumerate(across)
    )
    return Tiling(paper, width, height, len(down), len(across), sheets)


def _starts(length: float, room: float) -> list[float]:
    """Where each sheet begins along one side: evenly spread, the strips as wide as they can be."""
    if length <= room:
        return [0.0]
    count = ceil((length - STRIP) / (room - STRIP))
    pitch = (length - room) / (count - 1)
    return [place * pitch for place in range(count)]


def _seams(mat: Mat, starts: Sequence[float], room: float, axis: int) -> list[float]:
    """Where each common strip is cut: nearest to its middle, through no tag's white."""
    seams = []
    for one, other in pairwise(starts):
        first, last = other + 1.0, one + room - 1.0
        places = [first + step * 0.5 for step in range(int((last - first) / 0.5) + 1)]
        free = [place for place in places if not _cuts_a_tag(mat, place, axis)]
        middle = (first + last) / 2
        seams.append(min(free or places, key=lambda place: abs(place - middle)))
    return seams


def _cuts_a_tag(mat: Mat, place: float, axis: int) -> bool:
    return any(abs(tag.centre[axis] - place) < tag.side / 2 + QUIET for tag in mat.tags)


def _document(laid: Tiling, title: str) -> FPDF:
    pdf = FPDF(unit="mm", format=(laid.paper_width, laid.paper_height))
    pdf.set_auto_page_break(auto=False)
    pdf.set_margin(0)
    pdf.set_title(title)
    pdf.set_creator("DiceRef")
    # Print dialogues shrink to fit unless told otherwise, and a shrunk mat measures wrong.
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    return pdf


def _near(shapes: Iterable[Shape], sheet: Sheet) -> Iterable[Shape]:
    """The shapes that reach onto the sheet; words are kept when they begin anywhere near."""
    for shape in shapes:
        if isinstance(shape, TextShape):
            left, top, right, bottom = (
                shape.at[0] - 60,
                shape.at[1] - 60,
                shape.at[0] + 60,
                shape.at[1] + 60,
            )
        else:
            points = shape.points if isinstance(shape, LineShape) else shape.outline
            left, top, right, bottom = bounds(points)
        beside = right < sheet.left or left > sheet.left + sheet.width
        if not (beside or bottom < sheet.top or top > sheet.top + sheet.height):
            yield shape


def _polygon(pdf: FPDF, shape: PolygonShape, x: float, y: float, scale: float) -> None:
    points = [(x + px * scale, y + py * scale) for px, py in shape.outline]
    if shape.fill is not None:
        pdf.set_fill_color(*shape.fill)
        pdf.polygon(points, style="F")
    if shape.line is not None:
        pdf.set_draw_color(*shape.line)
        pdf.set_line_width(shape.width * scale)
        pdf.polygon(points, style="D")


def _words(pdf: FPDF, shape: TextShape, x: float, y: float, scale: float) -> None:
    size = shape.size * scale
    pdf.set_font("helvetica", "B" if shape.bold else "", size / _CAPITAL * _POINTS)
    pdf.set_text_color(*shape.colour)
    tracking = shape.tracking * scale
    pdf.set_char_spacing(0)
    length = pdf.get_string_width(shape.words) + tracking * (len(shape.words) - 1)
    pdf.set_char_spacing(tracking * _POINTS)
    at_x, at_y = x + shape.at[0] * scale, y + shape.at[1] * scale
    back = {"left": 0.0, "middle": length / 2, "right": length}[shape.anchor]
    with pdf.rotation(-shape.turn, at_x, at_y):
        pdf.text(at_x - back, at_y + size / 2, shape.words)


def _marks(pdf: FPDF, sheet: Sheet, laid: Tiling) -> None:
    """Short marks at both ends of every seam, on the sheet that is trimmed and under it."""
    pdf.set_draw_color(*_MARK)
    pdf.set_line_width(0.15)
    near = (MARGIN, MARGIN + sheet.width, MARGIN, MARGIN + sheet.height)
    for other in laid.sheets:
        if other.trim_left is not None and other.column in (sheet.column, sheet.column + 1):
            x = MARGIN + other.trim_left - sheet.left
            pdf.line(x, near[2] - 4, x, near[2])
            pdf.line(x, near[3], x, near[3] + 4)
        if other.trim_top is not None and other.row in (sheet.row, sheet.row + 1):
            y = MARGIN + other.trim_top - sheet.top
            pdf.line(near[0] - 4, y, near[0], y)
            pdf.line(near[1], y, near[1] + 4, y)


def _label(pdf: FPDF, laid: Tiling, number: int, name: str) -> None:
    words = tr(
        "DiceRef {name} mat  -  sheet {number} of {count}  -  print at 100 %",
        name=name,
        number=number,
        count=len(laid.sheets),
    )
    tone = mixed((255, 255, 255), INK, 0.6)
    at = (laid.paper_width / 2, laid.paper_height - 3.4)
    paint(pdf, [TextShape(at, words, 1.5, tone)], 0, 0)


def _instructions(pdf: FPDF, mat: Mat, laid: Tiling, shapes: Sequence[Shape]) -> None:
    """A last page: a small picture of the whole mat with its sheets, and what to do."""
    pdf.add_page()
    left = MARGIN + 8.0
    room = laid.paper_width - 2 * left
    scale = min(room / mat.width, 0.45 * laid.paper_height / mat.height)
    top = MARGIN + 20.0
    heading = TextShape(
        (left, top - 10), tr("Joining the sheets"), 4.5, INK, bold=True, anchor="left"
    )
    paint(pdf, [heading], 0, 0)
    paint(pdf, shapes, left, top, scale)
    for number, sheet in enumerate(laid.sheets, 1):
        _plan(pdf, sheet, number, laid=laid, mat=mat, at=(left, top), scale=scale)
    _numbered(pdf, _steps(mat, laid), left, top + mat.height * scale + 8, room)


def _numbered(pdf: FPDF, lines: Sequence[str], left: float, top: float, width: float) -> None:
    pdf.set_char_spacing(0)
    pdf.set_font("helvetica", "", 10.5)
    pdf.set_text_color(*INK)
    pdf.set_y(top)
    for place, line in enumerate(lines, 1):
        pdf.set_x(left)
        pdf.cell(7, 5.4, f"{place}.")
        pdf.multi_cell(width - 7, 5.4, line, align="L", new_x="LMARGIN", new_y="NEXT")


def _plan(
    pdf: FPDF, sheet: Sheet, number: int, *, laid: Tiling, mat: Mat, at: Point, scale: float
) -> None:
    left, top = at
    starts_x = sheet.trim_left or 0.0
    starts_y = sheet.trim_top or 0.0
    after = {(s.row, s.column): s for s in laid.sheets}
    right = after.get((sheet.row, sheet.column + 1))
    below = after.get((sheet.row + 1, sheet.column))
    ends_x = right.trim_left if right and right.trim_left is not None else mat.width
    ends_y = below.trim_top if below and below.trim_top is not None else mat.height
    pdf.set_draw_color(*_MARK)
    pdf.set_line_width(0.4)
    box = (left + starts_x * scale, top + starts_y * scale)
    pdf.rect(*box, (ends_x - starts_x) * scale, (ends_y - starts_y) * scale)
    middle = (
        left + (starts_x + ends_x) / 2 * scale,
        top + (starts_y + ends_y) / 2 * scale,
    )
    pdf.set_fill_color(255, 255, 255)
    pdf.circle(middle[0], middle[1], 5.0, style="DF")
    paint(pdf, [TextShape(middle, str(number), 3.5, _MARK, bold=True)], 0, 0)


def _steps(mat: Mat, laid: Tiling) -> list[Text]:
    count = len(laid.sheets)
    steps = [
        tr(
            "Print all {count} sheets at 100 % (not 'fit to page'), on matt paper against glare.",
            count=count,
        ),
        tr("Measure the scale bar. If it is too short, the printer shrank the page: print again."),
    ]
    if laid.columns > 1:
        steps.append(
            tr(
                "Every sheet that has a neighbour on its left: cut it from red mark to red "
                "mark along its left side and lay it over that neighbour, marks on marks, "
                "drawing on drawing."
            )
        )
    if laid.rows > 1:
        steps.append(
            tr("The same for every sheet with a neighbour above: cut along its upper marks.")
        )
    steps += [
        tr(
            "Glue or tape the strip underneath. Trim the white border of the whole mat if you like."
        ),
        tr(
            "The finished mat is {width:g} x {height:g} mm. Lay it flat and tape its corners.",
            width=mat.width,
            height=mat.height,
        ),
        tr("Keep the square markers free of cards, sleeves and cups."),
    ]
    return steps


def write_markers_pdf(paper: str, out: Path) -> None:
    """Eight loose markers on one sheet, to lay around a mat people already own."""
    if paper not in PAPERS:
        raise ValueError(
            tr(
                "There is no paper '{paper}'; choose one of {names}.",
                paper=paper,
                names=joined(", ", PAPERS),
            )
        )
    width, height = PAPERS[paper]
    pdf = _document(Tiling(paper, width, height, 1, 1, ()), tr("DiceRef markers"))
    pdf.add_page()
    pitch = TAG_SIDE + 2 * QUIET + 10.0
    left, top = (width - 2 * pitch) / 2, 70.0
    for place, number in enumerate(OWN_TAGS):
        column, row = place % 2, place // 2
        centre = (left + (column + 0.5) * pitch, top + (row + 0.5) * pitch)
        half = TAG_SIDE / 2 + QUIET + 2.0
        x, y = centre
        frame = box(x - half, y - half, x + half, y + half)
        paint(pdf, [PolygonShape(frame, None, (190, 190, 190), 0.15)], 0, 0)
        paint(pdf, tag_shapes(Tag(number, centre, TAG_SIDE)), 0, 0)
        label = TextShape(
            (x, y + half + 2.4), f"{place + 1}", 2.0, mixed((255, 255, 255), INK, 0.7)
        )
        paint(pdf, [label], 0, 0)
    heading = TextShape(
        (20, 18), tr("Markers for your own mat"), 4.5, INK, bold=True, anchor="left"
    )
    paint(pdf, [heading], 0, 0)
    _numbered(pdf, _MARKER_STEPS, 20.0, 26.0, width - 40.0)
    pdf.output(str(out))


_MARKER_STEPS: Final = (
    tr(
        "Print at 100 % on matt paper and cut along the grey frames; keep the white "
        "around the black."
    ),
    tr("Stick 1 to 4 on the mat's corners, clockwise from the top left as the camera sees it."),
    tr("Stick 5 to 8 near the middles of its edges; none need be straight."),
    tr("Run 'diceref calibrate --mat own --draw': it measures where the markers lie."),
    tr("Then lay two dice on the corners of each zone it names: so it learns what your mat shows."),
)


def charuco_shapes() -> list[Shape]:
    """The ChArUco board, its top left corner at the origin."""
    board = charuco_board()
    shapes: list[Shape] = [
        PolygonShape(
            box(x * SQUARE_MM, y * SQUARE_MM, (x + 1) * SQUARE_MM, (y + 1) * SQUARE_MM), BLACK
        )
        for y in range(SQUARES[1])
        for x in range(SQUARES[0])
        if (x + y) % 2 == 0
    ]
    dictionary = board.getDictionary()
    for number, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True):
        left, top = np.asarray(corners, np.float64)[0, :2].tolist()
        drawn = cv2.aruco.generateImageMarker(dictionary, int(number), _BOARD_CELLS)
        cell = MARKER_MM / _BOARD_CELLS
        for row, line in enumerate((drawn == 0).tolist()):
            low, high = top + row * cell, top + (row + 1) * cell
            shapes += [
                PolygonShape(box(left + first * cell, low, left + last * cell, high), BLACK)
                for first, last in runs(line)
            ]
    return shapes


_BOARD_CELLS: Final = 7  # 5x5 bits and the border


def write_charuco_pdf(paper: str, out: Path) -> None:
    """The board on one sheet: for those who want the lens measured as well as can be."""
    if paper not in PAPERS:
        raise ValueError(
            tr(
                "There is no paper '{paper}'; choose one of {names}.",
                paper=paper,
                names=joined(", ", PAPERS),
            )
        )
    short, long = PAPERS[paper]
    pdf = _document(Tiling(paper, long, short, 1, 1, ()), tr("DiceRef lens board"))
    pdf.add_page()
    left, top = (long - SQUARES[0] * SQUARE_MM) / 2, (short - SQUARES[1] * SQUARE_MM) / 2
    paint(pdf, charuco_shapes(), left, top)
    words = tr(
        "Print at 100 %, glue onto something flat, show it to 'diceref calibrate --charuco'."
    )
    tone = mixed((255, 255, 255), INK, 0.7)
    paint(pdf, [TextShape((long / 2, short - 9), words, 2.2, tone)], 0, 0)
    pdf.output(str(out))
