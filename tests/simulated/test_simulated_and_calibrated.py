"""What the simulated camera sees, the calibration finds again where it lies."""

import numpy as np
import pytest

from calibration.mats import mat
from calibration.registration import register
from hardware.dice import DieKind, PipFace
from hardware.simulated import SimulatedHands, SimulatedTable, Viewpoint, Wanted

DIE = DieKind("red", "", tuple(PipFace(value) for value in range(1, 7)), (200, 30, 30), (0, 0, 0))


@pytest.mark.parametrize("name", ["dicemasters", "doubles", "irondie"])
@pytest.mark.parametrize("tilt", [0.0, 12.0])
def test_registered_dice_lie_where_they_were_put(name, tilt):
    own = mat(name)
    view = Viewpoint.overlooking(own.width, own.height, size=(2304, 1296), tilt=tilt)
    table = SimulatedTable(own, view=view, seed=1)
    zones = [(zone.name, zone.seat) for zone in own.zones if zone.name != "life"]
    wanted = {
        f"die {number}": Wanted("red", *zones[number % len(zones)], face=number % 6)
        for number in range(16)
    }
    SimulatedHands(table, {"red": DIE}, seed=2).arrange_now(wanted)
    registration = register(table.read().image, own)
    assert len(registration.tags_seen) == 8
    for truth in table.seen():
        middle = np.mean(truth.corners, axis=0)[None]
        x, y = registration.top_to_mat(middle, truth.height_mm)[0]
        assert np.hypot(x - truth.x_mm, y - truth.y_mm) < 0.5
