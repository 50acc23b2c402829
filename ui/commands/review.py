"""`diceref review`: step through a recorded game, or write it out."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from rules.journal import Journal, JournalError
from ui.errors import UserError
from ui.games import known_game
from ui.places import home
from ui.settings import settings

ENDING = ".diceref"


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "review",
        help="step through a recorded game, correct it, write it out",
        description="Opens the record of a game: the newest one unless another is named. "
        "Corrections are new entries; nothing is ever erased.",
        epilog="examples: diceref review | diceref review --list | "
        "diceref review 2026-11-18-ana-bo.diceref",
    )
    command.add_argument("game", nargs="?", help="a journal's file, or part of its name")
    command.add_argument("--list", action="store_true", help="list the recorded games")
    command.add_argument("--theme", help="felt, paper, high-contrast or colour-blind")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Open the review screen, or list what there is."""
    if arguments.list:
        for path in recorded():
            print(path)
        return 0
    path = find(arguments.game)
    try:
        return _show(path, arguments.theme)
    except JournalError as error:
        raise UserError(str(error)) from None


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
        exporters: dict[str, Callable[[Path], None]] = {}
        screen = ReviewScreen(review, exporters)
        theme = theme or chosen.theme
        DiceRefApp(review, theme=theme, large=chosen.large_type, first=screen).run()
    return 0
