"""What the simulated camera sees, the calibration finds again where it lies."""

import numpy as np
import pytest

from calibration.mats import mat_named
from calibration.registration import register
from calibration.registration_watch import RegistrationWatch, follow_mat
from hardware.dice import DieKind, PipFace
from hardware.simulated import Conditions, SimulatedHands, SimulatedTable, Viewpoint, WantedDie

DIE = DieKind("red", "", tuple(PipFace(value) for value in range(1, 7)), (200, 30, 30), (0, 0, 0))


@pytest.mark.parametrize("name", ["dicemasters", "doubles", "irondie"])
@pytest.mark.parametrize("tilt", [0.0, 12.0])
def test_registered_dice_lie_where_they_were_put(name, tilt):
    own = mat_named(name)
    view = Viewpoint.overlooking(own.width, own.height, size=(2304, 1296), tilt=tilt)
    table = SimulatedTable(own, view=view, seed=1)
    zones = [(zone.name, zone.seat) for zone in own.zones if zone.name != "life"]
    wanted = {
        f"die {number}": WantedDie("red", *zones[number % len(zones)], face=number % 6)
        for number in range(16)
    }
    SimulatedHands(table, {"red": DIE}, seed=2).arrange_now(wanted)
    registration = register(table.read().image, own)
    assert len(registration.tags_seen) == len(own.tags)
    for truth in table.seen():
        middle = np.mean(truth.corners, axis=0)[None]
        x, y = registration.top_to_mat(middle, truth.height_mm)[0]
        assert np.hypot(x - truth.x_mm, y - truth.y_mm) < 0.5


@pytest.mark.parametrize("turn", [0.0, 0.01])
def test_a_mat_pushed_by_two_millimetres_is_followed_within_a_second(turn):
    own = mat_named("dicemasters")
    view = Viewpoint.overlooking(own.width, own.height, size=(1280, 720), tilt=6.0)
    table = SimulatedTable(own, view=view, seed=1)
    body = table.place("a", DIE, 150.0, 220.0)
    watch = RegistrationWatch(register(table.read().image, own))
    table.bump(1.5, -1.4, turn)
    for _ in range(round(table.fps)):
        frame = table.read()
        watch = follow_mat(watch, frame.image, frame.monotonic, hands=False)
    (truth,) = table.seen()
    middle = np.mean(truth.corners, axis=0)[None]
    x, y = watch.registration.top_to_mat(middle, truth.height_mm)[0]
    assert np.hypot(x - body.x_mm, y - body.y_mm) < 0.5


def test_a_bump_moves_the_mat_the_way_it_is_pushed():
    own = mat_named("dicemasters")
    table = SimulatedTable(own, view=Viewpoint.overlooking(own.width, own.height), seed=1)
    table.place("a", DIE, own.width / 2, own.height / 2)
    table.read()
    before = np.mean(table.seen()[0].corners, axis=0)
    table.bump(10.0, 5.0)
    table.read()
    moved = np.mean(table.seen()[0].corners, axis=0) - before
    assert moved[0] / moved[1] == pytest.approx(2.0, rel=0.05)
    assert moved[0] > 0


def test_a_lamp_that_is_switched_off_darkens_the_next_frame():
    own = mat_named("dicemasters")
    table = SimulatedTable(own, view=Viewpoint.overlooking(own.width, own.height, size=(320, 180)))
    bright = table.read().image.mean()
    table.relight(Conditions(lamps=(), ambient=0.3))
    assert table.read().image.mean() < 0.8 * bright
