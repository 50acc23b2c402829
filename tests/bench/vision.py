"""How fast the eye is, on frames of the simulated table; `diceref bench vision`."""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np

from calibration.mats import mat_named
from hardware.frame import Frame
from hardware.simulated.optics import Viewpoint
from hardware.simulated.people import SimulatedHands, WantedDie
from hardware.simulated.table import SimulatedTable
from tests.bench.vision_process import BENCH_KINDS, bench_eye
from vision.detect import Detector
from vision.faces import FaceReader
from vision.gate import Gate
from vision.look import look_at
from vision.runtime import RUNTIMES, VARIABLE
from vision.weights import WeightsError

Figure: TypeAlias = Mapping[str, object]

SIZE: Final = (2304, 1296)
DICE: Final = 40
FEW: Final = 3
_ZONES: Final = ("field", "reserve", "attack", "prep", "used")


def figures(looks: int = 24, gate_s: float = 4.0) -> Iterator[Figure]:
    """The gate on a table at rest, then looks at dice that were all moved, and at some moved."""
    table, hands = _laid()
    yield from _gate(table, gate_s)
    yield from _observe(table, hands, looks, "vision.observe_p95", DICE)
    yield from _observe(table, hands, looks, "vision.observe_few_p95", FEW)
    yield from _memory(table, hands)
    yield from _runtimes(table)


def _laid() -> tuple[SimulatedTable, SimulatedHands]:
    """A mat with 40 dice under a camera of `SIZE`."""
    lies = mat_named("dicemasters")
    view = Viewpoint.overlooking(lies.width, lies.height, size=SIZE, tilt=6.0, k1=-0.02)
    table = SimulatedTable(lies, view=view)
    hands = SimulatedHands(table, {kind.kind: kind for kind in BENCH_KINDS}, seed=1)
    hands.arrange_now(_wanted(0))
    return table, hands


def _wanted(look: int, moved: int = DICE) -> dict[str, WantedDie]:
    """Where the dice lie at this look: so many of them have moved on by a zone since the last."""
    rng = np.random.default_rng(look)
    places = {}
    for n in range(DICE):
        at = look if n < moved else 0
        face = int(rng.integers(6)) if n < moved else n % 6
        places[f"die {n}"] = WantedDie(f"kind {n % 10}", _ZONES[(n + at) % 5], n // 20, face)
    return places


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
    table: SimulatedTable, hands: SimulatedHands, looks: int, name: str, moved: int
) -> Iterator[Figure]:
    """From a frame of a table that has come to rest to its observation."""
    eye = bench_eye()
    walls: list[float] = []
    clock = 0.0
    least = DICE
    for number in range(looks + 1):
        hands.arrange_now(_wanted(number, moved))
        frames = [table.read() for _ in range(2)]
        seen = False
        for step in range(20):  # so long that all is known of a table that lies still
            clock += 1 / 30
            frame = frames[step % 2]
            begun = time.perf_counter()
            observed = eye.look(Frame(frame.image, clock, clock, step, frame.source))
            spent = 1000 * (time.perf_counter() - begun)
            if observed.still and not observed.hands and observed.dice and not seen:
                seen = True
                least = min(least, len(observed.dice))
                if number:  # the first look also opens and registers everything
                    walls.append(spent)
    p95 = float(np.percentile(walls, 95))
    told = "all" if moved == DICE else f"{moved} of {DICE}"
    on = f"still table to observation, at least {least} of {DICE} dice seen, {told} moved"
    yield _told(name, p95, "ms", 350, on, good=p95 <= 350)


def _runtimes(table: SimulatedTable) -> Iterator[Figure]:
    """One look at all dice of a frame by each runtime that has its files."""
    image = table.read().image
    chosen = os.environ.get(VARIABLE)
    try:
        for name in RUNTIMES:
            os.environ[VARIABLE] = name
            try:
                detector, reader = Detector(), FaceReader()
            except WeightsError:  # NCNN files are made by who wants them
                continue
            walls = []
            for _ in range(6):
                begun = time.perf_counter()
                seen = look_at(image, detector, reader)
                walls.append(1000 * (time.perf_counter() - begun))
            on = f"a picture looked at anew by {name}, {len(seen)} dice seen, median of six"
            middle = float(np.median(walls))
            yield _told(f"vision.look.{name}", middle, "ms", 1000, on, good=middle <= 1000)
    finally:
        if chosen is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = chosen


def _memory(table: SimulatedTable, hands: SimulatedHands) -> Iterator[Figure]:
    """What a process holds that runs the eye and nothing else, on stills read from disk."""
    with tempfile.TemporaryDirectory() as folder:
        stills = [Path(folder) / f"{number}.png" for number in range(2)]
        for number, still in enumerate(stills):
            hands.arrange_now(_wanted(number))
            cv2.imwrite(str(still), table.read().image)
        command = [sys.executable, "-m", "tests.bench.vision_process", *map(str, stills)]
        answer = subprocess.run(command, capture_output=True, text=True, check=True)
    told = json.loads(answer.stdout)
    held = float(told["megabytes"])
    on = f"a process with the eye alone, at least {told['seen']} of 40 dice seen"
    yield _told("vision.rss", held, "MB", 500, on, good=held <= 500)
