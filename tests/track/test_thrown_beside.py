"""Dice thrown beside the mat, and dice that have waited there all the time."""

from collections import Counter

import msgspec
import pytest
from test_dice_at_a_line import BESIDE, HAND, SLOTS, piece

from rules.track.evidence import Table
from rules.track.fit import Board

DUE = ("red", HAND, 5)


def beside(track):
    return msgspec.structs.replace(piece(track, 200.0, BESIDE), beside=True)


def thrown_with(before, now, *, lay=False):
    """What disagrees with a red die having been thrown to its six beside the mat."""
    board = Board(Table(6, 2.0, 3.0, now), SLOTS, Table(6, 0.0, 1.0, before))
    return board.as_thrown(Counter(), [(DUE, (), lay)])


def test_a_die_that_came_to_lie_beside_the_mat_was_thrown_there():
    residue = thrown_with((), (beside(1),))
    assert residue.cost == 0.0
    assert residue.spare == ()


def test_a_die_that_waited_beside_the_mat_was_not_thrown():
    residue = thrown_with((beside(1),), (beside(1),))
    assert residue.cost > 6.0
    assert residue.lacking == {DUE: 1}
    assert residue.spare == (0,)


@pytest.mark.parametrize("track", [1, 2])
def test_a_die_that_was_thrown_there_before_lies_there_still(track):
    assert thrown_with((beside(1),), (beside(track),), lay=True).cost == 0.0
