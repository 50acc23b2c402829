"""An eye that looks at a script some times a second, at the level of sightings, with its faults.

A hand blinds what it covers. Looks at a die that nobody touches share their mistakes, so they are
joined as a real eye joins them; a touched die is read anew.
"""

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Final

from calibration.mats import zone_at, zones_about
from hardware.simulated.people.script import Area, HandPath, Pose, Script
from hardware.simulated.people.seen import SeenDie, SeenTable
from rules.core import DieFacts

ENOUGH_LOOKS: Final = 5
"""After so many looks at an untouched die an eye knows its face as well as it will."""

SPOILT: Final = 0.02
SHARED: Final = 0.5
FLOOR: Final = -12.0
"""How looks are joined: the chance that one is spoilt, what they share, the least likelihood."""

PALM_MM: Final = 40.0
FINGERS_MM: Final = 16.0
"""Half the width of a hand, and how far it reaches beyond the fingertips."""

JUMPS: Final = (1.0, 2.0, 4.0, 15.0, 30.0)
"""Looks a second of a camera whose pace jumps."""

Reading = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Blur:
    """A die that for a while looks just as much like another of its faces."""

    die: str
    face: int
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class Noise:
    """How badly the eye sees; shares are per die and look unless said otherwise."""

    misread: float = 0.01
    missed: float = 0.02
    ghosts: float = 0.05  # per look, dice where none are
    jitter_mm: float = 0.3
    unsure: float = 0.0  # of dice put down: read wrongly and unsurely as long as they lie
    overlooked: float = 0.0  # of dice put down: not found as long as they lie
    buried: float = 0.0  # of dice put on a heap: they end up under others
    together: float = 0.0  # per second: for a moment half of all dice are missed
    forms: float = 0.99  # of dice put down: told by their form from others that look alike


NOISES: Final[Mapping[str, Noise]] = MappingProxyType(
    {
        "none": Noise(0.0, 0.0, 0.0, 0.0),
        "plain": Noise(),
        "hard": Noise(
            misread=0.02, missed=0.03, unsure=0.001, overlooked=0.001, buried=0.03, together=0.01
        ),
        "no-forms": Noise(forms=0.0),
    }
)
"""By name: the hard one adds what is not put right by looking again; without forms nobody has
shown the dice to the camera before the game, so that those that differ in their form look alike."""


@dataclass(slots=True)
class _Watched:
    """What the eye knows of one die since it was touched last."""

    kind: str
    pose: Pose
    track: int
    zone: str | None = None
    seat: int | None = None
    border: float = 0.0
    near: tuple[tuple[str, int | None], ...] = ()
    wrong: int | None = None
    blurred: int | None = None  # the other face it looks like
    overlooked: bool = False
    told_by_form: bool = True
    looks: list[Mapping[Reading, float]] = field(default_factory=list)
    likelihood: Mapping[Reading, float] = field(default_factory=dict)
    steady: SeenDie | None = None


class Eye:
    """Looks at one script."""

    def __init__(
        self,
        script: Script,
        kinds: Sequence[DieFacts],
        noise: Noise,
        rng: Random,
        *,
        blurs: Sequence[Blur] = (),
        heaps: frozenset[str] = frozenset(),
    ) -> None:
        """`kinds`: the dice the game declares; `heaps`: zones in which dice lie on each other."""
        self._heaps = heaps
        self._blurs = blurs
        self._script = script
        self._alike = look_alikes(kinds)
        self._faces: dict[str, tuple[Mapping[str, object], ...]] = {
            facts.kind: facts.faces for facts in kinds
        }
        self._noise = noise
        self._rng = rng
        self._dice: dict[str, _Watched] = {}
        self._tracks = 0
        self._at = 0  # movements that have happened
        self._marks = 0
        self._lives: dict[int, int] = {}
        self.die_of: dict[int, str] = {}  # track -> die, for who knows the truth
        self._hands = _Hands(script.hands)
        self._half_blind_until = 0.0

    def looks(
        self, rate: float, *, calm_rate: float = 1.0, calm_after: float = 3.0
    ) -> Iterator[SeenTable]:
        """Look `rate` times a second; a table long at rest is looked at less often."""
        time, number, last_change = 0.0, 0, 0.0
        while time < self._script.end:
            changed = self._happen(time)
            areas = self._hands.areas(time, self._script.mat.height)
            if changed or areas:
                last_change = time
            number += 1
            yield self._look(time, number, areas)
            calm = time - last_change > calm_after and rate > calm_rate
            step = 1.0 / (calm_rate if calm else rate)
            step *= 1.0 + self._rng.uniform(-0.1, 0.1)
            upcoming = self._upcoming(time)
            if calm and upcoming < time + step:
                step = max(1.0 / rate, min(step, upcoming - time))
            time += step

    def jumping_looks(self, rates: Sequence[float] = JUMPS) -> Iterator[SeenTable]:
        """Look at a rate that jumps every few seconds, as a camera that is short of time does."""
        time, number = 0.0, 0
        rate, until = self._rng.choice(rates), 0.0
        while time < self._script.end:
            if time >= until:
                rate, until = self._rng.choice(rates), time + self._rng.uniform(2.0, 20.0)
            self._happen(time)
            number += 1
            yield self._look(time, number, self._hands.areas(time, self._script.mat.height))
            time += self._rng.uniform(0.8, 1.2) / rate

    def _upcoming(self, time: float) -> float:
        """When something moves next: an eye that saves looks wakes up when it does."""
        movements = self._script.movements
        die = movements[self._at].time if self._at < len(movements) else math.inf
        return min(die, self._hands.upcoming(time))

    # -- what happens

    def _happen(self, time: float) -> bool:
        movements, before = self._script.movements, self._at
        while self._at < len(movements) and movements[self._at].time <= time:
            one = movements[self._at]
            self._at += 1
            if one.pose is None:
                self._dice.pop(one.die, None)
            else:
                self._touched(one.time, one.die, one.pose)
        marked = self._script.marked
        while self._marks < len(marked) and marked[self._marks].time <= time:
            self._lives[marked[self._marks].seat] = marked[self._marks].life
            self._marks += 1
        return self._at > before

    def _touched(self, time: float, die: str, pose: Pose) -> None:
        rng, noise = self._rng, self._noise
        self._tracks += 1
        watched = _Watched(self._script.kinds[die], pose, self._tracks)
        self._locate(watched)
        if rng.random() < noise.unsure:
            watched.wrong = rng.choice([face for face in range(6) if face != pose.face])
        heap = pose.place is not None and pose.place.zone in self._heaps
        unseen = noise.buried if heap else noise.overlooked
        watched.overlooked = rng.random() < unseen
        watched.told_by_form = not self._alike or rng.random() < noise.forms
        for blur in self._blurs:
            if blur.die == die and blur.since <= time <= blur.until:
                watched.blurred = blur.face
        self._dice[die] = watched
        self.die_of[watched.track] = die

    def _locate(self, watched: _Watched, dx: float = 0.0, dy: float = 0.0) -> None:
        mat = self._script.mat
        x, y = watched.pose.x_mm + dx, watched.pose.y_mm + dy
        zone, watched.border = zone_at(mat, x, y)
        watched.zone, watched.seat = (zone.name, zone.seat) if zone else (None, None)
        watched.near = tuple((near.name, near.seat) for near in zones_about(mat, x, y))

    # -- looking

    def _look(self, time: float, number: int, hands: tuple[Area, ...]) -> SeenTable:
        covers = tuple(c.area for c in self._script.covers if c.since <= time < c.until)
        hidden = hands + covers
        if self._noise.together and self._rng.random() < self._noise.together / 10:
            self._half_blind_until = time + 0.4
        missed = 0.5 if time < self._half_blind_until else self._noise.missed
        seen = []
        for watched in self._dice.values():
            pose = watched.pose
            if pose.under or watched.overlooked or (missed and self._rng.random() < missed):
                continue
            if any(area.holds(pose.x_mm, pose.y_mm) for area in hidden):
                continue
            seen.append(watched.steady or self._see(watched))
        if self._noise.ghosts and self._rng.random() < self._noise.ghosts:
            seen.append(self._ghost())
        return SeenTable(time, number, tuple(seen), hands, covers, tuple(self._lives.items()))

    def _see(self, watched: _Watched) -> SeenDie:
        pose, noise, rng = watched.pose, self._noise, self._rng
        if pose.moving:
            likelihood = self._reading(watched.kind, rng.randrange(6), 0.4)
        else:
            if len(watched.looks) < ENOUGH_LOOKS:
                watched.looks.append(self._one_look(watched))
                watched.likelihood = joined(watched.looks)
            likelihood = watched.likelihood
        if not watched.told_by_form:
            likelihood = shared_out(likelihood, self._alike)
        dx, dy = rng.gauss(0.0, noise.jitter_mm), rng.gauss(0.0, noise.jitter_mm)
        wavers = watched.border < 4.0 * noise.jitter_mm + 0.2
        if wavers:
            self._locate(watched, dx, dy)
        seen = SeenDie(
            watched.track, pose.x_mm + dx, pose.y_mm + dy, watched.zone, watched.seat,
            watched.border, watched.near, not pose.leaning, pose.moving, likelihood,
        )  # fmt: skip
        if not pose.moving and not wavers and len(watched.looks) >= ENOUGH_LOOKS:
            watched.steady = seen
        return seen

    def _one_look(self, watched: _Watched) -> Mapping[Reading, float]:
        """Mostly right; a misreading is as sure of itself as a good one."""
        rng, kind, face = self._rng, watched.kind, watched.pose.face
        if watched.blurred is not None:
            sure = rng.uniform(0.40, 0.59)
            other = math.log(0.99 - sure)
            return {(kind, face): math.log(sure), (kind, watched.blurred): other}
        if watched.wrong is not None:
            return self._reading(kind, watched.wrong, rng.uniform(0.4, 0.8))
        if watched.pose.leaning:
            return self._reading(kind, rng.randrange(6), rng.uniform(0.3, 0.7))
        if self._noise.misread and rng.random() < self._noise.misread:
            kind = kind if rng.random() < 0.8 else rng.choice(list(self._faces))
            face = rng.choice([f for f in range(6) if (kind, f) != (watched.kind, face)])
        return self._reading(kind, face, 1.0 - 10.0 ** rng.uniform(-3.5, -1.0))

    def _reading(self, kind: str, face: int, sure: float) -> Mapping[Reading, float]:
        """So sure of one reading; of faces printed alike the first stands for all."""
        printed = self._faces[kind]
        first = printed.index(printed[face])
        others = [f for f in range(6) if f != first and printed.index(printed[f]) == f]
        rest = math.log((1.0 - sure) / max(1, len(others)))
        return {(kind, first): math.log(sure), **{(kind, f): rest for f in others}}

    def _ghost(self) -> SeenDie:
        rng, mat = self._rng, self._script.mat
        self._tracks += 1
        x, y = rng.uniform(0, mat.width), rng.uniform(0, mat.height)
        kind = rng.choice(list(self._faces))
        watched = _Watched(kind, Pose(x, y, 0), self._tracks)
        self._locate(watched)
        return SeenDie(
            self._tracks, x, y, watched.zone, watched.seat, watched.border, watched.near,
            flat=True, moving=False, likelihood=self._reading(kind, rng.randrange(6), 0.7),
        )  # fmt: skip


class _Hands:
    """Which hands are over the table at a time that only goes forward."""

    def __init__(self, paths: Sequence[HandPath]) -> None:
        self._paths = paths
        self._since = [path.since for path in paths]
        self._from = 0

    def areas(self, time: float, height: float) -> tuple[Area, ...]:
        """What they cover."""
        last = bisect_right(self._since, time)
        while self._from < last and self._paths[self._from].until <= time:
            self._from += 1
        areas = []
        for path in self._paths[self._from : last]:
            spot = path.at(time)
            if spot is not None:
                areas.append(covered(path.seat, spot, height))
        return tuple(areas)

    def upcoming(self, time: float) -> float:
        """When the next hand comes."""
        number = bisect_right(self._since, time)
        return self._since[number] if number < len(self._since) else math.inf


def covered(seat: int, fingertips: tuple[float, float], height: float) -> Area:
    """What a hand and its arm cover, from the fingertips to the player's edge of the table."""
    x, y = fingertips
    if seat % 2:
        return Area(x - PALM_MM, -300.0, x + PALM_MM, y + FINGERS_MM)
    return Area(x - PALM_MM, y - FINGERS_MM, x + PALM_MM, height + 300.0)


def look_alikes(kinds: Sequence[DieFacts]) -> Mapping[str, tuple[str, ...]]:
    """By kind, all that differ from it in their form alone, itself included."""
    looks: dict[object, list[DieFacts]] = {}
    for facts in kinds:
        printed = tuple(tuple(sorted(face.items())) for face in facts.faces)
        looks.setdefault((printed, facts.body, facts.ink, facts.icon), []).append(facts)
    groups = (
        tuple(sorted(facts.kind for facts in group))
        for group in looks.values()
        if len({facts.shape for facts in group}) > 1
    )
    return {kind: group for group in groups for kind in group}


def shared_out(
    likelihood: Mapping[Reading, float], alike: Mapping[str, Sequence[str]]
) -> Mapping[Reading, float]:
    """The same, each reading shared among the kinds that look alike."""
    told: dict[Reading, float] = {}
    for (kind, face), log in likelihood.items():
        group = alike.get(kind, (kind,))
        for mate in group:
            told[mate, face] = max(told.get((mate, face), FLOOR), log - math.log(len(group)))
    return told


def joined(looks: Sequence[Mapping[Reading, float]]) -> Mapping[Reading, float]:
    """Several looks at one untouched die as one likelihood, normalised.

    A look may be spoilt altogether, and looks at a die that does not move share their mistakes.
    """
    known = {reading for look in looks for reading in look}
    worth = 1 / (1 + (len(looks) - 1) * SHARED)
    summed = {
        reading: worth
        * sum(
            math.log((1 - SPOILT) * math.exp(look.get(reading, FLOOR)) + SPOILT / 4)
            for look in looks
        )
        for reading in known
    }
    high = max(summed.values())
    total = high + math.log(sum(math.exp(value - high) for value in summed.values()))
    return {reading: value - total for reading, value in summed.items() if value - total > FLOOR}
