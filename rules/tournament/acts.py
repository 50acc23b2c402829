"""What organisers, judges and tables do in a tournament: one act each, kept in a list.

The tournament is what follows from its acts (`rules.tournament.state`). Times are seconds since
the epoch, told by whoever acts.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec

from rules.tournament.plan import TournamentPlan
from words.written import write_text

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Words = Annotated[str, msgspec.Meta(max_length=2000)]
PlayerId = Annotated[int, msgspec.Meta(ge=1)]
TableNumber = Annotated[int, msgspec.Meta(ge=1, le=9999)]
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=60)]
Games = Annotated[int, msgspec.Meta(ge=0, le=7)]
Time = Annotated[float, msgspec.Meta(ge=0)]

Source: TypeAlias = Literal["desk", "record", "penalty"]
"""Who says how a match ended: somebody at the desk, the table's own record, a ruling."""

PenaltyKind: TypeAlias = Literal[
    "none", "caution", "warning", "game loss", "match loss", "disqualification"
]


class _Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="act"):
    at: Time = 0.0
    by: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Found(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="found"):
    """The event is announced."""

    plan: TournamentPlan


class Enter(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="enter"):
    """Somebody takes part; after the first round has begun as a late entry."""

    name: Name


class Rename(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="rename"):
    """A name was written wrongly."""

    player: PlayerId
    name: Name


class Drop(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="drop"):
    """Somebody plays no further rounds."""

    player: PlayerId
    why: Words = ""


class Return(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="return"):
    """Somebody who had dropped plays again."""

    player: PlayerId


class FixTable(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="fix table"):
    """Somebody always sits at one table; None: no more."""

    player: PlayerId
    table: TableNumber | None


class SealTeam(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="seal team"):
    """A team was handed in; it is hidden until all are shown at once."""

    player: PlayerId
    team: Words
    faults: tuple[Words, ...] = ()  # what is not by the book in it


class ShowTeams(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="show teams"):
    """All teams are shown; from now on none changes."""


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two players at a table, or one with a bye (table 0)."""

    table: int
    first: int
    second: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """One or two."""
        return (self.first,) if self.second is None else (self.first, self.second)


class PublishRound(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="publish round"):
    """The pairings of the next round are told to everybody."""

    round: RoundNumber
    seatings: tuple[Seating, ...]
    cut: bool = False  # a round of the bracket


class UndoRound(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="undo round"):
    """The last round was a mistake: it is as if it had not been published."""

    round: RoundNumber
    why: Words = ""


class ReportResult(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="report"):
    """How a match ended: games won by the first, by the second, tied.

    A second report is a correction. `recorded`, where the table has a record, is what that says.
    """

    round: RoundNumber
    table: TableNumber
    wins: tuple[Games, Games]
    ties: Games = 0
    source: Source = "desk"
    recorded: tuple[Games, Games] | None = None
    why: Words = ""


class Confirm(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="confirm"):
    """One of the two players says that the result is so."""

    round: RoundNumber
    table: TableNumber
    player: PlayerId


class CallJudge(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="call judge"):
    """A table asks for a judge."""

    table: Annotated[str, msgspec.Meta(max_length=16)]
    text: Words = ""
    game: Annotated[str, msgspec.Meta(max_length=16)] = ""
    entry: int = 0


class TakeCall(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="take call"):
    """A judge is on the way."""

    call: Annotated[int, msgspec.Meta(ge=1)]
    judge: Name


class Rule(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="rule"):
    """What a judge decided, and why."""

    call: Annotated[int, msgspec.Meta(ge=0)] = 0  # 0: nobody had called
    judge: Name
    ruling: Words
    why: Words = ""
    player: PlayerId | None = None  # who is penalised
    penalty: PenaltyKind = "none"
    table: Annotated[str, msgspec.Meta(max_length=16)] = ""


class RunClock(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="run clock"):
    """The round's clock starts or stops for everybody."""

    on: bool


class AddTime(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="add time"):
    """More time, for one table or (0) for all."""

    table: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    seconds: Annotated[float, msgspec.Meta(ge=-3600, le=3600)]
    why: Words = ""


class PauseTable(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="pause table"):
    """The clock of one table stands, whatever the round's does; or goes on with it."""

    table: TableNumber
    on: bool


class CallTime(_Act, frozen=True, kw_only=True, omit_defaults=True, tag="call time"):
    """Time is up at one table, or at all (0) that still play: extra turns, or sudden death."""

    round: RoundNumber
    table: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0


TournamentAct: TypeAlias = (
    Found
    | Enter
    | Rename
    | Drop
    | Return
    | FixTable
    | SealTeam
    | ShowTeams
    | PublishRound
    | UndoRound
    | ReportResult
    | Confirm
    | CallJudge
    | TakeCall
    | Rule
    | RunClock
    | AddTime
    | PauseTable
    | CallTime
)


def write_act(act: TournamentAct) -> bytes:
    """As JSON: the same bytes on every machine."""
    return msgspec.json.encode(act, order="deterministic", enc_hook=write_text)


def read_act(written: bytes | str) -> TournamentAct:
    """The inverse of `write_act`. Raises `ValueError` when it is no act."""
    act: TournamentAct = msgspec.json.decode(written, type=TournamentAct)
    return act


def penalty_kind(written: str) -> PenaltyKind:
    """One of the penalties. Raises `ValueError`."""
    kind: PenaltyKind = msgspec.convert(written, PenaltyKind)
    return kind
