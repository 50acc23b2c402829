"""Learning the colours of a team's dice before a game: one die of each card in the order shown.

One look is enough: what is printed tells which face is up, the spot tells whose die it is, and its
body, its ink and (where the face carries it) its icon are kept as `vision.identify.Enrolled`, as if
the die had been enrolled by hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hardware.dice import ActionFace, CharacterFace, DieKind
from vision.enrol import sort_faces
from vision.faces import Reading
from vision.identify import Enrolled, colour_distance, printing_of
from vision.look import SeenDie

Floats: TypeAlias = NDArray[np.float64]
Reason = Literal["empty", "crowded", "unlike", "twice"]

REACH: Final = 0.9
"""A die belongs to the nearest spot that is nearer than this, in edges of the dice."""

FITS: Final = -7.0
"""A face of which the reader thinks less (log-probability) is none of this die's."""

SAME: Final = 6.0
"""CIELAB; bodies and inks nearer than this may be one die, laid down twice."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong at one spot of the line-up (numbers from 0)."""

    spot: int
    reason: Reason
    other: int = -1  # the spot that shows the same die

    def sentence(self, kinds: Sequence[DieKind]) -> str:
        """What to tell the players."""
        title = kinds[self.spot].title
        place = f"spot {self.spot + 1}"
        match self.reason:
            case "empty":
                return f"No die on {place}: put one die of {title} there."
            case "crowded":
                return f"More than one die on {place}: leave one die of {title} there."
            case "unlike":
                return f"The die on {place} shows no face of {title}: put one of its dice there."
            case "twice":
                return (
                    f"The dice on {place} and spot {self.other + 1} look the same: "
                    f"is {kinds[self.other].title} the other?"
                )


@dataclass(frozen=True, slots=True)
class LineUp:
    """What one look at a line-up taught, and what is wrong with it."""

    enrolled: tuple[Enrolled, ...]
    problems: tuple[Problem, ...]


def learned(seen: Sequence[SeenDie], kinds: Sequence[DieKind], spots: Floats) -> LineUp:
    """Learn from dice laid out in order: `kinds` on `spots` (N x 2 px, middles of their tops).

    Dice that lie near no spot are passed over.
    """
    at: list[list[SeenDie]] = [[] for _ in kinds]
    for die in seen:
        apart = np.linalg.norm(spots - die.detection.centre, axis=1)
        nearest = int(apart.argmin()) if len(apart) else -1
        if nearest >= 0 and apart[nearest] < REACH * die.detection.side:
            at[nearest].append(die)
    problems = [
        Problem(spot, "crowded" if dice else "empty")
        for spot, dice in enumerate(at)
        if len(dice) != 1
    ]
    alone = {spot: dice[0].reading for spot, dice in enumerate(at) if len(dice) == 1}
    enrolled = []
    for spot, reading in alone.items():
        taught = _taught(kinds[spot], reading)
        if taught is None:
            problems.append(Problem(spot, "unlike"))
        else:
            enrolled.append(taught)
    problems += _twice(alone, kinds)
    return LineUp(tuple(enrolled), tuple(sorted(problems, key=lambda one: one.spot)))


def _taught(kind: DieKind, reading: Reading) -> Enrolled | None:
    """What one die teaches about its kind; nothing when it shows none of its faces."""
    chances = [reading.log_probability(face) for face in kind.faces]
    face = int(np.argmax(chances))
    if chances[face] < FITS:
        return None
    iconic = isinstance(kind.faces[face], CharacterFace | ActionFace)
    sure = face in sort_faces(kind, [reading]).shown.values()
    icon = tuple(round(float(part), 5) for part in reading.embedding) if iconic and sure else ()
    return Enrolled(printing_of(kind.kind), face, icon, reading.body, reading.ink)


def _twice(alone: dict[int, Reading], kinds: Sequence[DieKind]) -> list[Problem]:
    """Spots of different cards that seem to show one card's die."""
    found = []
    spots = sorted(alone)
    for number, first in enumerate(spots):
        for second in spots[number + 1 :]:
            one, other = alone[first], alone[second]
            if printing_of(kinds[first].kind) == printing_of(kinds[second].kind):
                continue
            near = max(colour_distance(one.body, other.body), colour_distance(one.ink, other.ink))
            if near < SAME and _same_print(one, other):
                found.append(Problem(second, "twice", first))
    return found


def _same_print(one: Reading, other: Reading) -> bool:
    """Whether both show characters or actions with one icon: other faces are many dice's."""
    kinds = {int(reading.attributes["kind"].argmax()) for reading in (one, other)}
    return kinds <= {1, 2} and float(one.embedding @ other.embedding) > 0.8
