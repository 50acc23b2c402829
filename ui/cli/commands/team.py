"""`diceref team`: is a team legal, and if not, which rule and which card."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rules.core import Violation
from rules.dicemasters.cards.formats import BOOKS, FORMATS, format_named
from rules.dicemasters.cards.legality import violations_of_file
from rules.dicemasters.cards.team import (
    Team,
    TeamFile,
    home_edition,
    read_file,
    read_link,
)
from ui.app.errors import UserError


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser("team", help="check whether a team is legal")
    actions = command.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser(
        "check",
        help="say every reason why a team is not legal",
        description="Checks a team file or a team link against a format of a rulebook. "
        "Exit code 1 when the team is not legal, 2 when it cannot be read.",
        epilog="example:\n  diceref team check '4x12avx;4x17avx;3x27avx;3x32avx' --format basic",
    )
    check.add_argument("team", metavar="FILE|LINK", help="a team file (TOML) or a team link")
    check.add_argument("--format", help=f"{', '.join(FORMATS)} (draft:12 sets a draft's limit)")
    check.add_argument("--game", choices=tuple(BOOKS), help="whose rulebook; else by the cards")
    check.add_argument("--json", action="store_true", help="one JSON object per line")
    check.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the violations; 1 when there is one."""
    try:
        written = _read(arguments.team, arguments.game, arguments.format)
    except ValueError as error:
        raise UserError(str(error)) from error
    found = violations_of_file(written)
    for name, violation in found:
        _print_violation(name, violation, as_json=arguments.json)
    _print_summary(written, found, as_json=arguments.json)
    return 1 if found else 0


def _read(given: str, game: str | None, chosen: str | None) -> TeamFile:
    if not given:
        raise UserError("No team is named; give a team file or a link like 4x12avx;3x27avx.")
    path = Path(given)
    if given.endswith(".toml") or ("x" not in given and "?" not in given) or path.is_file():
        written = read_file(path)
        edition = game or written.edition
        named = chosen or ("" if game is None else written.format.name)
        formatted = format_named(named, edition) if named else written.format
        return replace(written, edition=edition, format=formatted)
    team = read_link(given)
    edition = game or home_edition(team)
    return TeamFile(edition, format_named(chosen or "tournament", edition), (team,))


def _print_violation(name: str, violation: Violation, *, as_json: bool) -> None:
    if not as_json:
        where = f"{violation.citation.book}, {violation.citation.section}"
        print(f"{name}: {violation.text} {violation.remedy} ({where})", file=sys.stderr)
        return
    told = {
        "team": name,
        "code": violation.code,
        "text": violation.text,
        "remedy": violation.remedy,
        "book": violation.citation.book,
        "section": violation.citation.section,
    }
    print(json.dumps(told, ensure_ascii=False))


def _print_summary(
    written: TeamFile, found: Sequence[tuple[str, Violation]], *, as_json: bool
) -> None:
    faulty = {name for named, _ in found for name in named.split(" and ")}  # partners share some
    for place, team in enumerate(written.teams, start=1):
        notes, name = list(_notes(team)), team.name or f"team {place}"
        if as_json:
            told = {
                "team": name,
                "legal": name not in faulty,
                "edition": written.edition,
                "format": written.format.name,
                "cards": len(team.cards),
                "dice": team.dice,
                "notes": notes,
            }
            print(json.dumps(told, ensure_ascii=False))
        else:
            for note in notes:
                print(f"note: {note}", file=sys.stderr)
    if not as_json:
        book = BOOKS[written.edition]
        answer = "not legal" if found else "legal"
        print(f"{answer} for {written.format.name} by the {book} book", file=sys.stderr)


def _notes(team: Team) -> Iterator[str]:
    """What is worth knowing about the cards, legal or not."""
    for choice in team.choices:
        for conflict in choice.card.conflicts:
            yield f"{choice.card.code} {choice.card.name}: {conflict}"
        if choice.card.assumed:
            yield f"{choice.card.code} {choice.card.name}: {choice.card.assumed}"
