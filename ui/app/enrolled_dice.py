"""Where the dice enrolled on this computer are kept."""

from pathlib import Path

from ui.app.errors import UserError
from ui.app.folders import home
from vision.enrol import ProfileError, read_profile
from vision.identify import Enrolled


def enrolled_dice_file() -> Path:
    """The file that holds what enrolling taught; one for all games."""
    return home() / "enrolled.json"


def enrolled_dice() -> tuple[Enrolled, ...]:
    """Everything enrolled so far. Raises `UserError` when the file is spoilt."""
    try:
        return read_profile(enrolled_dice_file())
    except ProfileError as error:
        raise UserError(str(error)) from error
