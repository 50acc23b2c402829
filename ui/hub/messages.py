"""What desk and tables say to each other beside the entries."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

import msgspec

HELLO_S: Final = 3.0
"""Between two signs of life of a table."""

Words = Annotated[str, msgspec.Meta(max_length=2000)]
Name = Annotated[str, msgspec.Meta(max_length=100)]


class Hello(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table is."""

    game: Name = ""  # the game's name at the hub; "": none is played
    entries: int = 0  # on the table's own disk
    seal: Name = ""
    behind: int = 0  # entries that the hub does not have yet
    players: tuple[Name, ...] = ()
    life: tuple[int, ...] = ()
    turn: int = 0
    step: Name = ""
    waiting: Name = ""  # what the referee waits for
    question: Words = ""
    foul: Words = ""
    camera: Words = ""  # "good", or what is wrong with it
    outcome: Words = ""
    contradicted: Words = ""  # the hub has another version of its record
    version: Name = ""


# -- desk to table


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """Who plays here next."""

    event: Name
    round: int
    table: int
    match: Name
    players: tuple[Name, ...]
    best_of: int
    minutes: int = 0


class RunRound(msgspec.Struct, frozen=True, tag="clocks"):
    """The round's clock starts or stops for everybody."""

    on: bool


class Extend(msgspec.Struct, frozen=True, tag="extend"):
    """More time at this table."""

    seconds: float


class TimeIsUp(msgspec.Struct, frozen=True, tag="time is up"):
    """The round's time has run out here: what players hear, and whether their game's has too."""

    text: Words
    sudden_death: bool = False


class Coming(msgspec.Struct, frozen=True, tag="coming"):
    """A judge is on the way."""

    judge: Name


class Ruled(msgspec.Struct, frozen=True, tag="ruled"):
    """What a judge decided: it belongs in the game's record."""

    ruling: Words
    why: Words
    judge: Name
    penalty: Name = ""


class AskResult(msgspec.Struct, frozen=True, tag="ask result"):
    """The record of the match is in: each player is asked whether it is so."""

    text: Words
    players: tuple[Name, ...]


class SendEntries(msgspec.Struct, frozen=True, tag="entries"):
    """The desk misses entries that the hub has lost: send them in the answer."""

    game: Name
    after: int


class SendPicture(msgspec.Struct, frozen=True, tag="picture"):
    """Put a picture or clip of the record into the object store."""

    game: Name
    sha256: Name


Order: TypeAlias = (
    Seated | RunRound | Extend | TimeIsUp | Coming | Ruled | AskResult | SendEntries | SendPicture
)


class NumberedOrder(msgspec.Struct, frozen=True):
    """An order as it travels: sent again until it is answered, carried out once."""

    id: Annotated[str, msgspec.Meta(min_length=8, max_length=64)]
    order: Order


class OrderAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table says to an order."""

    refused: Words = ""
    facts: Mapping[str, Any] = {}


# -- table to desk


class CallFromTable(msgspec.Struct, frozen=True, tag="call"):
    """A judge is wanted."""

    text: Words = ""
    game: Name = ""
    entry: int = 0


class ConfirmResult(msgspec.Struct, frozen=True, tag="confirm"):
    """A player says that the result of the match is so."""

    player: Name


class WhoPlays(msgspec.Struct, frozen=True, tag="who plays"):
    """Who sits here next?"""


Asked: TypeAlias = CallFromTable | ConfirmResult | WhoPlays


class AskAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the desk says to a table."""

    refused: Words = ""
    text: Words = ""
    seated: Seated | None = None
