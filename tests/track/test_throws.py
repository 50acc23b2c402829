"""Dice that were seen rolling, held against the rolls of an explanation."""

from collections import Counter

import pytest
from msgspec import structs

from rules.core import FaceIndex, KindName
from rules.track.throws import MISSED, NOT_OF_IT, OTHER_FACE, UNSEEN, Rolled, ThrowWatch
from rules.track.verdict import Look, Seen


def seen(track, kind="red", face=0, *, rolling=False, spot=None):
    read = {(KindName(kind), FaceIndex(face)): 0.0} if kind else {}
    y_mm = 10.0 * (spot or track)
    return Seen(
        track=track,
        x_mm=0.0,
        y_mm=y_mm,
        zone="hand",
        seat=None,
        border_mm=20.0,
        cocked=False,
        likelihood=read,
        rolling=rolling,
    )


def rolled(**kinds):
    """A roll: by kind the faces that its dice came up with."""
    faces = Counter(
        (KindName(kind), FaceIndex(face)) for kind, came in kinds.items() for face in came
    )
    return Rolled(Counter(kind for kind, _ in faces.elements()), faces)


class Watched:
    """Looks at a table, one every so many seconds."""

    def __init__(self, every=0.25):
        self.watch, self.time, self.every = ThrowWatch(), 0.0, every
        self.look(seen(90), hands=False)

    def look(self, *dice, hands=True, watches=True):
        self.time += self.every
        self.watch.see(
            Look(self.time, self.time, 0, not hands, hands, (seen(90), *dice), watches=watches)
        )

    def throw(self, *dice, beside=()):
        self.look(*beside)
        self.look(*beside, *(structs.replace(die, rolling=True) for die in dice))
        for _ in range(3):
            self.look(*beside, *dice)

    @property
    def throws(self):
        return self.watch.since(0.25)


@pytest.fixture
def two_thrown():
    watched = Watched()
    watched.throw(seen(1, face=2), seen(2, "blue", 3))
    return watched.throws


def test_a_roll_of_just_the_dice_that_rolled_costs_nothing(two_thrown):
    assert two_thrown.cost([rolled(red=[2], blue=[3])]) == 0.0


@pytest.mark.parametrize(
    ("told", "against"),
    [
        ({"red": [2]}, NOT_OF_IT * 2),  # the blue one is none of its dice, and there is one more
        ({"red": [2], "blue": [4]}, OTHER_FACE),
        ({"red": [2, 2], "blue": [3]}, MISSED),
    ],
)
def test_a_roll_of_other_dice_is_spoken_against(two_thrown, told, against):
    assert two_thrown.cost([rolled(**told)]) == pytest.approx(min(against, two_thrown.unseen))


def test_a_second_roll_of_which_nothing_was_seen_is_not_believed(two_thrown):
    once, again = rolled(red=[2], blue=[3]), rolled(red=[5])
    assert two_thrown.cost([once, again]) == two_thrown.unseen > 6.0


def test_a_throw_that_no_roll_tells_of_says_nothing(two_thrown):
    assert two_thrown.cost([]) == 0.0


def test_dice_thrown_in_two_handfuls_are_one_roll():
    watched = Watched()
    first = seen(1, face=2)
    watched.throw(first)
    watched.throw(seen(2, "blue", 3), beside=[first])
    assert len(watched.throws.seen) == 2
    assert watched.throws.cost([rolled(red=[2], blue=[3])]) == pytest.approx(0.0)


def test_looks_far_apart_say_next_to_nothing_against_a_roll_that_was_not_seen():
    watched = Watched(every=1.0)
    watched.look()
    watched.look()
    assert watched.watch.since(1.0).cost([rolled(red=[2])]) < 0.5
    assert not watched.watch.since(1.0).watched


def test_an_eye_that_sees_nothing_beside_hands_says_nothing_against_a_roll():
    watched = Watched()
    watched.look(watches=False)
    watched.look(watches=False)
    assert watched.throws.cost([rolled(red=[2])]) == 0.0


def test_dice_whose_kind_cannot_be_told_while_they_roll_are_known_by_where_they_land():
    watched = Watched()
    watched.look()
    watched.look(seen(-1, None, rolling=True))
    for _ in range(3):
        watched.look(seen(1, face=2), seen(2, "blue", 3))
    assert watched.throws.cost([rolled(red=[2], blue=[3])]) == 0.0
    assert watched.throws.cost([rolled(red=[4], blue=[3])]) == OTHER_FACE


def test_what_a_hand_had_covered_did_not_land():
    watched = Watched()
    watched.look(seen(1, face=2))
    watched.look()  # covered
    watched.throw(seen(3, "blue", 5))
    for _ in range(3):
        watched.look(seen(7, face=2, spot=1), seen(3, "blue", 5))
    assert watched.throws.landed == {3}
    assert watched.throws.cost([rolled(blue=[5])]) == 0.0


def test_a_roll_hardly_fell_into_the_one_moment_in_which_nobody_looked():
    watched = Watched()
    for number in range(40):
        watched.every = 0.5 if number == 20 else 0.25
        watched.look()
    seldom = watched.watch.since(0.25).unseen
    assert 3.0 < seldom < UNSEEN
    assert not watched.watch.since(0.25).saw(rolled(red=[2]))


def test_a_roll_that_was_seen_is_known_as_seen(two_thrown):
    assert two_thrown.saw(rolled(red=[2], blue=[3]))
