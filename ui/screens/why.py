"""Why an entry stands in the record, as a page over the review."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from words import say, translated


class WhyScreen(ModalScreen[None]):
    """What the referee considered, and what spoke for and against each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,W", "app.pop_screen", say("Close"), key_display="Esc")
    ]

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """One page to scroll through."""
        with VerticalScroll(id="why") as page:
            page.border_title = say("Why this entry stands here")
            yield Static("\n".join(map(translated, self._lines)), markup=False)
