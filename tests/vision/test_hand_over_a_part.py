"""A hand hides what it covers, not the table: on rendered frames with a hand in them."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from calibration.mats import mat_named
from calibration.registration import register
from hardware.simulated.gestures import hand_over
from hardware.simulated.people import SimulatedHands, WantedDie
from hardware.simulated.table import SimulatedTable, TableMoment
from tests.vision.rendered_dice import KINDS, NETWORKS_SHIPPED, ZONES
from vision.covered import holds
from vision.detect import Detector
from vision.faces import FaceReader
from vision.identify import Declared
from vision.observe import Eye
from vision.sighting import EVERYWHERE

pytestmark = NETWORKS_SHIPPED


class Table:
    """Eight dice, the first of them under a hand that is never quite still."""

    def __init__(self, networks, *, beside_hands=True):
        self.table = SimulatedTable(mat_named("dicemasters"), fps=30.0)
        hands = SimulatedHands(self.table, {kind.kind: kind for kind in KINDS}, seed=4)
        places = {
            f"die {n}": WantedDie(KINDS[n % 2].kind, ZONES[n % 4], n // 4, n % 6) for n in range(8)
        }
        hands.arrange_now(places)
        detector, reader = networks
        look = partial(register, mat=mat_named("dicemasters"))
        declared = Declared(KINDS)
        beside = declared.glanced if beside_hands else None
        self.eye = Eye(
            look, declared.match_all, detector=detector, reader=reader, beside_hands=beside
        )
        self.rng = np.random.default_rng(5)
        self.hand_at = np.array(self.place("die 0"))
        self.before = self.watch(20)

    def place(self, name):
        body = self.table.truth()[name]
        return body.x_mm, body.y_mm

    def watch(self, frames, dice=None, *, hand=False):
        for number in range(frames):
            at = self.hand_at + self.rng.normal(0, 2, 2)
            over = (hand_over(0, at, 0.4),) if hand else ()
            self.table.play([TableMoment((dice or {}) if number == 0 else {}, over)])
            observed = self.eye.look(self.table.read())
        return observed

    def seen(self, observed, name):
        x, y = self.place(name)
        near = [one for one in observed.dice if np.hypot(one.x_mm - x, one.y_mm - y) < 3]
        return near[0] if near else None


@pytest.fixture(scope="module")
def networks():
    return Detector(threads=1), FaceReader(threads=1)


@pytest.fixture
def table(networks):
    return Table(networks)


def test_nothing_is_covered_on_a_table_at_rest(table):
    assert len(table.before.dice) == 8
    assert table.before.covered == ()
    assert table.before.moving == ()


def test_before_the_mat_is_found_everything_is_covered(networks):
    fresh = Table.__new__(Table)
    fresh.table, fresh.eye = (
        SimulatedTable(None),
        Eye(
            partial(register, mat=mat_named("dicemasters")),
            None,
            detector=networks[0],
            reader=networks[1],
        ),
    )
    assert fresh.eye.look(fresh.table.read()).covered == (EVERYWHERE,)


def test_every_die_is_either_seen_or_covered_while_a_hand_is_over_the_table(table):
    for _ in range(5):
        observed = table.watch(6, hand=True)
        assert observed.hands
        for name in table.table.truth():
            seen = table.seen(observed, name)
            assert (seen is None) == holds(observed.covered, *table.place(name)), name
    assert table.seen(observed, "die 0") is None
    assert table.seen(observed, "die 5") is not None


def test_a_hand_covers_little_more_than_itself(table):
    observed = table.watch(12, hand=True)
    covered = sum((a.right - a.left) * (a.bottom - a.top) for a in observed.covered)
    assert covered < 0.25 * 524 * 384


def test_what_is_taken_away_and_laid_down_beside_the_hand_is_seen(table):
    table.watch(8, hand=True)
    body = table.table.truth()["die 7"]
    moved = {"die 7": None, "new": replace(body, x_mm=body.x_mm - 60, name="new")}
    x, y = table.place("die 7")
    assert holds(table.watch(2, moved, hand=True).covered, x, y), "it has not been looked at yet"
    observed = table.watch(20, hand=True)
    assert observed.hands
    assert not any(np.hypot(one.x_mm - x, one.y_mm - y) < 3 for one in observed.dice)
    assert not holds(observed.covered, x, y)
    found = table.seen(observed, "new")
    assert found is not None
    best = max(found.likelihood, key=lambda candidate: found.likelihood[candidate])
    assert (best.kind, best.face) == (body.kind.kind, body.face)


def test_untouched_dice_keep_their_tracks_while_a_hand_comes_and_goes(table):
    numbers = {one.track for one in table.before.dice}
    during = table.watch(15, hand=True)
    assert {one.track for one in during.dice} < numbers
    after = table.watch(20)
    assert after.covered == ()
    assert {one.track for one in after.dice} == numbers


def test_dice_on_the_move_are_told_from_hands(table):
    body = table.table.truth()["die 5"]
    for step in range(1, 5):
        rolled = replace(body, x_mm=body.x_mm + 14 * step)
        observed = table.watch(1, {"die 5": rolled})
        rolling = [(one.x_mm, one.y_mm) for one in observed.moving]
        assert min(np.hypot(rolled.x_mm - x, rolled.y_mm - y) for x, y in rolling) < 16
        assert {one.zone for one in observed.moving} == {"reserve"}
        assert holds(observed.covered, rolled.x_mm, rolled.y_mm)
        assert len(observed.dice) == 7


def test_a_hand_that_comes_and_goes_is_never_taken_for_dice_on_the_move(table):
    spot = table.hand_at
    for step in [*range(14, 0, -1), *range(15)]:
        table.hand_at = spot + np.array([0.0, 18.0 * step])
        assert table.watch(1, hand=True).moving == (), step
    assert table.watch(1).moving == ()


def resting(observed):
    """What is told of a table at rest, but for the tracks' numbers."""
    return [replace(one, track=0) for one in sorted(observed.dice, key=lambda one: one.x_mm)]


def test_a_table_at_rest_is_read_as_if_nobody_had_looked_beside_the_hands(networks):
    looking, waiting = Table(networks), Table(networks, beside_hands=False)
    body, other = looking.table.truth()["die 7"], looking.table.truth()["die 0"]
    moves = (
        {"die 7": replace(body, x_mm=body.x_mm - 60)},
        {"die 0": replace(other, face=3), "die 7": body},
        {"die 0": None},
    )
    for moved in moves:
        for table in (looking, waiting):
            table.watch(4, hand=True)
            table.watch(20, moved, hand=True)
        during = {one.track for one in looking.watch(1, hand=True).dice}
        waiting.watch(1, hand=True)
        for frame in range(14):
            seen, known = looking.watch(1), waiting.watch(1)
            assert (seen.still, seen.hands) == (known.still, known.hands), frame
            if seen.still and not seen.hands:
                assert resting(seen) == resting(known), frame
        assert during <= {one.track for one in seen.dice}, "a die seen beside the hand is the same"
