"""The camera's picture in half cells: two pixels, one above the other, share a cell."""

from time import monotonic

import cv2
import numpy as np
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from hardware.frame import Image
from ui.app.table_model import TableModel
from ui.words import say

SECONDS_BETWEEN_PICTURES = 0.9


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
            text = say("camera.none").center(width) if width else ""
            self._strips = [Strip([Segment(text, ground)])]
        else:
            self._strips = half_cells(self._image, width, height, ground)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        if y < len(self._strips):
            return self._strips[y].adjust_cell_length(self.size.width, self.rich_style)
        return Strip.blank(self.size.width, self.rich_style)


def half_cells(image: Image, width: int, height: int, ground: Style) -> list[Strip]:
    """The picture in at most `width` x `height` cells, its proportions kept."""
    tall, wide = image.shape[:2]
    scale = min(width / wide, 2 * height / tall)
    columns = max(1, min(width, round(wide * scale)))
    rows = max(1, min(height, round(tall * scale / 2)))
    small = cv2.resize(image, (columns, 2 * rows), interpolation=cv2.INTER_AREA)
    margin = Segment(" " * ((width - columns) // 2), ground)
    return [Strip([margin, *_row(small[2 * at], small[2 * at + 1])]) for at in range(rows)]


def _row(above: np.ndarray, below: np.ndarray) -> list[Segment]:
    return [
        Segment(
            "▀",
            Style(
                color=Color.from_rgb(int(top[2]), int(top[1]), int(top[0])),
                bgcolor=Color.from_rgb(int(low[2]), int(low[1]), int(low[0])),
            ),
        )
        for top, low in zip(above, below, strict=True)
    ]
