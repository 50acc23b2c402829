import threading

import pytest

from rules.journal import Journal, replay
from ui.app.known_games import known_game
from ui.app.practice import PracticeSource
from ui.app.table_model import AllowFoul, Announce, Concede, Pause, Quit, Undo
from ui.cli.main import main
from ui.screens.app import DiceRefApp
from ui.screens.help import bindings_of
from ui.screens.practice import PracticeScreen
from ui.words import say

SECONDS = 20


def practice(automatic, journal=None, seed=5):
    known = known_game("irondie")
    return PracticeSource(
        known.load(), known.demo_setup(), title=known.title,
        automatic=frozenset(automatic), seed=seed, pace=0.0, journal=journal,
    )  # fmt: skip


def wait_for(source, condition):
    """The first published model for which `condition` holds."""
    found = threading.Event()

    def look(model):
        if condition(model):
            found.set()

    end = source.subscribe(look)
    look(source.latest())
    assert found.wait(SECONDS), source.latest()
    end()
    return source.latest()


def my_turn(model):
    return model.to_move == 0


def test_the_other_side_plays_by_itself_until_i_must_decide():
    source = practice({1})
    source.start()
    model = wait_for(source, my_turn)
    assert model.offers
    source.send(Quit())
    source.join(SECONDS)


def test_a_game_without_me_is_played_to_the_end_and_recorded(tmp_path):
    journal = Journal.create(tmp_path / "g.diceref", "irondie", known_game("irondie").demo_setup())
    source = practice({0, 1}, journal)
    source.start()
    model = wait_for(source, lambda model: model.outcome is not None)
    source.send(Quit())
    source.join(SECONDS)
    replayed = replay(journal.entries(), known_game("irondie").load())
    assert known_game("irondie").load().outcome(replayed.state) == model.outcome
    assert len(replayed.moments) == len(journal)


def test_undo_goes_back_to_my_last_decision_and_stays_in_the_record():
    known = known_game("irondie")
    journal = Journal.in_memory("irondie", known.demo_setup())
    source = practice({1}, journal)
    source.start()
    before = wait_for(source, my_turn)
    source.send(Announce(before.offers[0].action))
    wait_for(source, lambda model: model.sequence > before.sequence and my_turn(model))
    entries = len(journal)
    source.send(Undo())
    after = wait_for(source, lambda model: model.view == before.view)
    assert after.offers == before.offers
    assert len(journal) == entries + 1
    source.send(Quit())
    source.join(SECONDS)
    assert len(replay(journal.entries(), known.load()).moments) < entries


def test_nothing_to_undo_is_said_not_done():
    source = practice(())
    source.start()
    source.send(Undo())
    assert "nothing to take back" in wait_for(source, lambda model: model.notice).notice
    source.send(Quit())
    source.join(SECONDS)


def test_conceding_ends_the_game_for_the_other_side():
    source = practice({1})
    source.start()
    source.send(Concede(0))
    model = wait_for(source, lambda model: model.outcome is not None)
    assert model.outcome.winners == (1,)
    assert model.offers == ()
    source.send(Quit())
    source.join(SECONDS)


def test_a_command_for_a_camera_is_answered_with_a_sentence():
    source = practice({1})
    source.start()
    source.send(AllowFoul(1))
    assert "no camera" in wait_for(source, lambda model: "camera" in model.notice).notice
    source.send(Quit())
    source.join(SECONDS)


def test_a_paused_game_waits():
    source = practice({0, 1})
    source.send(Pause(on=True))
    source.start()
    wait_for(source, lambda model: model.paused)
    source.send(Quit())
    source.join(SECONDS)
    assert source.latest().sequence == 1


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_a_whole_game_is_played_by_keyboard(size):
    source = practice({1})
    app = DiceRefApp(source)
    async with app.run_test(size=size) as pilot:
        source.start()
        for _ in range(600):
            if source.latest().outcome is not None:
                break
            await pilot.press("enter")
        await pilot.pause()
        assert source.latest().outcome is not None
        assert app.screen.query_one("#outcome").display
        await pilot.press("q", "y")
    source.join(SECONDS)


async def test_nothing_that_needs_a_camera_is_offered_at_a_table_without_one():
    source = practice({1})
    app = DiceRefApp(None, first=PracticeScreen(source))
    async with app.run_test(size=(80, 24)) as pilot:
        footer = {active.binding.action for active in app.screen.active_bindings.values()}
        assert "undo" in footer
        assert not footer & {"camera", "correct", "allow_foul", "answer(0)"}
        listed = {meaning for _, meaning in bindings_of(app.screen)}
        assert say("keys.undo") in listed
        assert not listed & {say("keys.camera"), say("keys.correct"), say("keys.answers")}
        palette = {command.title for command in app.screen.commands()}
        assert not palette & {say("palette.camera"), say("palette.correct")}
        await pilot.press("question_mark")
        await pilot.pause()
        assert "watches the mat" not in app.screen._page().plain


def test_an_unknown_game_is_one_sentence(capsys):
    assert main(["practice", "--game", "chess", "--no-record"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_an_impossible_pace_is_one_sentence(capsys):
    assert main(["practice", "--game", "irondie", "--pace", "-1", "--no-record"]) == 2
    assert "--pace must be between" in capsys.readouterr().err
