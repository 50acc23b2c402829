"""The `diceref` command: finds the subcommand, turns user errors into one sentence."""

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from rules.core.near import near
from ui.app.errors import UserError
from ui.app.logs import log_fault, start_logging
from ui.cli.leaving import (
    Terminated,
    ctrl_c_just_ends,
    end_on_signals,
    ended_meanwhile,
    finish,
)
from ui.cli.memory import give_memory_back
from ui.cli.plain_output import obey_nothing
from ui.cli.spoken_language import speak_as_wanted
from words import joined, say, translated

log = logging.getLogger(__name__)

SUBCOMMANDS = (
    "demo",
    "play",
    "practice",
    "tutorial",
    "read",
    "mat",
    "calibrate",
    "line-up",
    "enrol",
    "team",
    "cards",
    "judge",
    "desk",
    "review",
    "stats",
    "config",
    "doctor",
    "bench",
    "models",
    "service",
    "update",
    "completion",
)


LOGGED = frozenset({"demo", "play", "practice", "calibrate", "line-up", "enrol", "desk"})
"""Commands whose beginning is worth a line in the log."""


def parser(only: str | None = None) -> argparse.ArgumentParser:
    """The command line; `only` loads a single subcommand, which starts quicker."""
    top = _Parser(
        prog="diceref",
        description=say("A camera referee for real-dice games."),
        epilog=say("Start with: diceref demo\nMore about a command: diceref COMMAND --help"),
    )
    top.add_argument(
        "--version",
        action="version",
        version=f"diceref {_version()}",
        help=say("show program's version number and exit"),
    )
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in (only,) if only in SUBCOMMANDS else SUBCOMMANDS:
        module = name.replace("-", "_")
        importlib.import_module(f"ui.cli.commands.{module}").add(subparsers)
    for command in (top, *_commands(top)):
        _add_language_option(command)
        _add_log_options(command)
    return top


def _commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The subcommands, and theirs."""
    for action in parser._actions:  # noqa: SLF001 - argparse shows its actions nowhere else
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            for child in action.choices.values():
                yield child
                yield from _commands(child)


def _add_language_option(command: argparse.ArgumentParser) -> None:
    """Before or after the subcommand; it has been obeyed before anything was parsed."""
    command.add_argument(
        "--language",
        metavar="CODE",
        default=argparse.SUPPRESS,
        help=say("en, de; else the setting, else that of the system"),
    )


def _add_log_options(command: argparse.ArgumentParser) -> None:
    """Before or after the subcommand: what is not given leaves no trace in the arguments."""
    group = command.add_argument_group(say("log"))
    group.add_argument(
        "--verbose",
        action="store_true",
        default=argparse.SUPPRESS,
        help=say("say on stderr what is decided and why"),
    )
    group.add_argument(
        "--log",
        type=Path,
        metavar="FILE",
        default=argparse.SUPPRESS,
        help=say("write that to a file as well"),
    )


class _Help(argparse.HelpFormatter):
    """Wraps what is told; an example keeps a line to itself, so that it can be copied."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super()._fill_text
        lines = text.splitlines()
        return "\n".join(
            line if line.startswith("  ") else fill(line, width, indent) for line in lines
        )


class _Parser(argparse.ArgumentParser):
    """Says in one sentence what was wrong with the words, and where there is more."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"formatter_class": _Help} | options)

    def error(self, message: str) -> NoReturn:
        """End with exit code 2."""
        self.exit(
            2, say("{prog}: {message}; see '{prog} --help'.\n", prog=self.prog, message=message)
        )


def _version() -> str:
    try:
        return version("diceref")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return say("(not installed)")


def _write_every_letter() -> None:
    """Make the output take any text: files and pipes as UTF-8, a terminal as well as it can."""
    if not isinstance(sys.stdout, TextIOWrapper):
        return
    if sys.stdout.isatty():
        sys.stdout.reconfigure(errors="replace")
    else:
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")


def _wrong_words(words: Sequence[str]) -> str:
    """Why these cannot be a command, in a sentence; "" when they may be one."""
    try:
        speak_as_wanted(words)
    except UserError as error:
        return str(error)
    if not words or words[0] in SUBCOMMANDS or words[0].startswith("-"):
        return ""
    meant = near(words[0], SUBCOMMANDS)
    hint = (
        say("did you mean '{meant}'?", meant=meant[0])
        if meant
        else say("there are {names}.", names=joined(", ", SUBCOMMANDS))
    )
    return say("there is no command '{word:.40}'; {hint}", word=words[0], hint=hint)


def main(argv: Sequence[str] | None = None) -> int:  # noqa: PLR0911 - one return per exit code
    """Run one subcommand: 0 good, 1 the answer is no, 2 bad usage or bad input."""
    # the video libraries' own reports would bury our one sentence
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    obey_nothing()
    end_on_signals()
    give_memory_back()
    os.umask(0o077)  # records, profiles and logs are their owner's business
    _write_every_letter()
    words = list(sys.argv[1:] if argv is None else argv)
    if wrong := _wrong_words(words):
        print(f"diceref: {translated(wrong)}", file=sys.stderr)
        return 2
    if not words:
        parser().print_help(sys.stderr)
        return 2
    try:
        with ctrl_c_just_ends():  # loads modules: seconds on a Pi
            commands = parser(only=words[0])
        arguments = commands.parse_args(words)
        start_logging(
            verbose=getattr(arguments, "verbose", False), file=getattr(arguments, "log", None)
        )
        if arguments.command in LOGGED:
            log.info("diceref %s, version %s", arguments.command, _version())
        return int(arguments.run(arguments))
    except UserError as error:
        print(f"diceref: {translated(str(error))}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
        return 0
    except KeyboardInterrupt as ended:
        return ended.code if isinstance(ended, Terminated) else 130
    except UnicodeError:
        print(say("diceref: a name in it cannot be read as text; write it anew."), file=sys.stderr)
        return 2
    except Exception as fault:  # noqa: BLE001 - the last line: a bug belongs in the log
        if code := ended_meanwhile():  # a library made another fault of it
            return code
        where = log_fault(words[0], fault)
        print(
            say(
                "diceref: a fault of ours stopped '{word}'; {where} Nothing that was shown "
                "is lost.",
                word=words[0],
                where=where,
            ),
            file=sys.stderr,
        )
        return 70


def command() -> NoReturn:
    """The program: `main`, and the end of the process."""
    finish(main())


if __name__ == "__main__":
    command()
