"""How fast the eye is, on frames of the simulated table; `diceref bench vision`."""

import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

import numpy as np
import psutil

from calibration.mats import mat
from calibration.registration import register
from hardware.dice import CharacterFace, DieKind, EnergyFace
from hardware.frame import Frame
from hardware.simulated.optics import Viewpoint
from hardware.simulated.player import SimulatedHands, Wanted
from hardware.simulated.table import SimulatedTable
from vision.gate import Gate
from vision.identify import Declared
from vision.observe import Eye

Figure: TypeAlias = Mapping[str, object]

SIZE: Final = (2304, 1296)
_SIDES: Final = (
    EnergyFace("Bolt"),
    EnergyFace("Fist", 2),
    EnergyFace("Generic", 2),
    CharacterFace(0, 1, 2),
    CharacterFace(1, 4, 3, 1),
    CharacterFace(3, 8, 7, 2),
)
_ZONES: Final = ("field", "reserve", "attack", "prep", "used")


def figures(looks: int = 24, gate_s: float = 4.0) -> Iterator[Figure]:
    """The gate on a table at rest, then looks at 40 dice of which some were just moved."""
    table, hands, kinds = _laid()
    yield from _gate(table, gate_s)
    yield from _observe(table, hands, kinds, looks)


def _laid() -> tuple[SimulatedTable, SimulatedHands, tuple[DieKind, ...]]:
    """A mat with 40 dice under a camera of `SIZE`."""
    lies = mat("dicemasters")
    view = Viewpoint.overlooking(lies.width, lies.height, size=SIZE, tilt=6.0, k1=-0.02)
    table = SimulatedTable(lies, view=view)
    kinds = tuple(
        DieKind(f"kind {n}", f"Kind {n}", _SIDES, (40 + 20 * n, 90, 200), (250, 250, 250), "bench")
        for n in range(10)
    )
    hands = SimulatedHands(table, {kind.kind: kind for kind in kinds}, seed=1)
    hands.arrange_now(_wanted(0))
    return table, hands, kinds


def _wanted(seed: int) -> dict[str, Wanted]:
    rng = np.random.default_rng(seed)
    return {
        f"die {n}": Wanted(f"kind {n % 10}", _ZONES[n % 5], n // 20, int(rng.integers(6)))
        for n in range(40)
    }


def _told(name: str, value: float, unit: str, must: float, on: str, *, good: bool) -> Figure:
    return {
        "name": name,
        "value": round(value, 1),
        "unit": unit,
        "must": must,
        "ok": good,
        "on": f"{on}, {SIZE[0]}x{SIZE[1]}, {os.cpu_count()} cores {platform.machine()}",
    }


def _gate(table: SimulatedTable, seconds: float) -> Iterator[Figure]:
    """Frames a second the gate could take, and what it takes of one core at thirty."""
    frames = [table.read() for _ in range(4)]
    gate = Gate()
    spent = _cpu_seconds_each(lambda n: gate.look(_later(frames[n % 4], n)), seconds)
    share = 100 * 30 * spent
    on = "gate, table at rest"
    yield _told("vision.gate_fps", 1 / spent, "1/s", 30, on, good=spent <= 1 / 30)
    yield _told("vision.gate_core", share, "% of a core", 25, f"{on}, 30 fps", good=share <= 25)


def _later(frame: Frame, number: int) -> Frame:
    return Frame(frame.image, number / 30, frame.wall, number, frame.source)


def _cpu_seconds_each(work: Callable[[int], object], seconds: float) -> float:
    """Processor seconds of one call, whatever else the machine is doing."""
    begun, number = time.process_time(), 0
    while (spent := time.process_time() - begun) < seconds:
        work(number)
        number += 1
    return spent / number


def _observe(
    table: SimulatedTable, hands: SimulatedHands, kinds: tuple[DieKind, ...], looks: int
) -> Iterator[Figure]:
    """From a frame of a table that has come to rest to its observation."""
    lies = mat("dicemasters")
    declared = Declared(kinds)
    eye = Eye(lambda image: register(image, lies), declared.match_all)
    walls: list[float] = []
    clock = 0.0
    seen = 0
    for number in range(looks + 1):
        hands.arrange_now(_wanted(number))
        frames = [table.read() for _ in range(2)]
        for step in range(40):
            clock += 1 / 30
            frame = frames[step % 2]
            begun = time.perf_counter()
            observed = eye.look(Frame(frame.image, clock, clock, step, frame.source))
            if observed.dice:
                if number:  # the first look also opens and registers everything
                    walls.append(1000 * (time.perf_counter() - begun))
                seen = len(observed.dice)
                break
    p95 = float(np.percentile(walls, 95))
    on = f"still table to observation, {seen} of 40 dice seen, all moved before each look"
    yield _told("vision.observe_p95", p95, "ms", 350, on, good=p95 <= 350)
    resident = psutil.Process().memory_info().rss / 2**20
    on = "the eye and the simulated table"
    yield _told("vision.rss", resident, "MB", 500, on, good=resident <= 500)
