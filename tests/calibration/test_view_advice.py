import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from calibration.mat_picture import draw
from calibration.mats import mat_named
from calibration.registration import register
from calibration.view_advice import (
    check_colour,
    check_coverage,
    check_flatness,
    check_focus,
    check_light,
    check_size,
    grey_gains,
)
from tests.bench.random_rigs import in_gray, photograph, random_rig

SIZE = (1280, 720)
TABLE = mat_named("dicemasters")
PRINTED = in_gray(TABLE, 3.0)


@pytest.fixture
def rig():
    return replace(random_rig(TABLE, Random(3), SIZE), hidden=(), curls=(), blur_px=0.6, light=0.85)


def seen(rig):
    return register(photograph(rig, Random(1), PRINTED, 3.0), TABLE, rig.lens)


def higher(rig, factor):
    return replace(rig, camera=rig.camera * np.array([1, 1, factor]))


def test_a_good_view_is_called_good(rig):
    registration = seen(rig)
    for verdict in (check_focus, check_light, check_flatness, check_coverage):
        assert verdict(registration).good


def test_a_blurred_view_is_told(rig):
    verdict = check_focus(seen(replace(rig, blur_px=2.1)))
    assert not verdict.good
    assert "focus on the mat" in verdict.words


def test_an_overexposed_view_is_told(rig):
    verdict = check_light(seen(replace(rig, light=1.4)))
    assert not verdict.good
    assert "overexposed" in verdict.words


def test_a_dark_view_is_told(rig):
    verdict = check_light(seen(replace(rig, light=0.2, noise=1.0)))
    assert not verdict.good
    assert "more light" in verdict.words


def test_small_digits_say_how_far_to_lower_the_camera(rig):
    registration = seen(higher(rig, 1.5))
    verdict = check_size(registration, still_width=4608)
    digits = 2.4 * registration.px_per_mm() * 4608 / 1280
    assert not verdict.good
    lower = round(float(registration.camera_mm[2]) * (1 - digits / 12) / 10)
    assert verdict.words == (
        f"Lower the camera {lower} cm: digits are {digits:.0f} px, 12 are needed."
    )
    phone = check_size(registration, still_width=4608, phone=True)
    assert phone.words.startswith(f"Lower the phone {lower} cm")
    assert check_size(registration, still_width=8000).good


def test_where_lowering_would_lose_the_mat_more_pixels_are_asked_for(rig):
    assert "with more pixels" in check_size(seen(rig)).words


def test_a_curling_mat_is_told(rig):
    corner = replace(
        random_rig(TABLE, Random(3), SIZE).curls[0], at=(0.0, 0.0), rise=25.0, reach=250.0
    )
    other = replace(corner, at=(TABLE.width, TABLE.height))
    verdict = check_flatness(seen(replace(rig, curls=(corner, other))))
    assert not verdict.good
    assert "tape its corners down" in verdict.words


def test_a_mat_that_reaches_out_of_the_picture_is_told(rig):
    frame = photograph(higher(rig, 1.0), Random(1), PRINTED, 3.0)
    registration = register(frame, TABLE, rig.lens)
    beyond = replace(registration, lens=replace(registration.lens, width=900, cx=230.0))
    verdict = check_coverage(beyond)
    assert not verdict.good
    assert "raise the camera" in verdict.words
    assert re.search(r"raise the phone \d+ cm", check_coverage(beyond, phone=True).words)


def test_a_colour_cast_is_measured_on_the_grey_patches_and_told():
    picture = draw(TABLE, 4.0)
    registration = register(picture, TABLE)
    assert check_colour(picture, registration).good
    lamp = np.clip(picture * np.array([0.7, 0.95, 1.0]), 0, 255).astype(np.uint8)
    red, blue = grey_gains(lamp, registration)
    assert red == pytest.approx((0.95 / 1.0) ** 2.2, rel=0.05)
    assert blue == pytest.approx((0.95 / 0.7) ** 2.2, rel=0.05)
    bluish = np.clip(picture * np.array([1.0, 0.8, 0.7]), 0, 255).astype(np.uint8)
    assert "The picture is blue" in check_colour(bluish, registration).words


def test_a_cup_on_the_grey_patches_leaves_colours_as_they_are():
    picture = draw(TABLE, 4.0)
    registration = register(picture, TABLE)
    noise = np.random.default_rng(1).integers(0, 255, picture.shape, dtype=np.uint8)
    assert grey_gains(noise, registration) is None
    assert check_colour(noise, registration).good
