"""Learning the colours of a team's dice before a game: one die of each card in the order shown.

One look is enough: what is printed tells which face is up, the place tells whose die it is, and its
body, its ink and (where the face carries it) its icon are kept as `vision.identify.Enrolled`, as if
the die had been enrolled by hand.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hardware.dice import ActionFace, CharacterFace, DieKind
from vision.enrol import sort_faces
from vision.faces import Reading
from vision.identify import Enrolled, colour_distance, printing_of
from vision.look import SeenDie
from words import tr

Floats: TypeAlias = NDArray[np.float64]
Reason = Literal["empty", "crowded", "unlike", "twice"]

REACH: Final = 0.9
"""A die belongs to the nearest spot that is nearer than this, in edges of the dice."""

FITS: Final = -7.0
"""A face of which the reader thinks less (log-probability) is none of this die's."""

SAME: Final = 6.0
"""CIELAB; bodies and inks nearer than this may be one die, laid down twice."""


EMPTY: Final = 6.0
"""What a spot without a die costs a way to see the rows (log-probability)."""

SHARED: Final = 8.0
"""What a second die on a spot costs."""

UNEVEN: Final = 3.0
"""What a distance costs that is wrong by the usual step between two dice; `FAR` at most."""

FAR: Final = 5.0

APART: Final = 0.8
"""No two rows are nearer to each other than this, in edges of a die."""

CROOKED: Final = 2.0
"""What each edge of a die costs by which a die lies beside the middle of its row."""

ANGLES: Final = 5
"""Degrees between two directions in which rows are looked for."""

UPRIGHT: Final = 2.0
"""How much likelier it is that the rows lie as the picture shows them than turned."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong at one spot of the line-up (numbers from 0)."""

    spot: int
    reason: Reason
    other: int = -1  # the spot that shows the same die

    def sentence(self, kinds: Sequence[DieKind]) -> str:
        """What to tell the players."""
        title = kinds[self.spot].title
        place = tr("spot {spot}", spot=self.spot + 1)
        match self.reason:
            case "empty":
                return tr(
                    "No die on {place}: put one die of {title} there.", place=place, title=title
                )
            case "crowded":
                return tr(
                    "More than one die on {place}: leave one die of {title} there.",
                    place=place,
                    title=title,
                )
            case "unlike":
                return tr(
                    "The die on {place} shows no face of {title}: put one of its dice there.",
                    place=place,
                    title=title,
                )
            case "twice":
                return tr(
                    "The dice on {place} and spot {other} look the same: is {title} the other?",
                    place=place,
                    other=self.other + 1,
                    title=kinds[self.other].title,
                )


@dataclass(frozen=True, slots=True)
class LineUp:
    """What one look at a line-up taught, and what is wrong with it."""

    enrolled: tuple[Enrolled, ...]
    problems: tuple[Problem, ...]
    lying: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Of each spot the middles of the dice on it, px."""


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
    return _learned_at(at, kinds)


def learned_in_rows(seen: Sequence[SeenDie], rows: Sequence[Sequence[DieKind]]) -> LineUp:
    """Learn from dice laid out in rows, each in order; nobody says where in the picture.

    The rows may lie askew, and the camera may look from any side of the table: where the picture
    does not tell, what is printed on the dice does.
    """
    rows = [row for row in rows if row]
    kinds = [kind for row in rows for kind in row]
    if not seen:
        return _learned_at([[] for _ in kinds], kinds)
    side = float(np.median([die.detection.side for die in seen]))
    middles = np.array([die.detection.centre for die in seen]) / side
    told = np.array([[_print_tells(kind, die.reading) for kind in kinds] for die in seen])
    ways = [
        _way(middles @ _turned(angle), rows, told, upright=abs(angle) < 45)
        for angle in range(-180, 180, ANGLES)
    ]
    _, places = max(ways, key=lambda way: way[0])
    at: list[list[SeenDie]] = [[] for _ in kinds]
    for die, spot in zip(seen, places, strict=True):
        at[spot].append(die)
    return _learned_at(at, kinds)


def _print_tells(kind: DieKind, reading: Reading) -> float:
    """How well the die's print fits the kind: its best face's log-probability, within bounds."""
    return max(FITS, *(reading.log_probability(face) for face in kind.faces))


def _turned(degrees: float) -> Floats:
    """Takes row vectors to axes that are turned by so much."""
    cosine, sine = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.array([[cosine, -sine], [sine, cosine]])


def _rows_by_height(heights: Floats, rows: int) -> list[NDArray[np.intp]]:
    """The dice (numbers) of each row from the top: rows part where the widest gaps are."""
    order = np.argsort(heights, kind="stable")
    gaps = np.diff(heights[order])
    widest = np.argsort(-gaps, kind="stable")[: rows - 1]
    ends = np.sort(widest[gaps[widest] > APART]) + 1
    return [part for part in np.split(order, ends) if len(part)]


def _way(
    middles: Floats, rows: Sequence[Sequence[DieKind]], told: Floats, *, upright: bool
) -> tuple[float, list[int]]:
    """The spot of each die if the picture is turned this way, and how well that fits."""
    parts = [
        part[np.argsort(middles[part, 0], kind="stable")]
        for part in _rows_by_height(middles[:, 1], len(rows))
    ]
    ends = list(itertools.accumulate(map(len, rows), initial=0))
    best: tuple[float, list[int]] = (-np.inf, [])
    for chosen in itertools.combinations(range(len(rows)), len(parts)):  # a row may be missing
        fits, places = (UPRIGHT if upright else 0.0), [0] * len(middles)
        for row, dice in zip(chosen, parts, strict=True):
            crooked = np.abs(middles[dice, 1] - middles[dice, 1].mean()).sum()
            fits -= CROOKED * float(crooked)
            spots = np.arange(ends[row], ends[row + 1])
            fit, taken = _in_order(middles[dice, 0], told[np.ix_(dice, spots)])
            fits += fit
            for die, spot in zip(dice, taken, strict=True):
                places[die] = ends[row] + spot
        fits -= EMPTY * sum(len(row) for at, row in enumerate(rows) if at not in chosen)
        best = max(best, (fits, places))
    return best


def _in_order(along: Floats, told: Floats) -> tuple[float, list[int]]:
    """The spot of each die of a row, from left to right, and how well that fits.

    Two dice may share a spot and a spot may stay empty, at a price; the print and the distances
    between the dice tell where.
    """
    dice, spots = told.shape
    step = max(1.0, float(np.median(np.diff(along)))) if dice > 1 else 1.0
    skipped = np.arange(spots)[None, :] - np.arange(spots)[:, None]  # from spot to spot
    price = np.where(skipped == 0, SHARED, EMPTY * np.maximum(skipped - 1, 0.0))
    best = told[0] - EMPTY * np.arange(spots)
    came: list[NDArray[np.intp]] = []
    for die in range(1, dice):
        away = (along[die] - along[die - 1]) / step
        uneven = np.minimum(UNEVEN * np.abs(away - skipped), FAR)
        ways = np.where(skipped < 0, -np.inf, best[:, None] - price - uneven)
        came.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + told[die]
    best = best - EMPTY * (spots - 1 - np.arange(spots))
    taken = [int(best.argmax())]
    for back in reversed(came):
        taken.append(int(back[taken[-1]]))
    return float(best.max()), taken[::-1]


def _learned_at(at: Sequence[Sequence[SeenDie]], kinds: Sequence[DieKind]) -> LineUp:
    """Learn from the dice that lie on each spot."""
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
    lying = tuple(tuple(_middle_of(die) for die in dice) for dice in at)
    return LineUp(tuple(enrolled), tuple(sorted(problems, key=lambda one: one.spot)), lying)


def merged_with(known: Sequence[Enrolled], line_up: LineUp) -> tuple[Enrolled, ...]:
    """What was known before, with the colours of this line-up in place of older ones.

    Icons that enrolling taught stay.
    """
    fresh = {look.kind: look for look in line_up.enrolled}
    kept = [
        replace(
            look,
            body=fresh[look.kind].body,
            ink=fresh[look.kind].ink,
            light=fresh[look.kind].light,
        )
        if look.kind in fresh
        else look
        for look in known
        if look.kind not in fresh or (look.embedding and look.face != fresh[look.kind].face)
    ]
    return (*kept, *line_up.enrolled)


def _middle_of(die: SeenDie) -> tuple[float, float]:
    x, y = die.detection.centre
    return float(x), float(y)


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
