"""How well dice that lean are told from those that lie flat, on simulated tables.

Half of the dice lean by 6 to 43 degrees towards anywhere, as against a card or another die, and
none hides another: what is measured is the eye, not the table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from calibration.mats import mat
from hardware.simulated.optics import Viewpoint
from hardware.simulated.scene import Conditions
from hardware.simulated.table import SimulatedTable
from models.evaluate import figure, known, pairs, shared_parts
from models.scenes import random_kind
from vision.detect import Detector, Whereabouts

SIZE: Final = (2304, 1296)
TABLES: Final = 20
COLUMNS, ROWS = 9, 4
LEANS: Final = (0.1, 0.75)
"""Radians."""

STEEP: Final = 0.35
"""A die that leans more than this (radians: 20 degrees) shows two faces to anybody."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One die that was found: by how much it leans, and whether it was called cocked."""

    lean: float  # radians
    cocked: bool


def looks(detector: Detector, tables: int = TABLES, seed: int = 888) -> Iterator[Seen]:
    """The dice that were found on so many tables."""
    for number in range(tables):
        rng = np.random.default_rng((seed, number))
        table, leans = _laid(rng, number)
        image = table.read().image
        truths = table.seen()
        dice = known(truths, image.shape[:2])
        found = detector(image, Whereabouts([(0, 0, *SIZE)], 40.0))
        asked = np.array([die.box for die in dice]).reshape(-1, 4)
        boxes = np.array([die.box for die in found]).reshape(-1, 4)
        for row, column in pairs(shared_parts(asked, boxes), 0.5):
            truth = truths[row]
            yield Seen(leans[truth.kind.kind, truth.face], not found[column].flat)


def figures(tables: int = TABLES) -> Iterator[Mapping[str, Any]]:
    """How many leaning dice were called cocked, and how many flat ones."""
    seen = list(looks(Detector(), tables))
    for name, least, told in (
        ("cocked", LEANS[0], "leaning 6 to 43 degrees"),
        ("cocked.steep", STEEP, "leaning 20 to 43 degrees"),
    ):
        leaning = [die for die in seen if die.lean >= least]
        share = 100 * sum(die.cocked for die in leaning) / max(len(leaning), 1)
        on = f"{len(leaning)} dice {told} on {tables} simulated tables {SIZE[0]}x{SIZE[1]}"
        yield figure(f"eye.render.{name}", share, "%", 90.0, on, most=False)
    flat = [die for die in seen if not die.lean]
    share = 100 * sum(die.cocked for die in flat) / max(len(flat), 1)
    on = f"{len(flat)} flat dice on the same tables"
    yield figure("eye.render.cocked.false", share, "%", 0.5, on, most=True)


def _laid(
    rng: np.random.Generator, number: int
) -> tuple[SimulatedTable, Mapping[tuple[str, int], float]]:
    """A table of dice, and by how much each leans; kind and face together tell which it is."""
    lies = mat("dicemasters")
    tilt = float(rng.uniform(0, 20))
    view = Viewpoint.overlooking(lies.width, lies.height, size=SIZE, tilt=tilt, k1=-0.02)
    light = Conditions(noise=float(rng.uniform(1, 4)), blur_px=float(rng.uniform(0, 0.8)))
    table = SimulatedTable(lies, view=view, seed=number, conditions=light)
    kinds = [random_kind(rng, n, unseen=True) for n in range(COLUMNS * ROWS // 6)]
    leans = {}
    for place in range(COLUMNS * ROWS):
        kind, face = kinds[place // 6], place % 6
        column, row = place % COLUMNS, place // COLUMNS
        x, y = np.array([40 + 60 * column, 60 + 80 * row]) + rng.uniform(-15, 15, 2)
        yaw = float(rng.uniform(0, 2 * np.pi))
        body = table.place(str(place), kind, float(x), float(y), yaw=yaw, face=face)
        lean = float(rng.uniform(*LEANS)) if place % 2 else 0.0
        table.put(replace(body, tilt=lean, lean=float(rng.uniform(0, 2 * np.pi))))
        leans[kind.kind, face] = lean
    return table, leans
