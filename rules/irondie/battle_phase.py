"""The battle phase: groups, priority and colour bonuses."""

from collections.abc import Iterator
from itertools import product

from msgspec import UNSET
from msgspec.structs import replace

from rules.core import DieNumber, Event, Side
from rules.irondie.dice import allied
from rules.irondie.end_of_game import check_end
from rules.irondie.state import BOTH_SIDES, GiveBonus, IrondieState, other_side
from rules.irondie.values import AddEvent, change_value
from words import tr


def reserve_count(state: IrondieState, side: Side) -> int:
    """How many dice a side has in reserve."""
    return sum(1 for _ in state.dice_in("reserve", side))


def priority_by_count(state: IrondieState) -> Side | None:
    """The side with priority by reserve, then by life points; None when both are equal."""
    for count in (reserve_count, IrondieState.life):
        first, second = (count(state, side) for side in BOTH_SIDES)
        if first != second:
            return BOTH_SIDES[second > first]
    return None


def side_with_priority(state: IrondieState) -> Side:
    """The side with priority; side 0 where nothing depends on it."""
    counted = priority_by_count(state)
    return counted if counted is not None else state.priority or BOTH_SIDES[0]


def bonus_targets(state: IrondieState, die: DieNumber) -> tuple[tuple[DieNumber, ...], ...]:
    """For each grant of this die's colour, its legal targets; empty when there is none at all."""
    giver = state.dice[die]
    options = tuple(
        tuple(
            other
            for other in map(DieNumber, range(len(state.dice)))
            if other != die
            and state.in_play(other)
            and state.side(other) == state.side(die)
            and state.dice[other].die_class == grant.die_class
            and (grant.colour == "any" or allied(state.dice[other].colour, giver.colour))
        )
        for grant in state.table[giver.colour].grants
    )
    return options if any(options) else ()


def bonuses_due(state: IrondieState) -> tuple[DieNumber, ...]:
    """The dice whose bonus is to be applied now: those of the side with priority first.

    Priority is settled before the first of them: what they change does not change it.
    """
    first = BOTH_SIDES[0] if state.bonus_first is UNSET else state.bonus_first
    for side in (first, other_side(first)):
        due = tuple(die for die in state.bonus if state.side(die) == side)
        if due:
            return due
    return ()


def bonus_choices(state: IrondieState) -> Iterator[GiveBonus]:
    """Every way to apply one of the bonuses that are due."""
    for die in bonuses_due(state):
        for targets in product(*(options or (None,) for options in bonus_targets(state, die))):
            yield GiveBonus(die, targets)


def drop_bonuses_without_target(state: IrondieState) -> IrondieState:
    """Drop the bonuses that have no legal target; the others wait for a decision."""
    kept = tuple(die for die in state.bonus if bonus_targets(state, die))
    return state if kept == state.bonus else replace(state, bonus=kept)


def apply_bonus(state: IrondieState, bonus: GiveBonus, add_event: AddEvent) -> IrondieState:
    """Give a die's colour bonus to the chosen dice."""
    giver = state.dice[bonus.die]
    row = state.table[giver.colour]
    if row.status == "reconstructed" and giver.colour not in state.announced:
        text = tr(
            "The bonus of {colour} is reconstructed, not from the manual: {why}.",
            colour=giver.colour,
            why=row.why,
        )
        add_event(Event("reconstructed-rule", text))
        state = replace(state, announced=(*state.announced, giver.colour))
    state = replace(state, bonus=tuple(die for die in state.bonus if die != bonus.die))
    for grant, target in zip(row.grants, bonus.targets, strict=True):
        if target is not None:
            state = change_value(
                state, target, grant.amount, add_event, tr("bonus of {title}", title=giver.title)
            )
    return check_end(state, add_event)


def skip_empty_roll(state: IrondieState, _: AddEvent) -> IrondieState:
    """Go on to the bonuses when everybody has chosen and nobody rolls a die."""
    if any(chosen is None for chosen in state.groups):
        return state
    return replace(state, phase="bonus", groups=())


def end_battle(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """After the last bonus; from the first battle on, a side without life dice has lost."""
    state = check_end(replace(state, phase="skirmish", bonus_first=UNSET), add_event)
    if state.phase == "over":
        return state
    if state.sudden or not any(reserve_count(state, side) for side in BOTH_SIDES):
        return replace(state, phase="fought")
    return replace(state, renounced=(False, False), next_offence=-1)
