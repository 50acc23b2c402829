"""`diceref practice`: play alone, without a camera."""

import argparse
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from rules.core.set_up import Plan
from rules.journal import Journal
from rules.registry import KnownGame, games
from ui.app.errors import UserError
from ui.app.game_plan import example, last_plan, setup_of
from ui.app.game_thread import game_thread
from ui.app.known_games import known_game
from ui.app.opponent import STRENGTHS
from ui.app.records import (
    PRACTICE,
    recording,
    referee_of,
    resumed_record,
    simple_record,
    tell_where,
    to_resume,
)
from ui.app.settings import read_settings
from ui.cli.open_dashboard import add_options, check_window, open_dashboard
from words import joined, say, tr

if TYPE_CHECKING:
    from ui.screens.practice import PracticeScreen
    from ui.screens.setup import SetupScreen

SEATS: Mapping[str, frozenset[int]] = {
    "first": frozenset({1}),
    "second": frozenset({0}),
    "both": frozenset(),
    "none": frozenset({0, 1}),
}

GO_ON = tr("; 'diceref practice --resume' goes on with a game that is not over")


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "practice",
        help=say("play alone by keyboard, without a camera"),
        description=say(
            "A game on the simulated table: the program draws and rolls, and plays the "
            "other side by looking ahead. The rulebook's first game unless a set-up is "
            "named."
        ),
        epilog=say(
            "examples:\n  diceref practice --game irondie\n  diceref practice --choose\n  "
            "diceref practice --play none --pace 0.2\n  diceref practice --resume"
        ),
    )
    command.add_argument("--game", help=say("one of {names}", names=joined(", ", games())))
    command.add_argument(
        "--play", choices=tuple(SEATS), default="first", help=say("which side you play (first)")
    )
    command.add_argument(
        "--strength",
        choices=tuple(STRENGTHS),
        default="fair",
        help=say(
            "how well the program plays: easy plays anything lawful, strong thinks for a "
            "second (fair)"
        ),
    )
    command.add_argument(
        "--choose",
        action="store_true",
        help=say("choose teams and format on the set-up screen first"),
    )
    command.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="JOURNAL",
        help=say("go on with a recorded game; without a name the last practice left unfinished"),
    )
    command.add_argument("--seed", type=int, help=say("the same draws and rolls every time"))
    command.add_argument("--pace", type=float, help=say("seconds between the program's own moves"))
    add_options(command)
    command.add_argument("--no-record", action="store_true", help=say("keep no journal"))
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play until the dashboard is closed."""
    chosen = read_settings()
    known = known_game(arguments.game or chosen.game)
    pace = chosen.pace if arguments.pace is None else arguments.pace
    if not 0 <= pace <= 60:
        raise UserError(tr("--pace must be between 0 and 60 seconds, not {pace:g}.", pace=pace))
    check_window()
    with ExitStack() as playing:
        begin = partial(_begun, arguments, pace, playing)
        if arguments.resume is not None:
            open_dashboard(None, arguments, _resumed(arguments, pace, playing))
        elif arguments.choose:
            open_dashboard(None, arguments, _choosing(arguments, known, begin))
        else:
            open_dashboard(None, arguments, begin(example(known.name)))
    return 0


def _begun(
    arguments: argparse.Namespace, pace: float, playing: ExitStack, plan: Plan
) -> "PracticeScreen":
    """The table of a new game."""
    known = known_game(plan.game)
    name = f"{datetime.now(UTC).astimezone():%Y-%m-%d-%H%M%S}{PRACTICE}{known.name}"
    journal = simple_record(known.load(), setup_of(plan), None if arguments.no_record else name)
    playing.callback(tell_where, journal, GO_ON)
    playing.enter_context(recording(journal, unplayed="drop"))
    return _table(arguments, pace, playing, journal)


def _resumed(arguments: argparse.Namespace, pace: float, playing: ExitStack) -> "PracticeScreen":
    """The table of a game that was begun before. Raises `UserError`."""
    path = to_resume(arguments.resume, practice=True)
    journal = resumed_record(path, arguments.game, keep=not arguments.no_record)
    playing.callback(tell_where, journal, GO_ON)
    playing.enter_context(recording(journal, unplayed="keep"))
    return _table(arguments, pace, playing, journal)


def _table(
    arguments: argparse.Namespace, pace: float, playing: ExitStack, journal: Journal
) -> "PracticeScreen":
    """The table of a game that is played where its record stands; `playing` ends it.

    Raises `UserError` when the record cannot be replayed.
    """
    from ui.app.practice import Practice  # noqa: PLC0415 - only when a game begins
    from ui.screens.practice import PracticeScreen  # noqa: PLC0415 - the toolkit loads late

    known = known_game(journal.game)
    practice = Practice(
        referee_of(known.load(), journal),
        title=known.title,
        automatic=SEATS[arguments.play],
        seed=arguments.seed,
        pace=pace,
        strength=arguments.strength,
    )
    playing.enter_context(game_thread(practice, "practice", practice.play))
    return PracticeScreen(practice)


def _choosing(
    arguments: argparse.Namespace, known: KnownGame, begin: Callable[[Plan], "PracticeScreen"]
) -> "SetupScreen":
    from ui.screens.setup import Preparation, SetupScreen  # noqa: PLC0415 - the toolkit loads late

    remembered = last_plan() if arguments.game is None else None
    preparation = Preparation(begin)
    return SetupScreen(remembered or example(known.name), preparation)
