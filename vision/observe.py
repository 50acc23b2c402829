"""From frames to observations: what lies where, which die it is, and since when.

A die keeps its track number as long as nobody touches it: it is found in the same place and its
face looks the same. While it lies still, every look adds to what is known about its face, until
`LOOKS` looks; after that it is not read again. A hand hides what it covers, not the table: while
one is over it, or something moves, the rest is looked at, now and then. What is seen then is told
and forgotten: a table at rest is read as if nobody had looked meanwhile, only the numbers of the
tracks are kept.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.mats import REACH_MM, zone_at, zones_about
from calibration.registration import Registration
from calibration.registration_watch import RegistrationWatch, follow_mat
from hardware.frame import Frame, Image
from vision.changes import Box, area, changed_boxes, grown, joined, small
from vision.covered import CoveredParts, holds
from vision.detect import Detection, Detector, Whereabouts, corners_of, sides_of
from vision.faces import FaceReader, Reading, face_in
from vision.gate import Gate, Motion, Small
from vision.identify import FLOOR, merged
from vision.lean import flat_on
from vision.life import LifeTracks
from vision.look import crops_of, upright, with_count
from vision.sighting import (
    EVERYWHERE,
    Area,
    Candidate,
    Health,
    LifeMark,
    Observation,
    Sighting,
)

log = logging.getLogger(__name__)

LOOKS: Final = 5
"""After this many looks at an untouched die, its face is known as well as it will be."""

RULED_OUT: Final = -3.0
"""A log-probability below which a reading counts as contradicted."""

SAME_SPOT_MM: Final = 1.6
"""A die that is found further away than this has been moved."""

UNTOUCHED: Final = 6.0
"""Mean grey levels by which the same pixels of an untouched face may differ."""

SAME_FACE: Final = 15.0
"""The same for a face found again after the camera moved."""

SIDE_MM: Final = 13.0
"""Of the dice of most games: how long their edges are, and how high their top faces lie."""

SMALLEST_PX: Final = 64
"""A mat that fills less of the picture than this is not cut out of it."""

BELIEVED: Final = 0.45
"""What is a die with at least this chance counts as one."""

MOSTLY: Final = 0.5
"""Where more than this part of the mat changed, dice are looked for all over it."""

AROUND_HANDS_S: Final = 0.25
"""Seconds between two looks at the rest of the table while something moves."""

EDGES: Final = (0.6, 1.45)
"""What else looks like a die but is, by this factor, smaller or larger than the game's is none."""

Floats: TypeAlias = NDArray[np.float64]

Likelihood: TypeAlias = Mapping[Candidate, float]
Identify: TypeAlias = Callable[[Sequence[Reading]], Sequence[Likelihood]]
"""Which die of the game, and which of its faces, readings may show: natural logarithms."""

Still: TypeAlias = Callable[[], Frame]
"""Takes a frame at the full resolution of the sensor."""

Register: TypeAlias = Callable[[Image], Registration]
"""Finds the mat; raises `CalibrationError`."""


@dataclass(frozen=True, slots=True)
class Track:
    """One die nobody has touched since it was first seen here."""

    number: int
    detection: Detection
    corners: Floats  # px, clockwise from the face's own top left
    x_mm: float
    y_mm: float
    yaw: float
    fingerprint: NDArray[np.float32]  # its face, small
    looks: tuple[Likelihood, ...]
    likelihood: Likelihood  # what all looks together say

    @property
    def settled(self) -> bool:
        """Whether further looks would add nothing."""
        return len(self.looks) >= LOOKS


@dataclass(frozen=True, slots=True)
class _Meanwhile:
    """What is known of the table while something moves over it, since it last lay at rest."""

    tracks: tuple[Track, ...]
    searched: Small  # the table when dice were last looked for, part by part


class Eye:
    """Looks at frames in the order of their time and remembers what it saw."""

    def __init__(
        self,
        register: Register,
        identify: Identify,
        *,
        detector: Detector | None = None,
        reader: FaceReader | None = None,
        side_mm: float = SIDE_MM,
        pips: bool = False,
        doubt: Callable[[Likelihood], Likelihood] = lambda certain: certain,
        beside_hands: Identify | None = None,
    ) -> None:
        """Open the networks unless they are given. Raises `vision.weights.WeightsError`.

        What all looks at a die say together is passed through `doubt`.

        With `pips` all dice of the game have them, and they are counted in the whole die, too.
        With `beside_hands` the rest of the table is looked at while a hand is over a part of it;
        it compares readings as `identify` does, and learns nothing from them.
        """
        self._beside_hands = beside_hands
        self._register = register
        self._identify = identify
        self._detector = detector or Detector(lowest=BELIEVED)
        self._reader = reader or FaceReader()
        self._side_mm = side_mm
        self._pips = pips
        self._doubt = doubt
        self._gate = Gate()
        self._watch: RegistrationWatch | None = None
        self._trouble = ""  # why the mat has not been found yet
        self._tracks: tuple[Track, ...] = ()
        self._life_tracks: LifeTracks | None = None
        self._life: tuple[LifeMark, ...] = ()
        self._next = 1
        self._pictured: Frame | None = None
        self._stale = True  # the table may differ from what the tracks say
        self._searched: Small | None = None  # the table when dice were last looked for on it
        self._everywhere = False  # whether they were looked for on all of it since it changed
        self._covered: CoveredParts | None = None
        self._meanwhile: _Meanwhile | None = None
        self._noticed: list[Track] = []  # what came to lie on the table meanwhile
        self._again_at = 0.0  # when the rest of a table with a hand over it is looked at again

    @property
    def registration(self) -> Registration | None:
        """Where the mat lies, as last found."""
        return self._watch.registration if self._watch else None

    @property
    def pictured(self) -> Frame | None:
        """The frame in which the dice were last seen; corners are pixels of this one."""
        return self._pictured

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The dice as last seen, for crops and boxes on a screen."""
        return self._tracks

    def look(self, frame: Frame, still: Still | None = None) -> Observation:
        """Observe the next frame.

        With `still`, frames only tell whether the table is at rest, and may be small; what lies
        on it is read in a still, taken when there is something to read.
        """
        motion = self._gate.look(frame)
        if motion.changed or not motion.still:
            self._stale = True
        if motion.hands or not motion.still:
            return self._look_around(frame, motion, still)
        if self._meanwhile is not None:
            known = {track.number for track in self._tracks}
            self._noticed = [one for one in self._meanwhile.tracks if one.number not in known]
            self._meanwhile = None
        if still is not None:
            if self._knows_all(frame.monotonic):
                return self._report(frame, motion, self._tracks)
            frame = _taken(still, frame)
        self._pictured = frame
        mat_lies = self._find_mat(frame)
        if mat_lies is None:
            return self._report(frame, motion, (), (EVERYWHERE,))
        if self._stale and self._life_tracks is not None:
            self._life = self._life_tracks(frame.image)
        if self._stale or not self._settled:
            self._look_at_dice(frame.image, mat_lies)
            self._stale = False
            self._noticed = []
        return self._report(frame, motion, self._tracks)

    def _look_around(self, frame: Frame, motion: Motion, still: Still | None) -> Observation:
        """Observe what no hand covers and where nothing moves, as far as it is known already."""
        lies, known = self.registration, self._pictured
        looks = self._beside_hands is not None and self._searched is not None
        if not looks or lies is None or known is None:
            return self._report(frame, motion, (), (EVERYWHERE,))
        if self._covered is None:
            shape = known.image.shape
            self._covered = CoveredParts.of(lies, shape, motion.hand.shape, self._side_mm)
        if self._meanwhile is None:
            assert self._searched is not None
            self._meanwhile = _Meanwhile(self._tracks, self._searched)
        busy = np.asarray(motion.restless | motion.hand, np.uint8)
        fresh = motion.different & ~busy
        in_sight = self._outside(self._covered(busy))
        news = fresh.any() or not all(track.settled for track in in_sight)
        if news and frame.monotonic >= self._again_at:
            self._again_at = frame.monotonic + AROUND_HANDS_S
            picture = frame if still is None else _taken(still, frame)
            self._look_at_the_rest(picture.image, lies, busy)
            self._gate.know(np.asarray(1 - busy, np.uint8))
            unknown = busy
        else:
            unknown = motion.unknown
        covered = self._covered(unknown)
        areas = self._covered.moving(motion.moved, motion.hand)
        moving = tuple(_on_the_move(n, area, lies) for n, area in enumerate(areas, start=1))
        return self._report(frame, motion, self._outside(covered), covered, moving)

    def _outside(self, covered: Sequence[Area]) -> tuple[Track, ...]:
        """The dice that lie in none of these parts."""
        assert self._meanwhile is not None
        tracks = self._meanwhile.tracks
        return tuple(one for one in tracks if not holds(covered, one.x_mm, one.y_mm))

    def _look_at_the_rest(self, image: Image, lies: Registration, busy: Small) -> None:
        """Look for dice where the table changed, and at those not known well."""
        assert self._meanwhile is not None
        assert self._covered is not None
        covered, crops = self._covered(busy), _Crops(image)
        tracks, in_sight = self._meanwhile.tracks, self._outside(covered)
        untouched = [
            track for track in in_sight if _looks_untouched(track, crops.of(track.detection))
        ]
        still_here = {track.number for track in untouched}
        touched = [track for track in in_sight if track.number not in still_here]
        searched, where = self._where_else(image, lies, busy, touched)
        seen = self._detector(image, where) if where.places else ()
        sized = _of_die_size(seen, lies, self._side_mm)
        hidden = [track for track in tracks if track not in in_sight]
        known = [track.detection for track in (*untouched, *hidden)]
        fresh = _elsewhere(sized, known)
        new = [
            self._found(die, place, crops.of(die), touched)
            for die, place in zip(fresh, _places(fresh, lies, self._side_mm), strict=True)
            if not holds(covered, *place)
        ]
        gone = {track.number for track in touched}
        stayed = [track for track in tracks if track.number not in gone]
        seen_now = self._read(
            [*untouched, *new], image, lies, crops, turned=False, identify=self._beside_hands
        )
        read = {track.number: track for track in seen_now}
        told = tuple(read.get(track.number, track) for track in [*stayed, *new])
        self._meanwhile = _Meanwhile(told, searched)

    def _where_else(
        self, image: Image, lies: Registration, busy: Small, touched: Sequence[Track]
    ) -> tuple[Small, Whereabouts]:
        """The table outside of what is busy, small, and where it changed there."""
        assert self._meanwhile is not None
        edge_px, most_px = (self._side_mm * each for each in _px_per_mm(lies))
        now, before = small(image), self._meanwhile.searched
        size = (now.shape[1], now.shape[0])
        hidden = cv2.resize(busy, size, interpolation=cv2.INTER_NEAREST)[:, :, None] > 0
        searched = np.where(hidden, before, now)
        factor = image.shape[1] / now.shape[1]
        changed = changed_boxes(before, searched, factor, edge_px)
        changed += [grown(track.detection.box, edge_px) for track in touched]
        lie = partial(flat_on, lies, side_mm=self._side_mm)
        return searched, Whereabouts(joined(changed, _mat_in(image, lies)), edge_px, lie, most_px)

    def _knows_all(self, now: float) -> bool:
        """Whether neither the dice nor the mat need another look."""
        settled = not self._stale and self._settled
        return settled and self._watch is not None and now < self._watch.due

    @property
    def _settled(self) -> bool:
        """Whether further looks at an unchanged table would add nothing."""
        return self._everywhere and all(track.settled for track in self._tracks)

    def _find_mat(self, frame: Frame) -> Registration | None:
        """Where the mat lies: sought until it is found, then followed."""
        before = self.registration
        height, width = frame.image.shape[:2]
        if before is not None and (before.lens.width, before.lens.height) != (width, height):
            log.info("pictures of another size come: the mat is sought anew")
            self._watch = None
        if self._watch is None:
            try:
                self._watch = RegistrationWatch(self._register(frame.image))
            except CalibrationError as error:
                if self._trouble != str(error):
                    log.info("the mat is not found: %s", error)
                self._trouble = str(error)
                return None
            log.info("the mat is found, %.2f mm off", self._watch.registration.residual_mm)
        else:
            self._watch = follow_mat(self._watch, frame.image, frame.monotonic, hands=False)
        if self._watch.registration is not before:
            self._stale, self._searched, self._covered = True, None, None
            self._life_tracks = LifeTracks(self._watch.registration)
        return self._watch.registration

    def _look_at_dice(self, image: Image, mat_lies: Registration) -> None:
        """Look for dice first where something changed; everywhere once those are known well."""
        known = all(track.settled for track in self._tracks)
        tracks, crops = self._tracks, _Crops(image)
        if self._stale or (known and not self._everywhere):
            tracks = self._on_the_table(image, mat_lies, crops)
        # A hand may have turned a die where it lies: after every disturbance all are read anew.
        self._tracks = self._read(tracks, image, mat_lies, crops, turned=self._stale)

    def _read(
        self,
        tracks: Sequence[Track],
        image: Image,
        mat_lies: Registration,
        crops: "_Crops",
        *,
        turned: bool,
        identify: Identify | None = None,
    ) -> tuple[Track, ...]:
        """Read what is not known well yet; everything, where dice may have been turned."""
        unread = [track for track in tracks if turned or not track.settled]
        readings = self._readings(image, crops, [track.detection for track in unread])
        read = {}
        standing = [
            upright(track.detection.corners, reading.turn)
            for track, reading in zip(unread, readings, strict=True)
        ]
        for track, likelihood, corners, yaw in zip(
            unread,
            (identify or self._identify)(readings),
            standing,
            _yaws(standing, mat_lies, self._side_mm),
            strict=True,
        ):
            anew = turned and _contradicts(track.likelihood, likelihood)
            since = self._anew(track) if anew else track
            looks = (*since.looks, likelihood)[-LOOKS:]
            told = self._doubt(merged(looks))
            read[track.number] = replace(
                since, looks=looks, likelihood=told, corners=corners, yaw=yaw
            )
        return tuple(read.get(track.number, track) for track in tracks)

    def _readings(
        self, image: Image, crops: "_Crops", dice: Sequence[Detection]
    ) -> tuple[Reading, ...]:
        """What these dice show."""
        readings = self._reader.read([crops.of(die) for die in dice])
        if not self._pips:
            return readings
        counted = self._reader.pips(image, np.array([die.box for die in dice]).reshape(-1, 4))
        weights = self._reader.pips.weights
        both = zip(readings, counted, strict=True)
        return tuple(with_count(reading, count, weights) for reading, count in both)

    def _anew(self, track: Track) -> Track:
        """A die that was turned on its spot: nothing seen of it before counts any more."""
        number, self._next = self._next, self._next + 1
        return replace(track, number=number, looks=(), likelihood={})

    def _on_the_table(
        self, image: Image, mat_lies: Registration, crops: "_Crops"
    ) -> tuple[Track, ...]:
        """The dice nobody touched, whether they are found again or not, and those found anew."""
        untouched = [
            track for track in self._tracks if _looks_untouched(track, crops.of(track.detection))
        ]
        still_here = {track.number for track in untouched}
        touched = [track for track in self._tracks if track.number not in still_here]
        where = self._where(image, mat_lies, touched)
        seen = self._detector(image, where) if where.places else ()
        sized = _of_die_size(seen, mat_lies, self._side_mm)
        fresh = _elsewhere(sized, [track.detection for track in untouched])
        found = [*(track.detection for track in untouched), *fresh]
        places = _places(found, mat_lies, self._side_mm)
        kept = [
            replace(track, x_mm=float(place[0]), y_mm=float(place[1]))
            for track, place in zip(untouched, places, strict=False)
        ]
        new = [
            self._found(die, place, crops.of(die), touched)
            for die, place in zip(fresh, places[len(untouched) :], strict=True)
        ]
        return (*kept, *new)

    def _where(self, image: Image, mat_lies: Registration, touched: Sequence[Track]) -> Whereabouts:
        """Where dice may lie that have no track: where the table changed, else all over the mat.

        All over when it was not looked at like that since it changed before, or when most of it
        changed.
        """
        mat_box = _mat_in(image, mat_lies)
        edge_px, most_px = (self._side_mm * each for each in _px_per_mm(mat_lies))
        before, self._searched = self._searched, small(image)
        known, self._everywhere = self._everywhere, True
        lie = partial(flat_on, mat_lies, side_mm=self._side_mm)
        if self._stale and known and before is not None:
            factor = image.shape[1] / before.shape[1]
            changed = changed_boxes(before, self._searched, factor, edge_px)
            changed += [grown(track.detection.box, edge_px) for track in touched]
            parts = joined(changed, mat_box)
            if area(parts) < MOSTLY * area([mat_box]):
                self._everywhere = False
                log.info("dice are looked for in %d places that changed", len(parts))
                return Whereabouts(parts, edge_px, lie, most_px)
        why = "the first look" if before is None else "most of the mat changed"
        if before is not None and not (self._stale and known):
            why = "after the places that changed"
        log.info("dice are looked for everywhere: %s", why)
        return Whereabouts([mat_box], edge_px, lie, most_px)

    def _found(self, die: Detection, place: Floats, crop: Image, touched: Sequence[Track]) -> Track:
        """A track for a die found here: a new one, unless the camera moved and the die did not."""
        x, y = place.tolist()
        look = _fingerprint(crop)
        for track in touched:
            near = np.hypot(track.x_mm - x, track.y_mm - y) <= SAME_SPOT_MM
            if near and _same_face(track.fingerprint, look):
                return replace(track, detection=die, x_mm=x, y_mm=y, fingerprint=look, looks=())
        return Track(self._number(x, y, look), die, die.corners, x, y, 0.0, look, (), {})

    def _number(self, x_mm: float, y_mm: float, look: NDArray[np.float32]) -> int:
        """A number for a new track: that of the die as it was noticed while a hand was about."""
        for at, one in enumerate(self._noticed):
            near = np.hypot(one.x_mm - x_mm, one.y_mm - y_mm) <= SAME_SPOT_MM
            if near and _same_face(one.fingerprint, look):
                return self._noticed.pop(at).number
        number, self._next = self._next, self._next + 1
        return number

    def _report(
        self,
        frame: Frame,
        motion: Motion,
        tracks: Sequence[Track],
        covered: tuple[Area, ...] = (),
        moving: tuple[Sighting, ...] = (),
    ) -> Observation:
        lies = self.registration
        dice = () if lies is None else tuple(_sighting(track, lies) for track in tracks)
        return Observation(
            time=frame.monotonic,
            wall=frame.wall,
            sequence=frame.sequence,
            still=motion.still,
            hands=motion.hands,
            dice=dice,
            health=_health(lies, self._watch.note if self._watch else self._trouble),
            life=self._life,
            covered=covered,
            moving=moving,
        )


def _taken(still: Still, frame: Frame) -> Frame:
    """A still in place of this frame."""
    return replace(still(), monotonic=frame.monotonic, sequence=frame.sequence)


class _Crops:
    """The top faces of one picture's dice, each cut out once."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self._cut: dict[int, tuple[Detection, Image]] = {}

    def of(self, die: Detection) -> Image:
        """The crop of this die."""
        if id(die) not in self._cut:
            (crop,) = crops_of(self._image, [die])
            self._cut[id(die)] = die, crop  # the die is kept, so that no other gets its number
        return self._cut[id(die)][1]


def _outline(mat_lies: Registration) -> Floats:
    """The mat's corners, mm."""
    wide, high = mat_lies.mat.width, mat_lies.mat.height
    return np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]])


def _mat_in(image: Image, mat_lies: Registration) -> Box:
    """The part of a picture that shows the mat and the dice on it."""
    corners = [mat_lies.to_image(_outline(mat_lies), height) for height in (0.0, 2 * SIDE_MM)]
    height, width = image.shape[:2]
    edges = np.clip(np.concatenate(corners), 0, (width, height))
    left, top = np.floor(edges.min(axis=0)).astype(int).tolist()
    right, bottom = np.ceil(edges.max(axis=0)).astype(int).tolist()
    if min(right - left, bottom - top) < SMALLEST_PX:
        return 0, 0, width, height
    return left, top, right, bottom


def _px_per_mm(mat_lies: Registration) -> tuple[float, float]:
    """How many pixels a millimetre has in the mat's farthest and in its nearest corner."""
    scales = [mat_lies.px_per_mm(corner) for corner in _outline(mat_lies)]
    return min(scales), max(scales)


def _of_die_size(
    found: Sequence[Detection], mat_lies: Registration, side_mm: float
) -> list[Detection]:
    """Those whose top face has, on the mat, the size of a die's."""
    if not found:
        return []
    faces = mat_lies.top_to_mat(corners_of(found).reshape(-1, 2), side_mm).reshape(-1, 4, 2)
    edges = sides_of(faces) / side_mm
    sized = (edges >= EDGES[0]) & (edges <= EDGES[1])
    return [die for die, good in zip(found, sized, strict=True) if good]


def _places(found: Sequence[Detection], mat_lies: Registration, side_mm: float) -> Floats:
    """Where the dice stand on the mat (N x 2, mm)."""
    if not found:
        return np.zeros((0, 2))
    return mat_lies.top_to_mat(np.array([die.centre for die in found]), side_mm)


def _yaws(quads: Sequence[Floats], mat_lies: Registration, side_mm: float) -> list[float]:
    """The directions of the faces' own up on the mat, radians."""
    if not quads:
        return []
    ends = np.array(quads).reshape(-1, 2, 2, 2).mean(axis=2)  # N x (top, bottom) x (x, y)
    ends = mat_lies.top_to_mat(ends.reshape(-1, 2), side_mm).reshape(-1, 2, 2)
    up = ends[:, 0] - ends[:, 1]
    yaws: list[float] = np.arctan2(up[:, 1], up[:, 0]).tolist()
    return yaws


def _fingerprint(crop: Image) -> NDArray[np.float32]:
    """A face, small."""
    small = cv2.resize(face_in(crop), (16, 16), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)


def _looks_untouched(track: Track, crop: Image) -> bool:
    """Whether the pixels of a die's face are what they were, but for noise and a little light."""
    now = _fingerprint(crop)
    light = float(np.clip(track.fingerprint.mean() / max(float(now.mean()), 1.0), 0.85, 1.18))
    return float(np.abs(track.fingerprint - light * now).mean()) <= UNTOUCHED


def _contradicts(known: Likelihood, seen: Likelihood) -> bool:
    """Whether a look rules out what was known, and what was known rules out the look."""
    if not known or not seen:
        return False
    before = max(known, key=lambda candidate: known[candidate])
    now = max(seen, key=lambda candidate: seen[candidate])
    return known.get(now, FLOOR) < RULED_OUT and seen.get(before, FLOOR) < RULED_OUT


def _elsewhere(found: Sequence[Detection], known: Sequence[Detection]) -> list[Detection]:
    """Those found where none of the known dice lies."""
    here, there = corners_of(found), corners_of(known)
    apart = np.linalg.norm(here.mean(axis=1)[:, None] - there.mean(axis=1), axis=2)
    taken = (apart < 0.6 * sides_of(there)).any(axis=1)
    return [die for die, gone in zip(found, taken, strict=True) if not gone]


def _same_face(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether two looks show one face; a face found from another corner is turned."""
    level = one - one.mean()
    return any(
        float(np.abs(level - np.rot90(other - other.mean(), quarter)).mean()) <= SAME_FACE
        for quarter in range(4)
    )


def _sighting(track: Track, lies: Registration) -> Sighting:
    corners = tuple((float(x), float(y)) for x, y in track.corners)
    return replace(
        _lying(lies, track.x_mm, track.y_mm),
        track=track.number,
        yaw=track.yaw,
        cocked=not track.detection.flat,
        likelihood=track.likelihood,
        corners=corners,
    )


def _on_the_move(number: int, area: Area, lies: Registration) -> Sighting:
    """Something the size of dice that moves: it was not read."""
    x, y = (area.left + area.right) / 2, (area.top + area.bottom) / 2
    return replace(_lying(lies, x, y), track=-number)


def _lying(lies: Registration, x_mm: float, y_mm: float) -> Sighting:
    """What a die's place alone says of it."""
    zone, border = zone_at(lies.mat, x_mm, y_mm)
    near = zones_about(lies.mat, x_mm, y_mm) if border <= REACH_MM else ()
    return Sighting(
        track=0,
        x_mm=x_mm,
        y_mm=y_mm,
        yaw=0.0,
        zone=zone.name if zone else None,
        seat=zone.seat if zone else None,
        border_mm=border,
        cocked=True,
        likelihood={},
        floor=FLOOR,
        near=tuple((other.name, other.seat) for other in near),
    )


def _health(mat_lies: Registration | None, trouble: str) -> Health:
    if mat_lies is None:
        return Health(registered=False, note=trouble)
    return Health(
        registered=True,
        residual_mm=mat_lies.residual_mm,
        sharp=mat_lies.sharp,
        exposed=mat_lies.exposed,
        note=trouble,
    )
