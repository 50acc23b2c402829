"""The table without a camera: what needs one is not offered."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from ui.app.table_model import AskHint
from ui.screens.table import TableScreen
from words import say

NEEDS_A_CAMERA: Final = frozenset({"allow_foul", "camera"})


class PracticeScreen(TableScreen, inherit_bindings=False):
    """A game that is played by keyboard: every decision is taken in the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *TableScreen.BINDINGS,
        Binding("m", "hint", say("Hint")),
    ]
    KEYS_COME_AND_GO = False
    INTRO: ClassVar[str] = say(
        "Choose what you do in the list Now; the program draws, rolls and plays the "
        "rest. M: a hint."
    )
    TAKE_BACK: ClassVar[str] = say("Take back your last decision?")

    def action_hint(self) -> None:
        """What the program would do, and why."""
        self.source.send(AskHint())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Fouls and pictures come from a camera."""
        name = action.partition("(")[0]
        return name not in NEEDS_A_CAMERA and super().check_action(action, parameters)
