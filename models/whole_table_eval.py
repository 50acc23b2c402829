"""How right the eye is about a whole table in one look: what stands where.

The dice are put down carelessly, some touching others, on the mat of a game, under cameras of three
sizes that look down more or less aslant. The eye finds the mat by itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from calibration.mats import mat_named
from calibration.registration import register
from hardware.dice import DieKind
from hardware.frame import Frame, Image
from hardware.simulated.optics import Viewpoint
from hardware.simulated.people import CLUMSY, SimulatedHands, WantedDie
from hardware.simulated.scene import Conditions, TrueDie
from hardware.simulated.table import SimulatedTable
from models.evaluate import figure
from models.scenes import random_kind
from vision.identify import Declared
from vision.observe import SIDE_MM, Eye, Track

SIZES: Final = ((2304, 1296), (1920, 1080), (1280, 720))
TABLES: Final = 24
SEED: Final = 999
DICE: Final = 40
KINDS: Final = 8
MAT: Final = "dicemasters"
_ZONES: Final = ("field", "reserve", "attack", "prep", "used")


@dataclass(frozen=True, slots=True)
class Placed:
    """One die that was found."""

    away_mm: float  # from where it stands
    named: bool  # as the die and face it is


def looks(
    seed: int, tables: int, size: tuple[int, int]
) -> Iterator[tuple[int, int, tuple[Placed, ...]]]:
    """Of each table: how many dice lie on it, how many tracks are of none, and the others."""
    for number in range(tables):
        image, truths, kinds = _table(seed, number, size)
        declared = Declared(tuple(kinds.values()))
        tracks = _seen(
            Eye(lambda picture: register(picture, mat_named(MAT)), declared.match_all), image
        )
        placed = [_placed(track, truths, kinds) for track in tracks]
        of_dice = tuple(one for one in placed if one is not None)
        yield len(truths), len(placed) - len(of_dice), of_dice


def _table(
    seed: int, number: int, size: tuple[int, int]
) -> tuple[Image, tuple[TrueDie, ...], Mapping[str, DieKind]]:
    rng = np.random.default_rng((seed, number, size[0]))
    lies = mat_named(MAT)
    tilt, curved = float(rng.uniform(0, 25)), float(rng.uniform(-0.06, 0.02))
    view = Viewpoint.overlooking(lies.width, lies.height, size=size, tilt=tilt, k1=curved)
    light = Conditions(noise=float(rng.uniform(1, 5)), blur_px=float(rng.uniform(0, 1)))
    table = SimulatedTable(lies, view=view, seed=number, conditions=light)
    names = [f"kind {n}" for n in range(KINDS)]
    kinds = {
        name: replace(random_kind(rng, n, unseen=True), kind=name, size_mm=SIDE_MM)
        for n, name in enumerate(names)
    }
    manner = replace(CLUMSY, cocked=0.0)
    hands = SimulatedHands(table, kinds, manner=manner, seed=number)
    hands.arrange_now(
        {
            f"die {n}": WantedDie(names[n % KINDS], _ZONES[n % 5], n // 20, int(rng.integers(6)))
            for n in range(DICE)
        }
    )
    return table.read().image, table.seen(), kinds


def _seen(eye: Eye, image: Image) -> tuple[Track, ...]:
    """What one look finds, once the table counts as at rest."""
    for number in range(60):
        clock = number / 30
        if eye.look(Frame(image, clock, clock, number, "drawn")).dice:
            break
    return eye.tracks


def _placed(
    track: Track, truths: tuple[TrueDie, ...], kinds: Mapping[str, DieKind]
) -> Placed | None:
    """How far off this track is; None when it is of no die."""
    away = [float(np.hypot(track.x_mm - die.x_mm, track.y_mm - die.y_mm)) for die in truths]
    nearest = int(np.argmin(away))
    if away[nearest] > SIDE_MM / 2:
        return None
    die = truths[nearest]
    best = max(track.likelihood, key=lambda seen: track.likelihood[seen], default=None)
    named = (
        best is not None
        and best.kind == die.kind.kind
        and kinds[best.kind].faces[best.face] == die.kind.faces[die.face]
    )
    return Placed(away[nearest], named)


def figures(tables: int = TABLES) -> Iterator[Mapping[str, Any]]:
    """How many dice are found and named, and how far off they are, by the picture's size."""
    for size in SIZES:
        dice, false, placed = 0, 0, list[Placed]()
        for lying, no_dice, found in looks(SEED, tables // len(SIZES), size):
            dice, false = dice + lying, false + no_dice
            placed.extend(found)
        on = (
            f"{dice} dice on {tables // len(SIZES)} simulated tables {size[0]}x{size[1]}, "
            "put down carelessly, one look"
        )
        away = [one.away_mm for one in placed]
        named = 100 * sum(one.named for one in placed) / max(dice, 1)
        name = "eye.table"
        yield figure(f"{name}.found", 100 * len(placed) / max(dice, 1), "%", 99.0, on, most=False)
        yield figure(f"{name}.false", 100 * false / max(dice, 1), "%", 0.5, on, most=True)
        yield figure(f"{name}.named", named, "%", 98.0, on, most=False)
        for share in (50, 99):
            value = float(np.percentile(away, share)) if away else float("nan")
            yield figure(f"{name}.away_p{share}", value, "mm", 1.0, on, most=True)
