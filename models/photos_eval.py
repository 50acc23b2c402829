"""How the eye reads photos of pipped dice: the development part, or once the blind sets.

    python -m models.photos_eval --photos PHOTOS                  # development
    python -m models.photos_eval --photos PHOTOS --mistakes OUT   # and pictures of what went wrong
    python -m models.photos_eval --photos PHOTOS --open-blind     # once, when the work is over

Every picture is read in one look, as `diceref read --dice d6` reads it. End to end: of the dice
asked for, those that were found and whose value was read right. Rules made beforehand: a die whose
box is shorter than `SHORTEST` is not asked for and not false; where dice crowd in a blind picture
its labels are wrong, and it is left out; where some dice have no label, nothing is called false.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import PipFace
from hardware.frame import Image
from models import photos
from models.evaluate import figure, middles_inside, pairs, shared_parts
from vision.detect import Detector
from vision.faces import FaceReader
from vision.look import SeenDie, look_at
from vision.weights import FOLDER

SHORTEST: Final = 14.0
"""A die whose labelled box is shorter than this (px, its longer side) is not asked for."""

CROWD: Final = 12
"""Blind pictures with more dice are left out."""

LOOSE: Final = 0.4
"""The part of their union that a label and a box share at least, where labels are whole dice."""

SURE: Final = 0.9
"""A wrong value told with more than this chance counts as surely wrong."""

Floats = NDArray[np.float64]


@dataclass(slots=True)
class PhotoTally:
    """What was asked for in some photos, and how much of it was found and read."""

    photos: int = 0
    dice: int = 0
    found: int = 0
    false: int = 0
    right: int = 0
    surely_wrong: int = 0
    judged: int = 0  # dice of the photos in which something false would be counted
    mistakes: list[tuple[str, NDArray[np.uint8]]] = field(default_factory=list)

    def add(self, other: "PhotoTally") -> None:
        """Take another tally in."""
        self.photos += other.photos
        self.dice += other.dice
        self.found += other.found
        self.false += other.false
        self.right += other.right
        self.surely_wrong += other.surely_wrong
        self.judged += other.judged
        self.mistakes += other.mistakes


def tallied(photo: photos.Photo, image: Image, seen: Sequence[SeenDie]) -> PhotoTally:
    """Compare what was seen in a photo with its labels."""
    boxes = np.array([die.detection.box for die in seen], np.float64).reshape(-1, 4)
    if photos.WHOLE_DIE.get(photo.set_name, False):
        matched = pairs(shared_parts(photo.boxes, boxes), LOOSE)
    else:
        matched = pairs(middles_inside(photo.boxes, boxes), 0.5)
    partner = dict(matched)
    long = (photo.boxes[:, 2:] - photo.boxes[:, :2]).max(axis=1, initial=0.0)
    tally = PhotoTally(photos=1)
    for row, value in enumerate(photo.values):
        if long[row] < SHORTEST:
            continue
        tally.dice += 1
        if row not in partner:
            tally.mistakes.append((f"{value} missed", _shown(image, photo.boxes[row])))
            continue
        face, chance = seen[partner[row]].best("pips")
        right = isinstance(face, PipFace) and face.value == value
        tally.found += 1
        tally.right += right
        tally.surely_wrong += not right and chance > SURE
        if not right:
            told = f"{value} as {getattr(face, 'value', '?')} {chance:.2f}"
            tally.mistakes.append((told, _shown(image, boxes[partner[row]])))
    if photo.set_name in photos.UNLABELLED:
        return tally
    tally.judged = tally.dice
    for column in set(range(len(seen))) - set(partner.values()):
        tally.false += 1
        score = seen[column].detection.score
        tally.mistakes.append((f"false {score:.2f}", _shown(image, boxes[column])))
    return tally


def _shown(image: Image, box: Floats) -> NDArray[np.uint8]:
    """A box with its surroundings, 120 px."""
    middle, reach = (box[:2] + box[2:]) / 2, float((box[2:] - box[:2]).max())
    low = np.maximum(middle - reach, 0).astype(int)
    high = (middle + reach).astype(int) + 1
    part = image[low[1] : high[1], low[0] : high[0]]
    return cv2.resize(part, (120, 120), interpolation=cv2.INTER_AREA).astype(np.uint8)


def set_right(photo: photos.Photo) -> tuple[photos.Photo, Image]:
    """A blind photo with its noise of single pixels taken away and its sides put right.

    The source stretched its pictures to squares. Seen from anywhere a die's box is about as wide as
    tall on average, so the labels tell which way: 3:4, 4:3, or not at all.
    """
    image = photo.image()
    if photo.set_name != "roboflow_dice" or not len(photo.boxes):
        return photo, image
    image = cv2.medianBlur(image, 3).astype(np.uint8)
    sides = photo.boxes[:, 2:] - photo.boxes[:, :2]
    wide = float(np.median(sides[:, 0] / sides[:, 1]))
    zoom = (0.75, 1.0) if wide > 1.13 else (1.0, 0.75) if wide < 0.88 else (1.0, 1.0)
    size = (round(image.shape[1] * zoom[0]), round(image.shape[0] * zoom[1]))
    resized = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    boxes = photo.boxes * np.tile(zoom, 2)
    return photos.Photo(photo.set_name, photo.path, boxes, photo.values), resized


def read_sets(
    folder: Path, names: Sequence[str], *, blind: bool, weights: Path = FOLDER
) -> Iterator[tuple[str, PhotoTally]]:
    """Read every photo of the development part (or of the blind sets); a tally a set."""
    detector, reader = Detector(folder=weights, threads=1), FaceReader(weights, threads=1)
    for name in names:
        total = PhotoTally()
        for each in photos.blind(folder, name) if blind else photos.photos(folder, name, "test"):
            photo, image = set_right(each) if blind else (each, each.image())
            if blind and len(photo.boxes) > CROWD:
                continue
            total.add(tallied(photo, image, look_at(image, detector, reader, "pips")))
        yield name, total


def figures(name: str, tally: PhotoTally, on: str) -> Iterator[Mapping[str, Any]]:
    """The four figures of some photos."""
    dice = max(tally.dice, 1)
    told = f"{on}; {tally.dice} dice of {tally.photos} photos, read as d6"
    yield figure(f"{name}.found", 100 * tally.found / dice, "%", 98.0, told, most=False)
    if tally.judged:
        share = 100 * tally.false / tally.judged
        yield figure(f"{name}.false", share, "%", 1.5, told, most=True)
    value = 100 * tally.right / max(tally.found, 1)
    yield figure(f"{name}.value", value, "%", 98.0, told, most=False)
    yield figure(f"{name}.end_to_end", 100 * tally.right / dice, "%", 94.0, told, most=False)
    wrong = 100 * tally.surely_wrong / dice
    yield figure(f"{name}.surely_wrong", wrong, "%", 1.0, told, most=True)


def keep_mistakes(folder: Path, name: str, tally: PhotoTally) -> None:
    """Lay the pictures of what went wrong side by side."""
    folder.mkdir(parents=True, exist_ok=True)
    cells = []
    for told, picture in tally.mistakes:
        cell = np.full((140, 120, 3), 255, np.uint8)
        cell[:120] = picture
        cv2.putText(cell, told, (2, 134), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1)
        cells.append(cell)
    for sheet in range(0, len(cells), 72):
        part = cells[sheet : sheet + 72]
        part += [np.full((140, 120, 3), 255, np.uint8)] * (-len(part) % 12)
        rows = [np.hstack(part[at : at + 12]) for at in range(0, len(part), 12)]
        cv2.imwrite(str(folder / f"{name}-{sheet // 72}.png"), np.vstack(rows))


def main(words: Sequence[str] | None = None) -> None:
    """Print the figures, one JSON line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="the sets of labelled photos")
    parser.add_argument("--sets", nargs="*", help="only these")
    parser.add_argument("--weights", type=Path, default=FOLDER, help="the networks' folder")
    parser.add_argument("--mistakes", type=Path, help="a folder for pictures of what went wrong")
    parser.add_argument(
        "--open-blind", action="store_true", help="the blind sets; once, at the end"
    )
    chosen = parser.parse_args(words)
    blind = chosen.open_blind
    if blind and chosen.mistakes:
        parser.error("what is blind is not looked at: leave out --mistakes.")
    names = chosen.sets or (photos.BLIND if blind else (*photos.SETS, *photos.NEWER))
    part, on = ("eye.blind", "blind photos") if blind else ("eye.photos", "development photos")
    together = PhotoTally()
    for name, tally in read_sets(chosen.photos, names, blind=blind, weights=chosen.weights):
        together.add(tally)
        for line in figures(part, tally, f"{on} of {name}"):
            print(json.dumps(line), flush=True)
        if chosen.mistakes:
            keep_mistakes(chosen.mistakes, name, tally)
    for line in figures(part, together, f"all {on}"):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
