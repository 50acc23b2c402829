"""A whole game, from simulated hands to the journal, through picamera2; and what people run."""

import json
import os
from dataclasses import replace

import pytest

from hardware.cameras.picamera import PiCamera
from tests.pi.inside.boards import BOARDS, be
from tests.pi.virtual_camera import SENSOR
from ui.app.simulated_game import SimulatedGame
from ui.app.simulation import Simulation

ALL = 2000


@pytest.fixture(autouse=True, params=BOARDS)
def board(request):
    be(request.param)
    return request.param


class ThroughPicamera:
    """The simulated table, seen by way of libcamera and picamera2; its clock is the table's."""

    def __init__(self, table, camera, virtual):
        self._table, self._camera, self._virtual = table, camera, virtual

    def read(self):
        shown = self._table.read()
        since = self._virtual.show(shown.image)
        seen = self._camera.read()
        while seen.monotonic < since:
            seen = self._camera.read()
        return replace(shown, image=seen.image, small=seen.small, source="picamera")

    def still(self):
        shown = self._table.still()
        since = self._virtual.show(shown.image)
        seen = self._camera.still()
        while seen.monotonic < since:
            seen = self._camera.still()
        return replace(shown, image=seen.image, source="picamera")


def test_a_whole_game_through_picamera2_has_no_wrong_entry(virtual, board):
    virtual.behave(interval_s=0.002)
    with PiCamera() as camera:

        class Seen(SimulatedGame):
            def __init__(self, *parts, camera, **named):
                through = ThroughPicamera(camera, opened, virtual)
                super().__init__(*parts, camera=through, **named)

        opened = camera

        class Game(Simulation):
            plays = Seen

        half = SENSOR[0] // 2, SENSOR[1] // 2
        simulation = Game("tmnt", size=half, still=SENSOR, now=lambda: 0.0)
        score = simulation.play(most=int(os.environ.get("DICEREF_MOST", "0")) or None)
    told = simulation.summary(score)
    print(board, json.dumps(told))
    assert told["wrong"] == 0
    assert told["committed"] > 50 or "DICEREF_MOST" in os.environ
