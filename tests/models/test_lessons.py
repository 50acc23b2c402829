"""What the detector's harder lessons show, and how they are labelled."""

import numpy as np
import pytest

from hardware.dice import DieKind, PipFace
from hardware.simulated.clutter import flat_picture
from hardware.simulated.collisions import overlap
from hardware.simulated.optics import Viewpoint
from hardware.simulated.scene import Clutter, DieBody
from models import lessons
from models.scenes import TOP_SHOWS

SIZE = (256, 256)
D6 = DieKind("d6", "d6", tuple(PipFace(n) for n in range(1, 7)), (240, 240, 240), (9, 9, 9))


def test_a_lesson_has_one_seed_and_is_always_the_same():
    one, other = (lessons.lesson(np.random.default_rng((7, 1)), SIZE) for _ in range(2))
    assert np.array_equal(one.image, other.image)
    assert [die.box for die in one.dice] == [die.box for die in other.dice]


def test_only_dice_whose_top_shows_are_labelled():
    hidden = 0
    for number in range(12):
        _, truths = lessons.lesson_truths(np.random.default_rng((8, number)), SIZE)
        labelled = lessons.lesson(np.random.default_rng((8, number)), SIZE).dice
        assert all(die.top >= TOP_SHOWS for die in labelled)
        hidden += len(truths) - len(labelled)
    assert hidden > 0


def test_packed_dice_stand_beside_each_other_not_in_each_other(monkeypatch):
    laid = []
    monkeypatch.setattr(lessons, "_drawn", lambda _, setting: laid.extend(setting[0].bodies))
    lessons._packed(np.random.default_rng(3), SIZE, unseen=False)
    flat = [body for body in laid if body.base_mm == 0]
    assert len(flat) >= 3
    pairs = [(a, b) for n, a in enumerate(flat) for b in flat[:n]]
    assert sum(overlap(a, b, gap_mm=-1.0) for a, b in pairs) == 0


def test_a_die_far_outside_the_picture_is_not_drawn():
    view = Viewpoint.over((100.0, 75.0), size=SIZE, distance_mm=400.0)
    assert lessons._in_reach(DieBody(D6, 100.0, 75.0, 0.0, 0), view)
    assert not lessons._in_reach(DieBody(D6, 900.0, 75.0, 0.0, 0), view)


@pytest.mark.parametrize("shape", ["print", "keys", "card", "sheet", "token"])
def test_flat_things_have_a_picture_that_is_always_the_same(shape):
    thing = Clutter(shape, 0.0, 0.0, 0.0, 100.0, (180, 160, 140))
    one, other = (flat_picture(thing, np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(one, other)
    assert one.dtype == np.uint8


def test_keys_and_print_are_more_than_one_colour():
    for shape in ("print", "keys"):
        thing = Clutter(shape, 0.0, 0.0, 0.0, 100.0, (180, 160, 140))
        assert flat_picture(thing, np.random.default_rng(5)).std() > 10


def test_under_a_low_lamp_a_side_is_brighter_than_the_top(monkeypatch):
    lit = []
    monkeypatch.setattr(lessons, "_lit", lambda _, setting, conditions: lit.append(conditions))
    for number in range(20):
        lessons._sidelit(np.random.default_rng((9, number)), SIZE, unseen=False)
    for lamp in (conditions.lamps[0] for conditions in lit):
        away = np.hypot(lamp.x_mm - lessons._MIDDLE[0], lamp.y_mm - lessons._MIDDLE[1])
        assert lamp.height_mm < away
