"""Where on and beside a mat dice can lie, and where there is room for one more."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from random import Random
from typing import Final, TypeAlias

from calibration.mat import Mat
from hardware.simulated.people.script import Area
from rules.core import Place

Spot: TypeAlias = tuple[float, float]

DIE_MM: Final = 13.0
TRIES: Final = 40
TRAY_MM: Final = 95.0
"""Width of a tray beside the mat."""


@dataclass(frozen=True, slots=True)
class Room:
    """What room a die wants."""

    gap_mm: float = 2.0  # to the next die
    border_mm: float = 7.5  # from its middle to the line
    near: Spot | None = None  # as near to this as there is room
    apart_x: Sequence[float] = ()  # and in a row with those, with room for a blocker before each


class Surface:
    """One mat on a table."""

    def __init__(self, mat: Mat) -> None:
        """A mat whose zones bear the names of the game's zones."""
        self.mat = mat
        self._areas: Mapping[tuple[str, int | None], Area] = {
            (zone.name, zone.seat): _around(zone.outline) for zone in mat.zones
        }

    def area(self, place: Place) -> Area | None:
        """The rectangle of a place on the mat, None when it is off the mat."""
        own = self._areas.get((place.zone, place.seat))
        if own is None and place.seat is not None:
            own = self._areas.get((place.zone, place.seat % 2)) or self._areas.get(
                (place.zone, None)
            )
        return own

    def tray(self, seat: int) -> Area:
        """A tray at a player's right hand, in view and off the mat."""
        width, height = self.mat.width, self.mat.height
        if seat % 2:
            return Area(-TRAY_MM - 15, 20, -15, height / 2)
        return Area(width + 15, height / 2, width + TRAY_MM + 15, height - 20)

    def supply(self, seat: int | None) -> Area:
        """Where cards lie beside the mat, and dice on them that nobody has bought."""
        width, height = self.mat.width, self.mat.height
        if (seat or 0) % 2:
            return Area(width + 15, 20, width + 120, height / 2 - 20)
        return Area(-120, height / 2 + 20, -15, height - 20)

    def before(self, seat: int) -> Area:
        """The strip of table between a player and the mat."""
        width, height = self.mat.width, self.mat.height
        return (
            Area(40, -45, width - 40, -12)
            if seat % 2
            else Area(40, height + 12, width - 40, height + 45)
        )

    def beside(self, area: Area, seat: int) -> Area:
        """A strip beside a zone, on its player's side: where dice wait to be pushed in."""
        if seat % 2:
            return Area(area.left, area.top - 24, area.right, area.top - 9)
        return Area(area.left, area.bottom + 9, area.right, area.bottom + 24)

    @cached_property
    def lines(self) -> tuple[Area, ...]:
        """The zones' rectangles."""
        return tuple(self._areas.values())


def _around(outline: Iterable[Spot]) -> Area:
    points = list(outline)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Area(min(xs), min(ys), max(xs), max(ys))


def find_spot(area: Area, room: Room, taken: Sequence[Spot], rng: Random) -> Spot:
    """Somewhere in the area where a die has room; on others when there is none left."""
    edge = min(room.border_mm, (area.right - area.left) / 2.2, (area.bottom - area.top) / 2.2)
    left, right = area.left + edge, area.right - edge
    top, bottom = area.top + edge, area.bottom - edge
    near = [
        (x, y)
        for x, y in taken
        if left - 25 < x < right + 25 and top - 25 < y < bottom + 25
    ]  # fmt: skip
    wide = DIE_MM + max(0.0, room.gap_mm)

    def free(x: float, y: float, gap: float) -> bool:
        return all(hypot(x - ox, y - oy) >= gap for ox, oy in near)

    if room.near is not None:
        return _nearest(room.near, (left, top, right, bottom), wide, near, rng)
    for attempt in range(TRIES):
        x, y = rng.uniform(left, right), rng.uniform(top, bottom)
        gap = wide * (1.25 if attempt < TRIES // 2 else 1.0)
        row = attempt >= TRIES - 8 or all(abs(x - other) > 19.0 for other in room.apart_x)
        if row and free(x, y, gap):
            return x, y
    for gap in (wide, DIE_MM + 0.2):
        spots = [
            (x, y)
            for y in _steps(top, bottom, gap)
            for x in _steps(left, right, gap)
            if free(x, y, gap - 0.01)
        ]
        if spots:
            return rng.choice(spots)
    return rng.uniform(left, right), rng.uniform(top, bottom)


def _nearest(
    spot: Spot, within: tuple[float, float, float, float], wide: float, taken: Sequence[Spot],
    rng: Random,
) -> Spot:  # fmt: skip
    """The free spot that is nearest to the one wished for."""
    left, top, right, bottom = within
    for out in range(12):
        for side in rng.sample((-1, 1), 2):
            x = min(max(spot[0] + side * out * wide * 0.5 + rng.uniform(-1.5, 1.5), left), right)
            for y in (spot[1], spot[1] + wide, spot[1] - wide):
                here = (x, min(max(y, top), bottom))
                if all(hypot(here[0] - ox, here[1] - oy) >= DIE_MM for ox, oy in taken):
                    return here
    return min(max(spot[0], left), right), min(max(spot[1], top), bottom)


def _steps(low: float, high: float, step: float) -> list[float]:
    count = max(1, int((high - low) / step) + 1)
    return [min(high, low + n * step) for n in range(count)]
