"""What shape a die can have in a picture."""

import numpy as np
import pytest

from tests.vision.detections import detection
from vision.detect import CUBE, shaped_like_cubes

SIZE = (640, 480)


def found(*boxes):
    return [detection(box, np.zeros((4, 2))) for box in boxes]


def kept(*boxes):
    return [die.box for die in shaped_like_cubes(found(*boxes), SIZE)]


def test_no_cube_is_longer_than_the_root_of_two_times_its_width_from_any_side():
    rng = np.random.default_rng(1)
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
    longest = 0.0
    for _ in range(4000):
        turned, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        wide, tall = np.ptp((corners @ turned)[:, :2], axis=0)
        longest = max(longest, wide / tall, tall / wide)
    assert 1.3 < longest <= np.sqrt(2) < CUBE


def test_a_long_box_that_lies_alone_is_no_die():
    assert kept((100, 100, 140, 170), (300, 300, 340, 345)) == [(300, 300, 340, 345)]


@pytest.mark.parametrize(
    "other", [(140, 120, 180, 160), (90, 60, 130, 101)], ids=["beside", "behind"]
)
def test_a_long_box_may_be_a_die_that_another_hides_in_part(other):
    assert kept((100, 100, 140, 170), other) == [(100, 100, 140, 170), other]


@pytest.mark.parametrize("box", [(0, 100, 30, 170), (100, 0, 170, 30), (600, 400, 640, 470)])
def test_a_long_box_may_be_a_die_that_the_edge_of_the_picture_cuts(box):
    assert kept(box) == [box]


def test_nothing_found_is_nothing_kept():
    assert kept() == []
