"""What the side to move may do."""

from collections.abc import Iterator

from rules.core import DieNumber, Seat, numbered
from rules.irondie.battle_phase import bonus_choices
from rules.irondie.damage_phase import legal_damage_shares
from rules.irondie.duel_resolution import target_due, targets_to_reveal
from rules.irondie.end_of_turn import legal_take_backs
from rules.irondie.rolls import awaits_roll, legal_rolloff_dice, side_bringing
from rules.irondie.skirmish_phase import (
    has_forgone,
    legal_declarations,
    legal_targets,
    side_to_roll,
)
from rules.irondie.state import (
    BOTH_SIDES,
    Action,
    AddOrSubtract,
    ChooseGroup,
    DeclareDie,
    ForgoRoll,
    IrondieState,
    Proceed,
    PutAwayRollOff,
    RenounceOffensive,
)


def with_every_target(state: IrondieState, action: DeclareDie) -> Iterator[DeclareDie]:
    """The declaration with each target it may have."""
    yield from (DeclareDie(action.die, targets) for targets in legal_targets(state, action.die))


def may_declare(state: IrondieState) -> bool:
    """Whether dice may be declared now at all."""
    waiting = state.phase in {"skirmish", "duel"} and not state.bonus
    return waiting and not awaits_roll(state)


def legal_groups(state: IrondieState, seat: Seat) -> Iterator[ChooseGroup]:
    """Every group a seat may roll, dice that are alike being interchangeable."""
    alike: dict[tuple[object, ...], list[DieNumber]] = {}
    for index, die in numbered(DieNumber, state.dice):
        if die.seat == seat and state.zone[index] == "reserve":
            alike.setdefault((die.kind,), []).append(index)
    groups: list[tuple[DieNumber, ...]] = [()]
    for members in alike.values():
        groups = [
            (*group, *members[:taken]) for group in groups for taken in range(len(members) + 1)
        ]
    for group in groups:
        yield ChooseGroup(seat, tuple(sorted(group)))


def all_actions(  # noqa: C901, PLR0912 - one case per phase
    state: IrondieState,
) -> Iterator[Action]:
    """Every legal action, also of dice that are alike."""
    bringing = side_bringing(state) if state.phase != "over" else None
    if bringing is not None:
        yield from legal_rolloff_dice(state, bringing)
        return
    if state.phase == "over" or awaits_roll(state):
        return
    if state.rolloff is not None:
        yield from (PutAwayRollOff(side) for side in BOTH_SIDES if state.rolloff[side])
    if state.bonus:
        yield from bonus_choices(state)
        return
    match state.phase:
        case "battle":
            yield from legal_groups(state, Seat(state.groups.index(None)))
        case "skirmish":
            yield from legal_declarations(state)
            yield RenounceOffensive(state.next_offence)
        case "duel":
            if not has_forgone(state):
                yield from legal_declarations(state)
            yield ForgoRoll(side_to_roll(state))
        case "resolve" if target_due(state) is not None:
            yield from targets_to_reveal(state)
        case "resolve":
            yield from (AddOrSubtract(add=True), AddOrSubtract(add=False))
        case "damage":
            yield from legal_damage_shares(state)
        case "rolled" | "fought":
            yield Proceed()
        case _:
            yield from legal_take_backs(state)
