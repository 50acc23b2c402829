"""The camera's part in drawing zones with dice: where they lie on a mat at rest."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Final

import numpy as np

from calibration.errors import CalibrationError
from calibration.guide import CalibrationStep
from calibration.mat import Point
from calibration.mats.files import write_mat
from calibration.registration import Registration
from calibration.zone_drawing import ZoneDrawing, see_dice
from hardware.frame import Camera, CameraError, Frame
from ui.app.calibrating import Progress, next_frame
from ui.app.errors import UserError
from vision.detect import Detector
from vision.gate import Gate
from vision.weights import WeightsError
from words import tr

DIE_MM: Final = 14.5
"""The height taken for a die: between the 13 mm of one kind and the 16 mm of another."""

BESIDE_MM: Final = 20.0
SECONDS_A_ZONE: Final = 120.0


def draw_zones(camera: Camera, calibrated: Progress, kept: Path) -> Iterator[Progress]:
    """Let people draw the zones of a calibrated mat; after each one the mat is saved to `kept`.

    Raises `CalibrationError`, `CameraError`, `UserError`.
    """
    lies = calibrated.guide.registration
    assert lies is not None
    try:
        detector = Detector()
    except WeightsError as error:
        raise UserError(str(error)) from None
    gate, drawing = Gate(), ZoneDrawing(lies.mat)
    end = monotonic() + SECONDS_A_ZONE
    shown = calibrated
    while not drawing.done:
        frame = yield from _frame(camera, shown)
        glance, before = gate.look(frame), drawing.at
        if glance.still and not glance.hands:
            drawing = see_dice(drawing, dice_on(frame, lies, detector))
        if drawing.at != before:
            write_mat(drawing.mat, kept)
            end = monotonic() + SECONDS_A_ZONE
        if monotonic() > end:
            raise CalibrationError(
                tr("No zone was drawn for two minutes. {says}", says=drawing.says)
            )
        shown = _shown(calibrated, drawing, frame)
        yield shown
    yield replace(shown, made=calibrated.made)


def _frame(camera: Camera, shown: Progress) -> Generator[Progress, None, Frame]:
    """The camera's next frame; while it is silent, what it says."""
    for answer in next_frame(camera):
        if not isinstance(answer, str):
            return answer
        yield replace(shown, trouble=answer, made=None)
    raise CameraError(tr("The clip ended before all zones were drawn: what was drawn is kept."))


def dice_on(frame: Frame, lies: Registration, detector: Detector) -> Sequence[Point]:
    """Where the dice stand on the mat, mm."""
    found = [die for die in detector(frame.image) if die.flat and die.score >= detector.sure]
    if not found:
        return ()
    places = lies.top_to_mat(np.array([die.centre for die in found]), DIE_MM)
    return [
        (x, y)
        for x, y in places.tolist()
        if -BESIDE_MM <= x <= lies.mat.width + BESIDE_MM
        and -BESIDE_MM <= y <= lies.mat.height + BESIDE_MM
    ]


def _shown(calibrated: Progress, drawing: ZoneDrawing, frame: Frame) -> Progress:
    """The guide's own words and picture, with the zones as they are drawn by now."""
    lies = calibrated.guide.registration
    assert lies is not None
    guide = replace(
        calibrated.guide,
        step=CalibrationStep.ZONES,
        says=drawing.says,
        registration=replace(lies, mat=drawing.mat),
    )
    return replace(calibrated, guide=guide, frame=frame, made=None)
