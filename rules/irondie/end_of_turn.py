"""The end of a turn: life dice taken back, limbo emptied, sudden death."""

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from rules.core import DieNumber, Event, Seat, numbered
from rules.irondie.end_of_game import check_end
from rules.irondie.state import BOTH_SIDES, IrondieState, TakeLifeDieBack, side_of
from rules.irondie.values import AddEvent, change_value
from words import tr


def seat_taking_back(state: IrondieState) -> Seat | None:
    """The seat that decides next whether to take a life die back."""
    seat = Seat(len(state.returned))
    return seat if state.phase == "return" and seat < state.seats else None


def legal_take_backs(state: IrondieState) -> Iterator[TakeLifeDieBack]:
    """No life die, or one of the seat's own in battle; under sudden death none."""
    seat = seat_taking_back(state)
    if seat is None:
        return
    yield TakeLifeDieBack(seat, None)
    if not state.sudden:
        for die in state.dice_in("battle", side_of(seat), "life"):
            if state.dice[die].seat == seat:
                yield TakeLifeDieBack(seat, die)


def end_turn(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """Limbo returns to the hand; the next turn begins, under sudden death if time is up."""
    seat = seat_taking_back(state)
    if seat is not None:
        if len(tuple(legal_take_backs(state))) > 1:
            return state
        return replace(state, returned=(*state.returned, True))
    state = check_end(state, add_event)
    if state.phase == "over":
        return state
    back = [index for index, zone in numbered(DieNumber, state.zone) if zone == "limbo"]
    state = state.with_dice(dict.fromkeys(back, ("reserve", 0)))
    state = replace(
        state,
        turn=state.turn + 1,
        phase="battle",
        groups=(None,) * state.seats,
        returned=(),
        priority=None,
        rolloff=None,
        rolloff_dice=UNSET,
        sudden=state.in_last_turn,
    )
    add_event(Event("turn-began", tr("Turn {turn} begins.", turn=state.turn)))
    return _sudden_death_loss(state, add_event) if state.sudden else state


def _sudden_death_loss(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """Sudden death: every life die in battle loses a point as the turn begins."""
    for side in BOTH_SIDES:
        for die in tuple(state.dice_in("battle", side, "life")):
            state = change_value(state, die, -1, add_event, tr("sudden death"))
    return check_end(state, add_event)
