"""Dice on one table lean one way in a picture; a top that lies elsewhere is a side."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.mats import mat_named
from calibration.registration import register
from hardware.dice import DieKind, PipFace
from hardware.simulated.optics import Viewpoint
from hardware.simulated.table import SimulatedTable
from vision.lean import (
    ASTRAY,
    ENOUGH,
    chances_of_leaning,
    doubted,
    flat_among,
    flat_on,
)
from vision.tops import side_of

D6 = DieKind("d6", "pips", tuple(PipFace(n) for n in range(1, 7)), (240, 240, 240), (9, 9, 9))

SIDE = 40.0


def _row(count=7):
    """Boxes in a slanting row, whose tops lie above their middles."""
    left = np.arange(count) * 60.0
    boxes = np.stack([left, left / 3, left + SIDE, left / 3 + SIDE], axis=1)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2 - [0.0, 6.0]
    return boxes, middles, [True] * count


def test_where_all_tops_lean_one_way_none_is_doubted():
    assert doubted(*_row()) == ()


def test_a_top_at_the_other_end_of_its_box_is_doubted_and_sought_where_the_others_lean():
    boxes, middles, flat = _row()
    right = middles[3].copy()
    middles[3] += [0.0, 15.0]
    (doubt,) = doubted(boxes, middles, flat)
    assert doubt.index == 3
    assert doubt.agrees(right)
    assert not doubt.agrees(middles[3])
    assert doubt.box[1] < boxes[3, 1] < doubt.box[3] < boxes[3, 3]


def test_seen_from_above_tops_lean_outwards_and_none_is_doubted():
    across, down = np.meshgrid(np.arange(5) * 200.0, np.arange(3) * 200.0)
    centres = np.stack([across.ravel(), down.ravel()], axis=1)
    boxes = np.hstack([centres - SIDE / 2, centres + SIDE / 2])
    middles = centres + (centres - centres.mean(axis=0)) * 0.02
    assert np.abs(middles - centres).max() / SIDE >= ASTRAY
    assert doubted(boxes, middles, [True] * len(boxes)) == ()


@pytest.mark.parametrize("count", [0, 1, ENOUGH - 1])
def test_few_dice_tell_nothing(count):
    boxes, middles, flat = _row(count)
    if count:
        middles[0] += [0.0, 15.0]
    assert doubted(boxes, middles, flat) == ()


def test_a_cocked_die_is_not_doubted():
    boxes, middles, flat = _row(8)
    middles[2] += [0.0, 15.0]
    flat[2] = False
    assert doubted(boxes, middles, flat) == ()


def _truly(leaning):
    """A picture of dice of which some lean (name: radians), and how they truly lie."""
    lies = mat_named("dicemasters")
    view = Viewpoint.overlooking(lies.width, lies.height, size=(1600, 900), tilt=12.0)
    table = SimulatedTable(lies, view=view, seed=3)
    for number in range(12):
        body = table.place(
            str(number), D6, 60 + 130 * (number % 4), 60 + 110 * (number // 4), yaw=number
        )
        table.put(replace(body, tilt=leaning.get(str(number), 0.0), lean=1.0))
    image = table.read().image
    dice = table.seen()
    corners = np.array([die.corners for die in dice])
    boxes = np.array([die.box for die in dice])
    sides = np.array([side_of(top) for top in corners])
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    above = (corners.mean(axis=1) - middles) / sides[:, None]
    return image, [die.name for die in dice], corners, above


def test_a_leaning_die_lies_unlike_flat_ones_on_the_mat_and_unlike_the_others():
    image, names, corners, above = _truly({"2": 0.3, "7": 0.5})
    leaning = np.isin(names, ["2", "7"])
    on_mat = flat_on(register(image, mat_named("dicemasters")), corners, D6.size_mm)
    among = flat_among(corners.mean(axis=1), above, np.zeros(len(above)))
    for flat in (on_mat, among):
        apart = np.hypot(*(above - flat).T)
        assert apart[~leaning].max() < 0.04
        assert apart[leaning].min() > 0.1


def test_where_too_few_dice_lie_alike_they_do_not_tell_how_flat_ones_lie():
    _, _, corners, above = _truly({})
    few = slice(0, ENOUGH - 1)
    assert np.isnan(flat_among(corners[few].mean(axis=1), above[few], np.zeros(ENOUGH - 1))).all()
    assert np.isnan(flat_among(corners.mean(axis=1), above, np.ones(len(above)))).all()


def test_a_die_that_lies_unlike_flat_ones_is_likelier_to_lean_and_alone_it_is_as_likely_as_said():
    above = np.array([[0.0, 0.0], [0.2, 0.0], [0.2, 0.0]])
    flat = np.zeros_like(above)
    flat[2] = np.nan
    alike, unlike, alone = chances_of_leaning(np.full(3, 0.2), above, flat, (1.0, 4.0, 12.0))
    assert alike < unlike
    assert alone == pytest.approx(0.2)
