"""Whole games on the simulated table, from hands to journal."""

import json

import cv2
import numpy as np
import pytest

from rules.journal import Journal, clips, pictures_of, replay, verify
from ui.app.game_plan import example as first_game
from ui.app.game_plan import setup_of, with_format
from ui.app.known_games import known_game
from ui.app.simulation import Simulation
from ui.cli.main import main


def played(game, eye, seed=1, *, clips=False):
    simulation = Simulation(game, eye=eye, seed=seed, clips=clips)
    score = simulation.play()
    return simulation, score, simulation.summary(score)


@pytest.fixture(scope="module")
def example():
    """The TMNT book's example of play, once for several tests."""
    return played("tmnt", "truth", clips=True)


def test_the_tmnt_example_of_play_is_followed_to_the_books_own_numbers(example):
    _, score, summary = example
    assert summary["wrong"] == 0, score.diary
    assert summary["infractions"] == 0
    assert summary["life"] == {"Victoria": 10, "Sebastian": 6}
    assert summary["committed"] > 40


def test_the_record_of_a_demo_replays_to_the_state_that_was_shown(example):
    simulation, _, _ = example
    game = known_game("tmnt").load()
    replayed = replay(simulation.journal.entries(), game)
    assert game.digest(replayed.state) == game.digest(simulation.session.state)


def test_what_was_seen_around_each_dispute_is_in_the_record(example):
    simulation, _, _ = example
    journal = simulation.journal
    disputes = journal.numbers("question") + journal.numbers("foul")
    assert disputes
    kept = list(clips(journal))
    assert sorted(clip.about.number for clip in kept) == sorted(disputes)
    for clip in kept:
        film = list(pictures_of(journal.picture(clip.named.sha256)))
        assert len(film) > 15
        assert cv2.imdecode(np.frombuffer(film[-1], np.uint8), cv2.IMREAD_COLOR) is not None


@pytest.mark.slow
@pytest.mark.parametrize("game", ["avx", "ygo", "imwm", "irondie"])
def test_every_books_example_is_followed_without_a_wrong_entry(game):
    _, score, summary = played(game, "truth")
    assert summary["wrong"] == 0, score.diary
    assert summary["committed"] > 10


@pytest.mark.slow
@pytest.mark.parametrize("game", ["tmnt", "irondie"])
def test_through_the_camera_nothing_wrong_is_entered(game):
    _, score, summary = played(game, "camera")
    assert summary["wrong"] == 0, score.diary
    assert summary["committed"] > 10


@pytest.mark.slow
@pytest.mark.parametrize(("eye", "seed"), [("truth", 3), ("camera", 1)])
def test_four_players_in_two_teams_are_followed_without_a_wrong_entry(eye, seed):
    setup = setup_of(with_format(first_game("tmnt"), "doubles"))
    simulation = Simulation("tmnt", eye=eye, seed=seed, setup=setup)
    score = simulation.play(most=40)
    assert score.wrong == 0, score.diary
    assert simulation.summary(score)["committed"] > 30
    assert set(simulation.summary(score)["life"]) == {"Ana & Ben", "Cleo & Dan"}


def test_headless_with_json_ends_with_the_summary_line(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    code = main(["demo", "--headless", "--json", "--eye", "truth", "--most", "12"])
    summary = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert code == 0
    assert {"game", "committed", "questions", "wrong", "infractions", "life", "settle_ms"} <= set(
        summary
    )
    assert summary["wrong"] == 0
    (journal,) = (tmp_path / "journals").iterdir()
    assert verify(journal).whole
    with Journal.open(journal) as opened:
        assert opened.game == "tmnt"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["demo", "--game", "chess"], "choose one of avx, ygo, imwm, tmnt, irondie"),
        (["demo", "--game", "ygo", "--doubles"], "Doubles is in the books of 2016 only"),
        (["play", "--camera", "no-such-clip.mp4"], "There is no clip or picture"),
        (["play", "--team", "no-team.toml"], "cannot be read"),
        (["play", "--resume", "no-journal.diceref"], "see `diceref review --list`"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_two(
    words, complaint, capsys, monkeypatch, tmp_path
):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    assert main(words) == 2
    said = capsys.readouterr().err.strip()
    assert complaint in said
    assert "\n" not in said
    assert "Traceback" not in said


def test_a_folder_that_cannot_be_written_is_said_before_anything_starts(
    capsys, monkeypatch, tmp_path
):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("DICEREF_HOME", str(blocked))
    assert main(["demo", "--headless", "--eye", "truth"]) == 2
    assert "DICEREF_HOME" in capsys.readouterr().err


def test_weights_that_are_not_the_shipped_ones_are_refused(capsys, monkeypatch, tmp_path):
    import ui.app.eyes
    from vision.weights import WeightsError

    def spoilt(*_, **__):
        raise WeightsError("detector.onnx is not the file the manifest means: install again.")

    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    monkeypatch.setattr(ui.app.eyes, "FaceReader", spoilt)
    assert main(["demo", "--headless"]) == 2
    assert "install again" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["demo"], ["practice", "--game", "tmnt"]])
def test_a_terminal_that_is_too_small_is_told_the_size_it_needs(
    words, capsys, monkeypatch, tmp_path
):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "20")
    assert main(words) == 2
    said = capsys.readouterr().err.strip()
    assert "60x20" in said
    assert "80x24" in said
    assert "\n" not in said
