"""`diceref doctor`: the health of this installation."""

import argparse
import json
import sys
from dataclasses import asdict

from ui.app.doctor import examine


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "doctor",
        help="check this installation; each line is good or says what to do",
        description="Checks Python, the libraries, the models and their hashes, the cameras, "
        "the journal folder and the terminal. Exit code 1 when something must be mended.",
        epilog="example:\n  diceref doctor --json",
    )
    command.add_argument("--json", action="store_true", help="one JSON object per line")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print each finding; 1 when a needed one is not good."""
    healthy = True
    for finding in examine():
        healthy = healthy and (finding.good or not finding.needed)
        if arguments.json:
            print(json.dumps(asdict(finding)))
        else:
            mark = "good" if finding.good else "MEND" if finding.needed else "note"
            print(f"{mark}  {finding.check:<20}{finding.text}", file=sys.stderr)
    return 0 if healthy else 1
