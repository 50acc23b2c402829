"""A phone as the camera: pictures that its browser sends, handed on by the process of its page.

The page has a process of its own (`ui.web.phone`), which reads how large a picture is before its
pixels and hands on nothing but pixels. This side asks it for one picture after the other, over a
socket that only this user can reach.

A request is a line of JSON; so is the answer, followed by the pixels where it is a picture.
"""

import getpass
import json
import os
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from tempfile import gettempdir
from threading import Event
from typing import Any, Final, Self

import numpy as np

from calibration.camera_lock import CameraLock
from hardware.frame import CameraError, Frame
from hardware.pictures import MOST_PIXELS
from words import tr, translated

FRAME_WIDTH: Final = 1280  # px
STILL_WIDTH: Final = 4096  # px, at most: what a phone films in is usually 3840 or 1920
PER_SECOND: Final = 15.0
"""Frames a second at most: the gate needs no more, and a phone stays cool."""

STILL_S: Final = 14.0
"""Seconds that a still may take, or the automatics to settle: longer than the page's process waits
for the phone (`ui.web.phone.site`), which can say why there is none."""

PATIENCE_S: Final = 6.0
"""The same for a frame."""

ANSWER_S: Final = 20.0
LARGEST_LINE: Final = 10_000  # bytes
NOBODY: Final = tr(
    "No phone's page is open here: start with --camera phone, and scan the code that it shows."
)


class PhoneCamera:
    """A live source: the phone that is connected now, whichever it is."""

    def __init__(self, lock: CameraLock | None = None, where: Path | None = None) -> None:
        """`where`: the socket of the page's process; by default that of this program's."""
        self._wanted = lock
        self._where = where
        self._line: socket.socket | None = None
        self._read: Any = None
        self._sequence = 0
        self._due = 0.0

    def __enter__(self) -> Self:
        try:
            line = socket.socket(socket.AF_UNIX)
            line.settimeout(ANSWER_S)
            line.connect(str(self._where or pictures_socket()))
        except (OSError, AttributeError):  # no page, or a system without such sockets
            raise CameraError(NOBODY) from None
        self._line, self._read = line, line.makefile("rb")
        if self._wanted is not None:
            self.lock(self._wanted)
        return self

    def __exit__(self, *exc: object) -> None:
        if self._line is not None:
            with suppress(OSError):
                self._read.close()
                self._line.close()
            self._line = None

    def read(self) -> Frame:
        """The phone's next picture, small. Raises `CameraError` with why there is none."""
        now = time.monotonic()
        if self._due > now:
            Event().wait(self._due - now)
        self._due = max(now, self._due) + 1.0 / PER_SECOND
        return self._picture("frame", FRAME_WIDTH)

    def still(self) -> Frame:
        """One picture as large as the phone films in."""
        return self._picture("still", STILL_WIDTH)

    def measure(self) -> CameraLock:
        """Let the automatics settle and say what they chose, as far as the browser tells."""
        return _lock_of(self._ask({"want": "settings"}))

    def lock(self, wanted: CameraLock) -> CameraLock:
        """Hold these values, now and whenever the phone comes back.

        Another phone, or another browser, holds what it can: that is no reason not to play.
        """
        self._wanted = wanted
        return _lock_of(self._ask({"want": "hold", "hold": asdict(wanted)}))

    def tell(self, words: str) -> None:
        """Show a sentence on the phone, until the next one."""
        self._ask({"want": "tell", "words": translated(words)})

    def _picture(self, want: str, width: int) -> Frame:
        said = self._ask({"want": want, "width": width})
        high, wide = said.get("picture", (0, 0))
        if not (isinstance(high, int) and isinstance(wide, int) and 0 < high * wide <= MOST_PIXELS):
            raise CameraError("The process of the phone's page says what nobody understands.")
        content = bytearray(high * wide * 3)
        try:
            if self._read.readinto(content) != len(content):
                raise CameraError(NOBODY)
        except OSError:
            raise CameraError(NOBODY) from None
        self._sequence += 1
        image = np.frombuffer(content, np.uint8).reshape(high, wide, 3)
        return Frame(image, time.monotonic(), time.time(), self._sequence, "phone")

    def _ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """One question and its answer. Raises `CameraError`."""
        if self._line is None:
            raise CameraError("The phone is not open: use it inside 'with'.")
        try:
            self._line.sendall(json.dumps(request).encode() + b"\n")
            said = json.loads(self._read.readline(LARGEST_LINE))
        except (OSError, ValueError):  # the process has gone
            raise CameraError(NOBODY) from None
        if "trouble" in said:
            raise CameraError(str(said["trouble"]))
        return dict(said)


def _lock_of(said: Mapping[str, Any]) -> CameraLock:
    """What the phone holds; what its browser does not tell of is None."""
    held = said.get("settings")
    held = held if isinstance(held, dict) else {}

    def number(name: str) -> float | None:
        value = held.get(name)
        if not isinstance(value, int | float) or not isfinite(value) or value <= 0:
            return None
        return float(value)

    return CameraLock(
        exposure_us=number("exposure_us"),
        gain=number("gain"),
        white_balance_k=number("white_balance_k"),
        focus=number("focus"),
    )


def pictures_socket() -> Path:
    """Where the process of this program's phone page hands on pictures. Raises `OSError`.

    Its folder is this user's alone.
    """
    whose = str(os.getuid()) if os.name == "posix" else getpass.getuser()
    folder = Path(os.environ.get("XDG_RUNTIME_DIR") or gettempdir()) / f"diceref-{whose}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if os.name == "posix":
        found = folder.lstat()
        if found.st_uid != os.getuid() or found.st_mode & 0o077 or folder.is_symlink():
            raise PermissionError(f"{folder} is not this user's alone")
    return folder / f"phone-{os.getpid()}"
