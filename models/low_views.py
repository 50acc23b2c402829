"""Views from too low: whether the eye says so, and stays unsure of what it took for tops.

    python -m models.low_views

Rendered scenes, seen at 12 to 34 degrees above the table, where a side is easily taken for the top,
and as a check at 45 to 90 degrees, where nothing is to be said.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from hardware.dice import DieKind, PipFace
from hardware.simulated.random_scenes import random_setup
from hardware.simulated.render import render
from models.evaluate import figure, known, pairs, shared_parts
from models.scenes import random_kind
from vision.detect import Detector
from vision.faces import FaceReader
from vision.look import look_at, too_low
from vision.weights import FOLDER

LOW: Final = (56.0, 78.0)
HIGH: Final = (0.0, 45.0)
"""How far the camera leans from straight down, degrees."""

SEED: Final = 9800
BELIEVED: Final = 0.9
SIZE: Final = (1280, 720)
EDGES: Final = (24.0, 90.0)


@dataclass(slots=True)
class LowViewTally:
    """The dice found in views of one kind."""

    pictures: int = 0
    warned: int = 0  # pictures of which it is said that they are taken from too low
    dice: int = 0
    silent: int = 0  # wrong, believed, and no word said


def look_at_views(
    family: str, tilt: tuple[float, float], pictures: int, folder: Path = FOLDER
) -> LowViewTally:
    """Look at pictures of dice of one family, the camera leaning so far."""
    detector, reader = Detector(folder=folder, threads=1), FaceReader(folder, threads=1)
    tally = LowViewTally()
    number = 0
    while tally.pictures < pictures:
        rng = np.random.default_rng((SEED, int(tilt[0]), number))
        number += 1
        kinds = [_kind(rng, n, family) for n in range(int(rng.integers(1, 5)))]
        scene, view, light = random_setup(rng, kinds, None, size=SIZE, die_px=EDGES, tilt=tilt)
        lying = tuple(replace(body, tilt=0.0) for body in scene.bodies)
        image, truths = render(replace(scene, bodies=lying, hands=()), view, light, rng)
        dice = known(truths, image.shape[:2])
        shown = [n for n, die in enumerate(dice) if die.asked]
        seen = look_at(image, detector, reader, family)
        boxes = np.array([die.detection.box for die in seen]).reshape(-1, 4)
        outlines = np.array([dice[n].box for n in shown]).reshape(-1, 4)
        matched = pairs(shared_parts(outlines, boxes), 0.5)
        if not matched:
            continue
        said = too_low(seen)
        tally.pictures += 1
        tally.warned += said
        for row, column in matched:
            truth = truths[shown[row]]
            face, chance = seen[column].best(family)
            tally.dice += 1
            wrong = face != truth.kind.faces[truth.face]
            tally.silent += wrong and chance > BELIEVED and not said
    return tally


def _kind(rng: np.random.Generator, number: int, family: str) -> DieKind:
    """A die of this family with icons kept out of training."""
    while True:
        kind = random_kind(rng, number, unseen=True)
        pipped = isinstance(kind.faces[0], PipFace)
        if pipped == (family == "pips") and kind.title != "irondie":
            return kind


def figures(pictures: int = 60, folder: Path = FOLDER) -> Iterator[Mapping[str, Any]]:
    """What is said of low views, and of others."""
    for family in ("pips", "dicemasters"):
        low = look_at_views(family, LOW, pictures, folder)
        on = f"{low.dice} {family} dice on {low.pictures} rendered views from 12 to 34 degrees"
        share = 100 * low.silent / max(low.dice, 1)
        yield figure("eye.low.silent", share, "%", 1.0, on, most=True)
        warned = 100 * low.warned / max(low.pictures, 1)
        yield figure("eye.low.said", warned, "% of pictures", 95.0, on, most=False)
        high = look_at_views(family, HIGH, pictures, folder)
        on = f"{high.dice} {family} dice on {high.pictures} rendered views from 45 to 90 degrees"
        warned = 100 * high.warned / max(high.pictures, 1)
        yield figure("eye.low.said_wrongly", warned, "% of pictures", 1.0, on, most=True)
        share = 100 * high.silent / max(high.dice, 1)
        yield figure("eye.low.high.silent", share, "%", 1.0, on, most=True)


def main(words: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=60)
    parser.add_argument("--weights", type=Path, default=FOLDER)
    chosen = parser.parse_args(words)
    for line in figures(chosen.pictures, chosen.weights):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
