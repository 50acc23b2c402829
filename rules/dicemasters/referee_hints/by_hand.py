"""Actions by hand that make a state agree with the table."""

from collections.abc import Sequence

from rules.core import Difference
from rules.dicemasters.engine.state import (
    NO_FACE,
    NOBODY,
    DiceMastersState,
)
from rules.dicemasters.moves import actions as act

OPEN = ("reserve", "field", "attack")


def actions_by_hand(
    state: DiceMastersState, changes: Sequence[Difference]
) -> tuple[act.Action, ...]:
    """Moves and turns that make the state agree with the table."""
    taken: set[int] = set()
    found: list[act.Action] = []
    for change in changes:
        if change.cocked:
            continue
        action = _corrective_action(state, change, taken)
        if action is not None:
            found.append(action)
    return tuple(found)


def _corrective_action(
    state: DiceMastersState, change: Difference, taken: set[int]
) -> act.Action | None:
    match = state.match
    why = "allowed by the judge"
    if change.die is not None:
        die = match.die_numbers[change.die]
    else:
        die = _die_out_of_sight(state, change, taken)
        if die == NOBODY:
            return None
    taken.add(die)
    entry = state.dice[die]
    face = entry.face if change.face_after is None else change.face_after
    if change.after is None:
        return act.MoveDie(die, "bag", max(entry.owner, 0), why=why)
    if change.before == change.after:
        return act.SpinDie(die, face, why) if face != NO_FACE else None
    zone = change.after.zone
    seat = max(entry.seat, 0) if change.after.seat is None else change.after.seat
    if zone not in OPEN:
        return act.MoveDie(die, zone, seat, why=why)
    return act.MoveDie(die, zone, seat, max(face, 0), why)


def _die_out_of_sight(state: DiceMastersState, change: Difference, taken: set[int]) -> int:
    """A die of this kind that was out of sight, of the player it lies before if possible."""
    match = state.match
    seat = change.after.seat if change.after else None
    candidates = [
        number
        for number, die in enumerate(state.dice)
        if match.kinds[match.kind_of[number]].name == change.kind
        and die.zone in ("bag", "cards")
        and number not in taken
    ]
    own = [number for number in candidates if state.dice[number].seat == seat]
    return next(iter(own or candidates), NOBODY)


def life_by_hand(state: DiceMastersState, seat: int, life: int) -> act.SetLife:
    """What sets a team's life to a number."""
    now = state.life[state.match.team(seat)]
    return act.SetLife(seat, life - now, "as the marker says")
