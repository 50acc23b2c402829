import numpy as np
import pytest

from models.calibrate import NetworkScores, fit_calibration, fit_expected
from models.evaluate import (
    Known,
    calibration_error,
    count_scene,
    middles_inside,
    pairs,
    shared_parts,
    within,
)
from tests.vision.detections import detection
from vision.detect import calibrated, expected


def square(x, y, side=30.0):
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])


def die(x, y, asked=True):
    return Known((x, y, x + 30.0, y + 30.0), square(x, y), asked)


def found(x, y, score=0.9):
    return detection((x, y, x + 30.0, y + 30.0), square(x, y), score)


def test_a_die_is_found_once_and_a_second_box_on_it_is_false():
    count = count_scene([die(0, 0)], [found(1, 1), found(0, 3, score=0.8)])
    assert (count.dice, count.found, count.false) == (1, 1, 1)


def test_a_box_beside_the_die_finds_nothing():
    count = count_scene([die(0, 0)], [found(25, 0)])
    assert (count.found, count.false) == (0, 1)


def test_a_die_that_hardly_shows_is_neither_asked_for_nor_false():
    count = count_scene([die(0, 0, asked=False)], [found(0, 0)])
    assert (count.dice, count.found, count.false) == (0, 0, 0)


def test_a_hidden_die_takes_no_box_from_the_die_that_hides_it():
    upper, under = die(0, 0), die(2, 0, asked=False)
    count = count_scene([under, upper], [found(2, 0)])
    assert (count.dice, count.found, count.false) == (1, 1, 0)


def test_a_die_at_the_edge_is_compared_by_its_part_in_the_picture():
    assert within((-10.0, 5.0, 20.0, 35.0), (30, 100)) == (0.0, 5.0, 20.0, 30.0)


def test_corners_are_compared_from_the_best_start():
    turned = detection((0, 0, 30, 30), np.roll(square(0, 0), 1, axis=0))
    assert count_scene([die(0, 0)], [turned]).corner_errors == pytest.approx([0.0])


def test_a_label_that_hugs_the_pips_is_matched_by_its_middle():
    label, whole, other = (
        np.array([[10.0, 10, 14, 14]]),
        np.array([[0.0, 0, 40, 50]]),
        np.array([[60.0, 0, 90, 30]]),
    )
    assert pairs(middles_inside(label, np.vstack([other, whole])), 0.5) == [(0, 1)]


def test_two_boxes_share_the_right_part_of_their_union():
    one, other = np.array([[0.0, 0, 2, 2]]), np.array([[1.0, 0, 3, 2]])
    assert shared_parts(one, other)[0, 0] == pytest.approx(1 / 3)


def test_scores_that_mean_what_they_say_have_no_calibration_error():
    rng = np.random.default_rng(1)
    scores = rng.uniform(0, 1, 20_000)
    honest = [(float(s), bool(rng.random() < s)) for s in scores]
    assert calibration_error(honest) < 0.02
    assert calibration_error([(0.95, False)] * 50 + [(0.95, True)] * 50) == pytest.approx(0.45)


def test_the_fitted_plane_turns_overconfident_scores_into_chances():
    rng = np.random.default_rng(2)
    truth = rng.uniform(0.02, 0.98, 6000)
    right = rng.random(6000) < truth
    odds = np.log(truth / (1 - truth))
    proposed = 1 / (1 + np.exp(-3 * odds))
    looked = rng.uniform(0.4, 0.6, 6000)
    seen = NetworkScores(
        proposed, looked, np.ones(6000), np.ones(6000), right, np.zeros(6000, bool)
    )
    plane = fit_calibration(seen)
    chances = calibrated(proposed, looked, {"calibration": plane})
    assert calibration_error(zip(chances, right, strict=True)) < 0.03


def test_what_is_read_moves_the_chance_where_pips_are_expected_and_other_dice_have_no_say():
    rng = np.random.default_rng(3)
    right = rng.random(4000) < 0.5
    shows = np.where(right, rng.uniform(0.7, 1, 4000), rng.uniform(0, 0.9, 4000))
    foreign = right & (rng.random(4000) < 0.3)
    level = np.full(4000, 0.5)
    shown = np.where(foreign, 0.0, shows)
    plane = fit_expected(NetworkScores(level, level, shown, level, right, foreign))
    said = np.array([0.98, 0.02])
    clear, unlike = expected(level[:2], level[:2], said, level[:2], plane=plane)
    assert clear > 0.8
    assert unlike < 0.1
