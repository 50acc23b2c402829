"""What the dashboard offers: legal actions in groups, and what a player would like to do."""

from collections.abc import Iterator
from typing import Any, Final

from rules.core import Offer
from rules.dicemasters.cards.effects import Global
from rules.dicemasters.engine.state import NOBODY, DrawRequest, RollRequest, State
from rules.dicemasters.engine.stats import fielding_cost
from rules.dicemasters.engine.table import Table
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import buying_cost, for_sale
from rules.dicemasters.moves.payment import FREE, Cost, shortfall
from rules.dicemasters.moves.why_not import why_not
from rules.dicemasters.presentation import Speaker

GROUPS: Final[dict[type, str]] = {
    act.Drawn: "draw",
    act.Rolled: "roll",
    act.Reroll: "roll",
    act.Keep: "roll",
    act.Hand: "hand",
    act.Buy: "buy",
    act.FieldDie: "field",
    act.UseAction: "action",
    act.UseGlobal: "global",
    act.Discard: "action",
    act.Send: "attack",
    act.Block: "block",
    act.Declare: "pass",
    act.Pass: "pass",
    act.No: "pass",
    act.Number: "damage",
}

UNPAID: Final = frozenset({"wrong-energy-type", "too-little"})
"""Objections to a wish that come of its not being paid for."""


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def offers(game: Any, state: State) -> tuple[Offer, ...]:
    """One offer for each thing that can be done, the plainest payment behind it."""
    request = state.request
    if isinstance(request, DrawRequest):
        return (Offer(f"draw {_dice(request.count)}", "draw", seat=request.seat),)
    if isinstance(request, RollRequest):
        return (Offer(f"roll {_dice(len(request.dice))}", "roll", seat=request.seat),)
    table = Table(state)
    speaker = Speaker(table, state)
    found: dict[object, Offer] = {}
    for action in game.legal_actions(state):
        key = _what(action)
        if key not in found:
            found[key] = Offer(
                text=speaker.say(_without_payment(action)),
                group=GROUPS.get(type(action), "use"),
                action=action,
                cost=_cost(table, action),
                seat=None,
            )
    return (*found.values(), *_wishes(table, state, speaker, set(found)))


def _what(action: act.Action) -> object:
    """What is done, however it is paid."""
    if isinstance(action, act.Buy | act.FieldDie):
        return type(action), action.die
    if isinstance(action, act.UseGlobal):
        return type(action), action.card, action.number
    if isinstance(action, act.Yes):
        return type(action)
    return action


def _without_payment(action: act.Action) -> act.Action:
    if isinstance(action, act.Buy):
        return act.Buy(action.die)
    if isinstance(action, act.FieldDie):
        return act.FieldDie(action.die)
    if isinstance(action, act.UseGlobal):
        return act.UseGlobal(action.card, action.number)
    return action


def _price(table: Table, action: act.Action) -> Cost:
    """What buying or fielding a die takes."""
    if isinstance(action, act.Buy):
        return buying_cost(table, action.die, table.mover)
    if isinstance(action, act.FieldDie):
        return Cost(fielding_cost(table, action.die, table.mover))
    return FREE


def _cost(table: Table, action: act.Action) -> str:
    if isinstance(action, act.Buy | act.FieldDie):
        return str(_price(table, action))
    if isinstance(action, act.UseGlobal):
        ability = table.match.cards[action.card].text.abilities[action.number]
        return ability.cost if isinstance(ability, Global) else ""
    return ""


def _wishes(table: Table, state: State, speaker: Speaker, found: set[object]) -> Iterator[Offer]:
    """What cannot be done yet for want of energy."""
    if table.step != "main" or table.mover != table.active or state.request is not None:
        return
    wished: list[act.Action] = [
        act.FieldDie(die)
        for die in table.fold(d for d in table.lying("reserve", table.mover) if table.face(d).level)
    ]
    wished += [act.Buy(die) for die in for_sale(table, table.mover)]
    for action in wished:
        if _what(action) in found:
            continue
        yield Offer(
            text=speaker.say(action),
            group=GROUPS[type(action)],
            cost=_cost(table, action),
            why_not=_what_stands_in_the_way(table, state, action),
            seat=table.mover if table.mover != NOBODY else None,
        )


def _what_stands_in_the_way(table: Table, state: State, action: act.Action) -> str:
    wrong = why_not(state, action)
    if wrong is not None and wrong.code not in UNPAID:
        return wrong.text
    price = _price(table, action)
    return shortfall(table, table.mover, price) or f"These dice cannot pay {price} exactly."
