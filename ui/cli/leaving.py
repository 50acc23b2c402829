"""Leaving the program: on a signal the terminal is put right, records and cameras are closed."""

import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NoReturn

log = logging.getLogger(__name__)

ENDING: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Signals that end the program; Ctrl-C is told by Python itself."""


class Terminated(KeyboardInterrupt):
    """The system, or the terminal that closed, ended the program."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def code(self) -> int:
        """The exit code."""
        return 128 + self.number


def _end(number: int, frame: FrameType | None) -> NoReturn:
    del frame
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)  # it is ending already
    _ended.append(number)
    log.info("ended by %s", signal.Signals(number).name)
    raise Terminated(number)


_ended: Final[list[int]] = []
"""The signal that ends this process."""


def ended_meanwhile() -> int:
    """The exit code when a signal has ended the program; 0 when none has."""
    return 128 + _ended[0] if _ended else 0


def end_on_signals() -> None:
    """From now on a signal ends the program as an exception does, and everything is closed."""
    if threading.current_thread() is threading.main_thread():
        for each in ENDING:
            signal.signal(each, _end)


@contextmanager
def ctrl_c_just_ends() -> Iterator[None]:
    """While modules are loaded: raised inside a library's import, Ctrl-C may come out a fault."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def finish(code: int) -> NoReturn:
    """End the process. Threads that still hang in a library do not keep it, nor crash it."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    logging.shutdown()
    if threading.active_count() > 1:
        os._exit(code)
    sys.exit(code)
