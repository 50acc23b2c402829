"""A Raspberry Pi camera through picamera2.

Two streams of one exposure: the main one at half the sensor's resolution for reading, and a
small one whose brightness plane the gate looks at. Both come as YUV420 or RGB888 (which
picamera2 lays out as OpenCV's BGR), the pair that the Pi 4 (VC4) and the Pi 5 (PiSP) both
offer: a Pi 4 refuses a small stream in RGB. Stills at full resolution switch the sensor's
mode, which takes about a second.
"""

import time
from contextlib import ExitStack
from types import ModuleType
from typing import Any, Final, Self

import numpy as np

from calibration.lock import CameraLock, differences
from hardware.frame import CameraError, Frame, Image

SMALL: Final = (640, 360)
_FRAME_S: Final = 3.0
"""Longer than any exposure; a camera that takes longer hangs."""

_STILL_S: Final = 6.0
_SETTLING: Final = 45
"""Frames exposure and white balance may take to settle: 1.5 s at 30 fps."""


class PiCamera:
    """A live source for `steady`; exposure, colour and focus can be locked and are verified."""

    def __init__(self, lock: CameraLock | None = None, number: int = 0) -> None:
        self._wanted = lock
        self._number = number
        self._camera: Any = None
        self._library: Any = None
        self._sequence = 0

    def __enter__(self) -> Self:
        self._library = _picamera2()
        self._camera = _open(self._library, self._number)
        try:
            self._camera.configure(self._reading())
            self._camera.start()
            if self._wanted is not None:
                self.lock(self._wanted)
        except RuntimeError as error:
            self._camera.close()
            if isinstance(error, CameraError):
                raise
            raise CameraError(
                f"The Pi camera does not start ({error}): check its cable and restart the Pi."
            ) from error
        return self

    def __exit__(self, *exc: object) -> None:
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    @property
    def name(self) -> str:
        """The sensor's model: "imx708" is a Camera Module 3."""
        return str(self._camera.camera_properties.get("Model", "picamera"))

    def read(self) -> Frame:
        """The newest frame with its small companion."""
        with ExitStack() as held:
            request = self._captured(held)
            image = self._copy(request, "main")
            width, height = self._camera.stream_configuration("lores")["size"]
            small = self._copy(request, "lores", (height, width))
            taken = _monotonic(request.get_metadata())
        self._sequence += 1
        return Frame(image, taken, time.time(), self._sequence, "picamera", small)

    def still(self) -> Frame:
        """One frame at the full resolution of the sensor."""
        camera = self._camera
        full = camera.create_still_configuration(
            main={"size": camera.sensor_resolution, "format": "RGB888"},
            buffer_count=1,
            controls=_controls(self._wanted) if self._wanted else {},
        )
        try:
            request = camera.switch_mode_and_capture_request(full, wait=_STILL_S)
        except TimeoutError as error:
            camera.cancel_all_and_flush()
            raise CameraError("The Pi camera gave no still: check its cable.") from error
        try:
            image = request.make_array("main")
            taken = _monotonic(request.get_metadata())
        finally:
            request.release()
        self._sequence += 1
        return Frame(image, taken, time.time(), self._sequence, "picamera")

    def measure(self) -> CameraLock:
        """Let the automatics settle (focus too where there is a motor) and read what they chose."""
        camera = self._camera
        automatic: dict[str, object] = {"AeEnable": True, "AwbEnable": True}
        camera.set_controls(automatic)
        if "LensPosition" in camera.camera_controls:
            camera.autofocus_cycle(wait=_STILL_S)
        metadata: dict[str, Any] = {}
        for _ in range(_SETTLING):
            metadata = camera.capture_metadata(wait=_FRAME_S)
        return _held(metadata)

    def lock(self, wanted: CameraLock) -> CameraLock:
        """Hold these values and prove from the frames' metadata that the camera does."""
        self._camera.set_controls(_controls(wanted))
        wrong: tuple[str, ...] = ()
        for _ in range(_SETTLING):
            held = _held(self._camera.capture_metadata(wait=_FRAME_S))
            wrong = differences(wanted, held)
            if not wrong:
                self._wanted = wanted
                return held
        raise CameraError(
            f"The Pi camera does not hold what was calibrated ({'; '.join(wrong)}): "
            "run 'diceref calibrate' again."
        )

    def _reading(self) -> dict[str, Any]:
        """The configuration for play: half the sensor's resolution, and the small stream."""
        width, height = (side // 2 // 2 * 2 for side in self._camera.sensor_resolution)
        configuration: dict[str, Any] = self._camera.create_video_configuration(
            main={"size": (width, height), "format": "RGB888"},
            lores={"size": _small(width, height), "format": "YUV420"},
            buffer_count=4,
            display=None,
            encode=None,
            controls=_controls(self._wanted) if self._wanted else {},
        )
        return configuration

    def _captured(self, held: ExitStack) -> Any:
        try:
            return held.enter_context(self._camera.captured_request(wait=_FRAME_S))
        except TimeoutError as error:
            self._camera.cancel_all_and_flush()
            raise CameraError(
                "The Pi camera sends nothing: press its cable in at both ends and restart the Pi."
            ) from error

    def _copy(self, request: Any, stream: str, part: tuple[int, int] | None = None) -> Image:
        """The one copy there is: out of the camera's own memory, only the part needed."""
        with self._library.MappedArray(request, stream, write=False) as mapped:
            view = mapped.array if part is None else mapped.array[: part[0], : part[1]]
            return np.array(view, dtype=np.uint8)


def _picamera2() -> ModuleType:
    """Loaded late: only a Pi has it."""
    try:
        import picamera2  # noqa: PLC0415 - only a Pi has it
    except ImportError as error:
        raise CameraError(
            "The Pi camera needs picamera2, which this Python cannot load: on Raspberry Pi OS run "
            "'sudo apt install python3-picamera2' and set DiceRef up again."
        ) from error
    loaded: ModuleType = picamera2
    return loaded


def _open(library: Any, number: int) -> Any:
    if number >= len(library.Picamera2.global_camera_info()):
        raise CameraError(
            "No Pi camera is found: switch the Pi off, press the ribbon cable in at both ends, "
            "and see that 'rpicam-hello --list-cameras' lists it."
        )
    try:
        return library.Picamera2(number)
    except RuntimeError as error:
        raise CameraError(
            "The Pi camera is in use by another program: close it, then try again."
        ) from error


def _small(width: int, height: int) -> tuple[int, int]:
    """The small stream in the shape of the main one."""
    return SMALL[0], round(SMALL[0] * height / width / 2) * 2


def _controls(lock: CameraLock) -> dict[str, object]:
    """The lock in libcamera's words."""
    told: dict[str, object] = {}
    if lock.exposure_us is not None:
        told |= {"AeEnable": False, "ExposureTime": round(lock.exposure_us)}
    if lock.gain is not None:
        told["AnalogueGain"] = lock.gain
    if lock.colour_gains is not None:
        told |= {"AwbEnable": False, "ColourGains": lock.colour_gains}
    if lock.focus is not None:
        told |= {"AfMode": _MANUAL_FOCUS, "LensPosition": lock.focus}
    return told


_MANUAL_FOCUS: Final = 0
"""libcamera's AfModeEnum.Manual; the number is part of its stable interface."""


def _held(metadata: dict[str, Any]) -> CameraLock:
    """What a frame's metadata say about how it was taken."""
    gains = metadata.get("ColourGains")
    return CameraLock(
        exposure_us=metadata.get("ExposureTime"),
        gain=metadata.get("AnalogueGain"),
        colour_gains=(float(gains[0]), float(gains[1])) if gains is not None else None,
        focus=metadata.get("LensPosition"),
    )


def _monotonic(metadata: dict[str, Any]) -> float:
    """When the sensor took the frame, on the clock of `time.monotonic`.

    libcamera stamps frames on the clock since boot, which differs only after a suspend.
    """
    stamp = metadata.get("SensorTimestamp")
    if stamp is None:
        return time.monotonic()
    since_boot = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic() - max(0, since_boot - int(stamp)) / 1e9
