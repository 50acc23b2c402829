"""Dice that lean are told from flat ones, and what is measured is what lies there."""

from models.leaning import COLUMNS, ROWS, STEEP, looks
from vision.detect import Detector


def test_steep_dice_are_called_cocked_and_flat_ones_are_not():
    seen = list(looks(Detector(threads=1), tables=2))
    flat = [die for die in seen if not die.lean]
    steep = [die for die in seen if die.lean >= STEEP]
    assert len(seen) >= 0.95 * 2 * COLUMNS * ROWS
    assert sum(die.cocked for die in flat) <= 1
    assert sum(die.cocked for die in steep) > len(steep) / 2
