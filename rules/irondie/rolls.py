"""Which dice must be rolled now, and what their values bring about."""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from rules.core import DieNumber, Event
from rules.irondie.battle_phase import bonus_targets, priority_by_count, reserve_count
from rules.irondie.dice import triggers_bonus
from rules.irondie.state import BOTH_SIDES, SIDES, IrondieState
from rules.irondie.values import AddEvent


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


def show_roll(state: IrondieState, values: Sequence[int], add_event: AddEvent) -> IrondieState:
    """The dice that had to be rolled show these values."""
    if awaits_rolloff(state):
        first, second = values
        winner = None if first == second else int(second > first)
        state = replace(state, rolloff=(first, second), priority=winner)
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
    add_event(Event("battle-rolled", f"Turn {state.turn}: {len(dice)} dice come into play."))
    state = replace(state, phase="bonus", bonus=triggered, groups=())
    counted = priority_by_count(state)
    contested = len({state.side(die) for die in triggered}) == SIDES
    return replace(state, bonus_first=counted) if contested and counted is not None else state
