"""Dice on one table lean one way in a picture; a top that lies elsewhere is a side."""

import numpy as np
import pytest

from vision.lean import ASTRAY, ENOUGH, doubted

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
