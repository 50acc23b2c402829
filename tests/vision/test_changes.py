"""Dice are looked for first where the table changed, and a little later everywhere."""

import cv2
import numpy as np
import pytest

from vision.changes import area, changed_boxes, grown, joined
from vision.detect import ENOUGH_PX, SMALL_PX, Detector, Whereabouts, _shrunk
from vision.faces import FaceReader
from vision.weights import manifest

EDGE = 40.0
FACTOR = 4.0


def _table():
    """A small picture with texture, so that its median is nobody's guess."""
    rng = np.random.default_rng(3)
    return rng.integers(90, 130, (288, 512, 3)).astype(np.uint8)


def _die(picture, x, y):
    """The same picture with a die of ten small pixels in it."""
    changed = picture.copy()
    changed[y : y + 10, x : x + 10] = (20, 20, 220)
    return changed


def _inside(inner, outer):
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[2] >= inner[2]
        and outer[3] >= inner[3]
    )


def test_a_table_nobody_touched_has_no_changed_place():
    table = _table()
    assert changed_boxes(table, table, FACTOR, EDGE) == []


def test_noise_in_a_pixel_or_two_is_no_change():
    table = _table()
    noisy = table.copy()
    noisy[50, 60] = noisy[200, 300] = (250, 250, 250)
    assert changed_boxes(table, noisy, FACTOR, EDGE) == []


def test_a_die_that_was_moved_changes_the_place_it_left_and_the_place_it_came_to():
    before, after = _die(_table(), 60, 50), _die(_table(), 400, 220)
    found = changed_boxes(before, after, FACTOR, EDGE)
    assert len(found) == 2
    for left, top in ((60, 50), (400, 220)):
        die = tuple(FACTOR * edge for edge in (left, top, left + 10, top + 10))
        around = (die[0] - EDGE, die[1] - EDGE, die[2] + EDGE, die[3] + EDGE)
        assert sum(_inside(around, box) for box in found) == 1


def test_a_lamp_switched_on_elsewhere_changes_nothing():
    table = _table()
    brighter = np.clip(table.astype(float) * 1.3, 0, 255).astype(np.uint8)
    assert changed_boxes(table, brighter, FACTOR, EDGE) == []


def test_places_that_overlap_become_one_and_stay_within_the_mat():
    one, other, far = (0, 0, 100, 100), (90, 90, 200, 200), (400, 0, 700, 50)
    assert joined([one, other, far], (10, 10, 600, 600)) == [(10, 10, 200, 200), (400, 10, 600, 50)]
    assert joined([far], (0, 0, 100, 100)) == []


def test_boxes_that_only_touch_after_two_were_joined_are_joined_too():
    boxes = [(0, 0, 10, 10), (20, 0, 30, 10), (5, 5, 25, 8), (8, 9, 22, 30)]
    assert joined(boxes, (0, 0, 100, 100)) == [(0, 0, 30, 30)]


def test_the_smallest_place_holds_five_dice_in_a_row():
    left, top, right, bottom = grown((100, 100, 110, 110), EDGE)
    assert (right - left, bottom - top) == (5 * EDGE, 5 * EDGE)
    assert area([(left, top, right, bottom)]) == 25 * EDGE**2


class Looks(Detector):
    """A detector that keeps count of how much of the picture it was shown."""

    def __init__(self):
        super().__init__(threads=1, lowest=0.45)
        self.shown = []
        self.blind = None  # a place (px) where it sees nothing

    def __call__(self, image, known=None):
        self.shown.append(area(list(known.places)) / image[..., 0].size)
        return tuple(
            die
            for die in super().__call__(image, known)
            if self.blind is None or np.hypot(*(die.centre - self.blind)) > die.side
        )


@pytest.fixture
def game():
    if not {"detector", "tops", "faces"} <= manifest().keys():
        pytest.skip("the networks are not shipped")
    from tests.vision.test_observe import Game

    return Game((Looks(), FaceReader(threads=1)))


def test_after_one_die_was_moved_a_small_part_is_looked_at_first_and_the_mat_afterwards(game):
    looks = game.eye._detector
    game.watch(20)
    looks.shown.clear()
    body, _ = game.truth(game.watch(1).dice[0])
    game.table.move(body.name, body.x_mm + 30, body.y_mm)
    seen = game.watch(20)
    assert len(seen.dice) == 8
    assert looks.shown[0] < 0.1
    assert looks.shown[1] > 0.4
    assert len(looks.shown) == 2


def test_a_die_missed_beside_the_change_is_found_when_all_is_looked_at(game):
    looks = game.eye._detector
    first = game.watch(20)
    hidden, mover = first.dice[0], min(first.dice[1:], key=lambda die: abs(die.y_mm - 160))
    body, _ = game.truth(hidden)
    game.table.move(body.name, body.x_mm + 30, body.y_mm)
    looks.blind = game.eye.registration.to_image([[body.x_mm + 30, body.y_mm]], 13.0)[0]
    assert len(game.watch(20).dice) == 7
    looks.blind = None
    other, _ = game.truth(mover)
    game.table.move(other.name, other.x_mm + 25, other.y_mm)
    assert len(game.watch(20).dice) == 8


def test_dice_are_looked_for_everywhere_while_hands_never_leave_time_to_do_so(game):
    looks = game.eye._detector
    seen = game.watch(20)
    body, _ = game.truth(seen.dice[0])
    looks.shown.clear()
    for step in range(3):  # each time the table lies still for hardly more than one look
        game.table.move(body.name, body.x_mm + 10 * (step + 1), body.y_mm)
        game.watch(7)
    assert looks.shown[0] < 0.1
    assert max(looks.shown) > 0.4


def test_dice_of_a_known_size_are_looked_at_from_no_nearer_than_they_need():
    detector = Looks()
    seen = []
    run = detector._session.run

    class Spy:
        def run(self, outputs, given):
            seen.append(given["images"].shape[2:])
            return run(outputs, given)

    detector._session = Spy()
    picture = np.full((600, 1000, 3), 120, np.uint8)
    detector(picture, Whereabouts([(0, 0, 1000, 600)], 2 * ENOUGH_PX))
    assert seen == [(320, 512)]


def test_the_finest_map_answers_alone_only_where_all_dice_are_small():
    detector, asked = Detector(threads=1), []
    run = detector._session.run

    class Spy:
        def run(self, outputs, given):
            asked.append(bool(given["small"]))
            return run(outputs, given)

    detector._session = Spy()
    picture = np.full((600, 1000, 3), 120, np.uint8)
    edge = 2 * ENOUGH_PX
    for most in (2 * SMALL_PX, 2 * SMALL_PX + 1):
        detector(picture, Whereabouts([(0, 0, 1000, 600)], edge, most_px=most))
    detector(picture, Whereabouts([(0, 0, 1000, 600)], edge))
    assert asked == [True, False, False]


@pytest.mark.parametrize("size", [(701, 523), (448, 337), (320, 240)])
def test_a_large_picture_shrunk_by_halves_shows_things_where_they_are(size):
    rng = np.random.default_rng(2)
    coarse = rng.integers(40, 215, (4, 5, 3), dtype=np.uint8)
    picture = cv2.resize(coarse, (1447, 1081), interpolation=cv2.INTER_CUBIC)
    at_once = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    shrunk = _shrunk(picture, size)
    assert shrunk.shape == at_once.shape
    a_pixel_aside = np.abs(np.diff(at_once.astype(int), axis=1)).max()
    assert np.abs(shrunk.astype(int) - at_once).max() <= a_pixel_aside


def test_dice_that_lie_plainly_flat_get_one_look_at_their_tops(game):
    finder, asked = game.eye._detector._tops, []
    image = game.table.read().image
    boxes = np.array([truth.box for truth in game.table.seen()])
    answers = finder._answers
    finder._answers = lambda crops: (asked.append(len(crops)), answers(crops))[1]
    twice = finder(image, boxes)
    both = sum(asked)
    asked.clear()
    once = finder(image, boxes, lambda looks: np.zeros(len(looks)))
    assert sum(asked) < both
    asked.clear()
    finder(image, boxes, lambda looks: np.ones(len(looks)))
    assert sum(asked) == both
    for one, other in zip(once, twice, strict=True):
        side = np.linalg.norm(other.corners[0] - other.corners[1])
        assert np.linalg.norm(one.corners - other.corners, axis=1).mean() < 0.1 * side
