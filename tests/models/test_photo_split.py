"""What is blind stays shut, and no scene is on both sides of the split."""

import json
from pathlib import Path

import pytest

from models import photos


def test_every_set_of_the_split_is_known_and_blind_sets_are_nowhere_else():
    split = json.loads(Path(photos.__file__).with_name("photo_split.json").read_text("utf-8"))
    learnt = {*split["training"], *split["development"]}
    assert learnt == {*photos.SETS, *photos.NEWER}
    assert set(split["blind"]) == set(photos.BLIND)
    assert not learnt & set(photos.BLIND)


@pytest.mark.parametrize("name", photos.BLIND)
def test_nobody_gets_a_blind_photo_by_asking_for_a_part(name):
    with pytest.raises(photos.BlindError, match="opened once"):
        photos.part(name, "any", {})


def test_all_variants_of_a_scene_are_on_one_side():
    for scene in range(30):
        parts = {photos.part("round_stage_grey", f"{scene:05d}_{n}", {}) for n in range(3)}
        assert len(parts) == 1


def test_later_photos_of_the_trays_are_for_development():
    assert photos.part("coloured_trays", "PXL_20240219_191021760", {}) == "train"
    assert photos.part("coloured_trays", "PXL_20240219_192428079", {}) == "test"


def test_only_blind_sets_can_be_opened_as_blind(tmp_path):
    with pytest.raises(ValueError, match="not blind"):
        list(photos.blind(tmp_path, "byler_d6"))
