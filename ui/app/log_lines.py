"""What the log says of an entry: the same at the table, in practice and in review."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules.core import CHANCE, AnyGame, DieFacts, Event, Seat
from rules.journal import Entry, Moment
from ui.app.correcting import in_words, text_of_correction
from ui.app.table_model import EventKind, LogLine
from ui.words import ENTRIES
from words import Text, joined, name_of, recognised, tr

KIND_OF_EVENT: Final[dict[str, EventKind]] = {
    "rolled": "roll", "drawn": "roll", "turn": "turn", "by-hand": "by-hand",
}  # fmt: skip


def line_of_event(event: Event, when: float, entry: int | None = None) -> LogLine:
    """One event of the engine."""
    kind = "life" if "life" in event.facts else KIND_OF_EVENT.get(event.code, "move")
    return LogLine(when, event.text, event.seat, kind, entry, event.facts.get("dealers", ""))


def lines_of(moment: Moment, game: AnyGame, dice: Sequence[DieFacts]) -> list[LogLine]:
    """A line for each event of a step, or the step in words; one for any other entry."""
    entry = moment.entry
    when, number = entry.wall_time, entry.number
    if moment.action is not None:
        told = [line_of_event(event, when, number) for event in moment.events]
        if any(line.kind == "by-hand" for line in told):  # said whole, in the words of the table
            said = replace(line_of_step(moment, game, dice), kind="by-hand")
            told = [said, *(line for line in told if line.kind != "by-hand")]
        return told or [line_of_step(moment, game, dice)]
    kind: EventKind = "note"
    if entry.kind in {"question", "foul", "correction"}:
        kind = entry.kind
    return [LogLine(when, text_of(entry), kind=kind, entry=number)]


def line_of_step(moment: Moment, game: AnyGame, dice: Sequence[DieFacts]) -> LogLine:
    """A step of which no event tells."""
    mover = game.to_move(moment.before)
    by_chance = mover == CHANCE
    seat = None if mover is None or by_chance else Seat(mover)
    kind: EventKind = "roll" if by_chance else "move"
    entry = moment.entry
    return LogLine(entry.wall_time, in_words(game, moment, dice), seat, kind, entry.number)


def text_of(entry: Entry) -> Text:
    """What an entry says, in one line."""
    if entry.events:
        return joined("; ", (event.text for event in entry.events))
    if entry.kind == "correction":
        return text_of_correction(entry)
    said = recognised(entry.facts.get("text") or entry.facts.get("why") or entry.evidence)
    if entry.kind not in ENTRIES:
        return name_of(f"{entry.kind}: {said}" if said else entry.kind)
    return ENTRIES[entry.kind].filled({"number": "", **entry.facts, "text": said})


def retold(lines: Sequence[LogLine], entries: Sequence[Entry]) -> tuple[LogLine, ...]:
    """The log after a correction: what no longer counts is marked, what stays is told anew.

    `entries`: the correction and the steps entered with it.
    """
    correction, steps = entries[0], entries[1:]
    stays = {step.facts["was"]: step for step in steps[len(correction.facts.get("instead", ())) :]}
    told: list[LogLine] = []
    done = set[int]()
    gone = tr("(taken back)") + " "
    for line in lines:
        number = line.entry
        if number is None or (number < (correction.replaces or 0) and number not in stays):
            told.append(line)
        elif number in stays:
            if number not in done:
                done.add(number)
                step = stays[number]
                fresh = [line_of_event(event, line.time, step.number) for event in step.events]
                text = line.text.removeprefix(gone)
                told += fresh or [replace(line, text=text, entry=step.number)]
        elif line.kind in {"question", "foul", "correction", "note"} or line.text.startswith(gone):
            told.append(line)
        else:
            told.append(replace(line, text=gone + line.text))
    return tuple(told)
