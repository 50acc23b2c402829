"""What calibration left for a game: which mat lies under which lens, and what the camera holds."""

from dataclasses import dataclass
from pathlib import Path

from calibration.lens import Lens
from calibration.lock import CameraLock
from calibration.mat import Mat
from calibration.mats import mat
from calibration.profile import Profile, check_source, newest_profile, read_profile
from calibration.trouble import CalibrationError
from ui.errors import UserError
from ui.places import home


@dataclass(frozen=True, slots=True)
class Rig:
    """The mat of the game and, where the camera was calibrated, its lens and its lock."""

    mat: Mat
    lens: Lens | None = None
    lock: CameraLock | None = None


def rig(camera: str, profile: str | None, mat_name: str) -> Rig:
    """The rig for a game on this mat: by the profile named, or the newest one of this camera.

    A camera that was never calibrated, or was over another mat, plays with the lens that the
    mat's own tags show. Raises `UserError` when a named profile is damaged or of another mat.
    """
    found = _profile(camera, profile)
    if found is None:
        return Rig(mat(mat_name))
    own = found.mat.endswith(".toml")
    if not own and found.mat != mat_name:
        if profile is not None:
            raise UserError(
                f"{profile} was made over the {found.mat} mat and this game is played on the "
                f"{mat_name} mat: run 'diceref calibrate --mat {mat_name}'."
            )
        return Rig(mat(mat_name), found.lens, found.lock)
    try:
        return Rig(mat(found.mat), found.lens, found.lock)
    except ValueError as error:  # the file of an own mat is gone or damaged
        raise UserError(str(error)) from None


def _profile(camera: str, profile: str | None) -> Profile | None:
    try:
        if profile is not None:
            known = read_profile(Path(profile))
            check_source(known, camera)
            return known
        return newest_profile(home() / "profiles", camera)
    except CalibrationError as error:
        raise UserError(str(error)) from None
