"""Some of several dice: each is ticked, then all ticked ones are taken."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import SelectionList, Static
from textual.widgets.selection_list import Selection

from words import say


class ToggleScreen(ModalScreen[Sequence[str]]):
    """Answers the dice that were ticked; none after Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", say("Close")),
        Binding("enter", "take", say("Take what is ticked"), priority=True),
    ]

    def __init__(self, question: str, dice: Sequence[str]) -> None:
        super().__init__()
        self._question = question
        self._dice = dice

    def compose(self) -> ComposeResult:
        """The question and a line for each die."""
        with Vertical(id="pick"):
            yield Static(self._question, markup=False)
            yield SelectionList[int](
                *(Selection(die.replace("[", "("), at) for at, die in enumerate(self._dice))
            )
            yield Static(
                say("Space ticks a die, Enter takes all that are ticked, Esc none."), markup=False
            )

    def on_mount(self) -> None:
        """The first die is under the cursor."""
        self.query_one(SelectionList).focus()

    def action_take(self) -> None:
        """Enter."""
        chosen = self.query_one(SelectionList).selected
        self.dismiss([self._dice[at] for at in sorted(chosen)])

    def action_leave(self) -> None:
        """Esc."""
        self.dismiss(())
