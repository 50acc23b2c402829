"""Scenes for the detector: dice of every make under any camera, drawn by the simulated table."""

import colorsys
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.mats import MATS, mat_named
from hardware.dice import (
    ActionFace,
    CharacterFace,
    Colour,
    DieKind,
    EnergyFace,
    Face,
    IrondieFace,
    PipFace,
)
from hardware.frame import Image
from hardware.printing.icons import icon_name
from hardware.simulated.random_scenes import random_setup
from hardware.simulated.render import render
from hardware.simulated.scene import TrueDie

TOP_SHOWS: Final = 0.5
"""A die of which less than this part of its top face shows, because another thing lies on it or
the picture ends there, is not asked of the detector: nobody could read it."""

SMALLEST: Final = 9.0
"""Nor is one whose box is narrower than this, px."""

PLAYING: Final = (16.0, 44.0)
"""Edges of dice, px, at the scale a whole mat is seen at."""

ANY_SCALE: Final = (14.0, 170.0)


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture (BGR) and those of its dice that can be seen."""

    image: Image
    dice: tuple[TrueDie, ...]


def colour(rng: np.random.Generator) -> Colour:
    """A die's colour: white, ivory or black half of the time, else anything."""
    pick = rng.random()
    if pick < 0.28:
        grey = int(rng.integers(205, 256))
        return (grey, int(grey * rng.uniform(0.93, 1)), int(grey * rng.uniform(0.78, 1)))
    if pick < 0.42:
        grey = int(rng.integers(10, 60))
        return (grey, grey, grey)
    red, green, blue = colorsys.hsv_to_rgb(
        rng.random(), float(rng.uniform(0.35, 1)), float(rng.uniform(0.25, 1))
    )
    return (int(red * 255), int(green * 255), int(blue * 255))


def _ink(rng: np.random.Generator, body: Colour) -> Colour:
    for _ in range(10):
        ink = colour(rng)
        if np.abs(np.subtract(ink, body)).sum() > 200:
            return ink
    return (12, 12, 12) if sum(body) > 380 else (248, 248, 248)


def _printed_face(rng: np.random.Generator, side: int) -> Face:
    """A face of a Dice Masters die: energy on three sides of six, else numbers."""
    energies: tuple[EnergyFace, ...] = (
        EnergyFace("Fist"),
        EnergyFace("Bolt"),
        EnergyFace("Mask"),
        EnergyFace("Shield"),
        EnergyFace("Wild"),
        EnergyFace("Generic", 2),
    )
    if side < 3:
        energy = energies[int(rng.integers(6))]
        doubled = side == 2 and energy.energy not in {"Wild", "Generic"}
        return EnergyFace(energy.energy, 2) if doubled else energy
    numbers = [int(number) for number in rng.integers(0, 10, 3)]
    return CharacterFace(numbers[0] % 5, numbers[1], numbers[2], int(rng.integers(0, 3)))


def _icon(rng: np.random.Generator, *, unseen: bool) -> str:
    """A drawing; one in five is kept out of training, to see what unknown dice do."""
    while True:
        name = icon_name(f"icon {rng.integers(100_000)}")
        if (sum(name.encode()) % 5 == 0) == unseen:
            return name


def random_kind(rng: np.random.Generator, number: int, *, unseen: bool) -> DieKind:
    """A die of any family, in any colours; `unseen` chooses among the icons kept back."""
    body = colour(rng)
    ink = _ink(rng, body)
    pick = rng.random()
    size = 13.0 if rng.random() < 0.6 else float(rng.uniform(9.0, 19.0))
    icon = _icon(rng, unseen=unseen)
    faces: tuple[Face, ...]
    if pick < 0.42:
        family, icon = "pips", ""
        faces = tuple(PipFace(value) for value in range(1, 7))
    elif pick < 0.85:
        family = "characters"
        faces = tuple(_printed_face(rng, side) for side in range(6))
    elif pick < 0.92:
        family = "actions"
        faces = tuple(ActionFace(side % 3) for side in range(6))
    else:
        family, icon = "irondie", ""
        made = ("attack", "defence", "life")[int(rng.integers(3))]
        faces = tuple(IrondieFace(made, value) for value in range(1, 7))  # type: ignore[arg-type]  # drawn from the literal's own words
    one, two, three, four, five, six = faces
    six_faces = (one, two, three, four, five, six)
    return DieKind(f"{family} {number}", family, six_faces, body, ink, icon, size)


def random_scene(rng: np.random.Generator, size: tuple[int, int], *, unseen: bool = False) -> Scene:
    """One random scene; `size` is width, height in px."""
    image, truths = random_scene_truths(rng, size, unseen=unseen)
    return Scene(image, tuple(die for die in truths if visible(die)))


def random_scene_truths(
    rng: np.random.Generator, size: tuple[int, int], *, unseen: bool = False
) -> tuple[Image, tuple[TrueDie, ...]]:
    """The same with the truth about all its dice, hidden ones too."""
    kinds = [random_kind(rng, n, unseen=unseen) for n in range(int(rng.integers(1, 6)))]
    lies_on = mat_named(str(rng.choice(sorted(MATS)))) if rng.random() < 0.6 else None
    playing = rng.random() < 0.65
    setup = random_setup(
        rng,
        kinds,
        lies_on,
        size=size,
        die_px=PLAYING if playing else ANY_SCALE,
        tilt=(0.0, 25.0) if playing else (0.0, 50.0),
    )
    return render(*setup, rng)


def visible(die: TrueDie) -> bool:
    """Whether enough of a die shows for the detector to be asked for it."""
    return enough_shows(die.box, die.top)


def enough_shows(box: tuple[float, float, float, float], top_share: float) -> bool:
    """The same of a die's box (px) and the part of its top face that shows."""
    left, top, right, bottom = box
    return top_share >= TOP_SHOWS and min(right - left, bottom - top) >= SMALLEST
