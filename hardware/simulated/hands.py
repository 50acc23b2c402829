"""Hands over the table, and the shadows they cast."""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import Colour
from hardware.frame import Image
from hardware.simulated.optics import Floats, Viewpoint
from hardware.simulated.scene import Conditions, SceneHand

_PX_PER_MM = 1.6
_WIDE_MM, _LONG_MM, _PALM_MM = 230.0, 620.0, 130.0
"""The picture's width, its length, and how far the palm's middle is from its finger end."""


@dataclass(frozen=True, slots=True)
class _Bone:
    """A rounded stroke of the hand's outline: from, to (mm, fingers up), radii, height."""

    start: tuple[float, float]
    end: tuple[float, float]
    radius: tuple[float, float]
    lift: float


_FINGERS = (
    ((-30, -34), (-40, -88), 8.8),
    ((-10, -40), (-13, -112), 9.4),
    ((10, -39), (14, -106), 9.0),
    ((28, -31), (38, -80), 7.6),
)
"""Knuckle, tip when stretched, thickness."""


def _tips(curl: float) -> tuple[tuple[float, float], ...]:
    """Where the fingers end when they are bent this much."""
    reach = 1 - 0.62 * curl
    return tuple(
        (x + (to_x - x) * reach, y + (to_y - y) * reach) for (x, y), (to_x, to_y), _ in _FINGERS
    )


def _bones(curl: float) -> tuple[_Bone, ...]:
    bones = [
        _Bone((0, 52), (2, 520), (27, 42), 5),
        _Bone((-18, -22), (-8, 40), (21, 21), 9),
        _Bone((16, -20), (9, 40), (22, 20), 9),
        _Bone((-2, -26), (0, 30), (22, 24), 10),
        _Bone((-22, 30), (-47 + 10 * curl, 6), (17, 12.5), 10),
        _Bone((-47 + 10 * curl, 6), (-56 + 26 * curl, -24), (12, 9), 11 + 4 * curl),
    ]
    for ((x, y), _, thick), (tip_x, tip_y) in zip(_FINGERS, _tips(curl), strict=True):
        joint = (x + 0.52 * (tip_x - x), y + 0.52 * (tip_y - y))
        bones.append(_Bone((x, y), joint, (thick + 1.6, thick + 0.4), 12 + 8 * curl))
        bones.append(_Bone(joint, (tip_x, tip_y), (thick + 0.5, thick - 1.6), 12 + 4 * curl))
    return tuple(bones)


@lru_cache(maxsize=24)
def _picture(curl: float, skin: Colour, sleeve: Colour | None) -> Image:
    """A right hand from above, fingers up, lit from the upper left; BGR and opacity."""
    size = (round(_LONG_MM * _PX_PER_MM), round(_WIDE_MM * _PX_PER_MM))
    v, u = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    x = u / np.float32(_PX_PER_MM) - np.float32(_WIDE_MM / 2)
    y = v / np.float32(_PX_PER_MM) - np.float32(_PALM_MM)
    height = np.full(size, -60, np.float32)
    for bone in _bones(curl):
        height = np.maximum(height, _rise(bone, x, y))
    inside = np.clip((height + 2.0) * 0.8, 0, 1)
    smooth = cv2.GaussianBlur(np.maximum(height, -4), (0, 0), 2.0 * _PX_PER_MM)
    down, over = np.gradient(smooth * np.float32(_PX_PER_MM))
    upright = 1 / np.sqrt(1 + over**2 + down**2)
    shade = np.clip((0.78 + 0.30 * over + 0.35 * down) * upright + 0.2, 0.3, 1.2)
    rng = np.random.default_rng(5)
    mottle = np.asarray(cv2.GaussianBlur(rng.standard_normal(size, np.float32), (0, 0), 4))
    mottle = mottle / mottle.std()
    own = np.array(skin[::-1], np.float32)[None, None] * (1 + 0.025 * mottle[:, :, None])
    blush = np.clip((-y - 60) / 50, 0, 1)[:, :, None] * np.array([-12, -10, 6], np.float32)
    colour = own + blush
    for (_, _, thick), (tip_x, tip_y) in zip(_FINGERS, _tips(curl), strict=True):
        nail = ((x - tip_x) / (0.55 * thick)) ** 2 + ((y - tip_y + 1.5) / (0.75 * thick)) ** 2
        colour = colour + np.clip(6 * (1 - nail), 0, 1)[:, :, None] * np.array([20, 16, 14.0])
    for number, (knuckle, _, thick) in enumerate(_FINGERS):
        crease = (x - knuckle[0]) ** 2 + ((y - knuckle[1] - 3 * (number % 2)) * 2.2) ** 2
        colour = colour - np.clip(1 - crease / thick**2, 0, 1)[:, :, None] * np.array([16, 14, 8.0])
    if sleeve is not None:
        cuff = y > 95 + 3 * np.sin(x / 9)
        folds = 1 + 0.12 * np.sin(y / 7 + 2 * np.sin(x / 16))
        cloth = np.array(sleeve[::-1], np.float32)[None, None] * folds[:, :, None]
        colour = np.where(cuff[:, :, None], cloth, colour)
    drawn = np.clip(colour * shade[:, :, None], 0, 255)
    return np.dstack([drawn, 255 * inside]).astype(np.uint8)


def _rise(bone: _Bone, x: Floats, y: Floats) -> Floats:
    """The height of a bone's skin, falling off like a round limb."""
    along = np.array(bone.end, np.float32) - np.array(bone.start, np.float32)
    from_x, from_y = x - bone.start[0], y - bone.start[1]
    share = np.clip((from_x * along[0] + from_y * along[1]) / float(along @ along), 0, 1)
    radius = bone.radius[0] + (bone.radius[1] - bone.radius[0]) * share
    apart = np.sqrt((from_x - share * along[0]) ** 2 + (from_y - share * along[1]) ** 2)
    inside = np.clip(1 - (apart / radius) ** 2, 0, 1)
    return np.asarray(
        np.where(apart < radius, bone.lift * 0.4 + 0.6 * radius * np.sqrt(inside), radius - apart),
        np.float32,
    )


def _corners(hand: SceneHand) -> Floats:
    """Where the picture's corners lie on the table, clockwise from the fingers' left."""
    forth = np.array([cos(hand.reach), sin(hand.reach)])
    right = np.array([-forth[1], forth[0]]) * (-1 if hand.left else 1)
    wide, tip = _WIDE_MM / 2 * hand.scale, _PALM_MM * hand.scale
    back = (_LONG_MM - _PALM_MM) * hand.scale
    middle = np.array([hand.x_mm, hand.y_mm])
    return np.array(
        [
            middle + forth * tip - right * wide,
            middle + forth * tip + right * wide,
            middle - forth * back + right * wide,
            middle - forth * back - right * wide,
        ],
        np.float32,
    )


@dataclass(frozen=True, slots=True)
class _Laid:
    """The part of the hand's picture that is in view, and where in the camera's picture."""

    rows: slice
    columns: slice
    picture: Image


def _laid(picture: Image, corners: Floats, width: int, height: int, pad: int = 0) -> _Laid | None:
    """The picture warped to its corners (pixels), with room for a blur of `pad` around it."""
    low, high = corners.min(axis=0) - pad, corners.max(axis=0) + pad
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(width, int(high[0]) + 2), min(height, int(high[1]) + 2)
    if right <= left or bottom <= top:
        return None
    long, wide = picture.shape[:2]
    start = np.array([[0, 0], [wide, 0], [wide, long], [0, long]], np.float32)
    warp = cv2.getPerspectiveTransform(start, corners - np.array([left, top], np.float32))
    laid = cv2.warpPerspective(picture, warp, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    return _Laid(slice(top, bottom), slice(left, right), np.asarray(laid, np.uint8))


def cast_hand_shadow(
    image: Image, hand: SceneHand, view: Viewpoint, conditions: Conditions
) -> None:
    """Darken the picture where the hand keeps the lamps' light away."""
    opacity = np.ascontiguousarray(_picture(_kept(hand.curl), hand.skin, hand.sleeve)[:, :, 3])
    total = conditions.ambient + sum(lamp.power for lamp in conditions.lamps)
    flat = _corners(hand)
    for lamp in conditions.lamps:
        ahead = hand.height_mm / max(1.0, lamp.height_mm - hand.height_mm)
        thrown = flat + (flat - np.array([lamp.x_mm, lamp.y_mm], np.float32)) * np.float32(ahead)
        blur = max(1.0, 0.35 * lamp.size_mm * ahead * view.scale_at(hand.x_mm, hand.y_mm))
        dark = 1 - (1 - min(0.9, lamp.power / total)) ** (1 / 2.2)
        _darken(image, opacity, view.on_table(thrown), blur, dark)


def _darken(image: Image, opacity: Image, corners: Floats, blur: float, dark: float) -> None:
    """Take light from the picture; the soft shadow is worked out at a quarter of its size."""
    height, width = image.shape[:2]
    small = (width + 3) // 4, (height + 3) // 4
    cast = _laid(opacity, corners / 4, *small, pad=int(blur) + 2)
    if cast is None:
        return
    soft = cv2.GaussianBlur(cast.picture, (0, 0), max(0.5, blur / 4))
    rest = cv2.LUT(soft, np.round(255 - np.arange(256) * dark).astype(np.uint8))
    left, top = cast.columns.start * 4, cast.rows.start * 4
    part = image[top : cast.rows.stop * 4, left : cast.columns.stop * 4]
    large = cv2.resize(rest, None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR)
    keeps = large[: part.shape[0], : part.shape[1]]
    part[:] = cv2.multiply(part, cv2.merge([keeps, keeps, keeps]), scale=1 / 255)


def lay_hand(image: Image, numbers: NDArray[np.uint16], hand: SceneHand, view: Viewpoint) -> None:
    """Paint the hand; where it covers the picture, no die is seen."""
    picture = _picture(_kept(hand.curl), hand.skin, hand.sleeve)
    corners = view.on_table(_corners(hand), hand.height_mm)
    laid = _laid(picture, corners, view.width, view.height)
    if laid is None:
        return
    opacity = np.ascontiguousarray(laid.picture[:, :, 3])
    share = cv2.merge([opacity, opacity, opacity])
    part = image[laid.rows, laid.columns]
    over = cv2.multiply(laid.picture[:, :, :3], share, scale=1 / 255)
    under = cv2.multiply(part, 255 - share, scale=1 / 255)
    part[:] = cv2.add(over, under)
    numbers[laid.rows, laid.columns][opacity > 127] = 0


def _kept(curl: float) -> float:
    """Curls in quarters, so that few pictures are drawn."""
    return round(curl * 4) / 4
