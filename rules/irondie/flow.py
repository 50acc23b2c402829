"""Runs a game of IRONDIE forward until a player or the dice must decide."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.irondie.battle_phase import drop_bonuses_without_target, end_battle, skip_empty_roll
from rules.irondie.damage_phase import take_forced_damage
from rules.irondie.duel_resolution import resolve_last_die
from rules.irondie.end_of_turn import end_turn
from rules.irondie.rolls import awaits_roll
from rules.irondie.skirmish_phase import next_opportunity, open_skirmish
from rules.irondie.state import IrondieState, Phase
from rules.irondie.values import AddEvent


def run_until_decision(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """Go on until somebody must decide, the dice must be rolled, or the game is over."""
    while True:
        after = _automatic_step(state, add_event)
        if after is state:
            return state
        state = after


def _automatic_step(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """One automatic transition; the same object when a decision or a roll is due."""
    if state.phase == "over" or awaits_roll(state):
        return state
    if state.bonus:
        return drop_bonuses_without_target(state)
    step = STEP_OF_PHASE.get(state.phase)
    return step(state, add_event) if step is not None else state


STEP_OF_PHASE: Final[Mapping[Phase, Callable[[IrondieState, AddEvent], IrondieState]]] = {
    "battle": skip_empty_roll,
    "bonus": end_battle,
    "skirmish": open_skirmish,
    "duel": next_opportunity,
    "resolve": resolve_last_die,
    "damage": take_forced_damage,
    "return": end_turn,
}
"""What goes on by itself in each phase; in the others everybody looks at the dice."""
