"""Day and night at one table: does the program grow?

    python -m tests.attacks.soak --hours 24

A game an hour in one process, on the simulated table's own clock: dice and hands are rendered and
followed as ever, four frames a second, with clips, a record, a page and its viewers. Between two
moves the players think for a minute and a half; meanwhile the last picture comes again every three
seconds, which costs nearly nothing and is why an hour passes in a fraction of a minute. Every
tenth minute the camera fails for ten seconds. Every twelfth game is seen by the eye that reads
pictures, the others by one that is told what lies there. One JSON line per hour on
stderr, then one per figure.

Resident memory holds what the allocator keeps for later as well, which comes in steps and depends
on what ran before; what is allocated in fact is counted beside it, exactly.
"""

import argparse
import ctypes
import gc
import http.client
import json
import os
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from random import Random
from tempfile import mkdtemp
from time import monotonic

import psutil

from tests.attacks.cameras import PICTURES
from tests.attacks.told import figure
from ui.cli.memory import give_memory_back

GROWTH = 1.05
FPS = 4.0
THINKING_S = 90.0
LOOK_S = 3.0
BETWEEN_FAULTS_S, FAULT_S = 600.0, 10.0
VIEWERS = 5
FAULTS = [name for name in PICTURES if name not in {"one channel", "empty", "two channels"}]
"""The simulated players look at the same pictures, and only at such as are some."""

EYES = ("camera", *["truth"] * 11)
GAME = "tmnt"


class Heap(ctypes.Structure):
    """What glibc says of its memory (`mallinfo2`), of all threads together."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks",
                     "uordblks", "fordblks", "keepcost")
    )  # fmt: skip


def allocated():
    """Megabytes in use that C has asked for, and blocks that Python has."""
    library = ctypes.CDLL(None)
    library.mallinfo2.restype = Heap
    heap = library.mallinfo2()
    return {
        "in_use": round((heap.uordblks + heap.hblkhd) / 1e6, 2),
        "blocks": sys.getallocatedblocks(),
    }


class Camera:
    """The simulated table's camera: it may show the last picture again, or fail."""

    def __init__(self, table, rng):
        self.table, self.rng = table, rng
        self.thinking = False
        self.last = None
        self.fault, self.fails_at = "", BETWEEN_FAULTS_S
        self.faults = 0

    def __enter__(self):
        self.table.__enter__()
        return self

    def __exit__(self, *exc):
        self.table.__exit__(*exc)

    @property
    def now(self):
        return self.table.now

    def read(self):
        self._fail_now_and_then()
        if self.thinking and self.last is not None and not self.fault:
            self.table._ticks += round(FPS * LOOK_S)
            at = self.table._ticks / FPS - (self.last.monotonic - self.table._begun)
            last, n = self.last, self.table._ticks
            shown = replace(last, monotonic=last.monotonic + at, wall=last.wall + at, sequence=n)
        else:
            shown = self.last = self.table.read()
        return self._as_the_fault_has_it(shown)

    def still(self):
        return self._as_the_fault_has_it(self.table.still())

    def _fail_now_and_then(self):
        now = self.now
        if self.fault and now > self.fails_at + FAULT_S:
            self.fault, self.fails_at = "", now + BETWEEN_FAULTS_S
        elif not self.fault and now > self.fails_at:
            self.fault, self.faults = self.rng.choice(FAULTS), self.faults + 1

    def _as_the_fault_has_it(self, frame):
        return replace(frame, image=PICTURES[self.fault](frame.image)) if self.fault else frame


class Clock:
    """What the game's own clocks go by: the simulated table's time."""

    table = None

    def now(self):
        return self.table.now if self.table is not None else 0.0


def watch(port):
    """A viewer who reads until the page closes."""

    def read():
        with suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
            connection.request("GET", "/tables")
            answer = connection.getresponse()
            while answer.readline():
                pass
            connection.close()

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


def play(seed, seconds, *, eye, thinking=THINKING_S):
    """One game after the other until so many seconds have passed on the table's clock."""
    from ui.app.simulation import Simulation
    from ui.web.serve import TableServer

    came = {"actions": 0, "wrong": 0, "faults": 0, "parted": ()}
    part = 0
    while seconds > 0:
        part += 1
        clock = Clock()
        simulation = Simulation(
            GAME, eye=eye, seed=seed * 100 + part, clips=True, journal_name=f"soak-{seed}-{part}",
            fps=FPS, still=(1280, 720), now=clock.now,
        )  # fmt: skip
        camera = clock.table = Camera(simulation._play._table, Random(seed))
        page = TableServer(simulation.session, ("127.0.0.1", 0), lambda _: None)
        viewers = [watch(page.port) for _ in range(VIEWERS)]
        try:
            with camera:
                score = play_slowly(simulation, camera, seconds, thinking)
        finally:
            simulation.session.finish()
            page.close()
            for viewer in viewers:
                viewer.join(10)
            simulation.journal.close()
        seconds -= camera.now
        for name, more in (
            ("actions", len(score.diary)), ("wrong", score.wrong), ("faults", camera.faults),
            ("parted", tuple(line for line in score.diary if line.startswith("!!"))),
        ):  # fmt: skip
            came[name] += more
    return came


def play_slowly(simulation, camera, seconds, thinking):
    """A game, or so many seconds of it, with time to think before each move."""
    game = simulation._play
    game._camera = camera
    shown = game._show

    def show(moved):
        camera.thinking = True
        for _ in range(round(thinking / LOOK_S)):
            game._frame()
        camera.thinking = False
        if camera.now > seconds:
            simulation.session.stop()
        return shown(moved)

    game._show = show
    return game.play()


def soak(hours, *, eyes=EYES, hour=3600.0, thinking=THINKING_S,
         tell=lambda _: None):  # fmt: skip
    """Resident and allocated memory, open files and threads after each hour."""
    process, found = psutil.Process(), []
    for number in range(hours):
        began = monotonic()
        came = play(number, hour, eye=eyes[number % len(eyes)], thinking=thinking)
        gc.collect()
        now = {
            "rss": round(process.memory_info().rss / 1e6, 1),
            "files": process.num_fds(),
            "threads": process.num_threads(),
            **allocated(),
        }
        found.append(now)
        tell({"hour": number + 1, **now, **came, "took_s": round(monotonic() - began)})
    return found


def growth(found, name):
    """How much more there ever was than after the first hour, percent."""
    first = found[0][name]
    return round(100.0 * (max(one[name] for one in found) / first - 1.0), 1)


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--hours", type=int, default=24)
    words.add_argument("--hour", type=float, default=3600.0, metavar="S")
    words.add_argument("--first", type=int, default=1, help="hour against which growth is told")
    words.add_argument("--thinking", type=float, default=THINKING_S, metavar="S")
    words.add_argument("--eye", choices=("both", "truth", "camera"), default="both")
    asked = words.parse_args()
    eyes = EYES if asked.eye == "both" else (asked.eye,)
    os.environ["DICEREF_HOME"] = mkdtemp(prefix="diceref-soak-")
    give_memory_back()  # as the program does
    told = []

    def tell(line):
        told.append(line)
        print(json.dumps(line), file=sys.stderr, flush=True)

    found = soak(asked.hours, eyes=eyes, hour=asked.hour, thinking=asked.thinking, tell=tell)
    found = found[asked.first - 1 :]
    actions, faults = (sum(one[name] for one in told) for name in ("actions", "faults"))
    read = sum(eyes[number % len(eyes)] == "camera" for number in range(asked.hours))
    on = (
        f"{asked.hours} hours of {asked.hour:.0f} s on the simulated table's clock, "
        f"{actions:,} actions, {faults} camera faults, {VIEWERS} viewers, clips, {read} hours of "
        f"it with the eye that reads pictures; most against hour {asked.first} ({found[0]})"
    )
    good = True
    for name in found[0]:
        more = growth(found, name)
        good &= figure(f"soak.{name}", more, "% more", "<= 5", more <= 5.0, on)
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
