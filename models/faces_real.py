"""Pictures of real Dice Masters faces, for evaluating only, laid on dice as a camera sees them.

The pictures lie beside the project (`../shared/dice_faces`) and never enter it.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import ActionFace, CharacterFace, Energy, EnergyFace, Face
from hardware.frame import Image
from vision.faces import upright_crop

FOLDER: Final = Path(__file__).resolve().parents[2] / "shared" / "dice_faces"

# What the index leaves open or has wrong, read from the pictures by eye.
_BY_EYE: Final[Mapping[str, Face]] = {
    "avx/Mjolnir1.png": EnergyFace("Bolt"),
    "avx/Mjolnir2-3.png": EnergyFace("Bolt", 2),
    "avx/Vibranium Shield1.png": EnergyFace("Shield"),
    "avx/Vibranium Shield2-3.png": EnergyFace("Shield", 2),
    "ygo/Canopic Jar1.png": EnergyFace("Mask"),
    "ygo/Canopic Jar2-3.png": EnergyFace("Mask", 2),
    "ygo/Canopic Jar4.png": CharacterFace(0, 2, 1),
    "ygo/Canopic Jar5.png": CharacterFace(0, 2, 2),
    "ygo/Canopic Jar6.png": CharacterFace(1, 4, 3),
    "ygo/La Jinn the Mystical Genie of the Lamp5.png": CharacterFace(2, 5, 5),
    "ygo/La Jinn the Mystical Genie of the Lamp6.png": CharacterFace(2, 5, 4, 1),
    "ygo/Millennium Puzzle1.png": EnergyFace("Shield", 2),
    "ygo/Millennium Puzzle2-3.png": EnergyFace("Shield", 2),
    "ygo/Millennium Rod1.png": EnergyFace("Fist", 2),
    "ygo/Millennium Rod2-3.png": EnergyFace("Fist", 2),
    "ygo/Ring of Magnetism1.png": EnergyFace("Mask", 2),
    "ygo/Ring of Magnetism2-3.png": EnergyFace("Mask", 2),
    "ygo/Trap Hole1.png": EnergyFace("Mask", 2),
    "ygo/Trap Hole2-3.png": EnergyFace("Mask", 2),
}


@dataclass(frozen=True, slots=True)
class RealFace:
    """One picture and what it shows."""

    file: str
    edition: str
    die: str
    face: Face
    picture: Image


def real_faces(folder: Path = FOLDER) -> tuple[RealFace, ...]:
    """All pictures of the index."""
    with (folder / "index.csv").open(newline="", encoding="utf-8") as index:
        rows = list(csv.DictReader(index))
    found = []
    for row in rows:
        picture = cv2.imread(str(folder / row["file"]), cv2.IMREAD_COLOR)
        if picture is None:
            raise ValueError(f"{folder / row['file']} is no picture.")
        found.append(
            RealFace(
                row["file"], row["set"], row["die"], _shown(row), cast("Image", picture[1:-1, 1:-1])
            )
        )
    return tuple(found)


def _shown(row: Mapping[str, str]) -> Face:
    """What the index says the picture shows."""
    if row["file"] in _BY_EYE:
        return _BY_EYE[row["file"]]
    match row["kind"]:
        case "energy":
            return EnergyFace(cast("Energy", row["energy"]), int(row["amount"]))
        case "action":
            return ActionFace(int(row["burst"]))
        case _:
            numbers = (int(row[c]) for c in ("field", "attack", "defence", "burst"))
            return CharacterFace(*numbers)


def on_a_die(picture: Image, rng: np.random.Generator) -> Image:
    """A crop of the face on a rendered die, found a little inexactly.

    The face is 40 to 80 pixels wide in the camera's picture, at any angle on the table, with
    uneven light, sometimes glare, blur and noise.
    """
    side = rng.uniform(40, 80)
    frame = int(side * 2.2)
    angle = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    corners = unit * side @ spin + frame / 2 + rng.normal(0, 0.008, (4, 2)) * side
    seen = _camera(_die(picture, corners, frame, rng), rng)
    found = corners + rng.normal(0, 0.018, (4, 2)) * side
    return upright_crop(seen, np.roll(found, int(rng.integers(4)), axis=0))


def _die(
    picture: Image, corners: NDArray[np.float64], frame: int, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Mat, side walls, body and print."""
    seen = np.empty((frame, frame, 3), np.float32)
    seen[:] = rng.choice([[40, 90, 40], [30, 30, 30], [120, 110, 100], [90, 40, 30]])
    seen += rng.normal(0, 6, seen.shape)
    body = np.median(picture[5:-5, [5, 6, -7, -6]].reshape(-1, 3), axis=0)
    middle = corners.mean(0)
    rounded = (corners - middle) * 1.09 + middle
    lean = rng.normal(0, 0.08, 2) * (corners[1, 0] - corners[0, 0])
    wall = cv2.convexHull(np.vstack([rounded, rounded + lean]).astype(np.float32))
    for outline, colour in ((wall, body * 0.6), (rounded, body)):
        cv2.fillConvexPoly(
            seen, np.rint(outline * 16).astype(np.int32), colour.tolist(), cv2.LINE_AA, shift=4
        )
    height, width = picture.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    onto = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    return cast(
        "NDArray[np.float32]",
        cv2.warpPerspective(
            picture.astype(np.float32),
            onto,
            (frame, frame),
            dst=seen,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_TRANSPARENT,
        ),
    )


def _camera(seen: NDArray[np.float32], rng: np.random.Generator) -> Image:
    """Light, glare, blur and noise."""
    across = np.linspace(-1, 1, len(seen), dtype=np.float32)
    slope = rng.normal(0, 0.08, 2)
    light = rng.uniform(0.75, 1.1) * (1 + slope[0] * across[None, :] + slope[1] * across[:, None])
    lit: NDArray[Any] = seen * light[:, :, None] * rng.uniform(0.93, 1.07, 3)
    if rng.random() < 0.25:
        x, y = rng.uniform(-0.4, 0.4, 2)
        size = rng.uniform(0.1, 0.35)
        spot = np.exp(-(((across - x)[None, :] ** 2 + (across - y)[:, None] ** 2) / size**2))
        lit = lit + spot[:, :, None] * rng.uniform(20, 90)
    lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.2, 0.8))
    lit = lit + rng.normal(0, rng.uniform(0.5, 6), lit.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


def crops(faces: tuple[RealFace, ...], looks: int, seed: int) -> Iterator[tuple[RealFace, Image]]:
    """Every face, `looks` times, each time on another die under another light."""
    rng = np.random.default_rng(seed)
    for _ in range(looks):
        for face in faces:
            yield face, on_a_die(face.picture, rng)
