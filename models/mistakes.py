"""What the detector takes for dice though it is none: the best lessons for the second look.

The YOLO's boxes on the training pictures that hold no die are added to the
rows of `tops/` as class 2, "nothing".
"""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from models.evaluate import shared_parts
from models.tops_crops import NOTHING, labelled
from vision.detect import Detector
from vision.weights import FOLDER

TOUCHING: Final = 0.02
"""A box that shares more than this part of its union with a die may show another one under it,
which hides too much to be labelled: it teaches nothing, and neither does one at the edge."""


def add_mistakes(data: Path, folder: Path = FOLDER, threads: int = 1) -> int:
    """Add the false boxes of the network in `folder` to the lessons; how many there were."""
    detector = Detector(folder=folder, threads=threads)
    added = 0
    for rows in sorted((data / "tops" / "train").glob("*.txt")):
        image = cv2.imread(str(data / "images" / "train" / f"{rows.stem}.jpg"), cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError(f"{rows.stem}.jpg is not a picture OpenCV can read")
        height, width = image.shape[:2]
        written = [row for row in rows.read_text(encoding="utf-8").splitlines() if row[0] != "2"]
        dice = np.array([die.box for die in labelled("\n".join(written), width, height)])
        found = detector.propose(image.astype(np.uint8)).boxes
        shared = shared_parts(found, dice.reshape(-1, 4))
        sides = np.array([width, height], np.float64)
        inside = (found[:, :2] > 2).all(axis=1) & (found[:, 2:] < sides - 2).all(axis=1)
        false = found[inside & (shared.max(axis=1, initial=0.0) < TOUCHING)]
        for box in false:
            middle, size = (box[:2] + box[2:]) / 2 / sides, (box[2:] - box[:2]) / sides
            cells = " ".join(f"{cell:.6g}" for cell in (*middle, *size))
            written.append(f"{NOTHING} {cells} " + " ".join(["0"] * 9))
        rows.write_text("\n".join(written), encoding="utf-8")
        added += len(false)
    return added
