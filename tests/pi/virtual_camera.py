"""A camera of libcamera's whose pictures, and whose faults, a test writes while it runs.

`libcamera/steered-camera.patch` is the other side: it reads the file that is written here.
"""

import mmap
import struct
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from time import CLOCK_MONOTONIC, clock_gettime
from typing import Final, Self

import cv2
import numpy as np

from hardware.frame import Frame, Image

SENSOR: Final = (2304, 1296)
"""Pixels: half of a Camera Module 3, a mode that it has."""

_PAGE: Final = 4096
_CONFIGURATION: Final = """\
"{model}":
  supported_formats:
  - {{width: {half[0]}, height: {half[1]}, frame_rates: [10, 60]}}
  - {{width: {size[0]}, height: {size[1]}, frame_rates: [10, 30]}}
  frames: {{shared: "{file}"}}
  location: "CameraLocationExternal"
  model: "{model}"
"""


class SensorState(IntEnum):
    """What becomes of the camera."""

    WORKS = 0
    SILENT = 1  # no frame comes any more, as with a ribbon cable that slipped
    UNPLUGGED = 2  # libcamera says that it is gone


@dataclass
class VirtualCamera:
    """One camera: what it shows and how it behaves."""

    file: Path
    model: str = "imx708"
    size: tuple[int, int] = SENSOR

    def __post_init__(self) -> None:
        self._picture = self.size[0] * self.size[1] * 3 // 2
        with self.file.open("wb") as made:
            made.truncate(_PAGE + 2 * self._picture)
        with self.file.open("r+b") as opened:
            self._memory = mmap.mmap(opened.fileno(), 0)
        self._shown = 0
        self.behave()

    def behave(
        self,
        state: SensorState = SensorState.WORKS,
        *,
        interval_s: float = 1 / 30,
        focus_frames: int = 6,
        obeys: bool = True,
    ) -> Self:
        """From now on; a search for the focus of 0 frames fails, one below 0 never ends."""
        numbers = (round(interval_s * 1e6), int(state), focus_frames, int(obeys))
        self._memory[4:20] = struct.pack("=4i", *numbers)
        return self

    def show(self, image: Image) -> float:
        """Show a picture; when on the clock of the frames. A small one is enlarged."""
        whole = cv2.resize(image, self.size, interpolation=cv2.INTER_LINEAR)
        planes = cv2.cvtColor(whole, cv2.COLOR_BGR2YUV_I420)
        self._shown = 1 - self._shown
        start = _PAGE + self._shown * self._picture
        self._memory[start : start + self._picture] = np.ascontiguousarray(planes).tobytes()
        self._memory[0:4] = struct.pack("=i", self._shown)
        return clock_gettime(CLOCK_MONOTONIC)

    @property
    def configuration(self) -> str:
        """Its lines in the configuration of libcamera's pipeline."""
        half = self.size[0] // 2, self.size[1] // 2
        return _CONFIGURATION.format(model=self.model, half=half, size=self.size, file=self.file)


def configure(*cameras: VirtualCamera) -> None:
    """Let libcamera find these; before it is loaded."""
    folder = Path("/opt/libcamera/share/libcamera/pipeline/virtual")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "virtual.yaml").write_text("".join(camera.configuration for camera in cameras))


def as_seen(image: Image, frame: Frame) -> float:
    """Mean difference, grey levels, between what was shown and what a frame holds."""
    height, width = frame.image.shape[:2]
    shown = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return float(np.abs(shown.astype(int) - frame.image).mean())
