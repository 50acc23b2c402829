"""Measuring a mat people already own: where the loose markers were stuck, from one picture.

Each marker is a square of known size; the plane on which all of them are squares is the mat.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
from scipy.optimize import least_squares

from calibration.arrays import Floats
from calibration.errors import CalibrationError
from calibration.lens import Lens, ideal_points
from calibration.mat import Mat, Tag, Zone
from calibration.mats.layout import OWN_TAGS, TAG_SIDE
from calibration.tags import corners_mm
from words import joined, tr

CORNERS = tuple(OWN_TAGS)[:4]
_BEYOND = TAG_SIDE / 2
"""The mat is taken to end at the outer sides of the markers on its corners."""


def measure_own_mat(
    found: Mapping[int, Floats], lens: Lens, template: Mat, name: str = "own"
) -> Mat:
    """The mat with its markers where they lie and the template's zones stretched to fit.

    Raises `CalibrationError` unless the four corner markers and two more are seen.
    """
    missing = [str(number - OWN_TAGS.start + 1) for number in CORNERS if number not in found]
    if missing:
        raise CalibrationError(
            tr(
                "The corner markers {names} cannot be seen: stick 1 to 4 on the mat's "
                "corners, clockwise from the top left of the picture, and show all of them.",
                names=joined(tr(" and "), missing),
            )
        )
    numbers = [number for number in OWN_TAGS if number in found]
    flat = _flattened([ideal_points(lens, found[number]) for number in numbers])
    placed = dict(zip(numbers, _straightened(dict(zip(numbers, flat, strict=True))), strict=True))
    every = np.concatenate(list(placed.values()))
    origin = np.mean([placed[CORNERS[0]].mean(axis=0)], axis=0) - _BEYOND
    middles = np.array([placed[number].mean(axis=0) for number in CORNERS])
    width = float(middles[:, 0].max() - middles[:, 0].min()) + 2 * _BEYOND
    height = float(middles[:, 1].max() - middles[:, 1].min()) + 2 * _BEYOND
    if min(width, height) < 4 * TAG_SIDE or not np.isfinite(every).all():
        raise CalibrationError(
            tr(
                "The corner markers are in the wrong order: stick 1 to 4 clockwise from the "
                "top left."
            )
        )
    tags = tuple(_tag(number, corners - origin) for number, corners in placed.items())
    return Mat(name, width, height, _stretched(template, width, height), tags)


def _flattened(ideal: list[Floats]) -> list[Floats]:
    """Corners on the plane (mm) on which all markers are squares of their printed size."""
    rays = [np.column_stack([corners, np.ones(4)]) for corners in ideal]
    sides = [np.linalg.norm(a - b) for corners in ideal for a, b in pairwise(corners)]
    start = np.array([0.0, 0.0, TAG_SIDE / float(np.median(sides))])

    def misfit(plane: Floats) -> Floats:
        return np.concatenate([_not_square(corners) for corners in _on_plane(rays, plane)])

    best = least_squares(misfit, start, x_scale=[0.05, 0.05, 10.0], loss="soft_l1", f_scale=0.2)
    return _on_plane(rays, np.asarray(best.x, np.float64))


def _on_plane(rays: list[Floats], plane: Floats) -> list[Floats]:
    """Where rays meet the plane with normal (a, b, 1) at distance d, in the plane's own axes."""
    a, b, distance = plane
    normal = np.array([a, b, 1.0]) / np.sqrt(a * a + b * b + 1)
    right = np.array([1.0, 0.0, -normal[0] / normal[2]])
    right /= np.linalg.norm(right)
    axes = np.array([right, np.cross(normal, right)])
    return [(ray * (distance / (ray @ normal))[:, None]) @ axes.T for ray in rays]


def _not_square(corners: Floats) -> Floats:
    """How far four corners are from the nearest square of the printed size."""
    square = corners_mm(Tag(0, (0.0, 0.0), TAG_SIDE))
    away = corners - corners.mean(axis=0) - square @ _turn(corners)
    return np.asarray(away.ravel(), np.float64)


def _turn(corners: Floats) -> Floats:
    """The rotation that lays the printed square on these corners."""
    square = corners_mm(Tag(0, (0.0, 0.0), TAG_SIDE))
    away = corners - corners.mean(axis=0)
    along = float((square * away).sum())
    across = float((square[:, 0] * away[:, 1] - square[:, 1] * away[:, 0]).sum())
    length = np.hypot(along, across)
    cosine, sine = along / length, across / length
    return np.array([(cosine, sine), (-sine, cosine)])


def _straightened(flat: Mapping[int, Floats]) -> list[Floats]:
    """The whole mat turned so that its upper edge runs to the right."""
    top_left, top_right, low_right, low_left = (flat[n].mean(axis=0) for n in CORNERS)
    along = (top_right - top_left) + (low_right - low_left)
    cosine, sine = along / np.linalg.norm(along)
    back = np.array([(cosine, -sine), (sine, cosine)])
    return [corners @ back for corners in flat.values()]


def _tag(number: int, corners: Floats) -> Tag:
    x, y = corners.mean(axis=0).tolist()
    turn = _turn(corners)
    degrees = float(np.degrees(np.arctan2(turn[0, 1], turn[0, 0])))
    return Tag(number, (x, y), TAG_SIDE, degrees)


def _stretched(template: Mat, width: float, height: float) -> tuple[Zone, ...]:
    across, down = width / template.width, height / template.height
    return tuple(
        replace(zone, outline=tuple((x * across, y * down) for x, y in zone.outline))
        for zone in template.zones
    )
