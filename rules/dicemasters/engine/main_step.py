"""What players do in the Main Step, and with actions and globals in the Attack Step."""

from collections.abc import Callable
from typing import Any, Final

from rules.core import DieNumber, Seat
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.bans import life_toll
from rules.dicemasters.engine.damage import global_life_cost, pay_life
from rules.dicemasters.engine.dice_moves import put_in_field, roll
from rules.dicemasters.engine.effect import Effect
from rules.dicemasters.engine.interpreter import perform, perform_batch, resolve_triggers
from rules.dicemasters.engine.knock_outs import knock_out, spin
from rules.dicemasters.engine.state import NO_DIE, NOBODY, DieState, Modifier, ZoneName
from rules.dicemasters.engine.stats import active_dice, active_die, has, matches
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import Script, ask, ask_die, trigger_event, without_questions
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import (
    can_respond,
    cancelled_key,
    costs_at_once,
    discard_rule,
    discarding,
    free_purchase_key,
    global_key,
    may_do_more,
)
from rules.dicemasters.moves.payment import spend
from words import tr


def _after_action(table: GameTable, seat: Seat) -> None:
    """Hand the move to whoever may act next."""
    table.paid = ()
    if table.step not in ("main", "actions"):  # what is paid for earlier changes nobody's turn
        return
    table.passed = 0
    table.mover = seat if table.on_turn(seat) else table.active


def pay_and_do(
    table: GameTable, action: act.Purchase | act.FieldDie | act.UseGlobal | act.PayAtOnce
) -> Script:
    """Pay, do what is paid for, and then all that this triggers."""
    seat = table.mover
    parts = action.parts if isinstance(action, act.PayAtOnce) else (action,)
    table.paid_energy = _energy_paid(table, action.pay)
    if not (isinstance(action, act.Purchase) and action.free):
        spend(table, seat, costs_at_once(table, parts, seat), action.pay)
    for part in parts:
        if table.winners is None:
            yield from PAID_FOR[type(part)](table, part)
    if table.winners is None:
        yield from resolve_triggers(table)
    _after_action(table, seat)


def _energy_paid(table: GameTable, pay: act.Payment) -> frozenset[str]:
    """The types of energy these dice give; wild energy is any."""
    return frozenset(table.face(die).energy for die, _ in pay) - {"Wild"}


def _purchase(table: GameTable, action: act.Purchase) -> Script:
    """A die goes from its card to the Used Pile."""
    seat = table.mover
    match = table.match
    facts = match.cards[match.card_of[action.die]].card
    table.replace_die(action.die, DieState("used", seat, seat))
    if any(x.what == "purchases-to-bag" and x.seat == seat for x in table.lasting):
        answer = yield from ask(
            seat, tr("{title}: into the bag?", title=facts.title), (act.Yes(), act.NO)
        )
        if isinstance(answer, act.Yes):
            table.move(action.die, "bag", seat)
    if action.free:
        table.first_time_this_turn(free_purchase_key(table, action.die, seat))
    basic = match.kinds[match.kind_of[action.die]].seat == NOBODY
    if basic:
        table.done_this_turn = (*table.done_this_turn, f"bought {match.card_of[action.die]} {seat}")
    table.add_player_event(
        "purchased", seat, tr("buys {title}", title=facts.title), die=match.die_names[action.die]
    )
    table.lasting = tuple(
        lasting
        for lasting in table.lasting
        if not (
            lasting.until == "next-purchase"
            and lasting.seat == seat
            and (lasting.who is None or matches(table, lasting.who, action.die, in_zone=True))
        )
    )
    yield from _offer_suit_up(table, seat, action.die)
    trigger_event(table, "purchased", action.die)
    if facts.cost and table.paid_energy <= set(facts.energy):
        trigger_event(table, "crosspulse", action.die)


def _offer_suit_up(table: GameTable, seat: Seat, die: DieNumber) -> Script:
    """On purchase: KO one of the named characters to field the new die at level 2."""
    match = table.match
    for ability in match.cards[match.card_of[die]].text.abilities:
        if not isinstance(ability, fx.SuitUp):
            continue
        named = [
            d
            for d in table.characters(seat)
            if match.cards[match.card_of[d]].card.title in ability.titles
        ]
        if not named:
            continue
        options: list[act.Action] = [act.NO, *(act.ChooseDie(d) for d in table.one_of_each(named))]
        answer = yield from ask(seat, tr("Suit Up: which die is knocked out for it?"), options)
        if isinstance(answer, act.ChooseDie):
            knocked_out = yield from knock_out(table, [answer.die])
            if knocked_out:
                put_in_field(table, die, 2)


@without_questions
def _field(table: GameTable, action: act.FieldDie) -> None:
    """A character goes from the Reserve Pool to the field."""
    seat = table.mover
    pay_life(table, seat, life_toll(table, seat, "field"))
    if table.winners is not None:
        return
    face = table.dice[action.die].face
    table.move(action.die, "field", seat, face)
    table.fielded = (*table.fielded, action.die)
    _next_fielding(table, action.die, seat)
    name = table.match.die_names[action.die]
    fields = table.match.edition.wording.fields
    table.add_player_event(
        "fielded", seat, fields.filled({"die": table.spoken_name(action.die)}), die=name
    )
    trigger_event(table, "fielded", action.die)


def _next_fielding(table: GameTable, die: DieNumber, seat: Seat) -> None:
    """Apply bonuses for the next die fielded, and end its discounts."""
    kept = []
    for lasting in table.lasting:
        if lasting.until == "next-fielding" and lasting.seat == seat:
            if lasting.attack or lasting.defence:
                table.add_modifier(die, Modifier(lasting.attack, lasting.defence, seat=seat))
        else:
            kept.append(lasting)
    table.lasting = tuple(kept)


def use_action(table: GameTable, action: act.UseAction) -> Script:
    """Use an action die: its effect, then it is spent. A Continuous one goes to the field."""
    seat = table.mover
    match = table.match
    die = action.die
    card = match.card_of[die]
    in_play = match.cards[card]
    table.add_player_event(
        "action-used", seat, tr("uses {title}", title=in_play.card.title), die=match.die_names[die]
    )
    effect = Effect(table, seat, die, card, by="action")
    pay_life(table, seat, life_toll(table, seat, "action"))
    if table.winners is not None:
        return
    cancelled = yield from _in_vain(table, seat, "action")
    if not in_play.encoded:
        table.add_event(
            "by-hand", tr("{title}: carry its text out by hand", title=in_play.card.title), seat
        )
    if cancelled:
        table.move(die, match.edition.spent_to if table.on_turn(seat) else "used", seat)
    elif "Continuous" in in_play.text.keywords and not _is_attached(in_play.text):
        table.move(die, "field", seat, table.dice[die].face)
    else:
        yield from _do_action(table, effect, in_play.text)
        if table.winners is None and table.dice[die].zone == "reserve":
            to: ZoneName = match.edition.spent_to if table.on_turn(seat) else "used"
            if has(table, die, "Boomerang") and (yield from _comes_back(table, seat, die)):
                to = "prep"
            table.move(die, to, seat)
    if table.winners is None:
        trigger_event(table, "action-used", die)
        yield from resolve_triggers(table)
    _after_action(table, seat)


def _is_attached(text: fx.CardText) -> bool:
    """Whether a Continuous die is put on a character, not into the field by itself."""
    return any(isinstance(ability, fx.WhenUsed) for ability in text.abilities)


def _in_vain(table: GameTable, seat: Seat, what: str) -> Script:
    """Whether an opponent's card cancels this: one of its dice pays for that."""
    team = table.match.team
    for each in table.match.answers:
        ability = each.ability
        if not isinstance(ability, fx.Cancels) or ability.what != what:
            continue
        dice = [d for d in active_dice(table, each.card) if team(table.dice[d].seat) != team(seat)]
        if ability.price == "spin":
            dice = [die for die in dice if table.face(die).level > 1]
        if not dice:
            continue
        title = table.match.cards[each.card].card.title
        owner = table.dice[dice[0]].seat
        die = yield from ask_die(
            table, owner, tr("{title}: which die cancels it?", title=title), dice
        )
        table.add_event("cancelled", tr("{title} cancels it", title=title), owner)
        if ability.price == "spin":
            spin(table, die, -1)
        else:
            yield from knock_out(table, [die])
        return True
    return False


def _comes_back(table: GameTable, seat: Seat, die: DieNumber) -> Script:
    """Boomerang: the die is rolled; on an action face it goes to the Prep Area."""
    yield from roll(table, seat, [die])
    return table.face(die).action


def _do_action(table: GameTable, effect: Effect, text: fx.CardText) -> Script:
    burst = table.face(effect.this).burst
    for ability in text.abilities:
        if isinstance(ability, fx.WhenUsed):
            do = ability.do
            if burst == 1 and ability.star is not None:
                do = ability.star
            elif burst == 2 and ability.double is not None:
                do = ability.double
            yield from perform(effect, do)


def _use_global(table: GameTable, action: act.UseGlobal) -> Script:
    """Carry out a global ability; paid for several times at once it is one effect."""
    seat = table.mover
    match = table.match
    ability = match.cards[action.card].text.abilities[action.number]
    assert isinstance(ability, fx.Global)
    title = match.cards[action.card].card.title
    if ability.once:
        table.first_time_this_turn(global_key(action.card, action.number, seat))
    if isinstance(ability, fx.Paid):
        yield from _use_paid_text(table, action, ability)
        return
    life_cost = global_life_cost(table, seat) * action.times
    often = tr(" {times} times", times=action.times) if action.times > 1 else ""
    table.add_player_event(
        "global-used",
        seat,
        tr("uses the global of {title}{often}", title=title, often=often),
        card=title,
    )
    pay_life(table, seat, life_cost)
    if table.winners is None and (yield from _in_vain(table, seat, "global")):
        table.first_time_this_turn(cancelled_key(action.card, action.number))
    elif table.winners is None:
        effect = Effect(table, seat, NO_DIE, action.card, by="global")
        if action.times > 1:
            yield from perform_batch(effect, ability.do, action.times)
        else:
            yield from perform(effect, ability.do)
    if table.winners is None:
        trigger_event(table, "global-used", seat=seat)


def _use_paid_text(table: GameTable, action: act.UseGlobal, ability: fx.Paid) -> Script:
    """Carry out a text that its owner, or the opponent, pays for."""
    seat = table.mover
    source = active_die(table, action.card)
    title = table.match.cards[action.card].card.title
    table.add_player_event(
        "text-used", seat, tr("pays for the text of {title}", title=title), card=title
    )
    pay_life(table, seat, ability.life)
    if table.winners is None:
        yield from perform(Effect(table, seat, source, action.card), ability.do)


PAID_FOR: Final[dict[type, Callable[[GameTable, Any], Script]]] = {
    act.Purchase: _purchase,
    act.FieldDie: _field,
    act.UseGlobal: _use_global,
}
"""What is done once it is paid for."""


def discard(table: GameTable, action: act.Discard) -> Script:
    """Send a Continuous die to the Used Pile as its text allows."""
    seat = table.mover
    ability = discard_rule(table, action.die)
    assert ability is not None
    pay_life(table, seat, ability.life)
    if table.winners is not None:
        return
    owner = table.dice[action.die].owner
    effect = discarding(table, action.die, seat)
    table.move(action.die, "used", owner)
    table.add_event(
        "discarded", tr("{die} leaves the field", die=table.spoken_name(action.die)), seat
    )
    if ability.do:
        yield from perform(effect, ability.do)
        yield from resolve_triggers(table)
    _after_action(table, seat)


OPPONENT_ASKED, EVERYBODY_PASSED = 1, 2
"""How far passing has come: an opponent was asked; all passed and the team may speak once more."""

PHASES: Final = 4
"""`passed` counts phases below this; above it, which partners have passed since the last act."""


@without_questions
def pass_turn(table: GameTable, _: act.Pass) -> None:
    """Pass: the opponents may act, each once; when everybody has passed the step ends.

    After the opponents passed, those whose turn it is may go on or end the step. In doubles a
    partner who passed may act again once the other has acted; the team is done when both passed
    one after the other.
    """
    match = table.match
    seat = table.mover
    partners = match.partners(table.active)
    if table.step == "reroll":  # the partner decides first
        table.mover = partners[1]
        return
    phase = table.passed % PHASES
    if table.on_turn(seat):
        done = table.passed // PHASES | 1 << partners.index(seat)
        for number, partner in enumerate(partners):
            if not done >> number & 1 and may_do_more(table, partner):
                table.mover = partner
                table.passed = phase + PHASES * done
                return
        asked = match.partners(match.opponent_of(table.active))
    else:
        ring = match.partners(match.opponent_of(table.active))
        asked = ring[ring.index(seat) + 1 :]
    if phase < EVERYBODY_PASSED:
        for opponent in asked:
            if can_respond(table, opponent):
                table.mover = opponent
                table.passed = OPPONENT_ASKED
                return
    if phase == OPPONENT_ASKED:
        table.mover = table.active
        table.passed = EVERYBODY_PASSED
        return
    table.passed = 0
    table.step = "main-end" if table.step == "main" else "damage"
