"""Random rigs in software: a mat that curls, a camera that is tilted and has a real lens.

They are the ground truth that registration is measured against; everything is known to the
micrometre. The simulated table in `hardware` draws dice and hands as well; here only the mat.
"""

import math
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.arrays import Floats, Image
from calibration.lens import Lens, ideal_points
from calibration.mat import Mat, Point
from calibration.mat_picture import draw

_TABLE = 70.0  # the shade of the table around the mat
_STRIDE = 8  # px between the rays that are traced; those between are interpolated


@dataclass(frozen=True, slots=True)
class Curl:
    """A corner or edge that rises: `rise` mm at `at`, falling to nothing `reach` mm away."""

    at: Point
    rise: float
    reach: float


@dataclass(frozen=True, eq=False)
class RandomRig:
    """A camera above a mat. `rotation` and `foot` (mm, mat axes, z away from it) place it."""

    mat: Mat
    lens: Lens
    rotation: Floats  # mat axes to camera axes
    camera: Floats  # x, y, height in mm
    curls: tuple[Curl, ...] = ()
    hidden: tuple[int, ...] = ()  # numbers of tags under something
    light: float = 0.85
    blur_px: float = 0.6
    noise: float = 2.0

    def height(self, points: Floats) -> Floats:
        """How far the paper stands off the table at these points, mm."""
        total = np.zeros(len(points))
        for curl in self.curls:
            away = np.linalg.norm(points - np.asarray(curl.at), axis=1)
            total += curl.rise * np.clip(1 - away / curl.reach, 0, 1) ** 2
        return total

    def to_image(self, points: ArrayLike) -> Floats:
        """The true pixels of points printed on the mat."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        solid = np.column_stack([flat, -self.height(flat)])
        turn, _ = cv2.Rodrigues(self.rotation)
        shift = -self.rotation @ (self.camera * (1, 1, -1))
        seen, _ = cv2.projectPoints(solid, turn, shift, self.lens.matrix, self.lens.coefficients)
        return np.asarray(seen, np.float64).reshape(-1, 2)

    def to_mat(self, pixels: ArrayLike) -> Floats:
        """The true mat millimetres of pixels: rays traced to the paper where it stands."""
        ideal = ideal_points(self.lens, pixels)
        rays = np.column_stack([ideal, np.ones(len(ideal))]) @ self.rotation
        ground = rays[:, :2] / rays[:, 2:]
        foot, height = self.camera[:2], self.camera[2]
        points = foot + ground * height
        for _ in range(6 if self.curls else 0):
            points = foot + ground * (height - self.height(points))[:, None]
        return np.asarray(points, np.float64)


def random_rig(mat: Mat, rng: Random, size: tuple[int, int] = (2304, 1296)) -> RandomRig:
    """A camera on an arm 55 to 70 cm over the mat, tilted, with one tag hidden and curl."""
    width, height = size
    focal = width * rng.uniform(0.72, 0.80)
    lens = Lens(
        width,
        height,
        focal,
        focal,
        width / 2 + rng.uniform(-20, 20),
        height / 2 + rng.uniform(-20, 20),
        (rng.uniform(-0.12, 0.06), rng.uniform(-0.03, 0.06), _tiny(rng), _tiny(rng), 0.0),
    )
    above = max(mat.width / width, mat.height / height) * focal * rng.uniform(1.06, 1.2)
    camera = np.array(
        [mat.width / 2 + rng.uniform(-30, 30), mat.height / 2 + rng.uniform(-30, 30), above]
    )
    middle = np.array([mat.width / 2, mat.height / 2, 0.0])
    rotation = _look(camera * (1, 1, -1), middle, math.radians(rng.uniform(-4, 4)))
    corners = [(0.0, 0.0), (mat.width, 0.0), (mat.width, mat.height), (0.0, mat.height)]
    curls = tuple(
        Curl(corner, rng.uniform(1.0, 6.0), rng.uniform(80, 200))
        for corner in rng.sample(corners, 2)
    )
    hidden = (rng.choice(mat.tags).number,)
    return RandomRig(
        mat,
        lens,
        rotation,
        camera,
        curls,
        hidden,
        light=rng.uniform(0.5, 0.95),
        blur_px=rng.uniform(0.4, 1.0),
        noise=rng.uniform(1.0, 4.0),
    )


def photograph(
    rig: RandomRig, rng: Random, printed: Image | None = None, px_per_mm: float = 4.0
) -> Image:
    """What the rig's camera sees, gray; `printed` is the mat drawn at `px_per_mm`."""
    covered = _covered(in_gray(rig.mat, px_per_mm) if printed is None else printed, rig, px_per_mm)
    width, height = rig.lens.width, rig.lens.height
    columns, rows = (np.arange(0, side + _STRIDE, _STRIDE) for side in (width, height))
    grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    traced = rig.to_mat(grid).reshape(len(rows), len(columns), 2) * px_per_mm - 0.5
    where = _between(traced.astype(np.float32), width, height)
    seen = cv2.remap(covered, where[..., 0], where[..., 1], cv2.INTER_AREA, borderValue=_TABLE)
    seen = cv2.GaussianBlur(seen, (0, 0), rig.blur_px).astype(np.float32) * rig.light
    grain = np.random.default_rng(rng.getrandbits(32)).normal(0, rig.noise, seen.shape)
    return np.asarray(np.clip(seen + grain, 0, 255), np.uint8)


def in_gray(mat: Mat, px_per_mm: float) -> Image:
    """The printed mat without its colours."""
    return np.asarray(cv2.cvtColor(draw(mat, px_per_mm), cv2.COLOR_BGR2GRAY), np.uint8)


def _covered(printed: Image, rig: RandomRig, px_per_mm: float) -> Image:
    covered = printed.copy()
    for tag in rig.mat.tags:
        if tag.number in rig.hidden:
            centre = [round(side * px_per_mm) for side in tag.centre]
            cv2.circle(covered, centre, round(tag.side * px_per_mm * 0.6), (120,), -1)
    return covered


def _between(traced: NDArray[np.float32], width: int, height: int) -> NDArray[np.float32]:
    """The traced rays, interpolated for every pixel."""
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32) / _STRIDE
    return np.asarray(cv2.remap(traced, columns, rows, cv2.INTER_LINEAR), np.float32)


def _tiny(rng: Random) -> float:
    return rng.uniform(-5e-4, 5e-4)


def _look(camera: Floats, at: Floats, roll: float) -> Floats:
    """Rows are the camera's axes in mat axes: x right, y down, z towards what it looks at."""
    forward = (at - camera) / np.linalg.norm(at - camera)
    right = np.array([math.cos(roll), math.sin(roll), 0.0])
    right -= forward * (right @ forward)
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(forward, right), forward])
