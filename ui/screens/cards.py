"""What every card of this game says, in our own words."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from rules.core import CardWords
from ui.app.table_model import TableModel
from words import say


class CardsScreen(ModalScreen[None]):
    """All cards; those of which `about` speaks stand first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,i", "app.pop_screen", say("Close"), key_display="Esc")
    ]

    def __init__(self, model: TableModel, about: str) -> None:
        super().__init__()
        self._names = [seat.name for seat in model.view.seats]
        self._cards = sorted(model.cards, key=lambda card: card.title not in about)

    def compose(self) -> ComposeResult:
        """One page to scroll through."""
        with VerticalScroll(id="cards") as page:
            page.border_title = say("What the cards say")
            yield Static(Text("\n").join(map(self._card, self._cards)), markup=False)

    def _card(self, card: CardWords) -> Text:
        whose = "" if card.seat is None else say(" ({name})", name=self._names[card.seat])
        head = say(
            "{title}, {subtitle}{whose}", title=card.title, subtitle=card.subtitle, whose=whose
        )
        told = Text(head + "\n", style="bold")
        told.append("".join(f"  {line}\n" for line in card.lines), style="not bold")
        return told
