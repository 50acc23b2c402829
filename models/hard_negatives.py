"""What the detector takes for dice though it is none: the best lessons for the second look.

The YOLO's boxes on the training pictures that hold no die are added to the rows of `tops/` as
class 2, "nothing".
"""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluate import shared_parts
from models.render import KNOWN
from models.tops_crops import HIDDEN, NOTHING, Box, labelled
from vision.detect import Detector
from vision.weights import FOLDER

DOUBTED: Final = 0.05
"""Boxes with a score of at least this are worth a lesson: lower than those looked at in a game."""

TOUCHING: Final = 0.02
"""On photos, whose labels leave out what is hidden or cut off, a box that shares more than this
part of its union with a die teaches nothing, and neither does one at the edge."""

BESIDE: Final = 0.4
"""In drawn scenes, whose whole truth is known, a box that shares less than this with every die is
wrong, as between two dice."""

BESIDE_HIDDEN: Final = 0.2
"""The same for dice that show too little to be asked for."""


def add_hard_negatives(data: Path, folder: Path = FOLDER, threads: int = 1) -> int:
    """Add the false boxes of the network in `folder` to the lessons; how many there were."""
    detector = Detector(folder=folder, threads=threads, proposed=DOUBTED)
    added = 0
    for rows in sorted((data / "tops").glob("*/*.txt")):
        picture = data / "images" / rows.parent.name / f"{rows.stem}.jpg"
        image = cv2.imread(str(picture), cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError(f"{picture} is not a picture OpenCV can read")
        sides = np.array([image.shape[1], image.shape[0]], np.float64)
        written = [
            row for row in rows.read_text(encoding="utf-8").splitlines() if row[0] != str(NOTHING)
        ]
        dice = labelled("\n".join(written), image.shape[1], image.shape[0])
        found = detector.propose(image.astype(np.uint8)).boxes
        wrong = _beside(found, dice) if rows.stem.startswith(KNOWN) else _away(found, dice, sides)
        for box in found[wrong]:
            middle, size = (box[:2] + box[2:]) / 2 / sides, (box[2:] - box[:2]) / sides
            cells = " ".join(f"{cell:.6g}" for cell in (*middle, *size))
            written.append(f"{NOTHING} {cells} " + " ".join(["0"] * 9))
        rows.write_text("\n".join(written), encoding="utf-8")
        added += int(wrong.sum())
    return added


def _shared(found: NDArray[np.float64], dice: list[Box]) -> NDArray[np.float64]:
    """The most that each box shares with one of the dice."""
    boxes = np.array([die.box for die in dice]).reshape(-1, 4)
    most: NDArray[np.float64] = shared_parts(found, boxes).max(axis=1, initial=0.0)
    return most


def _beside(found: NDArray[np.float64], dice: list[Box]) -> NDArray[np.bool_]:
    asked = [die for die in dice if die.kind != HIDDEN]
    hidden = [die for die in dice if die.kind == HIDDEN]
    wrong: NDArray[np.bool_] = (_shared(found, asked) < BESIDE) & (
        _shared(found, hidden) < BESIDE_HIDDEN
    )
    return wrong


def _away(
    found: NDArray[np.float64], dice: list[Box], sides: NDArray[np.float64]
) -> NDArray[np.bool_]:
    inside = (found[:, :2] > 2).all(axis=1) & (found[:, 2:] < sides - 2).all(axis=1)
    wrong: NDArray[np.bool_] = inside & (_shared(found, dice) < TOUCHING)
    return wrong
