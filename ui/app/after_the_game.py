"""What runs behind a dashboard: the game, and then whatever the players still want of its table."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from ui.app.errors import UserError
from ui.app.logs import log_fault
from ui.words import say

if TYPE_CHECKING:
    from ui.app.session import Session

Ended = Literal["demo-over", "changed-by-hand", "recording-over"]
"""Why nothing more happens on the table, as the headline says it."""


def play_and_stay(session: "Session", doing: str, play: Callable[[], Ended]) -> None:
    """Run `play`; then obey the players until they leave, so that no key is ever dead.

    What stops the game early is said on the screen: a thread has no other place to say it.
    """
    try:
        ended = play()
    except UserError as error:
        session.stay("stopped", str(error))
    except Exception as fault:  # noqa: BLE001 - the last line: a bug belongs in the log
        session.stay("stopped", say("session.fault", where=log_fault(doing, fault)))
    else:
        session.stay(ended, say(f"ended.{ended}"))
