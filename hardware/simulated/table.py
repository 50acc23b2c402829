"""A table in software that a camera in software looks at.

Dice lie where they were put until somebody moves them. What happens over time (a hand reaching
in, dice leaving it) waits in a queue of moments, one per frame.
"""

import time
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import pi, sin
from threading import RLock
from typing import Self
from zlib import crc32

import numpy as np

from calibration.mat import Mat
from hardware.dice import DieKind
from hardware.frame import Frame
from hardware.simulated.develop import develop
from hardware.simulated.optics import Viewpoint
from hardware.simulated.render import Painter, SensorExposure
from hardware.simulated.scene import (
    Bead,
    Conditions,
    DieBody,
    Material,
    SceneHand,
    TableScene,
    Tabletop,
    TrueDie,
)


@dataclass(frozen=True, slots=True)
class TableMoment:
    """What changes from one frame to the next: dice put down or (None) gone, hands, beads."""

    dice: Mapping[str, DieBody | None] = field(default_factory=dict)
    hands: tuple[SceneHand, ...] = ()
    beads: Mapping[int, Bead] = field(default_factory=dict)


class SimulatedTable:
    """A mat with dice on it, seen by a camera.

    With `speed` None every `read` is the next frame, as fast as it is asked for, on a clock of
    its own. Otherwise frames come `speed` times as fast as real time, and a reader that is late
    misses frames, as with a real camera.
    """

    def __init__(
        self,
        mat: Mat | None = None,
        *,
        view: Viewpoint | None = None,
        still_size: tuple[int, int] = (2304, 1296),
        conditions: Conditions | None = None,
        tabletop: Tabletop | None = None,
        fps: float = 15.0,
        speed: float | None = None,
        drift: float = 0.0,
        seed: int = 0,
    ) -> None:
        width, height = (mat.width, mat.height) if mat is not None else (420.0, 297.0)
        self.mat = mat
        self.view = view or Viewpoint.overlooking(width, height, tilt=6.0, k1=-0.02)
        self.still_size = still_size
        self.conditions = conditions or Conditions()
        self.fps = fps
        self._scene = TableScene(tabletop=tabletop or Tabletop(), mat=mat)
        self._bodies: dict[str, DieBody] = {}
        self._beads: dict[int, Bead] = {}
        self._moments: deque[TableMoment] = deque()
        self._drift = drift
        self._speed = speed
        self._rng = np.random.default_rng(seed)
        self._painters: dict[tuple[int, int], Painter] = {}
        self._exposure: SensorExposure | None = None
        self._sequence = 0
        self._ticks = 0
        self._begun = time.monotonic()
        self._wall = time.time()
        self._lock = RLock()

    def __enter__(self) -> Self:
        """Start the clock."""
        self._begun, self._wall, self._ticks = time.monotonic(), time.time(), 0
        return self

    def __exit__(self, *exc: object) -> None:
        """Forget the pictures that were kept."""
        self._painters.clear()

    # What lies on the table

    def place(
        self,
        name: str,
        kind: DieKind,
        x_mm: float,
        y_mm: float,
        *,
        yaw: float = -pi / 2,
        face: int = 0,
        base_mm: float = 0.0,
    ) -> DieBody:
        """Put a die down; a die of this name that already lies there is picked up first."""
        body = DieBody(
            kind,
            x_mm,
            y_mm,
            yaw,
            face,
            base_mm=base_mm,
            material=usual_material(kind),
            name=name,
        )
        self.put(body)
        return body

    def put(self, body: DieBody) -> None:
        """Put a die down exactly so."""
        with self._lock:
            self._bodies[body.name] = body

    def move(self, name: str, x_mm: float, y_mm: float, yaw: float | None = None) -> None:
        """Slide a die; the face that is up stays up."""
        body = self._bodies[name]
        self.put(replace(body, x_mm=x_mm, y_mm=y_mm, yaw=body.yaw if yaw is None else yaw))

    def turn(self, name: str, face: int) -> None:
        """Turn another face of a die up."""
        self.put(replace(self._bodies[name], face=face, tilt=0.0))

    def roll(self, name: str) -> int:
        """Roll a die where it lies; which face came up."""
        face = int(self._rng.integers(6))
        yaw = float(self._rng.uniform(-pi, pi))
        self.put(replace(self._bodies[name], face=face, yaw=yaw, tilt=0.0))
        return face

    def remove(self, name: str) -> None:
        """Take a die off the table."""
        with self._lock:
            del self._bodies[name]

    def truth(self) -> Mapping[str, DieBody]:
        """What really lies on the table now, by name."""
        with self._lock:
            return dict(self._bodies)

    def mark(self, seat: int, bead: Bead) -> None:
        """Lay a seat's bead down, or somewhere else."""
        with self._lock:
            self._beads[seat] = bead

    def beads(self) -> Mapping[int, Bead]:
        """Where the seats' beads lie now."""
        with self._lock:
            return dict(self._beads)

    def seen(self) -> tuple[TrueDie, ...]:
        """What the frame delivered last truly shows."""
        return () if self._exposure is None else self._exposure.truths()

    def bump(self, x_mm: float, y_mm: float, turn: float = 0.0) -> None:
        """Somebody pushes the mat, with all that lies on it, under the camera (or the camera)."""
        about = (self.mat.width / 2, self.mat.height / 2) if self.mat is not None else (0.0, 0.0)
        with self._lock:
            self.view = self.view.after_a_bump(x_mm, y_mm, turn, about)
            self._painters.clear()

    def relight(self, conditions: Conditions) -> None:
        """Somebody switches a lamp, draws a curtain or touches the lens."""
        with self._lock:
            self.conditions = conditions
            self._painters.clear()

    # What happens on it

    def play(self, moments: Iterable[TableMoment]) -> None:
        """Let these moments happen, one per frame, after those that still wait."""
        with self._lock:
            self._moments.extend(moments)

    @property
    def busy(self) -> bool:
        """Whether something is still to happen."""
        return bool(self._moments)

    def finish(self) -> None:
        """Let everything that waits happen at once, unseen."""
        with self._lock:
            while self._moments:
                self._happen(self._moments.popleft())
            self._scene = replace(self._scene, hands=())

    def _advance(self) -> None:
        self._ticks += 1
        if self._moments:
            self._happen(self._moments.popleft())

    def _happen(self, moment: TableMoment) -> None:
        for name, body in moment.dice.items():
            if body is None:
                self._bodies.pop(name, None)
            else:
                self._bodies[name] = body
        self._beads.update(moment.beads)
        self._scene = replace(self._scene, hands=moment.hands)

    # The camera

    def read(self) -> Frame:
        """The next frame."""
        self._wait()
        return self._frame(self.view)

    def still(self) -> Frame:
        """One frame at `still_size`, of the same moment as the frame delivered last."""
        return self._frame(self.view.resized(*self.still_size))

    @property
    def now(self) -> float:
        """Seconds on the table's clock since it was opened."""
        return self._ticks / self.fps

    def _wait(self) -> None:
        with self._lock:
            if self._speed is None:
                self._advance()
                return
            due = int((time.monotonic() - self._begun) * self._speed * self.fps)
            for _ in range(max(1, due - self._ticks)):
                self._advance()
            early = self._ticks / self.fps / self._speed - (time.monotonic() - self._begun)
        if early > 0:
            time.sleep(early)

    def _frame(self, view: Viewpoint) -> Frame:
        with self._lock:
            bodies, beads = tuple(self._bodies.values()), tuple(self._beads.values())
            scene = replace(self._scene, bodies=bodies, beads=beads)
            conditions = self.conditions
            painter = self._painter(view)
            exposure = conditions.exposure * self._drifted()
            moment, self._sequence = self._ticks, self._sequence + 1
        self._exposure = painter.light(scene)
        image = develop(self._exposure.image, replace(conditions, exposure=exposure), self._rng)
        since = moment / self.fps / (self._speed or 1.0)
        return Frame(image, self._begun + since, self._wall + since, self._sequence, "simulated")

    def _painter(self, view: Viewpoint) -> Painter:
        size = (view.width, view.height)
        if size not in self._painters:
            self._painters[size] = Painter(view, self.conditions)
        return self._painters[size]

    def _drifted(self) -> float:
        """A camera's exposure that wanders, in steps of one percent."""
        return round(1 + self._drift * sin(2 * pi * self.now / 23.0), 2)


def usual_material(kind: DieKind) -> Material:
    """The same plastic for all dice of a kind, a little different from kind to kind."""
    mixed = crc32(kind.kind.encode())
    gloss = 0.3 + 0.35 * (mixed % 97) / 97
    bevel = 0.12 + 0.08 * (mixed % 89) / 89
    return Material(gloss=gloss, bevel=bevel, grain=mixed % 400)
