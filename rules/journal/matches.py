"""Games belong to matches: finding them, what a match stands at, its result sheet."""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from rules.core import AnyGame, Outcome, Seat, Side, View, seats_of, side_names, side_of, sides_of
from rules.journal.facts import Header
from rules.journal.replay import replay, standing_result
from rules.journal.signing import Witness, in_groups
from rules.journal.store import Journal, JournalError
from words import as_text, joined, tr

log = logging.getLogger(__name__)

ENDING = ".diceref"

CONCEDED = tr("conceded")
"""The text of an outcome that the rules do not know."""

GameNamed = Callable[[str], AnyGame]
"""The game of this short name."""


class Recorded(msgspec.Struct, frozen=True):
    """One recorded game, for lists."""

    path: Path
    game: str
    header: Header
    entries: int
    started: float  # seconds since the epoch
    seal: str
    witness: str = ""  # one line for the QR code of the sheet


class MatchScore(msgspec.Struct, frozen=True):
    """What a match stands at."""

    players: tuple[str, ...]  # side by side: partners win together
    wins: tuple[int, ...]
    ties: int
    unfinished: int
    best_of: int
    winner: Side | None  # the side that has won the match
    starts_next: Side | None  # the loser of the last game; the other side after a tie


def recorded_games(
    folder: Path, left_out: Callable[[JournalError], None] | None = None
) -> Iterator[Recorded]:
    """Every readable record in a folder, oldest first; `left_out` is told of the others."""
    yield from sorted(_readable(folder, left_out), key=lambda game: game.started)


def _readable(folder: Path, left_out: Callable[[JournalError], None] | None) -> Iterator[Recorded]:
    for path in sorted(folder.glob(f"*{ENDING}")):
        try:
            with Journal.open(path, read_only=True) as journal:
                yield Recorded(
                    path,
                    journal.game,
                    journal.header,
                    len(journal),
                    journal.entry(1).wall_time,
                    journal.seal,
                    journal.witness.line(),
                )
        except JournalError as error:
            log.warning("%s is left out: %s", path, error)
            if left_out is not None:
                left_out(error)


def matching(games: Iterable[Recorded], **wanted: object) -> Iterator[Recorded]:
    """Those whose header has these values; `player` finds either seat, `game` the game."""
    for found in games:
        header = msgspec.structs.asdict(found.header)
        for name, value in wanted.items():
            if name == "player":
                fits = str(value).casefold() in (p.casefold() for p in found.header.players)
            elif name == "game":
                fits = found.game == value
            else:
                fits = str(header.get(name, "")).casefold() == str(value).casefold()
            if not fits:
                break
        else:
            yield found


def outcome_of(journal: Journal, game: AnyGame) -> Outcome | None:
    """How a game ended: by its rules, or by what was entered (conceded, time)."""
    result = standing_result(journal.entries()) if journal.numbers("result") else None
    if result is not None:
        facts = result.facts
        if "winners" in facts:
            return Outcome(tuple(facts["winners"]), as_text(str(facts.get("text", ""))))
        return conceded(game.view(game.new(journal.setup)), facts.get("conceded"))
    return game.outcome(replay(journal.entries(), game).state)


def conceded(view: View, by: Seat | None) -> Outcome:
    """A seat gave up and its partners with it: the others win."""
    others = [side for side in sides_of(view) if by is None or side != side_of(view, by)]
    return Outcome(tuple(sorted(s for side in others for s in seats_of(view, side))), CONCEDED)


def _sides(outcome: Outcome, header: Header) -> list[Side]:
    """The sides that won: none for a tie."""
    return sorted({Side(seat % header.sides) for seat in outcome.winners})


def match_score(games: Sequence[Recorded], game_named: GameNamed) -> MatchScore:
    """What the games of one match add up to. Raises `JournalError` for a damaged one."""
    header = games[-1].header
    sides = tuple(map(Side, range(header.sides)))
    wins = [0 for _ in sides]
    ties = unfinished = 0
    starts: Side | None = None
    for found in games:
        with Journal.open(found.path, read_only=True) as journal:
            outcome = outcome_of(journal, game_named(found.game))
        if outcome is None:
            unfinished += 1
        elif not outcome.winners:
            ties += 1
            began = found.header.starts
            starts = None if began is None else Side((began + 1) % header.sides)
        else:
            won = _sides(outcome, header)
            for side in won:
                wins[side] += 1
            starts = next((side for side in sides if side not in won), None)
    needed = header.best_of // 2 + 1
    winner = next((side for side in sides if wins[side] >= needed), None)
    return MatchScore(
        side_names(header.players, header.sides),
        tuple(wins),
        ties,
        unfinished,
        header.best_of,
        winner,
        None if winner is not None else starts,
    )


MARKS: Final = re.compile(r"([\\`*_<>\[\]|~])")
"""What Markdown, or a page made of it, would take for more than text."""


def as_markdown(text: str) -> str:
    """The text as it is, in a line of Markdown."""
    return MARKS.sub(r"\\\1", "".join(sign if sign.isprintable() else " " for sign in text))


def result_sheet(
    games: Sequence[Recorded],
    game_named: GameNamed,
    called: Callable[[str], str] = str,
    drawn: Callable[[str], str] | None = None,
) -> str:
    """The result of a match as Markdown, with a seal per game to sign under.

    `called`: what people call a game or edition of this name. `drawn`: a witness as a picture
    of letters that a phone can read.
    """
    score = match_score(games, game_named)
    header = games[-1].header
    names = score.players or side_names(_names(games[-1], game_named), header.sides)
    names = tuple(map(as_markdown, names))
    out = [f"# {as_markdown(_sheet_title(header))}", ""]
    out += [joined(" · ", _sheet_facts(games[-1].game, header, names, called)), ""]
    out += [tr("| game | winner | entries | seal |"), "|---|---|---|---|"]
    for found in games:
        with Journal.open(found.path, read_only=True) as journal:
            outcome = outcome_of(journal, game_named(found.game))
        won = (
            tr("not over")
            if outcome is None
            else joined(tr(" and "), (names[side] for side in _sides(outcome, header))) or "tie"
        )
        out.append(f"| {found.header.game_of_match} | {won} | {found.entries} | {found.seal} |")
    total = joined(" : ", map(str, score.wins))
    winner = "" if score.winner is None else tr(", {name} wins the match", name=names[score.winner])
    out += ["", f"**{' : '.join(names)} — {total}**{winner}", ""]
    if score.winner is None and score.starts_next is not None:
        out += [tr("{name} begins the next game.", name=names[score.starts_next]), ""]
    for found in games:
        out += [*_witness_lines(found, drawn), ""]
    out += [tr("Signed: ____________________  ____________________"), ""]
    return joined("\n", out)


def _witness_lines(found: Recorded, drawn: Callable[[str], str] | None) -> Iterator[str]:
    """What somebody else keeps of a game, so that its record cannot be written anew unnoticed."""
    witness = Witness.read(found.witness)
    table = in_groups(witness.signer) if witness.signer else tr("no table: it is not signed")
    yield tr(
        "Witness of game {game_of_match}, signed by table {table}:",
        game_of_match=found.header.game_of_match,
        table=table,
    )
    if drawn is not None:
        yield f"\n```\n{drawn(found.witness)}```"
    yield f"\n`{found.witness}`"


def _names(found: Recorded, game_named: GameNamed) -> tuple[str, ...]:
    """Who played, where the header does not say it."""
    with Journal.open(found.path, read_only=True) as journal:
        game = game_named(found.game)
        return tuple(seat.name for seat in game.view(game.new(journal.setup)).seats)


def _sheet_title(header: Header) -> str:
    named = (header.event, tr("match {match}", match=header.match) if header.match else "")
    return joined(", ", filter(None, named)) or "Result"


def _sheet_facts(
    game: str, header: Header, names: Sequence[str], called: Callable[[str], str]
) -> Iterator[str]:
    yield joined(tr(" against "), names)
    if header.round is not None:
        yield tr("round {round}", round=header.round)
    if header.table:
        yield tr("table {as_markdown}", as_markdown=as_markdown(header.table))
    yield tr("best of {best_of}", best_of=header.best_of) if header.best_of > 1 else tr("one game")
    yield called(header.edition or game)
    yield from filter(None, map(as_markdown, (header.format, header.date)))
