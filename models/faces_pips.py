"""Crops of real pipped dice for the face reader, from the training parts of the photo sets.

A die is cut as a game would cut it, from the corners that the shipped networks find; where they
find none, around the middle of its labelled box, whose angle nobody knows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluate import middles_inside, pairs, shared_parts
from models.faces_art import Label
from models.photos import SETS, WHOLE_DIE, Part, Photo, photos
from vision.detect import Detector
from vision.faces import (
    CONTEXT,
    CROP,
    KINDS,
    WIDE,
    FaceReader,
    crop_matrix,
    cut_face,
    upright_crop,
)

_PIPS_TO_FACE: Final = 1.35  # the box around four to six pips, and the face they stand on
_ROOM: Final = 1.6  # of the patch that is kept, over the face
_SHARES: Final = {"byler_d6": 0.5, "chase_casino_crops": 0.32, "matteop65_webcam": 0.18}
"""Of each set in the lessons: the casino dice are few and hard, the webcam's many and alike."""

_UNIT: Final = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2

Floats: TypeAlias = NDArray[np.float64]
Picture: TypeAlias = NDArray[Any]


@dataclass(frozen=True, slots=True)
class PipCrop:
    """A die in a photo: its surroundings, where its middle is and how wide its face, in px."""

    patch: NDArray[np.uint8]
    middle: tuple[float, float]
    face: float
    value: int
    set_name: str

    def quad(self, angle: float) -> Floats:
        """The face's corners in the patch, were it turned by so many degrees."""
        turn = np.deg2rad(angle)
        spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners: Floats = _UNIT * self.face @ spin + np.asarray(self.middle)
        return corners


@dataclass(frozen=True, slots=True)
class SeenPips:
    """A die in a photo as the networks cut it: the corners they found, one set after another."""

    patch: NDArray[np.uint8]
    quads: Sequence[Floats]  # as detected, and as aimed anew
    value: int
    set_name: str


def pip_crops(folder: Path, part: Part, sets: Sequence[str] = SETS) -> tuple[PipCrop, ...]:
    """Every labelled die of these sets whose face's size is known."""
    found = []
    for name in sets:
        for photo in photos(folder, name, part):
            picture = photo.image()
            sizes = (photo.boxes[:, 2:] - photo.boxes[:, :2]).max(1)
            hugging = [s for s, v in zip(sizes, photo.values, strict=True) if v >= 4]
            if not WHOLE_DIE.get(name, False) and not hugging:
                continue  # boxes around few pips do not tell how large the die is
            usual = float(np.median(hugging)) * _PIPS_TO_FACE if hugging else 0.0
            for box, size, value in zip(photo.boxes, sizes, photo.values, strict=True):
                face = float(size) * 0.9 if WHOLE_DIE.get(name, False) else usual
                middle = (box[:2] + box[2:]) / 2
                patch, corner = _patch(picture, middle, face * _ROOM)
                x, y = (float(at) for at in middle - corner)
                found.append(PipCrop(patch, (x, y), face, value, name))
    return tuple(found)


def seen_pips(
    folder: Path, part: Part, detector: Detector, reader: FaceReader, sets: Sequence[str] = SETS
) -> tuple[SeenPips, ...]:
    """Every labelled die of these sets that the networks find."""
    return tuple(
        die
        for name in sets
        for photo in photos(folder, name, part)
        for die in _seen(photo, detector, reader)
    )


def balanced(dice: Sequence[PipCrop | SeenPips], count: int = 6000) -> list[PipCrop | SeenPips]:
    """The dice, repeated until each set has its share of about `count`."""
    chosen: list[PipCrop | SeenPips] = []
    for name, share in _SHARES.items():
        of_set = [die for die in dice if die.set_name == name]
        if of_set:
            chosen += of_set * max(1, round(share * count / len(of_set)))
    return chosen


def _seen(photo: Photo, detector: Detector, reader: FaceReader) -> Iterator[SeenPips]:
    picture = photo.image()
    found = detector(picture)
    boxes = np.array([die.box for die in found], np.float64).reshape(-1, 4)
    if photo.set_name in WHOLE_DIE:
        matched = pairs(shared_parts(photo.boxes, boxes), 0.4)
    else:
        matched = pairs(middles_inside(photo.boxes, boxes), 0.5)
    for row, column in matched:
        corners = found[column].corners
        found_anew = reader.aim(upright_crop(picture, corners)[None])
        onto = crop_matrix(corners, WIDE, CONTEXT * WIDE / CROP)
        aimed = cv2.perspectiveTransform(found_anew, np.linalg.inv(onto))[0]
        edge = float(np.linalg.norm(np.diff(corners, axis=0), axis=1).mean())
        patch, corner = _patch(picture, corners.mean(0), edge * _ROOM)
        quads = (corners - corner, aimed - corner)
        yield SeenPips(patch, quads, photo.values[row], photo.set_name)


def _patch(picture: NDArray[np.uint8], middle: Floats, reach: float) -> tuple[Any, Floats]:
    """The part of a picture within `reach` of a place, and its top left corner."""
    left, top = (max(0, int(at - reach)) for at in middle)
    right, bottom = (int(at + reach) + 1 for at in middle)
    return picture[top:bottom, left:right].copy(), np.array([left, top], float)


def cropped(
    die: PipCrop, angle: float, scale: float, shift: tuple[float, float], side: int = CROP
) -> NDArray[np.uint8]:
    """A crop of the die turned by `angle` degrees; `shift` in shares of its face.

    The face is as large in it as in a reader's crop; a wide one of `WIDE` pixels shows more.
    """
    zoom = CROP / (die.face * scale)
    onto = cv2.getRotationMatrix2D(die.middle, angle, zoom)
    onto[:, 2] += side / 2 - np.asarray(die.middle) + np.asarray(shift) * CROP
    return cv2.warpAffine(
        die.patch,
        onto,
        (side, side),
        flags=cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.uint8)


def random_pips(
    dice: Sequence[PipCrop | SeenPips], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], Label]:
    """One of the dice, aimed at a little worse, in other light, with other gloss and sharpness."""
    die = dice[int(rng.integers(len(dice)))]
    if isinstance(die, SeenPips):
        quad = die.quads[int(rng.integers(len(die.quads)))]
        askew = rng.uniform(0, 360) if rng.random() < 0.15 else rng.normal(0, 5)
    else:
        quad, askew = die.quad(rng.uniform(0, 360)), 0.0
    crop = cut_face(die.patch, _badly_aimed(quad, askew, rng), CROP)
    for _ in range(int(rng.integers(4))):
        crop = np.rot90(crop)
    if rng.random() < 0.5:
        crop = crop[:, ::-1]
    label = Label(KINDS.index("dots"), value=die.value - 1, turn=False)
    return _weathered(np.ascontiguousarray(crop), rng), label


def _badly_aimed(quad: Floats, askew: float, rng: np.random.Generator) -> Floats:
    """The corners turned by some degrees, resized, shifted, and each a little wrong."""
    middle = quad.mean(0)
    side = float(np.linalg.norm(np.diff(quad, axis=0), axis=1).mean())
    turn = np.deg2rad(askew)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    sizes = np.exp(rng.normal(0.02, 0.07) + rng.normal(0, 0.03, 2))
    moved = (quad - middle) @ spin * sizes + middle + rng.normal(0, 0.04, 2) * side
    aimed: Floats = moved + rng.normal(0, 0.015, (4, 2)) * side
    return aimed


def _weathered(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Other light, colours, gloss, focus and noise."""
    seen: Picture = crop.astype(np.float32)
    if rng.random() < 0.3:
        seen = seen[:, :, rng.permutation(3)]  # another dye
    if rng.random() < 0.15:
        seen = 255 - seen  # dark pips on light dice become light pips on dark ones
    seen = seen * rng.uniform(0.6, 1.3) * np.exp(rng.normal(0, 0.06, 3))
    if rng.random() < 0.3:  # pips hardly lighter or darker than the die
        grey = seen.mean((0, 1))
        seen = grey + (seen - grey) * rng.uniform(0.35, 0.9)
    if rng.random() < 0.3:
        seen = seen + glare(len(seen), rng)[:, :, None]
    if rng.random() < 0.4:
        seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.4, 1.8))
    seen = seen + rng.normal(0, rng.uniform(0, 6), seen.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def glare(side: int, rng: np.random.Generator) -> Picture:
    """The lamp mirrored in a glossy face: a streak, bent at times, in grey levels."""
    lit = np.zeros((side, side), np.float32)
    middle = rng.uniform(0.15, 0.85, 2) * side
    angle = rng.uniform(0, np.pi)
    reach = rng.uniform(0.1, 0.5) * side * np.array([np.cos(angle), np.sin(angle)])
    bend = rng.normal(0, 0.08, 2) * side
    spots = np.array([middle - reach, middle + bend, middle + reach])
    thick = int(rng.integers(2, 7))
    cv2.polylines(lit, [np.rint(spots).astype(np.int32)], isClosed=False, color=1, thickness=thick)
    soft = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.8, 4.0))
    streak: Picture = soft * rng.uniform(40, 220)
    return streak
