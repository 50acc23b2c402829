"""The nine forms of IRONDIE's bodies: a cube whose edges and corners are cut, or turned round.

The manual says that each type has a form of its own and that rare dice are engraved; what the forms
are its pictures show, and those are lost. The forms here are a guess, far enough apart to be told.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from hardware.simulated.optics import Floats

RARE: Final = "-rare"
"""The end of the name of a form whose faces are engraved."""


@dataclass(frozen=True, slots=True)
class Outline:
    """How a cube is cut, in halves of its side."""

    edges: float = 0.0  # what is cut off along each edge
    corners: float = 0.0  # the same from each corner
    ball: float = 0.0  # radius of the ball that it is turned into; 0: none

    def planes(self) -> tuple[Floats, Floats]:
        """The planes that bound it: normals (3 x n) and distances, halves of its side."""
        normals, far = [], []
        for way in product((-1, 0, 1), repeat=3):
            count = sum(map(abs, way))
            cut = {1: 1.0, 2: 2.0 - self.edges, 3: 3.0 - self.corners}.get(count)
            if cut is None or (count == 2 and not self.edges) or (count == 3 and not self.corners):
                continue
            normals.append(np.array(way, np.float32) / np.sqrt(count))
            far.append(cut / np.sqrt(count))
        return np.array(normals, np.float32).T, np.array(far, np.float32)


FORMS: Final[Mapping[str, Outline]] = {
    "smasher": Outline(edges=0.22),
    "assault": Outline(corners=0.6),
    "ballistic": Outline(edges=0.04),
    "nullifier": Outline(ball=1.29),
    "barrier": Outline(edges=0.13, corners=0.5),
    "powerup": Outline(ball=1.45),
    "swarm": Outline(edges=0.12),
    "fortress": Outline(corners=0.36),
    "regeneration": Outline(edges=0.18, corners=0.8),
}
"""By type of die."""


def outline_of(shape: str) -> Outline | None:
    """The form of a body with this name; None where it is a plain die."""
    return FORMS.get(shape.removesuffix(RARE))
