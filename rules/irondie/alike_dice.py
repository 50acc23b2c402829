"""When two actions are the same, because dice that are alike stand for each other."""

from rules.core import DieNumber
from rules.irondie.state import (
    Action,
    BringRollOffDie,
    ChooseGroup,
    DeclareDie,
    GiveBonus,
    IrondieState,
    NameTarget,
    TakeLifeDieBack,
)


def alike_key(state: IrondieState, action: Action) -> object:  # noqa: PLR0911 - one case per action
    """What an action is when dice of one kind, seat, zone and value cannot be told apart."""

    def alike(die: DieNumber | None) -> object:
        if die is None:
            return None
        rolls = state.duel.rolls if state.duel else ()
        in_duel = tuple(
            (place, die == roll.die, die in roll.targets) for place, roll in enumerate(rolls)
            if die == roll.die or die in roll.targets or die in roll.possible_targets
        )  # fmt: skip
        pending = die in state.bonus
        kind, seat = state.dice[die].kind, state.dice[die].seat
        return (kind, seat, state.zone[die], state.value[die], in_duel, pending)

    try:
        match action:
            case ChooseGroup(seat, dice):
                return ("split", seat, tuple(sorted(map(alike, dice), key=repr)))
            case GiveBonus(die, targets):
                return ("bonus", alike(die), tuple(map(alike, targets)))
            case BringRollOffDie(side, die):
                return ("bring", side, alike(die))
            case DeclareDie(die, targets):
                return ("declare", alike(die), tuple(sorted(map(alike, targets), key=repr)))
            case NameTarget(die, target):
                return ("aim", alike(die), alike(target))
            case TakeLifeDieBack(seat, die):
                return ("take-back", seat, alike(die))
            case _:
                return action
    except IndexError:  # a die that does not exist
        return action
