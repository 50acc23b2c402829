"""What the second look learns from: drawn scenes whose whole truth is known, and mistakes."""

import cv2
import numpy as np

from models import hard_negatives, lessons, photos, render
from models.scenes import visible
from models.tops_crops import FLAT, HIDDEN, Box, crops_of_picture, labelled

SIDES = np.array([512.0, 512.0])


def _box(left, top, side, kind=FLAT):
    return Box(np.array([left, top, left + side, top + side], float), kind, None)


def test_dice_that_show_too_little_are_marked_and_teach_nothing(tmp_path):
    render.write_looks(tmp_path, "train", 6, seed=4)
    hidden = 0
    for number in range(6):
        rng = np.random.default_rng((4, number))
        _, truths = lessons.lesson_truths(rng, (512, 512), mix=lessons.FOR_LOOKS)
        rows = (tmp_path / "tops" / "train" / f"look{number:05d}.txt").read_text()
        dice = labelled(rows, 512, 512)
        assert sum(die.kind != HIDDEN for die in dice) == sum(visible(die) for die in truths)
        hidden += sum(die.kind == HIDDEN for die in dice)
        boxes = (tmp_path / "labels" / "train" / f"look{number:05d}.txt").read_text().splitlines()
        assert len(boxes) == sum(visible(die) for die in truths)
    assert hidden > 0
    image = np.full((64, 64, 3), 90, np.uint8)
    crops = crops_of_picture(np.random.default_rng(1), image, [_box(10, 10, 30, HIDDEN)], 1)
    assert all(kind != HIDDEN for _, _, kind in crops)


def test_a_box_between_two_dice_is_wrong_and_one_around_a_hidden_die_teaches_nothing():
    dice = [_box(100, 100, 30), _box(132, 100, 30), _box(300, 300, 30, HIDDEN)]
    found = np.array([[116, 100, 146, 130], [101, 101, 131, 131], [304, 304, 334, 334.0]])
    assert hard_negatives._beside(found, dice).tolist() == [True, False, False]


def test_loose_crops_miss_the_middle_of_their_die_and_still_tell_its_corners():
    corners = np.array([[90.0, 90], [130, 90], [130, 130], [90, 130]])
    die = Box(np.array([90.0, 90, 130, 130]), FLAT, corners)
    image = np.full((220, 220, 3), 90, np.uint8)

    def missed(loose):
        rng = np.random.default_rng(3)
        crops = crops_of_picture(rng, image, [die], 400, loose)
        targets = np.array([target for _, target, kind in crops if kind == FLAT])
        return np.hypot(*targets[:, :2].T)

    assert np.quantile(missed(1.0), 0.9) > 2 * np.quantile(missed(0.0), 0.9)


def test_on_photos_only_boxes_far_from_dice_and_edges_are_wrong():
    dice = [_box(100, 100, 30)]
    found = np.array([[116, 100, 146, 130], [0, 200, 30, 230], [200, 200, 230, 230.0]])
    assert hard_negatives._away(found, dice, SIDES).tolist() == [False, False, True]


def test_the_webcam_photos_left_for_calibrating_are_not_among_the_lessons(tmp_path):

    source = tmp_path / "photos"
    for part in ("images", "labels"):
        (source / "matteop65_webcam" / part).mkdir(parents=True)

    for number in range(4):
        stem = f"train_{number}"
        cv2.imwrite(
            str(source / "matteop65_webcam" / "images" / f"{stem}.jpg"),
            np.full((60, 80, 3), 100, np.uint8),
        )
        label = source / "matteop65_webcam" / "labels" / f"{stem}.txt"
        label.write_text("0 0.5 0.5 0.1 0.1\n")
    render.write_webcam(tmp_path / "out", source)
    learnt = {path.stem for path in (tmp_path / "out" / "images" / "train").iterdir()}
    assert learnt == {"webcam-train_0", "webcam-train_2"}
    assert len(list(photos.photos(source, "matteop65_webcam", "train"))) == 4
    row = (tmp_path / "out" / "tops" / "train" / "webcam-train_0.txt").read_text()
    whole = labelled(row, 80, 60)[0]
    assert whole.kind == HIDDEN
    assert np.allclose(whole.box, [32, 24, 48, 36])
