"""Tables for the rendered training scenes: cloth, wood, paper, printed mats, and clutter."""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from models.prints import hue_colour
from models.solid import Floats, floats

Picture: TypeAlias = NDArray[np.uint8]


def _cloud(rng: np.random.Generator, size: tuple[int, int], cells: tuple[int, int]) -> Floats:
    """Smooth noise, mean 0: `cells` is how many lumps fit down and across."""
    coarse = rng.normal(0, 1, (max(cells[0], 2), max(cells[1], 2))).astype(np.float32)
    smooth: Floats = cv2.resize(coarse, size[::-1], interpolation=cv2.INTER_CUBIC)
    return smooth


def _tone(rng: np.random.Generator) -> Floats:
    """A colour for a table, BGR 0..1."""
    pick = rng.random()
    if pick < 0.35:
        grey = rng.uniform(0.55, 0.98)
        return floats([grey * rng.uniform(0.85, 1), grey * rng.uniform(0.93, 1), grey])
    if pick < 0.5:
        return floats([1, 1, 1]) * floats(rng.uniform(0.04, 0.3))
    colour = hue_colour(rng.uniform(0, 180), rng.uniform(20, 230), rng.uniform(40, 230))
    return floats(colour) / 255


def _wood(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    tone = floats(hue_colour(rng.uniform(8, 22), rng.uniform(40, 170), rng.uniform(90, 240)))
    grain = _cloud(rng, size, (int(rng.integers(20, 90)), 3))
    grain = np.sin(grain * rng.uniform(1, 5)) * rng.uniform(0.02, 0.14)
    plank: Floats = (tone / 255)[None, None] * (1 + grain[..., None])
    across = size[0] == size[1] and rng.random() < 0.5
    return np.ascontiguousarray(np.rot90(plank)) if across else plank


def _cloth(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    weave: Floats = rng.normal(0, rng.uniform(0.01, 0.06), size).astype(np.float32)
    weave = cv2.GaussianBlur(weave, (0, 0), rng.uniform(0.4, 1.2))
    lumps = _cloud(rng, size, (5, 5)) * rng.uniform(0, 0.05)
    cloth: Floats = _tone(rng)[None, None] * (1 + weave + lumps)[..., None]
    return cloth


def _pattern(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    """Something printed all over: blotches of several colours."""
    picture = np.zeros((*size, 3), np.float32)
    for _ in range(3):
        cells = int(rng.integers(3, 25))
        picture += _cloud(rng, size, (cells, cells))[..., None] * rng.uniform(-0.15, 0.15, 3)
    return picture + _tone(rng)


def _paint(rng: np.random.Generator) -> tuple[float, float, float]:
    blue, green, red = (_tone(rng) * 255).tolist()
    return (blue, green, red)


def _mat_print(rng: np.random.Generator, picture: Picture) -> None:
    """Zones, titles, checkers and small tags, like the mats of a dice game."""
    height, width = picture.shape[:2]
    ink = _paint(rng)
    for _ in range(int(rng.integers(3, 14))):
        x, y = int(rng.uniform(-0.1, 0.9) * width), int(rng.uniform(-0.1, 0.9) * height)
        across, down = int(rng.uniform(0.05, 0.7) * width), int(rng.uniform(0.05, 0.5) * height)
        if rng.random() < 0.35:
            tone = _paint(rng)
            cv2.rectangle(picture, (x, y), (x + across, y + down), tone, -1)
        thick = int(rng.integers(1, 5))
        cv2.rectangle(picture, (x, y), (x + across, y + down), ink, thick, cv2.LINE_AA)
        words = "".join(rng.choice(list("FIELDRESVPADATKOUSLIEB 0123456789"), 9))
        cv2.putText(
            picture, words, (x + 4, y + 16), 0, rng.uniform(0.3, 1.1), ink, 1 + thick // 3, 16
        )
    for _ in range(int(rng.integers(0, 9))):
        _tag(rng, picture)
    for step in range(int(rng.integers(0, 2)) * 21):  # a life track
        cell = int(min(height, width) * 0.045)
        corner = (10 + step * cell, int(height * 0.02))
        cv2.rectangle(picture, corner, (corner[0] + cell, corner[1] + cell), ink, 1, cv2.LINE_AA)
        at = (corner[0] + cell // 5, corner[1] + cell * 3 // 4)
        cv2.putText(picture, str(step), at, 0, cell / 45, ink, 1, cv2.LINE_AA)


def _tag(rng: np.random.Generator, picture: Picture) -> None:
    """A black square of random cells on white, as fiducial tags look."""
    height, width = picture.shape[:2]
    side = int(rng.uniform(14, 90))
    cells = np.zeros((10, 10), np.float32)
    cells[0], cells[-1], cells[:, 0], cells[:, -1] = 1, 1, 1, 1
    cells[2:8, 2:8] = rng.random((6, 6)) < 0.5
    tag = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)[..., None] * 235 + 10
    x, y = int(rng.integers(0, max(width - side, 1))), int(rng.integers(0, max(height - side, 1)))
    patch = picture[y : y + side, x : x + side]
    patch[:] = tag[: patch.shape[0], : patch.shape[1]]


def _clutter(rng: np.random.Generator, picture: Picture) -> None:
    """Cards, coins, pens, cables, tokens, fingers: everything that is not a die."""
    height, width = picture.shape[:2]
    unit = rng.uniform(12, 60)
    for _ in range(int(rng.integers(0, 8))):
        at = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        tone = _paint(rng)
        edge = _paint(rng)
        kind = rng.integers(0, 6)
        if kind == 0:  # coin, token, bead
            radius = int(unit * rng.uniform(0.3, 1.2))
            centre = (int(at[0]), int(at[1]))
            cv2.circle(picture, centre, radius, tone, -1, cv2.LINE_AA)
            cv2.circle(picture, centre, int(radius * rng.uniform(0.5, 0.9)), edge, 1, cv2.LINE_AA)
        elif kind in {1, 2}:  # card, eraser, token, paper
            size = unit * np.array([rng.uniform(0.5, 6), rng.uniform(0.5, 6)])
            box = cv2.boxPoints(((at[0], at[1]), (size[0], size[1]), rng.uniform(0, 90)))
            cv2.fillPoly(picture, [box.astype(np.int32)], tone, cv2.LINE_AA)
            cv2.polylines(
                picture, [box.astype(np.int32)], isClosed=True, color=edge, lineType=cv2.LINE_AA
            )
            if rng.random() < 0.5:
                spot = (int(at[0]), int(at[1]))
                cv2.putText(picture, "ABC", spot, 0, unit / 60, edge, 1, cv2.LINE_AA)
        elif kind == 3:  # pen, cable
            end = at + rng.normal(0, 8 * unit, 2)
            thick = int(rng.uniform(0.1, 0.5) * unit) + 1
            cv2.line(picture, (int(at[0]), int(at[1])), (int(end[0]), int(end[1])), tone, thick, 16)
        elif kind == 4:  # keys, pips or dots that belong to no die
            for _ in range(int(rng.integers(3, 30))):
                dot = at + rng.normal(0, 2 * unit, 2)
                centre = (int(dot[0]), int(dot[1]))
                cv2.circle(picture, centre, max(1, int(unit * 0.1)), tone, -1, cv2.LINE_AA)
        else:  # finger or hand
            skin = floats(hue_colour(rng.uniform(4, 16), rng.uniform(60, 150), 230))
            skin = skin * rng.uniform(0.35, 1)
            for finger in range(int(rng.integers(1, 5))):
                start = at + np.array([finger * unit * 1.2, 0])
                end = start + np.array([rng.normal(0, unit), rng.uniform(3, 8) * unit])
                ends = ((int(start[0]), int(start[1])), (int(end[0]), int(end[1])))
                blue, green, red = (skin * rng.uniform(0.85, 1.1)).tolist()
                cv2.line(picture, *ends, (blue, green, red), int(unit * 1.1), cv2.LINE_AA)


def table(rng: np.random.Generator, size: tuple[int, int]) -> Picture:
    """A table without dice, BGR; `size` is height, width in px."""
    make = (_wood, _cloth, _cloth, _pattern)[int(rng.integers(0, 4))]
    picture: Picture = np.clip(make(rng, size) * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        _mat_print(rng, picture)
    _clutter(rng, picture)
    softness = rng.uniform(0, 1.2)
    if softness > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), softness).astype(np.uint8)
    return picture
