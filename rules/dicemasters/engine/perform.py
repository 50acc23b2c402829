"""Which function carries out which action."""

from collections.abc import Callable
from typing import Any, Final

from rules.dicemasters.engine.by_hand import perform_by_hand
from rules.dicemasters.engine.combat import attack_with, block, end_declaration
from rules.dicemasters.engine.damage import (
    end_game,
)
from rules.dicemasters.engine.draw_and_roll import hand_over, keep, reroll
from rules.dicemasters.engine.main_step import (
    discard,
    pass_turn,
    pay_and_do,
    use_action,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import Script, without_questions
from rules.dicemasters.moves import actions as act
from words import tr


@without_questions
def concede(table: GameTable, action: act.ConcedeGame) -> None:
    """A player gives up: the others win."""
    match = table.match
    team = match.team(action.seat)
    winners = tuple(s for s in match.seats if match.team(s) != team)
    end_game(table, winners, tr("wins: {name} concedes", name=match.names[action.seat]))


PERFORM: Final[dict[type, Callable[[GameTable, Any], Script]]] = {
    act.Reroll: reroll,
    act.HandOver: hand_over,
    act.KeepRoll: keep,
    act.Purchase: pay_and_do,
    act.FieldDie: pay_and_do,
    act.UseAction: use_action,
    act.UseGlobal: pay_and_do,
    act.PayAtOnce: pay_and_do,
    act.Discard: discard,
    act.Pass: pass_turn,
    act.AttackWith: attack_with,
    act.Block: block,
    act.EndDeclaration: end_declaration,
    act.ConcedeGame: concede,
    act.ChangeLife: perform_by_hand,
    act.MoveDie: perform_by_hand,
    act.SpinDie: perform_by_hand,
    act.BuffDie: perform_by_hand,
    act.PutUnder: perform_by_hand,
    act.Note: perform_by_hand,
    act.ByHand: perform_by_hand,
}
