"""How many dice are found, by how much of the picture each fills.

    python -m models.size_views

Rendered scenes 1280x960 of a few dice each, whose edges are a part of the picture's long side.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from hardware.simulated.random_scenes import random_setup
from hardware.simulated.render import render
from models.evaluate import Count, count_scene, found_and_false, known
from models.scenes import random_kind
from vision.detect import Detector
from vision.weights import FOLDER

SIZE: Final = (1280, 960)
SHARES: Final = ((0.012, 0.02), (0.02, 0.06), (0.06, 0.14), (0.14, 0.25), (0.25, 0.4))
SEED: Final = 9650


def looked_at(detector: Detector, share: tuple[float, float], pictures: int) -> Count:
    """Look at so many pictures of dice of this size."""
    total = Count()
    for number in range(pictures):
        rng = np.random.default_rng((SEED, round(1000 * share[0]), number))
        kinds = [random_kind(rng, n, unseen=True) for n in range(3)]
        low, high = (part * SIZE[0] for part in share)
        scene, view, conditions = random_setup(
            rng, kinds, None, size=SIZE, die_px=(low, high), tilt=(0.0, 35.0)
        )
        image, truths = render(scene, view, conditions, rng)
        total.add(count_scene(known(truths, image.shape[:2]), detector(image)))
    return total


def figures(pictures: int = 30, folder: Path = FOLDER) -> Iterator[Mapping[str, Any]]:
    """Found and false for each size."""
    detector = Detector(folder=folder, threads=1)
    for share in SHARES:
        count = looked_at(detector, share, pictures)
        low, high = (100 * part for part in share)
        on = f"{pictures} rendered scenes, dice of {low:g} to {high:g} % of the long side"
        yield from found_and_false("eye.sizes", count, on, (98.0, 2.0))


def main(words: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=30)
    parser.add_argument("--weights", type=Path, default=FOLDER)
    chosen = parser.parse_args(words)
    for line in figures(chosen.pictures, chosen.weights):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
