"""`diceref line-up`: one die of each card teaches the camera the colours of two teams."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from words import say, translated

if TYPE_CHECKING:
    from ui.app.lining_up import LineUpSeen, Rows


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "line-up",
        help=say("teach the camera the colours of two teams"),
        description=say(
            "Lay one die of each card on the table in rows, in the order that is "
            "printed, any face up: one look teaches their colours, for every later game. "
            "Without camera or picture it prints the rows and which dice need it. Exit "
            "code 1 when a die needs it or a spot is wrong."
        ),
        epilog=say(
            "examples:\n  diceref line-up --teams teams.toml\n  diceref line-up --teams "
            "teams.toml --camera 0 --save colours.json\n  diceref line-up --take "
            "colours.json"
        ),
    )
    what = command.add_mutually_exclusive_group(required=True)
    what.add_argument("--teams", type=Path, metavar="FILE", help=say("a team file"))
    what.add_argument("--take", type=Path, metavar="FILE", help=say("colours that somebody saved"))
    source = command.add_mutually_exclusive_group()
    source.add_argument(
        "--camera", metavar="SRC", help=say("picamera, 0, a clip, a stream's address")
    )
    source.add_argument(
        "--picture", type=Path, metavar="IMAGE", help=say("a picture of the line-up")
    )
    command.add_argument(
        "--save", type=Path, metavar="FILE", help=say("write the colours to share")
    )
    command.add_argument("--json", action="store_true", help=say("one JSON object per line"))
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Learn a line-up, take a file, or say what to lay out."""
    from ui.app.enrolled_dice import enrolled_dice  # noqa: PLC0415 - networks load only when needed
    from ui.app.lining_up import rows_of, seen_in, take, wanting, watched  # noqa: PLC0415 - the same
    from ui.app.reading import kinds_of_teams, read_picture  # noqa: PLC0415 - the same

    if arguments.take is not None:
        print(
            say("The colours of {take} dice are known now.", take=take(arguments.take)),
            file=sys.stderr,
        )
        return 0
    dice = kinds_of_teams(arguments.teams)
    rows = rows_of(dice)
    if arguments.picture is not None:
        return _learn(arguments, rows, seen_in([read_picture(arguments.picture)], rows))
    _print_rows(rows)
    if arguments.camera is not None:
        return _learn(arguments, rows, watched(arguments.camera, rows, lambda: False))
    needed = wanting(dice, enrolled_dice())
    for kind in needed:
        if arguments.json:
            print(json.dumps({"die": kind.title, "kind": kind.kind}, ensure_ascii=False))
        why = say("looks like another") if kind.body_known else say("colours unknown")
        print(f"{kind.title}: {translated(why)}", file=sys.stderr)
    if not needed:
        print(say("No die of these teams needs a line-up."), file=sys.stderr)
    return 1 if needed else 0


def _print_rows(rows: "Rows") -> None:
    number = 0
    for row in rows:
        titles = []
        for kind in row:
            number += 1
            titles.append(f"{number} {kind.title}")
        print(" | ".join(titles), file=sys.stderr)


def _learn(arguments: argparse.Namespace, rows: "Rows", looks: "Iterator[LineUpSeen]") -> int:
    from ui.app.lining_up import keep, save  # noqa: PLC0415 - networks load only when needed

    kinds = [kind for row in rows for kind in row]
    line_up = None
    for seen in looks:
        line_up = seen.line_up
        for problem in line_up.problems:
            print(translated(str(problem.sentence(kinds))), file=sys.stderr)
        if not line_up.problems:
            break
    if line_up is None or not line_up.enrolled:
        print(say("No die was learned; nothing was changed."), file=sys.stderr)
        return 1
    keep(line_up)
    if arguments.save is not None:
        save(line_up, arguments.save)
    if arguments.json:
        problems = [
            {"spot": each.spot + 1, "reason": each.reason, "die": kinds[each.spot].title}
            for each in line_up.problems
        ]
        told = {"learned": [look.kind for look in line_up.enrolled], "problems": problems}
        print(json.dumps(told, ensure_ascii=False))
    print(
        say(
            "{count} of {count2} dice are learned.", count=len(line_up.enrolled), count2=len(kinds)
        ),
        file=sys.stderr,
    )
    return 1 if line_up.problems else 0
