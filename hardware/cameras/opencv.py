"""Cameras, clips and network streams that OpenCV can open."""

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final, Self

import cv2
import numpy as np

from calibration.masking import without_passwords
from hardware.frame import CameraError, Frame, Image
from hardware.pictures import MOST_PIXELS, picture_size
from words import joined, tr

_OPEN_MS: Final = 5000
_READ_MS: Final = 1500
_LARGEST_PICTURE: Final = 200_000_000  # bytes
_PICTURES: Final = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp"})


class LiveCapture:
    """A source that never ends; a picture that does not come is a fault."""

    def __init__(
        self,
        source: str,
        open_capture: Callable[[], cv2.VideoCapture],
        why_closed: Callable[[], str],
    ) -> None:
        self._source = source
        self._open_capture = open_capture
        self._why_closed = why_closed
        self._capture: cv2.VideoCapture | None = None
        self._sequence = 0

    def __enter__(self) -> Self:
        self._capture = _opened(self._open_capture, self._why_closed)
        return self

    def __exit__(self, *exc: object) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def read(self) -> Frame:
        """The next frame. Raises `CameraError` when the source has gone."""
        image = _grab(self._capture, self._source)
        if image is None:
            raise CameraError(tr("The {source} stopped sending pictures.", source=self._source))
        self._sequence += 1
        return Frame(image, time.monotonic(), time.time(), self._sequence, self._source)

    def still(self) -> Frame:
        """These sources have one resolution only: the next frame."""
        return self.read()


def stream(address: str) -> LiveCapture:
    """A network camera: MJPEG over http(s), or rtsp."""
    told = without_passwords(address)
    return LiveCapture(
        tr("stream {told}", told=told), partial(_open_stream, address), partial(_no_stream, told)
    )


STOOD_S = 5.0
"""Seconds by which a film is late when nobody asked for it so long: it goes on at its own speed."""


class ClipCamera:
    """A recorded file (every frame in its turn) or a single picture (one frame).

    Frames bear the clip's own times. `paced` waits until each is due.
    """

    def __init__(self, path: Path, *, paced: bool = True) -> None:
        self._path = path
        self._paced = paced
        self._capture: cv2.VideoCapture | None = None
        self._start = 0.0
        self._delayed = 0.0  # seconds for which nobody asked for a frame
        self._last: Frame | None = None

    def __enter__(self) -> Self:
        backend = cv2.CAP_ANY
        if self._path.suffix.lower() in _PICTURES:
            self._check_size()
            backend = cv2.CAP_IMAGES
        self._capture = _opened(
            partial(cv2.VideoCapture, str(self._path), backend), self._unreadable
        )
        return self

    def __exit__(self, *exc: object) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def read(self) -> Frame | None:
        """The next frame, None at the end."""
        image = _grab(self._capture, tr("clip '{path}'", path=self._path))
        if image is None:
            if self._last is None:
                raise CameraError(self._unreadable())
            return None
        assert self._capture is not None
        place = max(0.0, self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0)
        if self._last is None:
            self._start = time.monotonic() - place
        due = self._start + place
        ahead = self._delayed + due - time.monotonic()
        if ahead < -STOOD_S:
            self._delayed -= ahead
        elif self._paced and ahead > 0:
            Event().wait(ahead)
        sequence = self._last.sequence + 1 if self._last else 1
        self._last = Frame(image, due, time.time(), sequence, str(self._path))
        return self._last

    def still(self) -> Frame:
        """The frame read last: a clip has no other pictures."""
        frame = self._last or self.read()
        if frame is None:
            raise CameraError(self._unreadable())
        return frame

    def _check_size(self) -> None:
        """A few bytes can promise more pixels than any memory holds."""
        try:
            with self._path.open("rb") as file:
                size = picture_size(file.read(_LARGEST_PICTURE))
        except OSError:
            size = None
        if size is None:
            raise CameraError(self._unreadable())
        if size[0] * size[1] > MOST_PIXELS:
            raise CameraError(
                tr("The picture '{path}' has more pixels than can be read.", path=self._path)
            )

    def _unreadable(self) -> str:
        return tr(
            "The clip '{path}' cannot be read: give a video that plays elsewhere (mp4, "
            "mkv, avi) or a picture.",
            path=self._path,
        )


def _opened(
    open_capture: Callable[[], cv2.VideoCapture], why_closed: Callable[[], str]
) -> cv2.VideoCapture:
    _hush()
    capture = open_capture()
    if not capture.isOpened():
        capture.release()
        raise CameraError(why_closed())
    width, height = (
        capture.get(size) for size in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
    )
    if width * height > MOST_PIXELS:
        capture.release()
        raise CameraError(
            tr(
                "Pictures of {width:.0f} x {height:.0f} are more than can be read: make them "
                "smaller.",
                width=width,
                height=height,
            )
        )
    return capture


def _hush() -> None:
    """Keep OpenCV and FFmpeg from writing onto the terminal that the dashboard is drawn on.

    What goes wrong is told by `CameraError`; a user who wants FFmpeg's own words sets
    OPENCV_FFMPEG_LOGLEVEL.
    """
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


def _grab(capture: cv2.VideoCapture | None, source: str) -> Image | None:
    if capture is None:
        raise CameraError(tr("The {source} is not open: use it inside 'with'.", source=source))
    good, image = capture.read()
    return np.asarray(image, np.uint8) if good and image is not None else None


def open_webcam(number: int, size: tuple[int, int] = (2304, 1296)) -> cv2.VideoCapture:
    """A camera of this machine; asks for the picture size nearest to `size`."""
    capture = cv2.VideoCapture(number)
    # Compressed pictures first: USB carries large raw ones at a few frames per second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def why_no_webcam(number: int) -> str:
    """What to tell a user whose camera does not open."""
    device = Path(f"/dev/video{number}")
    if os.name == "posix" and device.parent.is_dir() and not device.exists():
        others = sorted(path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
        known = (
            tr("numbers found: {names}", names=joined(", ", others))
            if others
            else tr("none was found")
        )
        return tr(
            "There is no camera {number} ({known}): plug one in or name another.",
            number=number,
            known=known,
        )
    if device.exists() and not os.access(device, os.R_OK | os.W_OK):
        return tr(
            "Camera {number} may not be used by you: run 'sudo usermod -aG video $USER' "
            "and log in again.",
            number=number,
        )
    return tr(
        "Camera {number} does not open: close any other program that uses it, or "
        "name another camera.",
        number=number,
    )


def _open_stream(address: str) -> cv2.VideoCapture:
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_MS]
    return cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)


def _no_stream(address: str) -> str:
    return tr(
        "The stream {address} does not answer: check that the phone or camera is "
        "sending, is on this network, and that the address is complete.",
        address=address,
    )
