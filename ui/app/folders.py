"""Where DiceRef keeps what outlives a game: journals, profiles, enrolled dice, the log.

`DICEREF_HOME` puts everything into one folder of the user's choice.
"""

import os
from pathlib import Path

from platformdirs import user_config_path, user_data_path

from ui.app.errors import UserError
from words import tr


def home() -> Path:
    """The folder of journals and profiles; not made by asking."""
    chosen = os.environ.get("DICEREF_HOME")
    return Path(chosen).expanduser() if chosen else user_data_path("diceref")


def config_file() -> Path:
    """The one TOML file with the user's settings."""
    chosen = os.environ.get("DICEREF_HOME")
    folder = Path(chosen).expanduser() if chosen else user_config_path("diceref")
    return folder / "config.toml"


def log_folder() -> Path:
    """The folder of the log and of the last looks; not made by asking."""
    return home() / "log"


def folder(name: str) -> Path:
    """A folder in `home`, made when missing. Raises `UserError` when it cannot be written."""
    place = home() / name
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        if place.resolve() != home().resolve():  # one of ours; the user's own folder is left alone
            place.chmod(0o700)
    except OSError as error:
        raise UserError(
            tr(
                "cannot write to {place} ({strerror}); set DICEREF_HOME to a folder you may "
                "write to.",
                place=place,
                strerror=error.strerror,
            )
        ) from None
    if not os.access(place, os.W_OK):
        raise UserError(
            tr(
                "no write access to {place}; set DICEREF_HOME to a folder you may write to.",
                place=place,
            )
        )
    return place
