"""Carries out what cards say: which text comes first, and its operations one after the other."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from rules.core import Seat
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import (
    DamageHit,
    can_pay_life,
    check_life,
    globals_allowed,
    pay_life,
)
from rules.dicemasters.engine.effect import Effect, remembered_key
from rules.dicemasters.engine.knock_outs import check_knockouts
from rules.dicemasters.engine.operations_in_field import IN_FIELD_OPERATIONS, deal_damage_of
from rules.dicemasters.engine.operations_on_choices import CHOICE_OPERATIONS, fabricating
from rules.dicemasters.engine.operations_with_dice import DICE_OPERATIONS
from rules.dicemasters.engine.state import NOBODY, ChoiceRequest
from rules.dicemasters.engine.stats import (
    burst_matches,
    is_behind,
)
from rules.dicemasters.engine.table import GameTable, Trigger
from rules.dicemasters.engine.targets import can_spin, candidates
from rules.dicemasters.engine.triggers import (
    Script,
    ask,
    impose_rule,
    without_questions,
)
from rules.dicemasters.moves.actions import (
    NO,
    Action,
    ChooseName,
    ResolveFirst,
    Yes,
)
from rules.dicemasters.moves.payment import payments, spend, written_cost
from words import as_text, tr


def resolve_triggers(table: GameTable) -> Script:
    """Carry out everything that waits: the active side's first, then in its owners' order.

    Partners order what waits for either of them together; the one of them whom the first concerns
    is asked.
    """
    match = table.match
    while table.queue and table.winners is None:
        for seat in table.seats_in_turn():
            side = match.partners(seat)
            waiting = [t for partner in side for t in table.queue if t.seat == partner]
            if waiting:
                break
        else:
            table.queue.clear()
            return
        chosen = yield from _choose_first(table, waiting)
        table.queue.remove(chosen)
        yield from _carry_out_trigger(table, chosen)
        check_life(table)


def _choose_first(table: GameTable, waiting: Sequence[Trigger]) -> Script:
    """Ask which of several simultaneous effects of one side comes first."""
    options: list[Action] = []
    seen = set()
    names = table.match.names
    several = len({trigger.seat for trigger in waiting}) > 1
    for number, trigger in enumerate(waiting):
        alike = (
            trigger.seat,
            trigger.card_ability.card,
            trigger.card_ability.number,
            trigger.amount,
            trigger.burst,
        )
        if alike not in seen:
            seen.add(alike)
            whose = f"{names[trigger.seat]}'s " if several else ""
            options.append(ResolveFirst(number, whose + _trigger_in_words(table, trigger)))
    answer = yield from ask(waiting[0].seat, tr("which effect first?"), options)
    return waiting[answer.number]


def _trigger_in_words(table: GameTable, trigger: Trigger) -> str:
    """A waiting text in words: whose, what happened, to which die."""
    ability = trigger.card_ability.ability
    assert isinstance(ability, fx.When)
    about = f" ({ability.event}"
    if trigger.event_die >= 0:
        about += f" {table.spoken_name(trigger.event_die)}"
    if trigger.amount:
        about += f" {trigger.amount}"
    owner = table.match.cards[trigger.card_ability.card]
    return f"{owner.card.title}{about}, {trigger.card_ability.number + 1})"


def _carry_out_trigger(table: GameTable, trigger: Trigger) -> Script:
    ability = trigger.card_ability.ability
    assert isinstance(ability, fx.When)
    do = ability.do
    if trigger.burst == 1 and ability.star is not None:
        do = ability.star
    elif trigger.burst == 2 and ability.double is not None:
        do = ability.double
    by = "global" if _is_global(table, trigger) else "ability"
    card = trigger.card_ability.card
    effect = Effect(table, trigger.seat, trigger.die, card, by=by, trigger=trigger)
    if by == "global" and not globals_allowed(table, trigger.seat):
        return
    table.add_event(
        "ability", tr("{name}'s text applies", name=effect.name), trigger.seat, card=effect.name
    )
    yield from perform(effect, do)


def _is_global(table: GameTable, trigger: Trigger) -> bool:
    """Whether a waiting text is a global that answers to damage."""
    number = trigger.card_ability.number
    abilities = table.match.cards[trigger.card_ability.card].text.abilities
    return number < len(abilities) and isinstance(abilities[number], fx.Global)


def perform(effect: Effect, do: fx.Operations) -> Script:
    """Carry out operations one after the other, then knock out dice with lethal damage."""
    for operation in fx.operations_of(do):
        if effect.table.winners is not None:
            return
        yield from CARRY_OUT[type(operation)](effect, operation)
    if effect.held_hits is None:
        yield from check_knockouts(effect.table)


def perform_batch(effect: Effect, do: fx.Operations, times: int) -> Script:
    """Carry out operations that were paid for several times at once, as a single effect.

    Its damage falls together at the end, one hit for each target, and then dice are knocked out.
    """
    held = effect.held_hits = []
    for _ in range(times):
        effect.picked = []
        yield from perform(effect, do)
    effect.held_hits = None
    hits: dict[tuple[int, int, int], DamageHit] = {}
    for hit in held:
        target = (hit.source, hit.die, hit.player)
        before = hits[target].amount if target in hits else 0
        hits[target] = replace(hit, amount=before + hit.amount)
    yield from deal_damage_of(effect, list(hits.values()))
    yield from check_knockouts(effect.table)


@cache
def _fields_that_select(word: type[fx.Operation]) -> tuple[str, ...]:
    """The fields of a word in which selectors stand."""
    fields = word.__struct_fields__
    return tuple(name for name in ("who", "to", "one", "other") if name in fields)


def is_possible(  # noqa: PLR0911 - one return per kind of text
    effect: Effect, do: fx.Operations
) -> bool:
    """Whether the first operation has anything it could affect."""
    operations = fx.operations_of(do)
    if not operations:
        return False
    first = operations[0]
    if isinstance(first, fx.FabricateDie):
        return bool(fabricating(effect, first)[0])
    if isinstance(first, fx.May):
        return is_possible(effect, first.do)
    for name in _fields_that_select(type(first)):
        selector = getattr(first, name)
        if isinstance(selector, fx.Target) and not selector.player:
            if not candidates(effect, selector, own_dice=isinstance(first, fx.Sacrifice)):
                return False
        elif (
            isinstance(selector, fx.Each)
            and not isinstance(first, fx.Give)
            and not effect.matching_dice(selector.who)
        ):
            return False
    if isinstance(first, fx.Spin) and isinstance(first.who, fx.Target) and first.by:
        step = 1 if first.by > 0 else -1
        return any(can_spin(effect.table, die, step) for die in candidates(effect, first.who))
    return True


def _may(effect: Effect, op: fx.May) -> Script:
    table = effect.table
    seat = effect.seat
    if op.by == "opponent":
        seat = table.match.opponent_of(seat)
    elif op.by == "owner":
        seat = effect.picked_seat
        if seat == NOBODY:  # no die was there to choose
            return
    agreed = False
    paid_for_nothing = not fx.operations_of(op.do)  # the price is for what is not done otherwise
    possible = paid_for_nothing or is_possible(effect, op.do)
    if possible and can_pay_life(table, seat, op.life):
        agreed = yield from _player_agrees(effect, op, seat)
    yield from perform(effect, op.do if agreed else op.otherwise)


def _player_agrees(effect: Effect, op: fx.May, seat: Seat) -> Script:
    table = effect.table
    text = tr("use {asking_text}'s text?", asking_text=effect.asking_text)
    if op.energy:
        cost = written_cost(op.energy)
        options: list[Action] = [Yes(pay) for pay in payments(table, seat, cost)]
        if not options:
            return False
        answer = yield ChoiceRequest(seat, text, (NO, *options))
        if not isinstance(answer, Yes):
            return False
        spend(table, seat, cost, answer.pay)
        return True
    answer = yield ChoiceRequest(seat, text, (NO, Yes()))
    if not isinstance(answer, Yes):
        return False
    pay_life(table, seat, op.life)
    return True


def _if(effect: Effect, op: fx.If) -> Script:
    yield from perform(effect, op.do if _condition_holds(effect, op) else op.otherwise)


def _condition_holds(effect: Effect, op: fx.If) -> bool:
    table = effect.table
    if op.burst:
        shown = effect.trigger.burst if effect.trigger else table.face(effect.this).burst
        if not burst_matches(op.burst, shown):
            return False
    if (
        (op.any_moved and not effect.affected_count)
        or (op.no_attack and table.turn_attacked)
        or (op.teamwork and not _teammates(effect))
        or (op.remembered and remembered_key(effect.card) not in table.done_this_turn)
        or (op.life_below and table.life[table.match.team(effect.seat)] >= op.life_below)
        or (op.behind and not is_behind(table, effect.seat, op.behind))
    ):
        return False
    if op.who is None:
        return True
    dice = effect.matching_dice(op.who)
    if op.picked is not None:
        return any(die in dice for die in effect.fixed_dice(op.picked))
    if op.different:
        return len({table.title(die) for die in dice}) >= op.different
    return op.at_least <= len(dice) <= op.at_most


def _teammates(effect: Effect) -> bool:
    """Whether two characters of the player share an affiliation."""
    table = effect.table
    teams = [
        team
        for die in table.characters(effect.seat)
        for team in table.match.cards[table.match.card_of[die]].card.affiliations
    ]
    return len(set(teams)) < len(teams)


def _name_title(effect: Effect, op: fx.NameTitle) -> Script:
    table = effect.table
    titles = sorted({c.card.title for c in table.match.cards if op.team in c.card.affiliations})
    if not titles:
        return
    options: list[Action] = [ChooseName(title) for title in titles]
    answer = yield from ask(
        effect.seat,
        tr("{asking_text}: which character is named?", asking_text=effect.asking_text),
        options,
    )
    if op.until == "leaves":
        table.lasting = tuple(
            x for x in table.lasting if not (x.until == "leaves" and x.card == effect.card)
        )
    for rule in op.rules:
        named = fx.ImposeRule(rule, fx.Dice(title=answer.what), until=op.until)
        impose_rule(table, named, effect.seat, effect.card)


def _each_player(effect: Effect, op: fx.EachPlayer) -> Script:
    for seat in effect.table.seats_in_turn():
        theirs = Effect(effect.table, seat, effect.this, effect.card, by=effect.by)
        yield from perform(theirs, op.do)


def _for_each(effect: Effect, op: fx.ForEach) -> Script:
    for _ in effect.matching_dice(op.who):
        effect.picked = []
        yield from perform(effect, op.do)


def _use_captured(effect: Effect, _: fx.UseCaptured) -> Script:
    """Use the action dice under this die without their bursts."""
    table = effect.table
    for die in table.dice_in("field", effect.seat):
        if table.dice[die].under != effect.this or not table.face(die).action:
            continue
        card = table.match.card_of[die]
        table.add_player_event("action-used", effect.seat, tr("uses {die}", die=table.title(die)))
        used = Effect(table, effect.seat, die, card, by="action")
        for ability in table.match.cards[card].text.abilities:
            if isinstance(ability, fx.WhenUsed):
                yield from perform(used, ability.do)


def resolve_later(table: GameTable, at: str) -> Script:
    """Carry out what texts have put off until now."""
    waiting = [lasting for lasting in table.lasting if lasting.what == at and lasting.do]
    table.lasting = tuple(lasting for lasting in table.lasting if lasting not in waiting)
    for lasting in waiting:
        effect = Effect(table, lasting.seat, lasting.die, lasting.card)
        for mark in lasting.picked:
            effect.pick(mark)
        yield from perform(effect, lasting.do)
    yield from resolve_triggers(table)


@without_questions
def _do_by_hand(effect: Effect, op: fx.DoByHand) -> None:
    effect.table.add_event(
        "by-hand", effect.name + ": " + as_text(op.text), effect.seat, card=effect.name
    )


CARRY_OUT: Final[dict[type, Callable[[Effect, Any], Script]]] = {
    **IN_FIELD_OPERATIONS,
    **DICE_OPERATIONS,
    **CHOICE_OPERATIONS,
    fx.ForEach: _for_each,
    fx.UseCaptured: _use_captured,
    fx.May: _may,
    fx.If: _if,
    fx.EachPlayer: _each_player,
    fx.NameTitle: _name_title,
    fx.DoByHand: _do_by_hand,
}
