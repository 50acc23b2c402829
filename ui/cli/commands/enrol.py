"""`diceref enrol`: show a die to the camera once, and be known in every later game."""

import argparse
import json
import sys
from pathlib import Path

from words import joined, say, translated


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "enrol",
        help=say("teach the camera what a die looks like"),
        description=say(
            "Throw one kind of dice a few times under the camera, or give pictures of "
            "throws: the faces are sorted without help, and what cannot be told is "
            "asked. Without a die it names the dice of the teams that look alike. Exit "
            "code 1 when a face is missing, or when dice look alike."
        ),
        epilog=say(
            "examples:\n  diceref enrol --teams teams.toml\n  diceref enrol Hulk --teams "
            "teams.toml --camera 0"
        ),
    )
    command.add_argument("die", nargs="?", help=say("a die of the teams, by its title"))
    command.add_argument(
        "--teams", required=True, type=Path, metavar="FILE", help=say("a team file")
    )
    source = command.add_mutually_exclusive_group()
    source.add_argument(
        "--camera", metavar="SRC", help=say("picamera, 0, a clip, a stream's address")
    )
    source.add_argument("--pictures", metavar="IMAGE", nargs="+", help=say("pictures of throws"))
    command.add_argument("--json", action="store_true", help=say("one JSON object per line"))
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Enrol the die, or name the dice that look alike."""
    if arguments.die is None:
        return _name_look_alikes(arguments)
    return _enrol(arguments)


def _name_look_alikes(arguments: argparse.Namespace) -> int:
    from ui.app.enrolling import look_alikes_of_teams  # noqa: PLC0415 - networks load only when needed

    found = look_alikes_of_teams(arguments.teams)
    for pair in found:
        if arguments.json:
            told = {"dice": [pair.first.title, pair.second.title], "faces": pair.faces}
            print(json.dumps(told, ensure_ascii=False))
        print(translated(str(pair.sentence())), file=sys.stderr)
    if not found:
        print(say("All dice of these teams can be told apart by sight."), file=sys.stderr)
    return 1 if found else 0


def _enrol(arguments: argparse.Namespace) -> int:
    from ui.app.enrolling import (  # noqa: PLC0415 - networks load only when needed
        ask_on_terminal,
        die_kind_named,
        enrol,
        face_words,
        pictures_in,
        pictures_of_throws,
    )

    kind = die_kind_named(arguments.die, arguments.teams)
    seen = (
        pictures_in(arguments.pictures)
        if arguments.pictures
        else pictures_of_throws(arguments.camera or "0")
    )
    enrolment = enrol(kind, seen, ask_on_terminal(kind))
    missing = [face_words(kind, face) for face in enrolment.missing]
    told = {
        "die": kind.title,
        "kind": kind.kind,
        "pictures": len(enrolment.readings),
        "used": len(enrolment.shown),
        "missing": missing,
    }
    if arguments.json:
        print(json.dumps(told, ensure_ascii=False))
    ending = (
        say("Not seen: {names}; enrol it again.", names=joined(", ", missing)) if missing else ""
    )
    done = say("{title} is enrolled from {count} pictures.", title=kind.title, count=told["used"])
    print(f"{done} {ending}".strip(), file=sys.stderr)
    return 1 if missing else 0
