"""Which dice an action touches: the tracker looks at these first."""

from collections.abc import Iterator

from rules.core import DieNumber, numbered
from rules.dicemasters.engine.state import DiceMastersState
from rules.dicemasters.moves import actions as act


def dice_touched_by(state: DiceMastersState, action: act.Action) -> tuple[str, ...]:
    """The dice an action moves, turns or spends."""
    names = state.match.die_names
    return tuple(names[die] for die in _touched_numbers(state, action))


def _touched_numbers(state: DiceMastersState, action: act.Action) -> Iterator[DieNumber]:
    if isinstance(action, act.Reroll | act.DrawnDice):
        yield from action.dice
    elif isinstance(action, act.KeepRoll):
        team = state.match.team(state.mover)
        yield from (
            n for n, d in numbered(DieNumber, state.dice) if d.zone == "prep" and d.seat == team
        )
    elif isinstance(action, act.RolledFaces) and state.request is not None:
        yield from getattr(state.request, "dice", ())
    else:
        if hasattr(action, "die"):
            yield action.die
        yield from (part.die for part in getattr(action, "parts", ()) if hasattr(part, "die"))
        yield from (die for die, _ in getattr(action, "pay", ()))
