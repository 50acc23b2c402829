"""Sides play against each other: each is one player, or partners who share one life.

Of two sides, seats 0 and 2 are the near one, 1 and 3 the far one. Where more than two play,
`View.sides` says how many sides there are: seat n plays for side n modulo that.
"""

from collections.abc import Sequence
from typing import Final

from rules.core.game import View
from rules.core.types import Seat, Side

SIDES: Final = (Side(0), Side(1))
"""Of a table: the near one and the far one."""


def sides_of(view: View) -> tuple[Side, ...]:
    """Those who play against each other."""
    return tuple(map(Side, range(min(view.sides, len(view.seats)))))


def seats_of(view: View, side: Side) -> tuple[Seat, ...]:
    """The seats of a side, the first player's first."""
    return tuple(map(Seat, range(side, len(view.seats), view.sides)))


def side_of(view: View, seat: Seat) -> Side:
    """The side a seat plays for."""
    return Side(seat % view.sides)


def first_seat(side: Side) -> Seat:
    """Who sits first on a side: its life and what it shares bear this seat."""
    return Seat(side)


def side_names(names: Sequence[str], sides: int = len(SIDES)) -> tuple[str, ...]:
    """Of the players' names, seat by seat, what the sides are called: `Ana & Cy` and `Bo & Di`."""
    return tuple(" & ".join(names[side::sides]) for side in range(min(sides, len(names))))


def side_name(view: View, side: Side) -> str:
    """`Ana`, or `Ana & Bo`."""
    return side_names([seat.name for seat in view.seats], view.sides)[side]


def side_lives(view: View) -> tuple[int, ...]:
    """The life of each side."""
    return tuple(seat.life for seat in view.seats[: view.sides])
