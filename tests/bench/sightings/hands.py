"""Simulated hands over a simulated table, at the level of sightings.

A table of dice with positions follows the layouts of a game that is really played; the eye
that looks at it misreads, misses, sees ghosts and wavers at lines. Nothing here is seen by a
camera, and what is measured with it is only ever called simulated.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count
from random import Random
from typing import Final

import msgspec

from rules.core import DieFacts, FaceIndex, KindName, Place, Placement, ZoneKind
from rules.track.verdict import Look, Seen

DIE_MM: Final = 13.0
LOOKS: Final = 5
"""After so many looks at an untouched die the eye knows its face as well as it will."""

BAD_LOOK: Final = 0.02
CORRELATION: Final = 0.5
FLOOR: Final = -12.0
"""How the eye joins its looks: see `joined`."""

DEEP_MM: Final = 4.0
"""A die is pushed aside only where it stays this far inside its zone."""

ZONE_MM: Final = (260.0, 160.0)
"""Width and height of every simulated zone."""


class Noise(msgspec.Struct, frozen=True):
    """How badly the eye sees. Shares are per die and look unless said otherwise."""

    misread: float = 0.01
    hesitant: float = 0.001  # dice read wrongly and unsurely as long as they are not touched
    missed: float = 0.02
    overlooked: float = 0.001  # dice not found as long as nobody touches anything near them
    covered: float = 0.03  # dice put on a heap that end up under others
    beside: int = 8  # dice that wait beside the mat, in view of the camera
    ghosts: float = 0.05  # ghosts per look
    jitter_mm: float = 0.3  # standard deviation of a position
    near_line: float = 0.03  # share of dice put down within 3 mm of a line
    cross_line: float = 0.3  # of those, per look, the share read as outside every zone


NOISES: Final[Mapping[str, Noise]] = {
    "plain": Noise(hesitant=0.0, overlooked=0.0, covered=0.0),
    "hard": Noise(),
}
"""By name. The hard one adds what does not mend itself by looking again."""


class Body(msgspec.Struct):
    """One die on the simulated table."""

    kind: str
    place: Place
    face: int
    x: float
    y: float
    track: int
    cocked: bool = False
    looks: list[dict[tuple[KindName, FaceIndex], float]] = msgspec.field(default_factory=list)
    read: dict[tuple[KindName, FaceIndex], float] = {}  # what those looks say together
    looked_at: int = 0  # the track number those looks belong to
    wrong: int | None = None  # the face it is taken for as long as it is not touched
    unseen: bool = False  # not found as long as it is not touched


class Resting(msgspec.Struct, frozen=True):
    """How a die lay when hands came."""

    body: Body
    track: int
    face: int

    def restored(self) -> Body:
        """The die as if nobody had touched it."""
        self.body.track, self.body.face = self.track, self.face
        return self.body


class SimulatedTable:
    """Dice that lie where hands put them."""

    def __init__(
        self,
        zones: Mapping[str, ZoneKind],
        kinds: Sequence[DieFacts],
        rng: Random,
        near_line: float = 0.0,
    ) -> None:
        """An empty table; `near_line` is the share of dice put down within 3 mm of a line."""
        self._near_line = near_line
        self._zones = zones
        self._kinds = {facts.kind: facts for facts in kinds}
        self._rng = rng
        self._tracks = count(1)
        self._corners: dict[Place, tuple[float, float]] = {}
        self.bodies: dict[str, Body] = {}

    def follow(self, layout: Iterable[Placement], rolled: Iterable[str] = ()) -> None:
        """Move the dice to where `layout` says; `rolled` ones tumble wherever they end up."""
        thrown = set(rolled)
        shown: set[str] = set()
        for placement in layout:
            if self._zones[placement.place.zone] is ZoneKind.HIDDEN or placement.under is not None:
                continue
            shown.add(placement.die)
            body = self.bodies.get(placement.die)
            if body is None or body.place != placement.place or placement.die in thrown:
                body = self.put(placement.die, placement.kind, placement.place, placement.face)
                if placement.paired in self.bodies:
                    self._face(body, self.bodies[placement.paired])
            elif placement.face is not None and body.face != placement.face:
                body.face = placement.face
                body.track = next(self._tracks)
        for die in self.bodies.keys() - shown:
            del self.bodies[die]

    def put(self, die: str, kind: str, place: Place, face: int | None) -> Body:
        """Lay a die down at a free spot of a place; any face up when `face` is None."""
        if face is None:
            face = self._rng.randrange(6)
        x, y = self._spot(place)
        body = Body(kind, place, face, x, y, next(self._tracks))
        self.bodies[die] = body
        return body

    def _face(self, body: Body, other: Body) -> None:
        """Slide a die sideways until it lies opposite the one it faces."""
        left, _ = self._corner(body.place)
        other_left, _ = self._corner(other.place)
        body.x = left + (other.x - other_left)

    def at_rest(self) -> dict[str, Resting]:
        """How the dice lie now, for `leave_lying` after the hands have been at them."""
        return {die: Resting(body, body.track, body.face) for die, body in self.bodies.items()}

    def leave_lying(
        self, before: Mapping[str, Resting], touched: Collection[str], share: float
    ) -> None:
        """Let the hands spare themselves what changes nothing.

        Where a die came to lie as one alike lay `before`, that one is left where it lay, in this
        share of the cases. `touched` dice were thrown, or put opposite others.
        """
        lying = {id(body) for body in self.bodies.values()}
        gone = {die: lay for die, lay in before.items() if id(lay.body) not in lying}
        for die in [die for die in self.bodies if die not in touched]:
            body, lay = self.bodies[die], before.get(die)
            if lay is not None and lay.body is body:
                taken = die if body.track != lay.track and self._alike(body, lay) else None
            else:
                ways = (d for d, lay in gone.items() if self._alike(body, lay))
                taken = next((d for d in ways if self._is_free(before[d], body)), None)
            if taken is not None and self._rng.random() < share:
                gone.pop(taken, None)
                self.bodies[die] = before[taken].restored()

    def _alike(self, body: Body, lay: Resting) -> bool:
        """Whether a die lies as the other lay, but for the spot."""
        heap = self._zones[body.place.zone] is ZoneKind.HEAP
        same = (body.kind, body.place) == (lay.body.kind, lay.body.place)
        return same and (heap or body.face == lay.face)

    def _is_free(self, lay: Resting, body: Body) -> bool:
        """Whether a die may be left lying though others were put down in the meantime."""
        others = (other for other in self.bodies.values() if other is not body)
        return all(_clear(other, lay.body.x, lay.body.y) for other in others)

    def shove(self, die: str) -> None:
        """Push a die a little aside within its zone, if there is room."""
        body = self.bodies[die]
        angle, far = self._rng.uniform(-math.pi, math.pi), self._rng.uniform(1.5, 6.0)
        x, y = body.x + far * math.cos(angle), body.y + far * math.sin(angle)
        pushed = msgspec.structs.replace(body, x=x, y=y, track=next(self._tracks))
        others = (other for other in self.bodies.values() if other is not body)
        if self.depth(pushed) > DEEP_MM and all(_clear(other, x, y) for other in others):
            self.bodies[die] = pushed

    def fresh_track(self) -> int:
        """A number no die has had: it was touched."""
        return next(self._tracks)

    def _spot(self, place: Place) -> tuple[float, float]:
        left, top = self._corner(place)
        edge = self._rng.uniform(0.3, 3.0) if self._rng.random() < self._near_line else 0.0
        for _ in range(60):
            x = left + edge if edge else left + self._rng.uniform(10.0, ZONE_MM[0] - 10.0)
            y = top + self._rng.uniform(10.0, ZONE_MM[1] - 10.0)
            if all(_clear(body, x, y) for body in self.bodies.values()):
                break
        return x, y

    def _corner(self, place: Place) -> tuple[float, float]:
        """Where a place's rectangle begins: a column per zone, a row per seat, 10 mm apart."""
        if place not in self._corners:
            columns = list(dict.fromkeys(known.zone for known in self._corners))
            column = columns.index(place.zone) if place.zone in columns else len(columns)
            row = 0 if place.seat is None else place.seat
            self._corners[place] = (column * (ZONE_MM[0] + 10.0), row * (ZONE_MM[1] + 10.0))
        return self._corners[place]

    def depth(self, body: Body) -> float:
        """How far inside its zone a die lies, in mm."""
        left, top = self._corner(body.place)
        return min(
            body.x - left, left + ZONE_MM[0] - body.x, body.y - top, top + ZONE_MM[1] - body.y
        )

    # -- seeing

    def look(
        self,
        time: float,
        number: int,
        noise: Noise,
        *,
        still: bool = True,
        hands: bool = False,
    ) -> Look:
        """What an eye with this noise sees of it."""
        rng = self._rng
        for body in self.bodies.values():
            self._touch(body, noise)
        self._uncover()
        dice = [
            self._seen(body, noise)
            for body in self.bodies.values()
            if not body.unseen and rng.random() >= noise.missed
        ]
        dice += self._beside(noise)
        if rng.random() < noise.ghosts and self._corners:
            dice.append(self._ghost())
        return Look(time, time, number, still, hands, tuple(dice))

    def _seen(self, body: Body, noise: Noise) -> Seen:
        rng = self._rng
        depth = self.depth(body)
        crossing = depth < 3.0 and rng.random() < noise.cross_line
        return Seen(
            track=body.track,
            x_mm=body.x + rng.gauss(0.0, noise.jitter_mm),
            y_mm=body.y + rng.gauss(0.0, noise.jitter_mm),
            zone=None if crossing else body.place.zone,
            seat=None if crossing else body.place.seat,
            border_mm=abs(depth + rng.gauss(0.0, noise.jitter_mm)),
            cocked=body.cocked,
            likelihood=self._read(body, noise),
            near=self._near(body, None if crossing else body.place),
        )

    def _near(self, body: Body, here: Place | None) -> tuple[Place, ...]:
        """The places a die reaches into, or nearly so, but for the one it is seen in."""
        return tuple(
            place
            for place in self._corners
            if place != here and self._outside(body, place) <= DIE_MM / 2
        )

    def _outside(self, body: Body, place: Place) -> float:
        """How far a die lies outside a place, in mm."""
        left, top = self._corner(place)
        across = max(left - body.x, body.x - left - ZONE_MM[0], 0.0)
        return math.hypot(across, max(top - body.y, body.y - top - ZONE_MM[1], 0.0))

    def _read(self, body: Body, noise: Noise) -> dict[tuple[KindName, FaceIndex], float]:
        """What all looks at the untouched die say together, as the eye hands it over."""
        if len(body.looks) < LOOKS:
            body.looks.append(self._one_look(body, noise))
            body.read = joined(body.looks)
        return body.read

    def _touch(self, body: Body, noise: Noise) -> None:
        """What chance decides anew about a die each time it is put down."""
        if body.looked_at == body.track:
            return
        rng = self._rng
        body.looked_at = body.track
        body.looks = []
        body.wrong = None
        if rng.random() < noise.hesitant:
            body.wrong = rng.choice([f for f in range(6) if f != body.face])
        heap = self._zones[body.place.zone] is ZoneKind.HEAP
        body.unseen = rng.random() < (noise.covered if heap else noise.overlooked)

    def _uncover(self) -> None:
        """Where all dice of a heap would lie under others, the topmost is seen."""
        heaps: dict[Place, list[Body]] = {}
        for body in self.bodies.values():
            if self._zones[body.place.zone] is ZoneKind.HEAP:
                heaps.setdefault(body.place, []).append(body)
        for heap in heaps.values():
            if all(body.unseen for body in heap):
                heap[-1].unseen = False

    def _beside(self, noise: Noise) -> list[Seen]:
        """Dice that wait on their cards beside the mat."""
        kinds = list(self._kinds)
        return [
            Seen(
                track=-1 - number,
                x_mm=-60.0 - 20.0 * number,
                y_mm=40.0,
                zone=None,
                seat=None,
                border_mm=60.0,
                cocked=False,
                likelihood=readings(self._kinds, (kinds[number % len(kinds)], 0), 0.99),
            )
            for number in range(noise.beside)
        ]

    def _one_look(self, body: Body, noise: Noise) -> dict[tuple[KindName, FaceIndex], float]:
        """Log-probabilities, mostly right; a misread is as confident as a good reading."""
        rng = self._rng
        top = (body.kind, body.face)
        if body.wrong is not None:
            return readings(self._kinds, (body.kind, body.wrong), rng.uniform(0.4, 0.8))
        if rng.random() < noise.misread:
            kind = body.kind if rng.random() < 0.8 else rng.choice(list(self._kinds))
            face = rng.choice([f for f in range(6) if (kind, f) != top])
            top = (kind, face)
        sure = 1.0 - 10.0 ** rng.uniform(-3.5, -1.0)
        return readings(self._kinds, top, sure)

    def _ghost(self) -> Seen:
        rng = self._rng
        place = rng.choice(list(self._corners))
        left, top = self._corners[place]
        kind = rng.choice(list(self._kinds))
        return Seen(
            track=next(self._tracks),
            x_mm=left + rng.uniform(10.0, ZONE_MM[0] - 10.0),
            y_mm=top + rng.uniform(10.0, ZONE_MM[1] - 10.0),
            zone=place.zone,
            seat=place.seat,
            border_mm=10.0,
            cocked=False,
            likelihood=readings(self._kinds, (kind, rng.randrange(6)), 0.7),
        )


def _clear(body: Body, x: float, y: float) -> bool:
    """Whether a die put down there would not touch this one."""
    return abs(x - body.x) > DIE_MM + 2 or abs(y - body.y) > DIE_MM + 2


def joined(
    looks: Sequence[Mapping[tuple[KindName, FaceIndex], float]],
) -> dict[tuple[KindName, FaceIndex], float]:
    """Several looks at one untouched die as one likelihood.

    As the eye does it: a look may be spoilt altogether, and looks at a die that does not move
    share their mistakes, so they count less than independent ones would.
    """
    known = {reading for look in looks for reading in look}
    worth = 1 / (1 + (len(looks) - 1) * CORRELATION)
    summed = {
        reading: worth
        * sum(
            math.log((1 - BAD_LOOK) * math.exp(look.get(reading, FLOOR)) + BAD_LOOK / 4)
            for look in looks
        )
        for reading in known
    }
    high = max(summed.values())
    total = high + math.log(sum(math.exp(value - high) for value in summed.values()))
    return {reading: value - total for reading, value in summed.items() if value - total > FLOOR}


def readings(
    kinds: Mapping[KindName, DieFacts], top: tuple[str, int], sure: float
) -> dict[tuple[KindName, FaceIndex], float]:
    """A likelihood with `sure` on one reading; of faces printed alike the first stands for all."""
    kind, face = KindName(top[0]), top[1]
    printed = kinds[kind].faces
    first = FaceIndex(printed.index(printed[face]))
    others = [f for f in map(FaceIndex, range(6)) if f != first and printed.index(printed[f]) == f]
    likelihood = {(kind, first): math.log(sure)}
    for f in others:
        likelihood[kind, f] = math.log((1.0 - sure) / len(others))
    return likelihood
