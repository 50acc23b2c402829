"""A side's life in large figures, its last change and what caused it."""

from textwrap import wrap

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from rules.core import SIDES, Side, first_seat, seats_of, side_name, side_of
from ui.app.sides import spendable_text
from ui.app.table_model import TableModel
from ui.screens.themes import palette
from ui.widgets.big_type import big, big_width
from words import say, tr


class LifePanel(Widget):
    """One side: who sits there, their life, its last change, what they have to spend."""

    def __init__(self, side: Side, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's
        super().__init__(id=id)
        self.side = side
        self._model: TableModel | None = None
        self._drawn: list[tuple[str, Style]] | None = None

    def show(self, model: TableModel) -> None:
        """Show this side of the model."""
        shown = self._model
        self._model = model
        if shown is None or self._facts(shown) != self._facts(model):
            self._draw_anew()

    def on_resize(self) -> None:
        """Fit the new size."""
        self._draw_anew()

    def notify_style_update(self) -> None:
        """Draw again in the new theme's colours."""
        super().notify_style_update()
        self._draw_anew()

    def _draw_anew(self) -> None:
        self._drawn = None
        self.refresh()

    def _facts(self, model: TableModel) -> tuple[object, ...]:
        view = model.view
        here = view.seats if view.sides > len(SIDES) else view.seats[self.side :: view.sides]
        side = self._side(model)
        changes = tuple(change for change in model.life_changes if change.seat == first_seat(side))
        return here, model.to_move, model.view.active, changes

    def _side(self, model: TableModel) -> Side:
        """Whose figures are shown: this side's, or where more than two play, whose turn it is."""
        view = model.view
        return self.side if view.sides <= len(SIDES) else side_of(view, view.active)

    def _others(self, model: TableModel) -> list[tuple[str, Style]]:
        """Where more than two play: everybody whose turn it is not, and what they have."""
        look, ground = palette(self.app.theme_variables), self.rich_style.bgcolor
        view, turn = model.view, self._side(model)
        after = [Side(side % view.sides) for side in range(turn + 1, turn + view.sides)]
        return [
            (
                f" {side_name(view, side)} {view.seats[side].life}",
                Style(color=look.seats[side % len(SIDES)], bgcolor=ground, bold=True),
            )
            for side in after
        ]

    def render_line(self, y: int) -> Strip:
        """One row of cells; the figures are as large as the space allows."""
        if self._drawn is None:
            self._drawn = self._rows()
        rows = self._drawn
        if y >= len(rows):
            return Strip.blank(self.size.width, self.rich_style)
        text, style = rows[y]
        return Strip([Segment(set_cell_size(text, self.size.width), style)])

    def _rows(self) -> list[tuple[str, Style]]:
        if self._model is None:
            return []
        model, look = self._model, palette(self.app.theme_variables)
        if model.view.sides > len(SIDES) and self.side:
            return self._others(model)
        side = self._side(model)
        seat = model.view.seats[side]
        ground = self.rich_style.bgcolor
        own = Style(color=look.seats[side % len(SIDES)], bgcolor=ground, bold=True)
        plain = Style(color=look.text, bgcolor=ground)
        muted = Style(color=look.muted, bgcolor=ground)
        blank = ("", plain)
        deciding = model.to_move in seats_of(model.view, side)
        active = Style(color=ground, bgcolor=own.color, bold=True)
        name = (self._names(model), active if deciding else own)
        change, quiet = self._change(model)
        said, notes = self._wrapped(change), self._wrapped(spendable_text(model.view, self.side))
        figures = self._figures(seat.life, self.size.height - 1 - len(said))
        head = [name, *((row, own) for row in figures)]
        room = self.size.height - len(head)
        said = _cut(said, room)
        tail = [
            *((line, muted if quiet else plain) for line in said),
            *((line, plain) for line in _cut(notes, room - len(said))),
        ]
        if room - len(tail) >= 2:
            head = [name, blank, *head[1:], blank]
        return [*head, *tail]

    def _names(self, model: TableModel) -> str:
        """Who sits here; a mark stands before whoever is to decide."""
        mark, view = "▶", model.view
        names = [
            (f"{mark} " if seat == model.to_move else "") + view.seats[seat].name
            for seat in seats_of(view, self._side(model))
        ]
        return ("" if names[0].startswith(mark) else "  ") + " & ".join(names)

    def _wrapped(self, text: str) -> list[str]:
        return [" " + line for line in wrap(text, max(8, self.size.width - 2))]

    def _figures(self, life: int, room: int) -> list[str]:
        """The life as large as `room` rows and the width of two figures allow."""
        text = str(life)
        for scale in (4, 3, 2, 1):
            rows = big(text, scale)
            wide = big_width(text, scale)
            if len(rows) <= room and max(wide, big_width("00", scale)) < self.size.width:
                left = " " * ((self.size.width - wide) // 2)
                return [left + row for row in rows]
        return [f" {text}"]

    def _change(self, model: TableModel) -> tuple[str, bool]:
        """The last change in words, and whether there was none."""
        for change in model.life_changes:
            if change.seat == first_seat(self._side(model)):
                key = (
                    tr("▼ \N{MINUS SIGN}{amount}: {cause}")
                    if change.delta < 0
                    else tr("▲ +{amount}: {cause}")
                )
                return say(key, amount=abs(change.delta), cause=change.cause), False
        seat = model.view.seats[self._side(model)]
        if seat.goal:
            return say("played to {goal}", goal=seat.goal), True
        return say("{life} at the start", life=seat.life_start), True


def _cut(lines: list[str], most: int) -> list[str]:
    """At most so many lines; that there would be more is shown."""
    if len(lines) <= most:
        return lines
    kept = lines[: max(0, most)]
    return [*kept[:-1], kept[-1] + "…"] if kept else []
