"""Makes the detector's score a chance, on pictures kept for that: drawn scenes and real photos.

The photos are half of those of matteop65_webcam that are no test pictures, which nothing was
trained on, and the training parts of the other sets. No test picture is looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from models import photos
from models.evaluate import SHARED, Floats, known, middles_inside, pairs, shared_parts
from models.lessons import lesson_truths
from models.render import CALIBRATING
from models.scenes import random_scene_truths
from vision.detect import Detector, Weighed, calibrated
from vision.weights import FOLDER, manifest, register_network

SIZE: Final = (1280, 720)
SEED: Final = 9200


def fit_calibration(
    proposed: Floats, looked: Floats, right: NDArray[np.bool_]
) -> tuple[float, float, float]:
    """The plane in log-odds that makes both networks' scores chances (see `vision.detect`)."""

    def surprise(plane: Floats) -> float:
        chances = calibrated(proposed, looked, {"calibration": tuple(plane)})
        likely = np.where(right, chances, 1 - chances)
        return float(-np.log(np.maximum(likely, 1e-9)).mean())

    first, second, shift = minimize(surprise, np.array([0.7, 0.5, 0.0]), method="Nelder-Mead").x
    return float(first), float(second), float(shift)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What both networks said of many boxes, and which of these hold a die."""

    proposed: Floats
    looked: Floats
    right: NDArray[np.bool_]


def drawn(detector: Detector, scenes: int, seed: int) -> Iterator[Evidence]:
    """Scenes with the icons kept out of training: half as always, half the harder lessons."""
    for number in range(scenes):
        rng = np.random.default_rng((seed, number))
        made = random_scene_truths if number % 2 else lesson_truths
        image, truths = made(rng, SIZE, unseen=True)
        dice = known(truths, SIZE[::-1])
        asked = np.array([die.box for die in dice if die.asked], np.float64).reshape(-1, 4)
        others = np.array([die.box for die in dice if not die.asked], np.float64).reshape(-1, 4)
        weighed = detector.weigh(image)
        boxes = np.array([each.die.box for each in weighed], np.float64).reshape(-1, 4)
        right = {column for _, column in pairs(shared_parts(asked, boxes), SHARED)}
        hidden = {column for _, column in pairs(shared_parts(others, boxes), SHARED)}
        yield _evidence(weighed, right, hidden - right)


def photographed(detector: Detector, folder: Path) -> Iterator[Evidence]:
    """The photos that are no test pictures."""
    for name in photos.SETS:
        for number, photo in enumerate(photos.photos(folder, name, "train")):
            if name == "matteop65_webcam" and number % 2 != CALIBRATING:
                continue
            weighed = detector.weigh(photo.image())
            boxes = np.array([each.die.box for each in weighed], np.float64).reshape(-1, 4)
            like = shared_parts if name in photos.WHOLE_DIE else middles_inside
            found = pairs(like(photo.boxes, boxes), SHARED)
            yield _evidence(weighed, {column for _, column in found}, set())


def _evidence(weighed: Sequence[Weighed], right: set[int], left_out: set[int]) -> Evidence:
    rows = [number for number in range(len(weighed)) if number not in left_out]
    return Evidence(
        np.array([weighed[row].proposed for row in rows], np.float64),
        np.array([weighed[row].looked for row in rows], np.float64),
        np.array([row in right for row in rows], bool),
    )


def calibrate(folder: Path = FOLDER, photos_folder: Path | None = None, scenes: int = 40) -> None:
    """Fit the calibration and write it into the manifest."""
    detector = Detector(folder=folder, threads=1, lowest=0.0)
    parts = list(drawn(detector, scenes, SEED))
    if photos_folder is not None:
        parts += photographed(detector, photos_folder)
    plane = fit_calibration(
        np.concatenate([part.proposed for part in parts]),
        np.concatenate([part.looked for part in parts]),
        np.concatenate([part.right for part in parts]),
    )
    entry = manifest(folder)["detector"]
    facts = {**entry.facts, "calibration": [round(part, 3) for part in plane]}
    register_network("detector", entry.file, facts, folder)
