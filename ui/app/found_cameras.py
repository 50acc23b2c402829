"""The cameras of this machine, for a default that is there."""

import importlib.util
from pathlib import Path
from typing import Final

from ui.app.settings import read_settings

ANY: Final = "auto"
"""The setting that means the first camera there is."""


def found_cameras(devices: Path = Path("/dev")) -> tuple[str, ...]:
    """As `--camera` takes them: the Pi's own first, then those that are plugged in."""
    numbers = sorted(
        int(device.name.removeprefix("video"))
        for device in devices.glob("video*")
        if device.name.removeprefix("video").isdecimal()
    )
    own = ("picamera",) if importlib.util.find_spec("picamera2") is not None else ()
    return (*own, *map(str, numbers))


def camera_source(given: str | None) -> str:
    """What `--camera` says, or the setting, or the first camera there is."""
    named = given or read_settings().camera
    if named != ANY:
        return named
    return next(iter(found_cameras()), "0")
