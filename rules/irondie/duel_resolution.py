"""Resolving a duel: the last die rolled comes first."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.core import DieNumber, Event, numbered
from rules.irondie.dice import hostile
from rules.irondie.end_of_game import check_end
from rules.irondie.skirmish_phase import name_target, possible_targets_of
from rules.irondie.state import DuelRoll, IrondieState, NameTarget, other_side
from rules.irondie.values import AddEvent, change_value, ignore_event, send_to_abyss, title_of
from words import tr

POINTS_ON_WIN_AND_LOSS = {"ballistic": (-2, -1), "powerup": (3, 1)}  # points on winning, on losing
ADD_OR_SUBTRACT_TYPES = frozenset({"assault", "barrier"})  # add or subtract, as the owner likes
POINTS_OF_EACH_LOSER = -2  # a Swarm's or Fortress's effect on each die it beats


def wins(state: IrondieState, die: DieNumber, target: DieNumber) -> bool:
    """Whether a die wins against its target.

    A specialised die also wins a tie, unless the target is hostile.
    """
    roller, aimed = state.dice[die], state.dice[target]
    mine, theirs = state.value[die], state.value[target]
    if mine == theirs:
        specialised = roller.colour == roller.type.specialisation
        return specialised and not hostile(roller.colour, aimed.colour)
    return mine > theirs if roller.type.comparison == "higher" else mine < theirs


def add_or_subtract_due(state: IrondieState) -> DuelRoll | None:
    """The Assault or Barrier whose owner must say whether it adds or subtracts."""
    last = _die_being_resolved(state)
    if last is None or not last.target_known or not state.in_play(last.targets[0]):
        return None
    return last if state.dice[last.die].type_name in ADD_OR_SUBTRACT_TYPES else None


def target_due(state: IrondieState) -> DuelRoll | None:
    """The die being resolved, when nobody has named its target and the target matters."""
    last = _die_being_resolved(state)
    return last if last is not None and not last.target_known else None


def _die_being_resolved(state: IrondieState) -> DuelRoll | None:
    """The die whose effect is next, if it still lies in the skirmish zone."""
    if state.phase != "resolve" or state.duel is None or not state.duel.rolls:
        return None
    last = state.duel.rolls[-1]
    return last if state.zone[last.die] == "skirmish" else None


def targets_to_reveal(state: IrondieState) -> Iterator[NameTarget]:
    """The targets the die being resolved may have, one for each different result."""
    assert state.duel is not None
    roll = state.duel.rolls[-1]
    listed: set[NameTarget] = set()
    for target in possible_targets_of(state, len(state.duel.rolls) - 1):
        named = NameTarget(roll.die, _where_effect_shows(state, roll.die, target))
        if named not in listed:
            listed.add(named)
            yield named


def _where_effect_shows(state: IrondieState, die: DieNumber, target: DieNumber) -> DieNumber | None:
    """The die that the effect of `die` on `target` changes: the target, `die` itself, or None."""
    if state.dice[die].type.target_rule == "limbo":
        return target if state.zone[target] == "limbo" else None
    if not state.in_play(target):
        return None
    if state.dice[die].type_name in ADD_OR_SUBTRACT_TYPES:
        return target
    after = _effect_on_target(state, die, target, ignore_event)
    if after.zone[die] != state.zone[die]:
        return die
    same = after.zone[target] == state.zone[target] and after.value[target] == state.value[target]
    return None if same else target


def reveal_target(state: IrondieState, named: NameTarget, add_event: AddEvent) -> IrondieState:
    """The table shows the target of the die being resolved; its effect follows."""
    assert state.duel is not None
    if named.target is not None and named.target != named.die:
        return name_target(state, named.die, named.target)
    title = title_of(state, named.die)
    if named.target == named.die:
        return _without_last_die(
            send_to_abyss(state, named.die, add_event, state.dice[named.die].title), add_event
        )
    add_event(Event("without-effect", tr("{title} has no effect.", title=title)))
    return _without_last_die(state, add_event)


def add_or_subtract(
    state: IrondieState, roll: DuelRoll, sign: int, add_event: AddEvent
) -> IrondieState:
    """Resolve an Assault or a Barrier: its value on winning, one point on losing."""
    (target,) = roll.targets
    if not wins(state, roll.die, target):
        points = 1
    elif state.dice[roll.die].type_name == "assault":
        points = state.value[roll.die]
    else:
        points = roll.rolled  # the manual speaks of the Barrier's roll, the Assault's value
    state = change_value(state, target, sign * points, add_event, state.dice[roll.die].title)
    return _without_last_die(state, add_event)


def resolve_last_die(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """Resolve the last die rolled, unless its owner has to choose; then the one before."""
    assert state.duel is not None
    if not state.duel.rolls:
        return _end_duel(state)
    if add_or_subtract_due(state) is not None:
        return state
    if target_due(state) is not None:
        return _reveal_if_only_one(state, add_event)
    roll = state.duel.rolls[-1]
    if state.zone[roll.die] != "skirmish":  # it went to limbo or abyss before its turn came
        return _without_last_die(state, add_event)
    if state.dice[roll.die].type.target_rule == "limbo":
        state = _regenerate(state, roll, add_event)
    else:
        for target in roll.targets:
            if state.in_play(target):
                state = _effect_on_target(state, roll.die, target, add_event)
    return _without_last_die(state, add_event)


def _reveal_if_only_one(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """Nobody need name the target when every target has the same result."""
    targets = tuple(targets_to_reveal(state))
    return reveal_target(state, targets[0], add_event) if len(targets) == 1 else state


def _without_last_die(state: IrondieState, add_event: AddEvent) -> IrondieState:
    assert state.duel is not None
    duel = replace(state.duel, rolls=state.duel.rolls[:-1])
    return check_end(replace(state, duel=duel), add_event)


def _effect_on_target(
    state: IrondieState, die: DieNumber, target: DieNumber, add_event: AddEvent
) -> IrondieState:
    """The effect of one die on one target, by the table of dice."""
    roller, won = state.dice[die], wins(state, die, target)
    match roller.type_name:
        case "smasher":
            return send_to_abyss(state, target if won else die, add_event, roller.title)
        case "nullifier":
            if not won:
                return state
            add_event(
                Event(
                    "into-limbo",
                    tr(
                        "{title_of} goes to limbo ({title}).",
                        title_of=title_of(state, target),
                        title=roller.title,
                    ),
                )
            )
            return state.with_dice({target: ("limbo", 0)})
        case "swarm" | "fortress":
            return (
                change_value(state, target, POINTS_OF_EACH_LOSER, add_event, roller.title)
                if won
                else state
            )
        case other_type:
            points = POINTS_ON_WIN_AND_LOSS[other_type][0 if won else 1]
            return change_value(state, target, points, add_event, roller.title)


def _regenerate(state: IrondieState, roll: DuelRoll, add_event: AddEvent) -> IrondieState:
    (target,) = roll.targets
    if state.zone[target] != "limbo":
        return state
    add_event(
        Event(
            "back-to-battle",
            tr(
                "{title_of} returns to battle at {rolled}.",
                title_of=title_of(state, target),
                rolled=roll.rolled,
            ),
        )
    )
    return state.with_dice({target: ("battle", roll.rolled)})


def _end_duel(state: IrondieState) -> IrondieState:
    """What is left in the skirmish zones goes to limbo; the defence may attack next."""
    assert state.duel is not None
    defence = other_side(state.duel.offence)
    left = [index for index, zone in numbered(DieNumber, state.zone) if zone == "skirmish"]
    state = state.with_dice(dict.fromkeys(left, ("limbo", 0)))
    return replace(state, phase="skirmish", duel=None, next_offence=defence)
