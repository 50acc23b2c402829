"""The `diceref` command: finds the subcommand, turns user errors into one sentence."""

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from ui.errors import UserError
from ui.places import log_file

SUBCOMMANDS = (
    "demo",
    "play",
    "practice",
    "read",
    "mat",
    "calibrate",
    "enrol",
    "team",
    "cards",
    "review",
    "config",
    "doctor",
    "bench",
    "models",
    "completion",
)


def parser(only: str | None = None) -> argparse.ArgumentParser:
    """The command line; `only` loads a single subcommand, which starts quicker."""
    top = argparse.ArgumentParser(
        prog="diceref",
        description="A camera referee for real-dice games.",
        epilog="Start with: diceref demo",
    )
    top.add_argument("--version", action="version", version=f"diceref {_version()}")
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in (only,) if only in SUBCOMMANDS else SUBCOMMANDS:
        importlib.import_module(f"ui.commands.{name}").add(subparsers)
    return top


def _version() -> str:
    try:
        return version("diceref")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "(not installed)"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand: 0 good, 1 the answer is no, 2 bad usage or bad input."""
    # the video libraries' own reports would bury our one sentence
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    words = list(sys.argv[1:] if argv is None else argv)
    arguments = parser(only=words[0] if words else None).parse_args(words)
    try:
        return int(arguments.run(arguments))
    except UserError as error:
        print(f"diceref: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as fault:  # noqa: BLE001 - the last line: a bug belongs in the log
        where = _write_down(arguments.command, fault)
        print(
            f"diceref: a fault of ours stopped '{arguments.command}'; {where} "
            "Nothing that was shown is lost.",
            file=sys.stderr,
        )
        return 70


def _write_down(command: str, fault: Exception) -> str:
    """Keep the traceback of a bug in the log, not on the screen; says where it is."""
    log = logging.getLogger("diceref")
    try:
        log.addHandler(logging.FileHandler(log_file()))
        said = f"the details are in {log_file()}."
    except OSError:
        log.addHandler(logging.StreamHandler())
        said = "the details are above."
    log.error("a bug in diceref %s", command, exc_info=fault)
    return said


if __name__ == "__main__":
    sys.exit(main())
