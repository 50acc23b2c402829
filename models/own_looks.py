"""Dice that look alike but for their bodies: learn what tells them apart, and measure it.

    python -m models.own_looks --learn    # from dice of random forms; writes own_look.npz
    python -m models.own_looks            # enrol the nine forms, plain and engraved, and tell them

The forms of IRONDIE that are measured on are none of those that are learnt from.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.mats import mat_named
from hardware.dice import DieKind, IrondieFace
from hardware.frame import Image
from hardware.simulated import outlines
from hardware.simulated.develop import develop
from hardware.simulated.optics import Viewpoint
from hardware.simulated.outlines import RARE, Outline
from hardware.simulated.render import draw_die, put_down, render
from hardware.simulated.scene import Conditions, DieBody, Material, SceneLamp, TableScene
from rules.irondie.dice import APPEARANCE, TYPES
from vision.detect import Detector
from vision.enrol import CROPS, sort_faces
from vision.faces import WIDE, FaceReader, Reading, sized, upright_crop
from vision.identify import FLOOR, Declared, confusable
from vision.look import look_at
from vision.own_look import LEARNT, around, features
from vision.sighting import Candidate

Rng: TypeAlias = np.random.Generator
Floats: TypeAlias = NDArray[np.float32]

FORMS: Final = 120
COLOURS_OF_ONE: Final = 3
LOOKS: Final = 14
"""Random forms to learn from, colours of each, and looks at each die."""

WAVERS: Final = 5.0
"""Nats by which one die must be likelier than all others, or the referee asks."""

NUMBERS: Final = 40
KEPT: Final = 250
"""Of the features' main directions, so many are told apart by."""

SIZE: Final = (2304, 1296)
ASTRAY: Final = 0.04
"""Sides of a face: how far from the truth corners are found, before the reader aims."""


def kind_of(shape: str, print_: str, colour: str) -> DieKind:
    """A die of this form, whose faces show attack, defence or life."""
    body, ink = (tuple(int(part[n : n + 2], 16) for n in (1, 3, 5)) for part in APPEARANCE[colour])
    faces = tuple(IrondieFace(print_, value) for value in range(1, 7))  # type: ignore[arg-type]  # one of the literal's words
    return DieKind(f"{shape} {print_} {colour}", shape, faces, body, ink, size_mm=15.0, shape=shape)  # type: ignore[arg-type]  # six faces, three parts


def random_form(rng: Rng) -> Outline:
    """A cube cut anyhow."""
    way = rng.integers(0, 4)
    return Outline(
        edges=float(rng.uniform(0.03, 0.26)) if way in {0, 2} else 0.0,
        corners=float(rng.uniform(0.2, 0.9)) if way in {1, 2} else 0.0,
        ball=float(rng.uniform(1.22, 1.55)) if way == 3 else 0.0,
    )


def random_conditions(rng: Rng) -> Conditions:
    """A lamp somewhere, another lens and sensor."""
    width, height = 524.0, 384.0
    lamps = tuple(
        SceneLamp(
            float(rng.uniform(-300, width + 300)),
            float(rng.uniform(-600, height + 400)),
            float(rng.uniform(600, 1400)),
            float(rng.uniform(60, 400)),
        )
        for _ in range(rng.integers(1, 3))
    )
    return Conditions(
        lamps=lamps,
        ambient=float(rng.uniform(0.25, 0.6)),
        exposure=float(rng.uniform(0.8, 1.15)),
        blur_px=float(rng.uniform(0.3, 0.9)),
        noise=float(rng.uniform(1.0, 4.0)),
    )


def look_at_one(kind: DieKind, view: Viewpoint, conditions: Conditions, rng: Rng) -> Image:
    """The wide crop of one metal die somewhere on the table, found with some error."""
    body = DieBody(
        kind,
        float(rng.uniform(40, 484)),
        float(rng.uniform(40, 344)),
        float(rng.uniform(0, 2 * np.pi)),
        int(rng.integers(6)),
        material=Material(finish="metal", gloss=0.6),
    )
    sprite = draw_die(body, view, conditions)
    corners = np.array(sprite.truth.corners)
    left, top = (int(value) for value in corners.min(axis=0) - 50)
    ground = rng.integers(60, 220, 3)
    patch = np.full((190, 190, 3), ground, np.uint8)
    put_down(patch, sprite, left, top)
    side = float(np.linalg.norm(corners[0] - corners[1]))
    astray = corners - (left, top) + rng.normal(0, ASTRAY * side, (4, 2))
    return upright_crop(develop(patch, conditions, rng), astray)


def lessons(rng: Rng) -> Iterator[tuple[int, int, Image]]:
    """Pictures with the number of their form and of their die."""
    mat = mat_named("irondie")
    die = 0
    for form in range(FORMS):
        shape = f"lesson {form}"
        outlines.FORMS[shape] = random_form(rng)  # type: ignore[index]  # for as long as this runs
        shape += RARE if form % 3 == 0 else ""
        for colour in rng.choice(list(APPEARANCE), COLOURS_OF_ONE, replace=False):
            print_ = str(rng.choice(["attack", "defence", "life"]))
            kind = kind_of(shape, print_, str(colour))
            die += 1
            for _ in range(LOOKS):
                tilt = float(rng.uniform(0, 12))
                view = Viewpoint.overlooking(mat.width, mat.height, size=SIZE, tilt=tilt, k1=-0.02)
                yield form, die, look_at_one(kind, view, random_conditions(rng), rng)


def learnt(found: Floats, forms: NDArray[np.intp], dice: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """What tells forms apart, in units of how far apart looks at one die are."""
    mean = found.mean(axis=0)
    _, _, ways = np.linalg.svd(found - mean, full_matrices=False)
    main = ways[:KEPT].T
    seen = (found - mean) @ main
    within = np.concatenate([seen[dice == d] - seen[dice == d].mean(0) for d in np.unique(dice)])
    spread = np.cov(within.T) * len(within) / (len(within) - len(np.unique(dice)))
    values, axes = np.linalg.eigh(spread + 1e-3 * np.trace(spread) / KEPT * np.eye(KEPT))
    white = axes / np.sqrt(values)
    middles = np.stack([(seen[forms == f] @ white).mean(0) for f in np.unique(forms)])
    _, _, told = np.linalg.svd(middles - middles.mean(0), full_matrices=False)
    return mean, (main @ white @ told[:NUMBERS].T).astype(np.float32)


def aimed(reader: FaceReader, crops: Sequence[Image]) -> list[NDArray[np.uint8]]:
    """What lies around the tops, as the reader aims at them."""
    wide = np.stack([sized(crop, WIDE) for crop in crops])
    parts = [reader.aim(wide[at : at + 64]) for at in range(0, len(wide), 64)]
    return [around(crop, quad) for crop, quad in zip(wide, np.concatenate(parts), strict=True)]


def learn(seed: int) -> None:
    """Learn from random forms and keep it."""
    forms, dice, crops = zip(*lessons(np.random.default_rng(seed)), strict=True)
    pictures = aimed(FaceReader(), crops)
    mean, way = learnt(features(pictures), np.array(forms), np.array(dice))
    np.savez_compressed(LEARNT, mean=mean.astype(np.float16), way=way.astype(np.float16))
    print(f"{len(pictures)} looks at {max(dice)} dice of {FORMS} forms: {LEARNT}")


def _print_of(shape: str) -> str:
    return TYPES[shape.removesuffix(RARE)].die_class


def scene_of(kinds: Sequence[DieKind], rng: Rng) -> TableScene:
    """One metal die of each kind, thrown somewhere on the mat."""
    bodies: list[DieBody] = []
    for kind in kinds:
        while True:
            x, y = float(rng.uniform(45, 479)), float(rng.uniform(45, 339))
            if all(np.hypot(x - body.x_mm, y - body.y_mm) > 30 for body in bodies):
                break
        yaw, face = float(rng.uniform(0, 2 * np.pi)), int(rng.integers(6))
        metal = Material(finish="metal", gloss=0.6)
        bodies.append(DieBody(kind, x, y, yaw, face, material=metal, name=kind.kind))
    return TableScene(tuple(bodies), mat=mat_named("irondie"))


def seen_in(
    scene: TableScene, rig: tuple[Viewpoint, Conditions], eye: tuple[Detector, FaceReader], rng: Rng
) -> Iterator[tuple[DieKind, int, Reading]]:
    """The dice that the eye finds in a picture of a scene: what each is, shows, and reads like."""
    picture, truth = render(scene, *rig, rng)
    for seen in look_at(picture, *eye, family="irondie"):
        middle = seen.corners.mean(axis=0)
        gaps = [float(np.hypot(*(np.mean(die.corners, axis=0) - middle))) for die in truth]
        nearest = int(np.argmin(gaps))
        if gaps[nearest] < 20:
            yield truth[nearest].kind, truth[nearest].face, seen.reading


def measure(seed: int, colours: int, throws: int) -> dict[str, object]:
    """Enrol all forms of one colour, plain and engraved; tell each from others of its class."""
    eye, rng = (Detector(), FaceReader()), np.random.default_rng(seed)
    mat, count = mat_named("irondie"), Counter[str]()
    shapes = [name + rare for name in TYPES for rare in ("", RARE)]
    for colour in rng.choice(list(APPEARANCE), colours, replace=False):
        kinds = [kind_of(shape, _print_of(shape), str(colour)) for shape in shapes]
        view = Viewpoint.overlooking(mat.width, mat.height, size=SIZE, tilt=6.0, k1=-0.02)
        rig = view, random_conditions(rng)
        readings: dict[str, list[Reading]] = {kind.kind: [] for kind in kinds}
        for _ in range(CROPS):
            for kind, _, reading in seen_in(scene_of(kinds, rng), rig, eye, rng):
                readings[kind.kind].append(reading)
        enrolled = [
            look for kind in kinds for look in sort_faces(kind, readings[kind.kind]).looks()
        ]
        declared = Declared(kinds, enrolled)
        count["pairs left alike"] += len(confusable(kinds, enrolled))
        for _ in range(throws):
            seen = list(seen_in(scene_of(kinds, rng), rig, eye, rng))
            for (kind, face, _), told in zip(
                seen, declared.named([reading for _, _, reading in seen]), strict=True
            ):
                alike = [each for each in kinds if each.faces == kind.faces]
                count.update(_judged(kind, face, told, alike))
            count["not found"] += len(kinds) - len(seen)
    return {**count, "colours": colours, "throws": throws, "seed": seed}


def _judged(
    kind: DieKind, face: int, told: Mapping[Candidate, float], mates: Sequence[DieKind]
) -> Iterator[str]:
    """For each other die that it may be taken for: told apart, asked about, or wrong."""
    chances = {each.kind: log for each, log in sorted(told.items(), key=lambda item: item[1])}
    best = max(told, key=lambda each: told[each], default=None)
    yield "face right" if best is not None and best.face == face else "face wrong"
    own = chances.get(kind.kind, FLOOR)
    leads = [own - chances.get(mate.kind, FLOOR) for mate in mates if mate.kind != kind.kind]
    for lead in leads:
        yield "pairs told" if lead > WAVERS else "pairs wrong" if lead < -WAVERS else "pairs asked"
    least = min(leads)
    yield "dice told" if least > WAVERS else "dice wrong" if least < -WAVERS else "dice asked"


def main() -> None:
    """Learn, or measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--learn", action="store_true")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--colours", type=int, default=3)
    parser.add_argument("--throws", type=int, default=8)
    chosen = parser.parse_args()
    if chosen.learn:
        learn(chosen.seed)
    else:
        print(json.dumps(measure(chosen.seed, chosen.colours, chosen.throws)))


if __name__ == "__main__":
    main()
