"""`diceref team`: is a team legal, and if not, which rule and which card."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from rules.core import Violation
from rules.dicemasters.cards import draft
from rules.dicemasters.cards.formats import BOOKS, DRAFT, FORMATS, format_named
from rules.dicemasters.cards.legality import undeclared_serials, violations_of_file
from rules.dicemasters.cards.team import (
    Team,
    TeamFile,
    home_edition,
    read_file,
    read_link,
)
from ui.app.errors import UserError
from words import joined, say, tr, translated


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser("team", help=say("check whether a team is legal"))
    actions = command.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser(
        "check",
        help=say("say every reason why a team is not legal"),
        description=say(
            "Checks a team file or a team link against a format of a rulebook. Exit code "
            "1 when the team is not legal, 2 when it cannot be read."
        ),
        epilog=say(
            "example:\n  diceref team check '4x12avx;4x17avx;3x27avx;3x32avx' --format basic"
        ),
    )
    check.add_argument("team", metavar="FILE|LINK", help=say("a team file (TOML) or a team link"))
    check.add_argument(
        "--format", help=say("{names} (draft:12 sets a draft's limit)", names=joined(", ", FORMATS))
    )
    check.add_argument(
        "--game", choices=tuple(BOOKS), help=say("whose rulebook; else by the cards")
    )
    check.add_argument("--json", action="store_true", help=say("one JSON object per line"))
    check.set_defaults(run=run)
    drafted = actions.add_parser(
        "draft",
        help=say("draft two teams from one collection"),
        description=say(
            "Drafting as the AvX and YGO books tell it: basic actions are drawn at "
            "random, cards of one name are one stack, the second player picks first, "
            "then by turns. Reads a pick a line: the code of a card (or the title of a "
            "stack of one), perhaps with how many dice; 'undo' takes a pick back. Writes "
            "a team file."
        ),
        epilog=say(
            "example:\n  diceref team draft "
            "'4x12avx;4x17avx;4x3avx;3x26avx;3x27avx;3x32avx' --dice 8 --out drafted.toml"
        ),
    )
    drafted.add_argument(
        "collection", metavar="FILE|LINK", help=say("all cards and dice there are")
    )
    drafted.add_argument(
        "--dice", type=int, default=20, help=say("the limit, 8 to 20; also the life")
    )
    drafted.add_argument(
        "--game", choices=tuple(DRAFT.sections), help=say("whose book; else by cards")
    )
    drafted.add_argument("--names", default="First player,Second player", help="first, second")
    drafted.add_argument("--basics", type=int, default=3, help=say("basic actions drawn: 3 or 4"))
    drafted.add_argument("--seed", type=int, help=say("draw the same basic actions again"))
    drafted.add_argument("--out", type=Path, help=say("write the team file there"))
    drafted.set_defaults(run=run_draft)


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


def run_draft(arguments: argparse.Namespace) -> int:
    """Ask for pick after pick; write the team file. 1 when the draft was broken off."""
    names = [name.strip() for name in arguments.names.split(",")]
    if len(names) != 2 or not all(names):
        raise UserError(tr("A draft has two players: --names First,Second."))
    try:
        collection = _read(arguments.collection, arguments.game, None).teams[0]
        edition = arguments.game or home_edition(collection)
        now = draft.begin(
            edition,
            collection,
            arguments.dice,
            (names[0], names[1]),
            basics=arguments.basics,
            shuffle=Random(arguments.seed),
        )
    except ValueError as error:
        raise UserError(str(error)) from error
    drawn = ", ".join(choice.card.title for choice in now.basics)
    print(say("In the centre: {drawn}.", drawn=drawn), file=sys.stderr)
    before: list[draft.TeamDraft] = []
    while not now.over:
        _ask(now)
        line = sys.stdin.readline()
        if not line:
            print(say("The draft was broken off; no team file is written."), file=sys.stderr)
            return 1
        now = _picked(now, before, line.strip())
    text = draft.team_file_of(now)
    if arguments.out is None:
        print(text, end="")
    else:
        arguments.out.write_text(text, encoding="utf-8")
        print(say("{out} is written.", out=arguments.out), file=sys.stderr)
    return 0


def _ask(now: draft.TeamDraft) -> None:
    left = now.limit - now.dice_of(now.player)
    for stack in now.stacks:
        cards = ", ".join(f"{c.card.code} {c.card.subtitle} ({c.dice})" for c in stack.cards)
        print(f"  {stack.title}: {cards}", file=sys.stderr)
    print(
        say("{name} picks ({left} dice to go):", name=now.names[now.player], left=left),
        file=sys.stderr,
    )


def _picked(now: draft.TeamDraft, before: list[draft.TeamDraft], line: str) -> draft.TeamDraft:
    """The draft after a line that was typed; a line nobody understands changes nothing."""
    try:
        if line == "undo":
            earlier = draft.taken_back(before)
            before.pop()
            return earlier
        name, _, count = line.rpartition(" ")
        chosen = (name, int(count)) if name and count.isdigit() else (line, None)
        after = draft.pick_card(now, *chosen)
    except draft.DraftError as error:
        print(translated(str(error)), file=sys.stderr)
        return now
    before.append(now)
    return after


def _read(given: str, game: str | None, chosen: str | None) -> TeamFile:
    if not given:
        raise UserError(tr("No team is named; give a team file or a link like 4x12avx;3x27avx."))
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
        print(
            f"{name}: {translated(violation.text)} {translated(violation.remedy)} ({where})",
            file=sys.stderr,
        )
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
        notes, name = list(_notes(team)), team.name or say("team {place}", place=place)
        if as_json:
            told = {
                "team": name,
                "legal": name not in faulty,
                "edition": written.edition,
                "format": written.format.name,
                "cards": len(team.cards),
                "dice": team.dice,
                "notes": notes,
                "serials_undeclared": list(undeclared_serials(replace(written, teams=(team,)))),
            }
            print(json.dumps(told, ensure_ascii=False))
        else:
            for note in notes:
                print(say("note: {note}", note=note), file=sys.stderr)
    if not as_json:
        book = BOOKS[written.edition]
        answer = say("not legal") if found else "legal"
        open_serials = undeclared_serials(written)
        if open_serials and not found:
            answer = say(
                "legal if one die at least of each card carries the card's own serial number"
            )
        print(
            say(
                "{answer} for {name} by the {book} book",
                answer=answer,
                name=written.format.name,
                book=book,
            ),
            file=sys.stderr,
        )
        if open_serials:
            codes = ", ".join(open_serials)
            print(
                say("note: no serial numbers are declared for {codes}", codes=codes),
                file=sys.stderr,
            )


def _notes(team: Team) -> Iterator[str]:
    """What is worth knowing about the cards, legal or not."""
    for choice in team.choices:
        for conflict in choice.card.conflicts:
            yield f"{choice.card.code} {choice.card.name}: {conflict}"
        if choice.card.assumed:
            yield f"{choice.card.code} {choice.card.name}: {choice.card.assumed}"
