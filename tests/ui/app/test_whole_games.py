"""Real games from the first draw to the last life, played on the keyboard alone."""

import pytest

from rules.core import CHANCE
from rules.journal import Journal, replay
from rules.track.referee import Referee
from ui.app.game_thread import game_thread
from ui.app.known_games import known_game
from ui.app.practice import Practice
from ui.screens.app import DiceRefApp

MOST_KEYS = 1500


@pytest.mark.parametrize(("game", "seed", "keys"), [("irondie", 0, ["down"]), ("avx", 4, [])])
async def test_a_whole_game_is_played_by_keyboard_and_recorded(game, seed, keys):
    known = known_game(game)
    engine, setup = known.load(), known.demo_setup()
    journal = Journal.in_memory(game, setup)
    source = Practice(Referee(engine, journal), title=known.title, seed=seed, pace=0.0)
    app = DiceRefApp(source)
    thread = game_thread(source, "practice", source.play)
    async with app.run_test(size=(100, 30)) as pilot:
        with thread:
            for _ in range(MOST_KEYS):
                model = source.latest()
                if model.outcome is not None:
                    break
                if model.to_move == 0:
                    await pilot.press(*keys, "enter")
                else:
                    await pilot.pause()
            await pilot.pause()
            ended = source.latest()
            assert ended.outcome is not None, f"still {ended.view.step} of turn {ended.view.turn}"
            assert app.screen.query_one("#outcome").display
            await pilot.press("q", "y")
    state = replay(journal.entries(), engine).state
    assert engine.outcome(state) == ended.outcome
    assert engine.to_move(state) is None
    assert CHANCE not in ended.outcome.winners
