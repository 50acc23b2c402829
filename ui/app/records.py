"""How a record begins: its file, what its header says, its place in a match."""

import argparse
import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

from rules.core import AnyGame, Seat, first_seat, side_names
from rules.core.set_up import Plan
from rules.journal import (
    Header,
    Journal,
    JournalError,
    MatchScore,
    Recorded,
    TableKey,
    match_score,
    matching,
    outcome_of,
    recorded_games,
)
from rules.journal.matches import ENDING
from rules.journal.replay import UNCHECKED
from rules.track.referee import Referee
from ui.app.errors import UserError
from ui.app.folders import folder, home
from ui.app.game_plan import family_of, seated
from ui.app.known_games import known_game
from ui.app.table_model import UNWRITTEN, TableModel
from words import joined, say, tr, translated

log = logging.getLogger(__name__)

BEST_OF = (1, 3)

PRACTICE = "-practice-"
"""What the file name of every practice game holds."""


def add_header_options(command: argparse.ArgumentParser) -> None:
    """What a tournament wants to find a game by."""
    command.add_argument(
        "--event", default="", help=tr("for the record: the tournament or evening")
    )
    command.add_argument("--round", type=int, help=tr("for the record: the round"))
    command.add_argument("--table", default="", help=tr("for the record: the table"))
    command.add_argument(
        "--match", default="", metavar="NAME", help=tr("games of one match bear one name")
    )
    command.add_argument(
        "--best-of", type=int, choices=BEST_OF, help=tr("games of a match, at most")
    )


def take_header(arguments: argparse.Namespace, typed: Mapping[str, str]) -> str:
    """Take event, round and match as they were typed; what is wrong with them, or "".

    What is left empty stays as the command line said it.
    """
    written = typed.get("round", "")
    if written and not (written.isdecimal() and len(written) < 5):
        return tr('The round is a number, as 2; "{text}" is none.', text=written)
    arguments.round = int(written) if written else arguments.round
    arguments.event = typed.get("event") or arguments.event
    arguments.match = typed.get("match") or arguments.match
    return ""


@contextmanager
def record_of_anybody(path: Path) -> Iterator[None]:
    """Work on a record that anybody may have written. Raises `JournalError`.

    What no game writes, and nothing before has noticed, ends in a sentence too.
    """
    try:
        yield
    except UserError:
        raise
    except JournalError as error:
        told = str(error)
        raise JournalError(told if str(path) in told else f"{path}: {told}") from error
    except UNCHECKED as error:
        log.warning("%s: %s", path, error, exc_info=True)
        why = str(error) if isinstance(error, ValueError) else type(error).__name__
        raise JournalError(
            tr("{path} holds what no game writes: {what}.", path=path, what=why.removesuffix("."))
        ) from error


def kept_games() -> Iterator[Recorded]:
    """Every record that can be read, oldest first; why the others cannot is said."""
    return recorded_games(
        home() / "journals", lambda why: print(f"diceref: {translated(str(why))}", file=sys.stderr)
    )


def in_match(name: str) -> tuple[Recorded, ...]:
    """The recorded games of a match, the first one first."""
    games = matching(kept_games(), match=name)
    return tuple(sorted(games, key=lambda game: game.header.game_of_match))


def score(games: tuple[Recorded, ...]) -> MatchScore:
    """What a match stands at. Raises `UserError` when a game cannot be read."""
    try:
        with record_of_anybody(games[-1].path):
            return match_score(games, lambda name: known_game(name).load())
    except JournalError as error:
        raise UserError(str(error)) from None


def next_starter(arguments: argparse.Namespace) -> Seat | None:
    """The seat that begins the next game of the match named; None when nothing says so.

    Raises `UserError` when the match has been won.
    """
    games = in_match(arguments.match) if arguments.match else ()
    if not games:
        return None
    standing = score(games)
    if standing.winner is not None:
        wins = " : ".join(map(str, standing.wins))
        raise UserError(
            tr(
                "match '{match}' is over: {player} has won it {wins}; name another match.",
                match=arguments.match,
                player=standing.players[standing.winner],
                wins=wins,
            )
        )
    if standing.unfinished:
        print(
            say(
                "diceref: {unfinished} game of match '{match}' has no result yet; --resume "
                "goes on with it.",
                unfinished=standing.unfinished,
                match=arguments.match,
            ),
            file=sys.stderr,
        )
    return None if standing.starts_next is None else first_seat(standing.starts_next)


def header_of(arguments: argparse.Namespace, plan: Plan, when: datetime) -> Header:
    """The header of a new game."""
    games = in_match(arguments.match) if arguments.match else ()
    before = games[-1].header if games else Header()
    return Header(
        event=arguments.event or before.event,
        round=before.round if arguments.round is None else arguments.round,
        table=arguments.table or before.table,
        match=arguments.match,
        game_of_match=before.game_of_match + 1 if games else 1,
        best_of=arguments.best_of or (before.best_of if games else _usual_best_of(arguments, plan)),
        players=tuple(side.name for side in seated(plan)),
        sides=family_of(plan).side_count(plan),
        starts=plan.first,
        edition=plan.game,
        format=plan.format,
        teams=tuple(side.brings for side in seated(plan)),
        date=when.date().isoformat(),
    )


def _usual_best_of(arguments: argparse.Namespace, plan: Plan) -> int:
    """As the game's book plays a match; most leave it open."""
    return family_of(plan).best_of if arguments.match else BEST_OF[0]


def table_key() -> TableKey:
    """The key with which this table signs its records, made at first use. Raises `UserError`."""
    try:
        return TableKey.at(folder(".") / "table.key")
    except JournalError as error:
        raise UserError(str(error)) from None


def new_record(
    arguments: argparse.Namespace, plan: Plan, setup: Mapping[str, Any], *, keep: bool = True
) -> Journal:
    """The record of a game that is about to begin; not kept on disk unless `keep`.

    Raises `UserError`.
    """
    now = datetime.now().astimezone()
    header = header_of(arguments, plan, now)
    if not keep:
        return Journal.in_memory(
            plan.game, setup, header, wall_time=now.timestamp(), key=table_key()
        )
    path = _unused(folder("journals"), f"{now:%Y-%m-%d-%H%M%S}-{plan.game}")
    try:
        journal = Journal.create(
            path, plan.game, setup, header, wall_time=now.timestamp(), key=table_key()
        )
    except JournalError as error:
        raise UserError(str(error)) from None
    _remember_last(path, LAST_GAME)
    return journal


def simple_record(game: AnyGame, setup: Mapping[str, Any], name: str | None) -> Journal:
    """The record of a game that only its players will look for: a demo, practice.

    `name` of the file; None keeps the record in memory. Raises `UserError`.
    """
    now = datetime.now().astimezone()
    players = tuple(seat.name for seat in game.view(game.new(setup)).seats)
    sets = known_game(game.name).family.brought_in(setup)
    header = Header(edition=game.name, date=now.date().isoformat(), players=players, teams=sets)
    if name is None:
        return Journal.in_memory(game.name, setup, header, wall_time=now.timestamp())
    path = folder("journals") / f"{name}.diceref"
    if PRACTICE in name:
        _remember_last(path, LAST_PRACTICE)
    try:
        return Journal.create(
            path, game.name, setup, header, wall_time=now.timestamp(), key=table_key()
        )
    except JournalError as error:
        raise UserError(str(error)) from None


def _unused(where: Path, name: str) -> Path:
    """A file that is not there yet, though two games begin in the same second."""
    paths = (where / f"{name}{again}.diceref" for again in ("", *(f"-{n}" for n in range(2, 100))))
    return next(path for path in paths if not path.exists())


@contextmanager
def recording(
    journal: Journal, *, unplayed: Literal["keep", "if-begun", "drop"] = "if-begun"
) -> Iterator[Journal]:
    """Close the record in the end.

    `unplayed`: whether one that holds nothing but its set-up is kept; "if-begun": unless the
    game could not even begin.
    """
    begun = False
    try:
        with closing(journal):
            yield journal
        begun = True
    finally:
        path = Path(journal.where)
        dropped = unplayed == "drop" or (unplayed == "if-begun" and not begun)
        if dropped and len(journal) == 1 and path.is_file():
            with suppress(OSError):
                path.unlink()


def tell_where(journal: Journal, go_on: str = "") -> None:
    """Say where the record is, if it was kept; `go_on` ends the sentence."""
    if Path(journal.where).is_file():
        print(
            say("diceref: the record is in {where}{go_on}.", where=journal.where, go_on=go_on),
            file=sys.stderr,
        )


def kept_record(name: str | None) -> Path:
    """The newest record of this name, a file or part of its name. Raises `UserError`."""
    if name and Path(name).is_file():
        return Path(name)
    if name and Path(name).is_dir() and Path(name).name != name:
        raise UserError(
            tr("{name} is a folder; name a journal's file, or part of its name.", name=name)
        )
    where = home() / "journals"
    kept = [path for path in where.glob(f"*{ENDING}") if path.is_file()]
    known = sorted(kept, key=lambda path: path.stat().st_mtime, reverse=True)
    found = [path for path in known if name is None or name in path.name]
    if not found:
        raise UserError(
            tr(
                "there is no recorded game '{name}' in {where}; see `diceref review --list`.",
                name=name,
                where=where,
            )
            if name
            else tr("there is no recorded game in {where} yet; play one first.", where=where)
        )
    return found[0]


def to_resume(name: str, *, practice: bool = False) -> Path:
    """The record a player means: as `kept_record` finds it, or "" for the last unfinished.

    That is the last of a table, or of `practice`. Raises `UserError`.
    """
    if name:
        return kept_record(name)
    games = list(kept_games())
    last = _last(LAST_PRACTICE if practice else LAST_GAME)
    games.sort(key=lambda game: game.path.name == last)  # whatever the machine's clock said
    for game in reversed(games):
        # A game at a table has a format; demos, which nobody resumes, have none.
        if (PRACTICE in game.path.name if practice else game.header.format) and _unfinished(game):
            return game.path
    what = tr("practice game") if practice else "game"
    raise UserError(
        tr(
            "no {what} in {home} was left unfinished; begin one.",
            what=what,
            home=home() / "journals",
        )
    )


LAST_GAME: Final = "last-game.txt"
LAST_PRACTICE: Final = "last-practice.txt"
"""Hold the name of the record begun last: a clock that was set back would tell another one."""


def _remember_last(path: Path, where: str) -> None:
    with suppress(OSError):  # a convenience: a game is found by its time as well
        (home() / where).write_text(path.name, encoding="utf-8")


def _last(where: str) -> str:
    try:
        return (home() / where).read_text(encoding="utf-8")[:500]
    except (OSError, ValueError):
        return ""


def _unfinished(game: Recorded) -> bool:
    """Whether a game can go on; one that cannot even be replayed is said and passed over."""
    try:
        with record_of_anybody(game.path), Journal.open(game.path, read_only=True) as journal:
            return outcome_of(journal, known_game(game.game).load()) is None
    except (UserError, JournalError) as error:
        print(f"diceref: {translated(str(error))}", file=sys.stderr)
        return False


def resumed_record(path: Path, game: str | None, *, keep: bool = True) -> Journal:
    """A record to go on with; the file stays as it is unless `keep`. Raises `UserError`."""
    try:
        if keep:
            return Journal.open(path, game=game, key=table_key())
        with Journal.open(path, game=game, read_only=True) as journal:
            return journal.carry_on_in_memory()
    except JournalError as error:
        raise UserError(str(error)) from None


def referee_of(game: AnyGame, journal: Journal) -> Referee:
    """The referee who goes on where the record stands. Raises `UserError`."""
    try:
        with record_of_anybody(Path(journal.where)):
            return Referee(game, journal)
    except JournalError as error:
        raise UserError(str(error)) from None


def nobody_to_ask(model: TableModel) -> None:
    """Without a dashboard, a record that cannot be written ends the game. Raises `UserError`."""
    if model.waiting == UNWRITTEN:
        raise UserError(model.notice)


def wanted_header(words: list[str]) -> dict[str, str]:
    """What `--where name=value` asks for. Raises `UserError`."""
    names = ("game", "player", *Header.__struct_fields__)
    wanted: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name not in names:
            raise UserError(
                tr(
                    "--where takes NAME=VALUE, not '{word}'; the names are {names}.",
                    word=word,
                    names=joined(", ", names),
                )
            )
        wanted[name] = value
    return wanted


def header_in_words(header: Header) -> str:
    """The header on one line, for lists."""
    words = [
        header.event,
        tr("round {round}", round=header.round) if header.round is not None else "",
        tr("table {table}", table=header.table) if header.table else "",
        tr(
            "match {match}, game {game_of_match}",
            match=header.match,
            game_of_match=header.game_of_match,
        )
        if header.match
        else "",
        say(" against ").join(side_names(header.players, header.sides)),
    ]
    return ", ".join(filter(None, words))
