"""`diceref stats`: what the recorded games tell, of players, teams, cards, time and dice."""

import argparse
import csv
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ui.app.errors import UserError
from ui.app.folders import home
from ui.cli.open_dashboard import add_options, open_dashboard
from ui.cli.plain_output import in_one_line
from words import say, tr

if TYPE_CHECKING:
    from ui.app.statistics.figures import GameFigures
    from ui.app.statistics.index import Summarised
    from ui.app.statistics.report import StatsTable

MOST_FOUND = 20
"""So many games that a search has found are listed."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "stats",
        help=say("what the recorded games tell: results, time, damage, and how the dice fell"),
        description=say(
            "Counts over the records in files and folders, or over your own. Demos are "
            "left out unless they are asked for. A record that cannot be read is named "
            "and left out. Exit code 1 when there is no game."
        ),
        epilog=say(
            "examples:\n  diceref stats\n  diceref stats --where player=Ana --where "
            "since=2026-10-01\n  diceref stats --where kind=demo --screen\n  diceref stats "
            "archive/ --out club.html\n  diceref stats --search 'unblocked nova*'\n  "
            "diceref stats --csv dice > dice.csv"
        ),
    )
    command.add_argument("records", nargs="*", type=Path, help=say("records, or folders of them"))
    command.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=say(
            "only games that fit (player, winner, card, game, kind, event, match, "
            "format, since, until, over)"
        ),
    )
    command.add_argument(
        "--search",
        metavar="WORDS",
        default="",
        help=say(
            "only games in whose record all these words stand: names, cards, what "
            "happened ('\"unblocked\" nov*'); without --json, --csv, --out or --screen "
            "they are listed first"
        ),
    )
    command.add_argument("--json", action="store_true", help=say("one JSON object per line"))
    command.add_argument(
        "--csv", metavar="TABLE", help=say("one table as CSV (games, players, dice, …)")
    )
    command.add_argument("--out", type=Path, metavar="FILE", help=say("write a page: FILE.html"))
    command.add_argument("--screen", action="store_true", help=say("show it in the dashboard"))
    add_options(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Count, then show it in the form that was asked for."""
    from ui.app.statistics.choosing import check_wanted, chosen  # noqa: PLC0415 - loads numpy
    from ui.app.statistics.figures import figures_of  # noqa: PLC0415 - the same
    from ui.app.statistics.report import tables  # noqa: PLC0415 - the same

    wanted = wanted_games(arguments.where)
    check_wanted(wanted)
    if arguments.out is not None and arguments.out.suffix != ".html":
        raise UserError(tr("{out}: the page's name must end in .html.", out=arguments.out))
    found, where = _records(arguments.records, arguments.search)
    broken = sum(bool(one.fault) for one in found)
    fitting = set(map(id, chosen((one.summary for one in found if one.summary), wanted)))
    kept = [
        one
        for one in found
        if one.summary
        and id(one.summary) in fitting
        and ("kind" in wanted or one.summary.kind != "demo")
    ]
    figures = figures_of(one.summary for one in kept if one.summary)
    if not figures.games:
        print(say("diceref: there is no such game."), file=sys.stderr)
        return 1
    if arguments.json:
        return _as_json(tables(figures))
    if arguments.csv:
        return _as_csv(tables(figures), arguments.csv)
    if arguments.out is not None:
        return _write(arguments.out, figures, broken)
    if arguments.screen:
        from ui.screens.stats import StatsScreen  # noqa: PLC0415 - the toolkit loads only here

        open_dashboard(None, arguments, StatsScreen(figures, broken))
        return 0
    if arguments.search:
        _list_found(kept, where)
    return _print(figures, broken)


def _as_json(found: "Sequence[StatsTable]") -> int:
    for table in found:
        for row in table.rows:
            told = {"table": table.name, **dict(zip(table.columns, row, strict=True))}
            print(json.dumps(told, ensure_ascii=False))
    return 0


def _as_csv(found: "Sequence[StatsTable]", name: str) -> int:
    wished = next((table for table in found if table.name == name), None)
    if wished is None:
        names = ", ".join(table.name for table in found)
        raise UserError(
            tr("there is no table '{name}'; there are {names}.", name=name, names=names)
        )
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(wished.columns)
    writer.writerows([_plain(value) for value in row] for row in wished.rows)
    return 0


def wanted_games(words: list[str]) -> dict[str, str]:
    """What `--where name=value` asks for. Raises `UserError`."""
    wanted = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign:
            raise UserError(tr("--where takes NAME=VALUE, not '{word}'.", word=word))
        wanted[name] = value
    return wanted


def _records(named: Sequence[Path], search: str) -> "tuple[list[Summarised], Mapping[Path, str]]":
    """These records, or those in which all words stand that are searched for, and where."""
    from ui.app.statistics.index import RecordIndex, index_file, records_in  # noqa: PLC0415 - loads the rules

    for path in named:
        if not path.exists():
            raise UserError(tr("{path} is not there; name records or folders of them.", path=path))
    paths = records_in(named or [home() / "journals"])
    with RecordIndex(index_file()) as index:
        found = list(index.of(paths))
        where = index.search(search) if search else {}
    for one in found:
        if one.fault:
            why = one.fault.removeprefix(f"{one.path} ")
            print(
                in_one_line(say("diceref: {path} is left out: {fault}", path=one.path, fault=why)),
                file=sys.stderr,
            )
    return [one for one in found if not search or one.fault or one.path in where], where


def _list_found(found: "Sequence[Summarised]", where: "Mapping[Path, str]") -> None:
    """The games that a search has found, the best first, each with what it found there."""
    from ui.app.statistics.report import day  # noqa: PLC0415 - loads numpy

    by_path = {one.path: one.summary for one in found if one.summary}
    best = [path for path in where if path in by_path]
    for path in best[:MOST_FOUND]:
        told = by_path[path]
        names = " · ".join(told.players)
        print(in_one_line(f"{day(told.started)}  {path.name}  {names}  {where[path]}"))
    if len(best) > MOST_FOUND:
        print(say("and {count} more", count=len(best) - MOST_FOUND))
    print()


def _plain(value: object) -> object:
    """What a spreadsheet would take for a formula is text."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" else value


def _write(path: Path, figures: "GameFigures", broken: int) -> int:
    from ui.app.statistics.page import write_page  # noqa: PLC0415 - only here

    if path.exists():
        raise UserError(tr("{path} is there already; choose another name.", path=path))
    try:
        path.write_text(write_page(figures, broken), encoding="utf-8")
    except OSError as error:
        raise UserError(
            tr("{path} cannot be written ({strerror}).", path=path, strerror=error.strerror)
        ) from None
    print(say("the statistics are written to {path}", path=path), file=sys.stderr)
    return 0


def _print(figures: "GameFigures", broken: int) -> int:
    from ui.app.statistics.report import as_text, overview, tables  # noqa: PLC0415 - only here

    width = max(60, shutil.get_terminal_size((100, 40)).columns)
    print(overview(figures, broken))
    for table in tables(figures):
        print()
        for line in as_text(table, width):
            print(in_one_line(line))
    return 0
