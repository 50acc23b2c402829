"""Operations that choose, name, or arrange what comes later; and bans lifted, dice bought."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rules.core import DieNumber, Seat, numbered
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.bans import lifted_key
from rules.dicemasters.engine.damage import check_life, gain_life, lose_life
from rules.dicemasters.engine.dice_moves import field_without_paying, roll
from rules.dicemasters.engine.effect import Effect
from rules.dicemasters.engine.knock_outs import knock_out
from rules.dicemasters.engine.numbers import KindNumber
from rules.dicemasters.engine.state import NO_DIE, NOBODY, DieState, LastingRule, Modifier
from rules.dicemasters.engine.stats import (
    burst_matches,
    cannot_be_knocked_out,
    energy_types,
    joined_rule,
    matches,
    purchase_cost,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.targets import choose_affected, seats_of
from rules.dicemasters.engine.triggers import (
    Script,
    ask,
    ask_die,
    ask_payment,
    impose_rule,
    trigger_event,
    without_questions,
)
from rules.dicemasters.moves.actions import Action, ChooseName
from rules.dicemasters.moves.payment import ENERGY_TYPES, Cost, payments, written_cost
from words import tr


def _choose(effect: Effect, op: fx.Choose) -> Script:
    chosen = yield from choose_affected(effect, op.who, tr("which one?"))
    if op.mark:
        for die in chosen:
            marked = Modifier(rule="marked", seat=effect.seat, source=effect.this)
            effect.table.add_modifier(die, marked)
    if not isinstance(op.who, fx.Target):
        for die in chosen:
            effect.pick(die)
    effect.affected_count = len(chosen)


@without_questions
def _whenever(effect: Effect, op: fx.Whenever) -> None:
    _add_lasting(effect, what="whenever", when=op.when)


@without_questions
def _later(effect: Effect, op: fx.Later) -> None:
    _add_lasting(effect, what=op.at, picked=tuple(effect.picked), do=op.do)


def _add_lasting(effect: Effect, **fields: Any) -> None:
    rule = LastingRule(seat=effect.seat, until="turn", card=effect.card, die=effect.this, **fields)
    effect.table.lasting = (*effect.table.lasting, rule)


@without_questions
def _lift(effect: Effect, _: fx.Lift) -> None:
    effect.table.first_time_this_turn(lifted_key(effect.card, effect.seat))


@without_questions
def _set_life(effect: Effect, op: fx.SetLife) -> None:
    table = effect.table
    for seat in seats_of(effect, op.seats):
        more = op.amount - table.life[table.match.team(seat)]
        if more > 0:
            gain_life(table, seat, more)
        else:
            lose_life(table, seat, -more)
    check_life(table)


def _name_card(effect: Effect, op: fx.NameCard) -> Script:
    table, match = effect.table, effect.table.match
    rivals = [s for s in match.seats if match.team(s) != match.team(effect.seat)]
    theirs = [c.card for c in match.cards if c.seat in rivals and c.card.is_character]
    if not theirs:
        return
    options: list[Action] = [ChooseName(card.code) for card in theirs]
    answer = yield from ask(
        effect.seat,
        tr("{asking_text}: which card is chosen?", asking_text=effect.asking_text),
        options,
    )
    table.lasting = tuple(
        x for x in table.lasting if not (x.until == "leaves" and x.card == effect.card)
    )
    for rule in op.rules:
        named = fx.ImposeRule(rule, fx.Dice(side="opposing", card=answer.what), until="leaves")
        impose_rule(table, named, effect.seat, effect.card)
    if op.copy:
        _copy_card(effect, op, answer.what)


def _copy_card(effect: Effect, op: fx.NameCard, code: str) -> None:
    """This card's dice in the field have the text of another card, instead of the last copied."""
    table, match = effect.table, effect.table.match
    model = next(
        die
        for die, card in numbered(DieNumber, match.card_of)
        if match.cards[card].card.code == code
    )
    levels = match.kinds[match.kind_of[model]].levels
    for die in table.characters(effect.seat):
        if match.card_of[die] != effect.card:
            continue
        kept = [m for m in table.dice[die].modifiers if m.until != "forever"]
        copied = [Modifier(rule="text-of", until="forever", seat=effect.seat, source=model)]
        own = table.face(die)
        if op.figures and burst_matches(op.figures, own.burst):
            face = match.faces[model][levels[min(own.level, len(levels)) - 1]]
            up, down = face.attack - own.attack, face.defence - own.defence
            copied.append(Modifier(up, down, "", "forever", effect.seat, effect.this))
        table.change_die(die, modifiers=(*kept, *copied))


def _name_kind(effect: Effect, op: fx.NameKind) -> Script:
    match = effect.table.match
    names: tuple[str, ...] = ENERGY_TYPES
    if op.what == "affiliation":
        names = tuple(sorted({team for c in match.cards for team in c.card.affiliations}))
    if not names:
        return
    options: list[Action] = [ChooseName(name) for name in names]
    answer = yield from ask(
        effect.seat,
        tr("{asking_text}: which {what}?", asking_text=effect.asking_text, what=op.what),
        options,
    )
    who = (
        replace(op.who, energy=answer.what)
        if op.what == "energy"
        else replace(op.who, team=(answer.what,))
    )
    for rule in op.rules:
        named = fx.ImposeRule(rule, who, until=op.until)  # type: ignore[arg-type] # keywords too
        impose_rule(effect.table, named, effect.seat, effect.card, by_global=effect.by == "global")
    if op.attack or op.defence:
        bonus = fx.ImposeRule("bonus", who, attack=op.attack, defence=op.defence, until=op.until)
        impose_rule(effect.table, bonus, effect.seat, effect.card, by_global=effect.by == "global")


def _join(effect: Effect, op: fx.Join) -> Script:
    chosen = yield from choose_affected(
        effect, op.who, tr("which die becomes one of the {team}?", team=op.team)
    )
    for die in chosen:
        joined = Modifier(
            rule=joined_rule(op.team),
            until=op.until,
            seat=effect.seat,
            source=effect.this,
            by_global=effect.by == "global",
        )
        effect.table.add_modifier(die, joined)
    effect.affected_count = len(chosen)


def _forbid_block(effect: Effect, op: fx.ForbidBlock) -> Script:
    chosen = yield from choose_affected(effect, op.who, tr("which die?"))
    what = "cannot-be-blocked" if op.by else "cannot-block"
    for die in chosen:
        rule = LastingRule(what, effect.seat, "turn", who=op.against, card=effect.card, die=die)
        effect.table.lasting = (*effect.table.lasting, rule)
    effect.affected_count = len(chosen)


def _buy_die(effect: Effect, op: fx.BuyDie) -> Script:
    table, seat = effect.table, effect.seat
    effect.affected_count = 0
    for_sale: dict[KindNumber, DieNumber] = {}
    for die, entry in numbered(DieNumber, table.dice):
        on_sale = entry.zone == "cards" and entry.seat in (seat, NOBODY)
        if on_sale and matches(table, op.who, die, effect.this, in_zone=True):
            for_sale.setdefault(table.match.kind_of[die], die)
    able = [die for die in for_sale.values() if payments(table, seat, _price(table, op, die, seat))]
    bought = yield from ask_die(
        table,
        seat,
        tr("{asking_text}: buy which?", asking_text=effect.asking_text),
        able,
        none=True,
    )
    if bought == NO_DIE:
        return
    price = _price(table, op, bought, seat)
    if price.amount and not (
        yield from ask_payment(
            table, seat, tr("pay {price} for {die}?", price=price, die=table.title(bought)), price
        )
    ):
        return
    table.replace_die(bought, DieState("used", seat, seat))
    table.add_player_event(
        "purchased",
        seat,
        tr("buys {die}", die=table.title(bought)),
        die=table.match.die_names[bought],
    )
    if op.to == "reserve":
        table.move(bought, "reserve", seat)
        yield from roll(table, seat, [bought])
    elif op.to == "field":
        field_without_paying(table, bought, 1)
    elif op.to != "used":
        table.move(bought, op.to, seat)
    effect.affected_count = 1
    trigger_event(table, "purchased", bought)


def _price(table: GameTable, op: fx.BuyDie, die: DieNumber, seat: Seat) -> Cost:
    if op.energy:
        return written_cost(op.energy)
    amount, types = purchase_cost(table, die, seat), energy_types(table, die)
    return Cost(amount, types, 1 if types and amount else 0)


def fabricating(effect: Effect, op: fx.FabricateDie) -> tuple[list[DieNumber], DieNumber]:
    """The characters that may be knocked out for a new die, and that die; none when it cannot be.

    The costliest that are left must make up the cost.
    """
    table, match = effect.table, effect.table.match
    new = next(
        (
            die
            for die, entry in numbered(DieNumber, table.dice)
            if entry.zone == "cards" and match.card_of[die] == effect.card
        ),
        NO_DIE,
    )
    chosen = effect.picked
    own = [die for die in table.characters(effect.seat) if die not in chosen]
    own = [die for die in own if not cannot_be_knocked_out(table, die)]
    costs = {die: match.cards[match.card_of[die]].card.cost for die in (*own, *chosen)}
    spent = sum(costs[die] for die in chosen)
    more = op.count - len(chosen) - 1

    def enough(die: DieNumber) -> bool:
        others = sorted((costs[other] for other in own if other != die), reverse=True)
        best = spent + costs[die] + sum(others[:more])
        return len(others) >= more and best >= op.cost

    able = [die for die in own if enough(die)]
    return (able, new) if new != NO_DIE else ([], NO_DIE)


def _fabricate(effect: Effect, op: fx.FabricateDie) -> Script:
    table, seat = effect.table, effect.seat
    new = NO_DIE
    for _ in range(op.count):
        able, new = fabricating(effect, op)
        effect.pick(
            (yield from ask_die(table, seat, tr("Fabricate: which die falls for it?"), able))
        )
    knocked_out = yield from knock_out(table, effect.picked)
    if len(knocked_out) == op.count:
        table.replace_die(new, DieState("used", seat, seat))
        name = table.match.die_names[new]
        table.add_player_event("purchased", seat, tr("buys {die}", die=table.title(new)), die=name)
        trigger_event(table, "purchased", new)


CHOICE_OPERATIONS: Final[dict[type, Callable[[Effect, Any], Script]]] = {
    fx.Choose: _choose,
    fx.Whenever: _whenever,
    fx.Later: _later,
    fx.Lift: _lift,
    fx.SetLife: _set_life,
    fx.NameCard: _name_card,
    fx.NameKind: _name_kind,
    fx.Join: _join,
    fx.ForbidBlock: _forbid_block,
    fx.BuyDie: _buy_die,
    fx.FabricateDie: _fabricate,
}
