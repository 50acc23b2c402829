"""Real photos of pipped dice as training and test pictures; they stay outside the project.

Every set names its own test part, which no training run may see: it is for development, and may
be looked at. The sets of `BLIND` are shut: nothing learns from them, nobody looks at them, and they
are measured once, when the work is over (`docs/decisions/0020-blind-photos.md`). The boxes of some
sets hold whole dice, those of others hug the top face or its pips (`WHOLE_DIE`).
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

Part = Literal["train", "test"]
SETS: Final = ("byler_d6", "matteop65_webcam", "kamil_mixed", "chase_casino_crops")
"""The older sets, whose figures are to stay as good as they were."""

NEWER: Final = ("round_stage_grey", "coloured_trays")
BLIND: Final = ("office_table_grey", "roboflow_dice")
WHOLE_DIE: Final = {
    "byler_d6": True,
    "kamil_mixed": True,
    "chase_casino_crops": True,
    "coloured_trays": True,
}
UNLABELLED: Final = ("round_stage_grey",)
"""Sets in which some dice have no label: what is found there beside the labels is not false."""

_LATER: Final = "PXL_20240219_1921"
"""Photos of the coloured trays from this name on are for development."""


class BlindError(ValueError):
    """Somebody asked for photos that nobody may look at yet."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled photo: `boxes` are x1 y1 x2 y2 in px, `values` the pips of each top face."""

    set_name: str
    path: Path
    boxes: NDArray[np.float64]
    values: tuple[int, ...]

    def image(self) -> NDArray[np.uint8]:
        """The picture, BGR."""
        picture = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if picture is None:
            raise ValueError(f"{self.path} is not a picture OpenCV can read")
        return picture.astype(np.uint8)


def part(set_name: str, stem: str, byler_split: dict[str, Part]) -> Part:
    """Whether a photo is for training or for testing.

    byler_d6 keeps its author's split, matteop65 its `valid_` files, the casino crops every third
    photo they were cut from; of the stage it is every fifth scene with all its variants, of the
    trays the later photos. kamil_mixed is all test, so that one set is wholly unseen.
    """
    if set_name in BLIND:
        raise BlindError(f"{set_name} is blind: it is opened once, when the work is over.")
    if set_name == "byler_d6":
        return byler_split[stem]
    if set_name == "matteop65_webcam":
        return "test" if stem.startswith("valid_") else "train"
    if set_name == "chase_casino_crops":
        return "test" if int(stem.split("_")[2]) % 3 == 0 else "train"
    if set_name == "round_stage_grey":
        return "test" if int(stem.split("_", maxsplit=1)[0]) % 5 == 0 else "train"
    if set_name == "coloured_trays":
        return "test" if stem >= _LATER else "train"
    return "test"


def photos(folder: Path, set_name: str, wanted: Part) -> Iterator[Photo]:
    """The photos of one part of one set; `folder` holds the sets."""
    root = folder / set_name
    split: dict[str, Part] = {}
    if (root / "split.csv").exists():
        with (root / "split.csv").open(encoding="utf-8") as rows:
            for stem, named in csv.reader(rows):
                split[stem] = "test" if named == "test" else "train"
    for path in sorted((root / "images").iterdir()):
        if part(set_name, path.stem, split) == wanted:
            yield _labelled(set_name, path)


def blind(folder: Path, set_name: str) -> Iterator[Photo]:
    """The photos of a blind set, for the one time that it is opened."""
    if set_name not in BLIND:
        raise ValueError(f"{set_name} is not blind: take its development part.")
    for path in sorted((folder / set_name / "images").iterdir()):
        yield _labelled(set_name, path)


def _labelled(set_name: str, path: Path) -> Photo:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{path} is not a picture OpenCV can read")
    height, width = picture.shape[:2]
    label = path.parent.parent / "labels" / f"{path.stem}.txt"
    rows = np.loadtxt(label, ndmin=2) if label.read_text().strip() else np.zeros((0, 5))
    middle, size = rows[:, 1:3] * (width, height), rows[:, 3:5] * (width, height)
    boxes = np.hstack([middle - size / 2, middle + size / 2])
    return Photo(set_name, path, boxes, tuple(int(value) + 1 for value in rows[:, 0]))
