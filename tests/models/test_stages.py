"""The named stages of training: what they are made of, and what they need."""

from dataclasses import replace

import pytest

from models.render import write_stage
from models.stages import STAGES, Pictures
from ui.cli.main import main

SMALL = Pictures(
    lessons=2,
    lessons_seed=1,
    copies=0,
    photos_seed=1,
    closeups=0,
    closeups_seed=1,
    kept_out=1,
    kept_out_seed=2,
    digest="",
)


@pytest.fixture
def no_photos(tmp_path):
    """The folders of the photo sets, without any photo."""
    for name in ("byler_d6", "chase_casino_crops"):
        (tmp_path / name / "images").mkdir(parents=True)
    return tmp_path


def test_a_stage_is_drawn_alike_each_time_and_goes_on_where_it_stopped(tmp_path, no_photos):
    first = write_stage(tmp_path / "one", SMALL, no_photos)
    (tmp_path / "one" / "labels" / "train" / "lesson00001.txt").unlink()
    assert write_stage(tmp_path / "one", SMALL, no_photos).digest == first.digest
    assert first.pictures == 3


def test_other_seeds_and_other_decoys_are_other_pictures(tmp_path, no_photos):
    digests = {
        write_stage(tmp_path / str(number), wanted, no_photos).digest
        for number, wanted in enumerate((SMALL, replace(SMALL, lessons_seed=5)))
    }
    assert len(digests) == 2


def test_every_stage_has_the_hash_of_its_pictures_and_a_seed_of_its_own():
    assert all(len(stage.pictures.digest) == 64 for stage in STAGES.values())
    assert len({stage.recipe.seed for stage in STAGES.values()}) == len(STAGES)


def test_a_stage_without_photos_is_refused_in_one_sentence(tmp_path, capsys):
    assert main(["models", "render", "--stage", "crowds", "--out", str(tmp_path)]) == 2
    assert "needs real photos: give --photos FOLDER" in capsys.readouterr().err
