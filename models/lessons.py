"""Scenes that teach what the detector finds hard: packed rows, heaps, bold plastic, decoys."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import cos, pi, sin
from typing import Final, TypeAlias

import numpy as np

from calibration.mats import MATS, mat_named
from hardware.dice import Colour, DieKind
from hardware.frame import Image
from hardware.simulated.collisions import collides
from hardware.simulated.optics import Viewpoint
from hardware.simulated.random_scenes import (
    random_camera,
    random_conditions,
    random_material,
    random_scene,
    random_setup,
)
from hardware.simulated.render import render
from hardware.simulated.scene import (
    Clutter,
    Conditions,
    DieBody,
    Finish,
    Material,
    SceneLamp,
    TrueDie,
)
from hardware.simulated.scene import TableScene as Table
from models.scenes import Scene, colour, random_kind, random_scene_truths, visible

Rng: TypeAlias = np.random.Generator
Setting: TypeAlias = tuple[Table, Viewpoint, float]
"""What lies there, the camera over it, and the edge of a usual die in px."""

Shown: TypeAlias = tuple[Image, tuple[TrueDie, ...]]
"""A picture, and the truth about its dice."""

Decoys: TypeAlias = tuple[str, ...]
DECOYS: Final[Decoys] = ("print", "sheet", "card", "keys")
"""Flat things that are no dice."""

Maker: TypeAlias = Callable[[Rng, tuple[int, int], bool], Shown]

Mix: TypeAlias = tuple[float, float, float, float, float, float, float]
"""How often scenes are usual, packed rows, heaps, dice among decoys, near, lit from a side, and
half of leaning dice."""

FOR_BOXES: Final[Mix] = (0.34, 0.22, 0.12, 0.16, 0.16, 0.0, 0.0)
FOR_LOOKS: Final[Mix] = (0.22, 0.14, 0.12, 0.36, 0.16, 0.0, 0.0)
"""What the second look learns from: many more things that are no dice."""

FOR_SIDES: Final[Mix] = (0.10, 0.10, 0.10, 0.20, 0.10, 0.40, 0.0)
"""What it learns from later: sides that are brighter than the top."""

FOR_LEANS: Final[Mix] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
"""What it learns cocked dice from: else one die in twenty-five leans."""

LEANS: Final = (0.08, 0.8)
"""How far such dice lean, radians."""

_MIDDLE: Final = (210.0, 148.0)


def lesson(rng: Rng, size: tuple[int, int], decoys: Decoys = DECOYS) -> Scene:
    """One random scene for training; `size` is width, height in px."""
    image, truths = lesson_truths(rng, size, decoys=decoys)
    return Scene(image, tuple(die for die in truths if visible(die)))


def lesson_truths(
    rng: Rng,
    size: tuple[int, int],
    *,
    unseen: bool = False,
    decoys: Decoys = DECOYS,
    mix: Mix = FOR_BOXES,
) -> Shown:
    """The same with the truth about all its dice; `unseen` takes the icons kept back."""
    among = partial(_decoys, shapes=decoys)
    makers: tuple[Maker, ...] = (_usual, _packed, _heaped, among, _near, _sidelit, _leaning)
    make = makers[int(rng.choice(len(makers), p=mix))]
    return make(rng, size, unseen)


def _usual(rng: Rng, size: tuple[int, int], unseen: bool) -> Shown:
    """A scene as the detector first learnt from."""
    return random_scene_truths(rng, size, unseen=unseen)


def _drawn(rng: Rng, setting: Setting) -> Shown:
    return _lit(rng, setting, random_conditions(rng, setting[2]))


def _lit(rng: Rng, setting: Setting, conditions: Conditions) -> Shown:
    table, view, _ = setting
    table = replace(table, bodies=tuple(body for body in table.bodies if _in_reach(body, view)))
    return render(table, view, conditions, rng)


def _in_reach(body: DieBody, view: Viewpoint) -> bool:
    """Whether a die lies in the picture or near it: others cost time and show nothing."""
    place = view.on_table(np.array([[body.x_mm, body.y_mm]]), body.base_mm)[0]
    return bool(
        (np.abs(place - np.array(view.centre)) < 0.7 * np.array([view.width, view.height])).all()
    )


def _edge(rng: Rng, low: float, high: float) -> float:
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _kinds(rng: Rng, most: int, *, unseen: bool) -> list[DieKind]:
    """Dice of one size and often of one colour, as a game's dice are."""
    count = int(rng.integers(1, most))
    kinds = [random_kind(rng, number, unseen=unseen) for number in range(count)]
    if rng.random() < 0.5:
        body = colour(rng) if rng.random() < 0.5 else _pale(rng)
        kinds = [replace(kind, body=body, ink=_ink(rng, body)) for kind in kinds]
    return [replace(kind, size_mm=kinds[0].size_mm) for kind in kinds]


def _pale(rng: Rng) -> Colour:
    grey = int(rng.integers(215, 256))
    return (grey, grey, int(grey * rng.uniform(0.85, 1)))


def _ink(rng: Rng, body: Colour) -> Colour:
    if rng.random() < 0.5:
        return (15, 15, 15) if sum(body) > 380 else (245, 245, 245)
    return colour(rng)


def _bold(rng: Rng) -> Material:
    """Any plastic; half of it swirled or flaked more boldly than usual."""
    made = random_material(rng)
    if rng.random() < 0.5:
        return made
    finish: Finish = "marbled" if rng.random() < 0.6 else "speckled"
    fine = float(np.exp(rng.uniform(np.log(0.6), np.log(2.2))))
    return replace(made, finish=finish, fine=fine, bold=float(rng.uniform(0.2, 1)))


def _setting(
    rng: Rng, size: tuple[int, int], edge: float, kinds: list[DieKind], tilt: float
) -> tuple[Setting, float]:
    """A table without dice, and half the width of what the camera sees there, mm."""
    per_mm = edge / kinds[0].size_mm
    view = random_camera(rng, _MIDDLE, size, per_mm, (0.0, tilt))
    half = size[0] / per_mm / 2
    area = (_MIDDLE[0] - half, _MIDDLE[1] - half, _MIDDLE[0] + half, _MIDDLE[1] + half)
    lies_on = mat_named(str(rng.choice(sorted(MATS)))) if rng.random() < 0.35 else None
    table = random_scene(rng, kinds, lies_on, area=area, count=0, clutter=0.5, hands=0.05)
    return (table, view, edge), half


def _packed(rng: Rng, size: tuple[int, int], unseen: bool) -> Shown:
    """Rows of dice that touch or nearly do, few of them missing; some lie on others."""
    kinds = _kinds(rng, 4, unseen=unseen)
    setting, half = _setting(rng, size, _edge(rng, 15, 70), kinds, 35)
    side = kinds[0].size_mm
    turn, gap = rng.uniform(-pi, pi), rng.exponential(0.04) * side
    most = max(2, int(1.5 * half / side))
    columns, rows = (int(rng.integers(2, min(10, most) + 2)) for _ in range(2))
    middle = rng.uniform(-0.4, 0.4, 2) * half + _MIDDLE
    unlike = [_bold(rng) for _ in kinds]
    bodies: list[DieBody] = []
    for column in range(columns):
        for row in range(rows):
            if rng.random() < 0.1:
                continue
            step = (np.array([column, row]) - [(columns - 1) / 2, (rows - 1) / 2]) * (side + gap)
            x = middle[0] + step[0] * cos(turn) - step[1] * sin(turn) + rng.normal(0, 0.15)
            y = middle[1] + step[0] * sin(turn) + step[1] * cos(turn) + rng.normal(0, 0.15)
            pick = int(rng.integers(len(kinds)))
            yaw = turn + int(rng.integers(4)) * pi / 2 + rng.normal(0, 0.015)
            bodies.append(_lying(rng, kinds[pick], (x, y, yaw), unlike[pick], len(bodies)))
    bodies += _stacked(rng, bodies, 0.04)
    return _drawn(rng, (replace(setting[0], bodies=tuple(bodies)), *setting[1:]))


def _lying(
    rng: Rng, kind: DieKind, place: tuple[float, float, float], material: Material, number: int
) -> DieBody:
    x, y, yaw = (float(part) for part in place)
    face = int(rng.integers(6))
    return DieBody(kind, x, y, yaw, face, material=material, name=str(number))


def _stacked(rng: Rng, bodies: list[DieBody], share: float) -> list[DieBody]:
    """Further dice that lie on some of these, more or less in the middle."""
    return [
        replace(
            body,
            x_mm=body.x_mm + float(rng.normal(0, 0.2) * body.kind.size_mm),
            y_mm=body.y_mm + float(rng.normal(0, 0.2) * body.kind.size_mm),
            yaw=body.yaw if rng.random() < 0.3 else float(rng.uniform(-pi, pi)),
            face=int(rng.integers(6)),
            base_mm=body.base_mm + body.kind.size_mm,
            tilt=float(rng.uniform(0.1, 0.5)) if rng.random() < 0.2 else 0.0,
            name=f"{body.name}+",
        )
        for body in bodies
        if not body.cocked and rng.random() < share
    ]


def _heaped(rng: Rng, size: tuple[int, int], unseen: bool) -> Shown:
    """A heap: dice that touch at any turn, some cocked, a second and a third layer on them."""
    kinds = _kinds(rng, 5, unseen=unseen)
    setting, half = _setting(rng, size, _edge(rng, 16, 90), kinds, 45)
    unlike = [_bold(rng) for _ in kinds]
    bodies: list[DieBody] = []
    for number in range(int(rng.integers(3, 40))):
        pick = int(rng.integers(len(kinds)))
        for _ in range(12):
            near = bodies[int(rng.integers(len(bodies)))] if bodies else None
            way, gap = rng.uniform(-pi, pi), rng.uniform(1.0, 1.35) * kinds[0].size_mm
            x = near.x_mm + gap * cos(way) if near else _MIDDLE[0] + rng.uniform(-0.5, 0.5) * half
            y = near.y_mm + gap * sin(way) if near else _MIDDLE[1] + rng.uniform(-0.5, 0.5) * half
            body = _lying(rng, kinds[pick], (x, y, rng.uniform(-pi, pi)), unlike[pick], number)
            if rng.random() < 0.1:
                lean = float(rng.uniform(-pi, pi))
                body = replace(body, tilt=float(rng.uniform(0.1, 0.75)), lean=lean)
            if not collides(body, bodies):
                bodies.append(body)
                break
    upper = _stacked(rng, bodies, 0.2)
    bodies += upper + _stacked(rng, upper, 0.15)
    return _drawn(rng, (replace(setting[0], bodies=tuple(bodies)), *setting[1:]))


def _decoys(rng: Rng, size: tuple[int, int], unseen: bool, *, shapes: Decoys = DECOYS) -> Shown:
    """Many things that are no dice with six faces, and no or few dice among them."""
    kinds = _kinds(rng, 4, unseen=unseen)
    setting, half = _setting(rng, size, _edge(rng, 15, 110), kinds, 45)
    count = 0 if rng.random() < 0.4 else int(rng.integers(1, 7))
    area = (_MIDDLE[0] - half, _MIDDLE[1] - half, _MIDDLE[0] + half, _MIDDLE[1] + half)
    table = random_scene(rng, kinds, None, area=area, count=count, clutter=0.0, hands=0.05)
    things = [
        _flat(rng, shape, half, kinds[0].size_mm)
        for shape in rng.choice(shapes, int(rng.integers(0, 4)))
    ]
    gems = int(rng.integers(0, 12)) if rng.random() < 0.7 else 0
    things += [_flat(rng, "gem", half, kinds[0].size_mm) for _ in range(gems)]
    bodies = tuple(replace(body, material=_bold(rng)) for body in table.bodies)
    return _drawn(rng, (replace(table, bodies=bodies, clutter=tuple(things)), *setting[1:]))


def _flat(rng: Rng, shape: str, half: float, side: float) -> Clutter:
    """A thing somewhere in view, as large as it would be beside dice of this side (mm)."""
    sizes = {
        "gem": (0.8, 2.2), "keys": (8, 20), "print": (8, 30), "sheet": (8, 24), "card": (4, 8),
    }  # fmt: skip
    x, y = (float(rng.uniform(-1, 1) * half + part) for part in _MIDDLE)
    return Clutter(
        shape,  # type: ignore[arg-type]  # one of the literal's own words
        x,
        y,
        float(rng.uniform(-pi, pi)),
        float(rng.uniform(*sizes[shape]) * side),
        colour(rng),
        int(rng.integers(1 << 30)),
    )


def _near(rng: Rng, size: tuple[int, int], unseen: bool) -> Shown:
    """Few, large dice of any plastic, as in a picture taken from near."""
    return _drawn(rng, _large_dice(rng, size, unseen=unseen))


def _sidelit(rng: Rng, size: tuple[int, int], unseen: bool) -> Shown:
    """The same under a low lamp, which lights their sides more than their tops."""
    setting = _large_dice(rng, size, unseen=unseen)
    usual = random_conditions(rng, setting[2])
    way, away, rise = rng.uniform(-pi, pi), rng.uniform(250, 900), rng.uniform(0.12, 0.7)
    ambient = float(rng.uniform(0.1, 0.45))
    lamp = SceneLamp(
        float(_MIDDLE[0] + away * cos(way)),
        float(_MIDDLE[1] + away * sin(way)),
        float(away * rise),
        float(_edge(rng, 15, 300)),
        float(rng.uniform(0.5, 1.0) * (1 - ambient)),
    )
    return _lit(rng, setting, replace(usual, lamps=(lamp, *usual.lamps[:1]), ambient=ambient))


def _leaning(rng: Rng, size: tuple[int, int], unseen: bool) -> Shown:
    """Dice strewn as in a game, on a mat more often than not; every second one leans."""
    kinds = [random_kind(rng, n, unseen=unseen) for n in range(int(rng.integers(2, 6)))]
    lies_on = mat_named(str(rng.choice(sorted(MATS)))) if rng.random() < 0.7 else None
    playing = rng.random() < 0.8
    table, view, conditions = random_setup(
        rng,
        kinds,
        lies_on,
        size=size,
        die_px=(18.0, 60.0) if playing else (45.0, 170.0),
        tilt=(0.0, 25.0) if playing else (0.0, 50.0),
    )
    bodies = tuple(
        replace(body, tilt=float(rng.uniform(*LEANS)), lean=float(rng.uniform(-pi, pi)))
        if rng.random() < 0.5
        else body
        for body in table.bodies
    )
    return render(replace(table, bodies=bodies), view, conditions, rng)


def _large_dice(rng: Rng, size: tuple[int, int], *, unseen: bool) -> Setting:
    kinds = _kinds(rng, 5, unseen=unseen)
    setting, half = _setting(rng, size, _edge(rng, 45, 170), kinds, 50)
    area = (_MIDDLE[0] - half, _MIDDLE[1] - half, _MIDDLE[0] + half, _MIDDLE[1] + half)
    table = random_scene(rng, kinds, None, area=area, clutter=0.6, hands=0.05)
    bodies = tuple(replace(body, material=_bold(rng)) for body in table.bodies)
    return (replace(table, bodies=bodies), *setting[1:])
