"""The table of a lesson: what is done there is shown by hands, and a word to each of it."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ui.app.table_model import GoOn
from ui.screens.table import TableScreen
from words import say


class TutorialScreen(TableScreen, inherit_bindings=False):
    """Everything of a table works as in a game; Space goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "go_on", say("Go on"), priority=True, key_display="Space"),
        *TableScreen.BINDINGS,
    ]
    INTRO: ClassVar[str] = say(
        "Hands play on a simulated table; the line at the top says what happens and "
        "what to press. All keys of a table work."
    )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In a window over the table, Space is typed."""
        if action == "go_on":
            return self.app.screen is self
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """What was said has been read."""
        self.source.send(GoOn())
