"""What the dashboard offers: legal actions in groups, and what energy is still missing for."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rules.core import Offer
from rules.dicemasters.engine.state import NOBODY, DiceMastersState, DrawRequest, RollRequest
from rules.dicemasters.engine.stats import fielding_cost
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import (
    costs_at_once,
    global_cost,
    purchasable_dice,
    purchase_price,
)
from rules.dicemasters.moves.payment import FREE, Cost, shortfall
from rules.dicemasters.moves.why_not import find_violation
from rules.dicemasters.presentation.notation import Notation
from words import NOTHING, Text, joined, ntr, tr

GROUPS: Final[dict[type, str]] = {
    act.DrawnDice: "draw",
    act.RolledFaces: "roll",
    act.Reroll: "roll",
    act.KeepRoll: "roll",
    act.HandOver: "hand",
    act.Purchase: "buy",
    act.FieldDie: "field",
    act.UseAction: "action",
    act.UseGlobal: "global",
    act.PayAtOnce: "buy",
    act.Discard: "action",
    act.AttackWith: "attack",
    act.Block: "block",
    act.EndDeclaration: "pass",
    act.Pass: "pass",
    act.No: "pass",
    act.ChooseNumber: "damage",
}

PAYMENT_CODES: Final = frozenset({"wrong-energy-type", "too-little"})
"""Violations that only say the energy is missing."""


def offers_in(game: Any, state: DiceMastersState) -> tuple[Offer, ...]:
    """One offer for each thing that can be done, with its first payment."""
    request = state.request
    if isinstance(request, DrawRequest):
        return (
            Offer(ntr("draw 1 die", "draw {count} dice", request.count), "draw", seat=request.seat),
        )
    if isinstance(request, RollRequest):
        return (
            Offer(
                ntr("roll 1 die", "roll {count} dice", len(request.dice)), "roll", seat=request.seat
            ),
        )
    table = GameTable(state)
    notation = Notation(table, state)
    ways: dict[object, list[act.Action]] = {}
    for action in game.legal_actions(state):
        ways.setdefault(_offer_key(action), []).append(action)
    found = {
        key: Offer(
            text=notation.say(_without_payment(actions[0])),
            group=GROUPS.get(type(actions[0]), "use"),
            action=actions[0],
            cost=_cost_in_words(table, actions[0]),
            seat=None,
            ways=_ways_to_pay(notation, actions),
            dice=_rerolled(notation, actions[0]),
        )
        for key, actions in ways.items()
    }
    return (*found.values(), *_offers_short_of_energy(table, state, notation, set(found)))


MOST_WAYS: Final = 40
"""Ways to pay for one thing that are listed, the plainest first."""


def _ways_to_pay(
    notation: Notation, actions: Sequence[act.Action]
) -> tuple[tuple[Text, act.Action], ...]:
    if len(actions) < 2:
        return ()
    return tuple((notation.say(action), action) for action in actions[:MOST_WAYS])


def _rerolled(notation: Notation, action: act.Action) -> tuple[Text, ...]:
    return notation.shown(action.dice) if isinstance(action, act.Reroll) else ()


def _offer_key(action: act.Action) -> object:
    """What is done, however it is paid."""
    if isinstance(action, act.Purchase | act.FieldDie):
        return type(action), action.die
    if isinstance(action, act.UseGlobal):
        return type(action), action.card, action.number, action.times
    if isinstance(action, act.PayAtOnce):
        return type(action), action.parts
    if isinstance(action, act.Yes):
        return type(action)
    return action


def _without_payment(action: act.Action) -> act.Action:
    if isinstance(action, act.Purchase):
        return act.Purchase(action.die)
    if isinstance(action, act.FieldDie):
        return act.FieldDie(action.die)
    if isinstance(action, act.UseGlobal):
        return act.UseGlobal(action.card, action.number, times=action.times)
    if isinstance(action, act.PayAtOnce):
        return act.PayAtOnce(action.parts)
    return action


def _cost_of(table: GameTable, action: act.Action) -> Cost:
    """What buying or fielding a die takes."""
    if isinstance(action, act.Purchase):
        return purchase_price(table, action.die, table.mover)
    if isinstance(action, act.FieldDie):
        return Cost(fielding_cost(table, action.die, table.mover))
    return FREE


def _cost_in_words(table: GameTable, action: act.Action) -> Text:
    if isinstance(action, act.Purchase | act.FieldDie):
        return _cost_of(table, action).in_words
    if isinstance(action, act.UseGlobal):
        return global_cost(table, action, table.mover).in_words
    if isinstance(action, act.PayAtOnce):
        return joined(
            tr(" and "),
            (cost.in_words for cost in costs_at_once(table, action.parts, table.mover)),
        )
    return NOTHING


def _offers_short_of_energy(
    table: GameTable, state: DiceMastersState, notation: Notation, found: set[object]
) -> Iterator[Offer]:
    """What cannot be done yet for want of energy."""
    if table.step != "main" or table.mover != table.active or state.request is not None:
        return
    wanted: list[act.Action] = [
        act.FieldDie(die)
        for die in table.one_of_each(
            d for d in table.dice_in("reserve", table.mover) if table.face(d).level
        )
    ]
    wanted += [act.Purchase(die) for die in purchasable_dice(table, table.mover)]
    for action in wanted:
        if _offer_key(action) in found:
            continue
        yield Offer(
            text=notation.say(action),
            group=GROUPS[type(action)],
            cost=_cost_in_words(table, action),
            why_not=_reason_against(table, state, action),
            seat=table.mover if table.mover != NOBODY else None,
        )


def _reason_against(table: GameTable, state: DiceMastersState, action: act.Action) -> Text:
    wrong = find_violation(state, action)
    if wrong is not None and wrong.code not in PAYMENT_CODES:
        return wrong.text
    price = _cost_of(table, action)
    return shortfall(table, table.mover, price) or tr(
        "These dice cannot pay {price} exactly.", price=price
    )
