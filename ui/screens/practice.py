"""The table without a camera: what only an eye could do is not offered."""

from typing import ClassVar, Final

from ui.screens.table import TableScreen
from ui.words import say

NEEDS_AN_EYE: Final = frozenset(
    {"answer", "more_answers", "allow_foul", "correct", "clocks", "more_time", "camera"}
)


class PracticeScreen(TableScreen):
    """A game that is played by keyboard: every decision is taken in the list."""

    KEYS_COME_AND_GO = False
    INTRO: ClassVar[str] = say("help.practice")
    TAKE_BACK: ClassVar[str] = say("practice.undo")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Questions, fouls and pictures come from a camera."""
        name = action.partition("(")[0]
        return name not in NEEDS_AN_EYE and super().check_action(action, parameters)
