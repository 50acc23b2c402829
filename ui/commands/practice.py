"""`diceref practice`: play alone, without a camera."""

import argparse
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from ui.dashboard import add_options, check_window, show
from ui.errors import UserError
from ui.games import KnownGame, known_game
from ui.plan import Plan, example, last_plan, setup_of
from ui.records import recording, simple_record
from ui.settings import settings
from ui.table_model import Quit

if TYPE_CHECKING:
    from ui.practice import PracticeSource
    from ui.setup_screen import SetupScreen

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
        epilog="examples: diceref practice --game irondie | diceref practice --choose | "
        "diceref practice --play none --pace 0.2",
    )
    command.add_argument("--game", help="avx, ygo, imwm, tmnt or irondie")
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
        begin = partial(_begin, arguments, pace, playing)
        if arguments.choose:
            show(None, arguments, _choosing(arguments, known, begin))
        else:
            show(begin(example(known.name)), arguments)
    return 0


def _begin(
    arguments: argparse.Namespace, pace: float, playing: ExitStack, plan: Plan
) -> "PracticeSource":
    """A game that has begun; `playing` ends it and closes its journal."""
    from ui.practice import PracticeSource  # noqa: PLC0415 - only when a game begins

    known, setup = known_game(plan.game), setup_of(plan)
    game = known.load()
    name = f"{datetime.now(UTC).astimezone():%Y-%m-%d-%H%M%S}-practice-{known.name}"
    journal = None if arguments.no_record else simple_record(game, setup, name)
    if journal is not None:
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
    return source


def _choosing(
    arguments: argparse.Namespace, known: KnownGame, begin: Callable[[Plan], "PracticeSource"]
) -> "SetupScreen":
    from ui.setup_screen import Preparation, SetupScreen  # noqa: PLC0415 - the toolkit loads late
    from ui.table_screen import TableScreen  # noqa: PLC0415 - the same

    remembered = last_plan() if arguments.game is None else None
    preparation = Preparation(lambda plan: TableScreen(begin(plan)))
    return SetupScreen(remembered or example(known.name), preparation)
