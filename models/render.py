"""Writes the detector's training set: rendered scenes and, where given, real photos.

`labels/` holds what the YOLO learns: boxes of one class. `tops/` holds what the second look
learns: rows of `class box points`, where class 0 lies flat and 1 is cocked; the points are those
of `vision.corners`, or marked as unknown on photos, whose labels name no corners.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene import TrueDie
from models import photos
from models.lessons import (
    DECOYS,
    FOR_LEANS,
    FOR_LOOKS,
    FOR_SIDES,
    Decoys,
    Mix,
    lesson,
    lesson_truths,
)
from models.scenes import enough_shows, random_scene, visible
from models.stages import Pictures
from models.tops_crops import HIDDEN, NOTHING
from vision.corners import points_from_corners

TILE: Final = 512
"""Side of a training picture, px."""

KNOWN: Final = "look"
"""How the names of pictures begin of which every die is known, hidden ones too."""

SIDELIT: Final = f"{KNOWN}-sidelit"
"""How those of further scenes begin, many of them lit from a side."""

LEANING: Final = f"{KNOWN}-leaning"
"""How those begin in which every second die leans."""

TRACED: Final = f"{KNOWN}-traced"
"""How those of path-traced ones begin."""

WEBCAM: Final = "webcam"
"""How those of the webcam's photos begin."""

CALIBRATING: Final = 1
"""Which of two webcam photos no network learns from: chances are fitted on it."""

GREY: Final = 114
"""What the detector fills a picture's last row of strides with."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """What was written: the YAML that ultralytics reads, and what identifies the pictures."""

    description: Path
    pictures: int
    dice: int
    digest: str


def _row(kind: int, box: NDArray[np.float64], points: NDArray[np.float64] | None) -> str:
    """One label row; `box` x1 y1 x2 y2 and `points` 3 x 2 as parts of the picture's sides."""
    middle, size = (box[:2] + box[2:]) / 2, box[2:] - box[:2]
    cells = [*middle, *size]
    for index in range(3):
        point = None if points is None else points[index]
        if point is None or np.any((point < 0) | (point > 1)):
            cells += [0, 0, 0]
        else:
            cells += [*point, 2]
    return f"{kind} " + " ".join(f"{cell:.6g}" for cell in cells)


def label(dice: tuple[TrueDie, ...], size: tuple[int, int]) -> str:
    """The label file of a rendered picture of `size` (height, width in px)."""
    sides = np.array([size[1], size[0]], np.float64)
    rows = []
    for die in dice:
        box = np.clip(np.array(die.box) / np.tile(sides, 2), 0, 1)
        points = points_from_corners(np.array([die.corners]))[0] / sides
        rows.append(_row(int(die.cocked), box, points))
    return "\n".join(rows)


def _save(folder: Path, part: str, name: str, image: NDArray[np.uint8], rows: str) -> None:
    (folder / "images" / part).mkdir(parents=True, exist_ok=True)
    (folder / "labels" / part).mkdir(parents=True, exist_ok=True)
    (folder / "tops" / part).mkdir(parents=True, exist_ok=True)
    picture = folder / "images" / part / f"{name}.jpg"
    cv2.imwrite(str(picture), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (folder / "tops" / part / f"{name}.txt").write_text(rows, encoding="utf-8")
    boxes = [
        "0 " + " ".join(row.split()[1:5]) for row in rows.splitlines() if row[0] != str(HIDDEN)
    ]
    (folder / "labels" / part / f"{name}.txt").write_text("\n".join(boxes), encoding="utf-8")


def write_lessons(folder: Path, count: int, seed: int, decoys: Decoys = DECOYS) -> None:
    """Render `count` scenes of `models.lessons` into the part `train`, those that lack."""
    for number in range(count):
        name = f"lesson{number:05d}"
        if (folder / "labels" / "train" / f"{name}.txt").exists():
            continue
        made = lesson(np.random.default_rng((seed, number)), (TILE, TILE), decoys)
        _save(folder, "train", name, made.image, label(made.dice, (TILE, TILE)))


def _with_hidden(dice: tuple[TrueDie, ...], size: tuple[int, int]) -> str:
    """The label file of all dice, with those that show too little marked as hidden."""
    sides = np.array([size[1], size[0]], np.float64)
    boxes = [np.clip(np.array(die.box) / np.tile(sides, 2), 0, 1) for die in dice]
    hidden = [
        _row(HIDDEN, box, None)
        for die, box in zip(dice, boxes, strict=True)
        if not visible(die) and ((box[2:] - box[:2]) * sides).min() >= 2
    ]
    seen = label(tuple(die for die in dice if visible(die)), size)
    return "\n".join([*seen.splitlines(), *hidden])


def write_looks(
    folder: Path, part: str, count: int, seed: int, *, named: str = KNOWN, mix: Mix = FOR_LOOKS
) -> None:
    """Render `count` scenes for the second look, those that lack, hidden dice marked."""
    for number in range(count):
        name = f"{named}{number:05d}"
        if (folder / "labels" / part / f"{name}.txt").exists():
            continue
        rng = np.random.default_rng((seed, number))
        image, dice = lesson_truths(rng, (TILE, TILE), unseen=part == "val", mix=mix)
        _save(folder, part, name, image, _with_hidden(dice, (TILE, TILE)))


def write_traced(folder: Path, traced: Path, count: int) -> None:
    """Add path-traced scenes (see `models.cycles`) to the lessons, hidden dice marked."""
    for sheet in sorted(traced.glob("*.json"))[:count]:
        told = json.loads(sheet.read_text(encoding="utf-8"))
        picture = cv2.imread(str(traced / told["image"]), cv2.IMREAD_COLOR)
        if picture is None:
            raise ValueError(f"{traced / told['image']} is not a picture OpenCV can read")
        sides = np.array(picture.shape[1::-1], np.float64)
        rows = []
        for die in told["dice"]:
            box = np.clip(np.array(die["box"]) / np.tile(sides, 2), 0, 1)
            if enough_shows(tuple(die["box"]), die["top"]):
                points = points_from_corners(np.array([die["corners"]]))[0] / sides
                rows.append(_row(int(not die["flat"]), box, points))
            elif ((box[2:] - box[:2]) * sides).min() >= 2:
                rows.append(_row(HIDDEN, box, None))
        _save(
            folder,
            "train",
            f"{TRACED}-{sheet.stem}",
            picture.astype(np.uint8),
            "\n".join(rows),
        )


def write_scenes(folder: Path, part: str, count: int, seed: int, name: str = "scene") -> None:
    """Render `count` scenes into the part `train` or `val`; each has a seed of its own."""
    for number in range(count):
        made = random_scene(
            np.random.default_rng((seed, number)), (TILE, TILE), unseen=part == "val"
        )
        size = (made.image.shape[0], made.image.shape[1])
        _save(folder, part, f"{name}{number:05d}", made.image, label(made.dice, size))


def write_stage(
    folder: Path, wanted: Pictures, source: Path, traced: Path | None = None
) -> DataSet:
    """Draw the pictures of a named stage (see `models.stages`); what exists is kept."""
    write_lessons(folder, wanted.lessons, wanted.lessons_seed, wanted.decoys)
    if wanted.looks:
        write_looks(folder, "train", wanted.looks, wanted.looks_seed)
        write_looks(folder, "val", wanted.kept_out, wanted.kept_out_seed)
        write_looks(
            folder, "train", wanted.sidelit, wanted.sidelit_seed, named=SIDELIT, mix=FOR_SIDES
        )
        for part, count, seed in (
            ("train", wanted.leaning, wanted.leaning_seed),
            ("val", wanted.leaning_kept_out, wanted.kept_out_seed),
        ):
            write_looks(folder, part, count, seed, named=LEANING, mix=FOR_LEANS)
        write_webcam(folder, source)
    if traced is not None:
        write_traced(folder, traced, wanted.traced)
    write_closeups(folder, source, wanted.closeups_seed, wanted.closeups)
    write_photos(folder, source, wanted.photos_seed, wanted.copies)
    if not wanted.looks:
        write_scenes(folder, "val", wanted.kept_out, wanted.kept_out_seed)
    return describe(folder)


def _turned(boxes: NDArray[np.float64], quarter: int, mirror: bool) -> NDArray[np.float64]:
    """Boxes (parts of the sides) of a picture mirrored, then turned by quarters to the left."""
    moved = boxes.copy()
    if mirror:
        moved = np.column_stack([1 - boxes[:, 2], boxes[:, 1], 1 - boxes[:, 0], boxes[:, 3]])
    for _ in range(quarter):
        moved = np.column_stack([moved[:, 1], 1 - moved[:, 2], moved[:, 3], 1 - moved[:, 0]])
    return moved


def write_photos(folder: Path, source: Path, seed: int, copies: int = 4) -> None:
    """Add the training photos whose boxes hold whole dice, each turned `copies` ways."""
    rng = np.random.default_rng(seed)
    for photo in photos.photos(source, "byler_d6", "train"):
        picture = photo.image()
        height, width = picture.shape[:2]
        parts = photo.boxes / (width, height, width, height)
        for quarter in range(copies):
            mirror = bool(rng.random() < 0.5)
            image = picture[:, ::-1] if mirror else picture
            image = np.ascontiguousarray(np.rot90(image, quarter))
            boxes = np.clip(_turned(parts, quarter, mirror), 0, 1)
            rows = "\n".join(_row(0, box, None) for box in boxes)
            _save(folder, "train", f"photo-{photo.path.stem}-{quarter}", image, rows)
    _write_crops(folder, source, rng)


def write_webcam(folder: Path, source: Path) -> None:
    """Add half of the webcam's training photos, for what is no die in them.

    Their boxes hug the pips, so that no die of theirs is a lesson; every second photo is left for
    calibrating.
    """
    for number, photo in enumerate(photos.photos(source, "matteop65_webcam", "train")):
        if number % 2 == CALIBRATING:
            continue
        picture = photo.image()
        sides = np.tile(picture.shape[1::-1], 2)
        middle = np.tile((photo.boxes[:, :2] + photo.boxes[:, 2:]) / 2, 2)
        whole = np.clip((middle + 2 * (photo.boxes - middle)) / sides, 0, 1)
        rows = "\n".join(_row(HIDDEN, box, None) for box in whole)
        _save(folder, "train", f"{WEBCAM}-{photo.path.stem}", picture, rows)


def write_closeups(folder: Path, source: Path, seed: int, count: int) -> None:
    """Add pictures that a single die fills: casino crops, and dice cut closely out of photos.

    Several of them stand on one canvas of the grey that the detector puts around a picture.
    """
    rng = np.random.default_rng(seed)
    crops = [photo.image() for photo in photos.photos(source, "chase_casino_crops", "train")]
    byler = list(photos.photos(source, "byler_d6", "train"))
    for number in range(count):
        canvas = np.full((TILE, TILE, 3), GREY, np.uint8)
        rows = []
        for cell in rng.permutation(16)[: int(rng.integers(4, 13))]:
            crop = crops[int(rng.integers(len(crops)))]
            if rng.random() < 0.35:
                photo = byler[int(rng.integers(len(byler)))]
                crop = _cut_out(photo, rng)
            low = np.array([cell % 4, cell // 4]) * (TILE // 4) + rng.integers(2, 14, 2)
            rows.append(_row(0, _stood(canvas, crop, low, rng) / TILE, None))
        _save(folder, "train", f"closeups{number:03d}", canvas, "\n".join(rows))


def _cut_out(photo: photos.Photo, rng: np.random.Generator) -> NDArray[np.uint8]:
    """One die of a photo with hardly anything around it."""
    picture = photo.image()
    box = photo.boxes[int(rng.integers(len(photo.boxes)))]
    margin = rng.uniform(-0.02, 0.1, 4) * np.tile(box[2:] - box[:2], 2) * (-1, -1, 1, 1)
    left, top, right, bottom = np.maximum(np.round(box + margin), 0).astype(int)
    return np.ascontiguousarray(picture[top:bottom, left:right])


def _stood(
    canvas: NDArray[np.uint8],
    crop: NDArray[np.uint8],
    low: NDArray[np.int64],
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Put a turned crop with hard edges on a canvas; its die's box (px)."""
    turned = np.rot90(crop, int(rng.integers(4)))
    if rng.random() < 0.5:
        turned = turned[:, ::-1]
    scale = min(rng.uniform(0.5, 1.4), 112 / max(turned.shape[:2]))
    patch = cv2.resize(
        np.ascontiguousarray(turned), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
    )
    tall, wide = patch.shape[:2]
    canvas[low[1] : low[1] + tall, low[0] : low[0] + wide] = patch
    inset = 0.02 * np.array([wide, tall, -wide, -tall])
    box: NDArray[np.float64] = np.array([*low, low[0] + wide, low[1] + tall]) + inset
    return box


def _write_crops(folder: Path, source: Path, rng: np.random.Generator) -> None:
    """Lay the casino crops, a die each, on cloth of their own colour."""
    crops = [photo.image() for photo in photos.photos(source, "chase_casino_crops", "train")]
    for number in range(len(crops) // 3):
        first = crops[int(rng.integers(0, len(crops)))]
        felt = np.median(np.concatenate([first[0], first[-1]]), axis=0)
        cloth = felt + rng.normal(0, rng.uniform(2, 10), (TILE, TILE, 3))
        canvas: NDArray[np.uint8] = np.clip(cloth, 0, 255).astype(np.uint8)
        rows = []
        for cell in rng.permutation(25)[: int(rng.integers(2, 10))]:
            crop = crops[int(rng.integers(0, len(crops)))]
            corner = (int(cell % 5 * 100), int(cell // 5 * 100))
            rows.append(_row(0, _laid(canvas, crop, corner, rng) / TILE, None))
        _save(folder, "train", f"crops{number:03d}", canvas, "\n".join(rows))


def _laid(
    canvas: NDArray[np.uint8],
    crop: NDArray[np.uint8],
    corner: tuple[int, int],
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Lay a crop of one die on a canvas with soft edges; the die's box (px)."""
    scale = rng.uniform(0.5, 1.3)
    turned = np.ascontiguousarray(np.rot90(crop, int(rng.integers(0, 4))))
    patch = cv2.resize(turned, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    left, top = corner
    spot = canvas[top : top + patch.shape[0], left : left + patch.shape[1]]
    tall, wide = spot.shape[:2]
    sharp = np.zeros(patch.shape[:2], np.float32)
    sharp[2:-2, 2:-2] = 1
    soft = cv2.GaussianBlur(sharp, (0, 0), 1.5)[:tall, :wide, None]
    spot[:] = (spot * (1 - soft) + patch[:tall, :wide] * soft).astype(np.uint8)
    inset = 0.03
    low = np.array([left + wide * inset, top + tall * inset])
    high = np.array([left + wide * (1 - inset), top + tall * (1 - inset)])
    box: NDArray[np.float64] = np.clip(np.concatenate([low, high]), 0, TILE)
    return box


def describe(folder: Path) -> DataSet:
    """Write `dice.yaml` and `data.json`, with the digest of all pictures and labels.

    What `models.hard_negatives` added to the labels is left out.
    """
    digest = hashlib.sha256()
    pictures, dice = 0, 0
    for path in sorted(folder.glob("images/*/*.jpg")):
        rows = folder / "tops" / path.parent.name / f"{path.stem}.txt"
        told = rows.read_text(encoding="utf-8").splitlines()
        labels = [row for row in told if row[0] != str(NOTHING)]
        digest.update(path.name.encode() + path.read_bytes() + "\n".join(labels).encode())
        pictures += 1
        dice += sum(row[0] != str(HIDDEN) for row in labels)
    description = folder / "dice.yaml"
    description.write_text(
        f"path: {folder.resolve()}\ntrain: images/train\nval: images/val\nnames:\n  0: die\n",
        encoding="utf-8",
    )
    made = DataSet(description, pictures, dice, digest.hexdigest())
    facts = {"pictures": pictures, "dice": dice, "sha256": made.digest}
    (folder / "data.json").write_text(json.dumps(facts) + "\n", encoding="utf-8")
    return made
