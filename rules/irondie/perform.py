"""What each action does to a state."""

import msgspec

from rules.core import Event, Seat
from rules.irondie.battle_phase import apply_bonus
from rules.irondie.damage_phase import proceed, take_damage
from rules.irondie.duel_resolution import add_or_subtract, add_or_subtract_due, reveal_target
from rules.irondie.end_of_game import side_name
from rules.irondie.notation import action_in_words
from rules.irondie.rolls import show_roll
from rules.irondie.skirmish_phase import declare_die, forgo_roll, name_target, renounce_offensive
from rules.irondie.state import (
    Action,
    AddOrSubtract,
    ChooseGroup,
    ConcedeSide,
    DeclareDie,
    ForgoRoll,
    GiveBonus,
    IrondieState,
    NameTarget,
    Proceed,
    PutAwayRollOff,
    RenounceOffensive,
    RollResult,
    TakeDamage,
    TakeLifeDieBack,
    TimeUp,
    side_of,
)
from rules.irondie.values import AddEvent


def perform(  # noqa: C901, PLR0911, PLR0912 - one case per action
    state: IrondieState, action: Action, say: AddEvent
) -> IrondieState:
    """Carry out one action, without what follows by itself."""
    match action:
        case ChooseGroup(seat, dice):
            groups = (*state.groups[:seat], dice, *state.groups[seat + 1 :])
            return msgspec.structs.replace(state, groups=groups)
        case RollResult(values):
            return show_roll(state, values, say)
        case GiveBonus():
            return apply_bonus(state, action, say)
        case DeclareDie():
            say(Event("declared", f"{action_in_words(state, action)}."))
            return declare_die(state, action)
        case NameTarget(die, target) if state.phase in {"duel", "rolled"}:
            assert target is not None
            return name_target(state, die, target)
        case NameTarget():
            return reveal_target(state, action, say)
        case ForgoRoll():
            return forgo_roll(state)
        case RenounceOffensive(side):
            return renounce_offensive(state, side)
        case AddOrSubtract(add):
            roll = add_or_subtract_due(state)
            assert roll is not None
            return add_or_subtract(state, roll, 1 if add else -1, say)
        case TakeDamage():
            return take_damage(state, action, say)
        case TakeLifeDieBack(_, die):
            if die is not None:
                state = state.with_dice({die: ("reserve", 0)})
            return msgspec.structs.replace(state, returned=(*state.returned, die is not None))
        case Proceed():
            return proceed(state, say)
        case PutAwayRollOff():
            return msgspec.structs.replace(state, rolloff=None)
        case TimeUp():
            say(Event("time-up", "Time is up: sudden death from the next turn on."))
            return msgspec.structs.replace(state, time_up=True)
        case ConcedeSide(side):
            winners = tuple(seat for seat in map(Seat, range(state.seats)) if side_of(seat) != side)
            say(Event("conceded", f"{side_name(state, side)} concedes."))
            return msgspec.structs.replace(
                state, phase="over", winners=winners, bonus=(), duel=None
            )
