"""Actions in words: short enough to speak."""

from rules.core import DieNumber
from rules.irondie.end_of_game import side_name
from rules.irondie.state import (
    Action,
    AddOrSubtract,
    BringRollOffDie,
    ChooseGroup,
    ConcedeSide,
    DeclareDie,
    ForgoRoll,
    GiveBonus,
    IrondieState,
    NameTarget,
    Proceed,
    PutAwayRollOff,
    PutRight,
    RenounceOffensive,
    RollResult,
    TakeDamage,
    TakeLifeDieBack,
    TimeUp,
    WinRollOff,
)


def action_in_words(  # noqa: C901, PLR0911, PLR0912 - one case per action
    state: IrondieState, action: Action
) -> str:
    """One action."""

    def title(die: DieNumber) -> str:
        owner = state.names[state.dice[die].seat]
        shown = f" {state.value[die]}" if state.in_play(die) and state.value[die] else ""
        return f"{owner}'s {state.dice[die].title}{shown}"

    match action:
        case ChooseGroup(seat, dice):
            chosen = ", ".join(state.dice[die].title for die in dice) or "nothing"
            return f"{state.names[seat]} rolls {chosen}"
        case RollResult(values):
            return "rolled " + " ".join(map(str, values))
        case GiveBonus(die, targets):
            given = ", ".join(title(target) for target in targets if target is not None)
            return f"bonus of {title(die)} to {given}"
        case DeclareDie(die, targets) if targets:
            return f"{title(die)} aims at {', '.join(title(target) for target in targets)}"
        case DeclareDie(die):
            return f"{title(die)} is rolled in the duel"
        case NameTarget(die, None):
            return f"{title(die)} has no effect"
        case NameTarget(die, target) if die == target:
            return f"{title(die)} loses"
        case NameTarget(die, target):
            assert target is not None
            return f"{title(die)} was aimed at {title(target)}"
        case ForgoRoll(side):
            return f"{side_name(state, side)} forgoes the roll"
        case RenounceOffensive(side):
            return f"{side_name(state, side)} renounces the offensive"
        case AddOrSubtract(add):
            return "add" if add else "subtract"
        case TakeDamage(die, points):
            return f"{title(die)} takes {points}"
        case TakeLifeDieBack(seat, None):
            return f"{state.names[seat]} takes no life die back"
        case TakeLifeDieBack(_, die):
            assert die is not None
            return f"{title(die)} back to the hand"
        case Proceed():
            return "resolve the duel" if state.phase == "rolled" else "deal the damage"
        case BringRollOffDie(side, die):
            brought = "an ordinary die" if die is None else f"the {state.dice[die].title}"
            return f"{side_name(state, side)} rolls off with {brought}"
        case WinRollOff(side):
            return f"{side_name(state, side)} wins the roll-off"
        case PutAwayRollOff(None):
            return "the dice of the roll-off are put away"
        case PutAwayRollOff(side):
            assert side is not None
            return f"{side_name(state, side)} puts the die of the roll-off away"
        case PutRight(die, zone, value):
            shown = f" at {value}" if value else ""
            return f"{title(die)} stands in the {zone}{shown}, allowed by the judge"
        case TimeUp():
            return "time is up"
        case ConcedeSide(side):
            return f"{side_name(state, side)} concedes"
