"""`diceref doctor`: the health of this installation."""

import argparse
import json
import sys
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from ui.app.doctor import examine
from ui.app.report import write_report
from words import say, translated


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "doctor",
        help=say("check this installation; each line is good or says what to do"),
        description=say(
            "Checks Python, the libraries, the models and their hashes, the cameras, the "
            "journal folder and the terminal. Exit code 1 when something must be mended."
        ),
        epilog=say("examples:\n  diceref doctor --json\n  diceref doctor --report"),
    )
    command.add_argument("--json", action="store_true", help=say("one JSON object per line"))
    command.add_argument(
        "--report",
        nargs="?",
        const="",
        metavar="FILE",
        help=say(
            "one zip file to send with a bug: log, versions, settings without passwords, profile"
        ),
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print each finding; 1 when a needed one is not good."""
    healthy, findings = True, []
    for finding in examine():
        findings.append(finding)
        healthy = healthy and (finding.good or not finding.needed)
        if arguments.json:
            print(json.dumps(asdict(finding)))
        else:
            mark = say("good") if finding.good else say("MEND") if finding.needed else say("note")
            print(
                f"{mark}  {translated(finding.check):<20}{translated(finding.text)}",
                file=sys.stderr,
            )
    if arguments.report is not None:
        now = datetime.now().astimezone()
        target = Path(arguments.report or f"diceref-report-{now:%Y%m%d-%H%M%S}.zip")
        write_report(target, findings)
        print(
            say("the report is in {target}; have a look before you send it.", target=target),
            file=sys.stderr,
        )
    return 0 if healthy else 1
