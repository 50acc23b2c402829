"""The top face of a die as three points a detector can learn without a seam.

A face has no first corner: turned by a quarter it looks the same, so a network that must name
its corners in order has to jump somewhere. Write the corners, seen from their mean, as complex
numbers of one turning part A and one counter-turning part B: the k-th corner is
`A i^k + B (-i)^k`. A square has B = 0; a square seen at a slant gives a small B. Starting from
another corner multiplies A by i and B by -i, so `A^4` and `A B` stay the same. The three points
are the face's centre, the centre + `REACH A^4 / |A|^3` and the centre + `A B / |A|`. All three
move smoothly as the die turns; all are in pixels.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

REACH: Final = 0.7
"""Keeps the turning point inside the face: half a side instead of half a diagonal."""

_TURNS: Final = np.array([1, 1j, -1, -1j])


def points_from_corners(corners: Floats) -> Floats:
    """N x 4 x 2 corners, clockwise in the picture, to N x 3 x 2 points (px)."""
    quads = np.asarray(corners, dtype=np.float64).reshape(-1, 4, 2)
    spots = quads[..., 0] + 1j * quads[..., 1]
    centre = spots.mean(axis=1)
    turning = (spots * _TURNS.conj()).mean(axis=1)
    counter = (spots * _TURNS).mean(axis=1)
    size = np.maximum(np.abs(turning), 1e-9)
    points = np.stack(
        [centre, centre + REACH * turning**4 / size**3, centre + turning * counter / size], axis=1
    )
    return np.stack([points.real, points.imag], axis=-1)


def corners_from_points(points: Floats) -> Floats:
    """The inverse: N x 4 x 2 corners, clockwise from the one nearest the picture's top left."""
    spots = np.asarray(points, dtype=np.float64).reshape(-1, 3, 2)
    complex_spots = spots[..., 0] + 1j * spots[..., 1]
    centre = complex_spots[:, 0]
    fourth = (complex_spots[:, 1] - centre) / REACH
    product = complex_spots[:, 2] - centre
    size = np.maximum(np.abs(fourth), 1e-9)
    angle = np.angle(fourth) / 4
    # Of the four equal answers, the first corner is the one that points up and to the left.
    angle += np.round((-0.75 * np.pi - angle) / (np.pi / 2)) * (np.pi / 2)
    turning = size * np.exp(1j * angle)
    counter = product * size / turning
    quads = (
        centre[:, None]
        + turning[:, None] * _TURNS[None, :]
        + counter[:, None] * _TURNS.conj()[None, :]
    )
    return np.stack([quads.real, quads.imag], axis=-1)
