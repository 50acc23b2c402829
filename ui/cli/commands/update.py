"""`diceref update`: whether a newer version is to be had; nothing is asked or changed by itself."""

import argparse
import sys

from ui.app.update import newer
from words import say


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "update",
        help=say("ask whether a newer version is to be had"),
        description=say(
            "Asks the package index, or the repository a checkout was cloned from, "
            "whether there is a newer version, and says how to get it. DiceRef never "
            "asks by itself."
        ),
        epilog=say("example:\n  diceref update --check"),
    )
    command.add_argument("--check", action="store_true", required=True, help=say("only ask"))
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Say it."""
    del arguments
    print(newer() or say("this is the newest version."), file=sys.stderr)
    return 0
