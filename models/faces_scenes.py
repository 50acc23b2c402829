"""Wide crops of dice on the simulated table, with what they show: the reader's harder lessons.

The table knows slanted views, marbled plastic, lamps and lenses; the print is the program's own.
The crops are aimed badly on purpose, and say by how much.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import Face
from hardware.simulated.render import render
from hardware.simulated.wild import random_setup
from models.faces_art import COLUMNS, Label
from models.scenes import random_kind
from vision.faces import (
    CONTEXT,
    CROP,
    KINDS,
    WIDE,
    corners_aimed_at,
    crop_matrix,
    printed,
    upright_crop,
)

SIZES: Final = (24.0, 95.0)
"""Edges of the dice in the picture, px."""

Floats = NDArray[np.float64]


def label_of(face: Face) -> Label:
    """What the reader must answer for this face."""
    label = Label(kind=0)
    for head, at in printed(face):
        setattr(label, head, at)
    label.turn = KINDS[label.kind] != "dots"
    return label


def badly_aimed(corners: Floats, rng: np.random.Generator) -> Floats:
    """Corners as a detector that is wrong by some percent would give them."""
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    middle = corners.mean(0)
    angle = np.deg2rad(rng.normal(0, 6))
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    sizes = np.exp(rng.normal(0.03, 0.08) + rng.normal(0, 0.03, 2))
    moved = (corners - middle) @ spin * sizes + middle + rng.normal(0, 0.07, 2) * side
    aimed: Floats = moved + rng.normal(0, 0.025, (4, 2)) * side
    return aimed


def offsets_in(corners: Floats, onto: Floats) -> Floats:
    """By how much a wide crop misses its face (4 x 2, sides): the aim network's answer."""
    seen = cv2.perspectiveTransform(corners[None].astype(np.float64), onto)[0]
    nominal = corners_aimed_at(np.zeros((1, 8), np.float32))[0]
    missed: Floats = (seen - nominal) * CONTEXT / CROP
    return missed


def scene_crops(
    rng: np.random.Generator, *, unseen: bool = False
) -> Iterator[tuple[NDArray[np.uint8], Floats, Face]]:
    """The flat dice of one random picture: wide crop, by how much it misses, the face."""
    kinds = [random_kind(rng, n, unseen=unseen) for n in range(int(rng.integers(2, 7)))]
    setup = random_setup(rng, kinds, None, size=(800, 600), die_px=SIZES, tilt=(0.0, 35.0))
    picture, dice = render(*setup, rng)
    for die in dice:
        if die.cocked or die.visible < 0.97:
            continue
        corners = np.array(die.corners, float)
        found = badly_aimed(corners, rng)
        onto = crop_matrix(found, WIDE, CONTEXT * WIDE / CROP)
        yield upright_crop(picture, found), offsets_in(corners, onto), die.kind.faces[die.face]


def write(path: Path, count: int, seed: int, *, unseen: bool = False) -> None:
    """Render crops until there are `count`, and keep them with their labels."""
    rng = np.random.default_rng(seed)
    crops = np.zeros((count, WIDE, WIDE, 3), np.uint8)
    offsets = np.zeros((count, 4, 2), np.float32)
    labels = np.zeros((count, len(COLUMNS)), np.int64)
    at = 0
    while at < count:
        for crop, missed, face in scene_crops(rng, unseen=unseen):
            if at < count and np.abs(missed).max() < 0.28:
                crops[at], offsets[at], labels[at] = crop, missed, label_of(face).row()
                at += 1
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, crops=crops, offsets=offsets, labels=labels)


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
