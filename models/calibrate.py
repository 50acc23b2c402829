"""Makes the detector's score a chance, on pictures kept for that: drawn scenes and real photos.

    python -m models.calibrate usual expected read --photos PHOTOS --textures TEXTURES

Where all dice are known to have pips, what is read on a box bears on its chance, too. The reader of
whole dice learnt from the training parts of the photos, so that it is surer there than elsewhere:
what it says is weighed on drawn scenes and on the development photos of the newer sets.

Else the photos are half of those of matteop65_webcam that are no test pictures and the training
parts of the other older sets. No test picture of theirs is looked at.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from hardware.dice import DieKind, PipFace
from hardware.frame import Image
from hardware.simulated.scene import TrueDie
from models import photos
from models.evaluate import SHARED, Floats, known, middles_inside, pairs, shared_parts
from models.lessons import lesson_truths
from models.pips_lessons import pipped
from models.render import CALIBRATING
from models.scenes import random_scene_truths
from models.texture_views import Textures, kind_of_family, shown
from vision.detect import Detection, Detector, calibrated, expected, read_as_die
from vision.faces import FaceReader
from vision.look import crops_of
from vision.weights import FOLDER, manifest, register_network

SIZE: Final = (1280, 720)
SEED: Final = 9200

FAMILY: Final = "pips"
"""The dice of which there are photos."""


@dataclass(frozen=True, slots=True)
class NetworkScores:
    """What the networks said of many boxes, and which of these hold a die."""

    proposed: Floats
    looked: Floats
    shows: Floats  # chance that a face of `FAMILY` is seen
    counts: Floats  # chance that the whole die shows something to count
    right: NDArray[np.bool_]
    foreign: NDArray[np.bool_]  # it holds a die of another family
    on_textures: Floats = field(default_factory=lambda: np.zeros(0))
    """As `looked`, where anything may lie around them."""
    likeliest: Floats = field(default_factory=lambda: np.zeros(0))
    """The log-probability of the face that is read."""
    upright: Floats = field(default_factory=lambda: np.zeros(0))
    """The chance that it stands the way it is read."""


def fit_calibration(seen: NetworkScores) -> tuple[float, ...]:
    """The plane in log-odds that makes both networks' scores chances (see `vision.detect`)."""

    def chances(plane: Floats) -> Floats:
        return calibrated(seen.proposed, seen.looked, {"calibration": tuple(plane)})

    return _likeliest(chances, seen.right, (0.7, 0.5, 0.0))


def fit_expected(seen: NetworkScores) -> tuple[float, ...]:
    """The same where all dice are of `FAMILY`, with what is read on the boxes."""
    kept = ~seen.foreign

    def chances(plane: Floats) -> Floats:
        said = (seen.proposed, seen.looked, seen.shows, seen.counts)
        return expected(*(one[kept] for one in said), plane=plane.tolist())

    return _likeliest(chances, seen.right[kept], (1.0, 0.6, 0.5, 0.5, -1.0))


def fit_read(seen: NetworkScores) -> tuple[float, ...]:
    """The same where anything may lie, with how surely faces are read on the boxes."""

    def chances(plane: Floats) -> Floats:
        said = (seen.proposed, seen.on_textures, seen.likeliest, seen.upright)
        return read_as_die(*said, plane=plane.tolist())

    return _likeliest(chances, seen.right, (1.3, 1.0, 0.3, 0.2, -2.0))


def _likeliest(
    chances: Callable[[Floats], Floats], right: NDArray[np.bool_], start: Sequence[float]
) -> tuple[float, ...]:
    """The plane under which what was seen is likeliest."""

    def surprise(plane: Floats) -> float:
        likely = np.where(right, chances(plane), 1 - chances(plane))
        return float(-np.log(np.maximum(likely, 1e-9)).mean())

    most = {"maxiter": 4_000}
    plane = minimize(surprise, np.array(start), method="Nelder-Mead", options=most).x
    return tuple(float(part) for part in plane)


def drawn_tables(
    detector: Detector, reader: FaceReader, scenes: int, seed: int
) -> Iterator[NetworkScores]:
    """Scenes with the icons kept out of training: half as always, half the harder lessons."""
    for number in range(scenes):
        rng = np.random.default_rng((seed, number))
        made = random_scene_truths if number % 2 else lesson_truths
        image, truths = made(rng, SIZE, unseen=True)
        yield _of_scene(detector, reader, image, truths)


def textured(
    detector: Detector,
    reader: FaceReader,
    folder: Path,
    pictures: int,
    seed: int,
    *,
    draw: Callable[[np.random.Generator, int], DieKind] = pipped,
) -> Iterator[NetworkScores]:
    """Dice, or none, among photographed grounds and things that are for lessons."""
    textures = Textures.of(folder, lessons=True)
    for number in range(pictures):
        rng = np.random.default_rng((seed, number))
        kinds = [draw(rng, n) for n in range(int(rng.integers(1, 5)))]
        image, truths = shown(rng, textures, kinds, dice=number % 2 == 0, size=SIZE)
        yield _of_scene(detector, reader, image, truths)


def _of_scene(
    detector: Detector, reader: FaceReader, image: Image, truths: Sequence[TrueDie]
) -> NetworkScores:
    dice = known(truths, SIZE[::-1])
    asked = np.array([die.box for die in dice if die.asked], np.float64).reshape(-1, 4)
    has_pips = [_has_pips(one.kind) for one, die in zip(truths, dice, strict=True) if die.asked]
    others = np.array([die.box for die in dice if not die.asked], np.float64).reshape(-1, 4)
    weighed = detector.weigh(image)
    boxes = np.array([each.box for each in weighed], np.float64).reshape(-1, 4)
    found = {column: row for row, column in pairs(shared_parts(asked, boxes), SHARED)}
    hidden = {column for _, column in pairs(shared_parts(others, boxes), SHARED)}
    kept = [column for column in range(len(weighed)) if column in found or column not in hidden]
    foreign = [column in found and not has_pips[found[column]] for column in kept]
    right = [column in found for column in kept]
    return _evidence(image, reader, [weighed[column] for column in kept], right, foreign)


def _has_pips(kind: DieKind) -> bool:
    return isinstance(kind.faces[0], PipFace)


def photographed(
    detector: Detector,
    reader: FaceReader,
    folder: Path,
    sets: Sequence[str] = photos.SETS,
    part: photos.Part = "train",
) -> Iterator[NetworkScores]:
    """The photos of one part; of the webcam's training part those no network learnt boxes from."""
    for name in sets:
        for number, photo in enumerate(photos.photos(folder, name, part)):
            if (name, part) == ("matteop65_webcam", "train") and number % 2 != CALIBRATING:
                continue
            image = photo.image()
            weighed = detector.weigh(image)
            boxes = np.array([each.box for each in weighed], np.float64).reshape(-1, 4)
            like = shared_parts if name in photos.WHOLE_DIE else middles_inside
            found = {column for _, column in pairs(like(photo.boxes, boxes), SHARED)}
            known = [
                column
                for column in range(len(weighed))
                if column in found or name not in photos.UNLABELLED
            ]
            right = [column in found for column in known]
            told = [weighed[column] for column in known]
            yield _evidence(image, reader, told, right, [False] * len(right))


def _evidence(
    image: Image,
    reader: FaceReader,
    weighed: Sequence[Detection],
    right: Sequence[bool],
    foreign: Sequence[bool],
) -> NetworkScores:
    readings = reader.read(crops_of(image, weighed))
    boxes = np.array([each.box for each in weighed], np.float64).reshape(-1, 4)
    return NetworkScores(
        np.array([each.proposed for each in weighed], np.float64),
        np.array([each.looked for each in weighed], np.float64),
        np.array([reading.shows(FAMILY) for reading in readings], np.float64),
        np.array([one.counts for one in reader.pips(image, boxes)], np.float64),
        np.array(right, bool),
        np.array(foreign, bool),
        np.array([each.top.die_on_textures for each in weighed], np.float64),
        np.array([reading.likeliest for reading in readings], np.float64),
        np.array([reading.turn_score for reading in readings], np.float64),
    )


def together(parts: Sequence[NetworkScores]) -> NetworkScores:
    """The evidence of all pictures."""
    return NetworkScores(
        np.concatenate([part.proposed for part in parts]),
        np.concatenate([part.looked for part in parts]),
        np.concatenate([part.shows for part in parts]),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.right for part in parts]),
        np.concatenate([part.foreign for part in parts]),
        np.concatenate([part.on_textures for part in parts]),
        np.concatenate([part.likeliest for part in parts]),
        np.concatenate([part.upright for part in parts]),
    )


def calibrate(
    folder: Path = FOLDER,
    photos_folder: Path | None = None,
    textures: Path | None = None,
    scenes: int = 40,
) -> None:
    """Fit the calibration and write it into the manifest.

    With textures also the one for pictures of which neither mat nor family is known.
    """
    detector = Detector(folder=folder, threads=1, lowest=0.0)
    reader = FaceReader(folder, threads=1)
    parts = list(drawn_tables(detector, reader, scenes, SEED))
    if photos_folder is not None:
        parts += photographed(detector, reader, photos_folder)
    entry = manifest(folder)["detector"]
    plane = fit_calibration(together(parts))
    facts = {**entry.facts, "calibration": [round(part, 3) for part in plane]}
    if textures is not None:
        parts += textured(detector, reader, textures, scenes, SEED)
        seen = together(parts)
        plane = fit_calibration(replace(seen, looked=seen.on_textures))
        facts["anything"] = [round(part, 3) for part in plane]
    register_network("detector", entry.file, facts, folder)


def calibrate_read(textures: Path, folder: Path = FOLDER, pictures: int = 120) -> None:
    """Fit how surely read faces bear on boxes where anything may lie; into the manifest."""
    detector = Detector(folder=folder, threads=1, lowest=0.0)
    reader = FaceReader(folder, threads=1)
    draw = partial(kind_of_family, family="dicemasters")
    parts = list(textured(detector, reader, textures, pictures, SEED, draw=draw))
    plane = [round(part, 3) for part in fit_read(together(parts))]
    entry = manifest(folder)["detector"]
    facts = {**entry.facts, "read": {"dicemasters": plane}}
    register_network("detector", entry.file, facts, folder)


def calibrate_expected(
    folder: Path = FOLDER,
    photos_folder: Path | None = None,
    textures: Path | None = None,
    scenes: int = 30,
) -> None:
    """Fit how what is read on boxes bears on them where all dice have pips; into the manifest."""
    detector = Detector(folder=folder, threads=1, lowest=0.0)
    reader = FaceReader(folder, threads=1)
    parts = list(drawn_tables(detector, reader, scenes, SEED))
    if photos_folder is not None:
        parts += photographed(detector, reader, photos_folder, photos.NEWER, "test")
    if textures is not None:
        parts += textured(detector, reader, textures, scenes, SEED)
    plane = [round(part, 3) for part in fit_expected(together(parts))]
    entry = manifest(folder)["detector"]
    facts = {**entry.facts, "expected": {FAMILY: plane}}
    register_network("detector", entry.file, facts, folder)


def main(words: Sequence[str] | None = None) -> None:
    """Fit what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="+", choices=("usual", "expected", "read"))
    parser.add_argument("--photos", type=Path, help="the sets of labelled photos")
    parser.add_argument("--textures", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=FOLDER, help="the networks' folder")
    parser.add_argument("--scenes", type=int, default=30)
    chosen = parser.parse_args(words)
    folder, pictures, scenes = chosen.weights, chosen.photos, chosen.scenes
    if "usual" in chosen.what:
        calibrate(folder, pictures, chosen.textures, scenes)
    if "expected" in chosen.what:
        calibrate_expected(folder, pictures, chosen.textures, scenes)
    if "read" in chosen.what:
        calibrate_read(chosen.textures, folder)
    facts = manifest(folder)["detector"].facts
    print({name: facts.get(name) for name in ("calibration", "anything", "expected", "read")})


if __name__ == "__main__":
    main()
