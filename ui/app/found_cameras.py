"""The cameras of this machine, for a list and for a default that is there."""

import importlib.util
from contextlib import suppress
from pathlib import Path
from typing import Final

from calibration.masking import without_passwords
from hardware.cameras import PHONE
from ui.app.errors import UserError
from ui.app.folders import folder, home
from ui.app.settings import read_settings
from words import tr

ANY: Final = "auto"
"""The setting that means the first camera there is."""

LAST: Final = "camera.txt"
"""Where the camera that was chosen last is kept."""

INSIDES: Final = ("codec", "-isp", "hevc", "rp1-cfe", "pispbe", "unicam")
"""In the names of devices that only carry a camera's pictures on, as a Raspberry Pi has them."""

SYSTEM: Final = Path("/sys/class/video4linux")
"""Where the system says what its devices are."""


def found_cameras(devices: Path = Path("/dev"), system: Path = SYSTEM) -> tuple[str, ...]:
    """As `--camera` takes them: the Pi's own first, then those that are plugged in."""
    numbers = sorted(
        int(device.name.removeprefix("video"))
        for device in devices.glob("video*")
        if device.name.removeprefix("video").isdecimal() and _gives_pictures(system / device.name)
    )
    own = ("picamera",) if importlib.util.find_spec("picamera2") is not None else ()
    return (*own, *map(str, numbers))


def _gives_pictures(told: Path) -> bool:
    """Whether a device is one to look through, as far as the system tells."""
    name = _read(told / "name").casefold()
    return _read(told / "index") in {"", "0"} and not any(part in name for part in INSIDES)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def name_of(source: str, system: Path = SYSTEM) -> str:
    """A camera in words: what it calls itself, where it does."""
    if source == "picamera":
        return tr("the Raspberry Pi's camera")
    if source == PHONE:
        return tr("a phone")
    if not source.isdecimal():
        return without_passwords(source)
    called = _read(system / f"video{source}" / "name")
    number = tr("camera {number}", number=source)
    return f"{number}, {called[:40]}" if called.isprintable() and called else number


def camera_source(given: str | None) -> str:
    """What `--camera` says, or the setting, or the one chosen last, or the first there is."""
    named = given or read_settings().camera
    if named != ANY:
        return named
    found, last = found_cameras(), _read(home() / LAST)
    return last if last in found or "://" in last else next(iter(found), "0")


def keep_camera(source: str) -> None:
    """For the next game; a film is of one evening only. Not being able to is no reason to stop."""
    if not Path(source).is_file():
        with suppress(OSError, UserError):
            (folder(".") / LAST).write_text(source, encoding="utf-8")
