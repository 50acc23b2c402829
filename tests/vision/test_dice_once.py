"""One die is found once, however many boxes the networks draw around it."""

import numpy as np

from tests.vision.detections import detection
from vision.detect import _once_each


def _seen(box, top, score):
    left, above, right, below = top
    corners = np.array([[left, above], [right, above], [right, below], [left, below]], float)
    return detection(box, corners, score)


def _scores(*seen):
    return [die.score for die in _once_each(list(seen))]


def test_two_boxes_with_one_top_face_are_one_die_and_the_surer_box_counts():
    top = (10, 10, 40, 40)
    assert _scores(_seen((10, 10, 42, 60), top, 0.7), _seen((8, 8, 41, 44), top, 0.9)) == [0.9]


def test_a_box_that_took_a_side_for_the_top_is_no_second_die():
    whole = _seen((10, 10, 50, 60), (12, 10, 48, 38), 0.9)
    lower = _seen((10, 24, 50, 62), (12, 38, 48, 60), 0.8)
    assert _scores(whole, lower) == [0.9]


def test_dice_that_touch_corner_to_corner_stay_two():
    one = _seen((10, 10, 66, 66), (18, 18, 58, 58), 0.9)
    other = _seen((38, 38, 94, 94), (46, 46, 86, 86), 0.8)
    assert _scores(one, other) == [0.9, 0.8]
