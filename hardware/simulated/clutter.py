"""Pictures of flat things on the table that are none of our dice: cards, sheets, print, keys."""

import cv2
import numpy as np

from hardware.frame import Image
from hardware.simulated.scene import Clutter

_LETTERS = list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?!&%")
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)


def flat_picture(thing: Clutter, rng: np.random.Generator) -> Image:
    """The picture of a made-up thing, seen from straight above."""
    if thing.shape == "print":
        return _print(thing, rng)
    return _keys(thing, rng) if thing.shape == "keys" else _card(thing, rng)


def _tone(rng: np.random.Generator) -> tuple[float, float, float]:
    blue, green, red = (float(value) for value in rng.integers(0, 255, 3))
    return (blue, green, red)


def _print(thing: Clutter, rng: np.random.Generator) -> Image:
    """A poster: large letters, and dots, discs and squares in rows, of many sizes."""
    picture = np.full((360, 256, 3), thing.colour[::-1], np.uint8)
    ink = (20.0, 20.0, 20.0) if picture.mean() > 120 else (235.0, 235.0, 235.0)
    line = 4
    while line < 350:
        high = int(rng.integers(8, 60))
        colour = ink if rng.random() < 0.6 else _tone(rng)
        if rng.random() < 0.7:
            text = "".join(rng.choice(_LETTERS, 24))
            heavy = max(1, round(high * rng.uniform(0.06, 0.16)))
            font = int(rng.choice(_FONTS))
            at = (int(rng.integers(-20, 20)), line + high)
            cv2.putText(picture, text, at, font, high / 24, colour, heavy, cv2.LINE_AA)
        else:
            _draw_row(picture, line + high // 2, high, colour, rng)
        line += int(high * rng.uniform(1.2, 1.8)) + 4
    return picture


def _draw_row(
    picture: Image,
    y: int,
    high: int,
    colour: tuple[float, float, float],
    rng: np.random.Generator,
) -> None:
    """A row of one sign: dots, rings, squares or diamonds."""
    sign, filled = int(rng.integers(4)), -1 if rng.random() < 0.7 else max(1, high // 10)
    for x in range(high, 256, int(high * rng.uniform(1.1, 2.4)) + 4):
        half = max(2, high // 2)
        if sign < 2:
            cv2.circle(picture, (x, y), half if sign else half // 2, colour, filled, cv2.LINE_AA)
        elif sign == 2:
            cv2.rectangle(picture, (x - half, y - half), (x + half, y + half), colour, filled)
        else:
            corners = np.array([[x - half, y], [x, y - half], [x + half, y], [x, y + half]])
            cv2.polylines(picture, [corners], isClosed=True, color=colour, thickness=2)


def _keys(thing: Clutter, rng: np.random.Generator) -> Image:
    """A keyboard or a pocket calculator: rounded squares in rows, a sign in a corner of each."""
    picture = np.full((256, 256, 3), thing.colour[::-1], np.uint8)
    grey = float(rng.choice([30, 60, 200, 235]))
    key = (grey, grey, grey) if rng.random() < 0.7 else _tone(rng)
    ink = (20.0, 20.0, 20.0) if sum(key) > 380 else (235.0, 235.0, 235.0)
    pitch = int(rng.integers(24, 52))
    gap, corner = max(2, pitch // int(rng.integers(6, 14))), max(2, pitch // 7)
    for row, top in enumerate(range(2, 256 - pitch, pitch)):
        for left in range(2 + row % 3 * pitch // 4, 256 - pitch, pitch):
            low = (left + corner, top + corner)
            high = (left + pitch - gap - corner, top + pitch - gap - corner)
            shade = tuple(part * rng.uniform(0.9, 1.1) for part in key)
            cv2.rectangle(picture, low, high, shade, -1)
            cv2.rectangle(picture, low, high, shade, 2 * corner, cv2.LINE_AA)
            sign = str(rng.choice(_LETTERS))
            at = (left + int(pitch * rng.uniform(0.15, 0.4)), top + int(pitch * 0.65))
            cv2.putText(picture, sign, at, 0, pitch / rng.uniform(50, 90), ink, 1, cv2.LINE_AA)
    return picture


def _card(thing: Clutter, rng: np.random.Generator) -> Image:
    """A made-up card, token or printed sheet: frames, a picture of blobs, lines of text."""
    high = 256 if thing.shape != "token" else 128
    wide = int(high * (0.714 if thing.shape in ("card", "sheet") else 1.0))
    own = np.array(thing.colour[::-1], np.float64)
    picture = np.full((high, wide, 3), own, np.uint8)
    if thing.shape == "sheet" and rng.random() < 0.5:
        return picture
    if thing.shape != "sheet":
        edge = tuple(float(value) for value in rng.integers(0, 255, 3))
        cv2.rectangle(picture, (0, 0), (wide - 1, high - 1), edge, high // 30)
        for _ in range(int(rng.integers(3, 9))):
            at = (int(rng.integers(wide)), int(rng.integers(high // 2)))
            axes = (int(rng.integers(6, wide // 2)), int(rng.integers(6, high // 4)))
            tone = tuple(float(value) for value in rng.integers(0, 255, 3))
            cv2.ellipse(
                picture, at, axes, float(rng.uniform(0, 180)), 0, 360, tone, -1, cv2.LINE_AA
            )
    ink = (30.0, 30.0, 30.0) if own.mean() > 110 else (225.0, 225.0, 225.0)
    start = high // 2 if thing.shape != "sheet" else 20
    for line in range(start + 14, high - 8, 13):
        text = "".join(rng.choice(list("abcdefghijklmnop rstu vw xyz 0123456789"), 24))
        cv2.putText(picture, text, (8, line), cv2.FONT_HERSHEY_SIMPLEX, 0.32, ink, 1, cv2.LINE_AA)
    return picture
