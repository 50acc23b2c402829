"""Positions for the tests, written die by die: "0 smasher-black battle 5"."""

import msgspec

from rules.irondie import colour_table
from rules.irondie.dice import parse_die
from rules.irondie.game import Irondie
from rules.irondie.state import (
    AddOrSubtract,
    DeclareDie,
    ForgoRoll,
    IrondieState,
    Proceed,
    RenounceOffensive,
    RollResult,
    TakeDamage,
)

GAME = Irondie()


def position(*lines, seats=2, phase="skirmish", offence=0, turn=2, **more):
    """A state in which the dice lie as the lines say; "reserve" and "limbo" need no value."""
    dice, zones, values = [], [], []
    for line in lines:
        seat, kind, zone, *value = line.split()
        dice.append(parse_die(kind, int(seat)))
        zones.append(zone)
        values.append(int(value[0]) if value else 0)
    return IrondieState(
        names=tuple(f"P{seat}" for seat in range(seats)),
        dice=tuple(dice),
        table=colour_table.shipped(),
        zone=tuple(zones),
        value=tuple(values),
        groups=(None,) * seats if phase == "battle" else (),
        phase=phase,
        next_offence=offence,
        turn=turn,
        **more,
    )


def play(state, *actions):
    """Apply the actions one after the other; the last state."""
    for action in actions:
        state, _ = GAME.apply(state, action)
        if actions[-1] is action:
            state = go_on(state)
    return state


def go_on(state):
    """Past the moments at which everybody only looks at the dice, or only one share is left."""
    while len(legal := GAME.legal_actions(state)) == 1 and isinstance(
        legal[0], Proceed | TakeDamage
    ):
        state, _ = GAME.apply(state, legal[0])
    return state


def duel(state, *rolls):
    """One duel: each roll is (die, targets, value) or None for forgoing; then resolve."""
    for roll in rolls:
        if roll is None:
            state = play(state, ForgoRoll(_side(state)))
        else:
            die, targets, value = roll
            state = play(state, DeclareDie(die, targets), RollResult((value,)))
    while state.phase == "duel":
        state = play(state, ForgoRoll(_side(state)))
    return go_on(state)


def _side(state):
    return (state.duel.offence + state.duel.opportunity) % 2


def until_damage(state):
    """Nobody goes on the offensive any more."""
    while state.phase == "skirmish":
        state = play(state, RenounceOffensive(state.next_offence))
    return state


def codes(state, action):
    """The codes of the events of an action."""
    return [event.code for event in GAME.apply(state, action)[1]]


def refusal(state, action):
    """The code of the violation, or None."""
    violation = GAME.why_not(state, action)
    return violation.code if violation else None


def with_values(state, **changes):
    """The state with some fields changed."""
    return msgspec.structs.replace(state, **changes)


ADD, SUBTRACT = AddOrSubtract(add=True), AddOrSubtract(add=False)
