"""Sixels: six rows of pixels at a time, one colour after the other.

https://vt100.net/docs/vt3xx-gp/chapter14.html
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image

COLOURS: Final = 96
"""Of the picture's own; terminals have 256 registers and more."""

SAMPLES: Final = 4000  # pixels from which they are chosen
FINE: Final = 5  # bits of each of blue, green and red that are told apart

BAND: Final = 6
RUN: Final = 3
"""So many equal signs are shorter by their count, and more."""


def drawn(image: Image) -> str:
    """Draws the picture from where the cursor is, pixel by pixel."""
    high, wide = image.shape[:2]
    whole = high // BAND * BAND
    indexed, palette = _indexed(image[:whole])
    out = [f'\x1bP0;1;0q"1;1;{wide};{whole}']
    out += [f"#{n};2;{red};{green};{blue}" for n, (red, green, blue) in enumerate(palette)]
    bands = indexed.reshape(-1, BAND, wide)
    weights = (1 << np.arange(BAND, dtype=np.uint8))[:, None]
    for band in bands:
        for n in np.flatnonzero(np.bincount(band.ravel(), minlength=len(palette))):
            signs = ((band == n) * weights).sum(axis=0, dtype=np.uint8)
            out.append(f"#{n}{_written(signs)}$")
        out[-1] = out[-1][:-1] + "-"
    return "".join(out) + "\x1b\\"


def _indexed(image: Image) -> tuple[NDArray[np.uint8], list[tuple[int, int, int]]]:
    """Each pixel's number in the picture's own palette, and that in percent: red, green, blue."""
    pixels = image.reshape(-1, 3)
    some = pixels[:: max(1, len(pixels) // SAMPLES)].astype(np.float32)
    stop = (cv2.TERM_CRITERIA_MAX_ITER, 6, 0.0)
    cv2.setRNGSeed(1)  # the same picture, the same bytes
    _, _, chosen = cv2.kmeans(
        some, min(COLOURS, len(some)), np.empty(0), stop, 1, cv2.KMEANS_PP_CENTERS
    )
    steps = (np.arange(1 << FINE, dtype=np.float32) + 0.5) * (256 >> FINE)
    every = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
    apart = (chosen**2).sum(axis=1) - 2 * every @ chosen.T
    nearest = apart.argmin(axis=1).astype(np.uint8)
    blue, green, red = (pixels >> (8 - FINE)).astype(np.uint16).T
    percent = np.rint(chosen[:, ::-1] / 2.55).clip(0, 100).astype(int).tolist()
    indexed = nearest[(blue << 2 * FINE) + (green << FINE) + red]
    return indexed.reshape(image.shape[:2]), [(r, g, b) for r, g, b in percent]


def _written(signs: NDArray[np.uint8]) -> str:
    """A row of signs, equal ones counted; what is empty at its end is left out."""
    ends = np.flatnonzero(np.append(signs[1:] != signs[:-1], True)) + 1
    values, counts = signs[ends - 1], np.diff(ends, prepend=0)
    if not values[-1]:
        values, counts = values[:-1], counts[:-1]
    return "".join(
        f"!{count}{chr(63 + value)}" if count > RUN else chr(63 + value) * count
        for value, count in zip(values.tolist(), counts.tolist(), strict=True)
    )
