"""The camera's picture in cells of four quarters each."""

from functools import lru_cache
from time import monotonic
from typing import Final

import cv2
import numpy as np
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from hardware.frame import Image
from ui.app.table_model import TableModel
from words import say

SECONDS_BETWEEN_PICTURES = 0.9

QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By which quarters of a cell are bright: 1 and 2 the upper ones, 4 and 8 the lower ones."""


class Thumbnail(Widget):
    """The newest picture with the readings drawn in, about once a second."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id)
        self._image: Image | None = None
        self._strips: list[Strip] = []
        self._since = 0.0

    def show(self, model: TableModel, *, large: bool = False) -> None:
        """Show this model's picture unless the last one is younger than a second.

        `large`: there is room for the dice of a question or foul, seen from near.
        """
        near = model.closeup if large and (model.fouls or model.question) else None
        picture = model.thumbnail if near is None else near
        self.set_class(picture is None, "-no-picture")
        if picture is self._image:
            return
        if self._image is not None and picture is not None:
            if monotonic() - self._since < SECONDS_BETWEEN_PICTURES:
                return
            self._since = monotonic()
        self._image = picture
        self._draw()

    def on_resize(self) -> None:
        """Draw again at the new size."""
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        ground = self.rich_style
        if self._image is None or not width or not height:
            text = say("no picture").center(width) if width else ""
            self._strips = [Strip([Segment(text, ground)])]
        else:
            self._strips = in_cells(self._image, width, height, ground)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        if y < len(self._strips):
            return self._strips[y].adjust_cell_length(self.size.width, self.rich_style)
        return Strip.blank(self.size.width, self.rich_style)


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
