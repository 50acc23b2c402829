"""Actions to believe only when the hands have been away for a while."""

from collections import Counter

from rules.dicemasters.engine.state import (
    DiceMastersState,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import all_legal_actions


def should_wait(state: DiceMastersState, action: act.Action) -> bool:
    """A global that was paid for may be half a purchase: the die bought comes a moment later."""
    if not isinstance(action, act.UseGlobal) or not action.pay or state.request is not None:
        return False
    spent = _by_card_and_face(state, action.pay)
    return any(
        isinstance(other, act.Purchase | act.FieldDie)
        and spent <= _by_card_and_face(state, other.pay)
        for other in all_legal_actions(GameTable(state))
    )


def _by_card_and_face(state: DiceMastersState, pay: act.Payment) -> Counter[tuple[int, int]]:
    """The dice of a payment by card and face: dice of a kind are interchangeable."""
    return Counter((state.match.card_of[die], state.dice[die].face) for die, _ in pay)
