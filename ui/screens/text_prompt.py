"""One line to type: words to search for, a reason, a file's name."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from words import say


class TextPromptScreen(ModalScreen[str]):
    """Answers what was typed; nothing when it was left with Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", say("Close"))]

    def __init__(self, question: str, suggestion: str = "") -> None:
        super().__init__()
        self._question = question
        self._suggestion = suggestion

    def compose(self) -> ComposeResult:
        """The question and the line."""
        with Vertical(id="ask"):
            yield Static(self._question, markup=False)
            yield Input(self._suggestion)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Esc."""
        self.dismiss("")
