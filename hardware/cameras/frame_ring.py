"""The last minute of frames, small and compressed, in a bounded piece of memory."""

from collections import deque
from dataclasses import dataclass
from time import localtime, strftime
from typing import Final

import cv2
import numpy as np

from hardware.frame import Frame, Image

WIDTH: Final = 800
"""Pixels; enough to see which die lies where, and what a hand did."""

QUALITY: Final = 70


@dataclass(frozen=True, slots=True)
class KeptFrame:
    """One frame in the ring."""

    monotonic: float
    picture: bytes  # JPEG
    size: tuple[int, int]  # width, height


class FrameRing:
    """Keeps some of the frames it is shown, and forgets the oldest."""

    def __init__(
        self, *, seconds: float = 60.0, per_second: float = 3.0, most_bytes: int = 12_000_000
    ) -> None:
        self.seconds = seconds
        self.per_second = per_second
        self.most_bytes = most_bytes
        self._kept: deque[KeptFrame] = deque()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def bytes(self) -> int:
        """What the ring holds now."""
        return self._bytes

    def keep(self, frame: Frame) -> None:
        """Take in a frame, with its time and number written on it."""
        done, packed = cv2.imencode(".jpg", stamped(frame), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        assert done
        width, height = _size(frame.image)
        kept = KeptFrame(frame.monotonic, packed.tobytes(), (width, height))
        if self._kept and self._kept[-1].size != kept.size:
            self._kept.clear()  # another camera: a film has one size
            self._bytes = 0
        self._kept.append(kept)
        self._bytes += len(kept.picture)
        oldest = frame.monotonic - self.seconds
        while self._bytes > self.most_bytes or self._kept[0].monotonic < oldest:
            self._bytes -= len(self._kept.popleft().picture)

    def kept(self) -> tuple[KeptFrame, ...]:
        """Everything in the ring, oldest first."""
        return tuple(self._kept)


def even_pace(kept: tuple[KeptFrame, ...], per_second: float) -> tuple[bytes, ...]:
    """The pictures at an even pace: where the camera was away, the last one stays."""
    if not kept:
        return ()
    film: list[bytes] = []
    at = 0
    count = round((kept[-1].monotonic - kept[0].monotonic) * per_second) + 1
    for tick in range(count):
        now = kept[0].monotonic + tick / per_second
        while at + 1 < len(kept) and kept[at + 1].monotonic <= now + 0.5 / per_second:
            at += 1
        film.append(kept[at].picture)
    return tuple(film)


def stamped(frame: Frame) -> Image:
    """The frame in small, with the time of day and its number in a corner."""
    size = _size(frame.image)
    small: Image = np.ascontiguousarray(
        cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8
    )
    words = f"{strftime('%H:%M:%S', localtime(frame.wall))}  frame {frame.sequence}"
    cv2.rectangle(small, (0, size[1] - 18), (9 * len(words), size[1]), (0, 0, 0), cv2.FILLED)
    where, font = (6, size[1] - 5), cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(small, words, where, font, 0.45, (255, 255, 255), 1, cv2.LINE_AA)
    return small


def _size(image: Image) -> tuple[int, int]:
    height, width = image.shape[:2]
    share = min(1.0, WIDTH / width)
    return round(width * share), round(height * share)
