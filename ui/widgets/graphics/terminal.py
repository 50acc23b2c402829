"""What the terminal can show: asked of it once, before the dashboard takes it over.

Every terminal answers the last question (what it is), so nobody waits for those that do not know
the others. Where a question could be taken for text, or for a title by what sits between us and
the terminal, it is not asked; whatever is not understood means cells.
"""

import os
import re
import select
import struct
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias


class Kind(Enum):
    """How a picture is drawn."""

    CELLS = "cells"
    KITTY = "kitty"
    ITERM2 = "iterm2"
    SIXEL = "sixel"


@dataclass(frozen=True, slots=True)
class Graphics:
    """What this terminal shows pictures by."""

    kind: Kind = Kind.CELLS
    cell: tuple[int, int] = (0, 0)  # px, width and height; 0 where it does not say
    far: bool = False  # at the other end of a network: smaller pictures


Ask: TypeAlias = Callable[[bytes, float], bytes]
"""Sends these bytes to the terminal; what it says within so many seconds."""

KITTY_QUESTION: Final = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
NAME_QUESTION: Final = b"\x1b[>q"
CELL_QUESTION: Final = b"\x1b[16t"
KIND_QUESTION: Final = b"\x1b[c"
KIND_ANSWER: Final = re.compile(rb"\x1b\[\?([\d;]*)c")

INLINE: Final = (b"iterm2", b"wezterm", b"mintty")
"""Those that know iTerm2's own pictures."""

SIXEL_KIND: Final = b"4"
SILENT: Final = frozenset(
    {"", "dumb", "linux", "ansi", "vt52", "vt100", "vt102", "cons25", "unknown"}
)
"""Terminals that show no pictures and may print a question."""

BETWEEN: Final = ("TMUX", "STY", "ZELLIJ")
"""Set by programs that sit between us and the terminal; some take kitty's question for a title."""

ANSWER_S, FAR_ANSWER_S = 0.4, 1.2


def graphics_here(
    wanted: str, environment: Mapping[str, str], ask: Ask, cell: tuple[int, int] = (0, 0)
) -> Graphics:
    """What is to be used: `wanted` is a kind by name, or "auto".

    `cell`: the size of a cell as the system says it, for terminals that do not.
    """
    terminal = environment.get("TERM", "")
    if wanted == Kind.CELLS.value or terminal in SILENT:
        return Graphics()
    far = bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"))
    between = any(environment.get(name) for name in BETWEEN) or terminal.startswith(
        ("screen", "tmux")
    )
    questions = CELL_QUESTION + KIND_QUESTION
    if not between:
        questions = KITTY_QUESTION + NAME_QUESTION + questions
    said = ask(questions, FAR_ANSWER_S if far else ANSWER_S)
    cell = _cell_size(said) or cell
    if wanted != "auto":
        return Graphics(Kind(wanted), cell, far)
    return Graphics(_kind(said, cell), cell, far)


def _kind(said: bytes, cell: tuple[int, int]) -> Kind:
    name = re.search(rb"\x1bP>\|([^\x1b]*)", said)
    called = name.group(1).lower() if name else b""
    if called.startswith(INLINE):
        return Kind.ITERM2
    if b"_Gi=31;OK" in said:
        return Kind.KITTY
    kinds = KIND_ANSWER.search(said)
    if kinds and SIXEL_KIND in kinds.group(1).split(b";")[1:] and all(cell):
        return Kind.SIXEL
    return Kind.CELLS


def _cell_size(said: bytes) -> tuple[int, int] | None:
    found = re.search(rb"\x1b\[6;(\d{1,4});(\d{1,4})t", said)
    return None if found is None else _sensible(int(found.group(2)), int(found.group(1)))


def _sensible(wide: int, high: int) -> tuple[int, int] | None:
    return (wide, high) if 2 <= wide <= 200 and 2 <= high <= 400 else None


def system_cell() -> tuple[int, int]:
    """The size of a cell as the system knows it, px; (0, 0) where it does not."""
    try:
        import fcntl  # noqa: PLC0415 - not on every system
        import termios  # noqa: PLC0415 - the same

        window = fcntl.ioctl(1, termios.TIOCGWINSZ, bytes(8))
    except (ImportError, OSError):
        return 0, 0
    rows, columns, wide, high = struct.unpack("HHHH", window)
    if not rows or not columns:
        return 0, 0
    return _sensible(wide // columns, high // rows) or (0, 0)


def ask_terminal(question: bytes, seconds: float) -> bytes:
    """Ask the terminal that this program has; b"" where it has none. It is left as it was."""
    try:
        import termios  # noqa: PLC0415 - not on every system

        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except (ImportError, OSError):
        return b""
    try:
        return _answer(terminal, question, seconds)
    except (OSError, termios.error):
        return b""
    finally:
        os.close(terminal)


def _answer(terminal: int, question: bytes, seconds: float) -> bytes:
    import termios  # noqa: PLC0415 - the same

    before = termios.tcgetattr(terminal)
    listening = list(before)
    listening[3] = before[3] & ~(termios.ICANON | termios.ECHO)
    said, until = b"", time.monotonic() + seconds
    try:
        termios.tcsetattr(terminal, termios.TCSANOW, listening)
        os.write(terminal, question)
        while KIND_ANSWER.search(said) is None:
            left = until - time.monotonic()
            if left <= 0 or not select.select([terminal], [], [], left)[0]:
                with suppress(termios.error):
                    termios.tcflush(terminal, termios.TCIFLUSH)  # half an answer is no key
                break
            said += os.read(terminal, 4096)
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)
    return said
