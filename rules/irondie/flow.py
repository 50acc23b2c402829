"""Runs a game of IRONDIE forward until a player or the dice must decide."""

from rules.irondie.battle_phase import drop_bonuses_without_target, end_battle, skip_empty_roll
from rules.irondie.damage_phase import take_forced_damage
from rules.irondie.duel_resolution import resolve_last_die
from rules.irondie.end_of_turn import end_turn
from rules.irondie.rolls import awaits_roll
from rules.irondie.skirmish_phase import next_opportunity, open_skirmish
from rules.irondie.state import (
    IrondieState,
)
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
    match state.phase:
        case "battle":
            return skip_empty_roll(state)
        case "bonus":
            return end_battle(state, add_event)
        case "skirmish":
            return open_skirmish(state)
        case "duel":
            return next_opportunity(state, add_event)
        case "resolve":
            return resolve_last_die(state, add_event)
        case "damage":
            return take_forced_damage(state, add_event)
        case "rolled" | "fought":
            return state
        case _:
            return end_turn(state, add_event)
