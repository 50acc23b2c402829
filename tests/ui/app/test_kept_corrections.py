"""A die whose face a player named is kept as a crop with that face, unless a setting says no."""

import numpy as np
import pytest

from hardware.dice import CharacterFace, DieKind, EnergyFace
from hardware.frame import Frame
from rules.track.verdict import Answer
from ui.app.folders import home
from ui.app.kept_corrections import FOLDER, keep_answered
from ui.cli.main import main
from vision.corrections import kept
from vision.sighting import Observation, Sighting

FACES = (
    EnergyFace("Fist"), EnergyFace("Fist", 2), EnergyFace("Bolt"),
    CharacterFace(1, 4, 4), CharacterFace(1, 5, 5), CharacterFace(2, 6, 6),
)  # fmt: skip
KINDS = {"hulk": DieKind("hulk", "Hulk", FACES, (40, 90, 40), (240, 240, 240), "hulk")}
CORNERS = ((40.0, 40.0), (80.0, 40.0), (80.0, 80.0), (40.0, 80.0))


@pytest.fixture
def seen(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    picture = np.full((120, 160, 3), 60, np.uint8)
    picture[40:80, 40:80] = (40, 200, 40)
    die = Sighting(7, 0, 0, 0, "reserve", 0, 20.0, cocked=False, likelihood={}, corners=CORNERS)
    frame = Frame(picture, 0.0, 0.0, 1, "test")
    return frame, Observation(0.0, 0.0, 1, still=True, hands=False, dice=(die,))


def test_the_die_of_an_answer_is_kept_with_the_face_that_was_named(seen):
    keep_answered(Answer("1/5/5", (), 0.5, ((7, "hulk", 4),)), seen, KINDS)
    (one,) = kept(home() / FOLDER)
    assert one.face == CharacterFace(1, 5, 5)
    assert tuple(one.crop[56, 56]) == (40, 200, 40)  # the die is in the middle


def test_an_answer_about_dice_that_are_not_seen_keeps_nothing(seen):
    keep_answered(Answer("1/5/5", (), 0.5, ((8, "hulk", 4), (7, "thor", 4))), seen, KINDS)
    keep_answered(Answer("1/5/5", (), 0.5, ((7, "hulk", 4),)), None, KINDS)
    assert not (home() / FOLDER / "truths.jsonl").exists()


def test_a_setting_keeps_no_pictures(seen, monkeypatch):
    monkeypatch.setenv("DICEREF_KEEP_CORRECTIONS", "false")
    keep_answered(Answer("1/5/5", (), 0.5, ((7, "hulk", 4),)), seen, KINDS)
    assert not (home() / FOLDER).exists()


def test_learning_from_a_folder_without_corrections_is_one_sentence(tmp_path, capsys):
    assert main(["models", "learn", str(tmp_path)]) == 2
    assert "holds no truths.jsonl" in capsys.readouterr().err
