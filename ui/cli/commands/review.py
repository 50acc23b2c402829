"""`diceref review`: step through a recorded game, correct it, check it, write it out."""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rules.journal import (
    Journal,
    JournalError,
    Report,
    Witness,
    clips,
    in_groups,
    moments_of,
    recover,
    verify,
)
from rules.journal.export import lines_of, read_lines
from rules.journal.matches import ENDING, Recorded, matching, recorded_games, result_sheet
from ui.app.errors import UserError
from ui.app.exporting import WRITERS, save_clip, write_export
from ui.app.folders import folder, home
from ui.app.known_games import known_game
from ui.app.qr_codes import qr_code
from ui.app.records import (
    header_in_words,
    in_match,
    kept_games,
    kept_record,
    record_of_anybody,
    table_key,
    wanted_header,
)
from ui.app.why import why
from ui.cli.open_dashboard import add_options, open_dashboard
from ui.cli.plain_output import in_one_line
from words import nsay, say, tr, translated
from words.written import write_text

if TYPE_CHECKING:
    from ui.app.statistics.summary import GameSummary

SEAL = re.compile(r"[0-9a-f]{32,64}")
"""Of a seal or a table's key: 128 bits; with fewer another record can be made to fit."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "review",
        help=say("step through a recorded game, correct it, check it, write it out"),
        description=say(
            "Opens the record of a game: the newest one unless another is named. "
            "Corrections are new entries; nothing is ever erased. Exit code 1 when a "
            "checked record is not whole."
        ),
        epilog=say(
            "examples:\n  diceref review\n  diceref review --list --where winner=Ana "
            "--where since=2026-11-01\n  diceref review 2026-11-19 --play 2\n  diceref "
            "review 2026-11-19 --why 57\n  diceref review 2026-11-19 --export html --out "
            "game.html\n  diceref review 2026-11-19 --verify --seal "
            "54b8-d08e-91aa-03fe-77c1-20d9-b4e6-5a10"
        ),
    )
    command.add_argument("game", nargs="?", help=say("a journal's file, or part of its name"))
    command.add_argument("--list", action="store_true", help=say("list the recorded games"))
    command.add_argument(
        "--search",
        metavar="WORDS",
        default="",
        help=say("list only games in whose record all these words stand, and where"),
    )
    command.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=say(
            "list only games that fit (player, winner, kind, since, until, over, card, "
            "event, round, match, ...)"
        ),
    )
    command.add_argument(
        "--play",
        type=_speed,
        nargs="?",
        const=1.0,
        default=0.0,
        metavar="SPEED",
        help=say("show one entry after the other, SPEED of them a second (1)"),
    )
    command.add_argument(
        "--sheet", action="store_true", help=say("print the result sheet of its match")
    )
    command.add_argument("--json", action="store_true", help=say("one JSON object per line"))
    command.add_argument("--export", choices=tuple(WRITERS), help=say("write the game out and end"))
    command.add_argument(
        "--out", type=Path, metavar="FILE", help=say("where to; the ending names the form")
    )
    command.add_argument(
        "--why",
        type=int,
        metavar="ENTRY",
        help=say("say what the referee considered for an entry, and what spoke for and against it"),
    )
    command.add_argument(
        "--verify", action="store_true", help=say("check that nothing was changed")
    )
    command.add_argument("--seal", default="", help=say("verify, by the seal that was noted down"))
    command.add_argument(
        "--witness", default="", metavar="LINE", help=say("verify, by what a phone or QR code kept")
    )
    command.add_argument(
        "--table-key", default="", metavar="KEY", help=say("verify that this table wrote all of it")
    )
    command.add_argument(
        "--recover", type=Path, metavar="NEW", help=say("save what is whole of a damaged record")
    )
    command.add_argument(
        "--import",
        type=Path,
        metavar="LINES",
        dest="lines",
        help=say("take in a game written as jsonl"),
    )
    command.add_argument(
        "--clips", action="store_true", help=say("list the clips kept; with --out, save them there")
    )
    add_options(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked; open the review screen when nothing else was."""
    told_as_json = _is_to_verify(arguments) or arguments.clips
    if arguments.json and not (
        arguments.list or arguments.where or arguments.search or told_as_json
    ):
        raise UserError(tr("--json goes with --list, --verify or --clips."))
    try:
        if arguments.list or arguments.where or arguments.search:
            return _list(arguments.where, arguments.search, as_json=arguments.json)
        if arguments.lines:
            if arguments.out:
                raise UserError(tr("--out goes with --export or --clips, not with --import."))
            return _take_in(arguments.lines)
        path = kept_record(arguments.game)
        with record_of_anybody(path):
            return _do(path, arguments)
    except JournalError as error:
        raise UserError(str(error)) from None


def _do(path: Path, arguments: argparse.Namespace) -> int:
    """Do what was asked with one record."""
    if _is_to_verify(arguments):
        return _verify(path, arguments)
    if arguments.sheet:
        return _sheet(path)
    if arguments.recover:
        return _recover(path, arguments.recover)
    if arguments.clips:
        return _clips(path, arguments.out, as_json=arguments.json)
    if arguments.export or arguments.out:
        return _export(path, arguments.export, arguments.out)
    return _show(path, arguments) if arguments.why is None else _why(path, arguments.why)


def _speed(written: str) -> float:
    """Entries a second."""
    try:
        speed = float(written)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 20.0:
        raise argparse.ArgumentTypeError(
            tr("'{written}' is no speed: give entries a second, as 2", written=written)
        )
    return speed


def _list(where: list[str], search: str, *, as_json: bool) -> int:
    """The recorded games that fit, each with how it went."""
    from ui.app.statistics.choosing import NAMES, check_wanted, chosen  # noqa: PLC0415 - loads scipy
    from ui.app.statistics.index import RecordIndex, index_file  # noqa: PLC0415 - the same

    by_play = [word for word in where if word.partition("=")[0] in NAMES]
    wanted = dict(word.split("=", maxsplit=1) for word in by_play if "=" in word)
    check_wanted(wanted)
    by_header = wanted_header([word for word in where if word not in by_play or "=" not in word])
    games = tuple(matching(kept_games(), **by_header))
    with RecordIndex(index_file()) as index:
        told = {one.path: one.summary for one in index.of(game.path.absolute() for game in games)}
        said = index.search(search) if search else {}
    if search:
        games = tuple(game for game in games if game.path.absolute() in said)
    found = [(game, told.get(game.path.absolute())) for game in games]
    if wanted:
        found = [(game, one) for game, one in found if one and any(chosen([one], wanted))]
    if not found:
        print(
            say("diceref: there is no such game in {home} yet.", home=home() / "journals"),
            file=sys.stderr,
        )
    for game, one in found:
        if as_json:
            print(json.dumps(_facts(game) | _how_it_went(one), ensure_ascii=False))
        else:
            words = (header_in_words(game.header), *_went_in_words(game, one))
            words = (*words, said.get(game.path.absolute(), ""))
            print(in_one_line(f"{game.path.name}  {game.game}  {'  '.join(filter(None, words))}"))
    return 0


def _how_it_went(one: "GameSummary | None") -> dict[str, object]:
    """What the index tells of a game; nothing of one that cannot be played again."""
    if one is None:
        return {}
    return {
        "kind": one.kind,
        "over": one.over,
        "names": one.players,
        "winners": [one.players[seat] for seat in one.winners if seat < len(one.players)],
        "turns": one.turns,
        "minutes": round((one.ended - one.started) / 60),
    }


def _went_in_words(game: Recorded, one: "GameSummary | None") -> Iterator[str]:
    from ui.app.statistics.report import result_of  # noqa: PLC0415 - loads scipy

    if one is not None and not game.header.players:
        yield say(" against ").join(one.players)
    if one is not None:
        won = result_of(one)
        ended = say("{name} won", name=won) if one.over and one.winners else won
        yield f"{one.kind}, {ended}"
        minutes = round((one.ended - one.started) / 60)
        yield nsay(
            "1 turn, {minutes} min", "{count} turns, {minutes} min", one.turns, minutes=minutes
        )
    yield nsay("1 entry", "{count} entries", game.entries)


def _sheet(path: Path) -> int:
    """The result sheet of the match the game belongs to; of the game alone when it has none."""
    with Journal.open(path, read_only=True) as journal:
        name = journal.header.match
    games = in_match(name) if name else ()
    if not games:
        games = tuple(game for game in recorded_games(path.parent) if game.path.name == path.name)
    sheet = result_sheet(
        games,
        lambda named: known_game(named).load(),
        lambda named: known_game(named).title,
        qr_code,
    )
    print(translated(sheet), end="")
    return 0


def _facts(game: Recorded) -> dict[str, object]:
    return {
        "path": str(game.path),
        "game": game.game,
        "entries": game.entries,
        "started": datetime.fromtimestamp(game.started, UTC).isoformat(),
        "seal": game.seal,
        **msgspec.to_builtins(game.header, enc_hook=write_text),
    }


def _take_in(lines: Path) -> int:
    target = folder("journals") / f"{lines.stem}{ENDING}"
    try:
        with lines.open(encoding="utf-8") as written:
            read_lines(lines_of(written), target).close()
    except (OSError, UnicodeDecodeError):
        raise UserError(
            tr("{lines} cannot be read; name a file written by --export jsonl.", lines=lines)
        ) from None
    except JournalError as error:
        raise UserError(tr("{lines} was not taken in: {error}", lines=lines, error=error)) from None
    print(target)
    return 0


def _why(path: Path, number: int) -> int:
    with Journal.open(path, read_only=True) as journal:
        game = known_game(journal.game).load()
        moments = tuple(moments_of(journal.entries(), game))
        dice = game.dice(journal.setup)
    try:
        told = why(moments, number, game, dice)
    except LookupError as error:
        raise UserError(str(error.args[0])) from None
    for line in told:
        print(in_one_line(translated(line)))
    return 0


def _is_to_verify(arguments: argparse.Namespace) -> bool:
    return bool(arguments.verify or arguments.seal or arguments.witness or arguments.table_key)


def _verify(path: Path, arguments: argparse.Namespace) -> int:
    report = verify(
        path,
        seal=_digits(arguments.seal, "seal"),
        witness=_witness(arguments.witness),
        signer=_digits(arguments.table_key, say("table's key")),
        game_named=lambda name: known_game(name).load(),
    )
    if arguments.json:
        told = {
            "path": str(path),
            "whole": report.whole,
            **msgspec.to_builtins(report, enc_hook=write_text),
        }
        print(json.dumps(told))
    else:
        print(f"{path}: {'; '.join(_found(report))}", file=sys.stderr)
    return 0 if report.whole else 1


def _found(report: Report) -> Iterator[str]:
    """What was found, clause by clause."""
    if report.damage and report.signed == ():
        yield say("{entries} entries are whole", entries=report.entries)
    elif report.whole:
        yield say("{entries} entries, whole, seal {seal}", entries=report.entries, seal=report.seal)
    else:
        yield say("{entries} entries", entries=report.entries)
    if report.sealed is not None:
        later = report.entries - report.sealed
        yield say("found at entry {sealed}, ", sealed=report.sealed) + (
            say("{later} follow", later=later) if later else say("the last")
        )
    yield from filter(None, (report.damage, report.unlawful))
    if report.lost_pictures:
        yield say("{count} pictures are lost", count=len(report.lost_pictures))
    own = table_key().signer
    for run in report.signed:
        by = (
            say("signed by table {in_groups}", in_groups=in_groups(run.signer))
            if run.signer
            else say("not signed")
        )
        which = (
            say("entries {first} to {last} are ", first=run.first, last=run.last)
            if len(report.signed) > 1
            else ""
        )
        yield f"{which}{by}{say(' (this table)') if run.signer == own else ''}"


def _digits(written: str, what: str) -> str:
    """The digits of a seal or a key as a file has them. Raises `UserError` when there are few."""
    digits = re.sub(r"[\s-]", "", written).lower()
    if written and not SEAL.fullmatch(digits):
        raise UserError(
            tr(
                "'{written}' is no {what}: it has 32 digits, in eight groups of four (what "
                "is shorter can be forged).",
                written=written,
                what=what,
            )
        )
    return digits


def _witness(written: str) -> Witness | None:
    """What was kept, as a line or in a file. Raises `UserError`."""
    if not written:
        return None
    try:
        if Path(written[:200]).is_file():
            with Path(written).open(encoding="utf-8") as file:
                written = file.read(1000)
        return Witness.read(written)
    except UnicodeDecodeError:
        raise UserError(tr("--witness: {written} is not a text file.", written=written)) from None
    except (OSError, ValueError) as error:
        raise UserError(tr("--witness: {error}", error=error)) from None


def _recover(path: Path, target: Path) -> int:
    report = recover(path, target)
    print(
        say(
            "{entries} entries saved to {target}; {what}",
            entries=report.entries,
            target=target,
            what=report.damage or tr("nothing was damaged"),
        )
    )
    return 0


def _export(path: Path, form: str | None, out: Path | None) -> int:
    """Write the game out in this form, or in the one that the file's ending names."""
    if out is not None and not out.suffix and form:
        out = out.with_suffix(f".{form}")
    if out is not None and form and out.suffix != f".{form}":
        raise UserError(
            tr(
                "--export {form} and {out} do not agree: end the name in .{form}.",
                form=form,
                out=out,
            )
        )
    with Journal.open(path, read_only=True) as journal:
        game = known_game(journal.game).load()
        if out is not None:
            write_export(journal, game, out)
            print(say("{name} is written to {out}", name=path.name, out=out), file=sys.stderr)
        elif form:
            print(WRITERS[form](journal, game), end="")
    return 0


def _clips(path: Path, out: Path | None, *, as_json: bool) -> int:
    with Journal.open(path, read_only=True) as journal:
        kept = tuple(clips(journal))
        if not kept:
            print(
                say("No clip was kept of this game: play with --clips to keep them."),
                file=sys.stderr,
            )
        for clip in kept:
            about = clip.about
            text = str(about.facts.get("text", ""))
            saved = str(save_clip(journal, clip, out)) if out is not None else ""
            if as_json:
                told = {"entry": clip.entry, "about": about.number, "kind": about.kind}
                print(json.dumps(told | {"text": text, "saved": saved}, ensure_ascii=False))
            else:
                print(
                    in_one_line(
                        say(
                            "entry {number}, {kind}: {text}  {saved}",
                            number=about.number,
                            kind=about.kind,
                            text=text,
                            saved=saved,
                        )
                    )
                )
    return 0


def _show(path: Path, arguments: argparse.Namespace) -> int:
    from ui.app.review import Review  # noqa: PLC0415 - the toolkit loads only when a screen opens
    from ui.screens.review import ReviewScreen  # noqa: PLC0415 - the same

    if not sys.stdout.isatty():
        raise UserError(tr("the review screen needs a terminal; --export writes the game out."))
    with Journal.open(path, key=table_key()) as journal:
        known = known_game(journal.game)
        review = Review(journal, known.load(), known.title)
        open_dashboard(review, arguments, ReviewScreen(review, plays=arguments.play))
    return 0
