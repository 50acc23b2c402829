"""A session at a real table: the eye looks through the camera that was calibrated."""

from pathlib import Path

from calibration.lens import Lens
from calibration.mats import mat
from calibration.profile import newest_profile, read_profile
from calibration.trouble import CalibrationError
from rules.journal import Journal, JournalError
from rules.track.referee import Referee
from ui.enrolled import enrolled_dice
from ui.errors import UserError
from ui.games import KnownGame
from ui.physical import physical_dice
from ui.places import home
from ui.sense import camera_eye
from ui.session import Session


def live_session(
    known: KnownGame, journal: Journal, *, camera: str, profile: str | None = None
) -> Session:
    """A session that goes on where the journal stands. Raises `UserError`."""
    game = known.load()
    try:
        referee = Referee(game, journal)
    except JournalError as error:
        raise UserError(str(error)) from None
    dice = physical_dice(game.dice(journal.setup))
    lens = _lens(camera, profile, known.mat)
    eye = camera_eye(mat(known.mat), dice, lens=lens, enrolled=enrolled_dice())
    return Session(referee, eye, title=known.title)


def _lens(camera: str, profile: str | None, mat_name: str) -> Lens | None:
    """The lens of the named profile, or of the newest one of this camera; None without any."""
    try:
        if profile is not None:
            found = read_profile(Path(profile))
        else:
            newest = newest_profile(home() / "profiles", camera)
            if newest is None:
                return None
            found = newest
    except CalibrationError as error:
        raise UserError(str(error)) from None
    if profile is not None and found.mat != mat_name:
        raise UserError(
            f"{profile} was made for the {found.mat} mat and this game is played on the "
            f"{mat_name} mat: run 'diceref calibrate' on it."
        )
    return found.lens
