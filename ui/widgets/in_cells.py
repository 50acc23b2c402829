"""A picture in cells of four quarters each, for terminals that show nothing but letters."""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from hardware.frame import Image

QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By which quarters of a cell are bright: 1 and 2 the upper ones, 4 and 8 the lower ones."""


def in_cells(image: Image, width: int, height: int, ground: Style) -> list[Strip]:
    """The picture in at most `width` x `height` cells, its proportions kept.

    A cell shows two colours in four quarters: those brighter than its middle, and the others.
    """
    tall, wide = image.shape[:2]
    scale = min(width / wide, 2 * height / tall)
    columns = max(1, min(width, round(wide * scale)))
    rows = max(1, min(height, round(tall * scale / 2)))
    small = cv2.resize(image, (2 * columns, 2 * rows), interpolation=cv2.INTER_AREA)
    quarters = small.reshape(rows, 2, columns, 2, 3).transpose(0, 2, 1, 3, 4)
    quarters = quarters.reshape(rows, columns, 4, 3).astype(np.float32)
    light = quarters.sum(axis=3)
    bright = light > light.mean(axis=2, keepdims=True)
    signs = (bright * (1, 2, 4, 8)).sum(axis=2)
    upper, lower = _mean_of(quarters, bright), _mean_of(quarters, ~bright)
    margin = Segment(" " * ((width - columns) // 2), ground)
    return [
        Strip([margin, *map(_cell, signs[at].tolist(), upper[at].tolist(), lower[at].tolist())])
        for at in range(rows)
    ]


def _mean_of(quarters: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """The mean colour of the chosen quarters of each cell; of all where none is chosen."""
    some = chosen | ~chosen.any(axis=2, keepdims=True)
    mean: np.ndarray = (quarters * some[..., None]).sum(axis=2) / some.sum(axis=2)[..., None]
    return mean.round().astype(int)


def _cell(sign: int, bright: list[int], dark: list[int]) -> Segment:
    return Segment(QUARTERS[sign], _style((*bright, *dark)))


@lru_cache(maxsize=4096)
def _style(colours: tuple[int, ...]) -> Style:
    """Of blue, green, red of the sign and of what lies behind it."""
    blue, green, red, under_blue, under_green, under_red = colours
    return Style(
        color=Color.from_rgb(red, green, blue),
        bgcolor=Color.from_rgb(under_red, under_green, under_blue),
    )
