"""Actions in words: short enough to speak."""

from rules.core import DieNumber
from rules.core.hints import zone_in_words
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
from words import Text, joined, tr


def action_in_words(  # noqa: C901, PLR0911, PLR0912 - one case per action
    state: IrondieState, action: Action
) -> Text:
    """One action."""

    def title(die: DieNumber) -> Text:
        owner = state.names[state.dice[die].seat]
        shown = f" {state.value[die]}" if state.in_play(die) and state.value[die] else ""
        return tr("{owner}'s {title}{shown}", owner=owner, title=state.dice[die].title, shown=shown)

    match action:
        case ChooseGroup(seat, dice):
            chosen = joined(", ", (state.dice[die].title for die in dice)) or tr("nothing")
            return tr("{name} rolls {chosen}", name=state.names[seat], chosen=chosen)
        case RollResult(values):
            return tr("rolled {dice}", dice=joined(" ", map(str, values)))
        case GiveBonus(die, targets):
            given = joined(", ", (title(target) for target in targets if target is not None))
            return tr("bonus of {die} to {given}", die=title(die), given=given)
        case DeclareDie(die, targets) if targets:
            return tr(
                "{die} aims at {names}",
                die=title(die),
                names=joined(", ", (title(target) for target in targets)),
            )
        case DeclareDie(die):
            return tr("{die} is rolled in the duel", die=title(die))
        case NameTarget(die, None):
            return tr("{die} has no effect", die=title(die))
        case NameTarget(die, target) if die == target:
            return tr("{die} loses", die=title(die))
        case NameTarget(die, target):
            assert target is not None
            return tr("{die} was aimed at {other}", die=title(die), other=title(target))
        case ForgoRoll(side):
            return tr("{side_name} forgoes the roll", side_name=side_name(state, side))
        case RenounceOffensive(side):
            return tr("{side_name} renounces the offensive", side_name=side_name(state, side))
        case AddOrSubtract(add):
            return tr("add") if add else tr("subtract")
        case TakeDamage(die, points):
            return tr("{die} takes {points}", die=title(die), points=points)
        case TakeLifeDieBack(seat, None):
            return tr("{name} takes no life die back", name=state.names[seat])
        case TakeLifeDieBack(_, die):
            assert die is not None
            return tr("{die} back to the hand", die=title(die))
        case Proceed():
            return tr("resolve the duel") if state.phase == "rolled" else tr("deal the damage")
        case BringRollOffDie(side, die):
            brought = (
                tr("an ordinary die")
                if die is None
                else tr("the {title}", title=state.dice[die].title)
            )
            return tr(
                "{side_name} rolls off with {brought}",
                side_name=side_name(state, side),
                brought=brought,
            )
        case WinRollOff(side):
            return tr("{side_name} wins the roll-off", side_name=side_name(state, side))
        case PutAwayRollOff(None):
            return tr("the dice of the roll-off are put away")
        case PutAwayRollOff(side):
            assert side is not None
            return tr(
                "{side_name} puts the die of the roll-off away", side_name=side_name(state, side)
            )
        case PutRight(die, zone, value):
            shown = tr(" at {value}", value=value) if value else ""
            return tr(
                "{die} stands in the {zone}{shown}, allowed by the judge",
                die=title(die),
                zone=zone_in_words(zone),
                shown=shown,
            )
        case TimeUp():
            return tr("time is up")
        case ConcedeSide(side):
            return tr("{side_name} concedes", side_name=side_name(state, side))
