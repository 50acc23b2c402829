"""Where more than two play, one panel tells of whose turn it is and the other of everybody else."""

from dataclasses import replace

import pytest
from msgspec import structs

from rules.core import SeatView
from rules.journal.matches import conceded
from tests.bench.replayed import ReplayedSource
from tests.ui import tables
from ui.app.sides import conceded_outcome
from ui.screens.app import DiceRefApp
from ui.widgets.life import LifePanel

SCORES = (("Ana", 350), ("Bo", 0), ("Cy", 4200))


def three_players(turn):
    model = tables.question()
    seats = tuple(SeatView(name, life, 10000) for name, life in SCORES)
    view = structs.replace(model.view, seats=seats, sides=3, active=turn, dice=())
    return replace(model, view=view, to_move=turn, life_changes=())


async def test_whose_turn_it_is_stands_apart_from_the_others():
    app = DiceRefApp(ReplayedSource([three_players(2)]))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        near, far = (
            "\n".join(panel.render_line(y).text for y in range(panel.size.height))
            for panel in (app.screen.query_one(f"#life-{side}", LifePanel) for side in (0, 1))
        )
        assert "Cy" in near
        assert "Ana" not in near
        assert [line.split() for line in far.splitlines()[:2]] == [["Ana", "350"], ["Bo", "0"]]
        assert "Cy" not in far


@pytest.mark.parametrize(
    ("by", "winners", "names"),
    [(0, (1, 2), "Bo, Cy"), (1, (0, 2), "Ana, Cy"), (2, (0, 1), "Ana, Bo")],
)
def test_of_three_two_win_when_one_gives_up(by, winners, names):
    view = three_players(0).view
    outcome = conceded_outcome(view, conceded(view, by).winners)
    assert outcome.winners == winners
    assert names in outcome.text
