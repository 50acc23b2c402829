"""Actions to believe only when the hands have been away for a while."""

from collections import Counter
from typing import TypeAlias

from rules.dicemasters.engine.state import (
    DiceMastersState,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import all_legal_actions

Paid: TypeAlias = act.Purchase | act.FieldDie | act.UseGlobal | act.PayAtOnce
PAID = (act.Purchase, act.FieldDie, act.UseGlobal, act.PayAtOnce)


def should_wait(state: DiceMastersState, action: act.Action) -> bool:
    """Whether what was paid for may be the first half of more that is paid for at once.

    A global may be half a purchase, and a purchase half of two: the die comes a moment later.
    """
    if not isinstance(action, PAID) or not action.pay or state.request is not None:
        return False
    spent = _by_card_and_face(state, action.pay)
    done = _done(state, action)
    return any(
        isinstance(other, PAID)
        and done < _done(state, other)
        and spent <= _by_card_and_face(state, other.pay)
        for other in all_legal_actions(GameTable(state))
    )


def _by_card_and_face(state: DiceMastersState, pay: act.Payment) -> Counter[tuple[int, int]]:
    """The dice of a payment by card and face: dice of a kind are interchangeable."""
    return Counter((state.match.card_of[die], state.dice[die].face) for die, _ in pay)


def _done(state: DiceMastersState, action: Paid) -> Counter[tuple[str, int, int]]:
    """The dice that something paid for moves: bought or fielded, by card and face.

    A global leaves no die behind, so it may be the first half of anything.
    """
    parts = action.parts if isinstance(action, act.PayAtOnce) else (action,)
    return Counter(
        (type(part).__name__, state.match.card_of[part.die], state.dice[part.die].face)
        for part in parts
        if not isinstance(part, act.UseGlobal)
    )
