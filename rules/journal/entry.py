"""One entry of the record, and the hash that chains it to the one before."""

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from rules.core import Event
from rules.journal.facts import (
    Count,
    Media,
    Moment,
    Name,
    Seconds,
    Share,
    Words,
    check_facts,
)
from words import plain, tr
from words.written import read_text, write_text

Kind: TypeAlias = Literal[
    "setup",  # the game begins: its name, its set-up, its header
    "step",  # an action of the game happened
    "question",  # the referee asked
    "answer",  # somebody answered
    "foul",  # something illegal was named
    "mended",  # the table was put right
    "allowed",  # a judge let it stand
    "correction",  # steps from `replaces` on no longer count
    "note",  # free text, or a clip that arrived later
    "clock",  # started, paused, time called
    "result",  # how the game ended where the rules alone do not say it: conceded, time
]

MOST_BODY: Final = 4_000_000
"""Letters of one entry; a set-up or a question has some thousands."""

MOST_ENTRIES: Final = 100_000
MOST_TEXT: Final = 60_000_000
"""Letters of all entries of one record; a long game has some millions."""

BEFORE_THE_FIRST: Final = "0" * 64
"""What the first entry names as the hash before it."""


class PictureName(msgspec.Struct, frozen=True):
    """A crop or clip that belongs to an entry; its hash is part of the chain."""

    name: Name
    media: Media
    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Draft(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry that has not been written yet: everything but its place in the chain."""

    kind: Kind
    action: Any = None  # `Game.write_action`, for steps
    digest: Name = ""  # of the state after this entry
    events: tuple[Event, ...] = ()
    cause: Name = ""  # "seen", "announced", "answered", "corrected", "judge"
    evidence: Words = ""  # what was seen and how sure, in plain words
    confidence: Share = 1.0  # 0 to 1
    frame: Count = 0  # the frame's sequence number
    camera_time: Seconds = 0.0  # seconds, monotonic
    wall_time: Moment = 0.0  # seconds since the epoch
    replaces: Count | None = None  # corrections: the first entry that no longer counts
    facts: Mapping[str, Any] = {}  # plain JSON values, by kind: see docs/journal.md
    pictures: tuple[PictureName, ...] = ()


class Entry(Draft, frozen=True, kw_only=True, omit_defaults=True):
    """An entry in the chain."""

    number: Count
    previous: Name  # hash of the entry before
    hash: Name = ""  # of everything else in this entry


def chained(draft: Draft, number: int, previous: str) -> Entry:
    """The draft as the entry that follows the one with hash `previous`."""
    fields = {name: getattr(draft, name) for name in Draft.__struct_fields__}
    fields["evidence"] = plain(draft.evidence)  # an empty text is none, and is not written
    bare = Entry(**fields, number=number, previous=previous)
    return msgspec.structs.replace(bare, hash=hash_of(bare))


def hash_of(entry: Entry) -> str:
    """SHA-256 over the entry without its own hash, written as `write_body` does."""
    return hashlib.sha256(write_body(entry)).hexdigest()


def write_body(entry: Entry) -> bytes:
    """The entry as JSON without its own hash: the same bytes on every machine."""
    bare = msgspec.structs.replace(entry, hash="") if entry.hash else entry
    return msgspec.json.encode(bare, order="deterministic", enc_hook=write_text)


def read_body(body: bytes | str, digest: str) -> Entry:
    """The inverse of `write_body`. Raises `ValueError` when it is no entry.

    The hash is taken as given: whether it fits is for `verify` to say.
    """
    if not isinstance(body, str | bytes) or not isinstance(digest, str):
        raise ValueError(tr("not an entry"))  # noqa: TRY004 - a torn file holds any type at all
    entry = _decoded(body)
    start = f'{{"kind":"{entry.kind}"'
    if body[: len(start)] != (start if isinstance(body, str) else start.encode()):
        raise ValueError(tr("an entry that does not begin with its kind"))
    return msgspec.structs.replace(entry, hash=digest)


def _decoded(written: bytes | str) -> Entry:
    if len(written) > MOST_BODY:
        raise ValueError(tr("an entry of {count} letters is larger than any", count=len(written)))
    try:
        entry = msgspec.json.decode(written, type=Entry, dec_hook=read_text)
        check_facts(entry.kind, entry.facts)
    except RecursionError:
        raise ValueError(tr("an entry within an entry, too often")) from None
    return entry


def write_line(entry: Entry) -> str:
    """The entry with its hash as one line of JSON."""
    return msgspec.json.encode(entry, order="deterministic", enc_hook=write_text).decode()


def read_line(line: str | bytes) -> Entry:
    """The inverse of `write_line`. Raises `ValueError` when it is no entry."""
    return _decoded(line)


def fault(entry: Entry, number: int, previous: str) -> str:
    """What is wrong with the entry that should be number `number` after `previous`, or ""."""
    if entry.number != number:
        return tr(
            "entry {number} is missing (entry {number2} stands in its place)",
            number=number,
            number2=entry.number,
        )
    if entry.previous != previous:
        return tr("entry {number} does not follow the entry before it", number=number)
    if entry.hash != hash_of(entry):  # deeper than can be read cannot be written either
        return tr("entry {number} was changed after it was written", number=number)
    return ""
