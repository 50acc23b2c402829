"""Tables of photographed textures with photographed things on them: what is no die stays none.

    python -m models.texture_views --textures FOLDER

FOLDER holds `grounds` (pictures of carpets, cloths, wood, floors) and `things` (of objects,
cut out by an alpha channel); neither is shipped. Those with an even checksum of their names are for
lessons, the others for measuring. Half of the pictures show no die.
"""

import argparse
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import DieKind, PipFace
from hardware.frame import Image
from hardware.simulated.develop import develop
from hardware.simulated.optics import Viewpoint
from hardware.simulated.random_scenes import random_setup
from hardware.simulated.render import Painter
from hardware.simulated.scene import Conditions, TableScene, TrueDie
from models.evaluate import Count, count_scene, figure, found_and_false, known
from models.scenes import random_kind
from vision.detect import Detector
from vision.faces import FaceReader
from vision.look import look_at
from vision.weights import FOLDER

Rng: TypeAlias = np.random.Generator
Picture: TypeAlias = NDArray[Any]

SEED: Final = 9900
SIZE: Final = (1280, 720)
EDGES: Final = (20.0, 90.0)
TILT: Final = (0.0, 45.0)
THINGS: Final = 9
"""At most, in one picture."""


@dataclass(frozen=True, slots=True)
class Textures:
    """Photographed grounds (BGR) and things (BGR and alpha)."""

    grounds: Sequence[Path]
    things: Sequence[Path]

    @classmethod
    def of(cls, folder: Path, *, lessons: bool) -> "Textures":
        """Those for lessons, or those to measure on."""
        chosen = [
            [path for path in sorted((folder / name).iterdir()) if _for_lessons(path) == lessons]
            for name in ("grounds", "things")
        ]
        return cls(*chosen)

    def ground(self, rng: Rng, size: tuple[int, int], view: Viewpoint) -> Image:
        """One of the grounds as the camera sees it, at any scale."""
        tile = _read(self.grounds[int(rng.integers(len(self.grounds)))])[:, :, :3]
        wide, high = size
        side = float(np.exp(rng.uniform(np.log(0.25), np.log(1.6)))) * max(wide, high)
        scale = side / max(tile.shape[:2])
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        tile = cv2.resize(tile, None, fx=scale, fy=scale, interpolation=way)
        tile = np.hstack([tile, tile[:, ::-1]])
        tile = np.vstack([tile, tile[::-1]])  # mirrored, so that its edges meet
        times = [int(np.ceil(2.4 * max(wide, high) / length)) for length in tile.shape[:2]]
        plane = np.tile(tile, (times[0], times[1], 1))
        corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
        on_table = _on_table(view, corners)
        spread = np.ptp(on_table, axis=0).max()
        places = (on_table - on_table.mean(axis=0)) / spread * max(wide, high) * 1.1
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle = np.array(plane.shape[1::-1]) / 2
        source = (places @ turn + middle).astype(np.float32)
        onto = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
        seen = cv2.warpPerspective(plane, onto, size, borderMode=cv2.BORDER_REFLECT)
        return seen.astype(np.uint8)

    def strewn(self, rng: Rng, image: Image, edge: float) -> Image:
        """The picture with things on it, most of them about as large as dice."""
        laid: Picture = image.astype(np.float32)
        for _ in range(int(rng.integers(0, THINGS + 1))):
            thing = _read(self.things[int(rng.integers(len(self.things)))])
            if thing.shape[2] == 4:
                _lay(laid, thing, rng, edge)
        return np.clip(laid, 0, 255).astype(np.uint8)


def _on_table(view: Viewpoint, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where on the table these pixels show, mm."""
    u, v = pixels.T.astype(np.float32)
    ways = view.axes.T @ view.rays(u, v)
    places = view.eye[:, None] - ways * (view.eye[2] / ways[2])
    return np.asarray(places[:2].T, np.float64)


def _for_lessons(path: Path) -> bool:
    return zlib.crc32(path.name.encode()) % 2 == 0


def _read(path: Path) -> Picture:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{path} is not a picture OpenCV can read")
    return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR) if picture.ndim == 2 else picture


def _lay(picture: Picture, thing: Picture, rng: Rng, edge: float) -> None:
    """Lay a thing somewhere, turned, with a soft shadow."""
    long = edge * float(np.exp(rng.uniform(np.log(0.6), np.log(4.0))))
    scale = long / max(thing.shape[:2])
    small = cv2.resize(thing, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    reach = int(np.hypot(*small.shape[:2])) + 6
    onto = cv2.getRotationMatrix2D(
        (small.shape[1] / 2, small.shape[0] / 2), float(rng.uniform(0, 360)), 1.0
    )
    onto = onto + np.array([[0, 0, reach - small.shape[1]], [0, 0, reach - small.shape[0]]]) / 2
    turned = cv2.warpAffine(small, onto, (reach, reach)).astype(np.float32)
    left, top = (int(rng.integers(-reach // 2, size)) for size in picture.shape[1::-1])
    share = turned[:, :, 3:] / 255
    cut = (slice(max(top, 0), top + reach), slice(max(left, 0), left + reach))
    spot = picture[cut]
    inner = (
        slice(max(-top, 0), max(-top, 0) + spot.shape[0]),
        slice(max(-left, 0), max(-left, 0) + spot.shape[1]),
    )
    shade = cv2.GaussianBlur(share, (0, 0), 1 + 0.04 * long)[:, :, None][inner]
    shaded = spot * (1 - 0.45 * shade)
    lit = turned[:, :, :3][inner] * rng.uniform(0.6, 1.1)
    picture[cut] = shaded + (lit - shaded) * share[inner]


class PhotoPainter(Painter):
    """Draws dice on a photographed ground."""

    def __init__(self, view: Viewpoint, conditions: Conditions, ground: Image) -> None:
        super().__init__(view, conditions)
        self._photo = ground

    def _lit_ground(self, scene: TableScene) -> Image:
        if self._ground is None:
            self._ground = (replace(scene, bodies=(), beads=(), hands=()), self._photo)
        return self._photo


def shown(
    rng: Rng, textures: Textures, kinds: Sequence[DieKind], *, dice: bool, size: tuple[int, int]
) -> tuple[Image, tuple[TrueDie, ...]]:
    """A picture of a table of photographed things, and the truth about its dice."""
    scene, view, conditions = random_setup(rng, kinds, None, size=size, die_px=EDGES, tilt=TILT)
    edge = float(np.exp(rng.uniform(*np.log(EDGES))))
    ground = textures.strewn(rng, textures.ground(rng, size, view), edge)
    bodies = scene.bodies if dice else ()
    bare = TableScene(bodies=bodies)
    exposure = PhotoPainter(view, conditions, ground).light(bare)
    return develop(exposure.image, conditions, rng), exposure.truths()


def looked_at(
    folder: Path, family: str, pictures: int, weights: Path = FOLDER, size: tuple[int, int] = SIZE
) -> Count:
    """Look at pictures with dice of one family and at as many without any."""
    detector, reader = Detector(folder=weights, threads=1), FaceReader(weights, threads=1)
    textures = Textures.of(folder, lessons=False)
    total = Count()
    for number in range(pictures):
        rng = np.random.default_rng((SEED, number))
        kinds = [kind_of_family(rng, n, family) for n in range(int(rng.integers(1, 5)))]
        image, truths = shown(rng, textures, kinds, dice=number % 2 == 0, size=size)
        seen = look_at(image, detector, reader, family)
        dice = known(truths, image.shape[:2])
        total.add(count_scene(dice, [die.detection for die in seen]))
    return total


def kind_of_family(rng: Rng, number: int, family: str) -> DieKind:
    """A random die with pips (`family` "pips"), or one with anything else."""
    while True:
        kind = random_kind(rng, number, unseen=True)
        if isinstance(kind.faces[0], PipFace) == (family == "pips"):
            return kind


def figures(
    folder: Path,
    pictures: int = 80,
    weights: Path = FOLDER,
    families: Sequence[str] = ("pips", "dicemasters"),
) -> Iterator[Mapping[str, Any]]:
    """False boxes for a hundred dice."""
    for family in families:
        count = looked_at(folder, family, pictures, weights)
        on = f"{pictures} rendered pictures on photographed grounds and things, {family} dice"
        yield from found_and_false("eye.textures", count, on, (98.0, 2.0))
        surest = max((score for score, right in count.scores if not right), default=0.0)
        yield figure("eye.textures.surest", surest, "", 1.0, f"{on}; of the false", most=True)


def main(words: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--textures", type=Path, required=True)
    parser.add_argument("--pictures", type=int, default=80)
    parser.add_argument("--weights", type=Path, default=FOLDER)
    families = ("pips", "dicemasters")
    parser.add_argument("--families", nargs="*", default=families, choices=families)
    chosen = parser.parse_args(words)
    asked = (chosen.textures, chosen.pictures, chosen.weights, chosen.families)
    for line in figures(*asked):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
