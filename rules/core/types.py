"""States, actions, seats, dice and faces, told apart by mypy though they are plain values.

What is made out of a bare number or text says so once, where it is made: `Seat(0)`.
"""

from collections.abc import Callable, Iterable
from typing import Final, NewType, TypeVar, cast

State = NewType("State", object)
"""A state of some game: frozen, opaque here, cheap to fork, equal when its digest is equal."""

Action = NewType("Action", object)
"""An action of some game: frozen, opaque here, hashable, with a JSON form."""

Seat = NewType("Seat", int)
"""Where a player sits, from 0."""

PlayerNumber = NewType("PlayerNumber", int)
"""A player in the order in which a plan lists them, from 0: who sits where is another matter."""

FIRST_SEAT: Final = Seat(0)

Side = NewType("Side", int)
"""Those who win together, from 0: one player, or partners."""

DieName = NewType("DieName", str)
"""A die in the books of a game, as everybody outside that game calls it: "april-2"."""

DieNumber = NewType("DieNumber", int)
"""A die in the books of a game, as its engine calls it: where it stands in the state's dice."""

KindName = NewType("KindName", str)
"""Dice that cannot be told from each other by looking."""

FaceIndex = NewType("FaceIndex", int)
"""One of the six faces of a kind, from 0."""

NumberT = TypeVar("NumberT", bound=int)
ValueT = TypeVar("ValueT")


def numbered(
    number: Callable[[int], NumberT], values: Iterable[ValueT]
) -> Iterable[tuple[NumberT, ValueT]]:
    """`enumerate`, with numbers of this type: `numbered(Seat, names)`."""
    del number  # told for its type only
    return cast("Iterable[tuple[NumberT, ValueT]]", enumerate(values))
