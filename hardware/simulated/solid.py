"""A die's body: a cube with rounded edges, how it is turned, and where a ray meets it."""

from dataclasses import dataclass
from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.optics import Floats
from hardware.simulated.outlines import Outline
from hardware.simulated.scene import DieBody

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

_RIGHTS = np.array([axes[0] for axes in FACE_AXES], np.float32).T
_UPS = np.array([axes[1] for axes in FACE_AXES], np.float32).T
_FACE_OF = np.array([[3, 2], [4, 1], [5, 0]], np.uint8)
"""Face index by axis and whether the normal points along it."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die's middle is and how its own frame is turned into the world."""

    middle: Floats  # world, mm
    turn: Floats  # 3x3, own frame to world
    half: float  # half its side, mm


@dataclass(frozen=True, slots=True)
class RayHits:
    """Where rays meet a die, in the die's own frame: one column per ray that does."""

    which: NDArray[np.intp]  # indices of those rays
    point: Floats  # 3 x M
    normal: Floats  # 3 x M
    face: NDArray[np.uint8]  # the face each belongs to
    across: Floats  # position on that face: -1 left .. 1 right
    along: Floats  # -1 top .. 1 bottom


def pose(body: DieBody) -> Pose:
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


def face_corners(body: DieBody, face: int | None = None) -> Floats:
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


def meet_rays(eye: Floats, way: Floats, half: float, radius: float) -> RayHits | None:
    """Meet a rounded cube with rays from `eye` along the columns of `way`, in its own frame."""
    inverse = 1 / np.where(np.abs(way) < 1e-9, np.float32(1e-9), way)
    side = np.copysign(np.float32(half), inverse)
    enter = (-side - eye[:, None]) * inverse
    leave = (side - eye[:, None]) * inverse
    first = np.maximum(np.maximum(enter[0], enter[1]), enter[2])
    last = np.minimum(np.minimum(leave[0], leave[1]), leave[2])
    which = np.flatnonzero(first < last)
    if not which.size:
        return None
    way, first, last = way[:, which], first[which], last[which]
    point = eye[:, None] + first * way
    core = np.float32(half - radius)
    near = np.abs(point) > core + np.float32(1e-4)
    edge = np.flatnonzero((near[0] & near[1]) | (near[1] & near[2]) | (near[0] & near[2]))
    if edge.size and radius > 0:
        room = last[edge] - first[edge]
        point[:, edge], lost = _march(point[:, edge], way[:, edge], room, core, radius)
        if lost.any():
            kept = np.ones(which.size, bool)
            kept[edge[lost]] = False
            which, point = which[kept], point[:, kept]
            if not which.size:
                return None
    return _on_faces(which, point, half, core)


def meet_cut(eye: Floats, way: Floats, half: float, outline: Outline) -> RayHits | None:
    """Meet a cut cube with rays, as `meet_rays` does a rounded one."""
    normals, far = outline.planes()
    towards = normals.T @ way
    gap = (far * np.float32(half))[:, None] - (normals.T @ eye)[:, None]
    reached = gap / np.where(np.abs(towards) < 1e-9, np.float32(1e-9), towards)
    enters = towards < 0
    first_of = np.where(enters, reached, -np.inf)
    by = first_of.argmax(axis=0)
    first = np.take_along_axis(first_of, by[None], 0)[0]
    last = np.where(enters, np.inf, reached).min(axis=0)
    normal = normals[:, by].copy()
    if outline.ball:
        into, out = _through_ball(eye, way, outline.ball * half)
        last = np.minimum(last, out)
        round_there = into > first
        first = np.maximum(first, into)
    which = np.flatnonzero(first < last)
    if not which.size:
        return None
    point = (eye[:, None] + first[which] * way[:, which]).astype(np.float32)
    normal = normal[:, which]
    if outline.ball:
        turned = round_there[which]
        normal[:, turned] = point[:, turned] / norm(point[:, turned])
    axis = np.abs(point).argmax(axis=0)
    return _named(which, point, normal, axis, half)


def _through_ball(eye: Floats, way: Floats, radius: float) -> tuple[Floats, Floats]:
    """Where rays enter a ball around the middle and leave it; never, where they pass by."""
    square, along = dot(way, way), way.T @ eye
    rest = along**2 - square * np.float32(eye @ eye - radius**2)
    deep = np.sqrt(np.maximum(rest, 0))
    missed = rest < 0
    into = np.where(missed, np.inf, (-along - deep) / square)
    out = np.where(missed, -np.inf, (-along + deep) / square)
    return np.asarray(into, np.float32), np.asarray(out, np.float32)


def _march(
    point: Floats, way: Floats, span: Floats, core: np.float32, radius: float
) -> tuple[Floats, NDArray[np.bool_]]:
    """Walk along rays onto the rounded edges; which of them pass by."""
    speed = norm(way)
    unit = way / speed
    room = span * speed
    walked = np.zeros_like(room)
    gap = room
    for _ in range(8):
        gap = norm(np.maximum(np.abs(point) - core, 0)) - np.float32(radius)
        step = np.maximum(gap, 0)
        walked = walked + step
        point = point + unit * step
    return point, (walked > room) | (gap > 0.03 * radius)


def norm(vectors: Floats) -> Floats:
    """The lengths of the columns; much faster than numpy's own for three rows."""
    x, y, z = vectors
    return np.asarray(np.sqrt(x * x + y * y + z * z))


def dot(one: Floats, other: Floats) -> Floats:
    """The inner products of columns."""
    return np.asarray(one[0] * other[0] + one[1] * other[1] + one[2] * other[2])


def _on_faces(which: NDArray[np.intp], point: Floats, half: float, core: np.float32) -> RayHits:
    beyond = np.maximum(np.abs(point) - core, np.float32(1e-6))
    flat = (beyond[1] > beyond[0]).astype(np.intp)
    axis = np.where(beyond[2] > np.maximum(beyond[0], beyond[1]), 2, flat)
    normal = np.copysign(beyond, point)
    normal /= norm(normal)
    return _named(which, point, normal, axis, half)


def _named(
    which: NDArray[np.intp], point: Floats, normal: Floats, axis: NDArray[np.intp], half: float
) -> RayHits:
    """Points that lie on the faces across these axes."""
    positive = np.choose(axis, point) > 0
    face = _FACE_OF[axis, positive.astype(np.intp)]
    scale = np.float32(1 / half)
    across = dot(point, _RIGHTS[:, face]) * scale
    along = -dot(point, _UPS[:, face]) * scale
    return RayHits(which, point, normal, face, across, along)


def through(hits: RayHits, sight: Floats, half: float, density: float = 1.5) -> RayHits:
    """Where the rays, bent by a clear body, reach its far side from within."""
    slope = 1 / density
    cosine = -dot(sight, hits.normal)
    bent = np.sqrt(np.maximum(0, 1 - slope**2 * (1 - cosine**2)))
    way = slope * sight + (slope * cosine - bent) * hits.normal
    way = np.where(np.abs(way) < 1e-6, np.float32(1e-6), way)
    steps = (np.copysign(np.float32(half), way) - hits.point) / way
    flat = (steps[1] < steps[0]).astype(np.intp)
    axis = np.where(steps[2] < np.minimum(steps[0], steps[1]), 2, flat)
    reached = hits.point + np.choose(axis, steps) * way
    return _named(hits.which, reached, hits.normal, axis, half)
