"""What `tests.bench.dashboard` measures from outside: programs in processes of their own.

`python -m tests.bench.dashboard_children busy` and so on; each role is a function below.
"""

import asyncio
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Final, Self

import numpy as np
import psutil

from hardware.frame import CameraError, Frame
from hardware.simulated import SimulatedTable, Viewpoint
from rules.journal import Journal
from rules.track.referee import Referee
from tests.bench.played_models import played_models
from tests.bench.replayed import ReplayedSource
from tests.bench.terminal import SIZE
from ui.app.background import in_background
from ui.app.game_thread import game_thread
from ui.app.known_games import known_game
from ui.app.pictures import DrawnDie, TablePicture
from ui.app.session import Session
from ui.app.table_model import Command, TableModel
from ui.app.truth_eye import TruthEye
from ui.screens.app import DiceRefApp
from ui.widgets.graphics.terminal import Graphics, Kind

FRAME: Final = (2304, 1296)
ZONES: Final = ("field", "reserve", "attack", "prep", "used")
EVENING: Final = 4 * 3600
"""Tables published in an evening: one a second for four hours."""

STALL_S: Final = 1.5
"""Seconds that a network stream may hang before OpenCV gives it up."""


class Obeying(ReplayedSource):
    """Every offer taken leads to the next table."""

    def send(self, command: Command) -> None:
        """See `TableSource`."""
        super().send(command)
        self.jump((self.position + 1) % len(self))


def _run_dashboard(*, busy: bool) -> None:
    """The dashboard on tables with offers, the eye at work beside it or not."""
    if busy:
        in_background(_look_flat_out, "eye")
    models = played_models(known_game("irondie"), seed=4, most=400)
    DiceRefApp(Obeying([model for model in models if len(model.offers) > 2])).run()


class Pictured(Obeying):
    """The same with a picture of the camera that is another one every second."""

    def __init__(self, models: Sequence[TableModel]) -> None:
        super().__init__(models)
        self._pictures = [_seen_table(shift) for shift in range(2)]
        self._ticks = 0

    def latest(self) -> TableModel:
        """See `TableSource`."""
        seen = self._pictures[self._ticks % 2]
        return replace(super().latest(), thumbnail=seen.drawn(320), seen=seen)

    def tick(self) -> None:
        """The next picture every second."""
        while True:
            threading.Event().wait(1.0)
            self._ticks += 1
            self.jump(self.position)


def _seen_table(shift: int) -> TablePicture:
    """A rendered table with as many dice as lie in a long game."""
    view = Viewpoint.overlooking(524, 384, size=FRAME, tilt=6.0)
    image = SimulatedTable(view=view, seed=shift).read().image
    square = np.array([(0, 0), (0.012, 0), (0.012, 0.012), (0, 0.012)])
    places = [np.array((0.1 + 0.04 * n, 0.1 + 0.02 * (n + shift))) for n in range(20)]
    dice = [DrawnDie(square + at, "1 Bolt", (0, 255, 0), boxed=False) for at in places]
    return TablePicture(image, tuple(dice))


def _run_pictured(kind: str) -> None:
    """The dashboard with the camera's picture large, by this kind of graphics, new every second."""
    models = played_models(known_game("irondie"), seed=4, most=400)
    source = Pictured([model for model in models if len(model.offers) > 2])
    in_background(source.tick, "pictures")
    app = DiceRefApp(source)
    app.graphics = Graphics(Kind(kind), (10, 20))
    app.run()


def _look_flat_out() -> None:
    """The eye itself, without a pause: tables at rest that keep changing, 40 dice each."""
    from hardware.simulated import SimulatedHands, WantedDie
    from ui.app.eyes import camera_eye
    from ui.app.looks import die_kinds
    from ui.app.rig import open_rig

    known = known_game("tmnt")
    dice = die_kinds(known.load().dice(known.demo_setup()))
    lying_on = open_rig("none", None, known.mat_for({})).mat
    view = Viewpoint.overlooking(lying_on.width, lying_on.height, size=FRAME, tilt=6.0)
    table = SimulatedTable(lying_on, view=view)
    hands = SimulatedHands(table, {kind.kind: kind for kind in dice}, seed=1)
    eye = camera_eye(lying_on, dice, drawn=True)
    frames = []
    for shift in range(2):
        wanted = {
            f"die {n}": WantedDie(
                dice[(n + shift) % len(dice)].kind, ZONES[n % len(ZONES)], n % 2, (n + shift) % 6
            )
            for n in range(40)
        }
        hands.arrange_now(wanted)
        frames.append(table.read())
    for number in count():
        frame = frames[number // 40 % 2]
        eye.look(Frame(frame.image, number / 30, number / 30, number, frame.source))


class StalledCamera:
    """Every reading hangs as long as a stream's may, and then fails."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        """There is nothing to close."""

    def read(self) -> Frame:
        """No frame ever."""
        threading.Event().wait(STALL_S)
        raise CameraError("The camera hangs.")

    def still(self) -> Frame:
        """No still either."""
        return self.read()


def _run_beside_a_stalled_camera() -> None:
    """The dashboard on a game that goes on while its camera gives nothing."""
    known = known_game("irondie")
    referee = Referee(known.load(), Journal.in_memory("irondie", known.demo_setup()))
    session = Session(referee, TruthEye(SimulatedTable()), title=known.title)
    with game_thread(session, "bench", lambda: session.watch(StalledCamera())):
        DiceRefApp(session).run()


async def _publish_an_evening() -> tuple[float, float]:
    """Megabytes grown in the second half of the evening, and held at its end."""
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


if __name__ == "__main__":
    if sys.argv[1] == "evening":
        print(*asyncio.run(_publish_an_evening()))
    elif sys.argv[1].startswith("pictured-"):
        _run_pictured(sys.argv[1].removeprefix("pictured-"))
    elif sys.argv[1] == "stalled":
        _run_beside_a_stalled_camera()
    else:
        _run_dashboard(busy=sys.argv[1] == "busy")
