"""What several looks at a table at rest add up to.

Between two disturbances (hands, movement) nothing on the table changes. Whether a die is there,
and where, adds up over the looks. What it shows does not: the eye already joins all its looks at
an untouched die into one likelihood, so the newest one counts. Each die's evidence is its own;
nothing here knows a rule. Costs are in nats (natural-log units).
"""

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from rules.core import FaceIndex, KindName, Place
from rules.track.verdict import Look, Seen

FACE_WEIGHT: Final = 2.0
"""How much more a reading weighs against an explanation than the eye's own caution claims: the eye
counts five looks at an untouched die as less than two, because they may share a mistake; that a
mistake also happens to tell another explanation is rarer still."""

SAME_SPOT_MM: Final = 7.0
"""A die found this near to where one lay in the last look is the same die (dice are 13 mm)."""

BESIDE_MM: Final = 8.0
"""A die in no zone and this far from every line need not be in the game: dice that nobody has
bought lie beside the mat, and dice may be thrown there."""

BORDER_SURE_MM: Final = 3.0
"""This far inside a zone, a die is in no other."""

NEVER_THERE: Final = 7.0
"""The least that speaks against a place across a line in which no look saw the die."""

PLACE_CAP: Final = 14.0
"""The most a position may say against a zone."""

KNOWN: Final = 24.0
"""What speaks against an untouched die being anything but what it was decided to be."""

MOVED_MM: Final = 3.0
"""A die this far from where it lay was touched, whatever the eye's number for it says."""

SOLID: Final = 5.0
"""What a look that finds a die says for its being one, and what a look that misses it says
against: found four times in six looks it is no ghost."""

WAVERS: Final = 5.0
"""Nats below which a die may as well be of another kind, or in the zone across a line."""

LATE: Final = 4
"""Looks before it was first found that count against a die, at most: nothing changes during a rest,
but what gave back a die to sight (light, a sleeve) may have gone unnoticed."""

NO_READING: Final = (KindName(""), FaceIndex(0))
OFF_THE_ZONES: Final = Place("", None)
"""Where a die lies that is in no zone."""


class Piece(msgspec.Struct, frozen=True, eq=False):
    """One die on the table, as all looks of this rest together show it."""

    tracks: tuple[int, ...]  # the eye's numbers for it, newest last
    x_mm: float
    y_mm: float
    place: Place  # the likeliest
    places: Mapping[Place, float]  # cost of each place it was seen in, 0 for the likeliest
    elsewhere: float  # cost of any other place
    reading: tuple[KindName, FaceIndex]  # the likeliest (kind, face)
    faces: Mapping[tuple[KindName, FaceIndex], float]  # cost of each reading, 0 for the likeliest
    unread: float  # cost of any other reading
    seen: int  # looks it was found in
    missed: int  # looks it was not found in; of those before it was first found, some at most
    cocked: bool
    across: Mapping[Place, float] = {}  # cost of each place across a line, where no look saw it
    beside: bool = False  # off the zones and far from every line: it may be none of the game's

    @property
    def solid(self) -> float:
        """How surely it is a die at all: each look that found it counts, each miss against.

        Nothing says that a die beside the zones is one of the game's.
        """
        if self.beside:
            return 0.0
        return max(0.0, SOLID * (self.seen - self.missed))

    @property
    def glimpsed(self) -> bool:
        """Whether as many looks missed it as found it: the next one will tell."""
        return self.seen <= self.missed

    def reading_cost(self, kind: KindName, face: FaceIndex | None) -> float:
        """What speaks against a kind and a face; any face when it is None."""
        if face is not None:
            return self.faces.get((kind, face), self.unread)
        return min((c for (k, _), c in self.faces.items() if k == kind), default=self.unread)

    @property
    def kinds(self) -> tuple[KindName, ...]:
        """The kinds that it may as well be; several where dice look alike."""
        near = (kind for (kind, _), cost in self.faces.items() if cost < WAVERS)
        return tuple(dict.fromkeys((self.reading[0], *near)))

    def of_kind(self, kind: KindName) -> "Piece":
        """The same die when it is known to be of this kind, whatever it shows."""
        own = {reading: cost for reading, cost in self.faces.items() if reading[0] == kind}
        least = min(own.values())
        reading = min(own, key=lambda each: own[each])
        faces = {each: cost - least for each, cost in own.items()}
        return msgspec.structs.replace(self, reading=reading, faces=faces, unread=KNOWN)

    def of_no_kind(self, kinds: Container[KindName]) -> "Piece":
        """The same die when it is known to be none of these."""
        faces = {each: cost for each, cost in self.faces.items() if each[0] not in kinds}
        if not faces or len(faces) == len(self.faces):
            return self
        reading = min(faces, key=lambda each: faces[each])
        least = faces[reading]
        faces = {each: cost - least for each, cost in faces.items()}
        return msgspec.structs.replace(self, reading=reading, faces=faces)

    def place_cost(self, place: Place) -> float:
        """What speaks against a place."""
        seen_there = self.places.get(place)
        return self.across.get(place, self.elsewhere) if seen_there is None else seen_there

    def unmoved(self, lay: Place) -> "Piece":
        """The same die when it has not been touched since it lay in `lay`.

        At a line it may look as if it lay beside its zone now: it lies where it lay. And no ghost
        lies just where a die lay, however many looks miss it.
        """
        still = lay if lay.zone and not self.place.zone else self.place
        places = {**self.places, still: 0.0}
        return msgspec.structs.replace(
            self, place=still, places=places, elsewhere=PLACE_CAP, across={}, missed=0
        )

    def taken_for(self, slot: tuple[KindName, Place, FaceIndex | None]) -> "Piece":
        """The same die when it is known to be of this kind, to lie there and to show this."""
        kind, place, face = slot
        reading = (kind, face if face is not None else self.face_of(kind)[0])
        return msgspec.structs.replace(
            self,
            place=place,
            places={place: 0.0},
            elsewhere=PLACE_CAP,
            across={},
            reading=reading,
            faces={reading: 0.0},
            unread=KNOWN,
        )

    def seen_again(self, now: "Piece") -> "Piece":
        """A die that is known, as it is seen now; itself anew when it has been moved."""
        if math.hypot(now.x_mm - self.x_mm, now.y_mm - self.y_mm) > MOVED_MM:
            return now
        return msgspec.structs.replace(
            self, tracks=now.tracks, x_mm=now.x_mm, y_mm=now.y_mm, seen=now.seen,
            missed=now.missed, cocked=now.cocked,
        )  # fmt: skip

    def face_of(self, kind: KindName) -> tuple[FaceIndex, float, float]:
        """The likeliest face if it is of this kind, and how far behind the next and third are.

        The margins are the die's own evidence; no rule has a say in them.
        """
        ranked = self._ranked(kind)
        if not ranked:
            return FaceIndex(0), 0.0, 0.0
        best, face = ranked[0]
        behind = [min(cost, self.unread) - best for cost, _ in ranked[1:3]]
        behind += [self.unread - best] * (2 - len(behind))
        return face, behind[0], behind[1]

    def second_face_of(self, kind: KindName) -> FaceIndex:
        """The next likeliest face if it is of this kind."""
        ranked = self._ranked(kind)
        return (
            ranked[1][1] if len(ranked) > 1 else FaceIndex((ranked[0][1] + 1) % 6 if ranked else 1)
        )

    def _ranked(self, kind: KindName) -> list[tuple[float, FaceIndex]]:
        return sorted((cost, face) for (k, face), cost in self.faces.items() if k == kind)


class Table(msgspec.Struct, frozen=True, eq=False):
    """Everything known about a table at rest."""

    looks: int
    since: float  # time of the first look, seconds
    time: float  # time of the last one
    pieces: tuple[Piece, ...]


class _Trace:
    """One die's evidence while it grows."""

    def __init__(self, seen: Seen, look_number: int) -> None:
        self.first = look_number
        self.tracks: list[int] = []
        self.x = seen.x_mm
        self.y = seen.y_mm
        self.count = 0
        self.cocked = 0
        self.beside = False
        self.zones: dict[Place, float] = {}
        self.near: set[Place] | None = set()  # None: nobody knows what lies across the lines
        self.against: dict[tuple[KindName, FaceIndex], float] = {}
        self.unread = 0.0

    def add(self, seen: Seen) -> None:
        self.count += 1
        self.x += (seen.x_mm - self.x) / self.count
        self.y += (seen.y_mm - self.y) / self.count
        self.cocked += seen.cocked
        if seen.track not in self.tracks:
            self.tracks.append(seen.track)
        self.beside = not seen.zone and seen.border_mm > BESIDE_MM
        place = OFF_THE_ZONES if seen.zone is None else Place(seen.zone, seen.seat)
        if seen.near is None:
            self.near = None
        elif self.near is not None:
            self.near.update(seen.near)
        depth = min(seen.border_mm, BORDER_SURE_MM) / BORDER_SURE_MM
        self.zones[place] = self.zones.get(place, 0.0) + 1.0 + depth * (PLACE_CAP - 1.0)
        # What the eye knows of an untouched die is in its newest likelihood.
        best = max(seen.likelihood.values(), default=0.0)
        self.against = {
            reading: FACE_WEIGHT * (best - value) for reading, value in seen.likelihood.items()
        }
        self.unread = FACE_WEIGHT * (best - seen.floor)

    def piece(self, looks: int) -> Piece:
        """What it adds up to after this many looks in all."""
        ranked = sorted(self.against.items(), key=lambda item: item[1])
        reading, least = ranked[0] if ranked else (NO_READING, 0.0)
        top = max(self.zones.values())
        place = max(self.zones, key=lambda p: self.zones[p])
        unseen = min(PLACE_CAP, max(NEVER_THERE, top / self.count))
        return Piece(
            tracks=tuple(self.tracks),
            x_mm=self.x,
            y_mm=self.y,
            place=place,
            places={p: min(PLACE_CAP, (top - w) / self.count) for p, w in self.zones.items()},
            elsewhere=unseen if self.near is None else PLACE_CAP,
            reading=reading,
            faces={k: v - least for k, v in ranked},
            unread=max(0.0, self.unread - least),
            seen=self.count,
            missed=min(self.first, LATE) + looks - self.first - self.count,
            cocked=2 * self.cocked > self.count,
            across=dict.fromkeys((self.near or set()) - self.zones.keys(), unseen),
            beside=self.beside,
        )


class Evidence:
    """The growing evidence of one rest of the table."""

    def __init__(self) -> None:
        self._traces: list[_Trace] = []
        self._looks = 0
        self._since = 0.0

    @property
    def looks(self) -> int:
        """How many looks have been added."""
        return self._looks

    def add(self, look: Look) -> Table:
        """Add one look at the table at rest and say what all of them amount to."""
        if not self._looks:
            self._since = look.time
        for seen, trace in _follow(look.dice, self._traces):
            if trace is None:
                trace = _Trace(seen, self._looks)  # noqa: PLW2901 - the new die's own trace
                self._traces.append(trace)
            trace.add(seen)
        self._looks += 1
        found = (trace.piece(self._looks) for trace in self._traces)
        # What is missed more often than seen was a ghost, or will be seen again.
        pieces = tuple(piece for piece in found if piece.seen >= piece.missed)
        return Table(self._looks, self._since, look.time, pieces)


def _follow(dice: Sequence[Seen], traces: Iterable[_Trace]) -> Iterable[tuple[Seen, _Trace | None]]:
    """Each sighting with the die it was before: the same track, or else the same spot."""
    free = list(traces)
    by_track = {track: trace for trace in free for track in trace.tracks}
    strangers: list[Seen] = []
    for seen in dice:
        trace = by_track.get(seen.track)
        if trace is not None and trace in free and _distance(seen, trace) <= SAME_SPOT_MM:
            free.remove(trace)
            yield seen, trace
        else:
            strangers.append(seen)
    for seen in strangers:
        near = min(free, key=lambda trace: _distance(seen, trace), default=None)
        if near is not None and _distance(seen, near) <= SAME_SPOT_MM:
            free.remove(near)
            yield seen, near
        else:
            yield seen, None


def _distance(seen: Seen, trace: _Trace) -> float:
    return math.hypot(seen.x_mm - trace.x, seen.y_mm - trace.y)
