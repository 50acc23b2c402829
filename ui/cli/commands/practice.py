"""`diceref practice`: play alone, without a camera."""

import argparse
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from rules.core.set_up import Plan
from rules.registry import KnownGame, games
from ui.app.errors import UserError
from ui.app.game_plan import example, last_plan, setup_of
from ui.app.known_games import known_game
from ui.app.records import recording, simple_record, tell_where
from ui.app.settings import settings
from ui.app.table_model import Quit
from ui.cli.dashboard import add_options, check_window, show

if TYPE_CHECKING:
    from ui.screens.practice import PracticeScreen
    from ui.screens.setup import SetupScreen

SEATS: Mapping[str, frozenset[int]] = {
    "first": frozenset({1}),
    "second": frozenset({0}),
    "both": frozenset(),
    "none": frozenset({0, 1}),
}


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "practice",
        help="play alone by keyboard, without a camera",
        description="A game on the simulated table: the program draws and rolls, and plays the "
        "other side by random legal moves. The rulebook's first game unless a set-up is named.",
        epilog="examples:"
        "\n  diceref practice --game irondie"
        "\n  diceref practice --choose"
        "\n  diceref practice --play none --pace 0.2",
    )
    command.add_argument("--game", help=f"one of {', '.join(games())}")
    command.add_argument(
        "--play", choices=tuple(SEATS), default="first", help="which side you play (first)"
    )
    command.add_argument(
        "--choose", action="store_true", help="choose teams and format on the set-up screen first"
    )
    command.add_argument("--seed", type=int, help="the same draws and rolls every time")
    command.add_argument("--pace", type=float, help="seconds between the program's own moves")
    add_options(command)
    command.add_argument("--no-record", action="store_true", help="keep no journal")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play until the dashboard is closed."""
    chosen = settings()
    known = known_game(arguments.game or chosen.game)
    pace = chosen.pace if arguments.pace is None else arguments.pace
    if not 0 <= pace <= 60:
        raise UserError(f"--pace must be between 0 and 60 seconds, not {pace:g}.")
    check_window()
    with ExitStack() as playing:
        begin = partial(_table, arguments, pace, playing)
        if arguments.choose:
            show(None, arguments, _choosing(arguments, known, begin))
        else:
            show(None, arguments, begin(example(known.name)))
    return 0


def _table(
    arguments: argparse.Namespace, pace: float, playing: ExitStack, plan: Plan
) -> "PracticeScreen":
    """The table of a game that has begun; `playing` ends it and closes its journal."""
    from ui.app.practice import PracticeSource  # noqa: PLC0415 - only when a game begins
    from ui.screens.practice import PracticeScreen  # noqa: PLC0415 - the toolkit loads late

    known, setup = known_game(plan.game), setup_of(plan)
    game = known.load()
    name = f"{datetime.now(UTC).astimezone():%Y-%m-%d-%H%M%S}-practice-{known.name}"
    journal = None if arguments.no_record else simple_record(game, setup, name)
    if journal is not None:
        playing.callback(tell_where, journal)
        playing.enter_context(recording(journal, unplayed="drop"))
    source = PracticeSource(
        game,
        setup,
        title=known.title,
        automatic=SEATS[arguments.play],
        seed=arguments.seed,
        pace=pace,
        journal=journal,
    )
    source.start()
    playing.callback(source.join, 2.0)
    playing.callback(source.send, Quit())
    return PracticeScreen(source)


def _choosing(
    arguments: argparse.Namespace, known: KnownGame, begin: Callable[[Plan], "PracticeScreen"]
) -> "SetupScreen":
    from ui.screens.setup import Preparation, SetupScreen  # noqa: PLC0415 - the toolkit loads late

    remembered = last_plan() if arguments.game is None else None
    preparation = Preparation(begin)
    return SetupScreen(remembered or example(known.name), preparation)
