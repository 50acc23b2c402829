"""The drawing in the middle of a character's faces, chosen by its name.

The icons are from game-icons.net (CC BY 3.0, credited in docs/faces.md). Characters of the
starter boxes have one of their own; any other name always gets the same one of the rest.
"""

import hashlib
import json
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.printing.outline import Coverage, Path


@cache
def _masks() -> dict[str, NDArray[np.uint8]]:
    """Every shipped icon as a square mask, 0 or 255."""
    with (
        files("hardware.printing").joinpath("icons.npz").open("rb") as source,
        np.load(source) as stored,
    ):
        side = int(stored["side"])
        bits = np.unpackbits(stored["masks"], axis=1).reshape(-1, side, side)
        names = [str(name) for name in stored["names"]]
    return dict(zip(names, (bits * 255).astype(np.uint8), strict=True))


@cache
def _choice() -> tuple[dict[str, str], tuple[str, ...]]:
    """The icon of each known character, and the icons for everybody else."""
    text = files("hardware.printing").joinpath("icons.json").read_text("utf-8")
    stored = json.loads(text)
    return stored["of"], tuple(stored["others"])


def icon_name(subject: str) -> str:
    """Which shipped icon stands for this character or action."""
    if subject in _masks():
        return subject
    known, others = _choice()
    letters = "".join(c for c in subject.lower() if c.isalnum())
    if letters in known:
        return known[letters]
    number = int.from_bytes(hashlib.sha256(letters.encode()).digest()[:4], "big")
    return others[number % len(others)]


def icon_outline(subject: str) -> tuple[Path, ...]:
    """The outlines of the subject's icon in the unit square; those inside others are holes."""
    mask = _masks()[icon_name(subject)]
    side = mask.shape[0]
    smooth = cv2.resize(mask, (side * _FINER, side * _FINER), interpolation=cv2.INTER_CUBIC)
    found, _ = cv2.findContours(
        cv2.threshold(smooth, 127, 255, cv2.THRESH_BINARY)[1],
        cv2.RETR_CCOMP,
        cv2.CHAIN_APPROX_SIMPLE,
    )
    drawn = (cv2.approxPolyDP(line, _TOLERANCE, closed=True)[:, 0] for line in found)
    return tuple(
        ((line + 0.5) / (side * _FINER)).astype(np.float32) for line in drawn if len(line) > 2
    )


_FINER, _TOLERANCE = 2, 0.8
"""An outline is taken from a mask so many times as large, to within so many of its pixels."""


def icon_coverage(subject: str, px: int, scale: float) -> Coverage:
    """The subject's icon in the middle of a square of `px` pixels, `scale` of its side."""
    mask = _masks()[icon_name(subject)]
    side = mask.shape[0]
    zoom = px * scale / side
    shift = px / 2 - zoom * side / 2
    finer = 4  # drawn larger, then averaged: a small icon keeps its thin strokes
    onto = np.array(
        [[zoom * finer, 0, shift * finer], [0, zoom * finer, shift * finer]], np.float32
    )
    large = cv2.warpAffine(mask, onto, (px * finer, px * finer), flags=cv2.INTER_LINEAR)
    small = cv2.resize(large, (px, px), interpolation=cv2.INTER_AREA)
    return (small / 255).astype(np.float32)
