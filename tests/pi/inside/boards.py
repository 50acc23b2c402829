"""Which Raspberry Pi picamera2 takes this machine for."""

import sys
from typing import Final

BOARDS: Final = {"Pi 4": "VC4", "Pi 5": "PISP"}


def be(board: str) -> None:
    """Let picamera2 work as on this board; it asks the kernel's devices, which are not here."""
    import picamera2

    kinds = type(picamera2.Picamera2.platform)
    picamera2.Picamera2.platform = kinds[BOARDS[board]]


if __name__ == "__main__":  # python -m tests.pi.inside.boards "Pi 5" play --camera picamera …
    be(sys.argv.pop(1))
    from ui.cli.start import command

    command()
