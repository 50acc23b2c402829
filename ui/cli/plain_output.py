"""Text for a terminal: what names and files hold never moves its cursor or changes its colours."""

import sys
from typing import Any, Final, TextIO

CONTROL: Final = dict.fromkeys(
    [
        *(code for code in range(32) if chr(code) not in "\n\t"),
        *range(127, 160),
        *range(0x202A, 0x202F),  # turn the direction of writing
        *range(0x2066, 0x206A),
    ],
    "\N{REPLACEMENT CHARACTER}",
)
"""Everything that a terminal obeys instead of showing it."""


def plain(text: str) -> str:
    """The text as a terminal may show it."""
    return text.translate(CONTROL)


def in_one_line(text: str) -> str:
    """The text without line breaks: nothing in a name may look like a line of the program's own."""
    return " ".join(text.splitlines()).rstrip()


class PlainOutput:
    """A stream of text to a terminal that obeys nothing in it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write what may be shown."""
        return self._stream.write(plain(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def obey_nothing() -> None:
    """From now on, errors and whatever goes to a terminal is shown as plain text."""
    if not isinstance(sys.stderr, PlainOutput):
        sys.stderr = PlainOutput(sys.stderr)
    if sys.stdout.isatty() and not isinstance(sys.stdout, PlainOutput):
        sys.stdout = PlainOutput(sys.stdout)
