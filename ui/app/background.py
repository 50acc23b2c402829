"""Runs work in a thread with low priority, so that it never makes a key wait."""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

LESS_URGENT: Final = 10
"""Added to the niceness of the thread: the screen goes first, vision takes what is left."""


def in_background(work: Callable[[], object], name: str) -> threading.Thread:
    """Start `work` in a thread of low priority; the threads it starts have the same.

    The thread does not keep the program alive.
    """

    def run() -> None:
        with suppress(OSError, AttributeError):  # only Linux gives threads a niceness of their own
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LESS_URGENT)
        work()

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread
