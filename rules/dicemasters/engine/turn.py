"""The steps of a turn. Steps that need no decision run by themselves."""

from collections.abc import Callable
from typing import Final

from rules.core import DieNumber, Seat
from rules.dicemasters.engine.combat import damage_step, leave_after_attack
from rules.dicemasters.engine.draw_and_roll import draw_step, roll_step, rolled
from rules.dicemasters.engine.interpreter import resolve_later, resolve_triggers
from rules.dicemasters.engine.knock_outs import check_knockouts, knock_out
from rules.dicemasters.engine.state import NO_DIE
from rules.dicemasters.engine.stats import (
    has,
    is_attacking,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import Script, trigger_event
from rules.dicemasters.moves.legal_actions import (
    team_may_attack,
)
from words import joined, tr


def start_turn(table: GameTable) -> Script:
    """Clear: what is left in the Reserve Pool goes to the Used Pile."""
    match = table.match
    seats = match.partners(table.active)
    table.turn += 1
    table.started = tuple(n + (s in seats) for s, n in enumerate(table.started))
    names = joined(tr(" and "), (match.names[seat] for seat in seats))
    table.add_event(
        "turn",
        tr("turn {turn}: {names}", turn=table.turn, names=names),
        table.active,
        turn=table.turn,
    )
    for seat in seats:
        table.move_pile("reserve", seat, "used")
        _end_effects_until(table, "your-next-turn", seat)
    if "back-for-more" in match.triggered_abilities:
        table.done_this_turn = tuple(f"prep {die}" for s in seats for die in table.prep_dice(s))
    trigger_event(table, "turn-start")
    yield from resolve_triggers(table)
    if table.winners is None:
        table.step = "draw"


def end_main(table: GameTable) -> Script:
    """Characters that were not fielded go to the Used Pile; then the attack."""
    match = table.match
    seats = match.partners(table.active)
    for seat in seats:
        for die in list(table.dice_in("reserve", seat)):
            if table.face(die).level:
                table.move(die, "used", seat)
    no_attack = match.no_first_attack and match.first in seats and table.started[table.active] == 1
    if not no_attack and team_may_attack(table):
        table.step = "attackers"
        table.mover = table.active
        trigger_event(table, "attack-start")
        yield from resolve_triggers(table)
    else:
        table.step = "cleanup"


def cleanup(table: GameTable) -> Script:
    """Attackers leave the Attack Zone, damage and effects end, the next turn begins."""
    seat = table.active
    match = table.match
    trigger_event(table, "turn-end")
    yield from resolve_triggers(table)
    for at in ("attack-end", "turn-end"):
        yield from resolve_later(table, at)
    if table.winners is not None:
        return
    yield from knock_out(table, [d for d in table.all_characters() if has(table, d, "ko-at-end")])
    yield from resolve_triggers(table)
    if table.winners is not None:
        return
    yield from _leave_attack_zone(table)
    for partner in match.partners(seat):
        for die in list(table.dice_in("reserve", partner)):
            if table.face(die).action or table.face(die).level:
                table.move(die, "used", partner)
    _end_effects(table, seat)
    for other in match.seats:
        table.move_pile("out", other, "used")
    yield from check_knockouts(table)
    table.queue.clear()
    table.active = match.opponent_of(seat)
    table.mover = table.active
    table.passed = 0
    table.short_draw_energy = (0,) * len(match.seats)
    table.turn_attacked = False
    table.done_this_turn = ()
    table.fielded = ()
    table.step = "clear"


def _leave_attack_zone(table: GameTable) -> Script:
    for seat in table.match.seats:
        for die in list(table.dice_in("attack", seat)):
            leaves = is_attacking(table, die) and (
                not table.dice[die].blocked or has(table, die, "hits-player")
            )
            if leaves:
                yield from leave_after_attack(table, die, "used")
            else:
                table.change_die(die, zone="field", blocks=(), blocked=False)


MARKED_IN: Final = ("field", "attack", "reserve")


def _return_set_aside(table: GameTable) -> None:
    """Dice that were set aside return to the field as they were; only they show a face there."""
    for seat in table.match.seats:
        for die in table.dice_in("out", seat):
            entry = table.dice[die]
            if table.face(die).level:
                table.move(die, "field", entry.owner, entry.face)


def _marked_dice(table: GameTable) -> list[DieNumber]:
    """The dice that carry damage, effects, a half spent or another die; elsewhere none does."""
    dice = table.dice
    return sorted(
        [
            number
            for (zone, _), lie in table.places.items()
            if zone in MARKED_IN
            for number in lie
            if (die := dice[number]).damage or die.modifiers or die.spun or die.under != NO_DIE
        ]
    )


def _end_effects(table: GameTable, seat: Seat) -> None:
    """All damage is cleared; effects end that do not last longer."""
    _return_set_aside(table)
    for number in _marked_dice(table):
        die = table.dice[number]
        captured = die.under != NO_DIE and not table.match.faces[number][die.face].action
        if captured or table.is_controlled(number):
            table.release_attached(number)
        if not (die.damage or die.modifiers or die.spun):
            continue
        table.change_die(
            number,
            damage=0,
            spun=False,
            modifiers=tuple(
                m for m in table.dice[number].modifiers if not _expires(m.until, m.seat, seat)
            ),
        )
    _end_attachments(table)
    table.lasting = tuple(x for x in table.lasting if not _expires(x.until, x.seat, seat))


def _expires(until: str, owner: Seat, seat: Seat) -> bool:
    return until in ("turn", "next-fielding", "next-purchase") or (
        until == "opponent-turn-end" and owner % 2 != seat % 2
    )


def _end_attachments(table: GameTable) -> None:
    """Attached dice whose rule has run out go to the Used Pile."""
    for number in _marked_dice(table):
        die = table.dice[number]
        if die.under == NO_DIE or die.zone != "field":
            continue
        if not table.match.faces[number][die.face].action:
            continue
        still = any(modifier.source == number for modifier in table.dice[die.under].modifiers)
        if not still:
            table.move(number, "used", die.owner)


def _end_effects_until(table: GameTable, until: str, seat: Seat) -> None:
    """End this player's effects that last until this moment."""
    for number in _marked_dice(table):
        die = table.dice[number]
        if any(modifier.until == until and modifier.seat == seat for modifier in die.modifiers):
            kept = tuple(m for m in die.modifiers if not (m.until == until and m.seat == seat))
            table.change_die(number, modifiers=kept)
    table.lasting = tuple(x for x in table.lasting if not (x.until == until and x.seat == seat))


AUTOMATIC: Final[dict[str, Callable[[GameTable], Script]]] = {
    "clear": start_turn,
    "draw": draw_step,
    "roll": roll_step,
    "rolled": rolled,
    "main-end": end_main,
    "damage": damage_step,
    "cleanup": cleanup,
}
"""Steps that run by themselves. The others (reroll, keep, main, attackers, blockers, actions)
wait for a decision; "over" is the end."""
