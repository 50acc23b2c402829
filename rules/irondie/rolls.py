"""Which dice must be rolled now, and what their values bring about."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from rules.core import DieNumber, Event, Side
from rules.irondie.battle_phase import bonus_targets, priority_by_count, reserve_count
from rules.irondie.dice import triggers_bonus
from rules.irondie.state import BOTH_SIDES, SIDES, BringRollOffDie, IrondieState
from rules.irondie.values import AddEvent
from words import tr


def awaits_roll(state: IrondieState) -> bool:
    """Whether dice must be rolled before anything else."""
    return bool(dice_to_roll(state)) or awaits_rolloff(state)


def dice_to_roll(state: IrondieState) -> tuple[DieNumber, ...]:
    """The dice that have been chosen or declared and not rolled."""
    if state.phase == "battle" and all(chosen is not None for chosen in state.groups):
        return tuple(die for chosen in state.groups for die in chosen or ())
    if state.duel is not None and state.duel.rolls and state.duel.rolls[-1].rolled == 0:
        return (state.duel.rolls[-1].die,)
    return ()


def awaits_rolloff(state: IrondieState) -> bool:
    """Whether priority is needed and only a roll-off can decide it."""
    if state.priority is not None:
        return False
    if state.phase == "bonus":
        sides = {state.side(die) for die in state.bonus if bonus_targets(state, die)}
        return state.bonus_first is UNSET and len(sides) == SIDES
    if priority_by_count(state) is not None:
        return False
    opening = state.phase == "skirmish" and state.next_offence < 0
    return opening and all(reserve_count(state, side) for side in BOTH_SIDES)


def side_bringing(state: IrondieState) -> Side | None:
    """The side that is to bring a die to the roll-off that is due."""
    brought = () if state.rolloff_dice is UNSET else state.rolloff_dice
    due = len(brought) < SIDES and awaits_rolloff(state)
    return BOTH_SIDES[len(brought)] if due else None


def legal_rolloff_dice(state: IrondieState, side: Side) -> Iterator[BringRollOffDie]:
    """An ordinary die, or any of the side's reserve."""
    yield BringRollOffDie(side, None)
    for die in state.dice_in("reserve", side):
        yield BringRollOffDie(side, die)


def rolls_off(state: IrondieState) -> bool:
    """Whether dice are thrown for a roll-off, or lie there from it."""
    return state.rolloff is not None or state.rolloff_dice is not UNSET


def bring_to_rolloff(state: IrondieState, die: DieNumber | None) -> IrondieState:
    """A side shows what it rolls off with."""
    brought = () if state.rolloff_dice is UNSET else state.rolloff_dice
    return replace(state, rolloff_dice=(*brought, die), rolloff=None)


def win_rolloff(state: IrondieState, side: Side) -> IrondieState:
    """The players have said who has priority; their dice are none of the game's business."""
    state = replace(state, priority=side, rolloff=None, rolloff_dice=UNSET)
    return replace(state, bonus_first=side) if state.phase == "bonus" else state


def put_away_rolloff(state: IrondieState, side: Side | None) -> IrondieState:
    """One side takes its die of the roll-off back, or both do."""
    assert state.rolloff is not None
    left = [0 if side in {None, each} else state.rolloff[each] for each in BOTH_SIDES]
    if any(left):
        return replace(state, rolloff=(left[0], left[1]))
    return replace(state, rolloff=None, rolloff_dice=UNSET)


def show_roll(state: IrondieState, values: Sequence[int], add_event: AddEvent) -> IrondieState:
    """The dice that had to be rolled show these values."""
    if awaits_rolloff(state):
        first, second = values
        winner = None if first == second else BOTH_SIDES[second > first]
        brought = (None, None) if state.rolloff_dice is UNSET else state.rolloff_dice
        state = replace(state, rolloff=(first, second), rolloff_dice=brought, priority=winner)
        if winner is None or state.phase != "bonus":
            return state
        return replace(state, bonus_first=winner)
    dice = dice_to_roll(state)
    rolled = dict(zip(dice, values, strict=True))
    triggered = tuple(die for die in dice if triggers_bonus(state.dice[die], rolled[die]))
    if state.duel is not None:
        (value,) = values
        last = replace(state.duel.rolls[-1], rolled=value)
        duel = replace(state.duel, rolls=(*state.duel.rolls[:-1], last))
        duel = replace(duel, opportunity=duel.opportunity + 1)
        state = state.with_dice({last.die: ("skirmish", value)})
        return replace(state, duel=duel, bonus=triggered)
    state = state.with_dice({die: ("battle", value) for die, value in rolled.items()})
    add_event(
        Event(
            "battle-rolled",
            tr("Turn {turn}: {count} dice come into play.", turn=state.turn, count=len(dice)),
        )
    )
    state = replace(state, phase="bonus", bonus=triggered, groups=())
    counted = priority_by_count(state)
    contested = len({state.side(die) for die in triggered}) == SIDES
    return replace(state, bonus_first=counted) if contested and counted is not None else state
