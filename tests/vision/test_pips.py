"""Pips counted in whole dice, and the view that is too low to tell tops from sides."""

import numpy as np
import pytest

from hardware.dice import DieKind, PipFace
from hardware.simulated.optics import Viewpoint
from hardware.simulated.render import render
from hardware.simulated.scene import Conditions, DieBody, TableScene
from vision.detect import Detector
from vision.faces import KINDS, FaceReader, Reading
from vision.look import doubted, look_at, too_low, with_count
from vision.pips import ANSWERS, MARGIN, NO_PIPS, SIDE, Counted, crop_squares, cut, decode

IVORY = DieKind("d6", "d6", tuple(PipFace(n) for n in range(1, 7)), (235, 230, 215), (15, 15, 15))


@pytest.fixture(scope="module")
def eye():
    return Detector(threads=1), FaceReader(threads=1)


def seen_from(tilt, *, size=(640, 480), distance=420.0):
    bodies = tuple(
        DieBody(IVORY, 90.0 + 30 * (n % 3), 70.0 + 36 * (n // 3), 0.35 * n, n) for n in range(6)
    )
    view = Viewpoint.over((120.0, 90.0), size=size, distance_mm=distance, tilt=tilt)
    return render(TableScene(bodies=bodies), view, Conditions(), np.random.default_rng(1))


def values(seen):
    return sorted(die.best("pips")[0].value for die in seen)


def counted(chances, *, nothing=0.01):
    values = np.log(np.append(np.array(chances) * (1 - nothing), nothing))
    return Counted(values, np.zeros(2), 1.0)


def reading(chances):
    kinds = np.full(len(KINDS), np.log(1 / len(KINDS)), np.float32)
    attributes = {"kind": kinds, "value": np.log(np.array(chances, np.float32))}
    return Reading(0, 1.0, attributes, (0, 0, 0), (0, 0, 0), np.zeros(1, np.float32))


@pytest.mark.parametrize("tilt", [0, 25, 45])
def test_every_value_is_read_from_above_and_aslant(eye, tilt):
    image, _ = seen_from(tilt)
    seen = look_at(image, *eye, "pips")
    assert values(seen) == [1, 2, 3, 4, 5, 6]
    assert not too_low(seen)


def test_dice_of_sixteen_pixels_are_read(eye):
    image, truths = seen_from(10, size=(480, 360), distance=400.0)
    assert max(die.box[2] - die.box[0] for die in truths) < 26
    assert values(look_at(image, *eye, "pips")) == [1, 2, 3, 4, 5, 6]


def test_a_view_that_is_too_low_is_told_and_nothing_is_believed(eye):
    image, _ = seen_from(68)
    seen = look_at(image, *eye, "pips")
    assert seen
    assert too_low(seen)
    assert all(die.best("pips")[1] < 0.9 for die in seen)


def test_a_picture_without_dice_is_not_taken_from_too_low():
    assert not too_low(())


def test_a_clear_count_of_the_whole_die_outweighs_a_doubtful_top():
    top = reading([0.05, 0.05, 0.05, 0.4, 0.4, 0.05])
    told = with_count(top, counted([0.002, 0.002, 0.002, 0.002, 0.99, 0.002]), (0.3, 0.9))
    face, chance = told.best("pips")
    assert face == PipFace(5)
    assert chance > 0.9


def test_a_die_on_which_nothing_is_to_be_counted_shows_no_pips():
    top = reading([0.9, 0.02, 0.02, 0.02, 0.02, 0.02])
    whole = [0.9, 0.02, 0.02, 0.02, 0.02, 0.02]
    assert with_count(top, counted(whole, nothing=0.001), (0.5, 0.5)).shows("pips") > 0.7
    assert with_count(top, counted(whole, nothing=0.999), (0.5, 0.5)).shows("pips") < 0.3


def test_what_is_doubted_is_half_a_guess():
    (face, chance) = doubted(reading([0.95, 0.01, 0.01, 0.01, 0.01, 0.01])).best("pips")
    assert face == PipFace(1)
    assert 0.4 < chance < 0.9


def test_the_crop_shows_the_die_with_room_around_it_whatever_its_size():
    image = np.zeros((300, 300, 3), np.uint8)
    image[100:200, 100:200] = 255
    (square,) = crop_squares(np.array([[100.0, 100, 200, 200]]))
    assert square.tolist() == [150, 150, 100 * MARGIN]
    crop = cut(image, square, SIDE)
    lit = np.flatnonzero(crop[SIDE // 2, :, 0] > 127)
    assert len(lit) == pytest.approx(SIDE / MARGIN, abs=2)
    assert (lit[0] + lit[-1]) / 2 == pytest.approx((SIDE - 1) / 2, abs=1)


def test_two_looks_that_disagree_leave_a_doubt():
    look = np.zeros((1, ANSWERS + 3), np.float32)
    sure, other = look.copy(), look.copy()
    sure[0, 0], other[0, 1] = 9, 9
    (one,) = decode([sure, sure], np.array([[0.0, 0, 10]]))
    (two,) = decode([sure, other], np.array([[0.0, 0, 10]]))
    assert np.exp(one.values[0]) > 0.99
    assert np.exp(two.values[0]) == pytest.approx(np.exp(two.values[1]))
    assert two.values[NO_PIPS] < two.values[0]
