"""A camera of this machine, with its exposure, colour and focus held where the driver allows.

On Linux (V4L2) the properties are the driver's own: exposure in steps of 100 microseconds,
white balance in kelvin, focus in steps of the motor. Other systems number them differently from
driver to driver, so there nothing is held.
"""

from collections.abc import Callable
from typing import Final, Protocol, Self

import cv2

from calibration.camera_lock import CameraLock, differences
from hardware.cameras.opencv import LiveCapture, open_webcam, why_no_webcam
from hardware.frame import CameraError, Frame
from words import joined, tr

_MANUAL, _AUTOMATIC = 1.0, 3.0  # V4L2's exposure modes: manual, aperture priority
_EXPOSURE_STEP_US: Final = 100.0
_SETTLING: Final = 45
"""Frames the automatics may take to settle."""


class DriverProperties(Protocol):
    """The part of `cv2.VideoCapture` that holds a camera's settings."""

    def get(self, property_id: int, /) -> float:
        """The value now; 0 or less where the driver has none."""

    def set(self, property_id: int, value: float, /) -> bool:
        """Whether the driver took it."""


class Webcam:
    """A live source whose automatics can be switched off."""

    def __init__(self, number: int, lock: CameraLock | None = None) -> None:
        self._number = number
        self._wanted = lock
        self._capture: cv2.VideoCapture | None = None
        self._live = LiveCapture(
            tr("camera {number}", number=number), self._open, lambda: why_no_webcam(number)
        )

    def __enter__(self) -> Self:
        self._live.__enter__()
        if self._wanted is not None:
            self.lock(self._wanted)
        return self

    def __exit__(self, *exc: object) -> None:
        self._live.__exit__(*exc)

    def read(self) -> Frame:
        """The next frame."""
        return self._live.read()

    def still(self) -> Frame:
        """A webcam has one resolution only: the next frame."""
        return self._live.still()

    def measure(self) -> CameraLock:
        """Let the automatics settle and say what they chose."""
        if not self._v4l2():
            return CameraLock()
        assert self._capture is not None
        release_controls(self._capture)
        for _ in range(_SETTLING):
            self.read()
        return held_controls(self._capture)

    def lock(self, wanted: CameraLock) -> CameraLock:
        """Hold these values. Raises `CameraError` when the driver does something else."""
        if not self._v4l2():
            return CameraLock()
        assert self._capture is not None
        hold_controls(self._capture, wanted)
        found = held_controls(self._capture)
        wrong = differences(wanted, found)
        if wrong:
            raise CameraError(
                tr(
                    "Camera {number} does not hold what was calibrated ({names}): close programs "
                    "that change its settings and run 'diceref calibrate' again.",
                    number=self._number,
                    names=joined("; ", wrong),
                )
            )
        self._wanted = wanted
        return found

    def _open(self) -> cv2.VideoCapture:
        self._capture = open_webcam(self._number)
        return self._capture

    def _v4l2(self) -> bool:
        return self._capture is not None and self._capture.getBackendName() == "V4L2"


def release_controls(camera: DriverProperties) -> None:
    """Give everything back to the automatics."""
    camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC)
    camera.set(cv2.CAP_PROP_AUTO_WB, 1.0)
    camera.set(cv2.CAP_PROP_AUTOFOCUS, 1.0)


def hold_controls(camera: DriverProperties, lock: CameraLock) -> None:
    """Switch each automatic off before its value is set: drivers ignore it otherwise."""
    if lock.exposure_us is not None:
        camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL)
        camera.set(cv2.CAP_PROP_EXPOSURE, round(lock.exposure_us / _EXPOSURE_STEP_US))
    if lock.gain is not None:
        camera.set(cv2.CAP_PROP_GAIN, lock.gain)
    if lock.white_balance_k is not None:
        camera.set(cv2.CAP_PROP_AUTO_WB, 0.0)
        camera.set(cv2.CAP_PROP_WB_TEMPERATURE, lock.white_balance_k)
    if lock.focus is not None:
        camera.set(cv2.CAP_PROP_AUTOFOCUS, 0.0)
        camera.set(cv2.CAP_PROP_FOCUS, lock.focus)


def held_controls(camera: DriverProperties) -> CameraLock:
    """What the driver reports; None for what it does not have."""
    return CameraLock(
        exposure_us=_known(camera.get, cv2.CAP_PROP_EXPOSURE, _EXPOSURE_STEP_US),
        gain=_known(camera.get, cv2.CAP_PROP_GAIN),
        white_balance_k=_known(camera.get, cv2.CAP_PROP_WB_TEMPERATURE),
        focus=_known(camera.get, cv2.CAP_PROP_FOCUS),
    )


def _known(get: Callable[[int], float], name: int, step: float = 1.0) -> float | None:
    value = get(name)
    return value * step if value > 0 else None
