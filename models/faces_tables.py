"""Whole pictures of tables with real Dice Masters faces, read as `diceref read` reads pictures.

`models.faces_eval` shows the reader single faces; here nothing is given but the picture: dice are
found, their tops cut where the networks say, read, and told apart among two teams. The faces are
pictures for evaluating only (`models.faces_real`); dice, tables, cameras and light are drawn by the
simulated table, or by the path tracer of `models.cycles`.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import CharacterFace, DieKind, Face, FacePictures, read_face, write_face
from hardware.frame import Image
from hardware.simulated.optics import Viewpoint
from hardware.simulated.random_scenes import random_setup
from hardware.simulated.render import render
from hardware.simulated.scene import Conditions, DieBody, Material, TableScene, TrueDie
from models.cycles import drawable, keep
from models.evaluate import figure, pairs, shared_parts, within
from models.faces_eval import SURE, RealDie, drawn_teams, real_dice
from models.faces_real import FOLDER as FACES
from models.faces_scenes import SHOWS, laid_out
from models.scenes import enough_shows
from vision.detect import Detector
from vision.faces import FaceReader
from vision.identify import Declared, Enrolled
from vision.line_up import learned_in_rows
from vision.look import SeenDie, look_at
from vision.sighting import Candidate
from vision.weights import FOLDER as WEIGHTS

TABLES: Final = 60
SEED: Final = 505
"""Tables to measure on. Those of seed 404 were looked at while lamps and lessons were chosen."""

SIZE: Final = (1280, 960)
SIDES: Final = (40.0, 80.0)
"""Edges of the dice in the picture, px."""

TILT: Final = (0.0, 25.0)
"""How far the camera may lean from straight down, degrees."""

UPRIGHT: Final = 0.25
"""Corners nearer than this to the face's own (sides) tell which way up it stands."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PrintedFaces:
    """One die of a picture: its outline and top face in px, how much of it shows, what it is."""

    box: tuple[float, float, float, float]
    corners: Floats
    top: float  # share of the top face that shows
    cocked: bool
    kind: str
    face: Face


@dataclass(frozen=True, slots=True)
class RenderedTable:
    """A picture, its dice, and the dice that were declared."""

    image: Image
    dice: tuple[PrintedFaces, ...]
    declared: tuple[DieKind, ...]


def printed_die(die: RealDie, share: float) -> DieKind:
    """A die to lay on a table: its real faces in print, its body as the pictures show it."""
    sheets, bodies = [], []
    for face in die.kind.faces:
        picture = die.pictures[face].picture
        rim = picture[4:-4, [4, 5, -6, -5]].reshape(-1, 3)
        body = np.median(rim, axis=0)
        sheets.append(laid_out(picture, body, share))
        bodies.append(body)
    blue, green, red = (round(float(part)) for part in np.median(bodies, axis=0))
    return replace(die.kind, body=(red, green, blue), pictures=FacePictures(tuple(sheets)))


def rendered_table(seed: int, number: int, dice: Mapping[str, RealDie]) -> RenderedTable:
    """A picture of dice of two teams on any table, under any lamp, at rest."""
    teams, (scene, view, conditions) = setting(seed, number, dice)
    rng = np.random.default_rng((seed, number, 1))
    image, truths = render(scene, view, conditions, rng)
    return RenderedTable(image, tuple(map(_printed, truths)), tuple(die.kind for die in teams))


def setting(
    seed: int, number: int, dice: Mapping[str, RealDie]
) -> tuple[Sequence[RealDie], tuple[TableScene, Viewpoint, Conditions]]:
    """Two teams, and the scene of this number: dice of theirs, made of plain or pearly plastic."""
    rng = np.random.default_rng((seed, number))
    teams, kinds = _printed_teams(dice, rng)
    scene, view, conditions = random_setup(rng, kinds, None, size=SIZE, die_px=SIDES, tilt=TILT)
    bodies = tuple(replace(body, material=_plastic(body.material)) for body in scene.bodies)
    still = replace(conditions, motion_px=(0.0, 0.0))
    return teams, (replace(scene, bodies=bodies, hands=()), view, still)


def _printed_teams(
    dice: Mapping[str, RealDie], rng: np.random.Generator
) -> tuple[Sequence[RealDie], Sequence[DieKind]]:
    """The dice of two teams, and as they are printed."""
    teams = drawn_teams(dice, rng)
    share = float(rng.uniform(0.82, 1.0))
    return teams, [printed_die(die, share) for die in teams]


def _plastic(material: Material) -> Material:
    known = material.finish if material.finish in {"plain", "pearl"} else "plain"
    return replace(material, finish=known)


def _printed(die: TrueDie) -> PrintedFaces:
    face = die.kind.faces[die.face]
    corners = np.array(die.corners, float)
    return PrintedFaces(die.box, corners, die.top, die.cocked, die.kind.kind, face)


@dataclass(slots=True)
class NamedDice:
    """How often die and face were named right among two teams."""

    right: int = 0
    silent: int = 0  # named wrong, and sure of it


@dataclass(slots=True)
class TableTally:
    """What was asked for, and how much of it was found, read and named."""

    asked: int = 0
    found: int = 0
    false: int = 0
    legible: int = 0  # found, flat, nearly all of the top in sight
    cocked: int = 0  # of them, those that were called cocked
    read: int = 0
    upright: int = 0
    characters: int = 0  # of the legible ones
    characters_read: int = 0
    named: dict[str, NamedDice] = field(default_factory=dict)  # by what is known of the colours
    mistakes: list[dict[str, object]] = field(default_factory=list)


OFF: Final[Mapping[str, float]] = {"declared": 0.0, "off_12": 12.0, "off_25": 25.0}
"""By how many grey levels each part of a declared colour is wrong, up or down."""


def known_colours(
    declared: Sequence[DieKind], line_up: Sequence[Enrolled] | None, seed: int
) -> Iterator[tuple[str, Declared]]:
    """The same dice, more or less being known of their colours."""
    for name, off in OFF.items():
        rng = np.random.default_rng((seed, int(off)))
        yield name, Declared([_off(kind, off, rng) for kind in declared])
    unknown = [kind if kind.kind in GIVEN else replace(kind, body_known=False) for kind in declared]
    yield "none", Declared(unknown)
    if line_up is not None:
        yield "lined_up", Declared(unknown, line_up)


MIDDLE: Final = (210.0, 148.0)
"""Where the camera over a table without a mat looks, mm."""

GIVEN: Final = ("common/Sidekick",)
"""Dice that every game has: white with black ink."""


def _off(kind: DieKind, levels: float, rng: np.random.Generator) -> DieKind:
    """A die whose declared colours are wrong by so many grey levels."""
    body, ink = (
        np.clip(np.array(colour) + levels * rng.choice([-1.0, 1.0], 3), 0, 255).astype(int)
        for colour in (kind.body, kind.ink)
    )
    red, green, blue = body.tolist()
    red_ink, green_ink, blue_ink = ink.tolist()
    return replace(kind, body=(red, green, blue), ink=(red_ink, green_ink, blue_ink))


def lined_up(
    seed: int, number: int, dice: Mapping[str, RealDie], detector: Detector, reader: FaceReader
) -> Sequence[Enrolled]:
    """What a line-up teaches: one die of each kind in rows, under a table's lamp and camera."""
    _, (scene, view, conditions) = setting(seed, number, dice)
    teams, kinds = _printed_teams(dice, np.random.default_rng((seed, number)))
    rng = np.random.default_rng((seed, number, 3))
    step, columns = 1.9 * kinds[0].size_mm, 7
    bodies = tuple(
        DieBody(
            kind,
            MIDDLE[0] + step * (at % columns - (columns - 1) / 2) + float(rng.normal(0, 1.0)),
            MIDDLE[1] + step * (at // columns - (len(kinds) - 1) // columns / 2),
            float(rng.uniform(-np.pi, np.pi)),
            int(rng.integers(6)),
            material=Material(gloss=0.3),
            name=str(at),
        )
        for at, kind in enumerate(kinds)
    )
    table_then = replace(scene, bodies=bodies, clutter=(), tray=None, beads=())
    image, _ = render(table_then, view, conditions, rng)
    declared = [die.kind for die in teams]
    rows = [declared[at : at + columns] for at in range(0, len(declared), columns)]
    return learned_in_rows(look_at(image, detector, reader, "dicemasters"), rows).enrolled


def count(
    tally: TableTally,
    seen_table: RenderedTable,
    detector: Detector,
    reader: FaceReader,
    *,
    line_up: Sequence[Enrolled] | None = None,
    seed: int = 0,
) -> None:
    """Look at one picture as `diceref read` does, and count."""
    size = seen_table.image.shape[:2]
    seen = look_at(seen_table.image, detector, reader, "dicemasters")
    readings = [die.reading for die in seen]
    said = {
        name: known.named(readings)
        for name, known in known_colours(seen_table.declared, line_up, seed)
    }
    boxes = np.array([die.detection.box for die in seen]).reshape(-1, 4)
    outlines = np.array([within(die.box, size) for die in seen_table.dice]).reshape(-1, 4)
    asked = [n for n, die in enumerate(seen_table.dice) if enough_shows(die.box, die.top)]
    matched = pairs(shared_parts(outlines[asked], boxes), 0.5)
    tally.asked += len(asked)
    tally.found += len(matched)
    tally.false += len(seen) - len(pairs(shared_parts(outlines, boxes), 0.5))
    by_kind = {kind.kind: kind for kind in seen_table.declared}
    for row, column in matched:
        die = seen_table.dice[asked[row]]
        if die.cocked or die.top < SHOWS:
            continue
        tally.legible += 1
        tally.cocked += not seen[column].detection.flat
        tally.upright += _stands_as(seen[column], die)
        face, chance = seen[column].reading.best("dicemasters")
        tally.read += face == die.face
        if isinstance(die.face, CharacterFace):
            tally.characters += 1
            tally.characters_read += face == die.face
        if face != die.face:
            tally.mistakes.append(_mistake(die, face, chance))
        for name, answers in said.items():
            named = tally.named.setdefault(name, NamedDice())
            right = _named_right(answers[column], by_kind, die)
            named.right += right
            named.silent += not right and _surest(answers[column], by_kind) > SURE


def _named_right(
    said: Mapping[Candidate, float], by_kind: Mapping[str, DieKind], die: PrintedFaces
) -> bool:
    best = max(said, key=lambda candidate: said[candidate], default=None)
    return (
        best is not None
        and best.kind == die.kind
        and by_kind[best.kind].faces[best.face] == die.face
    )


def _surest(said: Mapping[Candidate, float], by_kind: Mapping[str, DieKind]) -> float:
    """The chance of the likeliest die and face; faces printed alike count together."""
    chances: dict[tuple[str, Face], float] = {}
    for candidate, log_chance in said.items():
        shown = (candidate.kind, by_kind[candidate.kind].faces[candidate.face])
        chances[shown] = chances.get(shown, 0.0) + float(np.exp(log_chance))
    return max(chances.values(), default=0.0)


def _stands_as(seen: SeenDie, die: PrintedFaces) -> bool:
    side = np.linalg.norm(die.corners - np.roll(die.corners, 1, axis=0), axis=1).mean()
    apart = np.linalg.norm(seen.corners - die.corners, axis=1).mean()
    return bool(apart < UPRIGHT * side)


def _mistake(die: PrintedFaces, face: Face, chance: float) -> dict[str, object]:
    """A line about a face that was read wrong."""
    side = np.linalg.norm(die.corners[1] - die.corners[0])
    return {
        "die": die.kind,
        "shows": write_face(die.face),
        "read": write_face(face),
        "chance": round(chance, 2),
        "side": round(float(side)),
    }


def figures(tally: TableTally, tables: int, drawn: str) -> Iterator[Mapping[str, object]]:
    """The figures of one set of pictures."""
    on = f"real faces on {tables} whole {drawn} tables, dice of 40 to 80 px, read as a picture"
    asked, legible = max(1, tally.asked), max(1, tally.legible)
    yield figure("eye.tables.found", 100 * tally.found / asked, "%", 99.5, on, most=False)
    yield figure("eye.tables.false", 100 * tally.false / asked, "%", 0.5, on, most=True)
    flat = f"{on}; {tally.legible} dice that lie flat in full sight"
    yield figure("eye.tables.cocked.false", 100 * tally.cocked / legible, "%", 0.5, flat, most=True)
    for name, right, must in (
        ("attributes", tally.read, 96.0),
        ("upright", tally.upright, 97.0),
    ):
        yield figure(f"eye.tables.{name}", 100 * right / legible, "%", must, flat, most=False)
    share = 100 * tally.characters_read / max(1, tally.characters)
    told = f"{on}; {tally.characters} characters that lie flat in full sight"
    yield figure("eye.tables.characters", share, "%", 92.0, told, most=False)
    for known, named in tally.named.items():
        name, must, colours = _NAMED[known]
        told = f"{flat}; {colours}"
        yield figure(name, 100 * named.right / legible, "%", must, told, most=False)
        yield figure(f"{name}.silent", float(named.silent), "", 0.0, told, most=True)


_NAMED: Final[Mapping[str, tuple[str, float, str]]] = {
    "declared": ("eye.tables.named", 98.5, "die and face among two teams, colours declared"),
    "off_12": ("eye.colours_off.12", 97.5, "the same, declared colours off by 12 grey levels"),
    "off_25": ("eye.colours_off.25", 95.0, "the same, declared colours off by 25 grey levels"),
    "none": ("eye.tables.named_uncoloured", 40.0, "the same, no colours known"),
    "lined_up": ("eye.tables.named_lined_up", 98.5, "the same, one line-up under the same lamp"),
}


def draw_traced(folder: Path, count: int, seed: int) -> None:
    """Have the path tracer draw the tables that the folder lacks."""
    dice = real_dice()
    for number in range(count):
        teams, made = setting(seed, number, dice)
        rng = np.random.default_rng((seed, number, 2))
        keep(folder, number, drawable(*made), rng, declared=[die.kind.kind for die in teams])


def traced(folder: Path) -> Iterator[RenderedTable]:
    """The tables that the path tracer drew into a folder."""
    dice = real_dice()
    for sheet in sorted(folder.glob("*.json")):
        told = json.loads(sheet.read_text("utf-8"))
        image = cv2.imread(str(folder / told["image"]), cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError(f"{folder / told['image']} is not a picture OpenCV can read")
        printed = tuple(map(_traced_die, told["dice"]))
        declared = tuple(dice[name].kind for name in told["declared"])
        yield RenderedTable(image.astype(np.uint8), printed, declared)


def _traced_die(told: Mapping[str, Any]) -> PrintedFaces:
    left, top, right, bottom = told["box"]
    corners, face = np.array(told["corners"]), read_face(told["face"])
    return PrintedFaces(
        (left, top, right, bottom), corners, told["top"], not told["flat"], told["kind"], face
    )


def measured(
    tables: int = TABLES,
    seed: int = SEED,
    folder: Path | None = None,
    *,
    mistakes: bool = False,
    weights: Path = WEIGHTS,
) -> Iterator[Mapping[str, object]]:
    """Every figure; of the path-traced tables in `folder`, if one is given, else of rendered ones.

    None when the pictures of real faces are not beside the project. With `mistakes`, lines about
    what was read wrong follow.
    """
    if not FACES.exists():
        return
    dice, tally, looked_at = real_dice(), TableTally(), 0
    detector, reader = Detector(folder=weights, threads=1), FaceReader(weights, threads=1)
    drawn = (rendered_table(seed, number, dice) for number in range(tables))
    for number, one in enumerate(traced(folder) if folder else drawn):
        line_up = None if folder else lined_up(seed, number, dice, detector, reader)
        count(tally, one, detector, reader, line_up=line_up, seed=seed + number)
        looked_at += 1
    yield from figures(tally, looked_at, "path-traced" if folder else "rendered")
    if mistakes:
        yield from tally.mistakes


def main(words: Sequence[str] | None = None) -> None:
    """Print the figures, and with --mistakes what was read wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--traced", type=Path, help="path-traced tables instead, of this folder")
    parser.add_argument("--draw", action="store_true", help="draw them first, as far as they lack")
    parser.add_argument("--mistakes", action="store_true")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="the networks' folder")
    chosen = parser.parse_args(words)
    if chosen.draw and chosen.traced:
        draw_traced(chosen.traced, chosen.tables, chosen.seed)
    asked = (chosen.tables, chosen.seed, chosen.traced)
    for line in measured(*asked, mistakes=chosen.mistakes, weights=chosen.weights):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
