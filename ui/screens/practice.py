"""The table without a camera: what needs one is not offered."""

from typing import ClassVar, Final

from ui.screens.table import TableScreen
from ui.words import say

NEEDS_A_CAMERA: Final = frozenset({"allow_foul", "camera"})


class PracticeScreen(TableScreen):
    """A game that is played by keyboard: every decision is taken in the list."""

    KEYS_COME_AND_GO = False
    INTRO: ClassVar[str] = say("help.practice")
    TAKE_BACK: ClassVar[str] = say("practice.undo")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Fouls and pictures come from a camera."""
        name = action.partition("(")[0]
        return name not in NEEDS_A_CAMERA and super().check_action(action, parameters)
