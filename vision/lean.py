"""Which way the dice of one picture lean, and which of them therefore show another face as top.

A camera that looks at a table aslant sees the tops of all dice displaced the same way from the
middles of their outlines, away from the place below the camera. A die whose supposed top lies
elsewhere has had a side taken for it, as under a low lamp that lights the sides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ASTRAY: Final = 0.2
"""A top farther than this from where the others tell it to be, as a part of its box, is doubted."""

ENOUGH: Final = 6
"""Fewer dice tell nothing."""

CLOSER: Final = 0.75
"""The next look takes in this part of the box, so that less of the side is in it."""

BEYOND: Final = 0.5
"""It is centred past the place told, by this part of the way the first one was astray."""


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
