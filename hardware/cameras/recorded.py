"""Sessions kept on disk and played again: the same pictures, bit for bit, with their own timing.

While a session is recorded the program is given each picture as it was written, so what was
decided then can be decided again. A table at rest is written, and given, as the same picture again
and again, with a fresh one every two seconds: an evening fits on a card, and no frame is missing.

A recording is one file: a short head, then one record per frame (length, checksum, facts,
picture). A file that was cut off plays up to the cut.

    with Recording(camera, Path("evening.dicerec")) as camera:  # opens and closes the camera too
        frame = camera.read()
    with Recorded(Path("evening.dicerec")) as camera:  # or open_camera("evening.dicerec")
        frame = camera.read()
"""

import struct
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, BinaryIO, Final, Self
from zlib import crc32

import cv2
import msgspec
import numpy as np

from hardware.frame import Camera, CameraError, Frame, Image
from hardware.pictures import decoded
from words import tr

SUFFIX: Final = ".dicerec"

_HEAD: Final = b"DICEREC1"
_RECORD: Final = struct.Struct("<III")  # bytes of facts, bytes of picture, checksum of both


_MOST_FACTS: Final = 10_000
_MOST_PICTURE: Final = 300_000_000
"""Bytes: the largest sensor's picture without loss."""

_LONGEST_WAIT_S: Final = 60.0
"""A longer time between two frames is passed over."""

STOOD_S: Final = 5.0
"""Seconds by which a film is late when nobody asked for it so long: it goes on at its own speed."""

_REST_FRAMES: Final = 8
"""So many frames without a change are all kept, for whoever wants several looks."""

_FRESH_S: Final = 2.0
"""After this time a table at rest is shown afresh."""

_CHANGE: Final = 6.0
"""Grey levels by which an eighth-size picture differs when something moved; noise is below 2."""


class _Facts(msgspec.Struct, frozen=True):
    """All of a frame but its picture."""

    monotonic: Annotated[float, msgspec.Meta(ge=-1e12, le=1e12)]
    wall: Annotated[float, msgspec.Meta(ge=0, le=250_000_000_000)]  # a date of a calendar
    sequence: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    source: str
    still: bool = False
    again: bool = False  # the picture is that of the frame before; none is written


@dataclass(frozen=True, slots=True)
class _Record:
    facts: _Facts
    picture: bytes

    def frame(self, before: Frame | None) -> Frame:
        """The frame as it was recorded, after the frame `before`. Raises `CameraError`."""
        facts = self.facts
        image = before.image if facts.again and before else decoded(self.picture)
        if image is None:
            raise CameraError(
                tr("The recording holds no picture at frame {sequence}.", sequence=facts.sequence)
            )
        return Frame(image, facts.monotonic, facts.wall, facts.sequence, facts.source)


@dataclass(frozen=True, slots=True, eq=False)
class _Fresh:
    """The picture given last that was really new, and how long nothing has changed since."""

    frame: Frame
    small: Image
    rested: int = 0


class RecordingCamera:
    """A camera that writes down every frame it hands on.

    `quality` is that of the JPEG pictures; None keeps them as the camera gave them, in far
    larger files.
    """

    def __init__(self, camera: Camera, path: Path, *, quality: int | None = 90) -> None:
        self._camera = camera
        self._path = path
        self._quality = quality
        self._file: BinaryIO | None = None
        self._fresh: _Fresh | None = None

    def __enter__(self) -> Self:
        """Open the camera and a new file. Raises `CameraError` when the file exists."""
        if self._path.suffix != SUFFIX:
            raise CameraError(
                tr(
                    "{path} could not be played again: end the name in {SUFFIX}.",
                    path=self._path,
                    SUFFIX=SUFFIX,
                )
            )
        try:
            file = self._path.open("xb")
        except FileExistsError:
            raise CameraError(
                tr("{path} is there already: give the recording another name.", path=self._path)
            ) from None
        except OSError as error:
            raise CameraError(
                tr(
                    "{path} cannot be written ({strerror}): record to another folder.",
                    path=self._path,
                    strerror=error.strerror,
                )
            ) from None
        file.write(_HEAD)
        self._file = file
        try:
            self._camera.__enter__()
        except BaseException:
            self.close()
            self._path.unlink(missing_ok=True)
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        """Close both."""
        self.close()
        self._camera.__exit__(*exc)

    def close(self) -> None:
        """End the file; the camera stays open."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def read(self) -> Frame | None:
        """The camera's newest frame, as it was written."""
        frame = self._camera.read()
        if frame is None or self._file is None:
            return frame
        small = _small(frame.image)
        rested = self._rested(small)
        resting = self._fresh
        if resting is not None and rested > _REST_FRAMES:
            self._fresh = replace(resting, rested=rested)
            if frame.monotonic - resting.frame.monotonic < _FRESH_S:
                self._write(frame, b"", again=True)
                return replace(frame, image=resting.frame.image)
        kept = self._kept(frame, still=False)
        self._fresh = _Fresh(kept, small, rested)
        return kept

    def still(self) -> Frame:
        """The camera's still, as it was written."""
        frame = self._camera.still()
        return frame if self._file is None else self._kept(frame, still=True)

    def _rested(self, small: Image) -> int:
        """For how many frames nothing has changed."""
        if self._fresh is None or self._fresh.small.shape != small.shape:
            return 0
        change = cv2.absdiff(self._fresh.small, small).max()
        return self._fresh.rested + 1 if change < _CHANGE else 0

    def _kept(self, frame: Frame, *, still: bool) -> Frame:
        picture = _packed(frame.image, self._quality)
        self._write(frame, picture, still=still)
        return frame if self._quality is None else replace(frame, image=_unpacked(picture))

    def _write(
        self, frame: Frame, picture: bytes, *, still: bool = False, again: bool = False
    ) -> None:
        assert self._file is not None
        facts = msgspec.json.encode(
            _Facts(frame.monotonic, frame.wall, frame.sequence, frame.source, still, again)
        )
        check = crc32(picture, crc32(facts))
        try:
            self._file.write(_RECORD.pack(len(facts), len(picture), check) + facts + picture)
            self._file.flush()
        except OSError as error:
            self.close()
            raise CameraError(
                tr(
                    "The recording {path} ended ({strerror}): make room on the disk; the game "
                    "goes on without it.",
                    path=self._path,
                    strerror=error.strerror,
                )
            ) from None


class RecordedCamera:
    """A recorded session as a camera.

    Paced, a frame comes as long after the first one as it did then; every frame comes, however
    slow the reader is. A cut or damaged file plays what is whole, then says so once.
    """

    def __init__(self, path: Path, *, paced: bool = True) -> None:
        self._path = path
        self._paced = paced
        self._file: BinaryIO | None = None
        self._next: _Record | None = None
        self._tear: str = ""
        self._latest: Frame | None = None
        self._first: float | None = None
        self._begun = 0.0

    def __enter__(self) -> Self:
        """Open the file. Raises `CameraError` when it is no recording."""
        try:
            self._file = self._path.open("rb")
        except OSError as error:
            raise CameraError(
                tr(
                    "The recording {path} cannot be opened ({strerror}): check its name.",
                    path=self._path,
                    strerror=error.strerror,
                )
            ) from None
        if self._file.read(len(_HEAD)) != _HEAD:
            self.__exit__()
            raise CameraError(
                tr(
                    "{path} is no recorded session: give a {SUFFIX} file.",
                    path=self._path,
                    SUFFIX=SUFFIX,
                )
            )
        self._look_ahead()
        return self

    def __exit__(self, *exc: object) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None
        self._next = None

    def read(self) -> Frame | None:
        """The next frame, None at the end. Raises `CameraError` once where the file is torn."""
        while (record := self._take()) is not None:
            if not record.facts.still:
                self._wait_for(record.facts.monotonic)
                self._latest = record.frame(self._latest)
                return self._latest
        if self._tear:
            tear, self._tear = self._tear, ""
            raise CameraError(tear)
        return None

    def still(self) -> Frame:
        """The still that was taken at this point, or else the latest frame."""
        if self._next is not None and self._next.facts.still:
            frame = self._next.frame(None)
            self._take()
            return frame
        if self._latest is None:
            raise CameraError(
                tr("The recording {path} holds no picture at this point.", path=self._path)
            )
        return self._latest

    def _take(self) -> _Record | None:
        record = self._next
        if record is not None:
            self._look_ahead()
        return record

    def _look_ahead(self) -> None:
        """Read one record; a torn one is kept in mind until what came before it has played."""
        assert self._file is not None
        before, self._next = self._next, None
        head = self._file.read(_RECORD.size)
        if not head:
            return
        if len(head) == _RECORD.size:
            self._next = self._record(*_RECORD.unpack(head))
            if self._next is not None:
                return
        where = (
            tr("after frame {sequence}", sequence=before.facts.sequence)
            if before
            else tr("before its first frame")
        )
        self._tear = tr(
            "The recording {path} is torn {where}: what came before has been played, the "
            "rest is lost.",
            path=self._path,
            where=where,
        )

    def _record(self, facts_size: int, picture_size: int, check: int) -> _Record | None:
        """What stands next in the file; None when it is torn, or nothing a camera ever sent."""
        assert self._file is not None
        if facts_size > _MOST_FACTS or picture_size > _MOST_PICTURE:
            return None
        facts, picture = self._file.read(facts_size), self._file.read(picture_size)
        whole = len(facts) == facts_size and len(picture) == picture_size
        if not whole or crc32(picture, crc32(facts)) != check:
            return None
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return _Record(msgspec.json.decode(facts, type=_Facts), picture)
        return None

    def _wait_for(self, moment: float) -> None:
        if self._first is None:
            self._first = moment
            self._begun = time.monotonic()
        early = (moment - self._first) - (time.monotonic() - self._begun)
        if early < -STOOD_S:
            self._begun -= early  # nobody asked for frames: it goes on at its own speed
        elif self._paced and early > 0:
            time.sleep(min(early, _LONGEST_WAIT_S))


def _small(image: Image) -> Image:
    size = (max(1, image.shape[1] // 8), max(1, image.shape[0] // 8))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _packed(image: Image, quality: int | None) -> bytes:
    if quality is None:
        return bytes(cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1])
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def _unpacked(picture: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR), np.uint8)
