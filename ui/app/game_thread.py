"""The thread in which a game is played while the dashboard shows it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, Literal, TypeAlias

from ui.app.background import in_background
from ui.app.errors import UserError
from ui.app.logs import log_fault
from ui.app.refereed_game import RefereedGame
from ui.words import ENDED, words_for
from words import as_text, tr

Ended: TypeAlias = Literal["demo-over", "changed-by-hand", "recording-over", "tutorial-over"]
"""Why nothing more happens on the table, as the headline says it."""

CLOSING_S: Final = 6.0
"""Seconds that leaving waits for the game's thread."""


@contextmanager
def game_thread(game: RefereedGame, doing: str, play: Callable[[], Ended | None]) -> Iterator[None]:
    """`play` runs in a thread of its own until the dashboard, shown meanwhile, has been closed."""
    worker = in_background(partial(play_and_stay, game, doing, play), "game")
    try:
        yield
    finally:
        game.stop()
        worker.join(timeout=CLOSING_S)


def play_and_stay(game: RefereedGame, doing: str, play: Callable[[], Ended | None]) -> None:
    """Run `play`; then obey the players until they leave, so that no key is ever dead.

    `play` returns None when they have left. What stops the game early is said on the screen: a
    thread has no other place to say it.
    """
    try:
        ended = play()
    except UserError as error:
        game.stay("stopped", as_text(str(error)))
    except Exception as fault:  # noqa: BLE001 - the last line: a bug belongs in the log
        game.stay(
            "stopped",
            tr(
                "A fault of ours has stopped the game; {where} Nothing that was shown is lost.",
                where=log_fault(doing, fault),
            ),
        )
    else:
        if ended is not None:
            game.stay(ended, words_for(ENDED, ended))
    game.obey()  # what was said last, as that the clocks stop, still belongs in the record
