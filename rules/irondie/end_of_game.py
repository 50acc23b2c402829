"""Who has won, and when."""

from msgspec.structs import replace

from rules.core import Event, Seat, Side
from rules.irondie.state import BOTH_SIDES, IrondieState, side_of
from rules.irondie.values import AddEvent
from words import Text, joined, tr


def side_name(state: IrondieState, side: Side) -> Text:
    """A player, or both players of a team."""
    return joined(tr(" and "), (state.names[seat] for seat in state.members(side)))


def check_end(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """After the first battle, the only side with life dice in battle wins; none left: a draw.

    While damage is shared out, and while both players decide what to take back, nothing is
    judged, because both happen at the same time.
    """
    if state.turn == 1 and state.phase in {"battle", "bonus"}:
        return state
    alive = [any(True for _ in state.dice_in("battle", side, "life")) for side in BOTH_SIDES]
    if all(alive):
        return state
    winners = tuple(seat for seat in map(Seat, range(state.seats)) if alive[side_of(seat)])
    text = (
        tr("{side_name} wins.", side_name=side_name(state, side_of(winners[0])))
        if winners
        else tr("The game is a draw.")
    )
    add_event(Event("game-over", text))
    return replace(state, phase="over", winners=winners, bonus=(), duel=None)
