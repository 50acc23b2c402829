"""Is the table still, and is a hand over it? Asked of every frame, on a small picture.

Movement is what differs between two frames. A hand is something large and smooth that differs
from the table as it last lay still: skin and cloth have few edges, while dice are full of them,
so that where many dice came and went together, hardly a spot is far from print. Something large
that does not move at all for `ABSORB_S` seconds has become part of the table.

A hand hides what it covers, not the table: a `Motion` also says which small pixels a hand covers,
which moved just now and which differ from the table as it was last known.
"""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Frame, Image

WIDTH: Final = 256
"""Width of the small picture, px."""

SETTLE_S: Final = 0.12
"""How long nothing may move before the table counts as still, seconds: two frames of a slow
camera. A die that rolls is never at rest for so long."""

RESTS_S: Final = 0.25
"""How long a part of the table must be at rest while something moves elsewhere, seconds: longer,
because a finger that stops for a moment is too small to be told for a hand."""

FRINGE_PX: Final = 3
"""How far a hand's blurred border reaches beyond what is told for a hand, small pixels."""

SPECK: Final = 3
"""Fewer small pixels together are noise, not something that moves."""

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

LOOSE_PARTS: Final = 2 * HAND_PARTS
"""The same where it does not come in from an edge: a sleeve may look like the table."""

EDGE_LEVELS: Final = 50
"""Grey levels between a small pixel's neighbours, two pixels around it, that make it an edge."""

DICE_EDGES: Final = 0.95
"""Where at least this part of the pixels is near an edge, before or now, dice were moved.

On drawn frames one of 576 batches of dice had less, and 476 of 480 hands were seen; by their reach
from an edge alone it was 24 and 427.
"""

AROUND: Final = np.ones((5, 5), np.uint8)
"""A small pixel and those up to two pixels away."""

Small = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """What the gate says of one frame; masks are 1 in the small pixels they mean."""

    still: bool
    hands: bool
    changed: bool  # the table differs from when it last lay still, or was never seen still
    moving: float  # the part of the picture that moved since the frame before
    moved: Small  # what moved since the frame before
    restless: Small  # what moved within `RESTS_S`
    hand: Small  # what a hand covers
    different: Small  # what is not as the table is known

    @property
    def unknown(self) -> Small:
        """Where nobody can say now what lies on the table."""
        return np.asarray(self.restless | self.hand | self.different, np.uint8)


def shrink(image: Image) -> Small:
    """A picture about `WIDTH` px wide; cheap, because most pixels are skipped."""
    stride = max(1, image.shape[1] // (2 * WIDTH))
    thinned = np.ascontiguousarray(image[::stride, ::stride])
    scale = WIDTH / thinned.shape[1]
    size = (WIDTH, max(1, round(thinned.shape[0] * scale)))
    small: Small = cv2.resize(thinned, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    return small


def differs(one: Small, other: Small) -> NDArray[np.uint8]:
    """Where two small pictures differ, in any colour, by more than noise and a change of light."""
    light = np.median(one[::4, ::4]) / max(float(np.median(other[::4, ::4])), 1.0)
    levelled = cv2.convertScaleAbs(other, alpha=float(np.clip(light, 0.6, 1.6)))
    difference = _greatest(cv2.absdiff(one, levelled))
    noise = float(np.clip(NOISIEST * np.median(difference), *NOISE))
    marked: NDArray[np.uint8] = cv2.threshold(difference, noise, 1, cv2.THRESH_BINARY)[1].astype(
        np.uint8
    )
    return marked


def _hands_over(table: Small, now: Small, different: Small) -> Small:
    """Of what differs from the table: what is a hand, with its borders."""
    closed = cv2.morphologyEx(different, cv2.MORPH_CLOSE, AROUND)
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, AROUND)
    count, places, boxes, _ = cv2.connectedComponentsWithStats(opened)
    height, width = different.shape
    hands = np.zeros_like(different)
    for number, (left, top, wide, tall, area) in enumerate(boxes[1:count], start=1):
        edge = left <= 3 or top <= 3 or left + wide >= width - 3 or top + tall >= height - 3
        if area < (HAND_PARTS if edge else LOOSE_PARTS) * different.size:
            continue
        part = slice(top, top + tall), slice(left, left + wide)
        inside = cv2.erode((places[part] == number).astype(np.uint8), AROUND) > 0
        if (_edges(table[part]) | _edges(now[part]))[inside].mean() < DICE_EDGES:
            hands[places == number] = 1
    return _widened(hands, FRINGE_PX) if hands.any() else hands


def _widened(mask: Small, pixels: int) -> Small:
    return cv2.dilate(mask, np.ones((2 * pixels + 1, 2 * pixels + 1), np.uint8)).astype(np.uint8)


def without_specks(mask: Small) -> Small:
    """The mask without what is too small to be anything."""
    count, places, boxes, _ = cv2.connectedComponentsWithStats(mask)
    large = boxes[:count, cv2.CC_STAT_AREA] >= SPECK
    large[0] = False
    return np.asarray(large[places], np.uint8)


def _edges(picture: Small) -> NDArray[np.bool_]:
    """Which pixels have an edge, in any colour, within two pixels."""
    contrast = cv2.subtract(cv2.dilate(picture, AROUND), cv2.erode(picture, AROUND))
    return _greatest(contrast) > EDGE_LEVELS


def _greatest(picture: NDArray[Any]) -> NDArray[np.uint8]:
    """Every pixel's brightest colour."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


class Gate:
    """Remembers the frame before, the table as it last lay still, and as it is known since.

    What is known since bears on `Motion.different` alone: whether the table is still, and whether a
    hand is over it, is told without it.
    """

    def __init__(self) -> None:
        self._before: Small | None = None
        self._table: Small | None = None  # as it last lay still
        self._known: Small | None = None  # the same, and what was looked at beside hands since
        self._moved_at = np.zeros((0, 0))  # when each small pixel moved last, seconds
        self._quiet_since = 0.0

    def look(self, frame: Frame) -> Motion:
        """Judge the next frame; frames come in the order of their time."""
        small = shrink(frame.image)
        now = frame.monotonic
        if self._before is None or self._before.shape != small.shape:
            self._before, self._quiet_since = small, now
            self._table = self._known = None
            self._moved_at = np.full(small.shape[:2], now)
            everywhere, nowhere = (np.full(small.shape[:2], each, np.uint8) for each in (1, 0))
            return Motion(
                still=False,
                hands=False,
                changed=True,
                moving=0.0,
                moved=nowhere,
                restless=everywhere,
                hand=nowhere,
                different=everywhere,
            )
        differing = differs(small, self._before)
        moved = float(differing.mean())
        self._before = small
        clearly = without_specks(differing)
        self._moved_at[clearly > 0] = now
        if moved > MOVING_PARTS:
            self._quiet_since = now
        quiet = now - self._quiet_since
        still = quiet >= SETTLE_S
        different, hand = np.ones_like(differing), np.zeros_like(differing)
        if self._table is not None:
            different = differs(small, self._table)
            if float(different.mean()) > MOVING_PARTS and quiet < ABSORB_S:
                hand = _hands_over(self._table, small, different)
        changed = self._table is None or float(different.mean()) > MOVING_PARTS
        hands = bool(hand.any())
        unlike = different
        if self._known is not None and self._known is not self._table:
            unlike = differs(small, self._known)
        if still and not hands:
            self._table = self._known = small
        return Motion(
            still=still,
            hands=hands,
            changed=changed,
            moving=moved,
            moved=clearly,
            restless=(self._moved_at > now - RESTS_S).astype(np.uint8),
            hand=hand,
            different=without_specks(unlike),
        )

    def know(self, seen: Small) -> None:
        """The table was looked at where this mask is 1: it is known as the newest frame has it."""
        if self._known is not None and self._before is not None:
            self._known = np.where(seen[:, :, None] > 0, self._before, self._known)
