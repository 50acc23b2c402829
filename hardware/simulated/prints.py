"""What is printed on a die's faces, at the sizes the renderer needs."""

from functools import lru_cache

import cv2
import numpy as np

from hardware.dice import CharacterFace, DieKind, EnergyFace, PipFace
from hardware.frame import Image

SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
"""Pixel sizes prints are kept at; the renderer takes the next one above what it needs."""

_PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.25, 0.22), (0.25, 0.5), (0.25, 0.78), (0.75, 0.22), (0.75, 0.5), (0.75, 0.78)),
}


def draw_face(kind: DieKind, face: int, px: int) -> Image:
    """Draw one face of a die plainly."""
    image = np.full((px, px, 3), kind.body[::-1], np.uint8)
    ink = (kind.ink[2], kind.ink[1], kind.ink[0])
    shown = kind.faces[face]
    if isinstance(shown, PipFace):
        for x, y in _PIPS[shown.value]:
            cv2.circle(image, (round(x * px), round(y * px)), round(px * 0.1), ink, -1, cv2.LINE_AA)
        return image
    size, heavy = px / 80, max(1, px // 40)
    if isinstance(shown, CharacterFace):
        for text, x, y in (
            (str(shown.field), 0.08, 0.28),
            (str(shown.attack), 0.72, 0.28),
            (str(shown.defence), 0.72, 0.92),
            ("*" * shown.burst, 0.08, 0.92),
        ):
            at = (int(x * px), int(y * px))
            cv2.putText(
                image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size * 0.7, ink, heavy, cv2.LINE_AA
            )
    text = shown.energy[0] if isinstance(shown, EnergyFace) else "#"
    at = (int(0.36 * px), int(0.64 * px))
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, heavy, cv2.LINE_AA)
    return image


@lru_cache(maxsize=4096)
def printed(kind: DieKind, face: int, px: int) -> Image:
    """A face as four channels: BGR and how much of it is ink (255) rather than body (0)."""
    if px < 128:
        large = printed(kind, face, 256 if px > 64 else 128)
        return np.asarray(cv2.resize(large, (px, px), interpolation=cv2.INTER_AREA), np.uint8)
    drawn = draw_face(kind, face, px)
    body = np.array(kind.body[::-1], np.int16)
    apart = np.abs(drawn.astype(np.int16) - body).max(axis=2)
    ink = np.clip(apart * 4, 0, 255).astype(np.uint8)
    return np.dstack([drawn, ink])


def size_for(px: float) -> int:
    """The kept size that has at least `px` pixels."""
    return next((size for size in SIZES if size >= px), SIZES[-1])
