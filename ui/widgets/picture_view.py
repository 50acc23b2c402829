"""A picture on the screen, by the terminal's own graphics where it has them, else in cells.

Cells are drawn at once. What the terminal's graphics need is put together in another thread, as it
takes longer than a redraw may, and goes to the terminal as soon as the screen has been drawn.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from hardware.frame import Image
from ui.widgets.graphics import iterm2, kitty, sixel
from ui.widgets.graphics.terminal import Graphics, Kind
from ui.widgets.in_cells import in_cells

if TYPE_CHECKING:
    from textual.driver import Driver

Drawn: TypeAlias = Callable[[int], Image]
"""Draws what is to be shown, so many pixels wide at most."""

WIDEST: Final = {Kind.KITTY: 1280, Kind.ITERM2: 1600, Kind.SIXEL: 900}
"""Pixels across, at most."""

WIDEST_FAR: Final = 640  # px, through a network
USUAL_CELL: Final = (10, 20)  # px, of a terminal that does not say

LOOKED_AFTER_S: Final = 0.25

_numbers = count(0x5D1CE)
"""Under which pictures are handed to kitty: unlikely to be another program's."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """A picture ready for the terminal, and the cells that it fills."""

    content: str
    left: int
    top: int
    columns: int
    rows: int
    number: int


class PictureView(Widget):
    """A picture as large as there is room, its proportions kept; words where there is none."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id)
        self.image: Image | None = None
        self._drawn: Drawn | None = None
        self._words = ""
        self._cells: tuple[object, list[Strip]] | None = None  # for which picture and size
        self._laid: _Laid | None = None
        self._covered = False  # something lies over it: in cells meanwhile
        self._number = 0  # under which kitty knows the picture that is shown
        self._preparing: asyncio.Task[None] | None = None

    @property
    def graphics(self) -> Graphics:
        """What the terminal can show."""
        found = getattr(self.app, "graphics", None)
        return found if isinstance(found, Graphics) else Graphics()

    def draw(self, image: Image | None, words: str = "", drawn: Drawn | None = None) -> None:
        """Show this picture, or these words, from now on.

        `drawn` draws it larger than `image`, for terminals that can show that.
        """
        self.image, self._words, self._drawn = image, words, drawn
        if image is None:
            self._laid = None
        if self._laid is None or self._covered:
            self._covered = False
            self.refresh()
        self._prepare()

    def on_resize(self) -> None:
        """Another size: cells until the picture of that size is ready."""
        self._laid = None
        self.refresh()
        self._prepare()

    def on_mount(self) -> None:
        """Be there when something else is shown in its place."""
        if self.graphics.kind is Kind.KITTY:
            self.set_interval(LOOKED_AFTER_S, self._look_after)

    def on_unmount(self) -> None:
        """The terminal may forget it."""
        self._take_away()

    # -- cells

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows that are asked for: cells, or what holds the place of the terminal's picture."""
        laid = self._laid if self.screen.is_active and not self._covered else None
        if laid is None:
            rows = self._in_cells()
        else:
            rows = [Strip.blank(self.size.width, self.rich_style)] * self.size.height
            self.call_after_refresh(self._lay)
        return [
            row.crop(crop.x, crop.right) if crop.width < self.size.width else row
            for row in rows[crop.y : crop.bottom]
        ]

    def _in_cells(self) -> list[Strip]:
        width, height = self.size
        ground = self.rich_style
        now = (id(self.image), self._words, width, height, ground)
        if self._cells is None or self._cells[0] != now:
            if self.image is None:
                rows = [Strip([Segment(self._words[:width].center(width), ground)])]
            else:
                rows = in_cells(self.image, width, height, ground)
            rows = [row.adjust_cell_length(width, ground) for row in rows]
            blank = Strip.blank(width, ground)
            above = (height - len(rows)) // 2
            rows = [blank] * above + rows + [blank] * (height - len(rows) - above)
            self._cells = (now, rows)
        return self._cells[1]

    # -- the terminal's own graphics

    def _prepare(self) -> None:
        """Put together what the terminal needs for the newest picture, in another thread."""
        busy = self._preparing is not None and not self._preparing.done()
        if self.graphics.kind is not Kind.CELLS and self.is_mounted and not busy:
            self._preparing = asyncio.create_task(self._prepare_newest())

    async def _prepare_newest(self) -> None:
        """One picture after the other, until the newest one is on the screen."""
        while self.is_mounted and self.display and self.image is not None and all(self.size):
            image, drawn, size = self.image, self._drawn, self.size
            room = size.width, size.height
            laid = await asyncio.to_thread(_put_together, self.graphics, image, drawn, room)
            if image is self.image and size == self.size:
                self._show_laid(laid)
                return

    def _show_laid(self, laid: _Laid) -> None:
        before, self._laid = self._laid, laid
        if before is None or (before.columns, before.rows) != (laid.columns, laid.rows):
            self.refresh()
        else:
            self._lay()

    def _lay(self) -> None:
        """Lay the picture over the blank cells; back to cells where something lies over those."""
        laid = self._laid
        if laid is None or not self.is_mounted:
            return
        if not self._is_free():
            self._covered = True
            self.refresh()
            return
        left, top = self.region.x + laid.left, self.region.y + laid.top
        self._write(f"\x1b7\x1b[{top + 1};{left + 1}H{laid.content}\x1b8")
        if self.graphics.kind is Kind.KITTY and self._number != laid.number:
            self._take_away()
            self._number = laid.number

    def _take_away(self) -> None:
        """Kitty leaves a picture where it is, whatever is drawn there."""
        if self._number:
            self._write(kitty.forgotten(self._number))
            self._number = 0

    def _look_after(self) -> None:
        """Take the picture away as soon as something else is shown in its place."""
        if self._number and not (self._laid and self._is_free()):
            self._take_away()
            self.refresh()

    def _is_free(self) -> bool:
        """Whether nothing lies over this widget, looked at in a grid of cells."""
        region = self.region
        if not (self.screen.is_active and self.display and region):
            return False
        if self.screen.region.intersection(region) != region:
            return False
        columns = np.unique(np.linspace(region.x, region.right - 1, 9, dtype=int)).tolist()
        rows = range(region.y, region.bottom)
        return all(self.screen.get_widget_at(x, y)[0] is self for y in rows for x in columns)

    def _write(self, content: str) -> None:
        """Past the toolkit, which takes whatever a terminal obeys out of what it draws."""
        driver: Driver | None = self.app._driver  # noqa: SLF001 - there is no other way to it
        if driver is not None and not self.app.is_headless:
            driver.write(content)
            driver.flush()


def _put_together(
    graphics: Graphics, image: Image, drawn: Drawn | None, room: tuple[int, int]
) -> _Laid:
    """The picture as large as `room`, columns and rows, takes it."""
    cell = graphics.cell if all(graphics.cell) else USUAL_CELL
    tall, wide = image.shape[:2]
    widest = WIDEST_FAR if graphics.far else WIDEST[graphics.kind]
    scale = min(room[0] * cell[0] / wide, room[1] * cell[1] / tall)
    share = min(1.0, widest / (wide * scale))
    if graphics.kind is Kind.SIXEL:  # each of its pixels is one of the terminal's
        scale, share = scale * share, 1.0
    columns = max(1, min(room[0], int(wide * scale / cell[0])))
    rows = max(1, min(room[1], int(tall * scale / cell[1])))
    left, top = (room[0] - columns) // 2, (room[1] - rows) // 2
    pixels = max(2, round(columns * cell[0] * share)), max(2, round(rows * cell[1] * share))
    number = next(_numbers)
    larger = image if drawn is None else drawn(pixels[0])
    fitted = np.asarray(cv2.resize(larger, pixels, interpolation=cv2.INTER_AREA), np.uint8)
    match graphics.kind:
        case Kind.KITTY:
            content = kitty.laid(fitted, number, columns, rows)
        case Kind.ITERM2:
            content = iterm2.laid(fitted, columns, rows)
        case _:
            content = sixel.drawn(fitted)
    return _Laid(content, left, top, columns, rows, number)
