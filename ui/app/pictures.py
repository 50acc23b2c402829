"""Pictures for the dashboard and the record: the small view of the table, crops of dice."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from operator import itemgetter
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.overlay import zone_in_picture
from calibration.registration import Registration
from hardware.frame import Frame, Image
from rules.core import DieName, DieView, KindName, Place, Seat
from rules.journal import Picture
from vision.sighting import Observation, Sighting
from words import name_of

Faces: TypeAlias = Mapping[str, Sequence[str]]
"""Of each kind of die, what its six faces are called."""

THUMBNAIL_WIDTH = 320  # px: two pixels for each of 160 columns
MARGIN = 0.35  # of a die's side, kept around it in a crop
CERTAIN, SURE = 0.99, 0.9  # chances: a reading needs no percentage; is drawn as a good one
DISPUTED = (0, 0, 255)
DISPUTED_KIND = KindName("disputed")
AROUND = 1.2  # of a die's side, shown around a die that is disputed
BOX, BOX_NEAR = 4, 14  # px, the frame around a disputed die: a cell of the window shows so many
CLOSEUP_WIDTH = 384  # px: two pixels for each of 192 columns
PLATE, WORDS = (30, 30, 30), (255, 255, 255)
ZONE = (255, 170, 60)
READABLE_WIDTH = 600  # px from which on what is written beside a die can be read
GOOD, DOUBTFUL, COCKED = (90, 220, 90), (0, 200, 255), (60, 60, 255)


@dataclass(frozen=True, slots=True, eq=False)
class DrawnDie:
    """What is drawn of a die; places are parts of the picture's width."""

    outline: NDArray[np.float64]
    words: str  # what it shows
    colour: tuple[int, int, int]
    boxed: bool  # a question or foul is about it


@dataclass(frozen=True, slots=True, eq=False)
class TablePicture:
    """A picture of the table and what was read in it, to be drawn at any size."""

    image: Image
    dice: tuple[DrawnDie, ...] = ()
    zones: tuple[NDArray[np.float64], ...] = ()  # outlines, in parts of the picture's width

    def drawn(self, width: int) -> Image:
        """The table with zones and readings, so many pixels wide at most."""
        width = min(width, self.image.shape[1])
        size = width, max(2, round(self.image.shape[0] * width / self.image.shape[1]))
        picture: Image = np.ascontiguousarray(
            cv2.resize(self.image, size, interpolation=cv2.INTER_AREA)
        )
        for zone in self.zones:
            _outlined(picture, zone * width, ZONE, 1)
        for die in self.dice:
            outline = die.outline * width
            _outlined(picture, outline, die.colour, 1 + width // 900)
            if die.boxed:
                _box(picture, np.round(outline).astype(np.int32), BOX)
            if die.words and width >= READABLE_WIDTH:
                where = round(outline[:, 0].min()), round(outline[:, 1].min() - 4)
                _write(picture, die.words, where, width / 1900)
        return picture


def seen_table(
    now: Frame,
    pictured: Frame,
    observation: Observation,
    faces: Faces,
    lies: Registration | None,
    *,
    boxed: Collection[int] = (),
) -> TablePicture:
    """The table now, with what was last read: at rest the picture in which it was read.

    `pictured` is the frame whose pixels the dice's corners are, `lies` where its mat lies.
    """
    rests = observation.still and not observation.hands
    dice = tuple(
        DrawnDie(
            np.array(die.corners) / pictured.image.shape[1],
            _shown(die, faces),
            _colour(die, faces),
            die.track in boxed,
        )
        for die in observation.dice
        if die.corners
    )
    zones = () if lies is None else lies.mat.zones
    return TablePicture(
        pictured.image if rests else now.image,
        dice,
        tuple(zone_in_picture(lies, zone) / lies.lens.width for zone in zones if lies is not None),
    )


def _outlined(
    picture: Image, outline: NDArray[np.float64], colour: tuple[int, int, int], thick: int
) -> None:
    fixed = np.round(outline * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(picture, [fixed], True, colour, thick, cv2.LINE_AA, 4)  # noqa: FBT003 - OpenCV's


def _shown(die: Sighting, faces: Faces) -> str:
    """What a die shows, in few letters; a question mark where that is in doubt."""
    words, chance = _read_as(die, faces)
    shows = words.partition(": ")[2] or words
    return shows if chance > SURE else f"{shows}?"


def thumbnail_of(
    now: Frame,
    pictured: Frame,
    observation: Observation,
    faces: Faces,
    *,
    width: int = THUMBNAIL_WIDTH,
    boxed: Collection[int] = (),
) -> Image:
    """The table now in small, each die framed in the colour of how surely it is read.

    `pictured` is the frame whose pixels the dice's corners are; `boxed` are the tracks of dice
    that a question or foul is about.
    """
    scale = width / now.image.shape[1]
    size = (width, max(2, round(now.image.shape[0] * scale)))
    small: Image = np.ascontiguousarray(cv2.resize(now.image, size, interpolation=cv2.INTER_AREA))
    for die in observation.dice:
        if die.corners:
            corners = np.array(die.corners) * (width / pictured.image.shape[1])
            outline = np.round(corners).astype(np.int32)
            cv2.polylines(small, [outline], isClosed=True, color=_colour(die, faces))
            if die.track in boxed:
                _box(small, outline, BOX)
    return small


def _box(picture: Image, outline: np.ndarray, width: int) -> None:
    """A thick frame around a die, to be seen from across the room."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    first, last = (low - width).tolist(), (high + width).tolist()
    cv2.rectangle(picture, first, last, DISPUTED, width)


def closeup(frame: Frame, observation: Observation, tracks: Collection[int]) -> Image | None:
    """The dice with these track numbers and what lies around them, boxed; None without any."""
    outlines = [
        np.array(die.corners) for die in observation.dice if die.track in tracks and die.corners
    ]
    if not outlines:
        return None
    side = max(float(np.ptp(outline, axis=0).max()) for outline in outlines)
    every = np.concatenate(outlines)
    low, high = every.min(axis=0) - AROUND * side, every.max(axis=0) + AROUND * side
    tall, wide = frame.image.shape[:2]
    left, top = np.maximum(np.floor(low), 0).astype(int)
    right, bottom = np.minimum(np.ceil(high), (wide, tall)).astype(int)
    scale = min(CLOSEUP_WIDTH / max(1, right - left), 4.0)
    cut = frame.image[top:bottom, left:right]
    picture: Image = np.ascontiguousarray(cv2.resize(cut, None, fx=scale, fy=scale))
    for outline in outlines:
        _box(picture, np.round((outline - (left, top)) * scale).astype(np.int32), BOX_NEAR)
    return picture


def annotated(frame: Frame, observation: Observation, faces: Faces) -> Image:
    """The frame with every die outlined and named as it is read."""
    picture = frame.image.copy()
    size = frame.image.shape[1] / 2600
    for die in observation.dice:
        if die.corners:
            outline = np.array(die.corners)
            corners = np.round(outline).astype(np.int32)
            cv2.polylines(picture, [corners], isClosed=True, color=_colour(die, faces), thickness=2)
            where = (round(outline[:, 0].min()), round(outline[:, 1].min() - 6))
            _write(picture, reading_in_words(die, faces), where, size)
    return picture


def _write(picture: Image, words: str, where: tuple[int, int], size: float) -> None:
    """White words on a dark plate: readable on any zone."""
    font, scale, thickness = cv2.FONT_HERSHEY_SIMPLEX, size * 0.6, 1
    (wide, high), _ = cv2.getTextSize(words, font, scale, thickness)
    x, y = where
    cv2.rectangle(picture, (x - 3, y - high - 4), (x + wide + 3, y + 4), PLATE, cv2.FILLED)
    cv2.putText(picture, words, where, font, scale, WORDS, thickness, cv2.LINE_AA)


def reading_in_words(die: Sighting, faces: Faces) -> str:
    """What a die is read as, in words, and how sure that is where it is not certain."""
    read, chance = _read_as(die, faces)
    return read if chance > CERTAIN else f"{read} {chance:.0%}"


def disputed_die(die: Sighting, faces: Faces, sign: str) -> DieView:
    """A die as it is seen, where it lies, for the drawing of the mat."""
    read, _ = _read_as(die, faces)
    title, _, shows = read.partition(": ")
    place = Place(die.zone or "", None if die.seat is None else Seat(die.seat))
    name = f"{sign} {title}"
    return DieView(
        DieName(f"?{die.track}"),
        DISPUTED_KIND,
        place,
        name,
        name[:6],
        detail=name_of(shows.replace(",", " ")),
    )


def _read_as(die: Sighting, faces: Faces) -> tuple[str, float]:
    """The likeliest words and their chance; faces that are printed alike count together."""
    chances: dict[str, float] = {}
    for candidate, likelihood in die.likelihood.items():
        words = faces[candidate.kind][candidate.face]
        chances[words] = chances.get(words, 0.0) + exp(likelihood)
    return max(chances.items(), key=itemgetter(1), default=("?", 1.0))


def _colour(die: Sighting, faces: Faces) -> tuple[int, int, int]:
    if die.cocked:
        return COCKED
    sure = die.likelihood and _read_as(die, faces)[1] > SURE
    return GOOD if sure else DOUBTFUL


def dice_crops(
    frame: Frame, observation: Observation, tracks: Collection[int]
) -> Iterator[Picture]:
    """The dice with these track numbers, cut out of the frame as PNG."""
    for die in observation.dice:
        if die.track in tracks and die.corners:
            cut = _cut(frame.image, np.array(die.corners))
            done, png = cv2.imencode(".png", cut)
            if done:
                yield Picture(f"die-{die.track}", "image/png", png.tobytes())


def _cut(image: Image, corners: np.ndarray) -> Image:
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = MARGIN * float((high - low).max())
    left, top = np.maximum(np.floor(low - margin), 0).astype(int)
    right, bottom = np.ceil(high + margin).astype(int)
    return image[top:bottom, left:right]
