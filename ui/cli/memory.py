"""Memory that was freed goes back to the system: a table runs for days."""

import ctypes
import sys
from contextlib import suppress
from typing import Final

ARENA_MAX: Final = -8
"""glibc's own number of the setting: how many heaps the threads of a process share."""

HEAPS: Final = 2
"""With one for each thread a game through the camera took 490 MB, with two 420."""


def give_memory_back() -> None:
    """Let all threads share few heaps, where the system's library knows the setting."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(ARENA_MAX, HEAPS)
