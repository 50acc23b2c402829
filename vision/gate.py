"""Is the table still, and is a hand over it? Asked of every frame, on a small picture.

Movement is what differs between two frames. A hand is what differs from the table as it last
lay still, is larger than dice are, and reaches in from the picture's edge. Something large that
does not move at all for `ABSORB_S` seconds has become part of the table.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Frame, Image

WIDTH: Final = 256
"""Width of the small picture, px."""

SETTLE_S: Final = 0.12
"""How long nothing may move before the table counts as still, seconds: two frames of a slow
camera. A die that rolls is never at rest for so long."""

ABSORB_S: Final = 4.0
"""After this long without any movement, what looked like a hand is part of the table."""

NOISE: Final = (14, 45)
"""Grey levels by which sensor noise may change a small pixel: at least, and in the dark."""

NOISIEST: Final = 6.0
"""How far the noisiest small pixel lies beyond the median one."""

MOVING_PARTS: Final = 2e-4
"""The part of the small picture that may differ between two still frames."""

HAND_PARTS: Final = 0.012
"""The part of the picture a hand covers at least; a die of 13 mm covers 0.0007 of a mat."""

Small = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Glance:
    """What the gate says of one frame."""

    still: bool
    hands: bool
    changed: bool  # the table differs from when it last lay still, or was never seen still
    moving: float  # the part of the picture that moved since the frame before


def shrink(image: Image) -> Small:
    """A picture about `WIDTH` px wide; cheap, because most pixels are skipped."""
    stride = max(1, image.shape[1] // (2 * WIDTH))
    thinned = np.ascontiguousarray(image[::stride, ::stride])
    scale = WIDTH / thinned.shape[1]
    size = (WIDTH, max(1, round(thinned.shape[0] * scale)))
    small: Small = cv2.resize(thinned, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    return small


def _differs(one: Small, other: Small) -> NDArray[np.uint8]:
    """Where two small pictures differ, in any colour, by more than noise and a change of light."""
    light = np.median(one[::4, ::4]) / max(float(np.median(other[::4, ::4])), 1.0)
    levelled = cv2.convertScaleAbs(other, alpha=float(np.clip(light, 0.6, 1.6)))
    difference = cv2.absdiff(one, levelled).max(axis=2)
    noise = float(np.clip(NOISIEST * np.median(difference), *NOISE))
    marked: NDArray[np.uint8] = cv2.threshold(difference, noise, 1, cv2.THRESH_BINARY)[1].astype(
        np.uint8
    )
    return marked


def _reaches_in(mask: NDArray[np.uint8]) -> bool:
    """Whether something large comes in from an edge of the picture."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, _, boxes, _ = cv2.connectedComponentsWithStats(opened)
    height, width = mask.shape
    for left, top, wide, tall, area in boxes[1:count]:
        edge = left <= 3 or top <= 3 or left + wide >= width - 3 or top + tall >= height - 3
        if edge and area >= HAND_PARTS * mask.size:
            return True
    return False


class Gate:
    """Remembers the frame before and the table as it last lay still."""

    def __init__(self) -> None:
        self._before: Small | None = None
        self._table: Small | None = None
        self._quiet_since = 0.0

    def look(self, frame: Frame) -> Glance:
        """Judge the next frame; frames come in the order of their time."""
        small = shrink(frame.image)
        if self._before is None or self._before.shape != small.shape:
            self._before, self._table, self._quiet_since = small, None, frame.monotonic
            return Glance(still=False, hands=False, changed=True, moving=0.0)
        moved = float(_differs(small, self._before).mean())
        self._before = small
        if moved > MOVING_PARTS:
            self._quiet_since = frame.monotonic
        quiet = frame.monotonic - self._quiet_since
        still = quiet >= SETTLE_S
        if self._table is None:
            hands, changed = False, True
        else:
            different = _differs(small, self._table)
            changed = float(different.mean()) > MOVING_PARTS
            hands = changed and quiet < ABSORB_S and _reaches_in(different)
        if still and not hands:
            self._table = small
        return Glance(still=still, hands=hands, changed=changed, moving=moved)
