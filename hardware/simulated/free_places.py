"""Where in a zone a die finds room."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin

import cv2
import numpy as np

from calibration.mat import Zone
from hardware.simulated.collisions import apart, collides
from hardware.simulated.optics import Floats
from hardware.simulated.scene import DieBody

_GRID_MM = 3.0

_ROW_MM = (48.0, 36.0, 26.0, 18.0)
"""How far apart dice in a row lie: as much as there is room for."""


@dataclass(frozen=True, slots=True)
class PlaceWanted:
    """What somebody wants of a place for a die."""

    gap_mm: float = 4.0  # to other dice
    border_mm: float = 1.5  # between the die and the zone's line
    touching: bool = False  # against another die
    straying: bool = False  # over the line, its middle 4 to 7 mm inside
    facing: DieBody | None = None  # straight opposite this die of another zone
    away_from_x: tuple[float, ...] = ()  # not straight before or behind these
    tidy: bool = False  # in close rows, because many dice have to fit


def find_room(
    zone: Zone,
    body: DieBody,
    others: Sequence[DieBody],
    wanted: PlaceWanted,
    rng: np.random.Generator,
) -> DieBody:
    """The die at a free place of the zone; on top of another die when there is none."""
    spots = _spots(zone)
    if wanted.touching:
        for beside in _beside(body, others, rng):
            if stays_inside(zone, beside) and not collides(beside, others, gap_mm=-0.01):
                return beside
    if wanted.straying:
        spots = spots[(spots[:, 2] >= 4) & (spots[:, 2] <= 7)]
    else:
        spots = spots[spots[:, 2] >= _reach(body) + wanted.border_mm]
    spots = _in_a_row(spots, wanted.away_from_x)
    if wanted.facing is not None:
        aside = np.abs(spots[:, 0] - wanted.facing.x_mm)
        behind = np.abs(spots[:, 1] - wanted.facing.y_mm)
        order = np.argsort(aside + 0.2 * behind + rng.uniform(0, 1, len(spots)))
    elif wanted.tidy:
        return _squeezed(zone, body, others, wanted.gap_mm)
    else:
        # Players begin at one end, more or less, and so keep room for more.
        loose = 0.4 * float(np.ptp(spots[:, 0])) if len(spots) else 0.0
        order = np.argsort(spots[:, 0] + rng.uniform(0, loose, len(spots)))
    for gap in (wanted.gap_mm, wanted.gap_mm / 3):
        for spot in _free(spots[order], body, others, gap):
            jittered = spot[:2] + rng.uniform(-_GRID_MM / 2, _GRID_MM / 2, 2)
            placed = replace(body, x_mm=float(jittered[0]), y_mm=float(jittered[1]))
            if not collides(placed, others, gap):
                return placed
    return _squeezed(zone, body, others, wanted.gap_mm)


def _in_a_row(spots: Floats, others: tuple[float, ...]) -> Floats:
    """Those spots that are well to the side of other dice, as far as the zone is long enough."""
    if not others:
        return spots
    aside = np.abs(spots[:, :1] - np.array([others])).min(axis=1)
    for room in _ROW_MM:
        if (aside >= room).any():
            return np.asarray(spots[aside >= room])
    return spots


def _squeezed(zone: Zone, body: DieBody, others: Sequence[DieBody], gap_mm: float) -> DieBody:
    """The first free place from the left for a die set straight, or on top of another."""
    straight = replace(body, yaw=round(body.yaw / (pi / 2)) * pi / 2)
    step = straight.kind.size_mm / 2
    spots = _spots(zone)
    spots = spots[spots[:, 2] >= step + 0.5]
    spots = spots[np.lexsort((spots[:, 1], spots[:, 0]))]
    for gap in (gap_mm, gap_mm / 2, 0.4):
        for spot in spots:
            placed = replace(straight, x_mm=float(spot[0]), y_mm=float(spot[1]))
            if not collides(placed, others, gap_mm=gap):
                return placed
    within = [other for other in others if _inside(zone, other) > 0]
    if not within:
        middle = np.mean(zone.outline, axis=0)
        return replace(straight, x_mm=float(middle[0]), y_mm=float(middle[1]))
    free = [other for other in within if not _bears(other, within)]
    under = min(free, key=lambda other: other.base_mm)
    return replace(
        straight,
        x_mm=under.x_mm,
        y_mm=under.y_mm,
        base_mm=under.base_mm + under.kind.size_mm,
    )


def _bears(body: DieBody, others: Sequence[DieBody]) -> bool:
    """Whether another die lies on this one."""
    return any(
        other.base_mm > body.base_mm and apart(other, body) < body.kind.size_mm for other in others
    )


def _free(spots: Floats, body: DieBody, others: Sequence[DieBody], gap: float) -> Floats:
    """Those spots where not even the dice's round shadows could meet, or else any of them."""
    if not others:
        return spots[:20]
    taken = np.array([[other.x_mm, other.y_mm] for other in others])
    apart = np.sqrt(((spots[:, None, :2] - taken[None]) ** 2).sum(axis=2)).min(axis=1)
    return np.asarray(spots[apart >= body.kind.size_mm + gap][:60])


def _beside(
    body: DieBody, others: Sequence[DieBody], rng: np.random.Generator
) -> Iterator[DieBody]:
    for other in (others[index] for index in rng.permutation(len(others))):
        away = (other.kind.size_mm + body.kind.size_mm) / 2 + 0.05
        for quarter in rng.permutation(4):
            way = other.yaw + quarter * pi / 2
            slid = float(rng.uniform(-0.3, 0.3)) * body.kind.size_mm
            yield replace(
                body,
                x_mm=other.x_mm + away * cos(way) - slid * sin(way),
                y_mm=other.y_mm + away * sin(way) + slid * cos(way),
                yaw=other.yaw + float(rng.integers(4)) * pi / 2,
            )


def _reach(body: DieBody) -> float:
    """How far the die reaches from its middle along x or y."""
    return body.kind.size_mm / 2 * (abs(cos(body.yaw)) + abs(sin(body.yaw)))


def stays_inside(zone: Zone, body: DieBody) -> bool:
    """Whether the whole die lies within the zone's line."""
    return _inside(zone, body) >= _reach(body)


def _inside(zone: Zone, body: DieBody) -> float:
    """How deep inside the zone the middle of a die is, mm; negative outside."""
    outline = np.array(zone.outline, np.float32)
    return float(cv2.pointPolygonTest(outline, (body.x_mm, body.y_mm), measureDist=True))


@lru_cache(maxsize=64)
def _spots(zone: Zone) -> Floats:
    """Points inside the zone and how far each is from its line: N x (x, y, mm)."""
    outline = np.array(zone.outline, np.float32)
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    found = [
        (x, y, cv2.pointPolygonTest(outline, (float(x), float(y)), measureDist=True))
        for x in np.arange(left + 3, right, _GRID_MM)
        for y in np.arange(top + 3, bottom, _GRID_MM)
    ]
    return np.array([spot for spot in found if spot[2] > 0])
