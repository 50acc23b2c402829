"""A die's body: a cube with rounded edges, how it is turned, and where a ray meets it."""

from dataclasses import dataclass
from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.optics import Floats
from hardware.simulated.scene import Body

_X, _Y, _Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def _turned(normal: tuple[float, ...], up: tuple[float, ...]) -> Floats:
    """The axes (right, up, normal) of a face, as rows, in the die's own frame."""
    return np.array([np.cross(up, normal), up, normal], np.float32)


def _minus(axis: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(-value for value in axis)


FACE_AXES: tuple[Floats, ...] = (
    _turned(_Z, _Y),
    _turned(_Y, _X),
    _turned(_X, _Z),
    _turned(_minus(_X), _Y),
    _turned(_minus(_Y), _Z),
    _turned(_minus(_Z), _X),
)
"""Faces 0 and 5, 1 and 4, 2 and 3 are opposite: pips add up to seven."""

_RIGHTS = np.array([axes[0] for axes in FACE_AXES], np.float32)
_UPS = np.array([axes[1] for axes in FACE_AXES], np.float32)
_FACE_OF = np.array([[3, 2], [4, 1], [5, 0]], np.uint8)
"""Face index by axis and whether the normal points along it."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die's middle is and how its own frame is turned into the world."""

    middle: Floats  # world, mm
    turn: Floats  # 3x3, own frame to world
    half: float  # half its side, mm


@dataclass(frozen=True, slots=True)
class Hits:
    """Where rays meet a die, in the die's own frame: one column per ray that does."""

    which: NDArray[np.intp]  # indices of those rays
    point: Floats  # 3 x M
    normal: Floats  # 3 x M
    face: NDArray[np.uint8]  # the face each belongs to
    across: Floats  # position on that face: -1 left .. 1 right
    along: Floats  # -1 top .. 1 bottom


def pose(body: Body) -> Pose:
    """The pose of a die that rests on its base height, tilted if it is cocked."""
    half = body.kind.size_mm / 2
    up = np.array([cos(body.yaw), sin(body.yaw), 0.0])
    right = np.array([-sin(body.yaw), cos(body.yaw), 0.0])
    world = np.stack([right, up, np.array([0.0, 0.0, -1.0])], axis=1)
    turn = world @ FACE_AXES[body.face]
    if body.tilt:
        turn = _leaning(body.tilt, body.lean) @ turn
    radius = body.material.bevel * half
    reach = float(np.abs(turn[2]).sum()) * (half - radius) + radius
    middle = np.array([body.x_mm, body.y_mm, -body.base_mm - reach], np.float32)
    return Pose(middle, turn.astype(np.float32), half)


def _leaning(angle: float, towards: float) -> NDArray[np.float64]:
    """The rotation that tips an upright thing over towards a direction on the table."""
    axis = np.array([-sin(towards), cos(towards), 0.0])
    # Upright is -z here, so tipping over is a negative turn about the axis.
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn: NDArray[np.float64] = np.eye(3) - sin(angle) * cross + (1 - cos(angle)) * cross @ cross
    return turn


def face_corners(body: Body, face: int | None = None) -> Floats:
    """The four corners (world, 4 x 3) of a face, clockwise from its own top left."""
    lie = pose(body)
    right, up, normal = FACE_AXES[body.face if face is None else face]
    own = np.array(
        [normal - right + up, normal + right + up, normal + right - up, normal - right - up]
    )
    return np.asarray((own * lie.half) @ lie.turn.T + lie.middle, np.float32)


def all_corners(lie: Pose) -> Floats:
    """The eight corners of the cube around the die (world, 8 x 3)."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    return np.asarray((signs * lie.half) @ lie.turn.T + lie.middle, np.float32)


def meet(eye: Floats, way: Floats, half: float, radius: float) -> Hits | None:
    """Meet a rounded cube with rays from `eye` along the columns of `way`, in its own frame."""
    safe = np.where(np.abs(way) < 1e-9, np.float32(1e-9), way)
    near_side = np.where(safe > 0, np.float32(-half), np.float32(half)) - eye[:, None]
    enter = near_side / safe
    leave = (np.where(safe > 0, np.float32(half), np.float32(-half)) - eye[:, None]) / safe
    first, last = enter.max(axis=0), leave.min(axis=0)
    which = np.flatnonzero(first < last)
    if not which.size:
        return None
    way, first, last = way[:, which], first[which], last[which]
    point = eye[:, None] + first * way
    core = np.float32(half - radius)
    outside = np.abs(point) - core
    edge = np.flatnonzero((outside > 1e-4).sum(axis=0) > 1)
    missed = np.zeros(which.size, bool)
    if edge.size and radius > 0:
        point[:, edge], lost = _march(
            point[:, edge], way[:, edge], last[edge] - first[edge], core, radius
        )
        missed[edge[lost]] = True
    if missed.any():
        kept = ~missed
        which, point = which[kept], point[:, kept]
        if not which.size:
            return None
    return _on_faces(which, point, half, core)


def _march(
    point: Floats, way: Floats, span: Floats, core: np.float32, radius: float
) -> tuple[Floats, NDArray[np.bool_]]:
    """Walk along rays onto the rounded edges; which of them pass by."""
    speed = np.sqrt((way * way).sum(axis=0))
    unit = way / speed
    room = span * speed
    walked = np.zeros_like(room)
    gap = room
    for _ in range(9):
        beyond = np.maximum(np.abs(point) - core, 0)
        gap = np.sqrt((beyond * beyond).sum(axis=0)) - np.float32(radius)
        step = np.maximum(gap, 0)
        walked = walked + step
        point = point + unit * step
    return point, (walked > room) | (gap > 0.03 * radius)


def _on_faces(which: NDArray[np.intp], point: Floats, half: float, core: np.float32) -> Hits:
    beyond = np.maximum(np.abs(point) - core, np.float32(1e-6)) * np.sign(point)
    normal = beyond / np.sqrt((beyond * beyond).sum(axis=0))
    axis = np.abs(normal).argmax(axis=0)
    positive = np.take_along_axis(normal, axis[None], axis=0)[0] > 0
    face = _FACE_OF[axis, positive.astype(np.intp)]
    scale = np.float32(1 / half)
    across = (point * _RIGHTS[face].T).sum(axis=0) * scale
    along = -(point * _UPS[face].T).sum(axis=0) * scale
    return Hits(which, point, normal, face, across, along)
