"""Wide crops of dice on the simulated table, with what they show: the reader's harder lessons.

The table knows slanted views, marbled plastic, lamps and lenses; the print is mostly an artist's,
no two faces alike, at times the program's own. The crops of half of the pictures are aimed as the
shipped detector aims, the others badly on purpose; all say by how much they miss.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import DieKind, Face, FacePictures, PipFace
from hardware.simulated.optics import Viewpoint
from hardware.simulated.random_scenes import random_setup
from hardware.simulated.render import render
from hardware.simulated.scene import DieBody, Material, TrueDie
from models.evaluate import pairs, shared_parts
from models.faces_art import COLUMNS, Artist, Label, split_icons
from models.faces_photo import colours, softened
from models.faces_sources import read_sources
from models.scenes import random_kind
from vision.detect import Detector
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

SIZES: Final = (32.0, 92.0)
"""Edges of the dice in the picture, px."""

SIZE: Final = (800, 600)
"""Of the pictures, px."""

MIDDLE: Final = (210.0, 148.0)
"""Where the camera over a table without a mat looks, mm."""

SHEET: Final = 128
"""Side of the picture that is laid on a face, px."""

SHOWS: Final = 0.88
"""A die of which less of the top face shows is no lesson: a number may be hidden. Rounded edges
alone leave 0.9."""

PLAIN: Final = 0.75
"""The share of pictures in which all dice are of plain plastic, as those of Dice Masters are: on
swirls and flakes many digits cannot be read by anybody."""

AT_REST: Final = 0.85
"""The share of pictures in which neither dice nor camera move: only dice at rest are read."""

IN_ROWS: Final = 0.75
"""The share of pictures in which as many dice as there is room for lie in rows. A picture of some
strewn dice takes as long, and crops that are shown too often are learnt by heart."""

DETECTED: Final = 0.25
"""The share of pictures in which the dice are aimed at as the shipped detector aims."""

Floats = NDArray[np.float64]

Dice = Mapping[str, tuple[DieKind, Sequence[Label]]]
"""Kinds of dice by name, and what their faces show."""


@dataclass(frozen=True, slots=True)
class FaceLesson:
    """A wide crop, by how much it misses its face (4 x 2, sides), and its label's row."""

    crop: NDArray[np.uint8]
    missed: Floats
    row: Sequence[int]


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


def laid_out(picture: NDArray[Any], body: Floats, share: float) -> NDArray[np.uint8]:
    """A face's picture on the flat middle of a die's side, which is `share` of it wide.

    The rest, rounded edges, has the body's colour (BGR), and the print fades into it.
    """
    inner = round(SHEET * share)
    way = cv2.INTER_AREA if inner < len(picture) else cv2.INTER_CUBIC
    flat = cv2.resize(picture, (inner, inner), interpolation=way).astype(np.float32)
    edge = max(1, inner // 40)
    fade = np.zeros((inner, inner), np.float32)
    fade[edge:-edge, edge:-edge] = 1
    weight = cv2.GaussianBlur(fade, (0, 0), edge)[:, :, None]
    sheet = np.empty((SHEET, SHEET, 3), np.float32)
    sheet[:] = body
    start = (SHEET - inner) // 2
    middle = sheet[start : start + inner, start : start + inner]
    middle += (flat - middle) * weight
    return np.clip(np.rint(sheet), 0, 255).astype(np.uint8)


def artists_die(artist: Artist, number: int) -> tuple[DieKind, Sequence[Label]]:
    """A die whose faces the artist drew, and what they show."""
    rng = artist.rng
    body, ink, rim = colours(rng)
    share = float(rng.uniform(0.8, 1.0))
    pictures, labels = [], []
    small = int(rng.integers(44, 72)) if rng.random() < 0.6 else 0
    for planes, label in (artist.face() for _ in range(6)):
        sharp = [softened(plane, small) if small else plane for plane in planes]
        inked, rimmed = (plane.astype(np.float32)[:, :, None] / 255 for plane in sharp)
        flat = body + (ink - body) * inked
        flat = flat + (rim - flat) * rimmed
        pictures.append(laid_out(flat, body, share))
        labels.append(label)
    blue, green, red = (round(float(part)) for part in body)
    size = 13.0 if rng.random() < 0.7 else float(rng.uniform(9.0, 19.0))
    unnamed = (PipFace(1),) * 6  # what is printed is told by the labels
    kind = DieKind(
        f"artist's {number}",
        "",
        unnamed,
        body=(red, green, blue),
        ink=(0, 0, 0),
        size_mm=size,
        pictures=FacePictures(tuple(pictures)),
    )
    return kind, labels


def random_dice(artist: Artist, *, unseen: bool) -> Dice:
    """The kinds of dice of one picture: four times in five the artist's own."""
    if artist.rng.random() < 0.8:
        return artists_dice(artist)
    return printed_dice(artist.rng, unseen=unseen)


def artists_dice(artist: Artist) -> Dice:
    """The kinds of dice of one picture, drawn by an artist."""
    made = [artists_die(artist, number) for number in range(int(artist.rng.integers(4, 11)))]
    return {kind.kind: (kind, labels) for kind, labels in made}


def printed_dice(rng: np.random.Generator, *, unseen: bool) -> Dice:
    """The kinds of dice of one picture, as the program prints them."""
    kinds = [random_kind(rng, n, unseen=unseen) for n in range(int(rng.integers(2, 7)))]
    return {kind.kind: (kind, [label_of(face) for face in kind.faces]) for kind in kinds}


def as_detected(
    picture: NDArray[np.uint8], dice: Sequence[TrueDie], detector: Detector
) -> Mapping[int, Floats]:
    """The corners that the detector finds of these dice, by their places in the list.

    The first corner is the one nearest to the face's own top left.
    """
    found = detector(picture)
    boxes = np.array([die.box for die in found]).reshape(-1, 4)
    matched = pairs(shared_parts(np.array([die.box for die in dice]).reshape(-1, 4), boxes), 0.5)
    corners = {}
    for row, column in matched:
        meant = np.array(dice[row].corners, float)
        ways = [np.roll(found[column].corners, start, axis=0) for start in range(4)]
        corners[row] = min(ways, key=lambda way: float(np.linalg.norm(way - meant)))
    return corners


def in_rows(
    strewn: Sequence[DieBody], kinds: Sequence[DieKind], view: Viewpoint, rng: np.random.Generator
) -> tuple[DieBody, ...]:
    """Flat dice side by side, carelessly, wherever the camera looks; made as those strewn are."""
    side = max(kind.size_mm for kind in kinds)
    step = side * float(rng.uniform(1.5, 2.0))
    across = np.arange(-6, 7) * step
    spots = np.stack(np.meshgrid(MIDDLE[0] + across, MIDDLE[1] + across), -1).reshape(-1, 2)
    seen = view.on_table(spots)
    margin = 0.05 * SIZE[0]
    inside = (seen > margin) & (seen < np.array(SIZE) - margin)
    made = [body.material for body in strewn] or [Material()]
    return tuple(
        DieBody(
            kinds[int(rng.integers(len(kinds)))],
            float(spot[0] + rng.normal(0, 0.08 * side)),
            float(spot[1] + rng.normal(0, 0.08 * side)),
            yaw=float(rng.uniform(-np.pi, np.pi)),
            face=int(rng.integers(6)),
            material=made[number % len(made)],
            name=str(number),
        )
        for number, spot in enumerate(rng.permutation(spots[inside.all(axis=1)])[:60])
    )


def scene_lessons(
    rng: np.random.Generator, dice: Dice, detector: Detector
) -> Iterator[tuple[FaceLesson, Face]]:
    """The flat dice of one random picture; beside each the face the program would name."""
    kinds = [kind for kind, _ in dice.values()]
    scene, view, light = random_setup(rng, kinds, None, size=SIZE, die_px=SIZES, tilt=(0.0, 35.0))
    if rng.random() < IN_ROWS:
        scene = replace(scene, bodies=in_rows(scene.bodies, kinds, view, rng), tray=None)
    if rng.random() < PLAIN:
        plain = [replace(b, material=replace(b.material, finish="plain")) for b in scene.bodies]
        scene = replace(scene, bodies=tuple(plain))
    if rng.random() < AT_REST:
        light = replace(light, motion_px=(0.0, 0.0))
    picture, lying = render(scene, view, light, rng)
    shown = [die for die in lying if not die.cocked and die.top >= SHOWS]
    seen = as_detected(picture, shown, detector) if rng.random() < DETECTED else {}
    for number, die in enumerate(shown):
        corners = np.array(die.corners, float)
        found = seen[number] if number in seen else badly_aimed(corners, rng)
        onto = crop_matrix(found, WIDE, CONTEXT * WIDE / CROP)
        label = dice[die.kind.kind][1][die.face]
        lesson = FaceLesson(upright_crop(picture, found), offsets_in(corners, onto), label.row())
        yield lesson, die.kind.faces[die.face]


def write(path: Path, count: int, artist: Artist, *, unseen: bool = False) -> None:
    """Render crops until there are `count`, and keep them with their labels."""
    detector = Detector(threads=1)
    crops = np.zeros((count, WIDE, WIDE, 3), np.uint8)
    offsets = np.zeros((count, 4, 2), np.float32)
    labels = np.zeros((count, len(COLUMNS)), np.int64)
    at = 0
    while at < count:
        dice = random_dice(artist, unseen=unseen)
        for lesson, _ in scene_lessons(artist.rng, dice, detector):
            if at < count and np.abs(lesson.missed).max() < 0.28:
                crops[at], offsets[at], labels[at] = lesson.crop, lesson.missed, lesson.row
                at += 1
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, crops=crops, offsets=offsets, labels=labels)


def main(arguments: Sequence[str] | None = None) -> None:
    """Render crops into a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--fonts", type=Path, required=True, help="npm tarballs of @fontsource")
    parser.add_argument("--icons", type=Path, required=True, help="the unpacked icon package")
    parser.add_argument("--count", type=int, default=8_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unseen", action="store_true", help="only icons kept out of training")
    chosen = parser.parse_args(arguments)
    sources = read_sources(chosen.fonts, chosen.icons, chosen.path.parent / "sources.pkl")
    trained, kept_out = split_icons(sources)
    icons = kept_out if chosen.unseen else trained
    artist = Artist(sources, icons, np.random.default_rng(chosen.seed))
    write(chosen.path, chosen.count, artist, unseen=chosen.unseen)


if __name__ == "__main__":
    main()
