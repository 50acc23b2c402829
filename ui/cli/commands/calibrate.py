"""`diceref calibrate`: see the mat, measure the lens, lock the camera, judge the view."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path

import cv2

from calibration.errors import CalibrationError
from calibration.guide import Guide
from calibration.mats import MATS, TEMPLATES, mat_named
from calibration.overlay import overlay
from calibration.profile import (
    Profile,
    check_camera,
    check_mat,
    moved_since,
    profile_file,
    read_profile,
)
from calibration.registration import Registration, register
from calibration.view_advice import ViewAdvice, advice_on_view
from hardware.cameras import PHONE
from hardware.frame import Camera, CameraError, Frame
from rules.registry import usual_mat
from ui.app.calibrating import Opener, Progress, calibrate, next_frame, open_unpaced
from ui.app.errors import UserError
from ui.app.exporting import check_picture
from ui.app.folders import folder
from ui.app.found_cameras import camera_source
from ui.app.zone_drawing import draw_zones
from ui.cli.open_dashboard import add_options, open_dashboard
from ui.cli.phone import add_phone_option, phone_page
from words import joined, say, tr, translated


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "calibrate",
        help=say("set up the camera over the mat, in about a minute"),
        description=say(
            "Looks for the mat, measures the lens by the mat's own markers (or by a "
            "ChArUco board), locks exposure, colour and focus, and says in words what to "
            "improve. The result is a readable profile that play uses. Exit code 1 when "
            "something should be improved."
        ),
        epilog=say(
            "examples:\n  diceref calibrate --camera 0 --mat {usual_mat}\n  diceref "
            "calibrate --check",
            usual_mat=usual_mat(),
        ),
    )
    command.add_argument(
        "--camera",
        metavar="SRC",
        help=say("picamera, phone, 0, a clip, a stream's address, or simulated, to try it"),
    )
    add_phone_option(command)
    command.add_argument(
        "--mat",
        metavar="NAME",
        help=say(
            "{names}, 'own' for loose markers, or a mat's .toml file; by default "
            "whichever lies there",
            names=joined(", ", sorted(MATS)),
        ),
    )
    command.add_argument(
        "--template",
        choices=sorted(TEMPLATES),
        default=usual_mat(),
        help=say(
            "whose zones an own mat gets, stretched to fit; official: the publisher's, roughly"
        ),
    )
    command.add_argument(
        "--draw", action="store_true", help=say("then draw the zones of an own mat, with dice")
    )
    command.add_argument(
        "--charuco", action="store_true", help=say("measure the lens with a board")
    )
    command.add_argument("--profile", type=Path, metavar="FILE", help=say("the profile to write"))
    command.add_argument(
        "--check", action="store_true", help=say("only check the profile there is")
    )
    command.add_argument(
        "--overlay", type=Path, metavar="F.png", help=say("plain, and draw what was found")
    )
    command.add_argument("--seconds", type=float, default=90.0, help=say("give up after this long"))
    command.add_argument("--plain", action="store_true", help=say("sentences only, no dashboard"))
    command.add_argument(
        "--json", action="store_true", help=say("plain, and one JSON object on stdout")
    )
    add_options(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Guide the user through it; 1 when a verdict asks for better."""
    with phone_page(arguments):
        return _calibrate(arguments)


def _calibrate(arguments: argparse.Namespace) -> int:
    source = camera_source(arguments.camera)
    kept = arguments.profile or profile_file(folder("profiles"), source)
    if arguments.overlay is not None:
        check_picture(arguments.overlay)
    if arguments.mat not in (None, "own"):
        _check_mat(arguments.mat)
    if arguments.check:
        return _check(arguments, source, kept)
    begin = partial(
        calibrate,
        source,
        kept,
        Guide(arguments.mat, arguments.template, charuco=arguments.charuco, phone=source == PHONE),
        arguments.seconds,
        draw_zones if arguments.draw else None,
        open_source=_opener(source),
    )
    if sys.stdout.isatty() and not (arguments.json or arguments.plain or arguments.overlay):
        from ui.screens.calibrate import CalibrateScreen, drawer  # noqa: PLC0415 - plain needs no toolkit

        screen = CalibrateScreen(begin, drawer(source, _opener(source)))
        open_dashboard(None, arguments, screen)
        return 0 if screen.all_good else 1
    return _plainly(arguments, kept, begin())


def _opener(source: str) -> Opener:
    """How this camera is opened: "simulated" is a table in software."""
    if source != "simulated":
        return open_unpaced
    from ui.app.simulated_camera import open_simulated  # noqa: PLC0415 - loads the simulation

    return open_simulated


def _check_mat(name: str) -> None:
    """Before a camera is opened. Raises `UserError` when there is no such mat."""
    try:
        mat_named(name)
    except ValueError as error:
        more = "" if name.endswith(".toml") else say(" Or 'own' for loose markers.")
        raise UserError(f"{error}{more}") from None


def _plainly(arguments: argparse.Namespace, kept: Path, calibration: Iterator[Progress]) -> int:
    """Say what the guide says whenever that changes, and the advice_on_view at the end."""
    said = ""
    for progress in calibration:
        words = progress.trouble or progress.guide.says
        if words != said:
            said = words
            _say(words)
    made, guide = progress.made, progress.guide
    assert made is not None
    assert progress.frame is not None
    assert guide.registration is not None
    if progress.own_mat is not None:
        _say(
            say(
                "The zones of your own mat are in {own_mat}: --draw draws them anew.",
                own_mat=progress.own_mat,
            )
        )
    _tell(arguments, progress.frame, guide.registration, guide.advice, made)
    _say(say("The profile is in {kept}.", kept=kept))
    return 0 if all(verdict.good for verdict in guide.advice) else 1


def _check(arguments: argparse.Namespace, source: str, kept: Path) -> int:
    """A second start: is the profile still true?"""
    try:
        known = read_profile(kept)
        with _opener(source)(source, known.lock) as camera:
            frame = _first_frame(camera, source)
            height, width = frame.image.shape[:2]
            check_camera(known, source, width, height)
            if arguments.mat is not None:
                check_mat(known, arguments.mat)
            found = register(frame.image, mat_named(known.mat), known.lens)
            width = camera.still().image.shape[1]
            said = advice_on_view(frame.image, found, width, phone=source == PHONE)
    except (CameraError, CalibrationError, ValueError) as error:
        raise UserError(str(error)) from error
    _say(
        say(
            "The camera stands {moved_since:.1f} cm from where it was calibrated.",
            moved_since=moved_since(known, found) / 10,
        )
    )
    _tell(arguments, frame, found, said, known)
    return 0 if all(verdict.good for verdict in said) else 1


def _first_frame(camera: Camera, source: str) -> Frame:
    for answer in next_frame(camera):
        if not isinstance(answer, str):
            return answer
        _say(answer)
    raise CalibrationError(tr("{source} holds no picture: name another one.", source=source))


def _tell(
    arguments: argparse.Namespace,
    frame: Frame,
    found: Registration,
    said: tuple[ViewAdvice, ...],
    made: Profile,
) -> None:
    for verdict in said:
        _say(f"{'good' if verdict.good else 'MEND'}  {verdict.words}")
    if arguments.overlay is not None and not cv2.imwrite(
        str(arguments.overlay), overlay(frame.image, found)
    ):
        raise UserError(
            tr(
                "cannot write {overlay}: name another file with --overlay.",
                overlay=arguments.overlay,
            )
        )
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
    print(translated(str(words)), file=sys.stderr, flush=True)
