"""What calibration found, as a file one can read: camera, mat, lens, lock, and where it stood."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from calibration.camera_lock import CameraLock
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.masking import without_passwords
from calibration.registration import Registration
from calibration.toml_text import read_toml, toml_text
from words import tr

MOVED_MM: Final = 15.0
"""A camera that stands this far from where it was needs a new look at focus and size."""


ABOUT: Final = """\
A camera over a mat, measured by 'diceref calibrate'. Lengths in mm, pixels as said.
camera_mm: x and y on the mat, height above it. distortion: k1, k2, p1, p2, k3.
lock: held fixed while playing; what is missing the camera cannot hold. colour_gains: red, blue.
"""
"""What stands above the values in the file."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One camera over one mat."""

    camera: str  # as the source names it: "picamera", "camera 0", an address
    mat: str
    made: str  # date, for the reader
    lens: Lens
    lens_from: str  # "charuco", "tags"
    lens_error_px: float
    camera_mm: tuple[float, float, float]  # on the mat and above it
    px_per_mm: float
    lock: CameraLock = field(default_factory=CameraLock)


def write_profile(profile: Profile, path: Path) -> None:
    """Save it as TOML. Raises `CalibrationError` when the file cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(profile_text(profile), encoding="utf-8")
    except OSError as error:
        raise CalibrationError(
            tr(
                "The profile {path} cannot be written ({strerror}): name a file you may "
                "write with --profile.",
                path=path,
                strerror=error.strerror,
            )
        ) from error


def profile_text(profile: Profile) -> str:
    """The profile as it stands in its file."""
    return toml_text(ABOUT, _as_toml(profile))


def _as_toml(profile: Profile) -> dict[str, Any]:
    """Rounded to what can be measured; what the camera cannot hold is left out."""
    lens, held = profile.lens, asdict(profile.lock)
    return {
        "camera": without_passwords(profile.camera),
        "mat": profile.mat,
        "made": profile.made,
        "px_per_mm": round(profile.px_per_mm, 3),
        "camera_mm": _rounded(profile.camera_mm, 1),
        "lens": {
            "from": profile.lens_from,
            "error_px": round(profile.lens_error_px, 3),
            "size": [lens.width, lens.height],
            "focal": _rounded((lens.fx, lens.fy), 3),
            "centre": _rounded((lens.cx, lens.cy), 3),
            "distortion": _rounded(lens.distortion, 8),
        },
        "lock": {name: value for name, value in held.items() if value is not None},
    }


def read_profile(path: Path) -> Profile:
    """Read it back. Raises `CalibrationError` when it is missing or damaged."""
    try:
        return _profile(read_toml(path))
    except OSError as error:
        raise CalibrationError(
            tr(
                "The profile {path} cannot be read ({strerror}): run 'diceref calibrate'.",
                path=path,
                strerror=error.strerror,
            )
        ) from error
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        where = (
            tr("'{arg}' is missing", arg=error.args[0])
            if isinstance(error, KeyError)
            else str(error)
        )
        raise CalibrationError(
            tr(
                "The profile {path} is damaged ({where}): run 'diceref calibrate' to make a "
                "new one.",
                path=path,
                where=where,
            )
        ) from error


def newest_profile(folder: Path, camera: str) -> Profile | None:
    """The newest profile of this camera in a folder, None when there is none.

    Raises `CalibrationError` when that file is damaged.
    """
    kept = [path for path in folder.glob("*.toml") if path.is_file()]
    files = sorted(kept, key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files:
        profile = read_profile(path)
        if _is_same(profile.camera, camera):
            return profile
    return None


def profile_file(folder: Path, camera: str) -> Path:
    """Where the profile of a camera is kept."""
    told = without_passwords(camera).lower()
    plain = "".join(letter if letter.isalnum() else "-" for letter in told)
    return folder / f"{'-'.join(part for part in plain.split('-') if part) or 'camera'}.toml"


def _is_same(one: str, other: str) -> bool:
    """Whether two names are of the same camera; profiles hold no passwords."""
    return without_passwords(one) == without_passwords(other)


def check_source(profile: Profile, camera: str) -> None:
    """Raise `CalibrationError` when the profile was made with another camera."""
    if not _is_same(profile.camera, camera):
        raise CalibrationError(
            tr(
                "The profile was made with '{without_passwords}' and this is "
                "'{without_passwords2}': run 'diceref calibrate' with this camera.",
                without_passwords=without_passwords(profile.camera),
                without_passwords2=without_passwords(camera),
            )
        )


def check_camera(profile: Profile, camera: str, width: int, height: int) -> None:
    """Raise `CalibrationError` when the profile was made with another camera or shape."""
    check_source(profile, camera)
    if abs(width / height - profile.lens.width / profile.lens.height) > 0.01:
        raise CalibrationError(
            tr(
                "The profile was made with {width}x{height} pictures and these are "
                "{width2}x{height2}: set the old shape or run 'diceref calibrate' again.",
                width=profile.lens.width,
                height=profile.lens.height,
                width2=width,
                height2=height,
            )
        )


def check_mat(profile: Profile, mat: str) -> None:
    """Raise `CalibrationError` when the profile was made over another mat."""
    if profile.mat != mat:
        raise CalibrationError(
            tr(
                "The profile was made over the {mat} mat and the {mat2} mat lies here: lay "
                "the {mat} mat or run 'diceref calibrate --mat {mat2}'.",
                mat=profile.mat,
                mat2=mat,
            )
        )


def moved_since(profile: Profile, registration: Registration) -> float:
    """How far the camera stands from where it was calibrated, mm."""
    return float(np.linalg.norm(registration.camera_mm - np.array(profile.camera_mm)))


def _profile(said: Mapping[str, Any]) -> Profile:
    lens, lock = said["lens"], said.get("lock", {})
    width, height = (int(side) for side in lens["size"])
    (fx, fy), (cx, cy) = _numbers(lens["focal"], 2), _numbers(lens["centre"], 2)
    k1, k2, p1, p2, k3 = _numbers(lens["distortion"], 5)
    x, y, above = _numbers(said["camera_mm"], 3)
    gains = lock.get("colour_gains")
    red_blue = _numbers(gains, 2) if gains is not None else None
    return Profile(
        camera=str(said["camera"]),
        mat=str(said["mat"]),
        made=str(said["made"]),
        lens=Lens(width, height, fx, fy, cx, cy, (k1, k2, p1, p2, k3)),
        lens_from=str(lens["from"]),
        lens_error_px=float(lens["error_px"]),
        camera_mm=(x, y, above),
        px_per_mm=float(said["px_per_mm"]),
        lock=CameraLock(
            exposure_us=lock.get("exposure_us"),
            gain=lock.get("gain"),
            colour_gains=(red_blue[0], red_blue[1]) if red_blue else None,
            white_balance_k=lock.get("white_balance_k"),
            focus=lock.get("focus"),
        ),
    )


def _numbers(row: Any, count: int) -> list[float]:
    numbers = [float(number) for number in row]
    if len(numbers) != count:
        raise ValueError(
            tr(
                "{count} numbers are expected where {count2} stand",
                count=count,
                count2=len(numbers),
            )
        )
    return numbers


def _rounded(numbers: Sequence[float], digits: int) -> list[float]:
    return [round(float(number), digits) for number in numbers]
