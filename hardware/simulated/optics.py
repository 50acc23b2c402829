"""A pinhole camera with a lens: where it stands, what it sees, and the way back to the table."""

from dataclasses import dataclass, replace
from functools import partial
from math import cos, inf, radians, sin, sqrt, tan
from typing import Any, Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[Any]
"""An array of real numbers, single precision unless said."""
Row: TypeAlias = tuple[float, float, float]

_STRAIGHT_FROM: Final = 0.8
"""Of the squared distance at which a lens model turns back: from here on it goes on straight."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Where a camera stands and through which lens it looks.

    The world behind it is right-handed: x and y of the mat, and z pointing down into the table,
    so that a point `h` mm above the table has z = -h. `rotation` holds the camera's axes (right,
    down, forward) in that world.
    """

    width: int
    height: int
    focal_px: float
    centre: tuple[float, float]  # principal point, pixels
    position: Row  # x, y and height over the table, mm
    rotation: tuple[Row, Row, Row]
    k1: float = 0.0
    k2: float = 0.0

    @classmethod
    def over(
        cls,
        target: tuple[float, float],
        *,
        size: tuple[int, int] = (1280, 720),
        distance_mm: float = 600.0,
        field_of_view: float = 66.0,
        tilt: float = 0.0,
        azimuth: float = 90.0,
        roll: float = 0.0,
        k1: float = 0.0,
        k2: float = 0.0,
    ) -> Self:
        """A camera looking at `target` on the table.

        Angles are in degrees: the horizontal `field_of_view`, the `tilt` away from straight
        down, the `azimuth` of the side the camera stands on (90: at the bottom edge, looking
        up the mat) and the `roll` about its own axis.
        """
        width, height = size
        lean, side, turn = radians(tilt), radians(azimuth), radians(roll)
        away = np.array([cos(side), sin(side), 0.0])
        up = np.array([0.0, 0.0, -1.0])
        forward = -(up * cos(lean) + away * sin(lean))
        down = away * cos(lean) - up * sin(lean)
        right = np.cross(down, forward)
        axes = np.stack(
            [right * cos(turn) + down * sin(turn), down * cos(turn) - right * sin(turn), forward]
        )
        stand = np.array([target[0], target[1], 0.0]) - forward * distance_mm
        return cls(
            width,
            height,
            width / 2 / tan(radians(field_of_view) / 2),
            ((width - 1) / 2, (height - 1) / 2),
            (float(stand[0]), float(stand[1]), float(-stand[2])),
            (_row(axes[0]), _row(axes[1]), _row(axes[2])),
            k1,
            k2,
        )

    @classmethod
    def overlooking(
        cls,
        width_mm: float,
        height_mm: float,
        *,
        size: tuple[int, int] = (1280, 720),
        margin: float = 1.05,
        field_of_view: float = 66.0,
        tilt: float = 0.0,
        azimuth: float = 90.0,
        roll: float = 0.0,
        k1: float = 0.0,
        k2: float = 0.0,
    ) -> Self:
        """A camera that just sees a whole mat of this size; angles as for `over`."""
        place = partial(
            cls.over,
            (width_mm / 2, height_mm / 2),
            size=size,
            field_of_view=field_of_view,
            tilt=tilt,
            azimuth=azimuth,
            roll=roll,
            k1=k1,
            k2=k2,
        )
        corners = np.array([[0, 0], [width_mm, 0], [width_mm, height_mm], [0, height_mm]])
        middle = np.array([width_mm / 2, height_mm / 2])
        spread = (corners - middle) * margin + middle
        near, far = 100.0, 4000.0
        for _ in range(24):
            distance = (near + far) / 2
            view = place(distance_mm=distance)
            seen = view.on_table(spread)
            inside = (seen >= 0).all() and (seen <= [view.width - 1, view.height - 1]).all()
            near, far = (near, distance) if inside else (distance, far)
        return view

    def resized(self, width: int, height: int) -> Self:
        """The same camera read out at another resolution; the width decides the scale."""
        ratio = width / self.width
        centre = (
            (self.centre[0] + 0.5) * ratio - 0.5,
            (self.centre[1] + 0.5 - self.height / 2) * ratio + height / 2 - 0.5,
        )
        return replace(
            self, width=width, height=height, focal_px=self.focal_px * ratio, centre=centre
        )

    def after_a_bump(
        self, x_mm: float, y_mm: float, turn: float, about: tuple[float, float]
    ) -> Self:
        """The same camera when what it looks at has slid by x, y and turned (radians)."""
        back = np.array([[cos(turn), sin(turn), 0], [-sin(turn), cos(turn), 0], [0, 0, 1]])
        middle = np.array([about[0], about[1], 0.0])
        stand = back @ (np.array(self.position) - middle - [x_mm, y_mm, 0.0]) + middle
        axes = np.array(self.rotation) @ back.T
        return replace(
            self,
            position=_row(stand),
            rotation=(_row(axes[0]), _row(axes[1]), _row(axes[2])),
        )

    @property
    def axes(self) -> Floats:
        """The camera's right, down and forward, as rows, in the world."""
        return np.array(self.rotation, np.float32)

    @property
    def eye(self) -> Floats:
        """Where the camera stands, in the world."""
        return np.array([self.position[0], self.position[1], -self.position[2]], np.float32)

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The 3x3 camera matrix."""
        return np.array(
            [
                [self.focal_px, 0.0, self.centre[0]],
                [0.0, self.focal_px, self.centre[1]],
                [0.0, 0.0, 1.0],
            ]
        )

    def project(self, world: NDArray[np.floating]) -> Floats:
        """World points (N x 3, z into the table) to pixels (N x 2)."""
        seen = (np.asarray(world, np.float32) - self.eye) @ self.axes.T
        # Far outside any lens the picture is of no interest, but must stay finite.
        flat = np.clip(seen[:, :2] / np.maximum(seen[:, 2:], 1e-3), -12, 12)
        square = (flat**2).sum(axis=1, keepdims=True)
        bent = flat * self._stretch(square)
        return np.asarray(bent * self.focal_px + np.array(self.centre), np.float32)

    def _stretch(self, square: Floats) -> Floats:
        """By how much the lens moves a point outwards, from its squared distance to the axis.

        The polynomial of a barrel distortion turns back far outside the picture, and would show
        there what lies beside the table; from a little before that it goes on straight.
        """
        limit = np.float32(_STRAIGHT_FROM * _turning_point(self.k1, self.k2))
        near = np.minimum(square, limit)
        stretch = 1 + self.k1 * near + self.k2 * near**2
        if not np.isfinite(limit):
            return np.asarray(stretch, np.float32)
        slope = 1 + 3 * self.k1 * limit + 5 * self.k2 * limit**2
        within = np.sqrt(near / np.maximum(square, 1e-12))  # 1 up to the limit
        return np.asarray(stretch * within + slope * (1 - within), np.float32)

    def on_table(self, points: NDArray[np.floating], height_mm: float = 0.0) -> Floats:
        """Table points (N x 2, mm), `height_mm` above it, to pixels (N x 2)."""
        flat = np.asarray(points, np.float32).reshape(-1, 2)
        return self.project(np.column_stack([flat, np.full(len(flat), -height_mm, np.float32)]))

    def rays(self, u: Floats, v: Floats) -> Floats:
        """Directions (3 x N, forward component 1, in the camera's axes) of pixels."""
        bent_x = (u - self.centre[0]) / self.focal_px
        bent_y = (v - self.centre[1]) / self.focal_px
        x, y = bent_x, bent_y
        if self.k1 or self.k2:
            for _ in range(5):
                square = x * x + y * y
                shrink = 1 / (1 + square * (self.k1 + self.k2 * square))
                x, y = bent_x * shrink, bent_y * shrink
        return np.stack([x, y, np.ones_like(x)]).astype(np.float32)

    def scale_at(self, x_mm: float, y_mm: float, height_mm: float = 0.0) -> float:
        """Pixels per millimetre around a point, across the line of sight."""
        gap = np.array([x_mm, y_mm, -height_mm], np.float32) - self.eye
        return self.focal_px / max(1.0, float(gap @ self.axes[2]))


def _turning_point(k1: float, k2: float) -> float:
    """The squared distance from the axis at which r (1 + k1 r^2 + k2 r^4) stops growing."""
    if not k2:
        return -1 / (3 * k1) if k1 < 0 else inf
    inside = 9 * k1 * k1 - 20 * k2
    if inside < 0:
        return inf
    roots = [(-3 * k1 + sign * sqrt(inside)) / (10 * k2) for sign in (-1, 1)]
    return min((root for root in roots if root > 0), default=inf)


def _row(values: NDArray[np.float64]) -> Row:
    return (float(values[0]), float(values[1]), float(values[2]))


def table_maps(view: Viewpoint) -> tuple[Floats, Floats]:
    """The table's x and y (mm) under every pixel; far away where a pixel looks past it."""
    v, u = np.mgrid[0 : view.height, 0 : view.width].astype(np.float32)
    world = view.axes.T @ view.rays(u.ravel(), v.ravel())
    eye = view.eye
    steps = -eye[2] / np.maximum(world[2], 1e-4)
    x = (eye[0] + steps * world[0]).reshape(v.shape)
    y = (eye[1] + steps * world[1]).reshape(v.shape)
    return np.clip(x, -20_000, 20_000), np.clip(y, -20_000, 20_000)
