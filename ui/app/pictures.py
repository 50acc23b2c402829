"""Pictures for the dashboard and the record: the small view of the table, crops of dice."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import exp
from operator import itemgetter
from typing import TypeAlias

import cv2
import numpy as np

from hardware.frame import Frame, Image
from rules.journal import Picture
from vision.sighting import Observation, Sighting

Faces: TypeAlias = Mapping[str, Sequence[str]]
"""Of each kind of die, what its six faces are called."""

THUMBNAIL_WIDTH = 192  # px: two pixels for each of 96 columns
MARGIN = 0.35  # of a die's side, kept around it in a crop
CERTAIN, SURE = 0.99, 0.9  # chances: a reading needs no percentage; is drawn as a good one
PLATE, WORDS = (30, 30, 30), (255, 255, 255)
GOOD, DOUBTFUL, COCKED = (90, 220, 90), (0, 200, 255), (60, 60, 255)


def thumbnail(
    now: Frame,
    pictured: Frame,
    observation: Observation,
    faces: Faces,
    width: int = THUMBNAIL_WIDTH,
) -> Image:
    """The table now in small, each die framed in the colour of how surely it is read.

    `pictured` is the frame whose pixels the dice's corners are.
    """
    scale = width / now.image.shape[1]
    size = (width, max(2, round(now.image.shape[0] * scale)))
    small: Image = np.ascontiguousarray(cv2.resize(now.image, size, interpolation=cv2.INTER_AREA))
    for die in observation.dice:
        if die.corners:
            corners = np.array(die.corners) * (width / pictured.image.shape[1])
            outline = np.round(corners).astype(np.int32)
            cv2.polylines(small, [outline], isClosed=True, color=_colour(die, faces))
    return small


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
            _write(picture, reading(die, faces), where, size)
    return picture


def _write(picture: Image, words: str, where: tuple[int, int], size: float) -> None:
    """White words on a dark plate: readable on any zone."""
    font, scale, thickness = cv2.FONT_HERSHEY_SIMPLEX, size * 0.6, 1
    (wide, high), _ = cv2.getTextSize(words, font, scale, thickness)
    x, y = where
    cv2.rectangle(picture, (x - 3, y - high - 4), (x + wide + 3, y + 4), PLATE, cv2.FILLED)
    cv2.putText(picture, words, where, font, scale, WORDS, thickness, cv2.LINE_AA)


def reading(die: Sighting, faces: Faces) -> str:
    """What a die is read as, in words, and how sure that is where it is not certain."""
    read, chance = _read_as(die, faces)
    return read if chance > CERTAIN else f"{read} {chance:.0%}"


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
