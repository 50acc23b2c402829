"""Whose turn it is, which step, and what the eye is waiting for."""

from rich.text import Text
from textual.widgets import Static

from rules.core import CHANCE, side_name, side_of
from ui.app.state_model import waiting_in_words
from ui.app.table_model import TableModel
from ui.screens.themes import palette
from ui.widgets.big_type import big, big_width
from words import say, translated


class Headline(Static):
    """One line at the top; in large type the step is drawn in large letters."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id, markup=False)
        self._model: TableModel | None = None

    def show(self, model: TableModel) -> None:
        """Show turn, step and what is being waited for."""
        self._model = model
        self._draw()

    def on_resize(self) -> None:
        """Fit the new width."""
        self._draw()

    def _draw(self) -> None:
        if self._model is None:
            return
        model, view = self._model, self._model.view
        look = palette(self.app.theme_variables)
        active = look.seats[view.active % 2]
        name = side_name(view, side_of(view, view.active))
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append(f" {say('Turn {turn}', turn=view.turn)} ", style=f"bold {look.text}")
        line.append(f" {name} ", style=f"bold {look.felt} on {active}")
        line.append(f"  {view.step}", style=f"bold {look.text}")
        if view.substep:
            line.append(
                "  " + f"\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} {view.substep}",
                style=look.text,
            )
        if model.to_move == CHANCE:
            line.append(f"  ({say('dice decide')})", style=look.muted)
        doing = self._doing(model)
        if doing:
            line.append(f"   {doing}", style=f"bold {look.accent}")
        if self.size.height >= 4 and big_width(view.step) <= self.size.width - 2:
            for row in big(view.step):
                line.append(f"\n {row}", style=f"bold {active}")
        self.update(line, layout=False)  # its height is fixed

    @staticmethod
    def _doing(model: TableModel) -> str:
        if model.outcome is not None:
            return say("■ {text}", text=model.outcome.text)
        if model.paused:
            return say("Ⅱ PAUSED")
        return translated(waiting_in_words(model.waiting))
