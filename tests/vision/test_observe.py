from functools import partial

import numpy as np
import pytest

from calibration.artwork import life_cells
from calibration.mats import mat_named
from calibration.registration import register
from hardware.frame import Frame
from hardware.simulated.people import SimulatedHands, WantedDie
from hardware.simulated.table import SimulatedTable
from tests.vision.rendered_dice import KINDS, NETWORKS_SHIPPED, ZONES
from vision.detect import Detector
from vision.faces import FaceReader
from vision.identify import Declared
from vision.observe import LOOKS, Eye

pytestmark = NETWORKS_SHIPPED


@pytest.fixture(scope="module")
def networks():
    return Detector(threads=1), FaceReader(threads=1)


class Game:
    """Eight dice on a simulated mat, and an eye that looks at them thirty times a second."""

    def __init__(self, networks):
        lies = mat_named("dicemasters")
        self.table = SimulatedTable(lies)
        self.hands = SimulatedHands(self.table, {kind.kind: kind for kind in KINDS}, seed=4)
        self.wanted = {
            f"die {n}": WantedDie(KINDS[n % 2].kind, ZONES[n % 4], n // 4, n % 6) for n in range(8)
        }
        self.hands.arrange_now(self.wanted)
        detector, reader = networks
        declared = Declared(KINDS)
        self.eye = Eye(
            partial(register, mat=lies),
            declared.match_all,
            detector=detector,
            reader=reader,
            beside_hands=declared.glanced,
        )
        self.clock = 0.0

    def watch(self, frames=12):
        picture = self.table.read()
        for number in range(frames):
            self.clock += 1 / 30
            observed = self.eye.look(
                Frame(picture.image, self.clock, self.clock, number, picture.source)
            )
        return observed

    def truth(self, sighting):
        """The body that lies where the sighting says."""
        bodies = self.table.truth().values()
        body = min(bodies, key=lambda b: np.hypot(b.x_mm - sighting.x_mm, b.y_mm - sighting.y_mm))
        return body, np.hypot(body.x_mm - sighting.x_mm, body.y_mm - sighting.y_mm)


@pytest.fixture(scope="module")
def observed(networks):
    game = Game(networks)
    return game, game.watch(12 + LOOKS)


def test_every_die_on_the_mat_is_seen_once_and_in_its_place(observed):
    game, seen = observed
    assert seen.still
    assert not seen.hands
    assert len(seen.dice) == 8
    assert max(game.truth(sighting)[1] for sighting in seen.dice) < 3.0


def test_a_sighting_names_the_zone_and_the_seat_it_lies_in(observed):
    game, seen = observed
    for sighting in seen.dice:
        body, _ = game.truth(sighting)
        wanted = game.wanted[body.name]
        assert (sighting.zone, sighting.seat) == (wanted.zone, wanted.seat)


def test_the_likeliest_candidate_is_the_die_that_lies_there(observed):
    game, seen = observed
    right = 0
    for sighting in seen.dice:
        best = max(sighting.likelihood, key=lambda candidate: sighting.likelihood[candidate])
        body, _ = game.truth(sighting)
        right += (best.kind, best.face) == (body.kind.kind, body.face)
    assert right >= 7


def test_an_untouched_die_keeps_its_track_while_another_is_moved(observed):
    game, before = observed
    mover = before.dice[0]
    body, _ = game.truth(mover)
    game.table.move(body.name, body.x_mm + 24, body.y_mm)
    after = game.watch(12)
    assert len(after.dice) == 8
    kept = {sighting.track for sighting in before.dice[1:]}
    assert kept <= {sighting.track for sighting in after.dice}
    assert mover.track not in {sighting.track for sighting in after.dice}


def test_a_die_that_shows_another_face_in_the_same_place_is_a_new_track(networks):
    game = Game(networks)
    before = {sighting.track for sighting in game.watch().dice}
    game.table.turn("die 3", (game.wanted["die 3"].face + 3) % 6)
    after = {sighting.track for sighting in game.watch().dice}
    assert len(after - before) == 1


def test_of_a_die_that_just_moved_nothing_is_reported(networks):
    game = Game(networks)
    game.watch()
    game.table.move("die 1", 200, 200)
    seen = game.watch(frames=1).dice
    assert len(seen) == 7
    assert "die 1" not in {game.truth(sighting)[0].name for sighting in seen}


def test_the_life_markers_are_observed_with_the_dice(networks):
    game = Game(networks)
    left, top, right, bottom = life_cells(mat_named("dicemasters"))[1][12]
    game.table.place("marker", KINDS[0], (left + right) / 2, (top + bottom) / 2)
    assert {mark.seat: mark.life for mark in game.watch().life} == {0: None, 1: 12}
