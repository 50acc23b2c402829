"""How a die's surface answers light: body, print, gloss. All light here is linear, BGR."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from hardware.dice import DieKind
from hardware.simulated.optics import Floats
from hardware.simulated.printed_faces import printed
from hardware.simulated.scene import Material
from hardware.simulated.solid import RayHits, dot, through

GAMMA = 2.2
LINEAR = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
"""Grey levels to linear light."""


@dataclass(frozen=True, slots=True)
class Beam:
    """The light of one lamp where a die lies."""

    towards: Floats  # unit vector to the lamp, in the die's own frame
    power: float
    spread: float  # the lamp's apparent size, radians


def paper(hits: RayHits, kind: DieKind, px: int) -> tuple[Floats, Floats]:
    """The printed colour (3 x M, linear) and the share of ink (M) where rays hit."""
    count = hits.face.size
    colour = np.empty((count, 3), np.uint8)
    ink = np.empty(count, np.uint8)
    column = (hits.across + 1) * np.float32(px / 2) - np.float32(0.5)
    row = (hits.along + 1) * np.float32(px / 2) - np.float32(0.5)
    for face in np.unique(hits.face):
        there = np.flatnonzero(hits.face == face)
        picked = _sampled(printed(kind, int(face), px), column[there], row[there])
        colour[there], ink[there] = picked[:, :3], picked[:, 3]
    return np.ascontiguousarray(LINEAR[colour].T), ink.astype(np.float32) / 255


def _sampled(picture: np.ndarray, column: Floats, row: Floats) -> np.ndarray:
    """Bilinear samples; OpenCV takes at most 32,767 in a row, so they are folded."""
    count, width = column.size, 512
    pad = -count % width
    shape = (-1, width)
    taken = cv2.remap(
        picture,
        np.pad(column, (0, pad)).reshape(shape),
        np.pad(row, (0, pad)).reshape(shape),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return taken.reshape(-1, picture.shape[2])[:count]


@lru_cache(maxsize=512)
def _waves(grain: int) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(grain)
    return (
        rng.normal(0, 1, (6, 3)).astype(np.float32),
        rng.uniform(0, 2 * np.pi, 6).astype(np.float32),
    )


def _swirl(point: Floats, half: float, material: Material) -> Floats:
    """Veins through the body of a die, 0 to 1: smooth ones, or patches where they are bold."""
    ways, phases = _waves(material.grain)
    own = point * np.float32(2.2 * material.fine / half)
    bend = np.sin(ways[:3] @ own + phases[:3, None])
    swept = own + np.float32(0.9) * bend
    veins = np.sin(ways[3:5] @ swept + phases[3:5, None]).sum(axis=0)
    wave = np.sin(1.7 * veins + phases[5]) * (1 + 7 * material.bold)
    return np.asarray(0.5 + 0.5 * np.clip(wave, -1, 1), np.float32)


def _speckles(point: Floats, half: float, material: Material) -> Floats:
    """Flakes, 0 or 1; the bolder, the more."""
    cell = np.floor((point / np.float32(half) + 1) * (14 * material.fine)).astype(np.int64)
    seed = material.grain * 2_654_435
    mixed = cell[0] * 73_856_093 ^ cell[1] * 19_349_663 ^ cell[2] * 83_492_791 ^ seed
    return np.asarray((mixed >> 3) % 17 < 2 + 6 * material.bold, np.float32)


def body_colour(
    hits: RayHits, half: float, material: Material, colour: Floats, ink: Floats
) -> Floats:
    """The colour of body and print together, before any light falls on it."""
    if material.finish in {"plain", "metal", "translucent"}:
        return colour
    second = LINEAR[np.array(material.second[::-1])][:, None]
    if material.finish == "speckled":
        share = _speckles(hits.point, half, material) * 0.8
    else:
        strength = 0.75 if material.finish == "marbled" else 0.3
        strength += (1 - strength) * material.bold
        share = _swirl(hits.point, half, material) * strength
    share = share * (1 - ink)
    return np.asarray(colour * (1 - share) + second * share, np.float32)


def clear_body(
    hits: RayHits, kind: DieKind, px: int, *, sight: Floats, colour: Floats, ink: Floats
) -> Floats:
    """The colour of a clear die: deeper than its plastic, with the far side's print inside."""
    far_colour, far_ink = paper(through(hits, sight, kind.size_mm / 2), kind, px)
    tint = LINEAR[np.array(kind.body[::-1])][:, None]
    body = tint * (0.35 + 0.85 * tint) * 0.85
    inside = body * (1 - 0.8 * far_ink) + 0.8 * far_ink * far_colour * np.sqrt(tint) * 0.75
    return np.asarray(colour * ink + inside * (1 - ink), np.float32)


@dataclass(frozen=True, slots=True)
class Light:
    """All the light where a die lies, in the die's own frame."""

    beams: tuple[Beam, ...]
    ambient: float
    upright: Floats  # the world's up


def lit(
    hits: RayHits,
    colour: Floats,
    ink: Floats,
    material: Material,
    half: float,
    *,
    sight: Floats,
    lift: Floats,
    light: Light,
) -> Floats:
    """The light (3 x M) a die sends to the camera.

    `sight` holds unit vectors from the eye in the die's own frame, `lift` the height of each
    point over the table in die sides.
    """
    normal = hits.normal
    rise = light.upright @ normal
    shelter = np.clip(0.45 + 0.75 * lift, 0, 1) * np.clip(1 - rise, 0, 1) + np.clip(rise, 0, 1)
    around = np.float32(light.ambient) * (0.62 + 0.38 * rise) * shelter
    direct = np.zeros_like(rise)
    facing = -dot(sight, normal)
    mirror = sight + 2 * facing * normal
    glare = np.zeros_like(rise)
    for beam in light.beams:
        fall = beam.towards @ normal
        direct += np.float32(beam.power) * np.maximum(fall, 0)
        blur = 0.05 + beam.spread + 0.4 * (1 - material.gloss) ** 2
        peak = min(2.5, 0.02 / blur**2) * beam.power
        glare += np.float32(peak) * np.exp((beam.towards @ mirror - 1) / np.float32(blur**2))
    skyward = light.upright @ mirror
    room = np.float32(0.35 + light.ambient) * (0.5 + 0.5 * np.clip(skyward * 1.5, -1, 1))
    slant = np.clip(1 - facing, 0, 1)
    fresnel = 0.04 + 0.6 * slant**4
    shine = np.float32(0.25 + 0.75 * material.gloss) * (fresnel * room + glare)
    bare = 1 - ink * np.float32(0.35)
    if material.finish == "metal":
        tint = 0.25 + 0.75 * colour
        seen = colour * (around + direct) * 0.45 + tint * bare * (0.7 * room + 2.2 * glare)
        return np.asarray(seen, np.float32)
    if material.finish == "translucent":
        glow = _glow(hits, half, light.beams) * (1 - ink)
        own = colour * (around + glow + direct * (0.45 + 0.55 * ink))
        return np.asarray(own + shine * bare, np.float32)
    return np.asarray(colour * (around + direct) + shine * bare, np.float32)


def _glow(hits: RayHits, half: float, beams: tuple[Beam, ...]) -> Floats:
    """Light that went through a clear body: brightest away from the lamps and along the edges."""
    own = hits.point / np.float32(half)
    glow = 0.8 * np.clip(np.sort(np.abs(own), axis=0)[1] - 0.72, 0, 1)
    for beam in beams:
        glow += np.float32(beam.power) * np.clip(0.35 - 0.55 * (beam.towards @ own), 0, 1.2)
    return np.asarray(glow, np.float32)
