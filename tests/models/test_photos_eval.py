"""What is counted on photos: by rules made beforehand, the same for development and blind ones."""

import cv2
import numpy as np
import pytest

from models import photos
from models.photos_eval import SHORTEST, set_right, tallied
from tests.vision.detections import detection
from vision.faces import KINDS, Reading
from vision.look import SeenDie

IMAGE = np.full((400, 400, 3), 90, np.uint8)


def seen(x, y, value, side=40.0, sure=0.95):
    square = np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])
    values = np.full(6, np.log((1 - sure) / 5), np.float32)
    values[value - 1] = np.log(sure)
    kinds = np.full(len(KINDS), -9.0, np.float32)
    kinds[KINDS.index("dots")] = 0.0
    attributes = {"kind": kinds, "value": values}
    reading = Reading(0, 1.0, attributes, (0, 0, 0), (0, 0, 0), np.zeros(1, np.float32))
    die = detection((x, y, x + side, y + side), square)
    return SeenDie(die, reading, square, IMAGE[:1, :1])


def photo(*labels, name="coloured_trays"):
    boxes = np.array([[x, y, x + side, y + side] for x, y, side, _ in labels], float)
    return photos.Photo(name, photos.Path("x.jpg"), boxes, tuple(value for *_, value in labels))


def test_found_and_right_misread_missed_and_false_are_counted_apart():
    labels = photo((10, 10, 40, 3), (100, 10, 40, 5), (200, 10, 40, 6))
    tally = tallied(labels, IMAGE, [seen(12, 11, 3), seen(101, 9, 2), seen(300, 300, 1)])
    counts = (tally.dice, tally.found, tally.right, tally.false, tally.surely_wrong)
    assert counts == (3, 2, 1, 1, 1)
    assert sorted(told.split()[0] for told, _ in tally.mistakes) == ["5", "6", "false"]


def test_a_die_too_small_to_read_is_neither_asked_for_nor_false():
    tally = tallied(photo((10, 10, SHORTEST - 1, 3)), IMAGE, [seen(10, 10, 4, SHORTEST - 1)])
    assert (tally.dice, tally.found, tally.false) == (0, 0, 0)


def test_where_some_dice_have_no_label_nothing_is_called_false():
    tally = tallied(photo((10, 10, 40, 3), name="round_stage_grey"), IMAGE, [seen(300, 300, 1)])
    assert (tally.dice, tally.false, tally.judged) == (1, 0, 0)


@pytest.mark.parametrize(("wide", "tall", "size"), [(60, 45, (300, 400)), (45, 60, (400, 300))])
def test_a_stretched_blind_photo_gets_its_proportions_back(tmp_path, wide, tall, size):
    root = tmp_path / "roboflow_dice"
    for folder in ("images", "labels"):
        (root / folder).mkdir(parents=True)
    cv2.imwrite(str(root / "images" / "one.png"), IMAGE)
    row = f"2 0.5 0.5 {wide / 400} {tall / 400}"
    (root / "labels" / "one.txt").write_text(row, encoding="utf-8")
    (stretched,) = photos.blind(tmp_path, "roboflow_dice")
    put_right, image = set_right(stretched)
    assert image.shape[1::-1] == size
    left, top, right, bottom = put_right.boxes[0]
    assert (right - left) == pytest.approx(bottom - top)
    assert put_right.values == (3,)
