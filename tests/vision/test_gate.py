import numpy as np
import pytest

from hardware.frame import Frame
from vision.gate import ABSORB_S, SETTLE_S, Gate

GRAIN = np.random.default_rng(7).normal(0, 3, (288, 512, 3))


def table(dice=(), hand=None, *, seed=0, gain=1.0, grain=1.0, sleeve=0):
    """A 512x288 picture of a table with square dice and, at times, an arm from the left edge.

    The arm's first `sleeve` pixels look like the table.
    """
    picture = np.full((288, 512, 3), 140.0)
    picture[100:102] = 60
    for x, y in dice:
        picture[y : y + 12, x : x + 12] = (30, 40, 200)
        picture[y + 3 : y + 9, x + 3 : x + 9] = 240
    if hand is not None:
        picture[hand : hand + 60, sleeve:300] = (120, 150, 200)
    noise = grain * np.roll(GRAIN, seed * 977)
    return np.clip(picture * gain + noise, 0, 255).astype(np.uint8)


class Film:
    """Feeds pictures to a gate at thirty frames a second."""

    def __init__(self):
        self.gate, self.time, self.number = Gate(), 0.0, 0

    def show(self, frames=1, **scene):
        for _ in range(frames):
            picture = table(seed=self.number, **scene)
            motion = self.gate.look(Frame(picture, self.time, self.time, self.number, "film"))
            self.time += 1 / 30
            self.number += 1
        return motion


SETTLING = round(SETTLE_S * 30) + 2


def test_a_table_at_rest_is_still_in_spite_of_sensor_noise():
    motion = Film().show(frames=SETTLING, dice=[(300, 200)])
    assert motion.still
    assert not motion.hands


def test_a_dark_room_is_still_though_its_pictures_are_grainy():
    film = Film()
    assert film.show(frames=SETTLING, grain=5.0).still
    assert all(film.show(grain=5.0).still for _ in range(8))


def test_a_nudged_die_is_noticed_in_a_dark_room():
    film = Film()
    film.show(frames=SETTLING, dice=[(300, 200)], grain=3.0)
    assert not film.show(dice=[(305, 200)], grain=3.0).still


def test_a_rolling_die_is_not_still_and_is_a_change_once_it_rests():
    film = Film()
    film.show(frames=SETTLING, dice=[(300, 200)])
    for x in range(310, 400, 10):
        assert not film.show(dice=[(x, 200)]).still
    rests = film.show(dice=[(400, 200)])
    assert rests.changed
    assert film.show(frames=SETTLING, dice=[(400, 200)]).still


def test_an_arm_that_reaches_in_and_rests_is_a_hand_though_nothing_moves():
    film = Film()
    film.show(frames=SETTLING)
    motion = film.show(frames=SETTLING + 5, hand=150)
    assert motion.still
    assert motion.hands


def test_the_hand_is_gone_when_the_table_is_as_before():
    film = Film()
    film.show(frames=SETTLING)
    film.show(frames=10, hand=150)
    motion = film.show(frames=SETTLING)
    assert motion.still
    assert not motion.hands


def test_dice_are_no_hand_however_many_are_put_down_together():
    film = Film()
    film.show(frames=SETTLING)
    dice = [(x, y) for x in range(5, 490, 60) for y in range(5, 270, 60)]
    assert not film.show(frames=3, dice=dice).hands


def test_many_dice_that_were_moved_together_at_the_edge_are_no_hand():
    film = Film()
    row = range(0, 14 * 14, 14)
    film.show(frames=SETTLING, dice=[(x, 270) for x in row])
    motion = film.show(frames=SETTLING, dice=[(x, y) for x in row[:7] for y in (2, 16)])
    assert motion.still
    assert not motion.hands


def test_an_arm_over_many_dice_is_a_hand():
    film = Film()
    dice = [(x, y) for x in range(5, 490, 26) for y in range(100, 240, 26)]
    film.show(frames=SETTLING, dice=dice)
    assert film.show(frames=SETTLING, dice=dice, hand=140).hands


def test_a_hand_whose_sleeve_looks_like_the_table_is_a_hand():
    film = Film()
    film.show(frames=SETTLING)
    assert film.show(frames=SETTLING, hand=150, sleeve=150).hands


def test_what_does_not_move_for_long_becomes_part_of_the_table():
    film = Film()
    film.show(frames=SETTLING)
    film.show(frames=round(ABSORB_S * 30) + 5, hand=150)
    motion = film.show(hand=150)
    assert motion.still
    assert not motion.hands


@pytest.mark.parametrize("gain", [0.85, 1.15])
def test_a_change_of_light_is_no_hand(gain):
    film = Film()
    film.show(frames=SETTLING, dice=[(300, 200)])
    assert not film.show(frames=SETTLING, dice=[(300, 200)], gain=gain).hands


def test_nothing_is_seen_as_changed_while_nothing_happens():
    film = Film()
    film.show(frames=SETTLING, dice=[(300, 200)])
    assert not film.show(frames=30, dice=[(300, 200)]).changed
