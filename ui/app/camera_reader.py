"""Reads a camera and looks at its frames in a thread of its own, so that nobody waits for either.

One frame each time it is asked for: none is dropped from a film, none grows old in a queue (a
live camera gives its newest frame), and the eye never works on two frames at once.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from time import perf_counter
from typing import Final, Self, TypeAlias

from hardware.frame import Camera, CameraError, Frame
from ui.app.eyes import TableEye
from vision.observe import Still
from vision.sighting import Observation

RETRY_S: Final = 0.5
"""Seconds before a camera that failed is asked again."""

CLOSING_S: Final = 5.0
"""Seconds that closing waits for a camera that hangs."""


@dataclass(frozen=True, slots=True)
class FrameSeen:
    """A frame and what the eye made of it; None when it was not looked at."""

    frame: Frame
    observation: Observation | None = None
    seconds: float = 0.0  # spent on looking


class FilmEnded:
    """The recorded source has no more frames."""


Arrival: TypeAlias = FrameSeen | FilmEnded | Exception
"""What one request brings; a `CameraError` when the camera is away, other faults are bugs."""


def seen_by(eye: TableEye, frame: Frame, still: Still | None) -> FrameSeen:
    """Look at one frame."""
    began = perf_counter()
    observation = eye.look(frame, still)
    return FrameSeen(frame, observation, perf_counter() - began)


class CameraReader:
    """One thread that reads and looks; what comes of it is handed to `deliver`, in that thread."""

    def __init__(self, camera: Camera, eye: TableEye, deliver: Callable[[Arrival], None]) -> None:
        self._camera = camera
        self._eye = eye
        self._deliver = deliver
        self._requests: SimpleQueue[bool | None] = SimpleQueue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._closing.set()
        self._requests.put(None)
        self._thread.join(timeout=CLOSING_S)

    def request(self, *, look: bool) -> None:
        """Ask for the next frame; without `look` it is read only. Never waits."""
        self._requests.put(look)

    def _run(self) -> None:
        pause = 0.0
        while (look := self._requests.get()) is not None:
            self._closing.wait(pause)
            if self._closing.is_set():
                return
            arrival = self._next(look=look)
            pause = RETRY_S if isinstance(arrival, CameraError) else 0.0
            self._deliver(arrival)

    def _next(self, *, look: bool) -> Arrival:
        try:
            frame = self._camera.read()
            if frame is None:
                return FilmEnded()
            if not look:
                return FrameSeen(frame)
            return seen_by(self._eye, frame, self._camera.still)
        except Exception as fault:  # noqa: BLE001 - raised again in the game's thread
            return fault
