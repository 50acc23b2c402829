"""Which way the dice of one picture lean, and which of them do not lie as the others do.

A camera that looks at a table aslant sees the tops of all dice displaced the same way from the
middles of their outlines, away from the place below the camera. A die whose supposed top lies
elsewhere has had a side taken for it, as under a low lamp that lights the sides, or it is cocked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.registration import Registration
from vision.tops import side_of

Floats = NDArray[np.float64]

ASTRAY: Final = 0.2
"""A top farther than this from where the others tell it to be, as a part of its box, is doubted."""

ENOUGH: Final = 6
"""Fewer dice tell nothing."""

CLOSER: Final = 0.75
"""The next look takes in this part of the box, so that less of the side is in it."""

BEYOND: Final = 0.5
"""It is centred past the place told, by this part of the way the first one was astray."""


LIKE: Final = 0.05
"""A top displaced by less than this unlike the others', in sides, is one of theirs."""

FAR: Final = 0.12
"""A top displaced by more than this unlike flat ones', in sides, tells no more: a hidden die's."""

_ROUNDS: Final = 12
"""How often it is told anew which dice lie alike."""

_TURNS: Final = np.array([1, 1j, -1, -1j])


@dataclass(frozen=True, slots=True)
class Doubted:
    """A die whose top is not where the others tell it to be."""

    index: int
    told: Floats  # where its top's middle should be, px
    box: Floats  # where to look again: left, top, right, bottom, px
    reach: float  # a top nearer than this to the place told is believed, px

    def agrees(self, middle: Floats) -> bool:
        """Whether a top with this middle is where the others tell it to be."""
        return bool(np.linalg.norm(middle - self.told) < self.reach)


def doubted(boxes: Floats, middles: Floats, flat: Sequence[bool]) -> tuple[Doubted, ...]:
    """The dice to look at again; `boxes` N x 4 and the middles of their tops N x 2, px.

    Dice that are not flat neither tell nor are doubted.
    """
    lying = np.flatnonzero(np.asarray(flat, bool))
    if len(lying) < ENOUGH:
        return ()
    sizes = (boxes[:, 2:] - boxes[:, :2]).max(axis=1)
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    leans = (middles - centres) / sizes[:, None]
    usual = np.median(leans[lying], axis=0)
    alike = lying[np.linalg.norm(leans[lying] - usual, axis=1) < ASTRAY]
    found = []
    for index in lying:
        others = alike[alike != index]
        if len(others) < ENOUGH - 1:
            continue
        lean = _told(centres[others], leans[others], centres[index])
        astray = leans[index] - lean
        if np.linalg.norm(astray) > ASTRAY:
            size = sizes[index]
            told = centres[index] + lean * size
            looked_at = told - BEYOND * astray * size
            half = CLOSER * size / 2
            box = np.concatenate([looked_at - half, looked_at + half])
            found.append(Doubted(int(index), told, box, ASTRAY * float(size)))
    return tuple(found)


def _told(centres: Floats, leans: Floats, place: Floats) -> Floats:
    """The lean at a place, told by those elsewhere: one for all, and more outwards.

    From straight above, tops are displaced away from the middle, the farther out the more.
    """
    middle = centres.mean(axis=0)
    out, mean = centres - middle, leans.mean(axis=0)
    spread = float((out**2).sum())
    growth = float((out * (leans - mean)).sum()) / spread if spread > 0 else 0.0
    lean: Floats = mean + growth * (place - middle)
    return lean


def flat_among(centres: Floats, above: Floats, cocked: Floats) -> Floats:
    """The way from the middle to the top of flat dice at these places (N x 2, px).

    It is told by all dice together (`above`, N x 2, in sides of their tops), those that are thought
    cocked (chances, N) counting less; where too few lie alike, nothing is told (NaN).
    """
    if len(above) < ENOUGH:
        return np.full_like(above, np.nan)
    places = np.column_stack([np.ones(len(above)), centres - centres.mean(axis=0)])
    places[:, 1:] /= max(float(np.abs(places[:, 1:]).max()), 1e-9)
    told, alike = above, np.ones(len(above))
    for _ in range(_ROUNDS):
        weights = ((1 - cocked) * alike)[:, None]
        weighed = places.T @ (places * weights) + 1e-3 * np.eye(3)
        told = places @ np.linalg.solve(weighed, places.T @ (above * weights))
        alike = 1 / (1 + (np.linalg.norm(above - told, axis=1) / LIKE) ** 2)
    if float(((1 - cocked) * alike).sum()) < ENOUGH - 1:
        return np.full_like(above, np.nan)
    return told


def flat_on(mat_lies: Registration, corners: Floats, side_mm: float) -> Floats:
    """The same of flat dice with these tops (N x 4 x 2, px) on a known mat."""
    quads = mat_lies.top_to_mat(corners.reshape(-1, 2), side_mm).reshape(-1, 4, 2)
    middles = quads.mean(axis=1)
    spokes = (quads - middles[:, None]) @ np.array([1, 1j])
    turning = (spokes * _TURNS.conj()).mean(axis=1)[:, None] * _TURNS
    turning *= side_mm / 2**0.5 / np.maximum(np.abs(turning), 1e-9)
    squares = middles[:, None] + np.stack([turning.real, turning.imag], axis=-1)
    tops, feet = (
        mat_lies.to_image(squares.reshape(-1, 2), height).reshape(-1, 4, 2)
        for height in (side_mm, 0.0)
    )
    both = np.concatenate([tops, feet], axis=1)
    middle = (both.min(axis=1) + both.max(axis=1)) / 2
    sides = np.array([side_of(top) for top in tops])
    return np.asarray((tops.mean(axis=1) - middle) / sides[:, None])


def chances_of_leaning(
    cocked: Floats, above: Floats, flat: Floats, plane: Sequence[float]
) -> Floats:
    """The chance that each die leans, from what was said of it alone and how it lies.

    `flat` is how flat ones at its place would lie; where that is not known (NaN), what was said
    counts as it is.
    """
    clipped = np.clip(cocked, 1e-4, 1 - 1e-4)
    first, second, shift = plane
    apart = np.linalg.norm(np.nan_to_num(above - flat), axis=1)
    odds = first * np.log(clipped / (1 - clipped)) + shift
    odds += second * np.log(np.minimum(apart, FAR) + 0.02)
    return np.where(np.isnan(flat[:, 0]), cocked, 1 / (1 + np.exp(-odds)))
