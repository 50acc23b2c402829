"""Digits and the question mark, as outlines of DejaVu Sans Condensed Bold."""

import json
from functools import cache
from importlib.resources import files

import numpy as np

from hardware.printing.outline import Drawing, Path, Shape


@cache
def _glyphs() -> dict[str, tuple[float, tuple[Path, ...]]]:
    """Per character its advance and outlines, in units of the cap height, y down."""
    text = files("hardware.printing").joinpath("lettering.json").read_text("utf-8")
    return {
        character: (
            glyph["advance"],
            tuple(np.asarray(path, np.float32) for path in glyph["paths"]),
        )
        for character, glyph in json.loads(text)["glyphs"].items()
    }


def width(text: str, height: float) -> float:
    """How wide the text runs when its capitals are `height` tall."""
    return sum(_glyphs()[character][0] for character in text) * height


def lettered(text: str, x: float, y: float, height: float, *, inked: bool = True) -> Drawing:
    """The text with its top left corner at (x, y) and capitals `height` tall."""
    shapes = []
    for character in text:
        advance, paths = _glyphs()[character]
        shapes.append(
            Shape(tuple((p * height + (x, y)).astype(np.float32) for p in paths), inked=inked)
        )
        x += advance * height
    return tuple(shapes)


def centred(text: str, x: float, y: float, height: float, *, inked: bool = True) -> Drawing:
    """The text with its middle at (x, y)."""
    return lettered(text, x - width(text, height) / 2, y - height / 2, height, inked=inked)
