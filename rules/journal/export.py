"""The record as a file others can read: JSON lines and a game report.

JSON lines hold everything and can be read back to the same hashes; the report is
for people. The line format is described in docs/journal.md.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, TextIO

import msgspec

from rules.core import CHANCE, AnyGame, State, side_lives, side_name, side_names, sides_of
from rules.journal.database import plainly, take_away
from rules.journal.entry import (
    MOST_ENTRIES,
    MOST_TEXT,
    Entry,
    fault,
    read_line,
    write_line,
)
from rules.journal.matches import CONCEDED, as_markdown, outcome_of
from rules.journal.replay import counting, moments_of, replay
from rules.journal.signing import Signature
from rules.journal.store import Journal, JournalError, Picture
from words import NOTHING, Text, as_text, recognised, say, tr, translated
from words.written import write_text

FORMAT: Final = "diceref-journal"
LINES_VERSION: Final = 2


# -- JSON lines


def write_lines(journal: Journal) -> Iterator[str]:
    """The whole record, one JSON object per line, pictures last."""
    head = {"format": FORMAT, "version": LINES_VERSION, "entries": len(journal)}
    yield msgspec.json.encode(head, enc_hook=write_text).decode()
    pictures: dict[str, Mapping[str, str]] = {}
    for entry in journal.entries():
        yield write_line(entry)
        for named in entry.pictures:
            content = base64.b64encode(journal.picture(named.sha256)).decode()
            pictures[named.sha256] = {"picture": named.sha256, "content": content}
    for one in journal.signatures():
        yield msgspec.json.encode(one, enc_hook=write_text).decode()
    for picture in pictures.values():
        yield msgspec.json.encode(picture, enc_hook=write_text).decode()


class _Head(msgspec.Struct):
    """The first line."""

    format: str
    version: int
    entries: Annotated[int, msgspec.Meta(ge=1, le=MOST_ENTRIES)]


class _PictureLine(msgspec.Struct):
    """A line at the end."""

    picture: str
    content: bytes  # written as base64


LONGEST_LINE: Final = 90_000_000
"""Letters of one line: the largest picture that a record's file may hold."""


def lines_of(file: TextIO) -> Iterator[str]:
    """The lines of a file that somebody wrote. Raises `JournalError` at one that never ends."""
    number = 0
    while line := file.readline(LONGEST_HEAD if number == 0 else LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise JournalError(tr("line {number} is longer than any of a record.", number=number))
        yield line


LONGEST_HEAD: Final = 1000
"""Letters of the first line, at most: a huge file of another kind is not taken in."""


def read_lines(lines: Iterable[str], target: Path | str) -> Journal:
    """Write the record in these lines to a new journal, and open it.

    Raises `JournalError` naming the line when one is changed, missing or of a newer version;
    nothing is left of such a record then.
    """
    target = Path(target)
    if target.exists():
        raise JournalError(tr("{target} already exists: choose another name.", target=target))
    growing = target.with_name(target.name + ".part")
    take_away(growing)
    try:
        with plainly(target, tr("cannot be written")), closing(Journal.bare(growing)) as copy:
            _copy_lines(lines, copy)
        with closing(Journal.open(growing)):
            pass  # it is what it says, and one file again
        growing.rename(target)
    finally:
        take_away(growing)
    return Journal.open(target)


def _copy_lines(lines: Iterable[str], copy: Journal) -> None:
    """Each entry once the one before it fits, then the pictures that the entries name."""
    written = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    _, head = next(written, (0, ""))
    if not head:
        raise JournalError(
            tr("there are no lines: name a file that `diceref review --export` wrote.")
        )
    expected = _head(head)
    letters, lacking = 0, dict[str, str]()
    for number, line in written:
        try:
            fields = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
            if "signature" in fields:
                copy.copy_in([], [], [msgspec.json.decode(line, type=Signature)])
                continue
            if "picture" in fields:
                _copy_picture(msgspec.json.decode(line, type=_PictureLine), lacking, copy)
                continue
            entry = read_line(line)
        except (ValueError, RecursionError) as error:
            raise JournalError(
                tr("line {number} is no line of a record: {error}.", number=number, error=error)
            ) from error
        letters += len(line)
        wrong = fault(entry, len(copy) + 1, copy.tip)
        if wrong or letters > MOST_TEXT:
            wrong = wrong or tr("they are more than any game has")
            raise JournalError(
                tr("the lines cannot be read: {wrong}; export the game again.", wrong=wrong)
            )
        lacking |= {
            named.sha256: tr("{name} of entry {number}", name=named.name, number=number)
            for named in entry.pictures
        }
        copy.copy_in([entry], [])
    if len(copy) != expected:
        raise JournalError(
            tr(
                "the file breaks off: {expected} entries were written, {count} are there.",
                expected=expected,
                count=len(copy),
            )
        )
    if lacking:
        raise JournalError(tr("the lines lack picture {next}.", next=next(iter(lacking.values()))))


def _copy_picture(picture: _PictureLine, lacking: dict[str, str], copy: Journal) -> None:
    """Keep a picture that an entry lacks; others do not belong to the record."""
    if lacking.pop(hashlib.sha256(picture.content).hexdigest(), None):
        copy.copy_in([], [Picture("", "image/png", picture.content)])


def _head(line: str) -> int:
    try:
        written = msgspec.json.decode(line, type=_Head)
    except msgspec.ValidationError:
        raise JournalError(
            tr("this is no exported record: its first line does not say so.")
        ) from None
    except (ValueError, RecursionError) as error:
        raise JournalError(tr("line 1 is no line of a record: {error}.", error=error)) from None
    if written.format != FORMAT:
        raise JournalError(tr("this is no exported record: its first line does not say so."))
    if written.version > LINES_VERSION:
        raise JournalError(
            tr(
                "the lines are of version {version}, this DiceRef reads up to "
                "{known}: update DiceRef.",
                version=written.version,
                known=LINES_VERSION,
            )
        )
    return written.entries


# -- a report for people


class Line(msgspec.Struct, frozen=True):
    """One line of a report."""

    turn: int
    number: int  # of the entry
    who: str  # the player's name, "" for the dice and the referee
    text: str
    kind: str
    counts: bool = True  # False: taken back by a correction
    after: str = ""  # what followed: life lost, a die knocked out
    lives: tuple[int, ...] = ()
    how: str = ""  # how the referee knows; "" when the camera saw it
    answers: tuple[str, ...] = ()  # of a question, with how likely each was
    whose: str = ""  # the player whose turn it is
    time: float = 0.0  # seconds since 1970; 0 when nobody knows


def report_lines(journal: Journal, game: AnyGame) -> Iterator[Line]:
    """Everything that happened, in order, in the game's notation."""
    entries = tuple(journal.entries())
    watched = _was_watched(entries)
    counts = {entry.number for entry in counting(entries)}
    for moment in moments_of(entries, game):
        entry, state = moment.entry, moment.before
        if entry.kind == "setup":
            continue
        view = game.view(state)
        whose = view.seats[view.active].name
        if moment.action is None:
            yield Line(
                turn=view.turn,
                number=entry.number,
                who="",
                text=_told(entry),
                kind=entry.kind,
                answers=_answers(entry),
                whose=whose,
                time=entry.wall_time,
            )
            continue
        who = _mover(game, state)
        said = game.say(state, moment.action)
        told = [event.text for event in moment.events]
        same = next((text for text in told if _says_the_same(said, text, who)), NOTHING)
        if same and game.to_move(state) == CHANCE:
            said = same.removeprefix(f"{who} ")  # faces by name read better than by number
        yield Line(
            turn=view.turn,
            number=entry.number,
            who=who,
            text=translated(as_text(said).removeprefix(f"{who} ")),
            kind="step",
            counts=entry.number in counts,
            after="; ".join(translated(text).removesuffix(".") for text in told if text != same),
            lives=side_lives(game.view(moment.state)),
            how=translated(HOW_KNOWN.get(entry.cause, "")) if watched else "",
            whose=whose,
            time=entry.wall_time,
        )


KINDS: Final[Mapping[str, Text]] = {
    "note": tr("note"),
    "clock": tr("clock"),
    "result": tr("result"),
}
"""What an entry without a sentence of its own is called."""

HOW_KNOWN: Final[Mapping[str, Text]] = {
    "announced": tr("said aloud"),
    "answered": tr("by answer"),
    "corrected": tr("by correction"),
    "judge": tr("by a judge"),
    "clock": tr("by the clock"),
}
"""How an entry came about that no camera saw, by its cause."""


def _was_watched(entries: Sequence[Entry]) -> bool:
    """Whether a camera saw any of it; in practice everything is said."""
    return any(entry.cause == "seen" for entry in entries)


def _answers(entry: Entry) -> tuple[str, ...]:
    """What could be answered to a question, the likeliest first."""
    if entry.kind != "question":
        return ()
    return tuple(
        f"{answer['text']}, {round(100 * answer['probability'])} %"
        if answer.get("probability")
        else str(answer["text"])
        for answer in entry.facts.get("answers", ())
    )


def _says_the_same(said: str, told: str, who: str) -> bool:
    """Whether an event only repeats the action.

    "Ana buys April" says the same as "buy April", "Ana uses the global of X" as "global of X".
    """
    if told.removesuffix(".") == said.removesuffix("."):
        return True
    if not told.startswith(f"{who} "):
        return False
    verb, words = said.partition(" ")[0], told.removesuffix(".").removeprefix(f"{who} ").split()
    if words[0] in {f"{verb}s", f"{verb}es"}:
        return True
    return len(words) > 2 and f"{said} ".startswith(" ".join(words[2:]) + " ")


def _mover(game: AnyGame, state: State) -> str:
    seat = game.to_move(state)
    if seat == CHANCE:
        chance = game.chance(state)
        seat = chance.seat if chance is not None else None
    return game.view(state).seats[seat].name if seat is not None else ""


def _told(entry: Entry) -> str:  # noqa: PLR0911 - one case per kind of entry
    facts = entry.facts
    match entry.kind:
        case "question":
            return say("asked: {text}", text=recognised(facts.get("text", "")))
        case "answer":
            return say("answered: {text}", text=recognised(facts.get("text", "")))
        case "foul":
            cited = facts.get("citation") or {}
            where = ", ".join(filter(None, (cited.get("book"), cited.get("section"))))
            return say(
                "foul: {text} ({where})", text=recognised(facts.get("text", "")), where=where
            )
        case "mended":
            return say("foul {number} was mended", number=facts.get("number", ""))
        case "allowed":
            return say("foul {number} was allowed", number=facts.get("number", ""))
        case "correction":
            return _correction_in_words(entry)
        case _:
            told = translated(recognised(facts.get("text") or facts.get("why") or ""))
            kind = translated(KINDS.get(entry.kind, entry.kind))
            return f"{kind}: {told}".rstrip(": ")


def _correction_in_words(entry: Entry) -> str:
    """What happened instead, of which entry, by whom and why."""
    facts = entry.facts
    by = say(", by {name}", name=facts["who"]) if facts.get("who") else ""
    if facts.get("differences"):
        return say("the table is right{by}: {names}", by=by, names="; ".join(facts["differences"]))
    if facts.get("takes_back"):
        what = say("entry {number} taken back", number=facts["takes_back"])
    elif facts.get("undoes"):
        what = say("correction {number} undone", number=facts["undoes"])
    else:
        what = say("corrected from entry {replaces} on", replaces=entry.replaces)
    instead = facts.get("ruling") or ", ".join(facts.get("instead", ()))
    told = f"{what}{by}: {facts.get('why', '')}"
    return say("{told}; instead: {instead}", told=told, instead=instead) if instead else told


def write_markdown(journal: Journal, game: AnyGame, title: str = "") -> str:
    """A readable report of the game; `title` is what people call it, where it has a name."""
    out = [f"# {as_markdown(report_title(journal, game))}", ""]
    facts = report_facts(journal, game, title)
    out += [f"- {as_markdown(name)}: {as_markdown(value)}" for name, value in facts]
    turn = 0
    for line in report_lines(journal, game):
        if line.turn != turn:
            turn = line.turn
            out += ["", f"## {as_markdown(turn_title(line))}", ""]
        told = f"{line.text} ({' / '.join(line.answers)})" if line.answers else line.text
        told = as_markdown(told)
        text = f"{as_markdown(line.who)}: {told}" if line.who else f"*{told}*"
        text = text if line.counts else f"~~{text}~~"
        out.append(f"{line.number}. {text}" + "".join(f" — {note}" for note in _notes(line)))
    out += [
        "",
        f"**{as_markdown(ending(journal, game))}**",
        "",
        "\n\n".join(how_to_read(journal)),
        "",
    ]
    return "\n".join(out)


def _notes(line: Line) -> Iterator[str]:
    """What stands behind the dashes: what followed, and how it is known."""
    if line.after:
        yield as_markdown(line.after)
    if line.how:
        yield f"*{line.how}*"


def turn_title(line: Line) -> str:
    """What stands above the lines of a turn."""
    when = _clock_time(line.time)
    return say("Turn {turn} · {whose}", turn=line.turn, whose=line.whose) + (
        f" · {when}" if when else ""
    )


def how_to_read(journal: Journal) -> Iterator[str]:
    """What somebody who was not there must know to judge by this report."""
    if _was_watched(tuple(journal.entries())):
        yield (
            say(
                "Actions without a remark were read from the dice by the camera; 'said "
                "aloud' and 'by answer' are the players' own words. Nothing is ever erased: "
                "what is struck out was taken back by a correction that stands below it."
            )
        )
    else:
        yield say("No camera watched this game: every action was said.")
    yield (
        say(
            "This report is a copy. The record it was made from ends with the seal "
            "{seal}: `diceref review FILE --verify --seal {seal}` shows whether a file "
            "is that record.",
            seal=journal.seal,
        )
    )


def _clock_time(seconds: float) -> str:
    """The time of day where the report is written, "" when nobody knows."""
    return f"{datetime.fromtimestamp(seconds, UTC).astimezone():%H:%M}" if seconds else ""


def ending(journal: Journal, game: AnyGame) -> str:
    """How the game ended, in a sentence."""
    outcome = outcome_of(journal, game)
    if outcome is None:
        return say("The game is not over.")
    if outcome.text != CONCEDED:
        return translated(recognised(outcome.text))
    names = [seat.name for seat in game.view(game.new(journal.setup)).seats]
    return say(
        "{names} won: the other side conceded.",
        names=say(" and ").join(names[seat] for seat in outcome.winners),
    )


def _brought(journal: Journal, game: AnyGame) -> Iterator[tuple[str, str]]:
    """What each side brought to the game, by the titles of its dice."""
    kinds = game.dice(journal.setup)
    names = [seat.name for seat in game.view(game.new(journal.setup)).seats]
    sides = [[f"{kind.count} {kind.title}" for kind in kinds if kind.side == side] for side in "AB"]
    if not any(sides):  # what a game's dice do not tell, the header may
        for name, team in zip(names, journal.header.teams, strict=False):
            yield name, team
        return
    for name, titles in zip(side_names(names), sides, strict=False):
        yield name, ", ".join(titles)
    yield (
        say("for both"),
        ", ".join(f"{kind.count} {kind.title}" for kind in kinds if not kind.side),
    )


def report_title(journal: Journal, game: AnyGame) -> str:
    """Who played, and where."""
    header = journal.header
    names = header.players or [seat.name for seat in game.view(game.new(journal.setup)).seats]
    players = say(" against ").join(side_names(names))
    where = ", ".join(
        (
            part
            for part in (
                header.event,
                say("round {round}", round=header.round) if header.round is not None else "",
                say("table {table}", table=header.table) if header.table else "",
                say("game {game_of_match}", game_of_match=header.game_of_match)
                if header.match
                else "",
            )
            if part
        ),
    )
    return f"{players} ({where})" if where else players


def report_facts(journal: Journal, game: AnyGame, title: str) -> Iterator[tuple[str, str]]:
    """What stands at the head of a report, name by name."""
    header = journal.header
    state = replay(journal.entries(), game).state
    started, ended = (journal.entry(at).wall_time for at in (1, len(journal)))
    yield say("game"), title or header.edition or journal.game
    if header.format:
        yield say("format"), header.format
    if header.date or started:
        yield say("date"), header.date or datetime.fromtimestamp(started, UTC).date().isoformat()
    if started and ended:
        zone = datetime.fromtimestamp(ended, UTC).astimezone().tzname()
        yield (
            say("time"),
            say(
                "{start} to {end} ({zone})",
                start=_clock_time(started),
                end=_clock_time(ended),
                zone=zone,
            ),
        )
    view = game.view(state)
    yield from _brought(journal, game)
    if header.starts is not None:
        yield say("begins"), view.seats[header.starts].name
    yield (
        say("life"),
        ", ".join(
            (
                say(
                    "{name} {life} of {most}",
                    name=side_name(view, side),
                    life=view.seats[side].life,
                    most=view.seats[side].goal or view.seats[side].life_start,
                )
                for side in sides_of(view)
            ),
        ),
    )
    for kind, name in (
        ("question", say("questions")),
        ("foul", say("fouls")),
        ("correction", say("corrections")),
    ):
        yield name, str(len(journal.numbers(kind)))  # type: ignore[arg-type]  # three of the kinds
    yield say("entries"), str(len(journal))
    yield say("seal"), journal.seal
