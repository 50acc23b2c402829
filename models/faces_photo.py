"""From drawn faces to what a camera would see of them: colours, light, lens, noise.

Works on the planes of `models.faces_art` with numpy and OpenCV, about half a millisecond a
crop on one core, so every epoch sees every face anew.
"""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from models.faces_art import SIDE
from vision.faces import CONTEXT, CROP, WIDE

Picture: TypeAlias = NDArray[Any]
"""Height x width x 3, BGR, 0 to 255."""

_UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, slots=True)
class Aim:
    """How well a crop is aimed at its face: standard deviations."""

    side: int = CROP  # px of the crop
    context: float = CONTEXT  # the crop's side over the face's
    size: float = 0.045
    shift: float = 0.028  # shares of the crop
    degrees: float = 3.5
    corners: float = 0.015  # shares of the crop
    smallest: float = 30.0  # px of the face in the camera's picture


WELL: Final = Aim()
BADLY: Final = Aim(WIDE, CONTEXT * WIDE / CROP, 0.10, 0.05, 7.0, 0.014)
USUAL: Final = Aim(smallest=38.0)
"""What a camera over a mat sees; to calibrate on."""


def photograph(
    planes: NDArray[np.uint8],
    rng: np.random.Generator,
    *,
    any_angle: bool = False,
    aim: Aim = WELL,
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The crop, and the 3 x 3 matrix from the face's unit square to its pixels.

    With `any_angle` the die lies askew: pips are also read from boxes that know no angle.
    """
    native = int(np.exp(rng.uniform(np.log(aim.smallest), np.log(92))) * aim.context)
    body, ink, rim = colours(rng)
    askew = rng.uniform(0, 2 * np.pi) if any_angle else 0.0
    onto = _placement(planes.shape[1], native, askew, aim, rng)
    share = rng.uniform(0.78, 1.0)  # of the face that is flat; nobody prints on rounded edges
    printed = (onto @ _shrunk(planes.shape[1], share)).astype(np.float32)
    if rng.random() < 0.35:
        planes = _rounded(planes, rng)
    ink_share, rim_share = (
        cv2.warpPerspective(p, printed, (native, native), flags=cv2.INTER_AREA).astype(np.float32)
        / 255
        for p in _resampled(planes, share * native / aim.context, rng)
    )
    picture = _table(onto, planes.shape[1], native, body, rng)
    picture = _mixed(picture, ink_share, ink)
    picture = _mixed(picture, rim_share, rim)
    picture = _lit(picture, rng)
    if rng.random() < 0.15:
        corners = cv2.perspectiveTransform((_UNIT * planes.shape[1])[None], onto)[0]
        picture = _glinting(picture, corners, rng)
    picture = _blurred(_slanted(picture, rng), rng)
    picture = picture + rng.normal(0, rng.choice([0.5, 2.0, 5.0, 9.0]), picture.shape)
    seen = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        quality = int(rng.integers(30, 92))
        packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        seen = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    way = cv2.INTER_AREA if native > aim.side else cv2.INTER_LINEAR
    crop = cv2.resize(seen, (aim.side, aim.side), interpolation=way).astype(np.uint8)
    zoom = np.diag([aim.side / native, aim.side / native, 1.0])
    return crop, (zoom @ onto @ np.diag([SIDE, SIDE, 1.0])).astype(np.float32)


def _rounded(planes: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """A face whose print runs onto the rounded edges, where it is seen squeezed."""
    side = planes.shape[1]
    flat = rng.uniform(0.6, 0.9)  # of half the side
    radius = (1 - flat) * rng.uniform(1.05, 2.0)
    away = np.abs(np.linspace(-1, 1, side, dtype=np.float32))
    bent = flat + radius * np.arcsin(np.clip((away - flat) / radius, 0, 1))
    seen = np.where(away > flat, bent, away) * np.sign(np.linspace(-1, 1, side))
    at = ((seen + 1) / 2 * (side - 1)).astype(np.float32)
    across, along = np.meshgrid(at, at)
    bent_planes = [cv2.remap(p, across, along, cv2.INTER_LINEAR) for p in planes]
    return np.stack(bent_planes).astype(np.uint8)


def _glinting(picture: Picture, corners: Picture, rng: np.random.Generator) -> Picture:
    """Light caught in one or two corners: small, bright, and no burst."""
    across = np.arange(picture.shape[0], dtype=np.float32)
    lit = np.zeros(picture.shape[:2], np.float32)
    for corner in rng.permutation(4)[: int(rng.integers(1, 3))]:
        inset = rng.uniform(0.06, 0.22)
        x, y = corners[corner] + (corners.mean(0) - corners[corner]) * inset
        wide = rng.uniform(0.01, 0.035) * picture.shape[0] + 0.3
        lit += np.exp(-(((across - y) / wide) ** 2)[:, None] - (((across - x) / wide) ** 2)[None])
    glinting: Picture = picture + lit[:, :, None] * np.float32(rng.uniform(50, 200))
    return glinting


def _shrunk(side: int, share: float) -> NDArray[np.float64]:
    """From a square of `side` to its middle part, `share` as wide."""
    start = side * (1 - share) / 2
    return np.array([[share, 0, start], [0, share, start], [0, 0, 1]])


def _slanted(picture: Picture, rng: np.random.Generator) -> Picture:
    """At times seen aslant: fewer pixels one way, though set upright since."""
    if rng.random() > 0.4:
        return picture
    side = picture.shape[0]
    short = max(8, round(side * rng.uniform(0.6, 1.0)))
    size = (short, side) if rng.random() < 0.5 else (side, short)
    seen = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return cv2.resize(seen, (side, side), interpolation=cv2.INTER_LINEAR)


def weathered(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """A crop in other colours, focus and noise, so that none is ever seen twice."""
    picture: Picture = crop.astype(np.float32)
    if rng.random() < 0.5:
        picture = picture[:, :, rng.permutation(3)]
    if rng.random() < 0.3:
        picture = 255 - picture
    middle = picture.mean((0, 1))
    picture = middle + (picture - middle) * rng.uniform(0.65, 1.2)
    picture = _slanted(picture * np.exp(rng.normal(0, 0.15, 3)).astype(np.float32), rng)
    if rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.2))
    picture = picture + rng.normal(0, rng.uniform(0, 6), picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def _random_colour(rng: np.random.Generator) -> Picture:
    """White, black, grey or any hue."""
    which = rng.random()
    if which < 0.14:
        return rng.uniform(215, 255, 3).astype(np.float32)
    if which < 0.28:
        return rng.uniform(0, 40, 3).astype(np.float32)
    if which < 0.36:
        return np.clip(rng.uniform(30, 220) + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
    hsv = np.array([[[rng.integers(180), rng.integers(70, 256), rng.integers(50, 256)]]], np.uint8)
    bgr: Picture = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    return bgr


def colours(rng: np.random.Generator) -> tuple[Picture, Picture, Picture]:
    """Body, ink and rim; ink differs from the body enough for a person to read it."""
    least = rng.choice([40.0, 55.0, 80.0, 120.0], p=[0.05, 0.15, 0.3, 0.5])
    body = _random_colour(rng)
    ink = _random_colour(rng)
    while float(np.linalg.norm(body - ink)) < least:
        body, ink = _random_colour(rng), _random_colour(rng)
    which = rng.random()
    rim = rng.uniform(0, 50, 3) if which < 0.5 else (body + rng.uniform(0, 255)) / 2
    rim = _random_colour(rng) if which > 0.7 else rim
    return body, ink, rim.astype(np.float32)


def _resampled(
    planes: NDArray[np.uint8], face: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Softened as by a press or an earlier, smaller picture."""
    if rng.random() < 0.35:
        small = int(rng.integers(44, 72))
        planes = np.stack([softened(plane, small) for plane in planes])
    shrink = planes.shape[1] / face
    if shrink > 1.2:  # what the warp below would otherwise alias
        sigma = 0.4 * (shrink - 1) + 0.25
        planes = np.stack([cv2.GaussianBlur(p, (0, 0), sigma) for p in planes]).astype(np.uint8)
    return planes


def softened(plane: NDArray[np.uint8], small: int) -> NDArray[np.uint8]:
    """The plane as a picture only `small` pixels wide keeps it."""
    shrunk = cv2.resize(plane, (small, small), interpolation=cv2.INTER_AREA)
    return cv2.resize(shrunk, plane.shape[::-1], interpolation=cv2.INTER_CUBIC).astype(np.uint8)


def _placement(
    side: int, native: int, askew: float, aim: Aim, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Where the face falls in the crop: the detector is never exact."""
    reach = native / aim.context * np.exp(rng.normal(0, aim.size)) / 2
    angle = askew + np.deg2rad(
        np.clip(rng.normal(0, aim.degrees), -3 * aim.degrees, 3 * aim.degrees)
    )
    middle = (
        native / 2 + np.clip(rng.normal(0, aim.shift, 2), -3 * aim.shift, 3 * aim.shift) * native
    )
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = (_UNIT * 2 - 1) * reach * np.exp(rng.normal(0, 0.02, 2))
    corners = corners @ spin + middle + rng.normal(0, aim.corners, (4, 2)) * native
    return cv2.getPerspectiveTransform(_UNIT * side, corners.astype(np.float32)).astype(np.float32)


def _table(
    onto: NDArray[np.float32], side: int, native: int, body: Picture, rng: np.random.Generator
) -> Picture:
    """The die without print: the mat behind it, a side wall, the rounded top face."""
    picture = np.empty((native, native, 3), np.float32)
    picture[:] = _random_colour(rng) * rng.uniform(0.3, 1.0)
    if rng.random() < 0.3:
        picture += rng.normal(0, 12, picture.shape).astype(np.float32)
    corners = cv2.perspectiveTransform((_UNIT * side)[None], onto)[0]
    lean = rng.normal(0, 0.08, 2) * native
    hull = cv2.convexHull(np.vstack([corners * 1.02, corners + lean]).astype(np.float32))
    wall = body * rng.uniform(0.35, 1.0)
    cv2.fillConvexPoly(picture, np.rint(hull * 8).astype(np.int32), wall.tolist(), shift=3)
    grown = (corners - corners.mean(0)) * rng.uniform(1.0, 1.1) + corners.mean(0)
    rounded = np.zeros((native, native), np.float32)
    cv2.fillConvexPoly(rounded, np.rint(grown * 8).astype(np.int32), 1.0, shift=3)
    if rng.random() < 0.7:
        soft = max(1.0, native * rng.uniform(0.02, 0.06))
        rounded = np.clip(cv2.GaussianBlur(rounded, (0, 0), soft) * 2 - 0.6, 0, 1)
    if rng.random() < 0.25:  # light catches the edges
        edge = cv2.GaussianBlur(rounded, (0, 0), native * 0.02)
        picture += ((edge * (1 - edge)) * rng.uniform(-200, 400))[:, :, None]
    return _mixed(picture, rounded, body)


def _mixed(picture: Picture, share: Picture, colour: Picture) -> Picture:
    """The colour laid over the picture where `share` says."""
    weight = share[:, :, None]
    mixed: Picture = picture * (1 - weight) + colour.astype(np.float32) * weight
    return mixed


def _lit(picture: Picture, rng: np.random.Generator) -> Picture:
    """Uneven light, a glare spot, fabric or print texture, a colour cast."""
    side = picture.shape[0]
    across = np.linspace(-1, 1, side, dtype=np.float32)
    slope = rng.normal(0, 0.10, 2)
    light = 1 + slope[0] * across[None, :] + slope[1] * across[:, None]
    cast = np.exp(rng.normal(0, 0.10, 3)) * np.exp(rng.normal(0, 0.22))
    picture = picture * light[:, :, None].astype(np.float32) * cast.astype(np.float32)
    if rng.random() < 0.2:
        period, angle = rng.uniform(1.5, 5), rng.uniform(0, np.pi)
        phase = (across[None, :] * np.cos(angle) + across[:, None] * np.sin(angle)) * side / 2
        weave = np.sin(2 * np.pi * phase / period) * rng.uniform(3, 14)
        picture = picture + weave[:, :, None].astype(np.float32)
    if rng.random() < 0.2:
        blotches = rng.normal(0, rng.uniform(3, 9), (9, 9, 3)).astype(np.float32)
        picture = picture + cv2.resize(blotches, (side, side), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.25:
        x, y = rng.uniform(-1, 1, 2)
        wide, tall = rng.uniform(0.1, 0.7, 2)
        spot = np.exp(
            -(((across - x) / wide) ** 2)[None, :] - (((across - y) / tall) ** 2)[:, None]
        )
        picture = picture + spot[:, :, None] * rng.uniform(15, 130)
    return picture.astype(np.float32)


def _blurred(picture: Picture, rng: np.random.Generator) -> Picture:
    """Out of focus, moving, or sharpened too much by the camera."""
    which = rng.random()
    side = picture.shape[0]
    if which < 0.55:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.3 + side / 80))
    elif which < 0.65:
        length = int(rng.integers(2, 2 + side // 24))
        streak: Picture = np.zeros((length, length), np.float32)
        streak[length // 2] = 1 / length
        turn = cv2.getRotationMatrix2D((length / 2 - 0.5,) * 2, rng.uniform(0, 180), 1)
        streak = cv2.warpAffine(streak, turn, (length, length))
        even: Picture = streak / max(float(streak.sum()), 1e-3)
        picture = cv2.filter2D(picture, -1, even)
    elif which < 0.85:
        soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2.0))
        picture = picture + (picture - soft) * rng.uniform(0.3, 1.5)
    return picture.astype(np.float32)
