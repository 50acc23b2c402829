"""Two sides face each other over the mat: each is one player, or two partners.

Seats 0 and 2 are the near side, 1 and 3 the far one; partners share one life.
"""

from rules.core import Outcome, View
from ui.words import say

SIDES = (0, 1)


def seats_of(view: View, side: int) -> range:
    """The seats of a side, the first player's first."""
    return range(side, len(view.seats), len(SIDES))


def side_name(view: View, side: int) -> str:
    """`Ana`, or `Ana & Bo`."""
    return " & ".join(view.seats[seat].name for seat in seats_of(view, side))


def gave_up(view: View, seat: int) -> Outcome:
    """The game is over because this seat conceded: the other side wins."""
    other = 1 - seat % len(SIDES)
    text = say("outcome.conceded", name=side_name(view, other))
    return Outcome(tuple(seats_of(view, other)), text)
