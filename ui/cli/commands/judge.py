"""`diceref judge`: rulings on written positions."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.dicemasters.engine.position import PositionError
from rules.dicemasters.engine.state import DiceMastersState
from rules.dicemasters.engine.table import IN_FIELD
from rules.dicemasters.game import GAMES
from rules.dicemasters.presentation.notation import action_in_words
from rules.dicemasters.written.positions import (
    LONGEST,
    Position,
    read_position,
    write_position,
)
from rules.dicemasters.written.rulings import WrittenRuling, rulings
from ui.app.errors import UserError
from words import say, tr


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "judge",
        help=say("rule on an act in a written Dice Masters position"),
        description=say(
            "Reads a position and the acts to rule on, and says of each whether it is "
            "allowed, by which section of the book, and what follows. Without an act it "
            "lists all that is legal. Exit code 1 when an act is not allowed, 2 when the "
            "file cannot be read or the position cannot be. docs/positions.md shows how "
            "a position is written."
        ),
        epilog=say("example:\n  diceref judge dispute.txt --steps"),
    )
    command.add_argument("file", metavar="FILE", help=say("the written position; - reads stdin"))
    command.add_argument("--steps", action="store_true", help=say("say what follows step by step"))
    command.add_argument(
        "--show", action="store_true", help=say("write the position out in full, and end")
    )
    command.add_argument("--json", action="store_true", help=say("one JSON object per line"))
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the rulings; 1 when an act is not allowed."""
    try:
        position = read_position(_read(arguments.file))
        if arguments.show:
            print(write_position(position.state), end="")
            return 0
        if not position.acts:
            _print_legal(position, as_json=arguments.json)
            return 0
        found = list(rulings(position))
    except PositionError as error:
        raise UserError(str(error)) from error
    for each in found:
        if arguments.json:
            print(json.dumps(_as_json(each), ensure_ascii=False))
        else:
            print("\n".join(_in_words(each, steps=arguments.steps)))
    return 1 if any(each.against for each in found) else 0


def _read(file: str) -> str:
    try:
        if file == "-":
            return sys.stdin.read(LONGEST + 1)
        with Path(file).open(encoding="utf-8") as lines:
            return lines.read(LONGEST + 1)
    except OSError as error:
        raise UserError(
            tr("{file} cannot be read ({strerror}).", file=file, strerror=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise UserError(tr("{file} cannot be read: it is not a text file.", file=file)) from error


def _print_legal(position: Position, *, as_json: bool) -> None:
    state = position.state
    legal = GAMES[state.match.edition.name].legal_actions(state)
    for action in legal:
        said = action_in_words(state, action)
        print(json.dumps({"legal": said}, ensure_ascii=False) if as_json else said)


def _in_words(found: WrittenRuling, *, steps: bool) -> Iterator[str]:
    if found.against is not None:
        wrong = found.against
        yield f"{found.by}: {found.act}"
        where = f"{wrong.citation.book}, {wrong.citation.section}"
        yield say("  Not allowed: {text} ({where})", text=wrong.text, where=where)
        if wrong.remedy:
            yield f"  {wrong.remedy}"
        return
    yield f"{found.by}: {found.act}"
    yield "  Allowed."
    for event, state in found.moments:
        yield f"  - {event.text}"
        if steps:
            yield f"      {_standing(state)}"
    if found.asked:
        yield say("  To decide now: {asked}", asked=found.asked)


def _standing(state: DiceMastersState) -> str:
    """Life and the characters in the field at one moment."""
    view = GAMES[state.match.edition.name].view(state)
    sides = [say("{name} {life} life", name=seat.name, life=seat.life) for seat in view.seats]
    dice = [f"{die.title} {die.stats}" for die in view.dice if die.place.zone in IN_FIELD]
    return "; ".join([*sides, *dice])


def _as_json(found: WrittenRuling) -> dict[str, Any]:
    told: dict[str, Any] = {"by": found.by, "act": found.act, "allowed": found.against is None}
    if found.against is not None:
        wrong = found.against
        told |= {
            "code": wrong.code,
            "text": wrong.text,
            "book": wrong.citation.book,
            "section": wrong.citation.section,
            "remedy": wrong.remedy,
        }
    else:
        told["events"] = [event.text for event in found.events]
        told["asked"] = found.asked
    return told
