"""Crops of dice on the simulated table, with what they show: the reader's harder lessons.

The table knows slanted views, marbled plastic, lamps and lenses; the print is the program's own.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.dice import Face
from hardware.simulated.render import render
from hardware.simulated.wild import random_setup
from models.faces_art import COLUMNS, Label
from models.scenes import random_kind
from vision.faces import CROP, KINDS, printed, upright_crop

SIZES: Final = (28.0, 95.0)
"""Edges of the dice in the picture, px."""


def label_of(face: Face) -> Label:
    """What the reader must answer for this face."""
    label = Label(kind=0)
    for head, at in printed(face):
        setattr(label, head, at)
    return label


def scene_crops(
    rng: np.random.Generator, *, unseen: bool = False
) -> Iterator[tuple[NDArray[np.uint8], Face]]:
    """The flat dice of one random picture, upright, found a little inexactly."""
    kinds = [random_kind(rng, n, unseen=unseen) for n in range(int(rng.integers(2, 7)))]
    setup = random_setup(rng, kinds, None, size=(800, 600), die_px=SIZES, tilt=(0.0, 35.0))
    picture, dice = render(*setup, rng)
    for die in dice:
        if die.cocked or die.visible < 0.97:
            continue
        corners = np.array(die.corners, float)
        side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
        found = corners + rng.normal(0, 0.02, (4, 2)) * side
        yield upright_crop(picture, found), die.kind.faces[die.face]


def write(path: Path, count: int, seed: int, *, unseen: bool = False) -> None:
    """Render crops until there are `count`, and keep them with their labels."""
    rng = np.random.default_rng(seed)
    crops = np.zeros((count, CROP, CROP, 3), np.uint8)
    labels = np.zeros((count, len(COLUMNS)), np.int64)
    at = 0
    while at < count:
        for crop, face in scene_crops(rng, unseen=unseen):
            if at < count:
                label = label_of(face)
                label.turn = KINDS[label.kind] != "dots"
                crops[at], labels[at] = crop, label.row()
                at += 1
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, crops=crops, labels=labels)


def main(arguments: Sequence[str] | None = None) -> None:
    """Render crops into a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--count", type=int, default=8_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unseen", action="store_true", help="only icons kept out of training")
    chosen = parser.parse_args(arguments)
    write(chosen.path, chosen.count, chosen.seed, unseen=chosen.unseen)


if __name__ == "__main__":
    main()
