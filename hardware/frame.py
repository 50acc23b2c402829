"""A picture with its time, and the cameras it comes from."""

from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Height x width x 3, BGR."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture from a camera."""

    image: Image
    monotonic: float  # seconds; for intervals
    wall: float  # seconds since the epoch; for the record
    sequence: int
    source: str
    small: Image | None = None  # gray, the same moment, when the source gives it for nothing


class CameraError(RuntimeError):
    """The source cannot deliver; the message is one sentence that says what to do."""


class Camera(Protocol):
    """A source of frames. Opening and closing is by `with`."""

    def __enter__(self) -> Self:
        """Open the source. Raises `CameraError`."""

    def __exit__(self, *exc: object) -> None:
        """Close it."""

    def read(self) -> Frame | None:
        """The newest frame, or None when a recorded source has ended. Raises `CameraError`."""

    def still(self) -> Frame:
        """One frame at the full resolution of the sensor."""
