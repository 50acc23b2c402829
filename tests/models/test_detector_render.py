import numpy as np
import pytest

from models import photos
from models.render import describe, write_scenes
from models.scenes import random_scene_truths, visible
from models.tops_crops import labelled
from vision.tops import decode, encode


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    write_scenes(folder, "train", 3, seed=3)
    return folder


def test_the_same_seed_draws_the_same_scene():
    one, _ = random_scene_truths(np.random.default_rng(5), (256, 256))
    other, _ = random_scene_truths(np.random.default_rng(5), (256, 256))
    assert np.array_equal(one, other)


def test_every_visible_die_of_a_scene_is_labelled_for_both_networks(written):
    dice = 0
    for number in range(3):
        rng = np.random.default_rng((3, number))
        _, truths = random_scene_truths(rng, (512, 512))
        dice += sum(visible(die) for die in truths)
    assert describe(written).dice == dice
    for path in written.glob("labels/train/*.txt"):
        boxes = path.read_text().splitlines()
        tops = (written / "tops" / "train" / path.name).read_text().splitlines()
        assert [row.split()[1:5] for row in tops] == [row.split()[1:] for row in boxes]


def test_the_data_set_has_one_digest_until_a_picture_changes(written):
    before = describe(written).digest
    assert describe(written).digest == before
    picture = next(written.glob("images/train/*.jpg"))
    picture.write_bytes(picture.read_bytes() + b"\0")
    assert describe(written).digest != before


def test_a_test_photo_is_never_a_training_photo():
    split = {"a": "train", "b": "test"}
    assert photos.part("byler_d6", "b", split) == "test"
    assert photos.part("matteop65_webcam", "valid_valid_3", {}) == "test"
    assert photos.part("kamil_mixed", "kp_11", {}) == "test"
    crops = {photos.part("chase_casino_crops", f"DJI_1_{n:04d}_D_x", {}) for n in range(3)}
    assert crops == {"train", "test"}


def test_a_face_comes_back_from_the_numbers_the_second_look_learns():
    corners = np.array([[100.0, 80], [128, 86], [121, 112], [93, 106]])
    square = np.array([112.0, 98, 60])
    numbers = np.concatenate([encode(corners, square), [4.0, 0.0, 0.0], [-4.0, 0.1, -0.2]])[None]
    top = decode(numbers.astype(np.float32), square[None])[0]
    errors = [np.abs(np.roll(top.corners, n, axis=0) - corners).max() for n in range(4)]
    assert min(errors) < 0.01
    assert top.die > 0.9
    assert top.cocked < 0.1
    assert np.allclose(top.above, [0.1, -0.2])


def test_photos_without_corners_teach_boxes_only():
    row = "0 0.5 0.5 0.1 0.1 0 0 0 0 0 0 0 0 0"
    assert labelled(row, 640, 640)[0].corners is None
