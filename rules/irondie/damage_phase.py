"""The damage phase: attack against defence, and what life dice take."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.core import DieNumber, Event, Side, first_seat, numbered
from rules.irondie.end_of_game import check_end, side_name
from rules.irondie.state import BOTH_SIDES, IrondieState, TakeDamage, other_side
from rules.irondie.values import AddEvent, change_value
from words import tr


def proceed(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """Go on once everybody has seen the dice."""
    if state.phase == "rolled":
        return replace(state, phase="resolve")
    return _deal_damage(state, add_event)


def _deal_damage(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """Each side takes as damage what the other's attack exceeds its defence by."""
    sums = [
        {
            kind: sum(state.value[die] for die in state.dice_in("battle", side, kind))
            for kind in ("attack", "defence")
        }
        for side in BOTH_SIDES
    ]
    damage = tuple(
        max(0, sums[other_side(side)]["attack"] - sums[side]["defence"]) for side in BOTH_SIDES
    )
    for side, points in numbered(Side, damage):
        add_event(
            Event(
                "damage",
                tr(
                    "{side_name} takes {points} damage.",
                    side_name=side_name(state, side),
                    points=points,
                ),
                seat=first_seat(side),
            )
        )
    return replace(state, phase="damage", damage=(damage[0], damage[1]), shared=(), duel=None)


def side_taking_damage(state: IrondieState) -> Side | None:
    """The side that still has damage to share out among its life dice."""
    for side in BOTH_SIDES:
        if state.damage[side] and next(_life_dice_left(state, side), None) is not None:
            return side
    return None


def _life_dice_left(state: IrondieState, side: Side) -> Iterator[DieNumber]:
    return (die for die in state.dice_in("battle", side, "life") if die not in state.shared)


def legal_damage_shares(state: IrondieState) -> Iterator[TakeDamage]:
    """What the next life die may take, so that all the damage can still be taken."""
    side = side_taking_damage(state)
    if side is None:
        return
    die, *others = _life_dice_left(state, side)
    room = sum(state.value[other] for other in others)
    least = min(state.value[die], max(0, state.damage[side] - room))
    for points in range(least, min(state.value[die], state.damage[side]) + 1):
        yield TakeDamage(die, points)


def take_damage(state: IrondieState, share: TakeDamage, add_event: AddEvent) -> IrondieState:
    """A life die takes its part of the damage."""
    side = state.side(share.die)
    damage = list(state.damage)
    damage[side] -= share.points
    state = replace(state, damage=(damage[0], damage[1]), shared=(*state.shared, share.die))
    if share.points:
        state = change_value(state, share.die, -share.points, add_event, "damage")
    return state


def take_forced_damage(state: IrondieState, add_event: AddEvent) -> IrondieState:
    """Deal damage that leaves no choice: to the only life die, or the rest to the last one.

    So every die turned for the damage is a step of its own, and each can be told from the table.
    """
    choices = tuple(legal_damage_shares(state))
    begun = {state.side(die) for die in state.shared}
    if len(choices) > 1 or (choices and side_taking_damage(state) in begun):
        return state
    if choices:
        return take_damage(state, choices[0], add_event)
    fought = [
        index
        for index, die in numbered(DieNumber, state.dice)
        if state.zone[index] == "battle" and die.die_class != "life"
    ]
    state = state.with_dice(dict.fromkeys(fought, ("limbo", 0)))
    state = replace(state, phase="return", damage=(0, 0), shared=(), returned=())
    return check_end(state, add_event)
