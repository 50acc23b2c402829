"""Calibration from a camera to a profile, one frame at a time, for the command and the wizard."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TypeAlias

from calibration.guide import Guide, Step, locked, look, neutral_lock, profile
from calibration.lock import CameraLock
from calibration.mats import mat
from calibration.mats.files import write_mat
from calibration.profile import Profile, write_profile
from calibration.trouble import CalibrationError
from hardware.frame import Camera, CameraError, Frame
from hardware.locking import hold
from hardware.simulated import SimulatedTable, Viewpoint
from hardware.sources import open_camera
from hardware.steady import InterruptedCameraError
from ui.errors import UserError

SIMULATED = "simulated"


@dataclass(frozen=True, eq=False)
class Progress:
    """Where the calibration stands after a frame."""

    guide: Guide
    frame: Frame | None = None
    trouble: str = ""  # the camera is silent for the moment
    made: Profile | None = None  # at the end
    own_mat: Path | None = None  # the zones of a mat of the players' own, to be changed


Drawer: TypeAlias = Callable[[Camera, Progress, Path], Iterator[Progress]]
"""Draws the zones of a calibrated mat into its file."""


def calibrate(
    source: str, kept: Path, guide: Guide, seconds: float, draw: Drawer | None = None
) -> Iterator[Progress]:
    """Open a camera and guide until a profile is written to `kept`; then `draw` the zones.

    Raises `UserError`.
    """
    try:
        with camera_called(source) as camera:
            for progress in calibrate_open(camera, source, kept, guide, seconds):
                if draw is None or progress.made is None:
                    yield progress
                else:
                    yield from draw(camera, progress, _own_mat(progress.made))
    except (CameraError, CalibrationError, ValueError) as error:
        raise UserError(str(error)) from error


def _own_mat(made: Profile) -> Path:
    if not made.mat.endswith(".toml"):
        raise CalibrationError(
            f"The zones of the {made.mat} mat are printed where they are known to be: --draw is "
            "for a mat of your own with loose markers (--mat own)."
        )
    return Path(made.mat)


def camera_called(source: str, lock: CameraLock | None = None) -> Camera:
    """The camera a user means; "simulated" is a table in software, to try the calibration on."""
    if source != SIMULATED:
        return open_camera(source, paced=False, lock=lock)
    table = mat("dicemasters")
    view = Viewpoint.overlooking(table.width, table.height, size=(2304, 1296), tilt=6.0, k1=-0.04)
    return SimulatedTable(table, view=view, still_size=(4608, 2592), speed=1.0)


def calibrate_open(
    camera: Camera, source: str, kept: Path, guide: Guide, seconds: float
) -> Iterator[Progress]:
    """The same with a camera that is open. Raises `CameraError`, `CalibrationError`."""
    end = monotonic() + seconds
    progress = Progress(guide)
    for progress in _guided(camera, guide, end):
        yield progress
    assert progress.frame is not None
    wanted = neutral_lock(progress.guide, progress.frame.image)
    if wanted is not None:  # hold the colours that make the grey patches grey, look once more
        again = locked(progress.guide, hold(camera, wanted))
        for progress in _guided(camera, again, end):
            yield progress
    yield _saved(progress, source, kept)


def next_frame(camera: Camera) -> Iterator[Frame | str]:
    """What a live camera says while it is silent, then its next frame; nothing at a clip's end."""
    while True:
        try:
            frame = camera.read()
        except InterruptedCameraError as error:
            yield str(error)
            continue
        if frame is not None:
            yield frame
        return


def _guided(camera: Camera, guide: Guide, end: float) -> Iterator[Progress]:
    still_width: int | None = None
    frame: Frame | None = None
    yield Progress(guide)
    while guide.step is not Step.DONE:
        if guide.step is Step.LOCK:
            guide = locked(guide, hold(camera))
            yield Progress(guide, frame)
            continue
        if guide.step is Step.CHECK and still_width is None:
            still_width = camera.still().image.shape[1]
        frame = None
        for answer in next_frame(camera):
            if isinstance(answer, str):
                yield Progress(guide, trouble=answer)
            else:
                frame = answer
        if frame is None:
            raise CalibrationError(
                f"The pictures ended before '{guide.step.value}' was done (name a camera, or a "
                f"longer clip): {guide.says}"
            )
        if monotonic() > end:
            raise CalibrationError(
                f"Calibration did not get past '{guide.step.value}': {guide.says}"
            )
        guide = look(guide, frame.image, still_width)
        yield Progress(guide, frame)


def _saved(progress: Progress, source: str, kept: Path) -> Progress:
    guide = progress.guide
    assert guide.registration is not None
    mat_name, own_mat = guide.registration.mat.name, None
    wanted = progress.guide.wanted or ""
    if wanted.endswith(".toml"):
        mat_name = str(Path(wanted).resolve())
    elif mat_name == "own":
        own_mat = kept.with_name(f"{kept.stem}-mat.toml")
        own_mat.parent.mkdir(parents=True, exist_ok=True)
        write_mat(guide.registration.mat, own_mat)
        mat_name = str(own_mat)
    made = profile(guide, source, mat_name)
    write_profile(made, kept)
    return Progress(guide, progress.frame, made=made, own_mat=own_mat)
