"""Whole rendered scenes: a table, dice thrown on it, a camera, and the truth about each die."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models import prints, solid, surfaces
from models.solid import Die, Floats, Light, Pinhole, floats

MOSTLY_HIDDEN: Final = 0.35
"""A die of which less than this part shows is not asked of the detector."""


@dataclass(frozen=True, slots=True)
class Truth:
    """One die of a scene, in pixels."""

    box: tuple[float, float, float, float]  # what shows of the whole die: x1 y1 x2 y2
    corners: NDArray[np.float64]  # 4 x 2, its top face, clockwise
    cocked: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture (BGR) and its dice."""

    image: NDArray[np.uint8]
    dice: tuple[Truth, ...]


def _turn(axis: Floats, angle: float) -> Floats:
    matrix: Floats = cv2.Rodrigues((axis / np.linalg.norm(axis) * angle).astype(np.float64))[0]
    return matrix.astype(np.float32)


def _camera(
    rng: np.random.Generator, size: tuple[int, int], die_px: float, die_mm: float
) -> Pinhole:
    """A camera above the table under which a die measures `die_px` along an edge."""
    height, width = size
    slant = abs(rng.normal(0, 0.12)) if rng.random() < 0.6 else rng.uniform(0, 0.85)
    view = rng.uniform(0.35, 1.3)  # half the diagonal's angle of view, radians, over a lens
    focal = np.hypot(width, height) / 2 / np.tan(view * 0.6)
    away = focal * die_mm / die_px
    heading = rng.uniform(0, 2 * np.pi)
    back = np.array(
        [np.cos(heading) * np.sin(slant), np.sin(heading) * np.sin(slant), np.cos(slant)]
    )
    roll = rng.uniform(0, 2 * np.pi)
    forward = -back
    across = np.cross(forward, [np.cos(roll), np.sin(roll), 0.1])
    across /= np.linalg.norm(across)
    rotation = np.stack([across, np.cross(forward, across), forward])
    position = (back * away).astype(np.float32)
    return Pinhole(position, rotation.astype(np.float32), float(focal), (width / 2, height / 2))


def _light(rng: np.random.Generator) -> Light:
    def lamp(lowest: float) -> Floats:
        heading, height = rng.uniform(0, 2 * np.pi), rng.uniform(lowest, 1)
        flat = np.sqrt(1 - height**2)
        return floats([np.cos(heading) * flat, np.sin(heading) * flat, height])

    room = rng.uniform(0.35, 0.95)
    warmth = rng.normal(0, 0.08)
    tint = floats([1 - warmth, 1 + rng.normal(0, 0.02), 1 + warmth])
    strength = max(0.05, rng.uniform(0.85, 1.25) - room)
    return Light(lamp(0.25), strength, room, tint, lamp(0.5), rng.uniform(0.75, 0.97))


def _die(rng: np.random.Generator, place: Floats, die_mm: float, atlas: NDArray[np.uint8]) -> Die:
    half = die_mm / 2 * rng.uniform(0.97, 1.03)
    up = int(rng.integers(0, 6))
    normal, right, down = solid.FACE_AXES[up]
    upright = np.stack([right, -down, normal])  # the die's axes to the world's, face `up` on top
    rotation = _turn(floats([0, 0, 1]), rng.uniform(0, 2 * np.pi)) @ upright
    cocked = rng.random() < 0.04
    if cocked:
        lean = floats([rng.normal(), rng.normal(), 0.01])
        rotation = _turn(lean, rng.uniform(0.22, 0.75)) @ rotation
    sharp = rng.random()
    rounding = rng.uniform(0.02, 0.1) if sharp < 0.2 else rng.uniform(0.12, 0.45)
    ball = 1.74 if sharp < 0.55 else rng.uniform(1.36, 1.6)
    die = Die(
        centre=floats([place[0], place[1], 0]),
        rotation=rotation.astype(np.float32),
        half=half,
        rounding=rounding,
        ball=ball,
        atlas=atlas,
        shine=rng.uniform(0, 0.7),
        metal=rng.uniform(0.4, 1) if rng.random() < 0.12 else 0.0,
        clear=rng.uniform(0.2, 0.7) if rng.random() < 0.12 else 0.0,
    )
    lowest = float(die.cube()[:, 2].min())
    die.centre[2] = -lowest * (0.9 if cocked else 1.0)
    return die


def _shadow(shape: tuple[int, int], dice: list[Die], camera: Pinhole, light: Light) -> Floats:
    """What is left of the light on the table, 0..1."""
    cast: Floats = np.zeros(shape, np.float32)
    contact: Floats = np.zeros(shape, np.float32)
    for die in dice:
        cube = die.cube()
        along = cube[:, :2] - light.towards[:2] / light.towards[2] * np.maximum(cube[:, 2:], 0)
        for layer, spots in ((cast, along), (contact, cube[:, :2])):
            flat = np.column_stack([spots, np.zeros(len(spots))]).astype(np.float32)
            outline = cv2.convexHull(camera.project(flat).astype(np.int32))
            cv2.fillConvexPoly(layer, outline, 1.0, cv2.LINE_AA)
    scale = float(np.median([np.ptp(camera.project(die.cube())[:, 0]) for die in dice]))
    cast = cv2.GaussianBlur(cast, (0, 0), max(0.6, scale * 0.06))
    contact = cv2.GaussianBlur(contact, (0, 0), max(0.6, scale * 0.12))
    share = light.strength * light.towards[2] / (light.strength * light.towards[2] + light.room)
    left: Floats = (1 - cast * share) * (1 - 0.3 * contact)
    return left


def _places(rng: np.random.Generator, camera: Pinhole, size: tuple[int, int], gap: float) -> Floats:
    """Where the dice lie (mm), at least `gap` apart, some of them in clusters."""
    height, width = size
    wanted = int(rng.integers(1, 26))
    chosen: list[Floats] = []
    tightness = gap * rng.uniform(1.0, 1.6)
    for _ in range(wanted * 6):
        if chosen and rng.random() < 0.4:
            near = chosen[int(rng.integers(0, len(chosen)))]
            spot = near + rng.normal(0, 1, 2) * gap * 1.2
        else:
            pixel = floats([[rng.uniform(0, width), rng.uniform(0, height)]])
            spot = camera.on_table(pixel)[0]
        spot = floats(spot)
        if all(np.hypot(*(spot - other)) > tightness for other in chosen):
            chosen.append(spot)
        if len(chosen) >= wanted:
            break
    return np.array(chosen, np.float32)


def _lens(rng: np.random.Generator, picture: Floats) -> NDArray[np.uint8]:
    """What the camera makes of it: vignette, blur, noise, tone, JPEG."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    slope = rng.normal(0, 0.12, 2)
    picture = picture * (1 + slope[0] * x + slope[1] * y)[..., None]
    picture = picture * (1 - rng.uniform(0, 0.15) * (x**2 + y**2))[..., None]
    picture = picture * floats(rng.uniform(0.6, 1.3))
    pick = rng.random()
    if pick < 0.5:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.3))
    elif pick < 0.6:
        length = int(rng.integers(3, 7))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(0, length))), (length - 1, length // 2), 1.0)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    picture = np.clip(picture, 0, 1) ** floats(rng.uniform(0.75, 1.3))
    picture = picture + rng.normal(0, rng.uniform(0, 0.035), picture.shape).astype(np.float32)
    image: NDArray[np.uint8] = np.clip(picture * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(35, 95))
        coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        image = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return image


def scene(rng: np.random.Generator, size: tuple[int, int]) -> Scene:
    """One random scene; `size` is height, width in px."""
    die_mm = 13.0
    pick = rng.random()
    die_px = (
        rng.uniform(18, 42) if pick < 0.65 else float(np.exp(rng.uniform(np.log(14), np.log(150))))
    )
    camera = _camera(rng, size, die_px, die_mm)
    light = _light(rng)
    picture = surfaces.table(rng, size).astype(np.float32) / 255 * light.tint
    if rng.random() < 0.04:
        return Scene(_lens(rng, picture.astype(np.float32)), ())
    made = [
        prints.atlas(rng, pips=bool(rng.random() < 0.45)) for _ in range(int(rng.integers(1, 7)))
    ]
    dice = [
        _die(rng, place, die_mm, made[int(rng.integers(0, len(made)))])
        for place in _places(rng, camera, size, die_mm * 1.05)
    ]
    dice.sort(key=lambda die: -float(np.linalg.norm(die.centre - camera.position)))
    picture = (picture * _shadow(size, dice, camera, light)[..., None]).astype(np.float32)
    owner = np.full(size, -1, np.int16)
    footprints = []
    for number, die in enumerate(dice):
        covered = solid.draw(picture, die, camera, light)
        footprints.append(covered)
        if covered is not None:
            rows, columns = covered.mask.shape
            patch = owner[covered.top : covered.top + rows, covered.left : covered.left + columns]
            patch[covered.mask] = number
    truths = (
        _truth(number, die, covered, owner, camera)
        for number, (die, covered) in enumerate(zip(dice, footprints, strict=True))
    )
    found = [truth for truth in truths if truth is not None]
    return Scene(_lens(rng, picture), tuple(found))


def _truth(
    number: int,
    die: Die,
    covered: solid.Footprint | None,
    owner: NDArray[np.int16],
    camera: Pinhole,
) -> Truth | None:
    if covered is None:
        return None
    rows, columns = covered.mask.shape
    patch = owner[covered.top : covered.top + rows, covered.left : covered.left + columns]
    shown = patch == number
    outline = camera.project(die.cube())
    whole = cv2.contourArea(cv2.convexHull(outline)) * 0.8
    if shown.sum() < MOSTLY_HIDDEN * whole or shown.sum() < 40:
        return None
    down, across = np.nonzero(shown)
    box = (
        covered.left + float(across.min()),
        covered.top + float(down.min()),
        covered.left + float(across.max()) + 1,
        covered.top + float(down.max()) + 1,
    )
    top = die.top()
    corners = camera.project(die.corners(top)).astype(np.float64)
    leaning = float((solid.FACE_AXES[top, 0] @ die.rotation.T)[2]) < np.cos(0.14)
    return Truth(box, corners, leaning)
