"""The skirmish phase: who goes on the offensive, which dice are rolled, what they aim at."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rules.core import DieNumber, Event, Side
from rules.irondie.battle_phase import reserve_count, side_with_priority
from rules.irondie.dice import DieClass
from rules.irondie.end_of_game import side_name
from rules.irondie.state import (
    SIDES,
    DeclareDie,
    Duel,
    DuelRoll,
    IrondieState,
    NameTarget,
    other_side,
)
from rules.irondie.values import AddEvent
from words import tr

OPPORTUNITIES = 4  # of a duel: offence, defence, offence, defence


def _may_go_on_offensive(state: IrondieState, side: Side) -> bool:
    return not state.renounced[side] and reserve_count(state, side) > 0


def open_skirmish(state: IrondieState, _: AddEvent) -> IrondieState:
    """Whose turn to open a duel it is; to the damage phase when nobody may."""
    if state.next_offence < 0:
        return replace(state, next_offence=side_with_priority(state))
    if _may_go_on_offensive(state, state.next_offence):
        return state
    if _may_go_on_offensive(state, other_side(state.next_offence)):
        return replace(state, next_offence=other_side(state.next_offence))
    return replace(state, phase="fought")


def side_to_roll(state: IrondieState) -> Side:
    """The side that may roll now in the duel, or open the next one."""
    if state.duel is None:
        return state.next_offence
    return Side((state.duel.offence + state.duel.opportunity) % SIDES)


def legal_declarations(state: IrondieState) -> Iterator[DeclareDie]:
    """Every die of the side to roll; its aim is left open where there is a choice.

    What a die is aimed at is spoken: the table shows it only when the duel is resolved.
    """
    for die in _in_hand(state):
        targets = tuple(legal_targets(state, die))
        if targets:
            yield DeclareDie(die, targets[0] if len(targets) == 1 else ())


def declarations_with_targets(state: IrondieState) -> Iterator[DeclareDie]:
    """Every die of the side to roll with every legal choice of targets."""
    for die in _in_hand(state):
        for targets in legal_targets(state, die):
            yield DeclareDie(die, targets)


def _in_hand(state: IrondieState) -> Iterator[DieNumber]:
    """The reserve of the side to roll; what it rolled off with is taken back first."""
    lying = state.rolling_off
    return (die for die in state.dice_in("reserve", side_to_roll(state)) if die not in lying)


def legal_targets(state: IrondieState, die: DieNumber) -> Iterator[tuple[DieNumber, ...]]:
    """The targets that may be named for a die of the side to roll."""
    for targets in targets_by_type(state, die, side_to_roll(state)):
        if state.duel is None or _belongs_to_duel(state.duel, targets):
            yield targets


def targets_by_type(
    state: IrondieState, die: DieNumber, side: Side
) -> Iterator[tuple[DieNumber, ...]]:
    """What a die of this side may be aimed at by the table of dice, whatever the duel."""
    target_rule = state.dice[die].type.target_rule
    if target_rule == "limbo":
        yield from ((target,) for target in state.dice_in("limbo", side))
    elif target_rule in {"each-defence", "each-attack"}:
        die_class: DieClass = "defence" if target_rule == "each-defence" else "attack"
        targets = tuple(state.dice_in("battle", other_side(side), die_class))
        if targets:
            yield targets
    else:
        for target in map(DieNumber, range(len(state.dice))):
            if state.in_play(target) and target_rule in {"any", state.dice[target].die_class}:
                yield (target,)


def _dice_of_duel(rolls: Sequence[DuelRoll]) -> set[DieNumber]:
    """The dice of a duel and the targets that are known."""
    return {roll.die for roll in rolls} | {target for roll in rolls for target in roll.targets}


def _belongs_to_duel(duel: Duel, targets: Sequence[DieNumber]) -> bool:
    """After the first roll only the duel's own dice and their targets may be aimed at."""
    may_be = {*_dice_of_duel(duel.rolls), *duel.rolls[0].possible_targets}
    return not may_be.isdisjoint(targets)


def _with_first_target_deduced(
    rolls: tuple[DuelRoll, ...], targets: Sequence[DieNumber]
) -> tuple[DuelRoll, ...]:
    """The rolls before an answer at `targets`: what it aims at must belong to the duel.

    Every die of a duel aims at another die of the duel or at what the first one aims at. So an
    answer at any other die tells what the first die is aimed at.
    """
    if not rolls or rolls[0].target_known or not _dice_of_duel(rolls).isdisjoint(targets):
        return rolls
    possible_targets = tuple(die for die in rolls[0].possible_targets if die in targets)
    first = (
        rolls[0].with_targets(possible_targets)
        if len(possible_targets) == 1
        else replace(rolls[0], possible_targets=possible_targets)
    )
    return (first, *rolls[1:])


def declare_die(state: IrondieState, action: DeclareDie) -> IrondieState:
    """Show a die and name its targets; it lies in the skirmish zone and is rolled next."""
    side = side_to_roll(state)
    duel = state.duel or Duel(offence=side)
    if action.targets:
        roll = DuelRoll(action.die, action.targets)
    else:
        possible_targets = tuple(target for (target,) in legal_targets(state, action.die))
        roll = DuelRoll(action.die, (), possible_targets=possible_targets)
    duel = replace(
        duel,
        rolls=(
            *_with_first_target_deduced(duel.rolls, action.targets or roll.possible_targets),
            roll,
        ),
    )
    state = state.with_dice({action.die: ("skirmish", 0)})
    return replace(state, phase="duel", duel=duel)


def name_target(state: IrondieState, die: DieNumber, target: DieNumber) -> IrondieState:
    """Somebody names the target of a die of the duel before anything is resolved."""
    assert state.duel is not None
    rolls = state.duel.rolls
    at = next(place for place, roll in enumerate(rolls) if roll.die == die)
    rolls = (
        *_with_first_target_deduced(rolls[:at], (target,)),
        rolls[at].with_targets((target,)),
        *rolls[at + 1 :],
    )
    return replace(state, duel=replace(state.duel, rolls=rolls))


def targets_to_name(state: IrondieState) -> Iterator[NameTarget]:
    """Targets that may still be named for dice of a duel."""
    for place, roll in enumerate(state.duel.rolls if state.duel else ()):
        yield from (NameTarget(roll.die, target) for target in possible_targets_of(state, place))


def possible_targets_of(state: IrondieState, place: int) -> Iterator[DieNumber]:
    """The targets that a roll of the duel may have, while nobody has named one."""
    assert state.duel is not None
    rolls = state.duel.rolls
    before = replace(state.duel, rolls=rolls[:place])
    for target in rolls[place].possible_targets:
        if place == 0 or _belongs_to_duel(before, (target,)):
            yield target


def has_forgone(state: IrondieState) -> bool:
    """Whether the defence rolls late, and that looks like having rolled at once.

    It has forgone its first roll, and the offence its second: after two rolls of the offence a
    late one cannot be taken for anything else.
    """
    duel = state.duel
    if duel is None or duel.opportunity != OPPORTUNITIES - 1:
        return False
    return len(duel.rolls) == 1


def forgo_roll(state: IrondieState) -> IrondieState:
    """The side to roll does not; a defence that forgoes its first roll has one left.

    Against a side without reserve it has none: whom nobody can answer loses nothing by rolling
    at once, so rolling at once and rolling later are one and the same.
    """
    assert state.duel is not None
    alone = reserve_count(state, other_side(side_to_roll(state))) == 0
    following = OPPORTUNITIES if alone else state.duel.opportunity + 1
    return replace(state, duel=replace(state.duel, opportunity=following))


def renounce_offensive(state: IrondieState, side: Side) -> IrondieState:
    """Give up going on the offensive; the other side may."""
    renounced = tuple(gone or index == side for index, gone in enumerate(state.renounced))
    return replace(state, renounced=renounced, next_offence=other_side(side))


def next_opportunity(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """To the resolution after the fourth opportunity; past one that nobody can use."""
    assert state.duel is not None
    if state.duel.opportunity == OPPORTUNITIES:
        return replace(state, phase="rolled")
    if next(legal_declarations(state), None) is not None:
        return state
    text = tr(
        "{side_name} has no die that could be rolled in this duel.",
        side_name=side_name(state, side_to_roll(state)),
    )
    add_event(Event("cannot-answer", text))
    return forgo_roll(state)
