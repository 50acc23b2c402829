"""Crops of real pipped dice for the face reader, from the training parts of the photo sets."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.faces_art import Label
from models.photos import SETS, WHOLE_DIE, Part, photos
from vision.faces import CROP, KINDS

_PIPS_TO_FACE: Final = 1.35  # the box around four to six pips, and the face they stand on


@dataclass(frozen=True, slots=True)
class PipCrop:
    """A die in a photo: its surroundings, where its middle is and how wide its face, in px."""

    patch: NDArray[np.uint8]
    middle: tuple[float, float]
    face: float
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
                found.append(_cut(picture, box, face, value, name))
    return tuple(found)


def _cut(
    picture: NDArray[np.uint8], box: NDArray[np.float64], face: float, value: int, name: str
) -> PipCrop:
    """The die with room to turn it in."""
    x, y = (box[:2] + box[2:]) / 2
    reach = face * 1.3
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    patch = picture[top : int(y + reach) + 1, left : int(x + reach) + 1].copy()
    return PipCrop(patch, (float(x - left), float(y - top)), face, value, name)


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
    dice: Sequence[PipCrop], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], Label]:
    """One of the dice at a random angle, size, brightness and sharpness."""
    die = dice[int(rng.integers(len(dice)))]
    shift = rng.normal(0, 0.04, 2)
    crop = cropped(
        die, rng.uniform(0, 360), rng.uniform(0.85, 1.3), (float(shift[0]), float(shift[1]))
    )
    seen: NDArray[Any] = (
        crop.astype(np.float32) * rng.uniform(0.6, 1.3) * np.exp(rng.normal(0, 0.06, 3))
    )
    if rng.random() < 0.4:
        seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.15:
        seen = 255 - seen  # dark pips on light dice become light pips on dark ones
    seen = seen + rng.normal(0, rng.uniform(0, 6), seen.shape)
    label = Label(KINDS.index("dots"), value=die.value - 1, turn=False)
    return np.clip(seen, 0, 255).astype(np.uint8), label
