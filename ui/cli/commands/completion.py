"""`diceref completion`: the completion script of a shell."""

import argparse

from ui.cli.completion import SHELLS, completion_script
from words import say


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "completion",
        help=say("print the completion script for bash, zsh or fish"),
        description=say("Prints a script that lets the shell complete commands and options."),
        epilog=say('in ~/.bashrc:\n  eval "$(diceref completion bash)"'),
    )
    command.add_argument("shell", choices=SHELLS)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    from ui.cli.main import parser  # noqa: PLC0415 - the command imports its subcommands

    print(completion_script(arguments.shell, parser()), end="")
    return 0
