"""What the eye hands to the tracker."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of a top face among the dice of the declared game."""

    kind: str
    face: int  # index into the kind's six faces


@dataclass(frozen=True, slots=True)
class Sighting:
    """One die on the table.

    `likelihood` holds natural-log probabilities over the candidates, normalised; candidates
    that are left out are as unlikely as `floor`.
    """

    track: int  # the same number as long as the die is not touched
    x_mm: float
    y_mm: float
    yaw: float  # radians, of the face's own up direction
    zone: str | None  # the mat's zone, None between zones or off the mat
    seat: int | None
    border_mm: float  # distance to the nearest border of that zone
    cocked: bool
    likelihood: Mapping[Candidate, float]
    floor: float = -12.0
    corners: tuple[tuple[float, float], ...] = ()  # of the top face, px in the frame's picture
    near: tuple[tuple[str, int | None], ...] | None = None
    """Zones (name, seat) it does not lie in, but reaches into or nearly so; None: not known."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on the mat, mm."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point lies in it."""
        return self.left <= x_mm <= self.right and self.top <= y_mm <= self.bottom


EVERYWHERE: Final = Area(-1e5, -1e5, 1e5, 1e5)
"""More than any table."""


@dataclass(frozen=True, slots=True)
class LifeMark:
    """What the marker on one seat's life track says; `life` is None when none is clear."""

    seat: int
    life: int | None
    hidden: float  # mean grey levels by which the covered cell differs from its print


@dataclass(frozen=True, slots=True)
class Health:
    """How well the table is seen."""

    registered: bool = True
    residual_mm: float = 0.0
    sharp: bool = True
    exposed: bool = True
    note: str = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """One look at the table.

    `dice` are all the dice that lie outside what is `covered`; of what lies there nothing is known.
    """

    time: float  # the frame's monotonic time, seconds
    wall: float
    sequence: int
    still: bool
    hands: bool
    dice: tuple[Sighting, ...] = ()
    health: Health = field(default_factory=Health)
    life: tuple[LifeMark, ...] = ()  # of the seats whose mat has a life track
    covered: tuple[Area, ...] = ()
    """Parts that are not seen: under a hand or arm, where something moves or was not read yet."""
    moving: tuple[Sighting, ...] = ()
    """What moves there with no hand on it, as large as dice: it was not read, and its track number
    (below 0) means nothing in another look."""
