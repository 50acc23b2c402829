"""One die seen by a pinhole camera: a rounded cube traced ray by ray, lit and printed.

World: millimetres, the table is z = 0, z points up to the camera. A die's own axes run along
its edges; its six faces are numbered +x, -x, +y, -y, +z, -z.
"""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[Any]
"""Single precision throughout; OpenCV and NumPy type their answers too loosely to say so."""


def floats(values: ArrayLike) -> Floats:
    """Any numbers as a single-precision array."""
    return np.asarray(values, np.float32)


FACE_AXES: Final = np.array(
    # normal, right and down of each printed face, in the die's axes
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
        [[-1, 0, 0], [0, -1, 0], [0, 0, -1]],
        [[0, 1, 0], [-1, 0, 0], [0, 0, -1]],
        [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
        [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
        [[0, 0, -1], [1, 0, 0], [0, 1, 0]],
    ],
    dtype=np.float32,
)


@dataclass(frozen=True, slots=True)
class Pinhole:
    """Where the camera is: `rotation` takes world directions to camera axes (x right, y down)."""

    position: Floats  # mm
    rotation: Floats  # 3 x 3
    focal: float  # px
    centre: tuple[float, float]  # px

    def project(self, points: Floats) -> Floats:
        """World points (N x 3, mm) to pixels (N x 2)."""
        seen = (points - self.position) @ self.rotation.T
        flat: Floats = seen[:, :2] / seen[:, 2:] * self.focal + floats(self.centre)
        return flat.astype(np.float32)

    def on_table(self, pixels: Floats) -> Floats:
        """Pixels (N x 2) to the points of the table they show (N x 2, mm)."""
        flat = np.column_stack([(pixels - floats(self.centre)) / self.focal, np.ones(len(pixels))])
        rays = flat @ self.rotation
        reach = -self.position[2] / rays[:, 2]
        points: Floats = self.position[:2] + rays[:, :2] * reach[:, None]
        return points.astype(np.float32)


@dataclass(frozen=True, slots=True)
class Die:
    """A die lying somewhere: `rotation` takes its own axes to the world's."""

    centre: Floats  # mm
    rotation: Floats  # 3 x 3
    half: float  # half an edge, mm
    rounding: float  # edge radius over half an edge
    ball: float  # radius of the ball that cuts the corners, over half an edge; 1.74 cuts none
    atlas: NDArray[np.uint8]  # (6 T) x T x 3, BGR: the six faces, one above the other
    shine: float  # strength of the highlights
    metal: float  # 0 plastic .. 1 metal
    clear: float  # 0 opaque .. 1 glass

    def corners(self, face: int) -> Floats:
        """The four corners of a face of the sharp cube (4 x 3, mm), clockwise seen on it."""
        normal, right, down = FACE_AXES[face]
        square = [normal - right - down, normal + right - down, normal + right + down]
        square.append(normal - right + down)
        placed: Floats = np.array(square, np.float32) * self.half @ self.rotation.T + self.centre
        return placed

    def top(self) -> int:
        """The face that points up most."""
        return int(np.argmax((FACE_AXES[:, 0] @ self.rotation.T)[:, 2]))

    def cube(self) -> Floats:
        """The eight corners of the sharp cube (8 x 3, mm)."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
        placed: Floats = signs * self.half @ self.rotation.T + self.centre
        return placed


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp far away, the room around it, and a window that glossy dice mirror."""

    towards: Floats  # unit vector from the table to the lamp
    strength: float
    room: float
    tint: Floats  # BGR factors
    window: Floats  # unit vector
    window_width: float  # cosine from which a mirrored ray meets the window


def _distance(points: Floats, rounding: float, ball: float) -> Floats:
    outside = np.abs(points) - (1 - rounding)
    box = np.sqrt(np.square(np.maximum(outside, 0)).sum(axis=1)) + np.minimum(
        outside.max(axis=1), 0
    )
    surface: Floats = np.maximum(box - rounding, np.sqrt(np.square(points).sum(axis=1)) - ball)
    return surface


def _normals(points: Floats, rounding: float, ball: float) -> Floats:
    outside = np.maximum(np.abs(points) - (1 - rounding), 1e-4) * np.sign(points)
    on_ball = np.square(points).sum(axis=1) > (ball - 0.02) ** 2
    outside[on_ball] = points[on_ball]
    unit: Floats = outside / np.linalg.norm(outside, axis=1, keepdims=True)
    return unit


def _trace(start: Floats, rays: Floats, die: Die) -> tuple[Floats, NDArray[np.bool_]]:
    """Where the rays meet the die, in half edges along its own axes."""
    reach = -(rays @ start) - 1.75
    points = start + rays * reach[:, None]
    near = np.ones(len(rays), bool)
    for _ in range(26):
        step = _distance(points[near], die.rounding, die.ball)
        points[near] += rays[near] * step[:, None]
        alive = (step > 2e-3) & (step < 4)
        index = np.flatnonzero(near)
        near[index[~alive]] = False
        if not near.any():
            break
    return points, _distance(points, die.rounding, die.ball) < 0.01


def _printed(points: Floats, atlas: NDArray[np.uint8]) -> Floats:
    """The printed colour under each surface point."""
    face = np.argmax(points @ FACE_AXES[:, 0].T, axis=1)
    side = atlas.shape[1]
    right = np.einsum("ij,ij->i", points, FACE_AXES[face, 1])
    down = np.einsum("ij,ij->i", points, FACE_AXES[face, 2])
    column = np.clip((right + 1) / 2 * side - 0.5, 0, side - 1).astype(np.float32)
    row = np.clip((down + 1) / 2 * side - 0.5, 0, side - 1).astype(np.float32)
    row += (face * side).astype(np.float32)
    # cv2.remap takes at most 32,767 pixels along a side: fold the list of points.
    pad = -len(points) % 256
    folded = [np.pad(place, (0, pad)).reshape(-1, 256) for place in (column, row)]
    colour = cv2.remap(atlas, folded[0], folded[1], cv2.INTER_LINEAR).reshape(-1, 3)
    printed: Floats = colour[: len(points)].astype(np.float32) / 255
    return printed


def _lit(colour: Floats, normals: Floats, rays: Floats, die: Die, light: Light) -> Floats:
    facing = normals @ light.towards
    diffuse = light.room * (0.75 + 0.25 * normals[:, 2]) + light.strength * np.clip(facing, 0, 1)
    mirrored = rays - 2 * np.einsum("ij,ij->i", rays, normals)[:, None] * normals
    glint = np.clip(mirrored @ light.towards, 0, 1) ** (20 + 60 * die.shine)
    window = np.clip((mirrored @ light.window - light.window_width) * 12, 0, 1)
    rim = (1 - np.clip(-np.einsum("ij,ij->i", rays, normals), 0, 1)) ** 4
    sky = 0.35 + 0.5 * np.clip(mirrored[:, 2], 0, 1) + 0.6 * window
    body = colour * (diffuse * (1 - 0.6 * die.metal))[:, None]
    body += colour * (die.metal * sky)[:, None] * 0.8
    gloss = die.shine * (0.9 * glint + 0.35 * window + 0.25 * rim * sky)
    shown: Floats = (body + gloss[:, None]) * light.tint
    return shown


@dataclass(frozen=True, slots=True)
class Footprint:
    """The pixels a die covers: the mask of a patch and where that patch begins (px)."""

    left: int
    top: int
    mask: NDArray[np.bool_]


def draw(picture: Floats, die: Die, camera: Pinhole, light: Light) -> Footprint | None:
    """Draw the die into a float BGR picture (0..1); None if it lies outside."""
    height, width = picture.shape[:2]
    outline = camera.project(die.cube())
    left, top = np.floor(outline.min(axis=0)).astype(int) - 1
    right, bottom = np.ceil(outline.max(axis=0)).astype(int) + 2
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    if right - left < 3 or bottom - top < 3:
        return None
    fine = 2 if max(right - left, bottom - top) < 150 else 1
    columns, rows = (right - left) * fine, (bottom - top) * fine
    across, down = np.meshgrid(np.arange(columns), np.arange(rows))
    pixels: Floats = floats(np.column_stack([across.ravel(), down.ravel()]) + 0.5) / fine
    pixels = pixels + floats([left, top]) - floats(camera.centre)
    flat = np.column_stack([pixels / camera.focal, np.ones(len(pixels), np.float32)])
    rays = (flat @ camera.rotation).astype(np.float32)
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    own_rays = (rays @ die.rotation).astype(np.float32)
    start = ((camera.position - die.centre) @ die.rotation / die.half).astype(np.float32)
    points, hit = _trace(start, own_rays, die)
    alpha = np.zeros(len(rays), np.float32)
    alpha[hit] = 1
    colour = np.zeros((len(rays), 3), np.float32)
    if hit.any():
        own_normals = _normals(points[hit], die.rounding, die.ball)
        normals = (own_normals @ die.rotation.T).astype(np.float32)
        colour[hit] = _lit(_printed(points[hit], die.atlas), normals, rays[hit], die, light)
        if die.clear > 0:
            alpha[hit] = 1 - die.clear * np.clip(normals[:, 2], 0, 1) * 0.5
    shape = (rows, columns)
    covered = cv2.resize(alpha.reshape(shape), (right - left, bottom - top), interpolation=3)
    mixed = cv2.resize(
        (colour * alpha[:, None]).reshape(*shape, 3), (right - left, bottom - top), interpolation=3
    )
    patch = picture[top:bottom, left:right]
    patch *= 1 - covered[..., None]
    patch += mixed
    return Footprint(int(left), int(top), covered > 0.4)
