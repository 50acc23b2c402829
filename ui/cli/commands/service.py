"""`diceref service`: the dashboard on a screen of its own, after boot and after a crash."""

import argparse
import sys

from ui.app.errors import UserError
from ui.app.records import to_resume
from ui.app.service import FONT, NAME, install, remove
from words import say


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "service",
        help=say("start the dashboard on this machine's screen after boot"),
        description=say(
            "Writes a unit of the user's systemd that shows the dashboard on the whole "
            "screen after boot, starts it anew after a crash and goes on with the game."
        ),
        epilog=say(
            "examples:\n  diceref service install\n  diceref service install --font 16\n  "
            "diceref service remove"
        ),
    )
    command.add_argument("what", choices=("install", "remove", "run"), metavar="install|remove")
    command.add_argument(
        "--font", type=int, default=FONT, metavar="POINTS", help=say("install: size of the letters")
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Install it, remove it, or be what it starts."""
    if arguments.what == "run":
        return _play()
    if arguments.what == "install":
        print(
            say(
                "{install} is written and started. So that it starts before anybody logs in: "
                "'sudo loginctl enable-linger $USER' and 'sudo systemctl enable --now seatd'.",
                install=install(arguments.font),
            ),
            file=sys.stderr,
        )
    elif remove():
        print(say("{NAME} is stopped and deleted.", NAME=NAME), file=sys.stderr)
    else:
        print(say("there is no {NAME} to remove.", NAME=NAME), file=sys.stderr)
    return 0


def _play() -> int:
    """Go on with the game that was left unfinished, or ask for a new one."""
    from ui.cli.main import main  # noqa: PLC0415 - it loads this module

    try:
        to_resume("")
    except UserError:
        return main(["play", "--touch"])
    return main(["play", "--touch", "--resume"])
