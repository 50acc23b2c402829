"""What is easily mixed up does not pass mypy."""

from pathlib import Path
from textwrap import dedent

import pytest
from mypy import api

ROOT = Path(__file__).parents[2]


STRICT = ("--config-file=", "--strict", "--follow-imports=silent", "--no-error-summary")


@pytest.fixture
def checked(monkeypatch):
    """What strict mypy says of a few lines of code."""
    monkeypatch.chdir(ROOT)

    def check(code):
        said, trouble, _ = api.run([*STRICT, "-c", dedent(code)])
        assert not trouble
        return said

    return check


ANY_GAME = """
from rules.core import Action, AnyGame, State

def played(game: AnyGame, state: State, action: Action) -> State:
    return game.apply({arguments})[0]
"""


def test_an_action_is_applied_to_a_state(checked):
    assert checked(ANY_GAME.format(arguments="state, action")) == ""


def test_state_and_action_are_not_swapped(checked):
    said = checked(ANY_GAME.format(arguments="action, state"))
    assert 'Argument 1 to "apply" of "Game" has incompatible type "Action"' in said


def test_an_action_of_one_game_is_not_given_to_another(checked):
    said = checked("""
        from rules.dicemasters.game import DiceMasters
        from rules.irondie.game import Irondie
        from rules.irondie.state import TimeUp

        def played(one: Irondie, other: DiceMasters, setup: dict[str, object]) -> None:
            one.apply(one.new(setup), TimeUp())
            other.apply(other.new(setup), TimeUp())
    """)
    assert said.count("error:") == 1
    assert 'of "DiceMasters" has incompatible type "TimeUp"' in said


DICE_MASTERS = """
from rules.core import DieNumber
from rules.dicemasters.engine.stats import has
from rules.dicemasters.engine.table import GameTable
from words import Text

def played(table: GameTable, die: DieNumber) -> bool:
    {line}
    return has(table, die, "{keyword}")
"""


@pytest.mark.parametrize(
    ("line", "keyword", "wrong"),
    [
        ('table.step = "main"', "Overcrush", ""),
        ('table.step = "main"', "Overcursh", "Overcursh"),
        ('table.step = "mian"', "Overcrush", "mian"),
        ('table.move(die, "feild")', "Overcrush", "feild"),
        ('table.move(die, "field")', "must-attack", ""),
    ],
)
def test_steps_zones_and_keywords_are_spelt_as_they_are(checked, line, keyword, wrong):
    said = checked(DICE_MASTERS.format(line=line, keyword=keyword))
    assert said.count("error:") == (1 if wrong else 0)
    assert f"Literal['{wrong}']" in said or not wrong


SEATS_AND_DICE = """
from rules.core import (
    Citation, DieName, DieNumber, FaceIndex, KeepsLife, KindName, Place, Placement, PlayerNumber,
    Reminder, Seat, Side, State, View, seats_of,
)
from rules.core.family import GameFamily
from rules.core.set_up import Plan
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.stats import active_die, attack, purchase_cost
from rules.dicemasters.engine.table import GameTable
from words import Text
from rules.dicemasters.moves import actions
from rules.irondie.state import IrondieState
from rules.journal.matches import conceded
from rules.pips.state import SetDie, SetScore
from rules.track.referee import Referee
from ui.app.sides import conceded_outcome

def asked(
    die: DieNumber, other: DieNumber, card: CardNumber, seat: Seat, side: Side, face: FaceIndex,
    name: DieName, kind: KindName, table: GameTable, state: IrondieState, view: View,
    referee: Referee, game: KeepsLife, some: State, family: GameFamily, plan: Plan,
    number: PlayerNumber,
) -> object:
    return (
        {asked},
    )
"""

SWAPPED = (
    ("Placement(name, kind, Place('field'))", "Placement(kind, name, Place('field'))"),
    ("Place('field', seat)", "Place('field', face)"),
    ("Placement(name, kind, Place(''), face)", "Placement(name, kind, Place(''), die)"),
    ("Reminder(Text(''), Citation('', ''), seat)", "Reminder(Text(''), Citation('', ''), side)"),
    ("game.life_by_hand(some, seat, 20)", "game.life_by_hand(some, 20, seat)"),
    ("seats_of(view, side)", "seats_of(view, seat)"),
    ("purchase_cost(table, die, seat)", "purchase_cost(table, seat, die)"),
    ("attack(table, die)", "attack(table, card)"),
    ("active_die(table, card)", "active_die(table, die)"),
    ("table.card(die) == card", "table.card(die) == die"),
    ("table.dice[die].seat == seat", "table.dice[die].seat == die"),
    ("die in table.dice[other].blocks", "seat in table.dice[other].blocks"),
    ("table.spoken_name(die)", "table.spoken_name(seat)"),
    ("actions.Block(die, other)", "actions.Block(die, card)"),
    ("actions.UseGlobal(card, 0)", "actions.UseGlobal(die, 0)"),
    ("actions.SpinDie(die, face)", "actions.SpinDie(face, die)"),
    ("state.side(die)", "state.side(seat)"),
    ("state.dice_in('battle', side)", "state.dice_in('battle', seat)"),
    ("SetDie(die, 'keep', 5)", "SetDie(5, 'keep', die)"),
    ("SetScore(seat, 500)", "SetScore(500, seat)"),
    ("conceded(view, seat)", "conceded(view, die)"),
    ("referee.concede(seat)", "referee.concede(die)"),
    ("family.seat_of(plan, number)", "family.seat_of(plan, seat)"),
    ("conceded_outcome(view, (seat,))", "conceded_outcome(view, (side,))"),
)


def test_seats_dice_cards_and_faces_may_be_where_they_belong(checked):
    assert (
        checked(SEATS_AND_DICE.format(asked=",\n        ".join(right for right, _ in SWAPPED)))
        == ""
    )


def test_seats_dice_cards_and_faces_are_not_swapped(checked):
    said = checked(SEATS_AND_DICE.format(asked=",\n        ".join(wrong for _, wrong in SWAPPED)))
    first = SEATS_AND_DICE[: SEATS_AND_DICE.index("{asked}")].count("\n")
    lines = {int(line.split(":")[1]) for line in said.splitlines() if " error: " in line}
    passed = [wrong for n, (_, wrong) in enumerate(SWAPPED, first + 1) if n not in lines]
    assert passed == []
