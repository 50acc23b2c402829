"""Some of several dice: each is ticked, then all ticked ones are taken."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, SelectionList, Static
from textual.widgets.selection_list import Selection

from ui.widgets.touch import TapList
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
        self._tapped = set[int]()

    def compose(self) -> ComposeResult:
        """The question and a line for each die."""
        with Vertical(id="pick"):
            yield Static(self._question, markup=False)
            if self.app.has_class("-touch"):
                yield TapList(*map(self._line, range(len(self._dice))), markup=False)
            else:
                yield SelectionList[int](
                    *(Selection(die.replace("[", "("), at) for at, die in enumerate(self._dice))
                )
            yield Static(
                say("Space ticks a die, Enter takes all that are ticked, Esc none."), markup=False
            )

    def on_mount(self) -> None:
        """The first die is under the cursor."""
        self.query_one(OptionList).focus()

    def _line(self, at: int) -> str:
        """A die with its tick; the toolkit's own list of ticks has lines of one cell only."""
        return f"{'✔' if at in self._tapped else '·'}  {self._dice[at]}"

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A tap, where there is no keyboard: tick a die, or not."""
        at = event.option_index
        self._tapped ^= {at}
        event.option_list.replace_option_prompt_at_index(at, self._line(at))

    def action_take(self) -> None:
        """Enter."""
        ticked = [at for each in self.query(SelectionList) for at in each.selected]
        self.dismiss([self._dice[at] for at in sorted({*ticked, *self._tapped})])

    def action_leave(self) -> None:
        """Esc."""
        self.dismiss(())
