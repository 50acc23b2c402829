"""Operations that draw, roll, move, field or replace dice."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rules.core import DieNumber, Seat, numbered
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import check_life, lose_life
from rules.dicemasters.engine.dice_moves import draw, field_without_paying, put_in_field, roll
from rules.dicemasters.engine.effect import Effect, marked_player
from rules.dicemasters.engine.numbers import KindNumber
from rules.dicemasters.engine.state import (
    NO_DIE,
    NO_FACE,
    DieState,
    ZoneName,
)
from rules.dicemasters.engine.stats import (
    active_die,
    could_be_character,
    matches,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.targets import choose_affected, choose_dice, seats_of
from rules.dicemasters.engine.triggers import (
    Script,
    ask,
    ask_die,
)
from rules.dicemasters.moves.actions import (
    Action,
    ChooseName,
)
from words import tr


def _draw_extra(table: GameTable, seat: Seat, count: int) -> Script:
    """Draw dice by an effect: a card may make each of them two, for life."""
    for each in table.match.answers:
        if not isinstance(each.ability, fx.DrawsMore) or count <= 0:
            continue
        source = active_die(table, each.card)
        if source != NO_DIE and table.dice[source].seat == seat:
            lose_life(table, seat, each.ability.life * count)
            check_life(table)
            count *= 2
    drawn = yield from draw(table, seat, count)
    return drawn


def _draw_dice(effect: Effect, op: fx.DrawDice) -> Script:
    table = effect.table
    drawn_in_all = 0
    for seat in seats_of(effect, op.seats):
        drawn = yield from _draw_extra(table, seat, effect.number(op.count))
        if op.pick:
            for die in drawn:
                effect.pick(die)
        drawn_in_all += len(drawn)
        if op.to == "reserve":
            for die in drawn:
                table.move(die, "reserve", seat)
            yield from roll(table, seat, drawn)
        elif op.to != "prep":
            for die in drawn:
                table.move(die, op.to, seat)
    effect.affected_count = drawn_in_all


def _draw_and_sort(effect: Effect, op: fx.DrawAndSort) -> Script:
    table = effect.table
    drawn = yield from _draw_extra(table, effect.seat, op.count)
    waiting = list(drawn)
    rolled: list[DieNumber] = []
    if op.keep >= len(drawn) and op.to == "reserve":  # nothing is left to choose
        rolled, waiting = waiting, []
        for die in rolled:
            table.move(die, "reserve", effect.seat)
    for _ in range(min(op.keep, len(waiting))):
        which = (
            tr("which die is rolled?")
            if op.to == "reserve"
            else tr("which die goes to the Prep Area?")
        )
        die = yield from ask_die(table, effect.seat, which, waiting)
        waiting.remove(die)
        if op.to == "reserve":
            table.move(die, "reserve", effect.seat)
            rolled.append(die)
    for die in waiting:
        table.move(die, op.other, effect.seat)
    yield from roll(table, effect.seat, rolled)
    places = fx.RollDice(fx.THIS, op.character, op.rest)
    for die in rolled:
        if (op.character, op.rest) != ("reserve", "reserve"):
            _sort_rolled(table, places, die, "reserve", effect.seat)
    effect.affected_count = len(drawn)


def _draw_and_look(effect: Effect, op: fx.DrawAndLook) -> Script:
    table = effect.table
    drawn = yield from _draw_extra(table, effect.seat, op.count)
    wanted = replace(op.who, zone="bag")
    rolled: list[DieNumber] = []
    meant = [die for die in drawn if matches(table, wanted, die, effect.this, in_zone=True)]
    if op.all_or_none and len(meant) < max(op.count, len(drawn)):
        meant = []
    for die in drawn:
        to = op.to if die in meant else op.other
        if to == "bag or used":
            options: list[Action] = [ChooseName("bag"), ChooseName("used")]
            answer = yield from ask(
                effect.seat, tr("where does {die} go?", die=table.spoken_name(die)), options
            )
            to = answer.what
        if to != "prep":
            table.move(die, to, effect.seat)
        if to == "reserve":
            rolled.append(die)
    yield from roll(table, effect.seat, rolled)
    effect.affected_count = len(meant)


def _corrupt(effect: Effect, op: fx.CorruptBag) -> Script:
    table = effect.table
    chosen = yield from choose_dice(effect, op.who, tr("whose bag?"))
    for seat in (marked_player(mark) for mark in chosen):
        waiting = list((yield from draw(table, seat, op.count)))
        die = yield from ask_die(table, seat, tr("which die goes to the Used Pile?"), waiting)
        for each in waiting:
            table.move(each, "used" if each == die else "bag", seat)
    effect.affected_count = len(chosen)


def _move(effect: Effect, op: fx.Move) -> Script:
    chosen = yield from choose_affected(effect, op.who, tr("which die moves to {to}?", to=op.to))
    table = effect.table
    for die in chosen:
        if op.to == "field":
            before = effect.trigger.level if effect.trigger else 0
            put_in_field(table, die, before if op.level < 0 else op.level)
        else:
            table.move(die, op.to)
    effect.affected_count = len(chosen)


def _field_without_paying(effect: Effect, op: fx.FieldFree) -> Script:
    chosen = yield from choose_affected(effect, op.who, tr("which die is fielded?"))
    for die in chosen:
        field_without_paying(effect.table, die, op.level)
    effect.affected_count = len(chosen)


def _roll_dice(effect: Effect, op: fx.RollDice) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, tr("which die is rolled?"))
    if table.match.edition.spun_dice_stay:  # partially spent dice cannot be rerolled
        chosen = [die for die in chosen if not table.dice[die].spun]
    before = {die: (table.dice[die].zone, table.dice[die].seat) for die in chosen}
    by_seat: dict[Seat, list[DieNumber]] = {}
    for die in chosen:
        entry = table.dice[die]
        in_field = table.in_field(die)
        by_seat.setdefault(entry.seat if in_field else entry.owner, []).append(die)
        if not in_field:  # the Reserve Pool is where dice are rolled
            table.move(die, "reserve", entry.owner)
    for seat, dice in by_seat.items():
        yield from roll(table, seat, dice)
        for die in dice:
            _sort_rolled(table, op, die, *before[die])
    effect.affected_count = len(chosen)


def _sort_rolled(
    table: GameTable, op: fx.RollDice, die: DieNumber, zone: ZoneName, seat: Seat
) -> None:
    face = table.dice[die].face
    shows_level = table.match.faces[die][face].level > 0
    to = op.character if shows_level else op.other
    owner = table.dice[die].owner
    if to == "stay":
        # A face that cannot be in the field goes to the Reserve Pool.
        if zone in ("field", "attack") and not shows_level:
            table.move(die, "reserve", owner, face)
        elif zone not in ("field", "attack", "reserve"):
            table.move(die, zone, seat)
    elif to == "field":
        field_without_paying(table, die, 0)
    else:
        table.move(die, to, owner, face if to == "reserve" else NO_FACE)


def _swap_dice(effect: Effect, op: fx.SwapDice) -> Script:
    one = yield from choose_affected(effect, op.one, tr("which die leaves?"))
    if not one:
        return
    table = effect.table
    other = yield from choose_affected(effect, op.other, tr("which die comes instead?"))
    if not other:
        effect.affected_count = 0
        return
    left, went = table.face(one[0]).level, table.dice[other[0]].zone
    table.move(one[0], went if went == "prep" else "used", table.dice[one[0]].owner)
    put_in_field(table, other[0], min(3, left + op.up) if op.same_level else 1)
    effect.affected_count = 2


def _name_die(effect: Effect, _: fx.NameDie) -> Script:
    table = effect.table
    match = table.match
    own = _kinds_of(table, effect.seat)
    if not own:
        return
    options: list[Action] = [ChooseName(match.kinds[kind].name) for kind in own]
    named = yield from ask(effect.seat, tr("which die is named?"), options)
    drawn = yield from draw(table, effect.seat, 1)
    for die in drawn:
        if match.kinds[match.kind_of[die]].name != named.what:
            table.move(die, "bag", effect.seat)
    effect.affected_count = len(drawn)


def _kinds_of(table: GameTable, seat: Seat) -> list[KindNumber]:
    """The kinds a player could draw."""
    dice = [*table.dice_in("bag", seat)] or [*table.dice_in("used", seat)]
    return sorted({table.match.kind_of[die] for die in dice})


def _draw_to_replace(effect: Effect, op: fx.DrawToReplace) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, tr("which die may be replaced?"))
    for die in chosen:
        owner = table.dice[die].owner
        drawn = yield from draw(table, owner, 1)
        for new in drawn:
            if not could_be_character(table, new):
                table.move(new, "bag", owner)
                continue
            entry = table.dice[die]
            levels = table.match.kinds[table.match.kind_of[new]].levels
            table.move(die, "bag", owner)
            table.replace_die(
                new,
                DieState(
                    entry.zone,
                    entry.seat,
                    owner,
                    levels[0],
                    blocks=entry.blocks,
                    blocked=entry.blocked,
                ),
            )
            for other, blocker in numbered(DieNumber, table.dice):
                if die in blocker.blocks:
                    table.change_die(other, blocks=(new,))
    effect.affected_count = len(chosen)


def _draw_and_field(effect: Effect, op: fx.DrawAndField) -> Script:
    table = effect.table
    drawn = yield from _draw_extra(table, effect.seat, effect.number(op.count))
    match = table.match
    for die in drawn:
        facts = match.cards[match.card_of[die]].card
        if facts.is_character and op.team in facts.affiliations:
            field_without_paying(table, die, 1)
        else:
            table.move(die, "bag", effect.seat)
    effect.affected_count = len(drawn)


def _spin_face(effect: Effect, op: fx.SpinFace) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, tr("which die is turned?"))
    for die in chosen:
        kind = table.match.kinds[table.match.kind_of[die]]
        faces = [face for face in dict.fromkeys(kind.looks_like) if face != table.dice[die].face]
        if op.to:
            energy = op.to == "energy"
            faces = [face for face in faces if bool(kind.faces[face].energy) == energy]
        if not faces:
            continue
        options: list[Action] = [ChooseName(str(face)) for face in faces]
        answer = yield from ask(effect.seat, tr("to which face?"), options)
        table.change_die(die, face=int(answer.what))
    effect.affected_count = len(chosen)


DICE_OPERATIONS: Final[dict[type, Callable[[Effect, Any], Script]]] = {
    fx.DrawDice: _draw_dice,
    fx.DrawAndSort: _draw_and_sort,
    fx.DrawAndLook: _draw_and_look,
    fx.CorruptBag: _corrupt,
    fx.Move: _move,
    fx.FieldFree: _field_without_paying,
    fx.RollDice: _roll_dice,
    fx.SwapDice: _swap_dice,
    fx.NameDie: _name_die,
    fx.DrawToReplace: _draw_to_replace,
    fx.DrawAndField: _draw_and_field,
    fx.SpinFace: _spin_face,
}
