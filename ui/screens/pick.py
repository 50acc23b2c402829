"""One of several lines: which entry was wrong."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ui.widgets.touch import TapList
from words import say, translated


class PickScreen(ModalScreen[int | None]):
    """Answers the index of the line that was picked; None after Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", say("Close"))]

    def __init__(self, question: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._question = question
        self._lines = lines

    def compose(self) -> ComposeResult:
        """The question and the lines."""
        with Vertical(id="pick"):
            yield Static(self._question, markup=False)
            yield TapList(*(Option(translated(line)) for line in self._lines), markup=False)

    def on_mount(self) -> None:
        """The first line is under the cursor."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a tap."""
        self.dismiss(event.option_index)

    def action_leave(self) -> None:
        """Esc."""
        self.dismiss(None)
