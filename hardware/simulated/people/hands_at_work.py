"""What one pair of hands does to dice: reach, take, put, slide, turn, throw, go away.

Each act writes its movements, with their times, into the table's trace.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import pi
from random import Random
from typing import Final

from hardware.simulated.people.habits import Temperament
from hardware.simulated.people.script import Area, HandPath, Movement, Pose
from hardware.simulated.people.surface import Room, Spot, Surface, find_spot
from rules.core import Place

OUT_MM: Final = 130.0
"""How far outside the mat's edge a hand is out of view."""

FORGET_S: Final = 30.0
"""Spots left so long ago are free for whoever comes later."""


class Table:
    """How the dice lie, die by die, while people are moving them."""

    def __init__(self, surface: Surface, rng: Random) -> None:
        """An empty table."""
        self.surface = surface
        self.rng = rng
        self.poses: dict[str, Pose] = {}
        self.free_at: dict[str, float] = {}  # when the last hand let go of a die
        self.faces: dict[str, int] = {}  # the face each die showed last, on the table or off it
        self.movements: list[Movement] = []
        self.paths: list[HandPath] = []
        self._left: list[tuple[float, Spot]] = []  # spots that dice have left, and when

    def move(self, time: float, die: str, pose: Pose | None) -> None:
        """From this time on the die lies so."""
        before = self.poses.get(die)
        if before is not None and not before.moving:
            self._left.append((time, (before.x_mm, before.y_mm)))
        if pose is None:
            self.poses.pop(die, None)
        else:
            self.poses[die] = pose
            self.faces[die] = pose.face
        self.movements.append(Movement(time, die, pose))
        self.free_at[die] = max(self.free_at.get(die, 0.0), time)

    def taken(self, time: float, but: Iterable[str] = ()) -> list[Spot]:
        """Where no die can be put down at this time."""
        leave = set(but)
        self._left = [one for one in self._left if one[0] > time - FORGET_S]
        lying = [(p.x_mm, p.y_mm) for die, p in self.poses.items() if die not in leave]
        return lying + [spot for when, spot in self._left if when > time - 0.05]


class Person:
    """Somebody who sits at the table: one pair of hands, which do one thing after the other."""

    def __init__(self, seat: int, table: Table, temperament: Temperament, rng: Random) -> None:
        """Somebody whose hands are away."""
        self.seat = seat
        self.clock = 0.0
        self.table = table
        self.manner = temperament
        self.rng = rng
        self._points: list[tuple[float, float, float]] = []

    # -- getting about

    def _edge(self, x: float) -> Spot:
        mat = self.table.surface.mat
        x = min(max(x, 20.0), mat.width - 20.0)
        return x, (-OUT_MM if self.seat % 2 else mat.height + OUT_MM)

    def _travel(self, low: float, high: float) -> float:
        return self.rng.uniform(low, high) * self.manner.pace

    def reach(self, spot: Spot) -> None:
        """The hand moves over a spot."""
        if not self._points:
            self._points.append((self.clock, *self._edge(spot[0])))
            self.clock += self._travel(0.3, 0.55)
        else:
            self.clock += self._travel(0.15, 0.4)
        self._points.append((self.clock, *spot))

    def stay(self, seconds: float) -> None:
        """The hand stays where it is."""
        if self._points:
            _, x, y = self._points[-1]
            self._points.append((self.clock + seconds, x, y))
        self.clock += seconds

    def leave(self) -> None:
        """The hand goes out of view."""
        if not self._points:
            return
        self.clock += self._travel(0.25, 0.45)
        self._points.append((self.clock, *self._edge(self._points[-1][1])))
        self.table.paths.append(HandPath(self.seat, tuple(self._points)))
        self._points = []

    def rest(self, seconds: float) -> None:
        """The hands go away for a while."""
        self.leave()
        self.clock += seconds

    def await_dice(self, dice: Iterable[str]) -> None:
        """Nobody takes a die that another hand still moves."""
        latest = max((self.table.free_at.get(die, 0.0) for die in dice), default=0.0)
        if latest >= self.clock:
            self.leave()
            self.clock = max(self.clock, latest + 0.05)

    # -- dice

    def take(self, dice: Sequence[str]) -> None:
        """Pick dice up; those that are not on the table are in the hand already."""
        lying = [die for die in dice if die in self.table.poses]
        self.await_dice(lying)
        for die in lying:
            pose = self.table.poses[die]
            if not self._near(pose):
                self.reach((pose.x_mm, pose.y_mm))
            self.clock += self._travel(0.04, 0.12)
            self.stay(0.0)
            self.table.move(self.clock, die, None)

    def _near(self, pose: Pose) -> bool:
        if not self._points:
            return False
        _, x, y = self._points[-1]
        return abs(x - pose.x_mm) < 25 and abs(y - pose.y_mm) < 25

    def put(self, die: str, pose: Pose) -> None:
        """Put a die down that is in the hand."""
        self.await_dice([die])
        if not self._near(pose):
            self.reach((pose.x_mm, pose.y_mm))
        self.clock += self._travel(0.05, 0.15)
        self.stay(0.0)
        self.table.move(self.clock, die, pose)

    def slide(self, die: str, pose: Pose) -> None:
        """Push a die with a finger; the face that is up stays up."""
        self.await_dice([die])
        before = self.table.poses[die]
        if not self._near(before):
            self.reach((before.x_mm, before.y_mm))
        self.table.move(self.clock, die, replace(before, moving=True))
        seconds = self._travel(0.2, 0.6)
        half = replace(
            before,
            x_mm=(before.x_mm + pose.x_mm) / 2,
            y_mm=(before.y_mm + pose.y_mm) / 2,
            moving=True,
        )
        self.table.move(self.clock + seconds / 2, die, half)
        self.clock += seconds
        self._points.append((self.clock, pose.x_mm, pose.y_mm))
        self.table.move(self.clock, die, pose)

    def turn(self, die: str, face: int) -> None:
        """Turn a die where it lies."""
        self.await_dice([die])
        before = self.table.poses[die]
        if not self._near(before):
            self.reach((before.x_mm, before.y_mm))
        self.table.move(self.clock, die, replace(before, moving=True))
        self.clock += self._travel(0.2, 0.5)
        self.stay(0.0)
        yaw = self.rng.uniform(-pi, pi)
        self.table.move(self.clock, die, replace(before, face=face, yaw=yaw))

    def throw(self, poses: Mapping[str, Pose]) -> None:
        """Let dice roll out of the hand to where they come to rest."""
        self.await_dice(poses)
        middle = (
            sum(pose.x_mm for pose in poses.values()) / len(poses),
            sum(pose.y_mm for pose in poses.values()) / len(poses),
        )
        self.reach(middle)
        released = self.clock
        for die, pose in poses.items():
            rolling = replace(
                pose,
                x_mm=(middle[0] + pose.x_mm) / 2,
                y_mm=(middle[1] + pose.y_mm) / 2,
                face=self.rng.randrange(6),
                moving=True,
                leaning=True,
                place=None,
            )
            self.table.move(released, die, rolling)
            self.table.move(released + self.rng.uniform(0.3, 0.9), die, pose)
        self.leave()
        self.clock = max(self.clock, *(self.table.free_at[die] for die in poses))

    # -- where

    def spot_for(
        self, area: Area, *, near: Spot | None = None, apart_x: Sequence[float] = (),
        but: Iterable[str] = (), beside: Sequence[Spot] = (),
    ) -> Spot:  # fmt: skip
        """A free spot in an area, as this person leaves room."""
        room = Room(self.manner.gap_mm, self.manner.border_mm, near, apart_x)
        return find_spot(area, room, [*self.table.taken(self.clock, but), *beside], self.rng)

    def yaw(self, *, thrown: bool = False) -> float:
        """How a die lies turned after this person let go of it."""
        if thrown:
            return self.rng.uniform(-pi, pi)
        upright = pi / 2 if self.seat % 2 else -pi / 2
        return upright + self.rng.gauss(0.0, self.manner.askew)

    def pose(self, spot: Spot, face: int, place: Place | None, *, thrown: bool = False) -> Pose:
        """A die at a spot as this person puts it there."""
        return Pose(spot[0], spot[1], face, self.yaw(thrown=thrown), place=place)
