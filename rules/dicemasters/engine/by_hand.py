"""What players or a judge do by hand, because a card is not encoded or a foul stands."""

from typing import cast

from rules.dicemasters.engine.damage import (
    check_knockouts,
    check_life,
)
from rules.dicemasters.engine.interpreter import resolve_triggers
from rules.dicemasters.engine.state import NOBODY, Modifier, ZoneName
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import Script
from rules.dicemasters.moves import actions as act


def perform_by_hand(table: GameTable, action: act.ByHandAction) -> Script:
    """What the players do by hand because a card is not encoded; it is recorded as such."""
    match = table.match
    if isinstance(action, act.SetLife):
        team = match.team(action.seat)
        table.life[team] = max(0, min(match.life, table.life[team] + action.by))
        table.add_player_event(
            "by-hand",
            action.seat,
            f"by hand: life {action.by:+d}, now {table.life[team]}",
            by=action.by,
            life=table.life[team],
            why=action.why,
        )
        check_life(table)
    elif isinstance(action, act.MoveDie):
        if table.dice[action.die].owner == NOBODY:
            table.change_die(action.die, owner=action.seat)
        zone = cast("ZoneName", action.zone)  # `why_not` knows no other
        table.move(action.die, zone, action.seat, action.face)
        name = table.spoken_name(action.die)
        table.add_event("by-hand", f"by hand: {name} to {action.zone}", action.seat, why=action.why)
    elif isinstance(action, act.SpinDie):
        table.change_die(action.die, face=action.face)
        name = table.spoken_name(action.die)
        table.add_event("by-hand", f"by hand: {name} to face {action.face}", why=action.why)
    elif isinstance(action, act.BuffDie):
        _buff_by_hand(table, action)
    else:
        table.add_event("note", action.text)
    if table.winners is None:
        yield from check_knockouts(table)
        yield from resolve_triggers(table)


def _buff_by_hand(table: GameTable, action: act.BuffDie) -> None:
    entry = table.dice[action.die]
    table.add_modifier(action.die, Modifier(action.attack, action.defence))
    table.change_die(action.die, damage=max(0, entry.damage + action.damage))
    table.add_event(
        "by-hand",
        f"by hand: {table.spoken_name(action.die)} {action.attack:+d}A {action.defence:+d}D, "
        f"{action.damage} damage",
        why=action.why,
    )
