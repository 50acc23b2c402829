"""A mat for a screen that is higher than wide: the same zones one below the other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from calibration.mat import Mat, Zone
from calibration.mats.layout import rectangle
from calibration.shapes import bounds

WIDTH: Final = 250.0
GAP: Final = 3.0
ROW: Final = 44.0  # height of a zone, mm
HIGHEST: Final = 90.0
WIDEST_ROW: Final = 345.0
"""Zones stand side by side as long as they are not wider than this on the real mat, mm."""


def narrow(mat: Mat) -> Mat:
    """The mat's zones in the order from top to bottom; life is told in figures there."""
    zones: list[Zone] = []
    top = GAP
    for row in _rows([zone for zone in mat.zones if zone.name != "life"]):
        high = min(HIGHEST, max(ROW, max(_height(zone) for zone in row) * 0.5))
        share = (WIDTH - GAP * (len(row) + 1)) / sum(_width(zone) for zone in row)
        left = GAP
        for zone in row:
            right = left + _width(zone) * share
            zones.append(replace(zone, outline=rectangle(left, top, right, top + high)))
            left = right + GAP
        top += high + GAP
    return Mat(f"{mat.name}-narrow", WIDTH, top, tuple(zones), ())


def _rows(zones: Sequence[Zone]) -> Iterator[list[Zone]]:
    """Zones that lie side by side on the mat, as many as fit."""
    ordered = sorted(zones, key=lambda zone: (round(bounds(zone.outline)[1]), bounds(zone.outline)))
    row: list[Zone] = []
    for zone in ordered:
        beside = row and round(bounds(row[0].outline)[1]) == round(bounds(zone.outline)[1])
        if row and not (beside and sum(map(_width, row)) + _width(zone) <= WIDEST_ROW):
            yield row
            row = []
        row.append(zone)
    if row:
        yield row


def _width(zone: Zone) -> float:
    left, _, right, _ = bounds(zone.outline)
    return right - left


def _height(zone: Zone) -> float:
    _, top, _, bottom = bounds(zone.outline)
    return bottom - top
