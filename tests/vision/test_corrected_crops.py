"""Crops of dice that players named: kept with their truth, read back, contradictions refused."""

import json

import numpy as np
import pytest

from hardware.dice import CharacterFace, EnergyFace
from vision.corrections import TRUTHS, CorrectionsError, keep, kept

FACE, OTHER = CharacterFace(1, 5, 5), EnergyFace("Fist", 2)


def crop(shade):
    picture = np.full((112, 112, 3), shade, np.uint8)
    picture[30:60, 30:60] = 255 - shade
    return picture


def test_what_is_kept_is_read_back_with_its_truth(tmp_path):
    keep(tmp_path, crop(10), FACE, source="answer")
    keep(tmp_path, crop(90), OTHER, source="enrol")
    found = kept(tmp_path)
    assert [one.face for one in found] == [FACE, OTHER]
    assert (found[1].crop == crop(90)).all()


def test_the_same_crop_named_alike_twice_counts_once(tmp_path):
    keep(tmp_path, crop(10), FACE, source="answer")
    keep(tmp_path, crop(10), FACE, source="answer")
    assert len(kept(tmp_path)) == 1


def test_crops_that_contradict_each_other_are_named(tmp_path):
    path = keep(tmp_path, crop(10), FACE, source="answer")
    keep(tmp_path, crop(20), FACE, source="answer")
    keep(tmp_path, crop(10), OTHER, source="answer")
    with pytest.raises(CorrectionsError, match=f"two things of {path.name}, on line 3 and before"):
        kept(tmp_path)


def test_two_pictures_of_one_die_with_different_names_are_refused(tmp_path):
    noise = np.random.default_rng(1).integers(0, 3, (112, 112, 3))
    first = keep(tmp_path, crop(10), FACE, source="answer")
    keep(tmp_path, crop(60), OTHER, source="answer")
    second = keep(tmp_path, (crop(10) + noise).astype(np.uint8), OTHER, source="answer")
    with pytest.raises(CorrectionsError, match=f"{first.name} and {second.name} different faces"):
        kept(tmp_path)


def test_a_crop_that_shows_nothing_is_named(tmp_path):
    keep(tmp_path, np.full((112, 112, 3), 90, np.uint8), FACE, source="answer")
    with pytest.raises(CorrectionsError, match="shows nothing"):
        kept(tmp_path)


def test_a_folder_without_truths_is_refused(tmp_path):
    with pytest.raises(CorrectionsError, match="holds no truths"):
        kept(tmp_path)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("rubbish", "line 1 does not name a crop and a face"),
        ('{"crop": "a.png"}', "line 1 does not name a crop and a face"),
        ('{"crop": "a.png", "face": {"family": "tarot"}}', "does not name a crop and a face"),
        ('{"crop": "../a.png", "face": FACE}', "which is not in the folder"),
        ('{"crop": "gone.png", "face": FACE}', "is no picture"),
    ],
)
def test_a_line_that_is_no_truth_is_named(tmp_path, line, says):
    face = json.dumps({"family": "pips", "value": 5})
    (tmp_path / TRUTHS).write_text(line.replace("FACE", face))
    with pytest.raises(CorrectionsError, match=says):
        kept(tmp_path)


def test_a_crop_too_small_to_show_a_face_is_named(tmp_path):
    keep(tmp_path, crop(10)[:12, :12], FACE, source="answer")
    with pytest.raises(CorrectionsError, match="too small"):
        kept(tmp_path)
