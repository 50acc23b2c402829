"""What is printed on a die's faces, at the sizes the renderer needs."""

from functools import lru_cache

import numpy as np

from hardware.dice import DieKind
from hardware.frame import Image
from hardware.printing import draw_face

SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
"""Pixel sizes prints are kept at; the renderer takes the next one above what it needs."""


@lru_cache(maxsize=384)
def printed(kind: DieKind, face: int, px: int) -> Image:
    """A face as four channels: BGR and how much of it is ink (255) rather than body (0)."""
    drawn = draw_face(kind, face, px)
    body = np.array(kind.body[::-1], np.int16)
    apart = np.abs(drawn.astype(np.int16) - body).max(axis=2)
    ink = np.clip(apart * 4, 0, 255).astype(np.uint8)
    return np.dstack([drawn, ink])


def size_for(px: float) -> int:
    """The kept size that has at least `px` pixels."""
    return next((size for size in SIZES if size >= px), SIZES[-1])
