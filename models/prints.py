"""What the dice of the rendered training scenes carry on their faces.

The detector needs variety, not likeness: pips of many makes, and ink that looks from afar like
numbers, symbols and icons. Faces that must be read are drawn elsewhere.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Texture = NDArray[np.uint8]
Colour = tuple[float, float, float]

SIDE: Final = 96
"""Pixels along one printed face."""

_PIPS: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
_OPPOSITE_SUM_SEVEN: Final = (1, 6, 2, 5, 3, 4)
_FONTS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
)


def body_colour(rng: np.random.Generator) -> Colour:
    """A plastic colour: often white, ivory or black, else anything."""
    pick = rng.random()
    if pick < 0.2:
        grey = rng.uniform(205, 255)
        return (grey * rng.uniform(0.8, 1), grey * rng.uniform(0.94, 1), grey)
    if pick < 0.35:
        grey = rng.uniform(12, 60)
        return (grey, grey * rng.uniform(0.9, 1.1), grey * rng.uniform(0.9, 1.1))
    return hue_colour(rng.uniform(0, 180), rng.uniform(90, 255), rng.uniform(70, 255))


def hue_colour(hue: float, saturation: float, value: float) -> Colour:
    """HSV as OpenCV counts it (0..180, 0..255, 0..255) to BGR."""
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
    return (blue, green, red)


def ink_colour(rng: np.random.Generator, body: Colour) -> Colour:
    """An ink that shows on the body, most often white or black."""
    for _ in range(12):
        pick = rng.random()
        if pick < 0.45:
            ink = (240.0, 245.0, 250.0)
        elif pick < 0.7:
            ink = (15.0, 15.0, 18.0)
        else:
            ink = hue_colour(rng.uniform(0, 180), rng.uniform(80, 255), rng.uniform(40, 255))
        if np.abs(np.subtract(ink, body)).sum() > 190:
            return ink
    return (15.0, 15.0, 18.0) if sum(body) > 380 else (245.0, 245.0, 245.0)


def _ground(rng: np.random.Generator, body: Colour) -> Texture:
    """The bare face: plain, marbled or speckled."""
    face = np.full((SIDE, SIDE, 3), body, np.float32)
    pick = rng.random()
    if pick < 0.25:
        swirl = rng.normal(0, 1, (6, 6)).astype(np.float32)
        cloud = cv2.resize(swirl, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
        face += cloud[..., None] * rng.uniform(-50, 50, 3)
    elif pick < 0.35:
        face += rng.normal(0, rng.uniform(5, 25), (SIDE, SIDE, 1))
    return np.clip(face, 0, 255).astype(np.uint8)


def _pips(face: Texture, value: int, ink: Colour, style: tuple[float, float, bool, bool]) -> None:
    spread, radius, hollow, turned = style
    for across, down in _PIPS[value]:
        x, y = (down, across) if turned else (across, down)
        at = (int(SIDE * (0.5 + x * spread)), int(SIDE * (0.5 + y * spread)))
        grow = 1.35 if value == 1 and hollow else 1.0
        cv2.circle(face, at, int(SIDE * radius * grow), ink, -1, cv2.LINE_AA)
        if hollow:
            shade = tuple(0.6 * part for part in ink)
            cv2.circle(face, at, int(SIDE * radius * 0.55), shade, -1, cv2.LINE_AA)


def _shape(
    rng: np.random.Generator, face: Texture, at: tuple[float, float], size: float, ink: Colour
) -> None:
    """A shape with random arms, or a disc with a numeral, in place of an icon or a symbol."""
    middle = (int(at[0] * SIDE), int(at[1] * SIDE))
    if rng.random() < 0.3:
        cv2.circle(face, middle, int(size * SIDE * 0.5), ink, -1, cv2.LINE_AA)
        return
    arms = int(rng.integers(3, 12))
    angles = np.sort(rng.uniform(0, 2 * np.pi, arms))
    reach = rng.uniform(0.35, 1, arms) * size * SIDE / 2
    outline = np.column_stack([np.cos(angles) * reach, np.sin(angles) * reach]) + middle
    cv2.fillPoly(face, [outline.astype(np.int32)], ink, cv2.LINE_AA)


def _numeral(
    rng: np.random.Generator, face: Texture, at: tuple[float, float], height: float, ink: Colour
) -> None:
    font = int(rng.choice(_FONTS))
    text = str(int(rng.integers(0, 10)))
    thick = int(rng.integers(2, 6))
    scale = height * SIDE / 22
    (width, tall), _ = cv2.getTextSize(text, font, scale, thick)
    origin = (int(at[0] * SIDE - width / 2), int(at[1] * SIDE + tall / 2))
    cv2.putText(face, text, origin, font, scale, ink, thick, cv2.LINE_AA)


def _printed(rng: np.random.Generator, face: Texture, ink: Colour) -> None:
    """Corner numbers around an icon, one large symbol, or two on the diagonal."""
    pick = rng.random()
    if pick < 0.5:
        _shape(rng, face, (0.5, 0.5), rng.uniform(0.35, 0.7), ink)
        for at in ((0.2, 0.22), (0.8, 0.22), (0.8, 0.78)):
            _numeral(rng, face, at, rng.uniform(0.22, 0.32), ink)
        for burst in range(int(rng.integers(0, 3))):
            _shape(rng, face, (0.16 + 0.14 * burst, 0.82), 0.14, ink)
    elif pick < 0.75:
        _shape(rng, face, (0.5, 0.5), rng.uniform(0.5, 0.85), ink)
    elif pick < 0.9:
        _shape(rng, face, (0.3, 0.3), rng.uniform(0.3, 0.45), ink)
        _shape(rng, face, (0.7, 0.7), rng.uniform(0.3, 0.45), ink)
    else:
        _numeral(rng, face, (0.5, 0.5), rng.uniform(0.4, 0.75), ink)


def atlas(rng: np.random.Generator, *, pips: bool) -> Texture:
    """The six faces of one die, one above the other, in the order +x -x +y -y +z -z."""
    body = body_colour(rng)
    ink = ink_colour(rng, body)
    radius = rng.uniform(0.075, 0.125)
    style = (rng.uniform(0.2, 0.29), radius, bool(rng.random() < 0.3), bool(rng.random() < 0.5))
    odd_one = hue_colour(0, 220, 200) if rng.random() < 0.15 else ink
    ground = _ground(rng, body)
    faces = []
    for value in _OPPOSITE_SUM_SEVEN:
        face = ground.copy()
        if pips:
            _pips(face, value, odd_one if value == 1 else ink, style)
        else:
            _printed(rng, face, ink)
        if rng.random() < 0.1:
            cv2.rectangle(face, (3, 3), (SIDE - 4, SIDE - 4), ink, 2, cv2.LINE_AA)
        faces.append(face)
    return np.vstack(faces)
