"""What the tracker may ask of Dice Masters beyond the protocol: see `rules.core.judging`."""

from collections.abc import Sequence

from rules.dicemasters import actions as act
from rules.dicemasters.state import State


def touches(state: State, action: act.Action) -> Sequence[str]:
    """The dice an action moves, turns or pays with, by name."""
    names = state.match.die_names
    dice = [die for die, _ in getattr(action, "pay", ())]
    if isinstance(action, act.Reroll):
        dice += action.dice
    elif hasattr(action, "die"):
        dice.append(action.die)
    return [names[die] for die in dice if 0 <= die < len(names)]
