"""How life went over a recorded game, drawn with dots, and where we are in it."""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from ui.screens.themes import palette
from ui.widgets.timeline import Timeline

DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Of a cell's four rows: the dot on the left and the one on the right."""

DISPUTES: Final = ("✖", "?", "↺")
"""Signs that stand on the curve as well as on the time line."""

SCALE: Final = 4
"""Cells on the left, for the highest and the lowest life."""


class LifeCurve(Widget):
    """A line for each side; a tap jumps there, as on the time line."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id)
        self._lives: Sequence[Sequence[int]] = ()
        self._at = 0
        self._marks: Sequence[tuple[int, str]] = ()

    def show(
        self, lives: Sequence[Sequence[int]], at: int, marks: Sequence[tuple[int, str]] = ()
    ) -> None:
        """`lives` of every side after each page; page `at` is shown, `marks` are (page, sign)."""
        if (lives, at) != (self._lives, self._at):
            self._lives, self._at = lives, at
            self._marks = tuple(mark for mark in marks if mark[1] in DISPUTES)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        width, height = self.size.width - SCALE, self.size.height
        if width < 2 or not self._lives:
            return Strip.blank(self.size.width, self.rich_style)
        look = palette(self.app.theme_variables)
        values = [life for lives in self._lives for life in lives]
        low, high = min(0, *values), max(1, *values)
        label = f"{high:>3} " if y == 0 else f"{low:>3} " if y == height - 1 else " " * SCALE
        pieces = [Segment(label, Style(color=look.muted, bgcolor=look.felt))]
        here = self._column(self._at, width)
        marked = {self._column(page, width): sign for page, sign in self._marks if y == height - 1}
        for cell in range(width):
            sign, side = self._cell(cell, y, width, low, high)
            colour = look.muted if side is None else look.seats[side % 2]
            if cell in marked:
                sign, colour = marked[cell], look.text
            ground = look.line if cell == here else look.felt
            pieces.append(Segment(sign, Style(color=colour, bgcolor=ground)))
        return Strip(pieces).adjust_cell_length(self.size.width, self.rich_style)

    def _cell(self, cell: int, y: int, width: int, low: int, high: int) -> tuple[str, int | None]:
        """The dots of the side that has most of them here."""
        rows = self.size.height * 4
        found: dict[int, int] = {}
        for right in (0, 1):
            page = (2 * cell + right) * (len(self._lives) - 1) // max(1, 2 * width - 1)
            before = self._lives[max(0, page - 1)]
            for side, life in enumerate(self._lives[page]):
                now, then = (
                    round((high - one) * (rows - 1) / (high - low)) for one in (life, before[side])
                )
                for row in range(min(now, then), max(now, then) + 1):
                    if row // 4 == y:
                        found[side] = found.get(side, 0) | DOTS[row % 4][right]
        if not found:
            return " ", None
        side = max(found, key=lambda one: found[one].bit_count())
        together = 0
        for dots in found.values():
            together |= dots
        return chr(0x2800 + together), side

    def _column(self, page: int, width: int) -> int:
        return page * (width - 1) // max(1, len(self._lives) - 1)

    def on_click(self, event: events.Click) -> None:
        """Jump to where the finger is."""
        width = max(1, self.size.width - SCALE - 1)
        page = max(0, event.x - SCALE) * (len(self._lives) - 1) / width
        self.post_message(Timeline.Touched(round(page)))
