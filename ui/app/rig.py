"""The mat, lens and locked camera settings of a game, as calibration saved them."""

from dataclasses import dataclass
from pathlib import Path

from calibration.camera_lock import CameraLock
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.mat import Mat
from calibration.mats import mat_named
from calibration.profile import (
    MOVED_MM,
    Profile,
    check_camera,
    check_source,
    moved_since,
    newest_profile,
    read_profile,
)
from calibration.registration import Registration
from hardware.frame import Image
from ui.app.errors import UserError
from ui.app.folders import home
from words import tr


@dataclass(frozen=True, slots=True)
class Rig:
    """The mat of the game and, where the camera was calibrated, its lens and its lock."""

    mat: Mat
    lens: Lens | None = None
    lock: CameraLock | None = None
    profile: Profile | None = None  # made over this very mat


def open_rig(camera: str, profile: str | None, mat_name: str) -> Rig:
    """The rig for a game on this mat: by the profile named, or the newest one of this camera.

    A camera that was never calibrated, or was over another mat, plays with the lens that the
    mat's own tags show. Raises `UserError` when a named profile is damaged or of another mat.
    """
    found = _profile(camera, profile)
    if found is None:
        return Rig(mat_named(mat_name))
    own = found.mat.endswith(".toml")
    if not own and found.mat != mat_name:
        if profile is not None:
            raise UserError(
                tr(
                    "{profile} was made over the {mat} mat and this game is played on the "
                    "{mat_name} mat: run 'diceref calibrate --mat {mat_name}'.",
                    profile=profile,
                    mat=found.mat,
                    mat_name=mat_name,
                )
            )
        return Rig(mat_named(mat_name), found.lens, found.lock)
    try:
        return Rig(mat_named(found.mat), found.lens, found.lock, found)
    except ValueError as error:  # the file of an own mat is gone or damaged
        raise UserError(str(error)) from None


def profile_warning(used: Rig, seen: Registration, picture: Image) -> str:
    """What to say at the first sight of the mat when the profile no longer fits, or ""."""
    if used.profile is None:
        return ""
    height, width = picture.shape[:2]
    try:
        check_camera(used.profile, used.profile.camera, width, height)
    except CalibrationError as error:
        return str(error)
    away = moved_since(used.profile, seen)
    return (
        tr(
            "The camera stands {away} cm from where it was calibrated: run 'diceref "
            "calibrate' again when dice are read badly.",
            away=f"{away / 10:.0f}",
        )
        if away > MOVED_MM
        else ""
    )


def _profile(camera: str, profile: str | None) -> Profile | None:
    try:
        if profile is not None:
            known = read_profile(Path(profile))
            check_source(known, camera)
            return known
        return newest_profile(home() / "profiles", camera)
    except CalibrationError as error:
        raise UserError(str(error)) from None
