"""Before a game the players hear of dice that the camera cannot tell apart."""

import pytest

from calibration.mats import mat_named
from calibration.registration import register
from hardware.dice import ActionFace, CharacterFace, DieKind, EnergyFace
from hardware.simulated import SimulatedTable
from ui.app.lining_up import light_of
from ui.app.live import NAMED, advice, greeting
from ui.app.rig import Rig
from vision.identify import Enrolled, confusable


@pytest.fixture
def seen_from_above():
    picture = SimulatedTable(mat_named("dicemasters")).read().image
    return register(picture, mat_named("dicemasters")), picture


def twins(count):
    faces = (*(EnergyFace("Fist"),) * 3, *(CharacterFace(1, 2, 3 + n) for n in range(3)))
    return [
        DieKind(f"{n}", f"Twin {n}", faces, (90, 40, 40), (0, 0, 0), f"{n}") for n in range(count)
    ]


def test_two_dice_that_look_alike_are_both_named_with_what_to_do():
    (sentence,) = advice(confusable(twins(2)))
    assert "Twin 0" in sentence
    assert "Twin 1" in sentence
    assert "diceref enrol" in sentence
    assert "mark" in sentence


def test_of_many_pairs_a_few_are_named_and_the_rest_counted():
    pairs = confusable(twins(4))
    *named, rest = advice(pairs)
    assert len(named) == NAMED
    assert str(len(pairs) - NAMED) in rest


def test_the_dashboard_names_the_pairs_once_the_mat_is_seen(seen_from_above):
    pairs = confusable(twins(4))
    said = greeting(Rig(mat_named("dicemasters")), pairs, *seen_from_above)
    assert said.startswith("Look alike to the camera: Twin 0 and Twin 1, ")
    assert f"{len(pairs) - NAMED} more pairs" in said
    assert greeting(Rig(mat_named("dicemasters")), (), *seen_from_above) == ""


def test_a_basic_action_is_known_by_its_star_and_needs_no_enrolment():
    faces = (*(EnergyFace("Generic", 2),) * 3, *(ActionFace(n) for n in range(3)))
    basic = DieKind("basic", "Basic", faces, (255,) * 3, (150, 120, 55))
    own = (*(EnergyFace("Bolt"),) * 3, *(ActionFace(n) for n in range(3)))
    hammer = DieKind("hammer", "Hammer", own, (255,) * 3, (97, 61, 35), "hammer")
    assert confusable([basic, hammer]) == ()


def test_a_lamp_switched_off_since_the_line_up_is_said(seen_from_above):
    registration, picture = seen_from_above
    then = [Enrolled("hulk", 0, (), (40, 150, 40), (0, 0, 0), light=light_of(picture))]
    rig = Rig(mat_named("dicemasters"))
    assert greeting(rig, (), registration, picture, enrolled=then) == ""
    dark = (picture * 0.4).astype(picture.dtype)
    assert "line them up again" in greeting(rig, (), registration, dark, enrolled=then)
    warm = picture.copy()
    warm[:, :, 0] //= 2
    assert "line them up again" in greeting(rig, (), registration, warm, enrolled=then)
