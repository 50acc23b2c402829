"""Operations on dice in the field and on life: damage, knock-outs, spins, bonuses, rules."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rules.core import DieNumber, numbered
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import (
    DamageHit,
    check_life,
    deal_damage,
    gain_life,
    lose_life,
    offer_extra_damage,
)
from rules.dicemasters.engine.effect import Effect, marked_player, remembered_key
from rules.dicemasters.engine.knock_outs import knock_out, spin
from rules.dicemasters.engine.state import NO_DIE, DieState, Modifier
from rules.dicemasters.engine.stats import (
    attack,
    block_allowed,
    energy_types,
    has,
    is_attacking,
    printed_stats,
    stat,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.targets import (
    can_spin,
    candidates,
    choose_affected,
    choose_dice,
    seats_of,
)
from rules.dicemasters.engine.triggers import (
    Script,
    ask,
    impose_rule,
    without_questions,
)
from rules.dicemasters.moves.actions import (
    ChooseNumber,
)
from words import joined, tr


def _damage(effect: Effect, op: fx.Damage) -> Script:
    chosen = yield from choose_affected(effect, op.to, tr("who takes the damage?"), damage=True)
    by = effect.fixed_dice(op.by)
    source = by[0] if by else effect.this
    amount = effect.number(op.amount)
    hits = [
        DamageHit(source, effect.seat, amount, die=mark)
        if mark >= 0
        else DamageHit(source, effect.seat, amount, player=marked_player(mark))
        for mark in chosen
    ]
    if effect.held_hits is not None:
        effect.held_hits += hits
    else:
        yield from deal_damage_of(effect, hits)
    effect.affected_count = len(chosen)


def deal_damage_of(effect: Effect, hits: list[DamageHit]) -> Script:
    """Deal the damage of an effect, with what globals add to it."""
    if effect.by in ("action", "global"):
        hits = yield from offer_extra_damage(effect.table, effect.seat, hits)
    yield from deal_damage(effect.table, hits)


def _ko(effect: Effect, op: fx.KO) -> Script:
    chosen = yield from choose_affected(effect, op.who, tr("which die is knocked out?"))
    table = effect.table
    sources = {die: [effect.this] for die in chosen} if effect.this >= 0 else {}
    knocked_out = yield from knock_out(table, chosen, sources, to=op.to)
    effect.affected_count = len(knocked_out)


def _sacrifice(effect: Effect, op: fx.Sacrifice) -> Script:
    table = effect.table
    chosen = yield from choose_dice(effect, op.who, tr("which die is sacrificed?"), own_dice=True)
    for die in chosen:
        owner = table.dice[die].owner
        table.move(die, table.match.edition.spent_to if table.on_turn(owner) else "used", owner)
    effect.affected_count = len(chosen)


UP_OR_DOWN: Final = (ChooseNumber(1), ChooseNumber(-1))
"""Both are a player's to choose, also the one that changes nothing."""


def _spin(effect: Effect, op: fx.Spin) -> Script:
    table = effect.table
    if op.by and isinstance(op.who, fx.Target):
        step = 1 if op.by > 0 else -1
        able = [d for d in candidates(effect, op.who) if can_spin(table, d, step)]
        if not able and op.by < 0:
            effect.affected_count = 0
            return
    chosen = yield from choose_affected(effect, op.who, tr("which die spins?"))
    moved = 0
    for die in chosen:
        by = op.by
        if by == 0:
            if not any(can_spin(table, die, step) for step in (1, -1)):
                continue  # neither way changes anything
            answer = yield from ask(effect.seat, tr("up or down?"), UP_OR_DOWN)
            by = answer.amount
        moved += spin(table, die, by)
    effect.affected_count = moved


def _buff(effect: Effect, op: fx.Buff) -> Script:
    chosen = yield from choose_affected(effect, op.who, tr("which die gets the bonus?"))
    each_time = any(
        isinstance(what, fx.CountOf) and what.for_each_die for what in (op.attack, op.defence)
    )
    gains = {}
    if each_time:
        for die in chosen:
            its = Effect(effect.table, effect.seat, die, effect.card, by=effect.by)
            gains[die] = its.number(op.attack), its.number(op.defence)
    else:
        gains = dict.fromkeys(chosen, (effect.number(op.attack), effect.number(op.defence)))
    for die, (up, down) in gains.items():
        effect.table.add_modifier(
            die,
            Modifier(up, down, "", op.until, effect.seat, effect.this, effect.by == "global"),
        )
    effect.affected_count = len(chosen)


def _give(effect: Effect, op: fx.Give) -> Script:
    chosen = yield from choose_affected(effect, op.who, tr("which die?"))
    for die in chosen:
        if die >= 0:
            effect.table.add_modifier(
                die,
                Modifier(
                    rule=op.what,
                    until=op.until,
                    seat=effect.seat,
                    source=effect.this,
                    by_global=effect.by == "global",
                ),
            )
    effect.affected_count = len(chosen)


@without_questions
def _impose_rule(effect: Effect, op: fx.ImposeRule) -> None:
    if op.who is not None and op.who.same_energy:
        model = next((die for die in reversed(effect.picked) if die >= 0), NO_DIE)
        types = energy_types(effect.table, model) if model != NO_DIE else ()
        op = replace(op, who=replace(op.who, same_energy=False, energy=joined("/", types)))
    impose_rule(
        effect.table,
        op,
        effect.seat,
        effect.card,
        by_global=effect.by == "global",
        die=effect.this if op.until == "attached" else NO_DIE,
    )


@without_questions
def _gain_life(effect: Effect, op: fx.GainLife) -> None:
    amount = effect.number(op.amount)
    for seat in seats_of(effect, op.seats):
        gain_life(effect.table, seat, amount, op.most)


@without_questions
def _lose_life(effect: Effect, op: fx.LoseLife) -> None:
    amount = effect.number(op.amount)
    seats = seats_of(effect, op.seats)
    active = effect.table.active
    for seat in sorted(seats, key=lambda s: s == active):
        lose_life(effect.table, seat, amount)
    check_life(effect.table)


def _swap_attack(effect: Effect, op: fx.SwapAttack) -> Script:
    one = yield from choose_affected(effect, op.one, tr("whose attack is swapped?"))
    other = yield from choose_affected(effect, op.other, tr("with whose?"))
    if not one or not other:
        return
    table = effect.table
    first, second = attack(table, one[0]), attack(table, other[0])
    by_global = effect.by == "global"
    for die, gain in ((one[0], second - first), (other[0], first - second)):
        table.add_modifier(die, Modifier(gain, 0, "", "turn", effect.seat, effect.this, by_global))
    effect.affected_count = 2


def _swap_figures(effect: Effect, op: fx.SwapFigures) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, tr("whose figures change places?"))
    by_global = effect.by == "global"
    for die in chosen:
        gain = stat(table, die, "defence") - attack(table, die)
        swapped = Modifier(gain, -gain, "", "turn", effect.seat, effect.this, by_global)
        table.add_modifier(die, swapped)
    effect.affected_count = len(chosen)


def _capture(effect: Effect, op: fx.Capture) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, tr("which die is captured?"))
    for die in chosen:
        entry = table.dice[die]
        face, marks = entry.face, entry.modifiers[:0]
        if not table.in_field(die):
            face = _face_when_captured(table, die, op.level)
            marks = (Modifier(rule="from-used", seat=effect.seat, source=effect.this),)
        table.move(die, "prep", entry.owner)
        seat = table.dice[effect.this].seat
        lies = DieState("field", seat, entry.owner, face, modifiers=marks, under=effect.this)
        table.replace_die(die, lies)
        effect.pick(die)
    effect.affected_count = len(chosen)


def _face_when_captured(table: GameTable, die: DieNumber, level: int) -> int:
    """What a die shows that is captured outside the field: this level, or its action."""
    kind = table.match.kinds[table.match.kind_of[die]]
    if kind.levels:
        return kind.levels[min(max(level, 1), len(kind.levels)) - 1]
    return next(number for number, face in enumerate(kind.faces) if face.action)


def _control(effect: Effect, op: fx.Control) -> Script:
    table = effect.table
    with_: list[DieNumber] = []
    if op.with_ is not None:
        with_ = yield from choose_dice(effect, op.with_, tr("which die controls?"))
    chosen = yield from choose_affected(effect, op.who, tr("which die is controlled?"))
    for die in chosen:
        entry = table.dice[die]
        under = with_[0] if with_ else NO_DIE
        modifier = Modifier(rule="controlled", seat=effect.seat)
        table.replace_die(
            die,
            DieState(
                "field",
                effect.seat,
                entry.owner,
                entry.face,
                entry.damage,
                (modifier,),
                under=under,
            ),
        )
        if under != NO_DIE:
            table.add_modifier(under, Modifier(rule="cannot-attack", seat=effect.seat))
    effect.affected_count = len(chosen)


def _attach(effect: Effect, op: fx.Attach) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, tr("which die is it put on?"))
    for die in chosen:
        face = table.dice[effect.this].face
        owner = table.dice[effect.this].owner
        table.replace_die(
            effect.this, DieState("field", table.dice[die].seat, owner, face, under=die)
        )
        table.add_modifier(
            die, Modifier(rule=op.rule, until=op.until, seat=effect.seat, source=effect.this)
        )
    effect.affected_count = len(chosen)


def _copy(effect: Effect, op: fx.Copy) -> Script:
    table = effect.table
    models = yield from choose_affected(effect, op.of, tr("which die is copied?"))
    copying = yield from choose_dice(effect, op.who)
    if not models or not copying:
        effect.affected_count = 0
        return
    model = models[0]
    for die in copying:
        if op.what != "abilities":
            theirs, own = printed_stats(table, model), printed_stats(table, die)
            gain = (theirs[0] - own[0], theirs[1] - own[1])
            table.add_modifier(
                die, Modifier(gain[0], gain[1], "", op.until, effect.seat, effect.this)
            )
        if op.what != "stats":
            table.add_modifier(
                die, Modifier(rule="text-of", until=op.until, seat=effect.seat, source=model)
            )
    effect.affected_count = len(copying)


def _return_to_field(effect: Effect, op: fx.ReturnToField) -> Script:
    chosen = yield from choose_affected(effect, op.who, tr("which die goes back?"))
    table = effect.table
    for die in chosen:
        for other in [n for n, entry in numbered(DieNumber, table.dice) if die in entry.blocks]:
            table.change_die(other, blocks=(), zone="field")
        table.change_die(die, zone="field", blocks=(), blocked=False)
    effect.affected_count = len(chosen)


@without_questions
def _cancel_globals(effect: Effect, _: fx.CancelGlobals) -> None:
    table = effect.table
    for number, die in numbered(DieNumber, table.dice):
        if any(modifier.by_global for modifier in die.modifiers):
            kept = tuple(modifier for modifier in die.modifiers if not modifier.by_global)
            table.change_die(number, modifiers=kept)
    table.lasting = tuple(x for x in table.lasting if not x.by_global)


def _set_aside(effect: Effect, op: fx.SetAside) -> Script:
    chosen = yield from choose_affected(effect, op.who, tr("which die is set aside?"))
    table = effect.table
    for die in chosen:  # it keeps its face: dice spent or sacrificed have none there
        table.move(die, "out", table.dice[die].owner, table.dice[die].face)
    effect.affected_count = len(chosen)


def _assign_blocker(effect: Effect, op: fx.AssignBlocker) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, tr("which die blocks it?"))
    able = [
        die
        for die in chosen
        if table.dice[die].zone == "field"
        and is_attacking(table, effect.this)
        and not has(table, die, "cannot-block")
        and block_allowed(table, die, effect.this)
    ]
    for die in able:
        table.change_die(die, zone="attack", blocks=(effect.this,))
    effect.affected_count = len(able)


def _call_out(effect: Effect, op: fx.CallOut) -> Script:
    chosen = yield from choose_affected(effect, op.who, tr("which die may block it?"))
    for die in chosen:
        called = Modifier(rule="called-out", seat=effect.seat, source=die)
        effect.table.add_modifier(effect.this, called)
    effect.affected_count = len(chosen)


@without_questions
def _remember(effect: Effect, _: fx.Remember) -> None:
    effect.table.first_time_this_turn(remembered_key(effect.card))


@without_questions
def _gain_token(effect: Effect, op: fx.GainToken) -> None:
    whose = fx.Dice(side="own", title=effect.name)
    token = fx.ImposeRule("bonus", whose, attack=op.attack, defence=op.defence, until="forever")
    impose_rule(effect.table, token, effect.seat, effect.card)
    effect.table.add_event(
        "token", tr("{name} gains a token", name=effect.name), effect.seat, card=effect.name
    )


IN_FIELD_OPERATIONS: Final[dict[type, Callable[[Effect, Any], Script]]] = {
    fx.Damage: _damage,
    fx.KO: _ko,
    fx.Sacrifice: _sacrifice,
    fx.Spin: _spin,
    fx.Buff: _buff,
    fx.Give: _give,
    fx.ImposeRule: _impose_rule,
    fx.GainLife: _gain_life,
    fx.LoseLife: _lose_life,
    fx.SwapAttack: _swap_attack,
    fx.SwapFigures: _swap_figures,
    fx.Capture: _capture,
    fx.Control: _control,
    fx.Attach: _attach,
    fx.Copy: _copy,
    fx.ReturnToField: _return_to_field,
    fx.CancelGlobals: _cancel_globals,
    fx.SetAside: _set_aside,
    fx.AssignBlocker: _assign_blocker,
    fx.CallOut: _call_out,
    fx.Remember: _remember,
    fx.GainToken: _gain_token,
}
