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
from rules.dicemasters.engine.stats import has
from rules.dicemasters.engine.table import GameTable

def played(table: GameTable, die: int) -> bool:
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
