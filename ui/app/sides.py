"""What the dashboard says about a side: what it can spend, and that it gave up."""

from rules.core import Outcome, Seat, Side, View, seats_of, side_name, side_of
from words import tr


def spendable_text(view: View, side: Side) -> str:
    """What there is to spend, whose it is where there are two."""
    seats = [view.seats[seat] for seat in seats_of(view, side)]
    if len(seats) == 1:
        return ", ".join(seats[0].notes)
    return "; ".join(f"{seat.name} {', '.join(seat.notes)}" for seat in seats if seat.notes)


def conceded_outcome(view: View, winners: tuple[Seat, ...]) -> Outcome:
    """The game is over because somebody conceded, and these win."""
    won = dict.fromkeys(side_of(view, seat) for seat in winners)
    names = ", ".join(side_name(view, side) for side in won)
    return Outcome(winners, tr("{name} wins: the other side gave up.", name=names))
