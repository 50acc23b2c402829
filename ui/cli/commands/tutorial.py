"""`diceref tutorial`: what DiceRef does at a table, shown on a simulated one."""

import argparse

from ui.app.game_thread import Ended, game_thread
from ui.cli.open_dashboard import add_options, check_window, open_dashboard
from words import say


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "tutorial",
        help=say("five minutes on a simulated table: a foul, a question, a correction"),
        description=say(
            "Simulated hands play; a line at the top says what happens and what to "
            "press. No camera is needed, and no record is kept."
        ),
        epilog=say("example:\n  diceref tutorial"),
    )
    add_options(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Show the lessons until the player leaves."""
    check_window()
    from ui.app.tutorial import Tutorial  # noqa: PLC0415 - loads the simulated table
    from ui.screens.tutorial import TutorialScreen  # noqa: PLC0415 - the toolkit loads late

    tutorial = Tutorial()

    def play() -> Ended:
        tutorial.play()
        return "tutorial-over"

    with game_thread(tutorial.session, "tutorial", play):
        open_dashboard(None, arguments, TutorialScreen(tutorial.session))
    return 0
