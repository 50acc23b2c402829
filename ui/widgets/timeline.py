"""The whole game on one line: turns, fouls, questions, corrections, and where we are."""

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from ui.screens.themes import palette


class Timeline(Static):
    """One cell per stretch of entries; a tap jumps there."""

    class Touched(Message):
        """The page at this index was pointed at."""

        def __init__(self, page: int) -> None:
            super().__init__()
            self.page = page

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id, markup=False)
        self._pages = 1
        self._at = 0
        self._marks: Sequence[tuple[int, str]] = ()

    def show(self, pages: int, at: int, marks: Sequence[tuple[int, str]]) -> None:
        """`pages` in all, page `at` is shown, `marks` are (page, sign)."""
        self._pages, self._at, self._marks = max(1, pages), at, marks
        self._draw()

    def on_resize(self) -> None:
        """Fit the new width."""
        self._draw()

    def _draw(self) -> None:
        width = self.size.width
        if not width:
            return
        look = palette(self.app.theme_variables)
        here = self._cell(self._at)
        signs = ["━" if cell <= here else "─" for cell in range(width)]
        for page, sign in self._marks:
            cell = self._cell(page)
            if sign != "│" or signs[cell] in "━─":
                signs[cell] = sign
        line = Text("".join(signs), style=look.muted, no_wrap=True)
        line.stylize(look.accent, 0, here)
        line.stylize(f"bold {look.felt} on {look.accent}", here, here + 1)
        self.update(line, layout=False)

    def _cell(self, page: int) -> int:
        return min(self.size.width - 1, page * self.size.width // self._pages)

    def on_click(self, event: events.Click) -> None:
        """Jump to where the finger is."""
        page = (2 * event.x + 1) * self._pages // (2 * max(1, self.size.width))
        self.post_message(self.Touched(page))
