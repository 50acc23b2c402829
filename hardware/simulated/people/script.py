"""What comes of a game that people played: every movement in time, and what truly happened."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from calibration.mat import Mat
from rules.core import Action, Place, State, Violation


@dataclass(frozen=True, slots=True)
class Pose:
    """How one die lies on the table."""

    x_mm: float
    y_mm: float
    face: int
    yaw: float = 0.0
    leaning: bool = False  # not flat: no face is up
    moving: bool = False  # rolling, or pushed by a finger
    under: bool = False  # beneath another die, a card, a mug: nobody sees it
    place: Place | None = None  # where its owner means it to lie; None: nowhere in particular


@dataclass(frozen=True, slots=True)
class Movement:
    """From this time on the die lies so; without a pose it is off the table, or held in a hand."""

    time: float
    die: str
    pose: Pose | None


@dataclass(frozen=True, slots=True)
class HandPath:
    """One hand over the table from when it comes into view until it has gone."""

    seat: int
    points: tuple[tuple[float, float, float], ...]  # time (s), x, y of the fingertips (mm)

    @property
    def since(self) -> float:
        """When it comes into view."""
        return self.points[0][0]

    @property
    def until(self) -> float:
        """When it has gone."""
        return self.points[-1][0]

    def at(self, time: float) -> tuple[float, float] | None:
        """Where the fingertips are, None when the hand is not over the table."""
        points = self.points
        if not points[0][0] <= time < points[-1][0]:
            return None
        for (t0, x0, y0), (t1, x1, y1) in pairwise(points):
            if time < t1:
                share = (time - t0) / (t1 - t0)
                return x0 + share * (x1 - x0), y0 + share * (y1 - y0)
        return None


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on the mat (mm) that nobody sees into from above."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@dataclass(frozen=True, slots=True)
class Cover:
    """Something that lies on dice for a while: a card, a mug, a sleeve."""

    since: float
    until: float
    area: Area


@dataclass(frozen=True, slots=True)
class Deed:
    """One action of the legal game that was truly played, and when the hands did it.

    It is settled once the play moved on or somebody said so, not when the hands have done.
    """

    action: Action
    before: State
    after: State
    seat: int | None  # who did it; None: chance
    begun: float
    done: float
    settled: float
    one_move: int  # deeds with one number were made as one move: nobody saw a rest between them


@dataclass(frozen=True, slots=True)
class Spoken:
    """Somebody says aloud which deed this is."""

    time: float
    deed: int  # index into the script's deeds


@dataclass(frozen=True, slots=True)
class Marked:
    """Somebody moves a life marker."""

    time: float
    seat: int
    life: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A habit that showed itself; where the trace of it begins."""

    time: float
    habit: str


@dataclass(frozen=True, slots=True)
class CommittedFoul:
    """A foul as it was committed."""

    kind: str
    seat: int
    culprits: frozenset[str]
    violations: tuple[Violation, ...]
    deed: int  # the deed it spoils, or the last one before it
    begun: float
    over: float  # before, the move is not over, and a judge says nothing
    mended: float  # when hands begin to put it right: until then it must be named
    cleared: float  # when it is right again
    lasting: bool = True  # whether it lay for so long that it must be named


@dataclass(frozen=True, slots=True)
class Script:
    """A whole game as it was played at a table."""

    mat: Mat
    kinds: Mapping[str, str]  # die -> kind
    start: State
    movements: Sequence[Movement]  # in the order of their times
    hands: Sequence[HandPath]  # in the order in which they come
    deeds: Sequence[Deed]
    spoken: Sequence[Spoken] = ()
    marked: Sequence[Marked] = ()
    covers: Sequence[Cover] = ()
    shown: Sequence[Shown] = ()
    fouls: Sequence[CommittedFoul] = ()
    end: float = 0.0
