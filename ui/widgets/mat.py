"""The zones of both players with every die, as they lie on the mat."""

from textual import events
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ui.mat_drawing import Drawing, draw_mat
from ui.table_model import TableModel
from ui.themes import palette


class MatView(ScrollView):
    """The mat; a die's detail is shown under the mouse. Scrolls when the window is small."""

    can_focus = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id)
        self._model: TableModel | None = None
        self._drawing = Drawing((), {})

    def show(self, model: TableModel) -> None:
        """Draw the zones of this model, if they differ from what is shown."""
        shown = self._model
        self._model = model
        if shown is None or (shown.view, shown.lit) != (model.view, model.lit):
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
        model, size = self._model, self.scrollable_content_region.size
        self._drawing = draw_mat(
            model,
            palette(self.app.theme_variables),
            (size.width, size.height),
        )
        self.virtual_size = Size(size.width, len(self._drawing.rows))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        row = y + self.scroll_offset.y
        rows, width = self._drawing.rows, self.size.width
        if row >= len(rows):
            return Strip.blank(width, self.rich_style)
        return Strip(rows[row]).adjust_cell_length(width, self.rich_style)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say what the die under the mouse is."""
        self.tooltip = self._detail_at(event.x, event.y + self.scroll_offset.y)

    def _detail_at(self, x: int, y: int) -> str | None:
        if self._model is None:
            return None
        for die in self._model.view.dice:
            top, left, width, height = self._drawing.dice.get(die.die, (-1, 0, 0, 0))
            if top <= y < top + height and left <= x < left + width:
                return f"{die.title}\n{die.detail}" if die.detail else die.title
        return None
