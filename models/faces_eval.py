"""Figures of the face reader on real faces and real pipped dice, one JSON line each.

Nothing here was trained on: the die faces are for evaluating only, the photos are the sets'
test parts. Declared colours come from the table beside the cards, as in a game.
"""

import argparse
import csv
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from hardware.dice import Colour, DieKind, EnergyFace, Face, PipFace
from hardware.frame import Image
from models.faces_pips import cropped, pip_crops
from models.faces_real import FOLDER as FACES
from models.faces_real import LampColour, LyingDie, RealFace, crops, real_faces
from vision.enrol import sort_faces
from vision.faces import WIDE, FaceReader, Reading
from vision.identify import Declared, Enrolled, merged
from vision.sighting import Candidate
from vision.weights import FOLDER as WEIGHTS

SHARED: Final = FACES.parent
BASIC: Final[Mapping[str, Colour]] = {
    "Blue": (0, 0, 255),
    "Brn": (150, 120, 55),
    "Green": (0, 255, 0),
    "Pnk": (245, 155, 195),
    "Red": (255, 0, 0),
    "Yellow": (255, 255, 0),
}
"""What a basic action die's ink is called in the pictures, and what it is."""

TABLE: Final = 40
"""Dice on a full table."""

SURE: Final = 0.97
"""A settled reading this probable is published without a question."""

ON_FACES: Final = "410 real faces on rendered dice, 40-80 px, every angle, blur, noise, glare"


@dataclass(frozen=True, slots=True)
class RealDie:
    """One die of the pictures: what is declared of it, and its pictures by what they show."""

    kind: DieKind
    pictures: Mapping[Face, RealFace]


def figure(name: str, value: float, must: float, *, ok: bool, on: str) -> dict[str, object]:
    """One line of the figures."""
    unit = "ms" if name.endswith("_p95") else "" if name.endswith((".ece", "silent")) else "%"
    return {"name": name, "value": round(value, 4), "unit": unit, "must": must, "ok": ok, "on": on}


def read_all(reader: FaceReader, pictures: Sequence[Image]) -> list[Reading]:
    """Readings of many crops, forty at a time."""
    found: list[Reading] = []
    for start in range(0, len(pictures), TABLE):
        found.extend(reader.read(pictures[start : start + TABLE]))
    return found


# -- attributes ------------------------------------------------------------------------------


def attributes(reader: FaceReader, looks: int = 3) -> Iterator[dict[str, object]]:
    """All attributes right in one frame, and how honest the probability is."""
    shown = list(crops(real_faces(), looks, seed=5))
    readings = read_all(reader, [crop for _, crop in shown])
    right, believed = [], []
    for (face, _), reading in zip(shown, readings, strict=True):
        found, probability = reading.best("dicemasters")
        right.append(found == face.face)
        believed.append(probability)
    share = 100 * float(np.mean(right))
    yield figure("eye.faces.attributes", share, 97.0, ok=share >= 97, on=ON_FACES)
    error = calibration_error(np.array(believed), np.array(right, float))
    yield figure("eye.ece", error, 0.03, ok=error <= 0.03, on=ON_FACES)


def calibration_error(believed: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error: what was believed against what came true."""
    bin_of = np.minimum((believed * bins).astype(int), bins - 1)
    gaps = [
        abs(believed[bin_of == b].mean() - right[bin_of == b].mean()) * (bin_of == b).mean()
        for b in np.unique(bin_of)
    ]
    return float(sum(gaps))


# -- two declared teams ----------------------------------------------------------------------


def real_dice(shared: Path = SHARED) -> dict[str, RealDie]:
    """Every die of the pictures by name, with its declared colours."""
    colours = _declared_colours(shared / "cards" / "dice_colours.csv")
    pictures: dict[str, dict[Face, RealFace]] = {}
    for face in real_faces(shared / "dice_faces"):
        pictures.setdefault(f"{face.edition}/{face.die}", {}).setdefault(face.face, face)
    return {name: RealDie(_kind(name, tuple(of), colours), of) for name, of in pictures.items()}


def _declared_colours(table: Path) -> dict[str, tuple[Colour, Colour]]:
    with table.open(newline="", encoding="utf-8") as rows:
        return {
            f"{row['set']}/{row['die_name']}".lower().replace("celetic", "celtic"): (
                _colour(row["body_hex"]),
                _colour(row["ink_hex"]),
            )
            for row in csv.DictReader(rows)
        }


def _colour(written: str) -> Colour:
    red, green, blue = bytes.fromhex(written.removeprefix("#"))
    return red, green, blue


def _kind(
    name: str, prints: tuple[Face, ...], colours: Mapping[str, tuple[Colour, Colour]]
) -> DieKind:
    """The die as a game would declare it: six faces, the doubles printed more than once."""
    if name == "common/Sidekick":
        body, ink = (255, 255, 255), (0, 0, 0)
    elif name.startswith("common/"):
        body, ink = (255, 255, 255), BASIC[name.split("(")[1].rstrip(")")]
    else:
        body, ink = colours[name.lower()]
    energy = [face for face in prints if isinstance(face, EnergyFace)]
    others = [face for face in prints if not isinstance(face, EnergyFace)]
    faces = [*energy, *[energy[-1]] * (6 - len(prints)), *others]
    first, second, third, fourth, fifth, sixth = faces
    icon = "" if name.startswith("common/") else name  # the star and the pawn are no one's own
    return DieKind(name, name, (first, second, third, fourth, fifth, sixth), body, ink, icon)


def drawn_teams(dice: Mapping[str, RealDie], rng: np.random.Generator) -> list[RealDie]:
    """Two tournament teams: eight cards and two basic actions a side, and the Sidekicks."""
    names = sorted(name for name in dice if not name.startswith("common/"))
    basics = sorted(name for name in dice if name.startswith("common/Basic"))
    cards = rng.choice(names, 16, replace=False)
    actions = rng.choice(basics, 4, replace=False)
    return [dice[str(name)] for name in (*cards, *actions, "common/Sidekick")]


@dataclass(slots=True)
class Score:
    """How often die and face were named right."""

    right: int = 0
    of: int = 0
    silent: int = 0  # wrong, and sure of it

    @property
    def share(self) -> float:
        """Percent right."""
        return 100 * self.right / max(1, self.of)

    def count(self, kind: DieKind, face: Face, said: Mapping[Candidate, float]) -> None:
        """Count one answer."""
        chances: dict[Face, float] = {}
        for candidate, chance in said.items():
            if candidate.kind == kind.kind:
                shown = kind.faces[candidate.face]
                chances[shown] = chances.get(shown, 0.0) + float(np.exp(chance))
        best = max(said, key=lambda c: said[c], default=None)
        right = best is not None and best.kind == kind.kind and kind.faces[best.face] == face
        self.of += 1
        self.right += right
        if best is not None and not right:
            rivals: dict[tuple[str, Face | int], float] = {}
            for candidate, chance in said.items():
                key = (candidate.kind, candidate.face)
                rivals[key] = rivals.get(key, 0.0) + float(np.exp(chance))
            self.silent += max(rivals.values()) > SURE


@dataclass(frozen=True, slots=True)
class Means:
    """What identification may use: for the ablation, parts of it can be left out."""

    colours: bool = True  # the declared colours
    lamp: bool = True  # the lamp found from all dice of a picture together
    enrolled: bool = True


def closed(
    reader: FaceReader, pairs: int = 12, looks: int = 5, means: Means | None = None
) -> dict[str, Score]:
    """Die and face among two teams: one frame, settled, and with enrolled dice."""
    means = means or Means()
    rng = np.random.default_rng(11)
    dice = real_dice()
    scores = {name: Score() for name in ("closed", "settled", "enrolled", "enrolled_settled")}
    for _ in range(pairs):
        teams = drawn_teams(dice, rng)
        kinds = [die.kind if means.colours else _uncoloured(die.kind) for die in teams]
        plain = Declared(kinds)
        lamp = LampColour.any(rng)
        told = Declared(kinds, _enrolled(reader, teams, lamp, rng)) if means.enrolled else None
        shown = [(die, face) for die in teams for face in die.pictures]
        shown = [shown[n] for n in rng.permutation(len(shown))]
        for start in range(0, len(shown), TABLE):
            table = shown[start : start + TABLE]
            _play(
                reader,
                table,
                lamp=lamp,
                looks=looks,
                rng=rng,
                declared=(plain, told),
                common_lamp=means.lamp,
                scores=scores,
            )
    return scores


def _play(
    reader: FaceReader,
    table: Sequence[tuple[RealDie, Face]],
    *,
    lamp: LampColour,
    looks: int,
    rng: np.random.Generator,
    declared: tuple[Declared, Declared | None],
    common_lamp: bool,
    scores: Mapping[str, Score],
) -> None:
    """One table of dice at rest, looked at several times."""
    lying = [LyingDie(die.pictures[face].picture, lamp, rng) for die, face in table]
    frames = [read_all(reader, [die.look() for die in lying]) for _ in range(looks)]
    for one, prefix in zip(declared, ("closed", "enrolled"), strict=True):
        if one is None:
            continue
        said = [
            one.match_all(frame) if common_lamp else [one.match(reading) for reading in frame]
            for frame in frames
        ]
        settled = "settled" if prefix == "closed" else "enrolled_settled"
        for number, (die, face) in enumerate(table):
            scores[prefix].count(die.kind, face, said[0][number])
            scores[settled].count(die.kind, face, merged([frame[number] for frame in said]))


def _enrolled(
    reader: FaceReader, teams: Sequence[RealDie], lamp: LampColour, rng: np.random.Generator
) -> list[Enrolled]:
    """Every die enrolled from ten crops under the same lamp; the program sorts the faces."""
    learnt: list[Enrolled] = []
    for die in teams:
        pictures = [face.picture for face in die.pictures.values()]
        thrown = [LyingDie(picture, lamp, rng).look() for picture in (pictures * 3)[:12]]
        enrolment = sort_faces(die.kind, reader.read(thrown))
        shown = list(die.pictures) * 3
        for doubt in enrolment.doubts:  # what the program asks, the player answers
            enrolment = enrolment.answered(doubt.crop, die.kind.faces.index(shown[doubt.crop]))
        learnt.extend(enrolment.looks())
    return learnt


def _uncoloured(kind: DieKind) -> DieKind:
    """The same die, its colours unknown."""
    return DieKind(
        kind.kind, kind.title, kind.faces, kind.body, kind.ink, kind.icon, body_known=False
    )


def identities(reader: FaceReader, pairs: int = 12) -> Iterator[dict[str, object]]:
    """The closed-set figures."""
    scores = closed(reader, pairs)
    on = f"the same, {pairs} random pairs of teams of 10 cards, Sidekicks included"
    for name, key, must in (
        ("eye.faces.closed", "closed", 99.0),
        ("eye.faces.settled", "settled", 99.9),
        ("eye.faces.enrolled", "enrolled", 99.5),
        ("eye.faces.enrolled_settled", "enrolled_settled", 99.9),
    ):
        share = scores[key].share
        yield figure(name, share, must, ok=share >= must, on=on)
    silent = float(scores["settled"].silent)
    yield figure("eye.silent", silent, 0.0, ok=silent == 0, on=f"{on}, after five looks")


def ablation(reader: FaceReader, pairs: int = 6) -> Iterator[dict[str, object]]:
    """What each part of identification buys: percent right in one frame and after five."""
    on = f"real faces on rendered dice, {pairs} random pairs of teams"
    for name, means in (
        ("print", Means(colours=False, lamp=False, enrolled=False)),
        ("print, colours", Means(lamp=False, enrolled=False)),
        ("print, colours, lamp", Means()),
    ):
        scores = closed(reader, pairs, means=means)
        rows = [(name, "closed", "settled")]
        if means.enrolled:
            rows.append((f"{name}, enrolled", "enrolled", "enrolled_settled"))
        for row, one, five in rows:
            yield {"means": row, "one": scores[one].share, "five": scores[five].share, "on": on}


# -- pips ------------------------------------------------------------------------------------


def pips(reader: FaceReader, looks: int = 2) -> Iterator[dict[str, object]]:
    """Values of real pipped dice in crops around their labelled boxes, per set."""
    rng = np.random.default_rng(3)
    dice = pip_crops(SHARED / "real_dice", "test")
    shown = [die for die in dice for _ in range(looks)]
    seen = [
        cropped(die, rng.uniform(0, 360), rng.uniform(0.9, 1.15), (0.0, 0.0), WIDE) for die in shown
    ]
    right: dict[str, list[bool]] = {}
    for die, reading in zip(shown, read_all(reader, seen), strict=True):
        found, _ = reading.best("pips")
        for name in (die.set_name, "together"):
            right.setdefault(name, []).append(found == PipFace(die.value))
    for name, answers in right.items():
        share = 100 * float(np.mean(answers))
        on = f"{name}, test part, crops around labelled boxes at random angles"
        yield figure(f"eye.faces.pips.{name}", share, 98.0, ok=share >= 98, on=on)


def speed(reader: FaceReader, rounds: int = 20) -> Iterator[dict[str, object]]:
    """How long forty crops take."""
    shown = [crop for _, crop in crops(real_faces()[::10][:40], 1, seed=9)]
    reader.read(shown)
    took = []
    for _ in range(rounds):
        before = time.perf_counter()
        reader.read(shown)
        took.append(1000 * (time.perf_counter() - before))
    slow = float(np.percentile(took, 95))
    yield figure("eye.faces.read_p95", slow, 120.0, ok=slow <= 120, on="40 crops, this machine")


def figures(folder: Path = WEIGHTS, pairs: int = 12) -> Iterator[Mapping[str, object]]:
    """Every figure of the face reader; none when the pictures are not beside the project."""
    reader = FaceReader(folder)
    yield from speed(reader)
    if FACES.exists():
        yield from attributes(reader)
        yield from identities(reader, pairs)
    if (SHARED / "real_dice").exists():
        yield from pips(reader)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=WEIGHTS)
    parser.add_argument("--pairs", type=int, default=12)
    parser.add_argument("--ablation", action="store_true", help="what each part buys instead")
    chosen = parser.parse_args(arguments)
    lines: Iterator[Mapping[str, object]] = figures(chosen.folder, chosen.pairs)
    if chosen.ablation:
        lines = ablation(FaceReader(chosen.folder), chosen.pairs)
    for line in lines:
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
