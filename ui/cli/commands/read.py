"""`diceref read`: what pictures show, die by die."""

import argparse

from rules.registry import readable
from words import say


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "read",
        help=say("read the dice in pictures"),
        description=say("Finds every die in each picture and reads its top face."),
        epilog=say("example:\n  diceref read photo.jpg --dice d6 --json"),
    )
    command.add_argument("images", metavar="IMAGE", nargs="+", help=say("a picture (JPEG, PNG, …)"))
    command.add_argument(
        "--dice",
        required=True,
        metavar="|".join((*sorted(readable()), "TEAMFILE")),
        help=say("the dice to expect; a team file (TOML) also names each die"),
    )
    command.add_argument("--json", action="store_true", help=say("one JSON object per picture"))
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read the pictures in order."""
    from ui.app.reading import read_pictures  # noqa: PLC0415 - networks load only when needed

    return read_pictures(arguments.images, arguments.dice, as_json=arguments.json)
