"""What an entry of a record tells the archive besides itself: rows to search and to count.

They follow from the entries alone and can be made again at any time.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.core import Event
from rules.journal import Entry
from words.written import write_text

Row = Mapping[str, Any]


class Projection(msgspec.Struct):
    """Rows of one entry, by table of the archive."""

    event: list[Row] = []
    life: list[Row] = []
    roll: list[Row] = []
    foul: list[Row] = []
    card: list[Row] = []


def projected(entry: Entry) -> Projection:
    """What this entry adds."""
    found = Projection()
    for event in entry.events:
        _of_event(found, entry, event)
    if entry.kind != "step":
        found.event.append(_event_row(entry, entry.kind, _said(entry), entry.facts.get("seat")))
    if entry.kind == "foul":
        facts = entry.facts
        citation = facts.get("citation") or {}
        found.foul.append(
            {
                "entry": entry.number,
                "number": facts.get("number", 0),
                "seat": facts.get("seat"),
                "code": str(facts.get("code", "")),
                "text": str(facts.get("text", "")),
                "book": str(citation.get("book", "")),
                "section": str(citation.get("section", "")),
                "remedy": str(facts.get("remedy", "")),
            }
        )
    return found


def _of_event(found: Projection, entry: Entry, event: Event) -> None:
    facts = event.facts
    found.event.append(_event_row(entry, event.code, event.text, event.seat))
    life = facts.get("life")
    if isinstance(life, int) and event.seat is not None:
        found.life.append({"entry": entry.number, "seat": event.seat, "life": life})
    faces = facts.get("faces")
    if isinstance(faces, list):
        found.roll.append(
            {
                "entry": entry.number,
                "seat": event.seat,
                "faces": msgspec.json.encode(faces, enc_hook=write_text).decode(),
                "text": event.text,
            }
        )
    for die in _dice(facts):
        found.card.append(
            {
                "entry": entry.number,
                "seat": event.seat,
                "card": die.partition("#")[0].rpartition(":")[2],
                "die": die,
                "what": event.code,
            }
        )


def _dice(facts: Mapping[str, Any]) -> Iterator[str]:
    die = facts.get("die")
    if isinstance(die, str):
        yield die
    dice = facts.get("dice")
    if isinstance(dice, list):
        yield from (one for one in dice if isinstance(one, str))


def _event_row(entry: Entry, code: str, text: str, seat: Any) -> Row:
    return {
        "entry": entry.number,
        "at": entry.wall_time,
        "kind": entry.kind,
        "code": code,
        "seat": seat if isinstance(seat, int) else None,
        "text": text,
    }


def _said(entry: Entry) -> str:
    """An entry that is no step, in words."""
    facts = entry.facts
    if entry.kind == "setup":
        header = facts.get("header") or {}
        return " against ".join(map(str, header.get("players", ())))
    told = [facts.get("text"), facts.get("ruling"), facts.get("why"), facts.get("remedy")]
    return " ".join(str(one) for one in told if one)
