"""How fast the simulated table draws."""

import platform
import time
from collections.abc import Iterator, Mapping

import numpy as np

from calibration.mats import mat_named
from hardware.dice import CharacterFace, DieKind, EnergyFace
from hardware.simulated.people import SimulatedHands, WantedDie
from hardware.simulated.table import SimulatedTable

_SIDES = (
    EnergyFace("Bolt"),
    EnergyFace("Bolt", 2),
    EnergyFace("Bolt", 2),
    CharacterFace(0, 1, 2),
    CharacterFace(1, 4, 3, 1),
    CharacterFace(3, 8, 7, 2),
)
_ZONES = ("field", "reserve", "attack", "prep", "used")


def figures(frames: int = 150) -> Iterator[Mapping[str, object]]:
    """Frames per second at 1280x720 with 40 dice, while hands keep moving some of them."""
    table = SimulatedTable(mat_named("dicemasters"))
    kinds = {
        f"kind {number}": DieKind(
            f"kind {number}", "", _SIDES, (40 + 20 * number, 90, 200), (250, 250, 250), "bench"
        )
        for number in range(10)
    }
    hands = SimulatedHands(table, kinds, seed=1)
    rng = np.random.default_rng(2)
    wanted = {
        f"die {number}": WantedDie(
            f"kind {number % 10}", _ZONES[number % 5], number // 20, int(rng.integers(6))
        )
        for number in range(40)
    }
    hands.arrange_now(wanted)
    table.read()
    begun = time.perf_counter()
    for _ in range(frames):
        if not table.busy:
            name = f"die {rng.integers(40)}"
            wanted[name] = wanted[name]._replace(
                zone=_ZONES[int(rng.integers(5))], face=int(rng.integers(6))
            )
            hands.arrange(wanted)
        table.read()
    rate = frames / (time.perf_counter() - begun)
    yield {
        "name": "sim.fps",
        "value": round(rate, 1),
        "unit": "1/s",
        "must": ">= 10",
        "ok": rate >= 10,
        "on": f"{frames} frames, 1280x720, 40 dice, hands moving, {platform.machine()}",
    }
