"""What players or a judge do by hand, because a card is not encoded or a foul stands."""

from typing import cast

from rules.core import DieNumber, numbered
from rules.dicemasters.engine.damage import check_life
from rules.dicemasters.engine.interpreter import resolve_triggers
from rules.dicemasters.engine.knock_outs import check_knockouts
from rules.dicemasters.engine.state import NOBODY, DieState, Modifier, ZoneName
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import Script
from rules.dicemasters.moves import actions as act
from words import as_text, tr


def perform_by_hand(table: GameTable, action: act.ByHandAction) -> Script:
    """What the players do by hand because a card is not encoded; it is recorded as such."""
    if isinstance(action, act.ByHand):
        for each in action.acts:
            _do_by_hand(table, each, action.why)
    else:
        _do_by_hand(table, action, getattr(action, "why", ""))
    check_life(table)
    if table.winners is None:
        yield from check_knockouts(table)
        yield from resolve_triggers(table)


def _do_by_hand(table: GameTable, action: act.HandAct, why: str) -> None:
    match = table.match
    if isinstance(action, act.ChangeLife):
        team = match.team(action.seat)
        table.life[team] = max(0, min(match.life, table.life[team] + action.by))
        table.add_player_event(
            "by-hand",
            action.seat,
            tr("by hand: life {by:+d}, now {life}", by=action.by, life=table.life[team]),
            by=action.by,
            life=table.life[team],
            why=why,
        )
    elif isinstance(action, act.MoveDie):
        if table.dice[action.die].owner == NOBODY:
            table.change_die(action.die, owner=action.seat)
        zone = cast("ZoneName", action.zone)  # `why_not` knows no other
        if table.dice[action.die].zone == "attack":
            _leave_combat(table, action.die)
        table.move(action.die, zone, action.seat, action.face)
        name = table.spoken_name(action.die)
        table.add_event(
            "by-hand",
            tr("by hand: {name} to {zone}", name=name, zone=action.zone),
            action.seat,
            why=why,
        )
    elif isinstance(action, act.SpinDie):
        table.change_die(action.die, face=action.face)
        name = table.spoken_name(action.die)
        table.add_event(
            "by-hand",
            tr("by hand: {name} to face {face}", name=name, face=action.face + 1),
            why=why,
        )
    elif isinstance(action, act.BuffDie):
        _buff_by_hand(table, action, why)
    elif isinstance(action, act.PutUnder):
        _put_under(table, action, why)
    else:
        table.add_event("note", as_text(action.text))


def _leave_combat(table: GameTable, die: DieNumber) -> None:
    """Nobody blocks a die any longer that is taken out of the Attack Zone."""
    for number, entry in numbered(DieNumber, table.dice):
        if die in entry.blocks:
            table.change_die(number, blocks=tuple(b for b in entry.blocks if b != die))


def _put_under(table: GameTable, action: act.PutUnder, why: str) -> None:
    """A captured character returns when the turn ends, an attached action die stays."""
    die, holder = action.die, action.under
    entry = table.dice[die]
    owner = entry.owner if entry.owner != NOBODY else table.dice[holder].owner
    name = table.spoken_name(die)
    if entry.zone == "attack":
        _leave_combat(table, die)
    table.move(die, "prep", owner)
    under = DieState("field", table.dice[holder].seat, owner, entry.face, under=holder)
    table.replace_die(die, under)
    if table.face(die).action:
        table.add_modifier(holder, Modifier(until="leaves", source=die))
    text = tr("by hand: {name} goes under {die}", name=name, die=table.spoken_name(holder))
    table.add_event("by-hand", text, table.dice[holder].seat, why=why)


def _buff_by_hand(table: GameTable, action: act.BuffDie, why: str) -> None:
    entry = table.dice[action.die]
    table.add_modifier(action.die, Modifier(action.attack, action.defence))
    table.change_die(action.die, damage=max(0, entry.damage + action.damage))
    table.add_event(
        "by-hand",
        tr(
            "by hand: {die} {attack:+d}A {defence:+d}D, {damage} damage",
            die=table.spoken_name(action.die),
            attack=action.attack,
            defence=action.defence,
            damage=action.damage,
        ),
        why=why,
    )
