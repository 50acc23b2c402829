"""After the last frame the table still listens: no key of the dashboard is ever dead."""

from functools import partial

import pytest

from ui.app.background import in_background
from ui.app.errors import UserError
from ui.app.game_thread import play_and_stay
from ui.app.simulation import Simulation
from ui.app.table_model import Announce, Quit, RunClocks, Undo
from ui.screens.app import DiceRefApp

LONG = 60.0  # seconds


@pytest.fixture
def at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


def demo(most=6):
    """A short demo of which nothing but the end matters."""
    simulation = Simulation("tmnt", eye="truth")

    def play():
        return "changed-by-hand" if simulation.play(most=most).wrong else "demo-over"

    return simulation, play


def started(simulation, play):
    """The models and the thread of a game as a dashboard starts it; `Quit` ends it."""
    models = []
    simulation.session.subscribe(models.append)
    thread = in_background(partial(play_and_stay, simulation.session, "demo", play), "game")
    return models, thread


def test_when_the_demo_is_over_the_table_says_so_and_still_obeys():
    simulation, play = demo()
    session = simulation.session
    sent = []

    def ask(model):
        if model.waiting != "demo-over" or sent:
            return
        sent.append(len(simulation.journal))
        session.send(Undo())
        session.send(Quit())

    session.subscribe(ask)
    models, thread = started(simulation, play)
    thread.join(LONG)
    assert not thread.is_alive()
    assert any("The demo ends here" in model.notice for model in models)
    added = [entry.kind for entry in simulation.journal.entries(sent[0] + 1)]
    assert "correction" in added


def test_a_demo_whose_record_was_changed_by_hand_says_why_it_ends(monkeypatch):
    monkeypatch.setattr("ui.app.simulated_game.PATIENCE", 0.2)
    simulation, play = demo(most=40)
    session = simulation.session
    sent = []

    def meddle(model):
        if model.waiting == "changed-by-hand":
            session.send(Quit())
        elif not sent and any(offer.group == "buy" and offer.action for offer in model.offers):
            sent.extend(offer.action for offer in model.offers if offer.group == "pass")
            session.send(Announce(sent[0]))

    session.subscribe(meddle)
    models, thread = started(simulation, play)
    thread.join(LONG)
    assert not thread.is_alive()
    assert any("changed by hand" in model.notice for model in models)


def test_what_the_players_said_last_is_still_recorded():
    simulation, _ = demo()
    simulation.session.send(RunClocks(on=True))
    simulation.session.stop()  # the dashboard has been closed
    play_and_stay(simulation.session, "demo", lambda: None)
    assert [entry.kind for entry in simulation.journal.entries()] == ["setup", "clock"]


def test_a_fault_behind_the_screen_is_said_on_it_and_kept_in_the_log(at_home):
    simulation, _ = demo()

    def broken():
        raise RuntimeError("a bug")

    simulation.session.subscribe(lambda m: m.waiting == "stopped" and simulation.session.stop())
    models, thread = started(simulation, broken)
    thread.join(LONG)
    assert "diceref.log" in models[-1].notice
    assert "RuntimeError: a bug" in (at_home / "log" / "diceref.log").read_text()


def test_a_film_that_cannot_be_written_is_said_on_the_screen(at_home):
    simulation, _ = demo()

    def unwritten():
        raise UserError("cannot write the film.")

    simulation.session.subscribe(lambda m: m.waiting == "stopped" and simulation.session.stop())
    models, thread = started(simulation, unwritten)
    thread.join(LONG)
    assert models[-1].notice == "cannot write the film."


async def test_the_headline_says_when_the_demo_is_over():
    simulation, play = demo(most=2)
    app = DiceRefApp(simulation.session)
    async with app.run_test(size=(100, 30)) as pilot:
        _, thread = started(simulation, play)
        for _ in range(400):
            await pilot.pause(0.02)
            if simulation.session.latest().waiting == "demo-over":
                break
        await pilot.pause()
        text = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "the demo ends here" in text.splitlines()[0]
        await pilot.press("q", "y")
    thread.join(LONG)
    assert not thread.is_alive()
