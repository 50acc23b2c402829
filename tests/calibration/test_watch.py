import logging
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from calibration.mats import mat_named
from calibration.registration import register
from calibration.registration_watch import RegistrationWatch, follow_mat
from tests.bench.calibration import with_hand
from tests.bench.random_rigs import in_gray, photograph, random_rig

TABLE = mat_named("dicemasters")
POINTS = np.array([(x, y) for x in (60.0, 262.0, 460.0) for y in (60.0, 192.0, 320.0)])


@pytest.fixture(scope="module")
def printed():
    return in_gray(TABLE, 4.0)


@pytest.fixture
def rig():
    return random_rig(TABLE, Random(7), (1280, 720))


@pytest.fixture
def watch(rig, printed):
    return RegistrationWatch(register(photograph(rig, Random(1), printed), TABLE, rig.lens))


def shifted(rig, *step):
    return replace(rig, camera=rig.camera + np.array(step))


def looked(watch, rig, printed, seconds, **saw):
    rng = Random(2)
    for step in range(round(seconds * 5) + 1):
        frame = photograph(rig, rng, printed)
        watch = follow_mat(watch, frame, step / 5, **saw)
    return watch


def error(watch, rig):
    away = watch.registration.to_mat(rig.to_image(POINTS)) - POINTS
    return float(np.median(np.linalg.norm(away, axis=1)))


def test_a_shift_of_two_millimetres_is_followed_within_a_second(watch, rig, printed):
    moved = shifted(rig, 1.4, 1.4, 0.0)
    assert error(watch, moved) > 1.5
    assert error(looked(watch, moved, printed, 0.8, hands=False), moved) < 0.5


def test_a_large_move_is_found_by_searching_the_whole_picture(watch, rig, printed):
    moved = shifted(rig, 30.0, -25.0, 10.0)
    assert error(looked(watch, moved, printed, 1.2, hands=False), moved) < 0.5


def test_while_hands_are_over_the_table_nothing_is_re_registered(watch, rig, printed):
    moved = shifted(rig, 2.0, 0.0, 0.0)
    assert looked(watch, moved, printed, 1.0, hands=True).registration is watch.registration


def test_a_hand_nobody_reported_does_not_move_the_mat(watch, rig, printed):
    still = photograph(rig, Random(1), printed)
    after = watch
    for step in range(8):
        after = follow_mat(after, with_hand(still, Random(step)), step / 5, hands=False)
    assert after.registration is watch.registration


def test_a_mat_at_rest_is_left_alone(watch, rig, printed):
    after = looked(watch, rig, printed, 1.0, hands=False)
    assert after.registration is watch.registration
    assert after.drift_mm < 0.3


def test_a_mat_still_sliding_is_followed_only_once_it_rests(watch, rig, printed):
    rng = Random(3)
    after = watch
    for step in range(4):
        frame = photograph(shifted(rig, 1.0 + step, 0.0, 0.0), rng, printed)
        after = follow_mat(after, frame, step / 5, hands=False)
    assert after.registration is watch.registration


def test_a_mat_that_leaves_the_picture_is_told_in_one_sentence(watch, rig, printed):
    frame = np.full_like(photograph(rig, Random(1), printed), 80)
    after = follow_mat(watch, frame, 1.0, hands=False)
    assert after.note.startswith("Only 0 of the mat's 8 markers can be seen: clear them")
    assert after.registration is watch.registration


@pytest.mark.parametrize(
    ("change", "said"),
    [({"light": 1.5}, "overexposed"), ({"blur_px": 2.1}, "blurred")],
)
def test_a_view_that_turns_bad_is_told_after_a_second_and_forgotten_when_good(
    watch, rig, printed, change, said
):
    rig = replace(rig, light=0.8, blur_px=0.5)
    spoilt = photograph(replace(rig, **change), Random(4), printed)
    after, notes = watch, []
    for step in range(7):
        after = follow_mat(after, spoilt, step / 5, hands=False)
        notes.append(after.note)
    assert notes[:4] == [""] * 4
    assert said in notes[-1]
    good = photograph(rig, Random(5), printed)
    assert follow_mat(after, good, 10.0, hands=False).note == ""


def test_the_log_says_why_the_mat_was_registered_anew_and_is_silent_otherwise(
    watch, rig, printed, caplog
):
    caplog.set_level(logging.INFO, logger="calibration")
    looked(watch, rig, printed, 2.0, hands=False)
    assert not caplog.records
    looked(watch, shifted(rig, 1.4, 1.4, 0.0), printed, 2.0, hands=False)
    (record,) = caplog.records
    assert record.getMessage().startswith("re-registered: two looks agree that the mat lies ")
