"""Where the program begins: until everything is loaded, Ctrl-C just ends it."""

import signal
from typing import NoReturn


def command() -> NoReturn:
    """The program, from its first moment."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    from ui.cli.main import command as loaded  # noqa: PLC0415 - that is what takes the time

    signal.signal(signal.SIGINT, before)
    loaded()
