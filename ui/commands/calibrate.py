"""`diceref calibrate`: see the mat, measure the lens, lock the camera, judge the view."""

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

import cv2

from calibration.guide import Guide, Step, locked, look, profile
from calibration.mats import MATS, mat
from calibration.mats.files import write_mat
from calibration.overlay import overlay
from calibration.profile import (
    Profile,
    check_camera,
    check_mat,
    moved_since,
    profile_file,
    read_profile,
    write_profile,
)
from calibration.registration import Registration, register
from calibration.trouble import CalibrationError
from calibration.verdict import Verdict, verdicts
from hardware.frame import Camera, CameraError, Frame
from hardware.locking import hold
from hardware.sources import open_camera
from hardware.steady import InterruptedCameraError
from ui.errors import UserError
from ui.places import folder
from ui.settings import settings


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "calibrate",
        help="set up the camera over the mat, in about a minute",
        description="Looks for the mat, measures the lens by the mat's own markers (or by a "
        "ChArUco board), locks exposure, colour and focus, and says in words what to improve. "
        "The result is a readable profile that play uses. Exit code 1 when something should "
        "be improved.",
        epilog="example: diceref calibrate --camera 0 --mat dicemasters",
    )
    command.add_argument("--camera", metavar="SRC", help="picamera, 0, a clip, a stream's address")
    command.add_argument(
        "--mat",
        metavar="NAME",
        help=f"{', '.join(sorted(MATS))}, 'own' for loose markers, or a mat's .toml file; "
        "by default whichever lies there",
    )
    command.add_argument(
        "--template",
        choices=sorted(MATS),
        default="dicemasters",
        help="whose zones an own mat gets, stretched to fit",
    )
    command.add_argument("--charuco", action="store_true", help="measure the lens with a board")
    command.add_argument("--profile", type=Path, metavar="FILE", help="the profile to write")
    command.add_argument("--check", action="store_true", help="only check the profile there is")
    command.add_argument("--overlay", type=Path, metavar="F.png", help="draw what was found")
    command.add_argument("--seconds", type=float, default=90.0, help="give up after this long")
    command.add_argument("--json", action="store_true", help="one JSON object on stdout")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Guide the user through it; 1 when a verdict asks for better."""
    source = arguments.camera or settings().camera
    kept = arguments.profile or profile_file(folder("profiles"), source)
    try:
        with open_camera(source, paced=False) as camera:
            if arguments.check:
                return _check(arguments, camera, source, kept)
            return _calibrate(arguments, camera, source, kept)
    except (CameraError, CalibrationError, ValueError) as error:
        raise UserError(str(error)) from error


def _calibrate(arguments: argparse.Namespace, camera: Camera, source: str, kept: Path) -> int:
    guide = Guide(arguments.mat, arguments.template, charuco=arguments.charuco)
    frame, guide = _guided(guide, camera, arguments.seconds)
    assert guide.registration is not None
    mat_name = guide.registration.mat.name
    if mat_name == "own":
        mat_file = kept.with_name(f"{kept.stem}-mat.toml")
        write_mat(guide.registration.mat, mat_file)
        mat_name = str(mat_file)
        _say(f"The zones of your own mat are in {mat_file}: change them until they fit.")
    made = profile(guide, source, mat_name)
    write_profile(made, kept)
    _tell(arguments, frame, guide.registration, guide.verdicts, made)
    _say(f"The profile is in {kept}.")
    return 0 if all(verdict.good for verdict in guide.verdicts) else 1


def _guided(guide: Guide, camera: Camera, seconds: float) -> tuple[Frame, Guide]:
    """Feed the guide until it is done, saying what it says whenever that changes."""
    said, end = "", time.monotonic() + seconds
    frame: Frame | None = None
    still_width: int | None = None
    while guide.step is not Step.DONE:
        if guide.says != said:
            said = guide.says
            _say(f"[{guide.step.value}] {said}")
        if guide.step is Step.LOCK:
            guide = locked(guide, hold(camera))
            still_width = camera.still().image.shape[1]
            continue
        newest = _next(camera)
        if newest is None or time.monotonic() > end:
            raise CalibrationError(f"Calibration did not get past '{guide.step.value}': {said}")
        frame = newest
        guide = look(guide, frame.image, still_width)
    assert frame is not None
    return frame, guide


def _next(camera: Camera) -> Frame | None:
    """The next frame; a live camera may be silent for a moment."""
    while True:
        try:
            return camera.read()
        except InterruptedCameraError as error:
            _say(str(error))


def _check(arguments: argparse.Namespace, camera: Camera, source: str, kept: Path) -> int:
    """A second start: is the profile still true?"""
    known = read_profile(kept)
    frame = _next(camera)
    if frame is None:
        raise CalibrationError(f"{source} holds no picture: name another one.")
    height, width = frame.image.shape[:2]
    check_camera(known, source, width, height)
    if arguments.mat is not None:
        check_mat(known, arguments.mat)
    hold(camera, known.lock)
    found = register(frame.image, mat(known.mat), known.lens)
    said = verdicts(frame.image, found, camera.still().image.shape[1])
    moved = moved_since(known, found)
    _say(f"The camera stands {moved / 10:.1f} cm from where it was calibrated.")
    _tell(arguments, frame, found, said, known)
    return 0 if all(verdict.good for verdict in said) else 1


def _tell(
    arguments: argparse.Namespace,
    frame: Frame,
    found: Registration,
    said: tuple[Verdict, ...],
    made: Profile,
) -> None:
    for verdict in said:
        _say(f"{'good' if verdict.good else 'MEND'}  {verdict.words}")
    if arguments.overlay is not None and not cv2.imwrite(
        str(arguments.overlay), overlay(frame.image, found)
    ):
        raise UserError(f"cannot write {arguments.overlay}: name another file with --overlay.")
    if arguments.json:
        told = {
            "mat": made.mat,
            "camera": made.camera,
            "markers": len(found.tags_seen),
            "residual_mm": round(found.residual_mm, 3),
            "px_per_mm": round(found.px_per_mm(), 3),
            "camera_mm": [round(float(part), 1) for part in found.camera_mm],
            "lens": asdict(made.lens),
            "verdicts": [asdict(verdict) for verdict in said],
        }
        print(json.dumps(told))


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
