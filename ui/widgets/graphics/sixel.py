"""Sixels: six rows of pixels at a time, one colour after the other.

https://vt100.net/docs/vt3xx-gp/chapter14.html
"""

from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image

COLOURS: Final = 64
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
    bands, colours, rows = _rows(indexed, len(palette))
    written = _written(rows)
    last = [*(bands[1:] != bands[:-1]), True]
    for colour, signs, ends in zip(colours.tolist(), written, last, strict=True):
        out.append(f"#{colour}{signs}{'-' if ends else '$'}")
    return "".join(out) + "\x1b\\"


def _rows(
    indexed: NDArray[np.uint8], colours: int
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.uint8]]:
    """One row for each colour of each band: which band, which colour, a number for each sign."""
    high, wide = indexed.shape
    down = np.arange(high)
    row = indexed + (down // BAND * colours)[:, None]  # by its number, if all colours were used
    used = np.bincount(row.ravel(), minlength=-(-high // BAND) * colours) > 0
    place = (np.cumsum(used) - 1)[row] * wide + np.arange(wide)
    bits = np.broadcast_to((1 << down % BAND)[:, None], row.shape)
    count = int(used.sum())
    signs = np.bincount(place.ravel(), weights=bits.ravel(), minlength=count * wide)
    numbers = np.flatnonzero(used)
    return numbers // colours, numbers % colours, signs.astype(np.uint8).reshape(count, wide)


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


def _written(rows: NDArray[np.uint8]) -> list[str]:
    """Rows of signs as text, equal ones counted; what is empty at a row's end is left out."""
    count, wide = rows.shape
    changes = np.ones((count, wide), np.bool_)
    changes[:, :-1] = rows[:, 1:] != rows[:, :-1]
    ends = np.flatnonzero(changes)
    values = rows.ravel()[ends].astype(np.intp)
    lengths = np.diff(ends, prepend=-1)
    of_row = ends // wide
    empty = (values == 0) & (ends % wide == wide - 1)
    values, lengths, of_row = values[~empty], lengths[~empty], of_row[~empty]
    kinds, which = np.unique(values * (wide + 1) + lengths, return_inverse=True)
    texts = [_run(*divmod(kind, wide + 1)) for kind in kinds.tolist()]
    runs = [texts[kind] for kind in which.tolist()]
    borders = np.searchsorted(of_row, np.arange(count + 1)).tolist()
    return ["".join(runs[begin:end]) for begin, end in pairwise(borders)]


def _run(value: int, length: int) -> str:
    sign = chr(63 + value)
    return f"!{length}{sign}" if length > RUN else sign * length
