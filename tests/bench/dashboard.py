"""The dashboard's figures, measured on a real terminal: a pseudo-terminal with a child in it.

`ui.key_to_redraw_p95` counts from a key's byte going in to the last byte of the redrawn screen
coming out, while a thread beside the dashboard looks at pictures as fast as it can.
`ui.key_to_redraw_stalled_p95` counts the same of a key that the game itself must obey, while its
camera hangs. `app.rss` is that of
`diceref play` on a film of a game: the simulated table that made it ran in another process.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from rules.journal import Journal, JournalError
from tests.bench.dashboard_children import EVENING
from tests.bench.terminal import SIZE, Terminal

PLAYING: Final = (b"\x1b[B", b"\x1b[A", b"\r")  # cursor down, up, an offer taken: a new table
REARRANGING: Final = (b"l", b"l", b"c", b"c")  # large type and the camera view, on and off
OBEYED: Final = (b"p",)  # pause, and on: shown once the game's own thread has carried it out
CAMERA: Final = b"c"
PRESSES: Final = 120
WARM_UP, CAMERA_UP = 6.0, 3.0  # seconds
FILMED: Final = 30
"""Actions of the filmed game."""

FILM_SECONDS: Final = 240.0
"""How long the filmed game may take to play, at most."""


def figures() -> Iterator[Mapping[str, object]]:
    """Start, redraw and memory, one line each."""
    where = f"practice game of IRONDIE, {SIZE[0]}x{SIZE[1]} terminal, {os.cpu_count()} cores"
    starts = [_start() for _ in range(3)]
    yield _figure("app.start", max(starts), "s", 3.0, f"{where}, worst of 3")
    beside = f"{where}, {PRESSES} keys, the eye looking flat out at 2304x1296 frames beside it"
    busy, resident = _redraws("busy", PLAYING)
    yield _figure("ui.key_to_redraw_p95", busy, "ms", 50.0, beside)
    yield _figure("app.rss_with_table", resident, "MB", None, f"{beside}, the simulated table too")
    yield _figure("ui.rearrange_p95", _redraws("busy", REARRANGING)[0], "ms", None, beside)
    alone = f"{where}, {PRESSES} keys, nothing beside it"
    yield _figure("ui.key_to_redraw_idle_p95", _redraws("idle", PLAYING)[0], "ms", None, alone)
    for kind in ("cells", "kitty", "iterm2", "sixel"):
        shown = f"{where}, {PRESSES} keys, the camera's picture large, another one every second"
        walls, _ = _redraws(f"pictured-{kind}", PLAYING, CAMERA)
        yield _figure(f"ui.key_to_redraw_{kind}_p95", walls, "ms", 50.0, shown)
    stalled = f"game of IRONDIE, {PRESSES} times p (pause), every reading of the camera hangs 1.5 s"
    walls, _ = _redraws("stalled", OBEYED)
    yield _figure("ui.key_to_redraw_stalled_p95", walls, "ms", 50.0, stalled)
    game = _filmed_game()
    filmed = f"diceref play on a film of the TMNT example of play, {FILMED} actions, 2304x1296"
    yield _figure("app.rss", game.megabytes, "MB", 600.0, f"{filmed}, most at any time")
    cold = f"{filmed}; from the command to the first draw on record, set-up screen first"
    yield _figure("app.first_draw", game.first_draw_s, "s", 30.0, cold)
    yield _figure("app.first_draw_keys", game.keys, "", 3, cold)
    grown, held = _evening()
    evening = f"{EVENING:,} tables of IRONDIE through the dashboard, no camera or model loaded"
    yield _figure("ui.memory", held, "MB", 600.0, evening)
    yield _figure("ui.memory_growth", grown, "MB", 30.0, f"{evening}, last half against first")


def _figure(name: str, value: float, unit: str, must: float | None, on: str) -> dict[str, object]:
    ok = None if must is None else value <= must
    return {"name": name, "value": value, "unit": unit, "must": must, "ok": ok, "on": on}


def _p95(ordered: list[float]) -> float:
    return ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]


def _child(role: str) -> Terminal:
    return Terminal((sys.executable, "-m", "tests.bench.dashboard_children", role))


def _start() -> float:
    """Seconds from starting the command to its first screen."""
    began = time.perf_counter()
    with Terminal((
        sys.executable, "-m", "ui.cli.main", "practice",
        "--game", "irondie", "--no-record", "--seed", "1",
    )) as terminal:  # fmt: skip
        terminal.until(b"Zac")
        return time.perf_counter() - began


def _redraws(role: str, keys: tuple[bytes, ...], first: bytes = b"") -> tuple[float, float]:
    """Milliseconds from key to redraw, 95th percentile of many keys; megabytes held after them.

    `first` is pressed once before.
    """
    with _child(role) as terminal:
        terminal.until(b"Zac")
        if role == "busy":
            time.sleep(WARM_UP)  # the eye loads its networks
        if first:
            terminal.press(first)
            time.sleep(CAMERA_UP)
        terminal.drain()
        walls = sorted(terminal.press(keys[at % len(keys)]) for at in range(PRESSES))
        return _p95(walls), psutil.Process(terminal.process).memory_info().rss / 1e6


def _evening() -> tuple[float, float]:
    """Megabytes grown in the second half of an evening, and held at its end."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.dashboard_children", "evening"],
        capture_output=True,
        text=True,
        check=True,
    )
    grown, held = done.stdout.split()
    return float(grown), float(held)


@dataclass(frozen=True, slots=True)
class FilmedGame:
    """What a player would notice of a game that is followed from a film."""

    first_draw_s: float  # from the command to the first draw on record
    keys: int  # pressed until then
    megabytes: float  # held at most


def _filmed_game() -> FilmedGame:
    """The game as it is played: the command, the set-up screen, two keys, and on to the film's end.

    Enter starts it; `n` says that nobody lines up dice whose colours the camera does not know.
    """
    with _film() as (film, home):
        settings = {"DICEREF_HOME": str(home), "DICEREF_CAMERA": str(film), "DICEREF_GAME": "tmnt"}
        words = (sys.executable, "-m", "ui.cli.main", "play")
        began = time.monotonic()
        with Terminal(words, settings) as terminal:
            terminal.until(b"Start the game")
            terminal.drain()
            terminal.write(b"\r")
            terminal.until(b"Line them up")
            terminal.write(b"n")
            _until_recorded(terminal, home, began + FILM_SECONDS)
            first_draw = time.monotonic() - began
            most = _most_held(terminal, began + FILM_SECONDS)
    return FilmedGame(first_draw, 2, most)


def _until_recorded(terminal: Terminal, home: Path, end: float) -> None:
    """Read on until a step is on record: its words may scroll away before anybody reads them.

    Raises `TimeoutError` at `end`.
    """
    while "step" not in kinds_on_record(home):
        if time.monotonic() > end:
            raise TimeoutError("nothing of the filmed game is on record")
        terminal.read(0.1)


def kinds_on_record(home: Path) -> list[str]:
    """The kinds of all entries in the records kept there, but for those of clocks."""
    kinds: list[str] = []
    for record in (home / "journals").glob("*.diceref"):
        # A record that is just being begun cannot be read yet.
        with suppress(JournalError), Journal.open(record, read_only=True) as journal:
            kinds += [entry.kind for entry in journal.entries() if entry.kind != "clock"]
    return kinds


def _most_held(terminal: Terminal, end: float) -> float:
    """The most megabytes the child holds until its film has ended, or until `end`."""
    child, most, seen = psutil.Process(terminal.process), 0.0, b""
    while b"recording" not in seen and time.monotonic() < end:
        seen = seen[-1000:] + terminal.read(0.2)
        most = max(most, child.memory_info().rss / 1e6)
    return most


@contextmanager
def _film() -> Iterator[tuple[Path, Path]]:
    """A film of the TMNT example, made by another process; and a home for whoever plays it."""
    with tempfile.TemporaryDirectory() as folder:
        film, home = Path(folder) / "game.dicerec", Path(folder) / "home"
        words = ("demo", "--headless", "--most", str(FILMED), "--record", str(film))
        subprocess.run(
            [sys.executable, "-m", "ui.cli.main", *words],
            env={**os.environ, "DICEREF_HOME": folder},
            capture_output=True,
            check=True,
        )
        yield film, home
