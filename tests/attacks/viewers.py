"""What a crowd of viewers costs the referee: `python -m tests.attacks.viewers [VIEWERS] [ROUNDS]`.

The same games are played, and the same keys pressed, in turns without a page, and with a page that
so many browsers on this machine's loopback addresses watch. All share this machine's processors,
which elsewhere would be others'; so each figure counts twice: on the clock, and by the processor
time of the game's own process. One JSON line per figure.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket
from tempfile import mkdtemp
from typing import Final

import psutil

from tests.attacks.crowd import CLOCKS, p95, settled
from tests.bench.terminal import Terminal
from ui.cli.memory import give_memory_back

MOST: Final = 1.05
KEYS: Final = (b"\x1b[B", b"\x1b[A", b"\r")
PRESSES: Final = 90
PRACTICE: Final = ("practice", "--game", "irondie", "--no-record", "--seed", "1")


def main() -> None:
    """Print all figures."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("viewers", type=int, nargs="?", default=200)
    words.add_argument("rounds", type=int, nargs="?", default=3)
    asked = words.parse_args()
    os.environ["DICEREF_HOME"] = mkdtemp(prefix="diceref-viewers-")
    give_memory_back()
    _redraws(asked.viewers, asked.rounds)
    _settles(asked.viewers, asked.rounds)


def _settles(viewers: int, rounds: int) -> None:
    watched = argparse.Namespace(dripping=0, streams=0, honest=viewers)
    for name, clock in CLOCKS.items():
        settled(0, clock)  # everything is loaded
        alone: list[float] = []
        seen: list[float] = []
        for seed in range(rounds):
            alone += settled(seed, clock)[0]
            seen += settled(seed, clock, watched)[0]
        times = f"{p95(seen):.0f} against {p95(alone):.0f} ms"
        on = f"{len(seen)} entries of {rounds} games of tmnt, {times}"
        _figure(f"viewers.settle_{name}", p95(seen) / p95(alone), viewers, on)


def _redraws(viewers: int, rounds: int) -> None:
    walls: dict[bool, list[float]] = {False: [], True: []}
    cores: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(rounds):
        for watched in (False, True):
            found, core = _pressed(viewers if watched else 0)
            walls[watched] += found
            cores[watched].append(core)
    wall = {watched: sorted(times)[int(0.95 * len(times))] for watched, times in walls.items()}
    on = f"{rounds} x {PRESSES} keys in practice of IRONDIE, {{:.1f}} against {{:.1f}} ms"
    told = on.format(wall[True], wall[False])
    _figure("viewers.redraw_clock", wall[True] / wall[False], viewers, told)
    core = {watched: 1000 * sum(times) / rounds / PRESSES for watched, times in cores.items()}
    told = on.format(core[True], core[False])
    _figure("viewers.redraw_core", core[True] / core[False], viewers, told)


def _pressed(viewers: int) -> tuple[list[float], float]:
    """Milliseconds from each key to its redraw; seconds of the processor for all of them."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    page = ("--serve", f"127.0.0.1:{port}") if viewers else ()
    with Terminal((sys.executable, "-m", "ui.cli.main", *PRACTICE, *page)) as terminal:
        terminal.until(b"Zac")
        with _watching(port, viewers):
            terminal.drain()
            game = psutil.Process(terminal.process)
            before = game.cpu_times()
            walls = [terminal.press(KEYS[at % len(KEYS)]) for at in range(PRESSES)]
            after = game.cpu_times()
    return walls, after.user + after.system - before.user - before.system


@contextmanager
def _watching(port: int, viewers: int) -> Iterator[None]:
    if not viewers:
        yield
        return
    words = ("--port", str(port), "--honest", str(viewers), "--seconds", "600")
    crowd = subprocess.Popen([sys.executable, "-m", "tests.attacks.clients", *words])
    try:
        time.sleep(6.0)
        yield
    finally:
        crowd.kill()
        crowd.wait()


def _figure(name: str, ratio: float, viewers: int, on: str) -> None:
    load = f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.0f}"
    told = {
        "name": name, "value": round(ratio, 3), "unit": "times", "must": f"<= {MOST}",
        "ok": ratio <= MOST, "on": f"{viewers} viewers, {on}, {load}",
    }  # fmt: skip
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
