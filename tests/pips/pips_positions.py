"""Positions for the tests: throws that are known beforehand."""

from rules.core import CHANCE
from rules.pips.game import TenThousand
from rules.pips.state import DiceRolled, Keep, ThrowDice

GAME = TenThousand()


def begun(players=2, **setup):
    """A game at its first turn; every bank counts, unless the set-up says otherwise."""
    names = ["Ana", "Bo", "Cy", "Di", "Eve", "Flo"][:players]
    return GAME.new({"names": names, "format": "open", **setup})


def do(state, *actions):
    """The state after these actions."""
    for action in actions:
        state, _ = GAME.apply(state, action)
    return state


def thrown(state, *values):
    """The dice that may be thrown are thrown, and show this."""
    if GAME.to_move(state) != CHANCE:
        state = do(state, ThrowDice())
    return do(state, DiceRolled(values))


def kept(state, *values):
    """Dice of the last throw that show this are set aside."""
    return do(state, keep(state, *values))


def keep(state, *values):
    """The action that sets them aside."""
    lying = list(state.lying)
    dice = []
    for value in values:
        die = next(die for die in lying if state.value[die] == value)
        lying.remove(die)
        dice.append(die)
    return Keep(tuple(dice))


def code(state, action):
    """The stable name of the rule that forbids the action; "" when it is legal."""
    wrong = GAME.why_not(state, action)
    return "" if wrong is None else wrong.code


def events(state, action):
    """The codes of what an action brings about."""
    return [event.code for event in GAME.apply(state, action)[1]]
