"""A mat: its size, its zones and its tags, in millimetres.

The origin is the mat's top left corner as the camera sees it, x to the right, y down. Seat 0
sits at the bottom edge, seat 1 at the top.
"""

from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Zone:
    """A named region. `outline` is a simple polygon, clockwise."""

    name: str  # the zone's name in the game: "field", "reserve"
    seat: int | None
    outline: tuple[Point, ...]
    title: str = ""  # what is printed on the mat


@dataclass(frozen=True, slots=True)
class Tag:
    """One printed AprilTag 36h11: its number, its centre and the side of its black square."""

    number: int
    centre: Point
    side: float
    turn: float = 0.0  # degrees, clockwise; loose markers are not stuck on straight


@dataclass(frozen=True, slots=True)
class Mat:
    """A whole mat."""

    name: str  # "dicemasters", "doubles", "irondie"
    width: float
    height: float
    zones: tuple[Zone, ...]
    tags: tuple[Tag, ...]
