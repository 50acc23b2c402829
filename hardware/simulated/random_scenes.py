"""Scenes, cameras and light as varied as the world outside: what training pictures are made of."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Literal, TypeAlias, get_args

import numpy as np

from calibration.mat import Mat
from hardware.dice import Colour, DieKind
from hardware.simulated.collisions import collides
from hardware.simulated.optics import Viewpoint
from hardware.simulated.scene import (
    Cloth,
    Clutter,
    Conditions,
    DieBody,
    Finish,
    Material,
    SceneHand,
    SceneLamp,
    TableScene,
    Tabletop,
    Tray,
)

Rng: TypeAlias = np.random.Generator
Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom on the table, mm."""

_SKINS: tuple[Colour, ...] = (
    (244, 208, 184), (226, 178, 148), (206, 152, 120), (172, 118, 84), (128, 84, 60), (84, 56, 42),
)  # fmt: skip


def random_scene(
    rng: Rng,
    kinds: Sequence[DieKind],
    mat: Mat | None = None,
    *,
    area: Area = (0.0, 0.0, 420.0, 297.0),
    count: int | None = None,
    clutter: float = 0.5,
    hands: float = 0.12,
) -> TableScene:
    """Dice of these kinds strewn over an area of a random table.

    `clutter` and `hands` are the chances that other things, or hands, are in view. Without a
    mat the dice lie on wood, felt, paper, stone, cloth or in a tray.
    """
    tabletop = random_tabletop(rng)
    tray = _random_tray(rng, area) if mat is None and rng.random() < 0.2 else None
    room = area if tray is None else _inside(tray)
    things: tuple[Clutter, ...] = ()
    if rng.random() < clutter:
        things = tuple(_random_clutter(rng, area) for _ in range(int(rng.integers(1, 8))))
    reaching: tuple[SceneHand, ...] = ()
    if rng.random() < hands:
        reaching = tuple(_random_hand(rng, area) for _ in range(int(rng.integers(1, 3))))
    return TableScene(_strewn(rng, kinds, room, count), tabletop, mat, tray, things, reaching)


def random_setup(
    rng: Rng,
    kinds: Sequence[DieKind],
    mat: Mat | None = None,
    *,
    size: tuple[int, int] = (1280, 960),
    die_px: tuple[float, float] = (17.0, 180.0),
    tilt: tuple[float, float] = (0.0, 45.0),
) -> tuple[TableScene, Viewpoint, Conditions]:
    """A random scene with a camera over it that sees its dice at `die_px` pixels, and light."""
    wanted = float(np.exp(rng.uniform(np.log(die_px[0]), np.log(die_px[1]))))
    typical = float(np.median([kind.size_mm for kind in kinds]))
    per_mm = wanted / typical
    wide, high = size[0] / per_mm, size[1] / per_mm
    target = (210.0, 148.0)
    if mat is not None:
        target = (
            float(rng.uniform(0.25, 0.75) * mat.width),
            float(rng.uniform(0.25, 0.75) * mat.height),
        )
    view = random_camera(rng, target, size, per_mm, tilt)
    area = (
        target[0] - wide * 0.47,
        target[1] - high * 0.47,
        target[0] + wide * 0.47,
        target[1] + high * 0.47,
    )
    if mat is not None and rng.random() < 0.8:
        area = _met(area, (0.0, 0.0, mat.width, mat.height))
    scene = random_scene(rng, kinds, mat, area=area)
    return scene, view, random_conditions(rng, wanted)


def random_camera(
    rng: Rng,
    target: tuple[float, float],
    size: tuple[int, int],
    px_per_mm: float,
    tilt: tuple[float, float] = (0.0, 45.0),
) -> Viewpoint:
    """A camera that sees the target at a scale; a third of them look straight down."""
    field = float(rng.uniform(28, 82))
    focal = size[0] / 2 / np.tan(np.radians(field) / 2)
    lean = rng.uniform(0, 4) if rng.random() < 0.35 else rng.uniform(*tilt)
    return Viewpoint.over(
        target,
        size=size,
        distance_mm=float(focal / px_per_mm),
        field_of_view=field,
        tilt=float(np.clip(lean, *tilt)),
        azimuth=float(rng.choice([90.0, rng.uniform(0, 360)])),
        roll=float(rng.normal(0, 4) if rng.random() < 0.7 else rng.uniform(0, 360)),
        k1=float(rng.normal(0, 0.05)),
        k2=float(rng.normal(0, 0.012)),
    )


def random_conditions(rng: Rng, die_px: float = 40.0) -> Conditions:
    """Light, defocus, noise and compression, from a studio to a dim kitchen."""
    ambient = float(rng.uniform(0.25, 0.9))
    shares = rng.dirichlet(np.ones(int(rng.integers(1, 4)))) * (1 - ambient)
    lamps = tuple(
        SceneLamp(
            float(200 + rng.normal(0, 380)),
            float(150 + rng.normal(0, 380)),
            float(rng.uniform(380, 1500)),
            float(np.exp(rng.uniform(np.log(20), np.log(900)))),
            float(share),
        )
        for share in shares
    )
    shaken = rng.random() < 0.12
    reach = die_px * rng.uniform(0.02, 0.1)
    way = rng.uniform(0, 2 * pi)
    warm = rng.normal(0, 0.12)
    return Conditions(
        lamps=lamps,
        ambient=ambient,
        exposure=float(np.clip(np.exp(rng.normal(0.0, 0.3)), 0.4, 2.0)),
        white_balance=(
            float(np.exp(warm)),
            float(np.exp(rng.normal(0, 0.03))),
            float(np.exp(-warm)),
        ),
        vignette=float(rng.uniform(0, 0.3)),
        blur_px=float(np.clip(die_px * abs(rng.normal(0, 0.012)) + rng.uniform(0, 0.8), 0, 4)),
        motion_px=(float(reach * cos(way)), float(reach * sin(way))) if shaken else (0.0, 0.0),
        noise=float(abs(rng.normal(0, 3.5))),
        haze=float(rng.uniform(0.05, 0.35)) if rng.random() < 0.15 else 0.0,
        sharpening=float(rng.uniform(0.2, 1.6)) if rng.random() < 0.4 else 0.0,
        gamma=float(np.exp(rng.normal(0, 0.12))),
        saturation=float(np.clip(rng.normal(1.0, 0.2), 0.4, 1.6)),
        jpeg=int(rng.integers(38, 98)) if rng.random() < 0.85 else None,
    )


def random_tabletop(rng: Rng) -> Tabletop:
    """Any table a person might own."""
    cloth: Cloth = rng.choice(get_args(Cloth))
    colours: dict[str, Sequence[Colour]] = {
        "wood": ((150, 106, 70), (205, 170, 125), (96, 62, 42), (222, 206, 178), (226, 214, 196)),
        "felt": ((22, 96, 62), (120, 24, 34), (30, 44, 98), (42, 42, 46), (20, 118, 84)),
        "paper": ((240, 238, 232), (250, 250, 250), (214, 206, 190), (196, 192, 190)),
        "stone": ((128, 126, 122), (208, 204, 198), (58, 58, 62)),
        "plain": ((205, 203, 202), (236, 236, 234), (150, 150, 152), (40, 40, 42)),
    }
    known = colours.get(cloth, ())
    colour = _near(rng, known, 10) if known and rng.random() < 0.8 else _any_colour(rng)
    pattern: Literal["dots", "stripes", "checks"] | None = None
    if rng.random() < 0.12:
        pattern = rng.choice(["dots", "stripes", "checks"])
    return Tabletop(
        cloth,
        colour,
        float(rng.uniform(0.1, 0.7)),
        int(rng.integers(0, 12)),
        float(np.exp(rng.normal(0, 0.3))),
        pattern,
        float(np.exp(rng.uniform(np.log(5), np.log(60)))),
        _any_colour(rng),
    )


def random_material(rng: Rng) -> Material:
    """Mostly plain plastic, at times something fancier."""
    finish: Finish = "plain"
    if rng.random() < 0.4:
        finish = rng.choice(get_args(Finish))
    return Material(
        finish,
        float(rng.beta(1.6, 1.6)),
        float(rng.uniform(0.25, 0.5) if rng.random() < 0.3 else rng.uniform(0.03, 0.3)),
        int(rng.integers(0, 400)),
        _any_colour(rng),
    )


def _strewn(
    rng: Rng, kinds: Sequence[DieKind], area: Area, count: int | None
) -> tuple[DieBody, ...]:
    left, top, right, bottom = area
    typical = max(kind.size_mm for kind in kinds)
    fits = int(0.3 * (right - left) * (bottom - top) / typical**2)
    most = max(2, min(60, fits))
    wanted = count if count is not None else int(rng.integers(0 if rng.random() < 0.2 else 1, most))
    materials = {kind.kind: random_material(rng) for kind in kinds}
    clustered = rng.random() < 0.35
    lined_up = float(rng.uniform(0, 2 * pi)) if rng.random() < 0.25 else None
    bodies: list[DieBody] = []
    for number in range(wanted):
        kind = kinds[int(rng.integers(len(kinds)))]
        material = materials[kind.kind] if rng.random() < 0.9 else random_material(rng)
        for _ in range(24):
            x, y = float(rng.uniform(left, right)), float(rng.uniform(top, bottom))
            if clustered and bodies:
                near = bodies[int(rng.integers(len(bodies)))]
                way, gap = rng.uniform(0, 2 * pi), kind.size_mm * rng.uniform(1.0, 1.5)
                x, y = near.x_mm + float(gap * cos(way)), near.y_mm + float(gap * sin(way))
            yaw = float(rng.uniform(-pi, pi))
            if lined_up is not None:
                yaw = lined_up + float(rng.integers(4)) * pi / 2 + float(rng.normal(0, 0.05))
            cocked = rng.random() < 0.04
            body = DieBody(
                kind,
                x,
                y,
                yaw,
                int(rng.integers(6)),
                tilt=float(rng.uniform(0.15, 0.75)) if cocked else 0.0,
                lean=float(rng.uniform(-pi, pi)),
                material=material,
                name=str(number),
            )
            if left <= x <= right and top <= y <= bottom and not collides(body, bodies):
                bodies.append(body)
                if rng.random() < 0.02:
                    bodies.append(_on_top(rng, body, f"{number}+"))
                break
    return tuple(bodies)


def _on_top(rng: Rng, under: DieBody, name: str) -> DieBody:
    """A second die stacked on a flat one."""
    if under.cocked:
        return DieBody(
            under.kind,
            under.x_mm + 2.2 * under.kind.size_mm,
            under.y_mm,
            under.yaw,
            under.face,
            name=name,
        )
    return DieBody(
        under.kind,
        under.x_mm + float(rng.normal(0, 1.2)),
        under.y_mm + float(rng.normal(0, 1.2)),
        float(rng.uniform(-pi, pi)),
        int(rng.integers(6)),
        base_mm=under.kind.size_mm,
        material=under.material,
        name=name,
    )


def _random_tray(rng: Rng, area: Area) -> Tray:
    left, top, right, bottom = area
    floor: Cloth = rng.choice(["felt", "plain", "fabric"])
    return Tray(
        (left + right) / 2,
        (top + bottom) / 2,
        (right - left) * float(rng.uniform(0.6, 0.95)),
        (bottom - top) * float(rng.uniform(0.6, 0.95)),
        float(rng.uniform(12, 30)),
        _any_colour(rng),
        floor,
        _any_colour(rng),
    )


def _inside(tray: Tray) -> Area:
    margin = tray.rim_mm + 8
    wide = max(20.0, tray.width_mm / 2 - margin)
    high = max(20.0, tray.depth_mm / 2 - margin)
    return (tray.x_mm - wide, tray.y_mm - high, tray.x_mm + wide, tray.y_mm + high)


def _met(area: Area, other: Area) -> Area:
    met = (
        max(area[0], other[0]),
        max(area[1], other[1]),
        min(area[2], other[2]),
        min(area[3], other[3]),
    )
    return met if met[2] - met[0] > 20 and met[3] - met[1] > 20 else area


def _random_clutter(rng: Rng, area: Area) -> Clutter:
    shape = str(
        rng.choice(
            ["card", "card", "pen", "coin", "cable", "token", "sheet", "box", "gem", "gem", "gem"]
        )
    )
    sizes = {
        "card": (80, 95), "pen": (120, 150), "coin": (17, 30), "cable": (150, 500),
        "token": (15, 40), "sheet": (180, 300), "box": (40, 120), "gem": (14, 26),
    }  # fmt: skip
    return Clutter(
        shape,  # type: ignore[arg-type]  # drawn from the literal's own words
        float(rng.uniform(area[0], area[2])),
        float(rng.uniform(area[1], area[3])),
        float(rng.uniform(-pi, pi)),
        float(rng.uniform(*sizes[shape])),
        _any_colour(rng),
        int(rng.integers(1 << 30)),
    )


def _random_hand(rng: Rng, area: Area) -> SceneHand:
    way = float(rng.choice([-pi / 2, pi / 2]) + rng.normal(0, 0.5))
    return SceneHand(
        float(rng.uniform(area[0], area[2])),
        float(rng.uniform(area[1], area[3])),
        way,
        float(rng.uniform(15, 90)),
        float(rng.uniform(0, 1)),
        bool(rng.random() < 0.4),
        _near(rng, _SKINS, 8),
        None if rng.random() < 0.3 else _any_colour(rng),
        float(rng.uniform(0.75, 1.05)),
    )


def _near(rng: Rng, colours: Sequence[Colour], spread: float = 18) -> Colour:
    base = colours[int(rng.integers(len(colours)))]
    red, green, blue = (int(np.clip(value + rng.normal(0, spread), 0, 255)) for value in base)
    return (red, green, blue)


def _any_colour(rng: Rng) -> Colour:
    """Any colour; muted ones are as frequent as they are around us."""
    grey = float(rng.uniform(15, 245))
    strength = float(rng.beta(1.1, 1.6))
    red, green, blue = (
        int(np.clip(grey * (1 - strength) + value * strength, 0, 255))
        for value in rng.integers(0, 256, 3)
    )
    return (red, green, blue)
