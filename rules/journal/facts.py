"""What the facts of an entry may be, by its kind: checked when a record is read, whoever wrote it.

Facts that a later version adds are passed over, as docs/journal.md promises.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from rules.core import Seat

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatAt: TypeAlias = Annotated[Seat, msgspec.Meta(ge=0, le=7)]
FaceAt: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=5)]
Words: TypeAlias = Annotated[str, msgspec.Meta(max_length=200_000)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=400)]
Share: TypeAlias = Annotated[float, msgspec.Meta(ge=-0.01, le=1.01)]
"""0 to 1; sums of chances round."""

Seconds: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
Moment: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=250_000_000_000)]
"""Seconds since 1970, before the year 9892: every calendar can tell it."""


Media: TypeAlias = Literal["image/png", "image/jpeg", "video/x-msvideo"]
"""The kinds of pictures that a record holds: crops, and clips of the table."""


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a tournament needs to find a game again. Everything may be left empty."""

    event: Name = ""
    round: Count | None = None
    table: Name = ""
    match: Name = ""  # games with the same match name belong together
    game_of_match: Count = 1  # 1, 2, 3
    best_of: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    players: Annotated[tuple[Name, ...], msgspec.Meta(max_length=8)] = ()
    """Seat by seat; partners sit at 0 and 2, 1 and 3."""
    sides: Annotated[int, msgspec.Meta(ge=1, le=8)] = 2
    """Who played against each other: seat n for side n modulo this."""
    starts: SeatAt | None = None  # the seat that began
    edition: Name = ""
    format: Name = ""
    teams: Annotated[tuple[Words, ...], msgspec.Meta(max_length=8)] = ()  # seat by seat
    date: Name = ""  # ISO 8601


class _Setup(msgspec.Struct):
    game: Name
    setup: dict[str, Any]
    table: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] = ""
    header: Header = msgspec.UNSET  # type: ignore[assignment]  # may be left out


class _Answer(msgspec.Struct):
    text: Words = ""
    probability: Share = 0.0
    actions: list[Any] = []


class _AboutLife(msgspec.Struct):
    seat: SeatAt | None = None
    marker: Count | None = None
    life: Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)] | None = None


class _Considered(msgspec.Struct):
    text: Words = ""
    chance: Share = 0.0
    reasons: list[Words] = []


class _Question(_AboutLife):
    number: Count = 0
    text: Words = ""
    answers: list[_Answer] = []
    considered: list[_Considered] = []


class _Answered(msgspec.Struct):
    number: Count = 0
    choice: Count | None = None
    text: Words = ""


class _Citation(msgspec.Struct):
    book: Name = ""
    section: Name = ""


class _Foul(_AboutLife):
    number: Count = 0
    code: Name = ""
    text: Words = ""
    citation: _Citation | None = None
    remedy: Words = ""
    considered: list[_Considered] = []


class _PutRight(msgspec.Struct):
    number: Count = 0


class _Correction(msgspec.Struct):
    why: Words = ""
    who: Words = ""
    instead: list[Words] = []
    kept: list[Count] = []
    dropped: list[Count] = []
    ruling: Words = ""
    undoes: Count | None = None
    takes_back: Count | None = None  # a result
    differences: list[Words] = []


_RolledDie: TypeAlias = tuple[SeatAt | None, Name, FaceAt, Name]


class _Step(msgspec.Struct):
    was: Count | None = None
    turn: Count = 0
    step: Name = ""
    active: SeatAt | None = None
    rolled: Annotated[list[_RolledDie], msgspec.Meta(max_length=400)] = []
    considered: list[_Considered] = []


class _Note(msgspec.Struct):
    text: Words = ""
    about: Count | None = None


class _Clock(msgspec.Struct):
    limit: Seconds | None
    spent: Seconds
    runs: bool


class _Clocks(msgspec.Struct):
    text: Words = ""
    clocks: dict[Name, _Clock] = {}
    mark: bool | None = None


class _Result(msgspec.Struct):
    winners: list[SeatAt] = []
    text: Words = ""
    conceded: SeatAt | None = None


_TYPES: Final[Mapping[str, type[msgspec.Struct]]] = {
    "setup": _Setup,
    "step": _Step,
    "question": _Question,
    "answer": _Answered,
    "foul": _Foul,
    "mended": _PutRight,
    "allowed": _PutRight,
    "correction": _Correction,
    "note": _Note,
    "clock": _Clocks,
    "result": _Result,
}


def check_facts(kind: str, facts: Mapping[str, Any]) -> None:
    """Raise `ValueError` when an entry of this kind cannot hold these facts."""
    if kind in _TYPES:
        msgspec.convert(facts, _TYPES[kind])
