"""The clocks of the game: one line under the headline, large figures in large type."""

from rich.text import Text
from textual.widgets import Static

from ui.app.table_clocks import clock_in_words, clock_later
from ui.app.table_model import ClockFace, TableModel
from ui.screens.themes import palette
from ui.widgets.big_type import big
from words import say, translated

SOON_S = 300.0
"""A clock with less than that left is drawn in the colour of what is urgent."""


class ClocksLine(Static):
    """Shows every clock of the model, counting on by itself between two models."""

    def __init__(self, *, live: bool = True, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        """Unless `live`, the clocks are those of a record: no key stops or starts them."""
        super().__init__(id=id, markup=False)
        self._live = live

    def show(self, model: TableModel, age: float) -> None:
        """Show the model's clocks, `age` seconds after it was published."""
        self.display = any(face.tells_something for face in model.clocks)
        if not self.display:
            return
        look = palette(self.app.theme_variables)
        line = Text(no_wrap=True, overflow="ellipsis")
        faces = [clock_later(face, age) for face in model.clocks]
        for face in faces:
            line.append(
                f" {translated(clock_in_words(face))} ",
                style=f"bold {look.accent if _soon(face) else look.text}",
            )
        if not any(face.running for face in faces):
            line.append(f" {'Ⅱ'} ", style=f"bold {look.accent}")
        if self._live:
            line.append(f"  {say('k: stop or start · K: more time')}", style=look.muted)
        if self.size.height >= 4:
            for row in big(clock_in_words(faces[0]).split()[-1]):
                line.append(f"\n {row}", style=f"bold {look.text}")
        self.update(line, layout=False)  # its height is fixed


def _soon(face: ClockFace) -> bool:
    return face.down and face.seconds < SOON_S
