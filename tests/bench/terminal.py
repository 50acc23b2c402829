"""A pseudo-terminal with a child in it: keys go in, screens come out, time passes."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

SIZE: Final = (100, 30)
QUIET: Final = 0.02  # seconds without output that end a redraw
PATIENCE: Final = 20.0  # seconds
KIND_QUESTION: Final = b"\x1b[c"


@dataclass(slots=True)
class Terminal:
    """A child process in a pseudo-terminal of its own."""

    words: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)  # added to the environment
    answer: bytes = b"\x1b[?62;22c"  # when it is asked what it is: one without graphics
    process: int = 0
    master: int = 0

    def __enter__(self) -> Self:
        self.process, self.master = pty.fork()
        if self.process == 0:
            environment = {
                **os.environ,
                **self.settings,
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
            }
            os.execve(self.words[0], self.words, environment)  # noqa: S606 - our own interpreter
        width, height = SIZE
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        return self

    def __exit__(self, *exc: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.master)

    def read(self, timeout: float) -> bytes:
        """What has come out, at once when there is something; empty after `timeout` seconds."""
        ready, _, _ = select.select([self.master], [], [], timeout)
        if not ready:
            return b""
        try:
            came = os.read(self.master, 1 << 20)
        except OSError:
            return b""
        if KIND_QUESTION in came:
            self.write(self.answer)
        return came

    def until(self, wanted: bytes, patience: float = PATIENCE) -> None:
        """Read until `wanted` has come out; `TimeoutError` after `patience` seconds."""
        seen = b""
        end = time.monotonic() + patience
        while wanted not in seen:
            if time.monotonic() > end:
                raise TimeoutError(f"the dashboard did not show {wanted!r}: {seen[-2000:]!r}")
            seen = seen[-100_000:] + self.read(0.1)

    def drain(self) -> None:
        """Read until nothing more comes."""
        while self.read(QUIET):
            pass

    def write(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.master, keys)

    def press(self, key: bytes) -> float:
        """Milliseconds from this key to the last byte of what it changed."""
        self.drain()
        began = last = time.perf_counter()
        self.write(key)
        if not self.read(PATIENCE):
            raise TimeoutError(f"the dashboard did not answer the key {key!r}")
        last = time.perf_counter()
        while self.read(QUIET):
            last = time.perf_counter()
        return 1000 * (last - began)
