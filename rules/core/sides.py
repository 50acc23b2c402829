"""Two sides face each other over the table: each is one player, or two partners.

Seats 0 and 2 are the near side, 1 and 3 the far one; partners share one life.
"""

from collections.abc import Sequence
from typing import Final

from rules.core.game import View

SIDES: Final = (0, 1)


def seats_of(view: View, side: int) -> range:
    """The seats of a side, the first player's first."""
    return range(side, len(view.seats), len(SIDES))


def side_names(names: Sequence[str]) -> tuple[str, ...]:
    """Of the players' names, seat by seat, what the sides are called: `Ana & Cy` and `Bo & Di`."""
    return tuple(" & ".join(names[side :: len(SIDES)]) for side in SIDES[: len(names)])


def side_name(view: View, side: int) -> str:
    """`Ana`, or `Ana & Bo`."""
    return side_names([seat.name for seat in view.seats])[side]


def side_lives(view: View) -> tuple[int, ...]:
    """The life of each side."""
    return tuple(seat.life for seat in view.seats[: len(SIDES)])
