"""Which of our files and functions one frame and one key pass, counted while a real game runs.

`python -m tests.bench.walks` plays part of a rulebook's example on the simulated table through
camera, eye and referee. It prints how many files and functions a frame passes from the camera to
the published model, and a key from the keyboard to the redrawn panels; `--files` names them. Of a
frame the search for what happened (`Belief.think`) is told apart: see decision 31.
What draws the simulated table is left out, and so is what Python calls `<lambda>` or the like.
"""

import argparse
import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import CodeType, FrameType
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

from hardware.frame import Frame
from rules.track.belief import Belief
from rules.track.verdict import Commit, Verdict, Wait
from ui.app.camera_reader import FrameSeen
from ui.app.simulation import Simulation
from ui.screens.app import DiceRefApp
from vision.observe import Still

ROOT: Final = f"{Path(__file__).parents[2]}/"
OUTSIDE: Final = (".venv/", "tests/", "hardware/simulated/")
KEYS: Final = ("p", "enter")
"""Pause, which only the game's thread can do; and an offer taken, which the referee judges."""

DOES_NOTHING_S: Final = 10.0
"""Seconds after which a key that changed nothing is left out."""

P = ParamSpec("P")
R = TypeVar("R")

Walk: TypeAlias = dict[CodeType, int]
"""Every function that was called and how often, in the order of the first calls."""


class Tracer:
    """Notes our own functions as they are called, in the thread that asks and in new ones."""

    def __init__(self) -> None:
        self.walk: Walk = {}
        self.aside: Walk = {}  # called by what is told apart
        self.on = False

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        """As `sys.setprofile` calls it."""
        if self.on and event == "call":
            code = frame.f_code
            self.walk[code] = self.walk.get(code, 0) + 1

    @contextmanager
    def paused(self) -> Iterator[None]:
        """What is done meanwhile is not noted."""
        before, self.on = self.on, False
        try:
            yield
        finally:
            self.on = before

    def apart(self, done: Callable[P, R]) -> Callable[P, R]:
        """The same function; what it calls is noted aside."""

        def noted_aside(*args: P.args, **kwargs: P.kwargs) -> R:
            self.walk, self.aside = self.aside, self.walk
            try:
                return done(*args, **kwargs)
            finally:
                self.walk, self.aside = self.aside, self.walk

        return noted_aside

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what is called meanwhile."""
        self.walk, self.aside, self.on = {}, {}, True
        sys.setprofile(self.note)
        try:
            yield
        finally:
            sys.setprofile(None)
            self.on = False


def ours(walk: Walk) -> dict[str, list[str]]:
    """The functions of a walk by file, relative to the checkout."""
    found: dict[str, list[str]] = {}
    for code in walk:
        file = code.co_filename.removeprefix(ROOT)
        if file.startswith(("/", "<", *OUTSIDE)) or code.co_name.startswith("<"):
            continue
        found.setdefault(file, []).append(code.co_qualname)
    return found


def counts(files: dict[str, list[str]]) -> str:
    """In one line."""
    return f"{len(files)} files, {_length(files)} functions"


SEARCH: Final = ("think", "think_ahead")
"""The doors of the search, in `Belief`."""


def frames_of(simulation: Simulation, actions: int) -> dict[str, list[dict[str, list[str]]]]:
    """Play; the walk of each frame, by what came of it, with its search and without."""
    tracer = Tracer()
    walks: dict[str, list[dict[str, list[str]]]] = {}
    for door in SEARCH:
        setattr(Belief, door, tracer.apart(getattr(Belief, door)))
    step = simulation.session.step

    judge = simulation.session._judge
    verdicts: list[Verdict] = []

    def judged(seen: FrameSeen) -> Verdict:
        verdicts.append(judge(seen))
        return verdicts[-1]

    def traced(frame: Frame, still: Still | None = None) -> None:
        def untraced_still() -> Frame:
            assert still is not None
            with tracer.paused():
                return still()

        with tracer.noting():
            step(frame, untraced_still)
        came = _came_of(verdicts[-1])
        walks.setdefault(came, []).append(ours(tracer.walk | tracer.aside))
        if tracer.aside:
            walks.setdefault(f"{came}, without the search", []).append(ours(tracer.walk))

    simulation.session._judge = judged  # type: ignore[method-assign]
    simulation.session.step = traced  # type: ignore[method-assign]
    simulation.play(most=actions)
    return walks


def _came_of(verdict: Verdict) -> str:
    match verdict:
        case Wait():
            return f"waits ({verdict.reason})"
        case Commit(steps=()):
            return "nothing new"
        case Commit():
            return "entered"
        case _:
            return "asked or named"


async def keys_of(simulation: Simulation) -> dict[str, dict[str, list[str]]]:
    """The walk of each of `KEYS`, through the dashboard's thread and the game's."""
    tracer, session = Tracer(), simulation.session
    threading.setprofile(tracer.note)
    thread = threading.Thread(target=_until_stopped, args=(session,), daemon=True)
    thread.start()
    walks = {}
    async with DiceRefApp(session).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        for key in KEYS:
            before = session.latest().sequence
            with tracer.noting():
                await pilot.press(key)
                until = monotonic() + DOES_NOTHING_S
                while session.latest().sequence == before and monotonic() < until:
                    await pilot.pause(0.01)
                await pilot.pause()
            if session.latest().sequence == before:
                continue  # as Enter where the dice decide, or after the last action of the example
            walks[key] = ours(tracer.walk)
            if session.latest().paused:
                await pilot.press(key)
                await pilot.pause(0.5)
    session.stop()
    threading.setprofile(None)
    return walks


def _until_stopped(session: Any) -> None:
    while not session.stopped:
        session.wait()


def _median(walks: list[dict[str, list[str]]]) -> dict[str, list[str]]:
    return sorted(walks, key=_length)[len(walks) // 2]


def _length(walk: dict[str, list[str]]) -> int:
    return sum(map(len, walk.values()))


def main() -> None:
    """Play, count, print."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--game", default="tmnt")
    wanted.add_argument("--most", type=int, default=12, help="actions to play")
    wanted.add_argument("--files", action="store_true", help="name the files and functions")
    given = wanted.parse_args()
    simulation = Simulation(given.game)
    frames = frames_of(simulation, given.most)
    walks = {
        f"a frame: {name} ({len(some)} of them, the middle one)": _median(some)
        for name, some in sorted(frames.items())
    }
    every = {
        (file, function)
        for some in frames.values()
        for walk in some
        for file, functions in walk.items()
        for function in functions
    }
    walks |= {f"the key {key}": walk for key, walk in asyncio.run(keys_of(simulation)).items()}
    for name, walk in walks.items():
        print(f"{name}: {counts(walk)}")
        for file, functions in walk.items() if given.files else ():
            print(f"  {file}: {', '.join(functions)}")
    print(f"all frames together: {len({file for file, _ in every})} files, {len(every)} functions")


if __name__ == "__main__":
    main()
