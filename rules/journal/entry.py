"""One entry of the record, and the hash that chains it to the one before."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec

from rules.core import Event

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

BEFORE_THE_FIRST: Final = "0" * 64
"""What the first entry names as the hash before it."""


class PictureName(msgspec.Struct, frozen=True):
    """A crop or clip that belongs to an entry; its hash is part of the chain."""

    name: str
    media: str  # "image/png", "image/jpeg", "video/mp4"
    sha256: str


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a tournament needs to find a game again. Everything may be left empty."""

    event: str = ""
    round: int | None = None
    table: str = ""
    match: str = ""  # games with the same match name belong together
    game_of_match: int = 1  # 1, 2, 3
    best_of: int = 1
    players: tuple[str, ...] = ()  # seat by seat; partners sit at 0 and 2, 1 and 3
    sides: int = 2  # who played against each other: seat n for side n modulo this
    starts: int | None = None  # the seat that began
    edition: str = ""
    format: str = ""
    teams: tuple[str, ...] = ()  # the same
    date: str = ""  # ISO 8601


class Draft(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry that has not been written yet: everything but its place in the chain."""

    kind: Kind
    action: Any = None  # `Game.write_action`, for steps
    digest: str = ""  # of the state after this entry
    events: tuple[Event, ...] = ()
    cause: str = ""  # "seen", "announced", "answered", "corrected", "judge"
    evidence: str = ""  # what was seen and how sure, in plain words
    confidence: float = 1.0  # 0 to 1
    frame: int = 0  # the frame's sequence number
    camera_time: float = 0.0  # seconds, monotonic
    wall_time: float = 0.0  # seconds since the epoch
    replaces: int | None = None  # corrections: the first entry that no longer counts
    facts: Mapping[str, Any] = {}  # plain JSON values, by kind: see docs/journal.md
    pictures: tuple[PictureName, ...] = ()


class Entry(Draft, frozen=True, kw_only=True, omit_defaults=True):
    """An entry in the chain."""

    number: int
    previous: str  # hash of the entry before
    hash: str = ""  # of everything else in this entry


def chained(draft: Draft, number: int, previous: str) -> Entry:
    """The draft as the entry that follows the one with hash `previous`."""
    fields = {name: getattr(draft, name) for name in Draft.__struct_fields__}
    bare = Entry(**fields, number=number, previous=previous)
    return msgspec.structs.replace(bare, hash=hash_of(bare))


def hash_of(entry: Entry) -> str:
    """SHA-256 over the entry without its own hash, written as `write_body` does."""
    return hashlib.sha256(write_body(entry)).hexdigest()


def write_body(entry: Entry) -> bytes:
    """The entry as JSON without its own hash: the same bytes on every machine."""
    bare = msgspec.structs.replace(entry, hash="") if entry.hash else entry
    return msgspec.json.encode(bare, order="deterministic")


def read_body(body: bytes | str, digest: str) -> Entry:
    """The inverse of `write_body`. Raises `ValueError` when it is no entry.

    The hash is taken as given: whether it fits is for `verify` to say.
    """
    if not isinstance(body, str | bytes) or not isinstance(digest, str):
        raise ValueError("not an entry")  # noqa: TRY004 - a torn file holds any type at all
    entry = msgspec.json.decode(body, type=Entry)
    return msgspec.structs.replace(entry, hash=digest)


def write_line(entry: Entry) -> str:
    """The entry with its hash as one line of JSON."""
    return msgspec.json.encode(entry, order="deterministic").decode()


def read_line(line: str | bytes) -> Entry:
    """The inverse of `write_line`. Raises `ValueError` when it is no entry."""
    return msgspec.json.decode(line, type=Entry)


def fault(entry: Entry, number: int, previous: str) -> str:
    """What is wrong with the entry that should be number `number` after `previous`, or ""."""
    if entry.number != number:
        return f"entry {number} is missing (entry {entry.number} stands in its place)"
    if entry.previous != previous:
        return f"entry {number} does not follow the entry before it"
    if entry.hash != hash_of(entry):
        return f"entry {number} was changed after it was written"
    return ""
