"""The zones of both players with every die, as they lie on the mat."""

from dataclasses import replace

import msgspec
from rich.segment import Segment
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from ui.app.table_model import TableModel
from ui.screens.themes import Palette, palette
from ui.widgets.mat_drawing import MatDrawing, draw_mat


def _drawn(model: TableModel) -> object:
    return model.view, model.lit, model.moving, model.disputed


def _with_disputed(model: TableModel, look: Palette) -> TableModel:
    """The table with the dice of a question or foul where they lie, in the foul's colour."""
    if not model.disputed:
        return model
    view = msgspec.structs.replace(model.view, dice=(*model.view.dice, *model.disputed))
    kind = model.disputed[0].kind
    return replace(model, view=view, colours={**model.colours, kind: (look.foul, look.text)})


class MatView(Widget):
    """The mat; a die's detail is shown under the mouse.

    When even the smallest form does not fit, the wheel and the page keys move it, and an arrow
    at the edge says that there is more. Scroll bars would cost a second layout at every change.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id)
        self._model: TableModel | None = None
        self._drawing = MatDrawing((), {})
        self._top = 0

    def show(self, model: TableModel) -> None:
        """Draw the zones of this model, if they differ from what is shown."""
        shown = self._model
        self._model = model
        if shown is None or _drawn(shown) != _drawn(model):
            self._draw()

    def on_resize(self) -> None:
        """Draw again in the form that fits."""
        self._draw()

    def notify_style_update(self) -> None:
        """Draw again in the new theme's colours."""
        super().notify_style_update()
        self._draw()

    def _draw(self) -> None:
        if self._model is None or not self.size.width:
            return
        look = palette(self.app.theme_variables)
        marked = _with_disputed(self._model, look)
        self._drawing = draw_mat(marked, look, (self.size.width, self.size.height))
        self.move(0)

    def move(self, rows: int) -> None:
        """Show what lies `rows` further down, or up when negative."""
        hidden = max(0, len(self._drawing.rows) - self.size.height)
        self._top = min(max(0, self._top + rows), hidden)
        self.refresh()

    def on_mouse_scroll_down(self) -> None:
        """The wheel, or a finger."""
        self.move(2)

    def on_mouse_scroll_up(self) -> None:
        """The wheel, or a finger."""
        self.move(-2)

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        rows, width = self._drawing.rows, self.size.width
        at = y + self._top
        if at >= len(rows):
            return Strip.blank(width, self.rich_style)
        strip = Strip(rows[at]).adjust_cell_length(width, self.rich_style)
        above = y == 0 and at > 0
        below = y == self.size.height - 1 and at < len(rows) - 1
        if above or below:
            sign = Segment("▲" if above else "▼", self.rich_style)
            return Strip([*strip.crop(0, width - 1), sign])
        return strip

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say what the die under the mouse is."""
        self.tooltip = self._detail_at(event.x, event.y + self._top)

    def _detail_at(self, x: int, y: int) -> str | None:
        if self._model is None:
            return None
        for die in (*self._model.view.dice, *self._model.disputed):
            top, left, width, height = self._drawing.dice.get(die.die, (-1, 0, 0, 0))
            if top <= y < top + height and left <= x < left + width:
                return f"{die.title}\n{die.detail}" if die.detail else die.title
        return None
