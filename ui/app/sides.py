"""What the dashboard says about a side: what it can spend, and that it gave up."""

from rules.core import Outcome, View, seats_of, side_name, sides_of
from ui.words import say


def spendable_text(view: View, side: int) -> str:
    """What there is to spend, whose it is where there are two."""
    seats = [view.seats[seat] for seat in seats_of(view, side)]
    if len(seats) == 1:
        return ", ".join(seats[0].notes)
    return "; ".join(f"{seat.name} {', '.join(seat.notes)}" for seat in seats if seat.notes)


def conceded_outcome(view: View, seat: int) -> Outcome:
    """The game is over because this seat conceded: the other side wins."""
    others = [side for side in sides_of(view) if side != seat % view.sides]
    names = ", ".join(side_name(view, side) for side in others)
    seats = (seat for side in others for seat in seats_of(view, side))
    return Outcome(tuple(sorted(seats)), say("outcome.conceded", name=names))
