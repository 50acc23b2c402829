"""A Raspberry Pi camera through picamera2.

Two streams of one exposure, main and lores. Main is RGB888, which picamera2 lays out as OpenCV's
BGR; lores is YUV420, the only kind that a Pi 4 offers.

On a Pi 5 (PiSP) main is the whole sensor and lores half of it: a frame is made from lores, its
brightness plane shrunk is what the gate looks at, and a still is already there. On a Pi 4 (VC4)
the whole sensor at video rate is too much: main is half of it, lores is the gate's small
picture, and a still switches the sensor's mode, which takes about a second.
"""

import os
import time
from contextlib import ExitStack
from types import ModuleType
from typing import Any, Final, Self

import cv2
import numpy as np

from calibration.camera_lock import CameraLock, differences
from hardware.frame import CameraError, Frame, Image
from words import joined, tr

SMALL_WIDTH: Final = 640
_FRAME_LIMITS_US: Final = (33_333, 120_000)
"""30 frames a second where the sensor can; a whole Camera Module 3 gives 14, an HQ camera 10."""

_FRAME_S: Final = 3.0
"""Longer than any exposure; a camera that takes longer hangs."""

_SILENT: Final = tr(
    "The Pi camera sends nothing: press its cable in at both ends and restart the Pi."
)
STILL_S: Final = 6.0
"""Seconds that a still at full resolution may take, and a search for the focus."""

_SETTLING: Final = 45
"""Frames exposure and white balance may take to settle: 1.5 s at 30 fps."""


class PiCamera:
    """A live source; exposure, colour and focus can be locked and are verified."""

    def __init__(self, lock: CameraLock | None = None, number: int = 0) -> None:
        self._wanted = lock
        self._number = number
        self._camera: Any = None
        self._library: Any = None
        self._whole = False  # main is the whole sensor, frames come from lores
        self._sequence = 0

    def __enter__(self) -> Self:
        self._library = _picamera2()
        self._camera = _open(self._library, self._number)
        self._whole = self._library.Picamera2.platform.name == "PISP"
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
                tr(
                    "The Pi camera does not start ({error}): check its cable and restart the Pi.",
                    error=error,
                )
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
            size = self._camera.stream_configuration("lores")["size"]
            with self._library.MappedArray(request, "lores", write=False) as planes:
                brightness = planes.array[: size[1], : size[0]]
                if self._whole:
                    image = _bgr(planes.array, size)
                    small = _shrunk(brightness)
                else:
                    small = np.array(brightness, dtype=np.uint8)
            if not self._whole:
                image = request.make_array("main")
            taken = _monotonic(request.get_metadata())
        return self._frame(image, taken, small)

    def still(self) -> Frame:
        """One frame at the full resolution of the sensor."""
        if self._whole:
            with ExitStack() as held:
                request = self._captured(held)
                image = request.make_array("main")
                taken = _monotonic(request.get_metadata())
        else:
            image, taken = self._switched_still()
        return self._frame(image, taken)

    def _switched_still(self) -> tuple[Image, float]:
        camera = self._camera
        full = camera.create_still_configuration(
            main={"size": camera.sensor_resolution, "format": "RGB888"},
            raw=None,
            buffer_count=1,
            controls=_controls(self._wanted) if self._wanted else {},
        )
        try:
            request = camera.switch_mode_and_capture_request(full, wait=STILL_S)
        except TimeoutError as error:
            camera.cancel_all_and_flush()
            raise CameraError(tr("The Pi camera gave no still: check its cable.")) from error
        try:
            return request.make_array("main"), _monotonic(request.get_metadata())
        finally:
            request.release()

    def _frame(self, image: Image, taken: float, small: Image | None = None) -> Frame:
        self._sequence += 1
        return Frame(image, taken, time.time(), self._sequence, "picamera", small)

    def measure(self) -> CameraLock:
        """Let the automatics settle (focus too where there is a motor) and read what they chose."""
        camera = self._camera
        # A fixed exposure or gain of 0 is how picamera2 gives them back to the automatics.
        camera.set_controls(
            {"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0}
        )
        if "LensPosition" in camera.camera_controls:
            self._focus()
        settled = CameraLock()
        for _ in range(_SETTLING):
            settled = self._now_held()
        return settled

    def lock(self, wanted: CameraLock) -> CameraLock:
        """Hold these values and prove from the frames' metadata that the camera does."""
        self._camera.set_controls(_controls(wanted))
        wrong: tuple[str, ...] = ()
        for _ in range(_SETTLING):
            held = self._now_held()
            wrong = differences(wanted, held)
            if not wrong:
                self._wanted = wanted
                return held
        raise CameraError(
            tr(
                "The Pi camera does not hold what was calibrated ({names}): run 'diceref "
                "calibrate' again.",
                names=joined("; ", wrong),
            )
        )

    def _focus(self) -> None:
        try:
            focused = self._camera.autofocus_cycle(wait=STILL_S)
        except TimeoutError:
            self._camera.cancel_all_and_flush()  # else the next request waits behind this one
            focused = False
        if not focused:
            raise CameraError(
                tr(
                    "The Pi camera cannot focus: take the cap off, light the mat, and leave at "
                    "least 10 cm between the lens and anything below it."
                )
            )

    def _now_held(self) -> CameraLock:
        """What the newest frame says about how it was taken."""
        try:
            return _held(self._camera.capture_metadata(wait=_FRAME_S))
        except TimeoutError as error:
            self._camera.cancel_all_and_flush()
            raise CameraError(_SILENT) from error

    def _reading(self) -> dict[str, Any]:
        """The configuration for play."""
        camera = self._camera
        whole = camera.sensor_resolution
        half = _even(whole[0] / 2), _even(whole[1] / 2)
        small = SMALL_WIDTH, _even(SMALL_WIDTH * whole[1] / whole[0])
        configuration: dict[str, Any] = camera.create_video_configuration(
            main={"size": whole if self._whole else half, "format": "RGB888"},
            lores={"size": half if self._whole else small, "format": "YUV420"},
            raw=None,
            colour_space=_colour_space(),
            buffer_count=3,
            display=None,
            encode=None,
            controls={"FrameDurationLimits": _FRAME_LIMITS_US}
            | (_controls(self._wanted) if self._wanted else {}),
        )
        return configuration

    def _captured(self, held: ExitStack) -> Any:
        try:
            return held.enter_context(self._camera.captured_request(wait=_FRAME_S))
        except TimeoutError as error:
            self._camera.cancel_all_and_flush()
            raise CameraError(_SILENT) from error


def _picamera2() -> ModuleType:
    """Loaded late: only a Pi has it.

    libcamera chats on the terminal that the dashboard is drawn on unless told to report errors
    only; a user who set its levels is left alone.
    """
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    try:
        import picamera2  # noqa: PLC0415 - only a Pi has it
    except ModuleNotFoundError as error:
        raise CameraError(
            tr(
                "The Pi camera needs picamera2, which this Python cannot load: name another "
                "camera (--camera 0 for a webcam, or a film, or a stream's address), or on "
                "Raspberry Pi OS run 'sudo apt install python3-picamera2' and set DiceRef up "
                "again."
            )
        ) from error
    except Exception as error:
        # What it imports was built for other versions: numpy says so by a ValueError.
        raise CameraError(
            tr(
                "picamera2 is there and does not load ({names}): delete the folder .venv and "
                "run 'make demo' again, or 'pip install --upgrade simplejpeg' where DiceRef "
                "is installed; name another camera meanwhile (--camera 0 for a webcam).",
                names=joined(" ", str(error).split()),
            )
        ) from error
    loaded: ModuleType = picamera2
    return loaded


def why_not_loaded() -> str:
    """Why the Pi camera's library does not load, and what to do; "" when it does."""
    try:
        _picamera2()
    except CameraError as error:
        return str(error)
    return ""


def _open(library: Any, number: int) -> Any:
    # libcamera lists webcams last; those have numbers of their own (`--camera 0`).
    own = sum("/usb" not in told["Id"] for told in library.Picamera2.global_camera_info())
    if own == 0:
        raise CameraError(
            tr(
                "No Pi camera is found: switch the Pi off, press the ribbon cable in at both "
                "ends, and see that 'rpicam-hello --list-cameras' lists it."
            )
        )
    if number >= own:
        raise CameraError(
            tr(
                "There is no Pi camera {number}; so many are found: {count}. The first is "
                "--camera picamera, the second picamera1.",
                number=number,
                count=own,
            )
        )
    try:
        return library.Picamera2(number)
    except RuntimeError as error:
        raise CameraError(
            tr("The Pi camera is in use by another program: close it, then try again.")
        ) from error


def _colour_space() -> Any:
    """The one in which OpenCV reads YUV420."""
    import libcamera  # noqa: PLC0415 - only a Pi has it

    return libcamera.ColorSpace.Smpte170m()


def _bgr(planes: Image, size: tuple[int, int]) -> Image:
    """The picture in YUV420 planes; their rows may be padded, which is cut off afterwards."""
    image = cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)
    return np.asarray(image[: size[1], : size[0]], np.uint8)


def _shrunk(brightness: Image) -> Image:
    height = _even(SMALL_WIDTH * brightness.shape[0] / brightness.shape[1])
    small = cv2.resize(brightness, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _even(length: float) -> int:
    """YUV420 halves every side."""
    return round(length / 2) * 2


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
