"""The dashboard's figures, measured on a real terminal: a pseudo-terminal with a child in it.

`ui.redraw_p95` counts from a key's byte going in to the last byte of the redrawn screen coming
out, while a thread beside the dashboard looks at pictures as fast as it can.
"""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

import psutil

from ui.background import in_background

SIZE: Final = (100, 30)
PLAYING: Final = (b"\x1b[B", b"\x1b[A", b"\r")  # cursor down, up, an offer taken: a new table
REARRANGING: Final = (b"l", b"l", b"c", b"c")  # large type and the camera view, on and off
PRESSES: Final = 120
QUIET: Final = 0.02  # seconds without output that end a redraw
WARM_UP: Final = 6.0  # seconds
PATIENCE: Final = 20.0  # seconds
FRAME: Final = (2304, 1296)
ZONES: Final = ("field", "reserve", "attack", "prep", "used")
EVENING: Final = 4 * 3600
"""Models published in the memory figure: one a second for four hours."""


def figures() -> Iterator[Mapping[str, object]]:
    """Start, redraw and memory, one line each."""
    where = f"practice game of IRONDIE, {SIZE[0]}x{SIZE[1]} terminal, {os.cpu_count()} cores"
    starts = [_start() for _ in range(3)]
    yield _figure("app.start", max(starts), "s", 3.0, f"{where}, worst of 3")
    beside = f"{where}, {PRESSES} keys, the eye looking flat out at 2304x1296 frames beside it"
    busy, resident = _redraws("busy", PLAYING)
    yield _figure("ui.redraw_p95", busy, "ms", 50.0, beside)
    yield _figure("app.rss", resident, "MB", 600.0, f"{beside}: dashboard, engine and eye")
    yield _figure("ui.rearrange_p95", _redraws("busy", REARRANGING)[0], "ms", None, beside)
    alone = f"{where}, {PRESSES} keys, nothing beside it"
    yield _figure("ui.redraw_idle_p95", _redraws("idle", PLAYING)[0], "ms", None, alone)
    grown, held = _evening()
    evening = f"{EVENING:,} tables of IRONDIE through the dashboard, no camera or model loaded"
    yield _figure("ui.memory", held, "MB", 600.0, evening)
    yield _figure("ui.memory_growth", grown, "MB", 30.0, f"{evening}, last half against first")


def _figure(name: str, value: float, unit: str, must: float | None, on: str) -> dict[str, object]:
    ok = None if must is None else value <= must
    return {"name": name, "value": value, "unit": unit, "must": must, "ok": ok, "on": on}


def _p95(ordered: list[float]) -> float:
    return ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]


@dataclass(slots=True)
class Terminal:
    """A child process in a pseudo-terminal of its own."""

    words: tuple[str, ...]
    process: int = 0
    master: int = 0

    def __enter__(self) -> Self:
        self.process, self.master = pty.fork()
        if self.process == 0:
            environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
            os.execve(self.words[0], self.words, environment)  # noqa: S606 - our own interpreter
        width, height = SIZE
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        return self

    def __exit__(self, *exc: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.master)

    def read(self, timeout: float) -> bytes:
        """What has come out, at once when there is something; empty after `timeout` seconds."""
        ready, _, _ = select.select([self.master], [], [], timeout)
        if not ready:
            return b""
        try:
            return os.read(self.master, 1 << 20)
        except OSError:
            return b""

    def until(self, wanted: bytes) -> None:
        """Read until `wanted` has come out."""
        seen = b""
        end = time.monotonic() + PATIENCE
        while wanted not in seen:
            if time.monotonic() > end:
                raise TimeoutError(f"the dashboard did not show {wanted!r}: {seen[-2000:]!r}")
            seen = seen[-100_000:] + self.read(0.1)

    def drain(self) -> None:
        """Read until nothing more comes."""
        while self.read(QUIET):
            pass

    def press(self, key: bytes) -> float:
        """Milliseconds from this key to the last byte of what it changed."""
        self.drain()
        began = last = time.perf_counter()
        os.write(self.master, key)
        if not self.read(PATIENCE):
            raise TimeoutError(f"the dashboard did not answer the key {key!r}")
        last = time.perf_counter()
        while self.read(QUIET):
            last = time.perf_counter()
        return 1000 * (last - began)


def _child(*words: str) -> Terminal:
    return Terminal((sys.executable, "-m", "ui.bench", *words))


def _start() -> float:
    """Seconds from starting the command to its first screen."""
    began = time.perf_counter()
    with Terminal((
        sys.executable, "-m", "ui.command", "practice",
        "--game", "irondie", "--no-record", "--seed", "1",
    )) as terminal:  # fmt: skip
        terminal.until(b"Zac")
        return time.perf_counter() - began


def _redraws(role: str, keys: tuple[bytes, ...]) -> tuple[float, float]:
    """Milliseconds from key to redraw, 95th percentile of many keys; megabytes held after them."""
    with _child(role) as terminal:
        terminal.until(b"Zac")
        if role == "busy":
            time.sleep(WARM_UP)  # the eye loads its networks
        terminal.drain()
        walls = sorted(terminal.press(keys[at % len(keys)]) for at in range(PRESSES))
        return _p95(walls), psutil.Process(terminal.process).memory_info().rss / 1e6


def _evening() -> tuple[float, float]:
    """Megabytes grown in the second half of an evening, and held at its end."""
    done = subprocess.run(
        [sys.executable, "-m", "ui.bench", "evening"], capture_output=True, text=True, check=True
    )
    grown, held = done.stdout.split()
    return float(grown), float(held)


# -- what runs in the child


def _table() -> Any:
    """A game in which every offer taken leads to the next table that has offers."""
    from ui.games import known_game  # noqa: PLC0415 - the parent needs no game
    from ui.replayed import ReplayedSource  # noqa: PLC0415 - the same
    from ui.simulate import played_models  # noqa: PLC0415 - the same
    from ui.table_model import Command  # noqa: PLC0415 - the same

    class Obeying(ReplayedSource):
        def send(self, command: Command) -> None:
            super().send(command)
            self.jump((self.position + 1) % len(self))

    models = played_models(known_game("irondie"), seed=4, most=400)
    return Obeying([model for model in models if len(model.offers) > 2])


def _run_dashboard(*, busy: bool) -> None:
    from ui.app import DiceRefApp  # noqa: PLC0415 - the parent needs no toolkit

    if busy:
        in_background(_look_flat_out, "eye")
    DiceRefApp(_table()).run()


def _look_flat_out() -> None:
    """The eye itself, without a pause: tables at rest that keep changing, 40 dice each."""
    from itertools import count  # noqa: PLC0415 - the parent needs none of it

    from hardware.frame import Frame  # noqa: PLC0415 - the same
    from hardware.simulated import SimulatedHands, SimulatedTable, Viewpoint, Wanted  # noqa: PLC0415 - the same
    from ui.games import known_game  # noqa: PLC0415 - the same
    from ui.physical import physical_dice  # noqa: PLC0415 - the same
    from ui.rig import rig  # noqa: PLC0415 - the same
    from ui.sense import camera_eye  # noqa: PLC0415 - the same

    known = known_game("tmnt")
    dice = physical_dice(known.load().dice(known.demo_setup()))
    lying_on = rig("none", None, known.mat).mat
    view = Viewpoint.overlooking(lying_on.width, lying_on.height, size=FRAME, tilt=6.0)
    table = SimulatedTable(lying_on, view=view)
    hands = SimulatedHands(table, {kind.kind: kind for kind in dice}, seed=1)
    eye = camera_eye(lying_on, dice, drawn=True)
    frames = []
    for shift in range(2):
        wanted = {
            f"die {n}": Wanted(
                dice[(n + shift) % len(dice)].kind, ZONES[n % len(ZONES)], n % 2, (n + shift) % 6
            )
            for n in range(40)
        }
        hands.arrange_now(wanted)
        frames.append(table.read())
    for number in count():
        frame = frames[number // 40 % 2]
        eye.look(Frame(frame.image, number / 30, number / 30, number, frame.source))


async def _publish_an_evening() -> tuple[float, float]:

    from ui.app import DiceRefApp  # noqa: PLC0415 - the same
    from ui.games import known_game  # noqa: PLC0415 - the same
    from ui.replayed import ReplayedSource  # noqa: PLC0415 - the same
    from ui.simulate import played_models  # noqa: PLC0415 - the same

    models = played_models(known_game("irondie"), seed=4, most=400)
    source = ReplayedSource(models)
    memory = psutil.Process().memory_info
    half = 0.0
    app = DiceRefApp(source)
    async with app.run_test(size=SIZE) as pilot:
        for second in range(EVENING):
            source.jump(second % len(models))
            if second % 10 == 0:
                await pilot.pause()
            if second == EVENING // 2:
                half = memory().rss / 1e6
    held = memory().rss / 1e6
    return held - half, held


def _main(role: str) -> None:
    if role == "evening":
        import asyncio  # noqa: PLC0415 - only this role needs it

        print(*asyncio.run(_publish_an_evening()))
    else:
        _run_dashboard(busy=role == "busy")


if __name__ == "__main__":
    _main(sys.argv[1])
