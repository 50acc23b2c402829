"""Calibration from a camera to a profile, one frame at a time, for the command and the wizard."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Final, TypeAlias

from calibration.camera_lock import CameraLock
from calibration.errors import CalibrationError
from calibration.guide import CalibrationStep, Guide, advance, neutral_lock, profile_of, with_lock
from calibration.mat import Mat
from calibration.mats.files import read_mat, write_mat
from calibration.profile import Profile, write_profile
from hardware.cameras.locking import hold_camera
from hardware.cameras.open import open_camera
from hardware.cameras.reconnecting import InterruptedCameraError
from hardware.cameras.telling import tell_camera
from hardware.frame import Camera, CameraError, Frame
from ui.app.errors import UserError
from words import tr

SAME_MAT_MM: Final = 5.0
"""By this much a mat may measure differently from one calibration to the next."""


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

Opener: TypeAlias = Callable[[str, CameraLock | None], Camera]
"""From what a user calls a camera, and what it is to hold, to the camera."""


def open_unpaced(source: str, lock: CameraLock | None = None) -> Camera:
    """The camera a user means; a clip's pictures come as fast as they are looked at."""
    return open_camera(source, paced=False, lock=lock)


def calibrate(
    source: str,
    kept: Path,
    guide: Guide,
    seconds: float,
    draw: Drawer | None = None,
    *,
    open_source: Opener = open_unpaced,
) -> Iterator[Progress]:
    """Open a camera and guide until a profile is written to `kept`; then `draw` the zones.

    Raises `UserError`.
    """
    try:
        with open_source(source, None) as camera:
            steps = calibrate_open(camera, source, kept, guide, seconds)
            for progress in _told_there(camera, steps):
                if draw is None or progress.made is None:
                    yield progress
                else:
                    yield from _drawn(camera, progress, progress.made, draw)
    except (CameraError, CalibrationError, ValueError) as error:
        raise UserError(str(error)) from error


def draw_over(
    source: str, calibrated: Progress, draw: Drawer, open_source: Opener = open_unpaced
) -> Iterator[Progress]:
    """Open the camera as it was calibrated, and draw the zones of an own mat.

    Raises `UserError`.
    """
    made = calibrated.made
    assert made is not None
    try:
        with open_source(source, made.lock) as camera:
            yield from _drawn(camera, calibrated, made, draw)
    except (CameraError, CalibrationError, ValueError) as error:
        raise UserError(str(error)) from error


def _told_there(camera: Camera, steps: Iterator[Progress]) -> Iterator[Progress]:
    """The same; what there is to say is shown at the camera too, where that has a screen."""
    said = ""
    for progress in steps:
        words = progress.trouble or progress.guide.says
        if words != said:
            said = words
            tell_camera(camera, words)
        yield progress
    tell_camera(camera, said, wait=True)


def _drawn(camera: Camera, calibrated: Progress, made: Profile, draw: Drawer) -> Iterator[Progress]:
    if not has_own_mat(made):
        raise CalibrationError(
            tr(
                "The zones of the {mat} mat are printed where they are known to be: --draw "
                "is for a mat of your own with loose markers (--mat own).",
                mat=made.mat,
            )
        )
    return _told_there(camera, draw(camera, calibrated, Path(made.mat)))


def has_own_mat(made: Profile) -> bool:
    """Whether it was made over a mat of the players' own, whose zones are theirs to draw."""
    return made.mat.endswith(".toml")


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
        again = with_lock(progress.guide, hold_camera(camera, wanted))
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
    while guide.step is not CalibrationStep.DONE:
        if guide.step is CalibrationStep.LOCK:
            guide = with_lock(guide, hold_camera(camera))
            yield Progress(guide, frame)
            continue
        if guide.step is CalibrationStep.CHECK and still_width is None:
            still_width = camera.still().image.shape[1]
        frame = None
        for answer in next_frame(camera):
            if isinstance(answer, str):
                yield Progress(guide, trouble=answer)
            else:
                frame = answer
        if frame is None:
            raise CalibrationError(
                tr(
                    "The pictures ended before '{value}' was done (name a camera, or a longer "
                    "clip): {says}",
                    value=guide.step.value,
                    says=guide.says,
                )
            )
        if monotonic() > end:
            raise CalibrationError(
                tr(
                    "Calibration did not get past '{value}': {says}",
                    value=guide.step.value,
                    says=guide.says,
                )
            )
        guide = advance(guide, frame.image, still_width)
        yield Progress(guide, frame)


def _saved(progress: Progress, source: str, kept: Path) -> Progress:
    guide = progress.guide
    assert guide.registration is not None
    lies, own_mat = guide.registration.mat, None
    mat_name = lies.name
    wanted = progress.guide.wanted or ""
    if wanted.endswith(".toml"):
        mat_name = str(Path(wanted).resolve())
    elif mat_name == "own":
        own_mat = kept.with_name(f"{kept.stem}-mat.toml")
        own_mat.parent.mkdir(parents=True, exist_ok=True)
        lies = _with_known_zones(lies, own_mat)
        write_mat(lies, own_mat)
        mat_name = str(own_mat)
    made = profile_of(guide, source, mat_name)
    write_profile(made, kept)
    guide = replace(guide, registration=replace(guide.registration, mat=lies))
    return Progress(guide, progress.frame, made=made, own_mat=own_mat)


def _with_known_zones(measured: Mat, kept: Path) -> Mat:
    """An own mat with the zones that were drawn for it before, if it is still that mat."""
    try:
        known = read_mat(kept)
    except ValueError:  # there is none yet
        return measured
    wide, high = measured.width, measured.height
    off = max(abs(known.width - wide), abs(known.height - high))
    drawn, wanted = ([(zone.name, zone.seat) for zone in one.zones] for one in (known, measured))
    if drawn != wanted or off > SAME_MAT_MM:
        return measured
    zones = tuple(
        replace(zone, outline=tuple((min(x, wide), min(y, high)) for x, y in zone.outline))
        for zone in known.zones
    )
    return replace(measured, zones=zones)
