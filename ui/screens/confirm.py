"""A yes-or-no question before something that cannot simply be undone."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from words import say


class ConfirmScreen(ModalScreen[bool]):
    """Answers True for yes; Esc is no, and the key that asked, pressed again, is yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "decide(True)", say("Yes (y)")),
        Binding("n,escape", "decide(False)", say("No (n)")),
    ]

    def __init__(self, sentence: str, again: str = "", *, first: str = "yes") -> None:
        """`again`: the key that asked, where pressing it twice is meant.

        `first`: the button that Enter means, "yes" or "no".
        """
        super().__init__()
        self._sentence, self._first = sentence, first
        if again:
            self._bindings.bind(again, "decide(True)", show=False)

    def compose(self) -> ComposeResult:
        """The sentence and the two buttons."""
        with Vertical(id="confirm"):
            yield Static(self._sentence, id="confirm-sentence", markup=False)
            with Horizontal(id="confirm-buttons"):
                yield Button(say("Yes (y)"), id="yes", variant="primary")
                yield Button(say("No (n)"), id="no")

    def on_mount(self) -> None:
        """Enter means the first button."""
        self.query_one(f"#{self._first}").focus()

    def tell(self, sentence: str) -> None:
        """Ask with more words, once they are known."""
        self.query_one("#confirm-sentence", Static).update(sentence)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A tap on one of the buttons."""
        self.dismiss(event.button.id == "yes")

    def action_decide(self, yes: bool) -> None:
        """Close with this answer."""
        self.dismiss(yes)
