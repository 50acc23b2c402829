"""Measures the shipped detector on rendered scenes and on real photos, never mixed.

A detection finds a die when their boxes, as far as they lie in the picture, share at least half
of their union; on the photo set whose labels hug the pips, when the label's middle lies in the
detected box. Every die can be found once; what finds none is false. In drawn scenes a die is
asked for when at least half of its top face shows (see `models.scenes.visible`): that is what a
game needs and what can be read. Other dice are neither asked for nor false.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from calibration.mats import mat_named
from hardware.dice import PipFace
from hardware.simulated.random_scenes import random_setup
from hardware.simulated.render import render
from hardware.simulated.scene import TrueDie
from models import photos
from models.scenes import enough_shows, random_kind, random_scene_truths, visible
from vision.detect import Detection, Detector, Whereabouts
from vision.faces import FaceReader
from vision.look import look_at

Floats = NDArray[np.float64]

SHARED: Final = 0.5

MAT_EDGES: Final = (40.0, 48.0)
"""Edges of dice (px) on a mat that fills a picture 2304 px wide."""

NEAREST: Final = 1.3
"""So many times as large are dice seen in front as those in the middle, where the camera leans."""

MAT_SCENES: Final = 110


@dataclass
class Count:
    """What was asked for, what was found, and how sure the detector was."""

    dice: int = 0
    found: int = 0
    false: int = 0
    read: int = 0  # faces read right, of the dice found
    cocked: int = 0  # called cocked, of the dice found
    scores: list[tuple[float, bool]] = field(default_factory=list)
    corner_errors: list[float] = field(default_factory=list)  # parts of the face's side

    def add(self, other: "Count") -> None:
        """Take another count in."""
        self.dice += other.dice
        self.found += other.found
        self.false += other.false
        self.read += other.read
        self.cocked += other.cocked
        self.scores += other.scores
        self.corner_errors += other.corner_errors


def shared_parts(one: Floats, other: Floats) -> Floats:
    """For boxes N x 4 and M x 4: the part of their union that each pair shares (N x M)."""
    low = np.maximum(one[:, None, :2], other[None, :, :2])
    high = np.minimum(one[:, None, 2:], other[None, :, 2:])
    both = np.prod(np.clip(high - low, 0, None), axis=2)
    area, other_area = (np.prod(boxes[:, 2:] - boxes[:, :2], axis=1) for boxes in (one, other))
    parts: Floats = both / np.maximum(area[:, None] + other_area[None] - both, 1e-9)
    return parts


def middles_inside(labels: Floats, found: Floats) -> Floats:
    """1 where the middle of a label (N x 4) lies in a detected box (M x 4), more if central."""
    middle = ((labels[:, :2] + labels[:, 2:]) / 2)[:, None]
    inside = np.all((middle > found[None, :, :2]) & (middle < found[None, :, 2:]), axis=2)
    centre = ((found[:, :2] + found[:, 2:]) / 2)[None]
    size = np.linalg.norm(found[:, 2:] - found[:, :2], axis=1)[None]
    away = np.linalg.norm(middle - centre, axis=2) / np.maximum(size, 1e-9)
    likeness: Floats = inside * (1.5 - away)
    return likeness


def pairs(likeness: Floats, least: float) -> list[tuple[int, int]]:
    """The best one-to-one pairs (row, column) that are alike enough."""
    rows, columns = linear_sum_assignment(-likeness)
    return [
        (int(row), int(column))
        for row, column in zip(rows, columns, strict=True)
        if likeness[row, column] >= least
    ]


def _boxes(found: "Sequence[Detection] | Sequence[Known]") -> Floats:
    return np.array([die.box for die in found], np.float64).reshape(-1, 4)


@dataclass(frozen=True, slots=True)
class Known:
    """What a rendered picture truly shows of one die, and whether that is asked for."""

    box: tuple[float, float, float, float]
    corners: Floats
    asked: bool


def known(truths: Iterable[TrueDie], size: tuple[int, int]) -> tuple[Known, ...]:
    """The truth of the simulated table, for a picture of `size` (height, width in px)."""
    return tuple(
        Known(within(die.box, size), np.array(die.corners), visible(die)) for die in truths
    )


def within(
    box: tuple[float, float, float, float], size: tuple[int, int]
) -> tuple[float, float, float, float]:
    """The part of a box (px) that lies in a picture of `size` (height, width)."""
    left, top, right, bottom = np.clip(box, 0, (size[1], size[0], size[1], size[0])).tolist()
    return (left, top, right, bottom)


def count_scene(truths: Sequence[Known], found: Sequence[Detection]) -> Count:
    """Compare one rendered scene with what was found in it."""
    asked = [die for die in truths if die.asked]
    count = Count(dice=len(asked))
    matched = pairs(shared_parts(_boxes(asked), _boxes(found)), SHARED)
    for row, column in matched:
        count.found += 1
        count.scores.append((found[column].score, True))
        count.corner_errors.append(_corner_error(asked[row], found[column]))
    partners = {column for _, column in matched}
    lonely = [die for number, die in enumerate(found) if number not in partners]
    others = [die for die in truths if not die.asked]
    hidden = pairs(shared_parts(_boxes(others), _boxes(lonely)), SHARED)
    excused = {column for _, column in hidden}
    false = [die.score for number, die in enumerate(lonely) if number not in excused]
    count.false = len(false)
    count.scores += [(score, False) for score in false]
    return count


def _corner_error(truth: Known, found: Detection) -> float:
    """Mean distance of the corners, from the best start, as a part of the face's side."""
    wanted = truth.corners
    side = np.linalg.norm(wanted - np.roll(wanted, 1, axis=0), axis=1).mean()
    errors = [
        np.linalg.norm(np.roll(found.corners, start, axis=0) - wanted, axis=1).mean()
        for start in range(4)
    ]
    return float(min(errors) / side)


def count_photo(photo: photos.Photo, detector: Detector, reader: FaceReader) -> Count:
    """Compare one photo with its labels; as `read --dice d6` does, it knows that dice have pips."""
    seen = look_at(photo.image(), detector, reader, "pips")
    found = [die.detection for die in seen]
    if photo.set_name in photos.WHOLE_DIE:
        matched = pairs(shared_parts(photo.boxes, _boxes(found)), SHARED)
    else:
        matched = pairs(middles_inside(photo.boxes, _boxes(found)), 0.5)
    partners = {column for _, column in matched}
    count = Count(dice=len(photo.boxes), found=len(matched), false=len(found) - len(matched))
    count.scores = [(die.score, number in partners) for number, die in enumerate(found)]
    for row, column in matched:
        count.cocked += not found[column].flat
        face, _ = seen[column].reading.best("pips")
        count.read += isinstance(face, PipFace) and face.value == photo.values[row]
    return count


def calibration_error(scores: Iterable[tuple[float, bool]], bins: int = 15) -> float:
    """Expected calibration error: how far chances and outcomes differ, over bins of one width."""
    table = np.array(list(scores), np.float64).reshape(-1, 2)
    if not len(table):
        return 0.0
    bin_of = np.minimum((table[:, 0] * bins).astype(int), bins - 1)
    gaps = [
        abs(part[:, 0].mean() - part[:, 1].mean()) * len(part)
        for part in (table[bin_of == number] for number in range(bins))
        if len(part)
    ]
    return float(sum(gaps) / len(table))


def figure(
    name: str, value: float, unit: str, must: float, on: str, *, most: bool
) -> Mapping[str, Any]:
    """One line of figures; `most` when `must` is an upper bound."""
    good = value <= must if most else value >= must
    return {
        "name": name,
        "value": round(value, 3),
        "unit": unit,
        "must": must,
        "ok": bool(good),
        "on": on,
    }


def found_and_false(
    name: str, count: Count, on: str, must: tuple[float, float]
) -> Iterator[Mapping[str, Any]]:
    """The two figures every test set has."""
    told = f"{on}; {count.dice} dice"
    asked = max(count.dice, 1)
    yield figure(f"{name}.found", 100 * count.found / asked, "%", must[0], told, most=False)
    yield figure(f"{name}.false", 100 * count.false / asked, "%", must[1], told, most=True)


def rendered(detector: Detector, scenes: int, seed: int = 9100) -> Count:
    """Rendered scenes of other seeds, with icons no training scene showed."""
    total = Count()
    for number in range(scenes):
        rng = np.random.default_rng((seed, number))
        image, truths = random_scene_truths(rng, (1280, 720), unseen=True)
        total.add(count_scene(known(truths, image.shape[:2]), detector(image)))
    return total


def on_a_mat(detector: Detector, scenes: int, seed: int = 9300) -> tuple[Count, Count]:
    """Scenes as large as a mat in a 2304 px wide picture, looked at without and with knowing that.

    Where the mat is found the eye knows how large dice are, and looks no closer than it must.
    """
    size = (2200, 1240)
    told = Whereabouts([(0, 0, *size)], MAT_EDGES[0], most_px=NEAREST * MAT_EDGES[1])
    blind, knowing = Count(), Count()
    for number in range(scenes):
        rng = np.random.default_rng((seed, number))
        kinds = [random_kind(rng, n, unseen=True) for n in range(int(rng.integers(1, 6)))]
        lies_on = mat_named("dicemasters") if number % 3 else None
        setup = random_setup(rng, kinds, lies_on, size=size, die_px=MAT_EDGES, tilt=(0.0, 25.0))
        image, truths = render(*setup, rng)
        dice = known(truths, image.shape[:2])
        blind.add(count_scene(dice, detector(image)))
        knowing.add(count_scene(dice, detector(image, told)))
    return blind, knowing


def path_traced(detector: Detector, folder: Path) -> tuple[int, Count]:
    """Scenes drawn by a path tracer (`models.cycles`): how many there are, and the count."""
    total = Count()
    paths = sorted(folder.glob("*.json"))
    for path in paths:
        told = json.loads(path.read_text(encoding="utf-8"))
        image = cv2.imread(str(folder / told["image"]), cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError(f"{folder / told['image']} is not a picture OpenCV can read")
        truths = [
            Known(
                within(tuple(die["box"]), image.shape[:2]),
                np.array(die["corners"]),
                enough_shows(tuple(die["box"]), die["top"]),
            )
            for die in told["dice"]
        ]
        total.add(count_scene(truths, detector(image.astype(np.uint8))))
    return len(paths), total


def photographed(detector: Detector, reader: FaceReader, folder: Path) -> dict[str, Count]:
    """The test part of each photo set."""
    counts = {}
    for name in photos.SETS:
        total = Count()
        for photo in photos.photos(folder, name, "test"):
            total.add(count_photo(photo, detector, reader))
        counts[name] = total
    return counts


def figures(
    folder: Path | None, scenes: int = 60, traced: Path | None = None
) -> Iterator[Mapping[str, Any]]:
    """Every figure of the detector; `folder` holds real photos, `traced` path-traced scenes."""
    detector = Detector()
    reader = FaceReader()
    drawn = rendered(detector, scenes)
    on = f"{scenes} rendered scenes 1280x720, seeds and icons kept out of training"
    yield from found_and_false("eye.render", drawn, on, (99.5, 0.5))
    yield figure("eye.ece", calibration_error(drawn.scores), "", 0.03, f"{on}; boxes", most=True)
    corners = 100 * float(np.median(drawn.corner_errors or [1.0]))
    yield figure("eye.render.corners", corners, "% of a side", 5.0, f"{on}; median", most=True)
    blind, knowing = on_a_mat(detector, MAT_SCENES)
    on = f"{MAT_SCENES} rendered scenes 2200x1240 with dice as large as on a mat"
    yield from found_and_false("eye.render.mat", blind, f"{on}, size not told", (99.5, 0.5))
    yield from found_and_false("eye.render.mat", knowing, f"{on}, size told", (99.5, 0.5))
    if traced is not None:
        pictures, count = path_traced(detector, traced)
        yield from found_and_false(
            "eye.cycles", count, f"{pictures} path-traced scenes", (99.5, 0.5)
        )
    if folder is None:
        return
    together = Count()
    for name, count in photographed(detector, reader, folder).items():
        together.add(count)
        yield from _photo_figures(count, f"real photos, test part of {name}, read as d6")
    yield from _photo_figures(together, "real photos, all test parts, read as d6")
    ece = calibration_error(together.scores)
    yield figure("eye.ece", ece, "", 0.03, "real photos, all test parts; boxes", most=True)


def _photo_figures(count: Count, on: str) -> Iterator[Mapping[str, Any]]:
    yield from found_and_false("eye.photos", count, on, (98.0, 2.0))
    value = 100 * count.read / max(count.found, 1)
    yield figure("eye.photos.value", value, "%", 98.0, f"{on}; of {count.found} found", most=False)
    cocked = 100 * count.cocked / max(count.found, 1)
    told = f"{on}; of {count.found} found, which lie flat"
    yield figure("eye.photos.cocked.false", cocked, "%", 0.5, told, most=True)
