"""Whole tables of real faces: what is counted, and how."""

import numpy as np
import pytest

from hardware.dice import CharacterFace, DieKind, EnergyFace
from models.faces_eval import real_dice
from models.faces_real import FOLDER as FACES
from models.faces_tables import PrintedFaces, RenderedTable, TableTally, count, rendered_table
from tests.vision.detections import detection
from vision.faces import HEADS, Reading, printed
from vision.pips import Counted

SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
FACE = CharacterFace(1, 2, 3)
THOR = DieKind("thor", "Thor", (EnergyFace("Bolt"),) * 3 + (FACE,) * 3, (250, 0, 0), (0, 0, 0))


def lying(x, *, top=1.0, cocked=False):
    corners = SQUARE * 50 + (x, 60)
    return PrintedFaces((x, 60, x + 50, 110), corners, top, cocked, "thor", FACE)


class Eye:
    """Stands for detector and reader: finds these dice and reads what it is told."""

    def __init__(self, found, face):
        self.found, self.face = found, face

    def weigh(self, _, lowest=None, *, family=False):
        return tuple(self.found)

    def expects(self, _):
        return False

    def weighs_reading(self, _):
        return False

    def pips(self, _, boxes):
        return tuple(Counted(np.zeros(7), np.zeros(2), 1.0) for _ in boxes)

    def read(self, crops):
        answers = {}
        for head, width in HEADS.items():
            answers[head] = np.full(width, np.log(1e-3), np.float32)
        for head, at in printed(self.face):
            answers[head][at] = np.log(0.99)
        black = (0, 0, 0)
        return tuple(
            Reading(0, 1.0, answers, THOR.body, black, np.zeros(64, np.float32)) for _ in crops
        )


def seen(x, turn=0):
    return detection((x, 60, x + 50, 110), np.roll(SQUARE * 50 + (x, 60), turn, 0))


def counted(dice, found, face=FACE):
    tally, eye = TableTally(), Eye(found, face)
    picture = np.full((240, 400, 3), 90, np.uint8)
    count(tally, RenderedTable(picture, tuple(dice), (THOR,)), eye, eye)
    return tally


def test_a_die_that_is_found_and_read_right_counts_as_all_of_that():
    tally = counted([lying(30)], [seen(30)])
    assert (tally.asked, tally.found, tally.false) == (1, 1, 0)
    assert (tally.legible, tally.read, tally.upright, tally.named["declared"].right) == (1, 1, 1, 1)
    assert (tally.characters, tally.characters_read, tally.cocked) == (1, 1, 0)


def test_a_face_taken_upside_down_is_not_upright():
    assert counted([lying(30)], [seen(30, turn=2)]).upright == 0


def test_a_wrong_number_is_no_right_reading_and_is_told():
    tally = counted([lying(30)], [seen(30)], CharacterFace(1, 2, 8))
    assert (tally.read, tally.legible, len(tally.mistakes)) == (0, 1, 1)


def test_leaning_and_covered_dice_are_found_but_need_not_be_read():
    tally = counted([lying(30, cocked=True), lying(200, top=0.6)], [seen(30), seen(200)])
    assert (tally.asked, tally.found, tally.legible) == (2, 2, 0)


def test_what_is_no_die_is_false_and_a_die_hardly_seen_is_neither():
    tally = counted([lying(30), lying(120, top=0.1)], [seen(30), seen(120), seen(300)])
    assert (tally.asked, tally.found, tally.false) == (1, 1, 1)


@pytest.mark.skipif(not FACES.exists(), reason="the real faces are not beside the project")
def test_a_table_is_always_the_same_and_shows_declared_dice():
    dice = real_dice()
    one, again = rendered_table(9, 0, dice), rendered_table(9, 0, dice)
    assert np.array_equal(one.image, again.image)
    names = {kind.kind for kind in one.declared}
    assert one.dice
    assert all(die.kind in names and die.face in dice[die.kind].pictures for die in one.dice)
