"""Shapes and words as SVG."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

import numpy as np

from calibration.shapes import Colour, LineShape, PolygonShape, Shape
from hardware.printing.outline import Drawing

FONT: Final = "system-ui,sans-serif"
CAPITAL: Final = 0.72
"""Height of a capital letter as a share of the font's size."""

UNITS: Final = 100.0
"""The side of a face in the units it is drawn in."""

_ANCHORS: Final = {"left": "start", "middle": "middle", "right": "end"}


def number(value: float) -> str:
    """A length without needless digits."""
    return f"{value:.1f}".removesuffix(".0")


def hexadecimal(colour: Colour) -> str:
    """`#rrggbb`."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def path(lines: Iterable[Sequence[Sequence[float]]], *, closed: bool) -> str:
    """What stands in `d`: straight lines through these points."""
    end = "Z" if closed else ""
    return "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in line) + end for line in lines
    )


def of_shapes(shapes: Iterable[Shape]) -> str:
    """Shapes of a mat, in millimetres."""
    return "".join(map(_of_shape, shapes))


def _of_shape(shape: Shape) -> str:
    if isinstance(shape, PolygonShape):
        fill = "none" if shape.fill is None else hexadecimal(shape.fill)
        line = "" if shape.line is None else _stroke(hexadecimal(shape.line), shape.width)
        return f'<path d="{path([shape.outline], closed=True)}" fill="{fill}"{line}/>'
    if isinstance(shape, LineShape):
        line = _stroke(hexadecimal(shape.colour), shape.width)
        return f'<path d="{path([shape.points], closed=False)}" fill="none"{line}/>'
    x, y = shape.at
    turn = f" rotate({shape.turn})" if shape.turn else ""
    weight = ' font-weight="700"' if shape.bold else ""
    return (
        f'<text transform="translate({number(x)} {number(y)}){turn}" y="{shape.size / 2:.2f}" '
        f'font-size="{shape.size / CAPITAL:.2f}" fill="{hexadecimal(shape.colour)}" '
        f'text-anchor="{_ANCHORS[shape.anchor]}"{weight}>{escape(shape.words)}</text>'
    )


def _stroke(colour: str, width: float) -> str:
    return f' stroke="{colour}" stroke-width="{width:.2f}"'


def of_drawings(drawings: Iterable[Drawing], ink: str, body: str) -> str:
    """What is printed on a face, in a square of `UNITS`; what clears is drawn as the body."""
    parts = []
    for shape in (shape for drawing in drawings for shape in drawing):
        colour = ink if shape.inked else body
        lines = [(np.asarray(line) * UNITS).tolist() for line in shape.paths]
        if shape.width > 0:
            parts.append(
                f'<path d="{path(lines, closed=False)}" fill="none" stroke="{colour}" '
                f'stroke-width="{number(shape.width * UNITS)}" stroke-linecap="round"/>'
            )
        else:
            parts.append(
                f'<path d="{path(lines, closed=True)}" fill="{colour}" fill-rule="evenodd"/>'
            )
    return "".join(parts)
