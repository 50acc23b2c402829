"""How well dice that lean are told from those that lie flat, and how that is weighed.

Half of the dice lean by 6 to 43 degrees towards anywhere, as against a card or another die, and
none hides another: what is measured is the eye, not the table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.optimize import minimize

from calibration.mats import mat_named
from calibration.registration import register
from hardware.frame import Image
from hardware.simulated.optics import Viewpoint
from hardware.simulated.random_scenes import random_setup
from hardware.simulated.render import render
from hardware.simulated.scene import Conditions, TrueDie
from hardware.simulated.table import SimulatedTable
from models.evaluate import (
    MAT_EDGES,
    NEAREST,
    SHARED,
    Floats,
    figure,
    known,
    pairs,
    shared_parts,
)
from models.scenes import random_kind, visible
from vision.detect import Detection, Detector, Whereabouts
from vision.lean import chances_of_leaning, flat_among, flat_on
from vision.weights import FOLDER, manifest, register_network

SIZE: Final = (2304, 1296)
TABLES: Final = 20
COLUMNS, ROWS = 9, 4
LEANS: Final = (0.1, 0.75)
"""Radians."""

MAT: Final = "dicemasters"
MOST_PX: Final = NEAREST * MAT_EDGES[1]

USUAL: Final = 4
"""Scenes in which few dice are cocked to each table on which half of them are, for weighing."""

CALIBRATING: Final = 887
"""The seed of the tables on which evidence is weighed: other ones than those measured."""

STEEP: Final = 0.35
"""A die that leans more than this (radians: 20 degrees) shows two faces to anybody."""


@dataclass(frozen=True, slots=True)
class LeaningDie:
    """One die that was found: by how much it leans, and whether it was called cocked."""

    lean: float  # radians
    cocked: bool


@dataclass(frozen=True, slots=True)
class LeanSigns:
    """What is said of one die, and what it does."""

    cocked: float  # the second look's own chance
    above: Floats  # how it lies (see `vision.lean`)
    among: Floats  # how flat dice there lie, told by the others
    on_mat: Floats  # the same told by the mat; NaN where there is none
    leans: bool


def looks(
    detector: Detector, tables: int = TABLES, seed: int = 888, *, on_mat: bool = False
) -> Iterator[LeaningDie]:
    """The dice that were found on so many tables; with `on_mat` the eye knows where the mat lies.

    Else it only knows how large dice are, and whether they lie alike.
    """
    for number in range(tables):
        image, truths, leans = _table(seed, number)
        known_there = _lie(image, truths) if on_mat else None
        found = detector(image, _about(known_there))
        for row, column in _pairs(image, truths, found):
            yield LeaningDie(leans[row], not found[column].flat)


def _about(lie: Callable[[Floats], Floats] | None) -> Whereabouts:
    """What a game would know: how large dice are, and with a mat how flat ones lie."""
    return Whereabouts([(0, 0, *SIZE)], MAT_EDGES[0], lie, MOST_PX)


def _lie(image: Image, truths: Sequence[TrueDie]) -> Callable[[Floats], Floats]:
    """How flat dice lie on the mat in this picture."""
    lies = register(image, mat_named(MAT))
    side = float(np.median([truth.kind.size_mm for truth in truths]))
    return lambda tops: flat_on(lies, tops, side)


def _pairs(
    image: Image, truths: Sequence[TrueDie], found: Sequence[Detection]
) -> Iterator[tuple[int, int]]:
    dice = known(truths, image.shape[:2])
    asked = np.array([die.box for die in dice]).reshape(-1, 4)
    boxes = np.array([die.box for die in found]).reshape(-1, 4)
    yield from pairs(shared_parts(asked, boxes), SHARED)


def lean_signs(detector: Detector, tables: int, seed: int) -> Iterator[LeanSigns]:
    """The same dice as the networks see them, and those of `USUAL` times as many usual scenes."""
    for number in range(tables):
        image, truths, leans = _table(seed, number)
        yield from _weighed(detector, image, truths, leans, _lie(image, truths))
    for number in range(USUAL * tables):
        image, truths = _usual_scene(seed, number)
        lean = [float(truth.cocked) for truth in truths]
        yield from _weighed(detector, image, truths, lean, None)


def _usual_scene(seed: int, number: int) -> tuple[Image, tuple[TrueDie, ...]]:
    """Dice as large as on a mat, few of them cocked, among whatever lies on tables."""
    rng = np.random.default_rng((seed, number, 1))
    kinds = [random_kind(rng, n, unseen=True) for n in range(int(rng.integers(1, 6)))]
    lies_on = mat_named(MAT) if number % 3 else None
    setup = random_setup(rng, kinds, lies_on, size=SIZE, die_px=MAT_EDGES, tilt=(0.0, 25.0))
    return render(*setup, rng)


def _weighed(
    detector: Detector,
    image: Image,
    truths: Sequence[TrueDie],
    leans: Sequence[float],
    lie: Callable[[Floats], Floats] | None,
) -> Iterator[LeanSigns]:
    weighed = detector.weigh(image, known=_about(None))
    if not weighed:
        return
    tops = [each.top for each in weighed]
    corners = np.array([top.corners for top in tops])
    cocked = np.array([top.cocked for top in tops])
    above = np.array([top.above for top in tops])
    among = flat_among(corners.mean(axis=1), above, cocked)
    on_mat = np.full_like(among, np.nan) if lie is None else lie(corners)
    for row, column in _pairs(image, truths, weighed):
        if not visible(truths[row]):
            continue
        yield LeanSigns(
            tops[column].cocked, above[column], among[column], on_mat[column], leans[row] > 0
        )


def fitted_weights(seen: Sequence[LeanSigns]) -> tuple[float, ...]:
    """How what is said of a die alone and how it lies are weighed (see `vision.lean`)."""
    told = [(die, flat) for die in seen for flat in (die.among, die.on_mat)]
    both = [(die, flat) for die, flat in told if not np.isnan(flat[0])]
    cocked = np.array([die.cocked for die, _ in both])
    above, flat = np.array([die.above for die, _ in both]), np.array([flat for _, flat in both])
    leans = np.array([die.leans for die, _ in both])

    def surprise(plane: Floats) -> float:
        chances = chances_of_leaning(cocked, above, flat, plane.tolist())
        return float(-np.log(np.maximum(np.where(leans, chances, 1 - chances), 1e-9)).mean())

    start, most = np.array([0.8, 6.0, 15.0]), {"maxiter": 4_000}
    plane = minimize(surprise, start, method="Nelder-Mead", options=most).x
    return tuple(round(float(part), 3) for part in plane)


def calibrate(folder: Path = FOLDER, tables: int = 20) -> None:
    """Fit how the evidence is weighed on tables of their own, and write it into the manifest."""
    entry = manifest(folder)["tops"]
    seen = list(lean_signs(Detector(folder=folder, threads=1), tables, CALIBRATING))
    register_network("tops", entry.file, {**entry.facts, "leans": fitted_weights(seen)}, folder)


def figures(tables: int = TABLES) -> Iterator[Mapping[str, Any]]:
    """How many leaning dice were called cocked, and how many flat ones."""
    detector = Detector()
    for name, on_mat, known_by in (
        ("eye.render.cocked", False, "the dice around tell how flat ones lie"),
        ("eye.render.cocked.mat", True, "the mat tells it, as in a game"),
    ):
        seen = list(looks(detector, tables, on_mat=on_mat))
        told = f"on {tables} simulated tables {SIZE[0]}x{SIZE[1]}; {known_by}"
        yield from _leaning_figures(name, seen, told)
    usual = [die for die in _usual_looks(detector, 2 * tables) if not die.lean]
    share = 100 * sum(die.cocked for die in usual) / max(len(usual), 1)
    on = f"{len(usual)} flat dice among whatever lies on {2 * tables} drawn tables"
    yield figure("eye.render.cocked.usual.false", share, "%", 0.5, on, most=True)


def _leaning_figures(
    name: str, seen: Sequence[LeaningDie], told: str
) -> Iterator[Mapping[str, Any]]:
    for part, least, leaning_by in (
        ("", LEANS[0], "leaning 6 to 43 degrees"),
        (".steep", STEEP, "leaning 20 to 43 degrees"),
    ):
        leaning = [die for die in seen if die.lean >= least]
        share = 100 * sum(die.cocked for die in leaning) / max(len(leaning), 1)
        on = f"{len(leaning)} dice {leaning_by} {told}"
        yield figure(f"{name}{part}", share, "%", 90.0, on, most=False)
    flat = [die for die in seen if not die.lean]
    share = 100 * sum(die.cocked for die in flat) / max(len(flat), 1)
    yield figure(f"{name}.false", share, "%", 0.5, f"{len(flat)} flat dice {told}", most=True)


def _usual_looks(detector: Detector, scenes: int, seed: int = 888) -> Iterator[LeaningDie]:
    """The dice of usual scenes; one that is cocked counts as leaning by a radian."""
    for number in range(scenes):
        image, truths = _usual_scene(seed, number)
        found = detector(image, _about(None))
        for row, column in _pairs(image, truths, found):
            if visible(truths[row]):
                yield LeaningDie(float(truths[row].cocked), not found[column].flat)


def _table(seed: int, number: int) -> tuple[Image, tuple[TrueDie, ...], list[float]]:
    """A picture of a table, its dice, and by how much each leans."""
    table, leans = _laid(np.random.default_rng((seed, number)), number)
    image, truths = table.read().image, table.seen()
    return image, truths, [leans[die.kind.kind, die.face] for die in truths]


def _laid(
    rng: np.random.Generator, number: int
) -> tuple[SimulatedTable, Mapping[tuple[str, int], float]]:
    """A table of dice, and by how much each leans; kind and face together tell which it is."""
    lies = mat_named(MAT)
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
