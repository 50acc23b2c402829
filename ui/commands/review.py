"""`diceref review`: step through a recorded game, check it, write it out, list what there is."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from rules.core import Game
from rules.journal import (
    Journal,
    JournalError,
    Recorded,
    matching,
    read_lines,
    recover,
    result_sheet,
    verify,
    write_lines,
    write_markdown,
    write_page,
)
from rules.journal import recorded as recorded_in
from ui.errors import UserError
from ui.games import known_game
from ui.places import home
from ui.settings import settings

ENDING = ".diceref"

EXPORTS: Final[Mapping[str, Callable[[Journal, Game], str]]] = {
    "jsonl": lambda journal, _: "\n".join(write_lines(journal)) + "\n",
    "md": write_markdown,
    "html": write_page,
}

FILTERS: Final = ("event", "round", "table", "match", "player", "game", "edition", "format", "date")


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "review",
        help="step through a recorded game, correct it, write it out",
        description="Opens the record of a game: the newest one unless another is named. "
        "Corrections are new entries; nothing is ever erased. Exit code 1 when --check finds "
        "the record damaged.",
        epilog="examples: diceref review | diceref review --list --where event='Club night' | "
        "diceref review 2026-11-18-ana-bo.diceref --export html --out game.html",
    )
    command.add_argument("game", nargs="?", help="a journal's file, or part of its name")
    act = command.add_mutually_exclusive_group()
    act.add_argument("--list", action="store_true", help="list the recorded games")
    act.add_argument("--export", choices=tuple(EXPORTS), help="write the game out")
    act.add_argument("--check", action="store_true", help="check every entry and the hash chain")
    act.add_argument("--recover", metavar="NEW", help="save what is whole of a damaged record")
    act.add_argument(
        "--import", dest="lines", metavar="FILE.jsonl", help="read an exported game back"
    )
    act.add_argument("--sheet", action="store_true", help="the result sheet of the game's match")
    command.add_argument("--out", metavar="FILE", help="where to write (default: standard output)")
    command.add_argument("--seal", default="", help="the seal from the sheet, for --check")
    command.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"for --list: only games with this {', '.join(FILTERS)}; may be repeated",
    )
    command.add_argument("--json", action="store_true", help="for --list and --check: JSON lines")
    command.add_argument("--theme", help="felt, paper, high-contrast or colour-blind")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Open the review screen, or do what the option says."""
    try:
        if arguments.list:
            return _list(arguments)
        if arguments.lines:
            return _import(Path(arguments.lines), arguments.out)
        path = find(arguments.game)
        if arguments.check:
            return _check(path, arguments)
        if arguments.recover:
            return _recover(path, Path(arguments.recover))
        if arguments.export:
            return _export(path, arguments.export, arguments.out)
        if arguments.sheet:
            return _sheet(path, arguments.out)
        return _show(path, arguments.theme)
    except JournalError as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(
            f"{error.filename or arguments.out} cannot be read or written "
            f"({error.strerror}): check the path."
        ) from None


def _list(arguments: argparse.Namespace) -> int:
    wanted: dict[str, object] = {}
    for given in arguments.where:
        name, _, value = given.partition("=")
        if name not in FILTERS or not value:
            raise UserError(f"--where {given} is no filter; use NAME=VALUE with {FILTERS}.")
        wanted[name] = value
    games = sorted(recorded_in(home() / "journals"), key=lambda found: -found.started)
    for found in matching(games, **wanted):
        print(_as_json(found) if arguments.json else _line(found))
    return 0


def _as_json(found: Recorded) -> str:
    written = {**msgspec.structs.asdict(found), "path": str(found.path)}
    return json.dumps({**written, "header": msgspec.to_builtins(found.header)}, ensure_ascii=False)


def _line(found: Recorded) -> str:
    header = found.header
    started = datetime.fromtimestamp(found.started, UTC).strftime("%Y-%m-%d %H:%M")
    players = " - ".join(header.players)
    where = " ".join(filter(None, [header.event, f"round {header.round}" if header.round else ""]))
    return f"{started}  {found.game:<8}{found.entries:>6} entries  {found.seal}  " + "  ".join(
        filter(None, [players, where, found.path.name])
    )


def _check(path: Path, arguments: argparse.Namespace) -> int:
    report = verify(path, seal=arguments.seal)
    if arguments.json:
        print(json.dumps({**msgspec.structs.asdict(report), "whole": report.whole}))
    elif report.whole:
        print(f"{path}: {report.entries} entries, whole, seal {report.tip[:8]}", file=sys.stderr)
    else:
        damage = report.damage or f"{len(report.lost_pictures)} pictures are lost"
        print(
            f"{path}: {damage}; {report.entries} entries before it are whole. "
            f"Save them with --recover NEW.",
            file=sys.stderr,
        )
    return 0 if report.whole else 1


def _recover(path: Path, target: Path) -> int:
    report = recover(path, target)
    print(f"{target}: {report.entries} entries saved, seal {report.tip[:8]}", file=sys.stderr)
    if report.damage:
        print(f"lost: {report.damage}", file=sys.stderr)
    return 0


def _export(path: Path, form: str, out: str | None) -> int:
    with Journal.open(path, read_only=True) as journal:
        text = EXPORTS[form](journal, known_game(journal.game).load())
    _put(text, out)
    return 0


def _import(lines: Path, out: str | None) -> int:
    target = Path(out) if out else home() / "journals" / f"{lines.stem}{ENDING}"
    with lines.open(encoding="utf-8") as source, read_lines(source, target) as journal:
        print(f"{target}: {len(journal)} entries, seal {journal.seal}", file=sys.stderr)
    return 0


def _sheet(path: Path, out: str | None) -> int:
    with Journal.open(path, read_only=True) as journal:
        name = journal.header.match
    games = list(recorded_in(path.parent))
    mine = [g for g in games if g.path == path or (name and g.header.match == name)]
    mine.sort(key=lambda found: (found.header.game_of_match, found.started))
    _put(result_sheet(mine, lambda game: known_game(game).load()), out)
    return 0


def _put(text: str, out: str | None) -> None:
    if out is None:
        sys.stdout.write(text)
    else:
        Path(out).write_text(text, encoding="utf-8")
        print(f"written to {out}", file=sys.stderr)


def recorded() -> list[Path]:
    """The journals in their folder, newest first."""
    found = (home() / "journals").glob(f"*{ENDING}")
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def find(name: str | None) -> Path:
    """The journal of this name. Raises `UserError`."""
    if name and Path(name).is_file():
        return Path(name)
    known = recorded()
    found = [path for path in known if name is None or name in path.name]
    if not found:
        where = home() / "journals"
        raise UserError(
            f"there is no recorded game '{name}' in {where}; see `diceref review --list`."
            if name
            else f"there is no recorded game in {where} yet; play one first."
        )
    return found[0]


def _show(path: Path, theme: str | None) -> int:
    from ui.app import DiceRefApp  # noqa: PLC0415 - the toolkit loads only when a screen opens
    from ui.review import Review  # noqa: PLC0415 - the same
    from ui.review_screen import ReviewScreen  # noqa: PLC0415 - the same

    if not sys.stdout.isatty():
        raise UserError("the review screen needs a terminal; see `diceref review --help`.")
    chosen = settings()
    with Journal.open(path) as journal:
        known = known_game(journal.game)
        review = Review(journal, known.load(), known.title)
        exporters = {
            form: _exporter(journal, review.game, write) for form, write in EXPORTS.items()
        }
        screen = ReviewScreen(review, exporters)
        theme = theme or chosen.theme
        DiceRefApp(review, theme=theme, large=chosen.large_type, first=screen).run()
    return 0


def _exporter(
    journal: Journal, game: Game, write: Callable[[Journal, Game], str]
) -> Callable[[Path], None]:
    """What the review screen calls with the file to write."""

    def export(target: Path) -> None:
        target.write_text(write(journal, game), encoding="utf-8")

    return export
