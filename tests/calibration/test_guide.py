import time
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from calibration.camera_lock import CameraLock
from calibration.errors import CalibrationError
from calibration.guide import CalibrationStep, Guide, advance, profile_of, with_lock
from calibration.lens_fit import ENOUGH_VIEWS, charuco_board, charuco_view, fit_lens
from calibration.mat_pdf import charuco_shapes
from calibration.mat_picture import draw, picture_of
from calibration.mats import mat_named
from hardware.frame import Frame
from tests.bench.random_rigs import in_gray, photograph, random_rig
from ui.app.calibrating import calibrate_open

SIZE = (1280, 720)
TABLE = mat_named("dicemasters")


@pytest.fixture(scope="module")
def rig():
    return random_rig(TABLE, Random(21), SIZE)


@pytest.fixture(scope="module")
def frame(rig):
    return photograph(rig, Random(1), in_gray(TABLE, 4.0))


def through(guide, frame, looks=12):
    said = []
    for _ in range(looks):
        if guide.step is CalibrationStep.LOCK:
            guide = with_lock(guide, CameraLock(10000, 2.0))
        if guide.step is CalibrationStep.DONE:
            break
        guide = advance(guide, frame)
        said.append(guide.says)
    return guide, said


def test_the_guide_finds_the_mat_by_itself_and_ends_with_verdicts(frame):
    guide, _ = through(Guide(), frame)
    assert guide.step is CalibrationStep.DONE
    assert guide.mat == TABLE
    assert guide.registration.residual_mm < 1.0
    about = {verdict.about: verdict for verdict in guide.advice}
    assert about["focus"].good
    assert about["light"].good
    assert about["size"].words.startswith(("Lower the camera", "Use a camera", "Digits are"))


def test_what_the_guide_found_makes_a_profile(frame, rig):
    guide, _ = through(Guide("dicemasters"), frame)
    made = profile_of(guide, "camera 0")
    assert (made.camera, made.mat, made.lens_from) == ("camera 0", "dicemasters", "tags")
    assert made.lock == CameraLock(10000, 2.0)
    assert np.allclose(made.camera_mm, rig.camera, atol=60)


def test_another_mat_than_asked_for_is_named(frame):
    with pytest.raises(CalibrationError, match="The dicemasters mat lies under the camera, not"):
        advance(Guide("irondie"), frame)


def test_too_few_markers_are_told_with_where_the_hidden_ones_are(frame):
    covered = frame.copy()
    covered[:, :800] = 60
    guide = advance(Guide(), covered)
    assert guide.step is CalibrationStep.MAT
    assert "markers are seen, 4 are needed" in guide.says
    assert "top left" in guide.says


def test_the_guide_waits_until_the_mat_lies_still(rig):
    printed, guide = in_gray(TABLE, 4.0), Guide()
    for step in range(6):
        moving = replace(rig, camera=rig.camera + np.array([4.0 * step, 0, 0]))
        guide = advance(guide, photograph(moving, Random(step), printed))
    assert guide.step is CalibrationStep.MAT
    assert guide.says == "Hold the mat still."


def test_a_camera_that_cannot_be_locked_is_told_what_to_do_instead(frame):
    guide = Guide()
    while guide.step is not CalibrationStep.LOCK:
        guide = advance(guide, frame)
    assert "lock exposure and focus in its own app" in with_lock(guide, None).says


def boards(lens, count):
    """Pictures of a tilted ChArUco board through a known lens."""
    board = charuco_board()
    width, height = board.getChessboardSize()
    size = (width * 28.0, height * 28.0)
    printed = cv2.cvtColor(picture_of(charuco_shapes(), *size, 4.0), cv2.COLOR_BGR2GRAY)
    sheet = replace(TABLE, width=size[0], height=size[1], zones=(), tags=())
    rng = Random(5)
    for _ in range(count):
        rig = replace(random_rig(TABLE, rng, SIZE), mat=sheet, lens=lens, curls=(), hidden=())
        tilt = cv2.Rodrigues(np.array([rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), 0.0]))[0]
        away = np.array([rng.uniform(-60, 60), rng.uniform(-30, 30), rng.uniform(300, 380)])
        middle = np.array([size[0] / 2, size[1] / 2, 0.0])
        camera = (middle - tilt.T @ away) * (1, 1, -1)
        yield photograph(replace(rig, rotation=tilt, camera=camera), rng, printed)


def test_a_lens_is_measured_by_a_charuco_board_to_half_a_percent(rig):
    lens = replace(rig.lens, distortion=(-0.1, 0.03, 0.0, 0.0, 0.0))
    views = [view for image in boards(lens, 12) if (view := charuco_view(image)) is not None]
    assert len(views) >= ENOUGH_VIEWS
    found = fit_lens(views, lens.width, lens.height)
    assert found.error_px < 0.5
    assert found.lens.fx == pytest.approx(lens.fx, rel=0.005)
    assert found.lens.distortion[0] == pytest.approx(-0.1, abs=0.02)


def test_the_same_view_of_the_board_twice_does_not_count(rig, frame):
    lens = replace(rig.lens, distortion=(0.0,) * 5)
    guide = Guide(charuco=True)
    while guide.step is CalibrationStep.MAT:
        guide = advance(guide, frame)
    (board,) = boards(lens, 1)
    guide = advance(advance(guide, board), board)
    assert len(guide.views) == 1
    assert "tilt the board" in guide.says


def test_too_few_views_of_the_board_are_refused():
    with pytest.raises(CalibrationError, match="too few to measure the lens"):
        fit_lens([], 1280, 720)


def test_a_mirrored_stream_is_told(frame):
    guide = advance(Guide(), np.ascontiguousarray(frame[:, ::-1]))
    assert "The picture is mirrored" in guide.says
    guide = advance(Guide("dicemasters"), np.ascontiguousarray(frame[:, ::-1]))
    assert "The picture is mirrored" in guide.says


class ColouredLamp:
    """A lockable camera over a mat under a yellow lamp; its gains act on light, as a sensor's."""

    LAMP = (1.0, 0.8, 0.45)  # red, green, blue

    def __init__(self):
        self.light = (draw(TABLE, 2.6)[:, :, ::-1] / 255.0) ** 2.2 * 0.5 * np.array(self.LAMP)
        self.held = CameraLock(10000.0, 1.0, (1.0, 1.3))  # what its automatics make of it

    def read(self):
        red, blue = self.held.colour_gains
        seen = np.clip(self.light * np.array([red, 1.0, blue]), 0, 1) ** (1 / 2.2)
        image = np.round(255 * seen[:, :, ::-1]).astype(np.uint8)
        return Frame(np.ascontiguousarray(image), time.monotonic(), time.time(), 1, "lamp")

    still = read

    def measure(self):
        return self.held

    def lock(self, wanted):
        self.held = wanted
        return wanted


def test_colour_gains_are_measured_on_the_grey_patches_once_and_held(tmp_path):
    camera = ColouredLamp()
    *_, end = calibrate_open(camera, "lamp", tmp_path / "lamp.toml", Guide(), 60.0)
    red, blue = end.made.lock.colour_gains
    assert red == pytest.approx(0.8 / 1.0, rel=0.04)
    assert blue == pytest.approx(0.8 / 0.45, rel=0.04)
    assert camera.held == end.made.lock
    colours = {verdict.about: verdict for verdict in end.guide.advice}["colour"]
    assert colours.words == "Grey is seen as grey."
