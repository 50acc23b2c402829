"""What the recorded games tell, as a page to scroll through."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import DataTable, Static, TabbedContent, TabPane

from ui.app.statistics.figures import GameFigures
from ui.app.statistics.report import StatsTable, overview, tables
from words import say


class StatsScreen(Screen[None]):
    """One tab for each table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,ctrl+q,escape", "app.quit", say("Quit"), key_display="q"),
    ]

    def __init__(self, figures: GameFigures, broken: int) -> None:
        super().__init__()
        self._words = overview(figures, broken)
        self._tables = tables(figures)

    def compose(self) -> ComposeResult:
        """All games in a sentence, then the tables."""
        yield Static(self._words, id="overview", markup=False)
        with TabbedContent():
            for table in self._tables:
                with TabPane(table.title, id=f"table-{table.name}"):
                    yield from _rows(table)


def _rows(table: StatsTable) -> ComposeResult:
    with VerticalScroll():
        rows: DataTable[str] = DataTable(cursor_type="row", zebra_stripes=True)
        rows.add_columns(*table.heads())
        for row in table.shown():
            rows.add_row(*row)
        yield rows
        if table.left_out:
            yield Static(say("and {count} more", count=table.left_out), markup=False)
