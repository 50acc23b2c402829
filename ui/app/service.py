"""The dashboard on a screen of its own: a unit of the user's systemd, started after boot.

`cage` shows one program on the whole screen and `foot` is the terminal in it; `seatd` lends the
screen to somebody who has not logged in there. It is started anew after a crash, and goes on with
the game.
"""

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from shlex import quote
from subprocess import CalledProcessError, run
from typing import Final

from ui.app.errors import UserError
from words import joined, tr

NAME: Final = "diceref.service"

NEEDED: Final = ("cage", "foot", "systemctl")

FONT: Final = 10
"""Points at which a screen of 800x480 has 100 columns and 28 lines."""

LARGEST: Final = 72

AGAIN_S: Final = 3
"""Seconds between a crash and the next start."""

_UNIT: Final = """\
[Unit]
Description=DiceRef, the referee of this table
StartLimitIntervalSec=120
StartLimitBurst=10

[Service]
Type=simple
Environment=LIBSEAT_BACKEND=seatd
ExecStart={command}
Restart=always
RestartSec={again}
TimeoutStopSec=10

[Install]
WantedBy=default.target
"""


def unit_file() -> Path:
    """Where the user's units lie."""
    told = os.environ.get("XDG_CONFIG_HOME")
    folder = Path(told) if told else Path.home() / ".config"
    return folder / "systemd" / "user" / NAME


def unit(font: int, cage: str = "cage", foot: str = "foot") -> str:
    """The text of the unit; `font` is the size of its letters in points."""
    program = Path(sys.argv[0]).absolute() if sys.argv[0] else Path("diceref")
    words = [cage, "-s", "--", foot, "--fullscreen", f"--font=monospace:size={font}"]
    words += [str(program), "service", "run"]
    command = " ".join(map(_word, words))
    return _UNIT.format(command=command, again=AGAIN_S)


def _word(text: str) -> str:
    """A word of a command line as systemd reads it: % and $ stand for themselves."""
    return quote(text).replace("%", "%%").replace("$", "$$")


def install(font: int = FONT) -> Path:
    """Write the unit and have it started now and after each boot. Raises `UserError`."""
    if not 1 <= font <= LARGEST:
        raise UserError(
            tr("letters of {font} points: 1 to {LARGEST} can be shown.", font=font, LARGEST=LARGEST)
        )
    found = {name: shutil.which(name) for name in NEEDED}
    missing = [name for name in NEEDED if found[name] is None]
    if "systemctl" in missing:
        raise UserError(
            tr("this system does not start services by systemd; nothing was installed.")
        )
    if missing:
        raise UserError(
            tr(
                "the screen is drawn by cage and foot, and {names} {what} not installed: run "
                "'sudo apt install cage foot seatd', then this again.",
                names=joined(tr(" and "), missing),
                what="is" if len(missing) == 1 else "are",
            )
        )
    target = unit_file()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(unit(font, str(found["cage"]), str(found["foot"])), encoding="utf-8")
    except OSError as error:
        raise UserError(
            tr("cannot write {target} ({strerror}).", target=target, strerror=error.strerror)
        ) from error
    try:
        _systemctl("daemon-reload")
        _systemctl("enable", "--now", NAME)
    except UserError:
        target.unlink()
        raise
    return target


def remove() -> bool:
    """Undo it; whether there was anything to undo. Raises `UserError`."""
    target = unit_file()
    if not target.exists():
        return False
    with suppress(UserError):  # the file goes, whether systemd can be asked or not
        _systemctl("disable", "--now", NAME)
    try:
        target.unlink()
    except OSError as error:
        raise UserError(
            tr("cannot delete {target} ({strerror}).", target=target, strerror=error.strerror)
        ) from error
    with suppress(UserError):
        _systemctl("daemon-reload")
    return True


def _systemctl(*words: str) -> None:
    try:
        run(["systemctl", "--user", *words], check=True, capture_output=True, text=True)  # noqa: S603, S607 - fixed words
    except FileNotFoundError as error:
        raise UserError(tr("this system does not start services by systemd.")) from error
    except CalledProcessError as error:
        told = " ".join(error.stderr.split())[-200:]
        raise UserError(
            tr(
                "'systemctl --user {names}' failed ({told}): log in as the user who is to "
                "run it, not by sudo.",
                names=joined(" ", words),
                told=told,
            )
        ) from error
