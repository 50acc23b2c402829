"""Pictures for the dashboard and the record: the small view of the table, crops of dice."""

from collections.abc import Collection, Iterator, Mapping

import cv2
import numpy as np

from hardware.frame import Frame, Image
from rules.journal import Picture
from vision.sighting import Observation, Sighting

THUMBNAIL_WIDTH = 192  # px: two pixels for each of 96 columns
MARGIN = 0.35  # of a die's side, kept around it in a crop
GOOD, DOUBTFUL, COCKED = (90, 220, 90), (0, 200, 255), (60, 60, 255)


def thumbnail(
    now: Frame, pictured: Frame, observation: Observation, width: int = THUMBNAIL_WIDTH
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
            cv2.polylines(small, [outline], isClosed=True, color=_colour(die))
    return small


def annotated(frame: Frame, observation: Observation, titles: Mapping[str, str]) -> Image:
    """The frame with every die outlined and named as it is read."""
    picture = frame.image.copy()
    size = frame.image.shape[1] / 2600
    for die in observation.dice:
        if die.corners:
            outline = np.array(die.corners)
            corners = np.round(outline).astype(np.int32)
            cv2.polylines(picture, [corners], isClosed=True, color=_colour(die), thickness=2)
            where = (round(outline[:, 0].min()), round(outline[:, 1].min() - 6))
            _write(picture, _reading(die, titles), where, size)
    return picture


def _write(picture: Image, words: str, where: tuple[int, int], size: float) -> None:
    """White words with a dark rim."""
    for colour, thickness in (((0, 0, 0), 5), ((255, 255, 255), 2)):
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(picture, words, where, font, size * 0.6, colour, thickness, cv2.LINE_AA)


def _reading(die: Sighting, titles: Mapping[str, str]) -> str:
    if not die.likelihood:
        return "?"
    best = max(die.likelihood, key=lambda candidate: die.likelihood[candidate])
    chance = float(np.exp(die.likelihood[best]))
    doubt = "" if chance > 0.99 else f" {chance:.0%}"
    return f"{titles.get(best.kind, best.kind)} {best.face + 1}{doubt}"


def _colour(die: Sighting) -> tuple[int, int, int]:
    if die.cocked:
        return COCKED
    sure = die.likelihood and max(die.likelihood.values()) > -0.1
    return GOOD if sure else DOUBTFUL


def crops(frame: Frame, observation: Observation, tracks: Collection[int]) -> Iterator[Picture]:
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
