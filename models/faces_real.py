"""Pictures of real Dice Masters faces, for evaluating only, laid on dice as a camera sees them.

The pictures lie beside the project (`../shared/dice_faces`) and never enter it.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class LampColour:
    """The light over one table: factors for blue, green and red."""

    blue: float
    green: float
    red: float

    @classmethod
    def any(cls, rng: np.random.Generator) -> "LampColour":
        """A lamp nobody measured."""
        bright = rng.uniform(0.75, 1.1)
        blue, green, red = bright * rng.uniform(0.93, 1.07, 3)
        return cls(float(blue), float(green), float(red))


@dataclass(slots=True)
class LyingDie:
    """A die as it came to rest: every look at it shares its place and its glare."""

    picture: Image
    lamp: LampColour
    rng: np.random.Generator
    side: float = field(init=False)  # px in the camera's picture
    scene: NDArray[Any] = field(init=False)
    corners: NDArray[np.float64] = field(init=False)
    blur: float = field(init=False)

    def __post_init__(self) -> None:
        rng = self.rng
        self.side = float(rng.uniform(40, 80))
        frame = int(self.side * 2.2)
        angle = rng.uniform(0, 2 * np.pi)
        spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
        slant = rng.normal(0, 0.008, (4, 2)) * self.side
        self.corners = unit * self.side @ spin + frame / 2 + slant
        self.scene = _lit(_die(self.picture, self.corners, frame, rng), self.lamp, rng)
        self.blur = float(rng.uniform(0.2, 0.8))

    def look(self) -> Image:
        """A crop for the reader: the die is found a little inexactly, the sensor is noisy."""
        rng = self.rng
        seen = cv2.GaussianBlur(self.scene, (0, 0), self.blur * rng.uniform(0.9, 1.1))
        seen = seen + rng.normal(0, rng.uniform(0.5, 6), seen.shape)
        found = self.corners + rng.normal(0, 0.018, (4, 2)) * self.side
        picture = np.clip(seen, 0, 255).astype(np.uint8)
        return upright_crop(picture, np.roll(found, int(rng.integers(4)), axis=0))


def on_a_die(picture: Image, lamp: LampColour, rng: np.random.Generator) -> Image:
    """One look at the face on a die at rest.

    The face is 40 to 80 pixels wide in the camera's picture, at any angle on the table, with
    uneven light, sometimes glare, blur and noise.
    """
    return LyingDie(picture, lamp, rng).look()


def _die(
    picture: Image, corners: NDArray[np.float64], frame: int, rng: np.random.Generator
) -> NDArray[Any]:
    """Mat, side walls, body and print."""
    seen = np.empty((frame, frame, 3), np.float32)
    seen[:] = rng.choice([[40, 90, 40], [30, 30, 30], [120, 110, 100], [90, 40, 30]])
    seen += rng.normal(0, 6, seen.shape)
    body = np.median(picture[5:-5, [5, 6, -7, -6]].reshape(-1, 3), axis=0)
    middle = corners.mean(0)
    rounded = (corners - middle) * 1.09 + middle
    lean = rng.normal(0, 0.08, 2) * np.linalg.norm(corners[1] - corners[0])
    wall = cv2.convexHull(np.vstack([rounded, rounded + lean]).astype(np.float32))
    for outline, colour in ((wall, body * 0.6), (rounded, body)):
        cv2.fillConvexPoly(
            seen, np.rint(outline * 16).astype(np.int32), colour.tolist(), cv2.LINE_AA, shift=4
        )
    edge = 3  # the print fades into the body instead of ending in a hard line
    face = cv2.copyMakeBorder(picture, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    height, width = picture.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + edge
    onto = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    share = np.zeros(face.shape[:2], np.float32)
    share[edge:-edge, edge:-edge] = 1
    share = cv2.warpPerspective(cv2.GaussianBlur(share, (0, 0), 0.7), onto, (frame, frame))
    laid = cv2.warpPerspective(face.astype(np.float32), onto, (frame, frame))
    mixed: NDArray[Any] = seen + (laid - seen) * share[:, :, None]
    return mixed


def _lit(seen: NDArray[Any], lamp: LampColour, rng: np.random.Generator) -> NDArray[Any]:
    """Uneven light, and a glare on every fourth die."""
    across = np.linspace(-1, 1, len(seen), dtype=np.float32)
    slope = rng.normal(0, 0.08, 2)
    light = 1 + slope[0] * across[None, :] + slope[1] * across[:, None]
    lit: NDArray[Any] = seen * light[:, :, None] * (lamp.blue, lamp.green, lamp.red)
    if rng.random() < 0.25:
        x, y = rng.uniform(-0.4, 0.4, 2)
        size = rng.uniform(0.1, 0.35)
        spot = np.exp(-(((across - x)[None, :] ** 2 + (across - y)[:, None] ** 2) / size**2))
        lit = lit + spot[:, :, None] * rng.uniform(20, 90)
    return lit


def crops(faces: Sequence[RealFace], looks: int, seed: int) -> Iterator[tuple[RealFace, Image]]:
    """Every face, `looks` times, each time on another die under another lamp."""
    rng = np.random.default_rng(seed)
    for _ in range(looks):
        for face in faces:
            yield face, on_a_die(face.picture, LampColour.any(rng), rng)
