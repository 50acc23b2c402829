"""What each action does to a state."""

from collections.abc import Iterator

import msgspec

from rules.core import DieNumber, Event, Seat
from rules.irondie.battle_phase import apply_bonus
from rules.irondie.damage_phase import proceed, take_damage
from rules.irondie.duel_resolution import add_or_subtract, add_or_subtract_due, reveal_target
from rules.irondie.end_of_game import side_name
from rules.irondie.notation import action_in_words
from rules.irondie.rolls import bring_to_rolloff, put_away_rolloff, show_roll, win_rolloff
from rules.irondie.skirmish_phase import (
    declare_die,
    forgo_roll,
    name_target,
    renounce_offensive,
    targets_by_type,
)
from rules.irondie.state import (
    BOTH_SIDES,
    Action,
    AddOrSubtract,
    BringRollOffDie,
    ChooseGroup,
    ConcedeSide,
    DeclareDie,
    Duel,
    DuelRoll,
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
    side_of,
)
from rules.irondie.values import AddEvent
from words import tr


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
            say(Event("declared", action_in_words(state, action) + "."))
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
        case BringRollOffDie(_, die):
            return bring_to_rolloff(state, die)
        case WinRollOff(side):
            return win_rolloff(state, side)
        case PutAwayRollOff(side):
            return put_away_rolloff(state, side)
        case PutRight():
            return put_right(state, action)
        case TimeUp(turn):
            say(Event("time-up", tr("Time is up: sudden death from the next turn on.")))
            later = turn if turn > state.turn else msgspec.UNSET
            return msgspec.structs.replace(state, time_up=True, last_turn=later)
        case ConcedeSide(side):
            winners = tuple(seat for seat in map(Seat, range(state.seats)) if side_of(seat) != side)
            say(Event("conceded", tr("{name} concedes.", name=side_name(state, side))))
            return msgspec.structs.replace(
                state, phase="over", winners=winners, bonus=(), duel=None
            )


def put_right(state: IrondieState, action: PutRight) -> IrondieState:
    """A die lies where a judge lets it lie; what hung on it follows."""
    replace = msgspec.structs.replace
    side, was = state.side(action.die), state.zone[action.die]
    rolls = state.duel.rolls if state.duel is not None else ()
    if action.zone == "skirmish" and all(roll.die != action.die for roll in rolls):
        state = replace(state, bonus=(), next_offence=side if not rolls else state.next_offence)
        duel = state.duel or Duel(offence=side)
        targets = tuple(die for (die,) in _single_targets(state, action.die))
        last = DuelRoll(action.die, (), action.value, possible_targets=targets)
        duel = replace(duel, rolls=(*rolls, last), opportunity=min(4, duel.opportunity + 1))
        state = replace(state, phase="duel", duel=duel)
    elif state.duel is not None and action.zone != "skirmish":
        left = tuple(roll for roll in rolls if roll.die != action.die)
        state = replace(state, duel=replace(state.duel, rolls=left))
    if state.phase == "damage" and was == "battle" and state.dice[action.die].die_class == "life":
        damage = tuple(0 if each == side else state.damage[each] for each in BOTH_SIDES)
        state = replace(state, damage=(damage[0], damage[1]))
    if action.zone not in {"battle", "skirmish"}:
        state = replace(state, bonus=tuple(die for die in state.bonus if die != action.die))
    return state.with_dice({action.die: (action.zone, action.value)})


def _single_targets(state: IrondieState, die: DieNumber) -> Iterator[tuple[DieNumber]]:
    for targets in targets_by_type(state, die, state.side(die)):
        if len(targets) == 1:
            yield (targets[0],)
