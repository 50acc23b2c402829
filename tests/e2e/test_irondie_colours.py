"""IRONDIE's colour table on the real path: what is reconstructed is said once, a user's own not."""

from collections import Counter
from importlib import resources

import cv2
import numpy as np
import pytest

from ui.app.game_plan import plan_of, setup_of
from ui.app.known_games import known_game
from ui.app.simulation import Simulation
from ui.cli.main import main


def announced(simulation):
    """How often each colour's row was said to be reconstructed on the dashboard."""
    lines = [line.text for line in simulation.session.latest().events]
    return Counter(line.split()[3] for line in lines if "is reconstructed, not from" in line)


def shipped_text():
    return (resources.files("rules.irondie") / "chromatic.toml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_each_reconstructed_row_is_said_once_on_the_dashboard_when_it_first_applies():
    simulation = Simulation("irondie", eye="truth", seed=5)
    simulation.play(most=45)
    said = announced(simulation)
    assert said
    assert set(said.values()) == {1}
    assert not {"red", "black"} & set(said)


@pytest.fixture
def own_table(tmp_path):
    """A table in which every row is known, and every bonus is 4 points."""
    file = tmp_path / "mine.toml"
    known = shipped_text().replace('"reconstructed"', '"sourced"')
    file.write_text(known.replace("amount = 2", "amount = 4"), encoding="utf-8")
    return file


@pytest.mark.slow
def test_with_an_own_table_nothing_is_called_reconstructed_and_its_numbers_count(own_table):
    setup = setup_of(plan_of("irondie", [], common={"chromatic": str(own_table)}))
    simulation = Simulation("irondie", eye="truth", seed=5, setup=setup)
    score = simulation.play(most=25)
    assert score.wrong == 0, score.diary
    assert announced(simulation) == {}
    game = known_game("irondie").load()
    assert game.new(simulation.journal.setup).table["blue"].grants[0].amount == 4


def test_the_own_table_named_on_the_command_line_is_kept_with_the_record(
    own_table, monkeypatch, tmp_path, capsys
):
    from rules.journal import Journal

    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    clip = tmp_path / "grey.avi"
    film = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 30, (640, 360))
    for _ in range(3):
        film.write(np.full((360, 640, 3), 120, np.uint8))
    film.release()
    words = ["play", "--game", "irondie", "--headless", "--chromatic", str(own_table)]
    main([*words, "--camera", str(clip)])  # a short film, but the record has begun
    capsys.readouterr()
    (path,) = (tmp_path / "journals").iterdir()
    with Journal.open(path, read_only=True) as journal:
        assert journal.setup["chromatic"]["red"]["grants"][0]["amount"] == 4
        assert journal.setup["chromatic"]["blue"]["status"] == "sourced"
