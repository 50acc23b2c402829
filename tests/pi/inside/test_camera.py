"""`hardware.cameras.picamera` with the real picamera2 and libcamera."""

import subprocess
import sys
import time
from collections import deque

import cv2
import numpy as np
import pytest

from calibration.camera_lock import CameraLock, differences
from hardware.cameras import picamera
from hardware.cameras.open import open_camera
from hardware.cameras.picamera import PiCamera
from hardware.cameras.reconnecting import InterruptedCameraError
from hardware.frame import CameraError
from tests.pi.inside.boards import BOARDS, be
from tests.pi.virtual_camera import SENSOR, SensorState, VirtualCamera, as_seen, configure

HALF = SENSOR[1] // 2, SENSOR[0] // 2, 3
LOCK = CameraLock(10_000.0, 2.5, (1.7, 1.6), focus=1.7)
GREYS = 3.0
"""Mean difference that two ways of scaling and the loss of colour in YUV420 may leave."""


@pytest.fixture(autouse=True, params=BOARDS)
def board(request):
    be(request.param)
    return request.param


def test_a_frame_is_half_the_sensor_with_a_small_grey_companion(table):
    with PiCamera() as camera:
        frame = camera.read()
        assert camera.name == "imx708"
    assert frame.image.shape == HALF
    assert frame.small.shape == (360, 640)
    assert as_seen(table, frame) < GREYS
    grey = cv2.resize(cv2.cvtColor(table, cv2.COLOR_BGR2GRAY), (640, 360))
    assert np.corrcoef(grey.ravel(), frame.small.ravel())[0, 1] > 0.95


def test_frames_are_stamped_with_when_they_were_taken(table):
    with PiCamera() as camera:
        ages = [-camera.read().monotonic + time.monotonic() for _ in range(10)]
        stamps = [camera.read().monotonic for _ in range(5)]
    assert 0 <= min(ages) < 0.5
    assert stamps == sorted(set(stamps))


def test_a_still_shows_the_whole_sensor_and_frames_go_on(table, board):
    with PiCamera() as camera:
        still = camera.still()
        frame = camera.read()
        again = camera.still()
    assert still.image.shape == again.image.shape == (SENSOR[1], SENSOR[0], 3)
    assert as_seen(table, still) < GREYS
    assert frame.image.shape == HALF
    assert as_seen(table, frame) < GREYS


def test_colours_arrive_as_they_were_shown(virtual, table):
    for bgr in ((200, 40, 40), (40, 200, 40), (40, 40, 200)):
        card = np.full((SENSOR[1], SENSOR[0], 3), bgr, np.uint8)
        virtual.show(card)
        with PiCamera() as camera:
            for frame in (camera.read(), camera.still()):
                assert np.abs(frame.image.reshape(-1, 3).mean(0) - bgr).max() < 4


def test_the_sensors_modes_are_listed(table):
    with PiCamera() as camera:
        camera._camera.stop()
        modes = [mode["size"] for mode in camera._camera.sensor_modes]
    assert SENSOR in modes
    assert (SENSOR[0] // 2, SENSOR[1] // 2) in modes


def test_what_was_measured_is_held_and_read_back(table):
    with PiCamera() as camera:
        measured = camera.measure()
        assert measured.focus == pytest.approx(1.8)
        held = camera.lock(LOCK)
        assert not differences(LOCK, held)
        camera.still()
        camera.read()
        assert not differences(LOCK, camera._now_held())
        again = camera.measure()  # the automatics take over again
        assert again.exposure_us == measured.exposure_us


def test_a_camera_that_does_not_hold_its_exposure_is_named(virtual, table):
    virtual.behave(obeys=False)
    with PiCamera() as camera, pytest.raises(CameraError, match="does not hold"):
        camera.lock(LOCK)
    with pytest.raises(CameraError, match="does not hold"), PiCamera(LOCK):
        pass


def test_a_search_for_the_focus_that_fails_stops_nothing(virtual, table):
    virtual.behave(focus_frames=0)
    with PiCamera() as camera:
        with pytest.raises(CameraError, match="cannot focus"):
            camera.measure()
        assert camera.read().image.shape == HALF


@pytest.mark.parametrize("frames", [-1, 60], ids=["never", "late"])
def test_a_search_for_the_focus_that_does_not_end_is_given_up(virtual, table, monkeypatch, frames):
    monkeypatch.setattr(picamera, "STILL_S", 1.0)
    virtual.behave(focus_frames=frames)
    with PiCamera() as camera:
        with pytest.raises(CameraError, match="cannot focus"):
            camera.measure()
        for _ in range(60):
            assert camera.read().image.shape == HALF
        virtual.behave(focus_frames=3)
        assert camera.measure().focus == pytest.approx(1.8)


def test_it_is_closed_and_opened_again(table):
    for _ in range(4):
        with PiCamera(LOCK) as camera:
            assert not differences(LOCK, camera._now_held())
            assert camera.read().image.shape == HALF


def test_a_camera_that_another_part_of_the_program_uses_is_in_use(table):
    with PiCamera() as camera:
        with pytest.raises(CameraError, match="in use by another program"), PiCamera():
            pass
        assert camera.read().image.shape == HALF


def test_a_camera_that_another_program_uses_is_in_use(table, board):
    with PiCamera() as camera:
        words = ["-m", "tests.pi.inside.boards", board, "calibrate", "--camera", "picamera"]
        other = subprocess.run(
            [sys.executable, *words, "--plain"], capture_output=True, text=True, check=False
        )
        assert other.returncode == 2
        assert "in use by another program" in other.stderr
        assert camera.read().image.shape == HALF


def test_a_cable_that_slipped_is_said_and_the_camera_opens_again(virtual, table, monkeypatch):
    monkeypatch.setattr(picamera, "_FRAME_S", 0.5)
    with PiCamera() as camera:
        camera.read()
        virtual.behave(SensorState.SILENT)
        with pytest.raises(CameraError, match="sends nothing"):
            deque((camera.read() for _ in range(5)), 0)  # what was on its way comes yet
    virtual.behave()
    with PiCamera() as camera:
        assert as_seen(table, camera.read()) < GREYS


def test_a_game_waits_for_a_cable_to_be_pressed_in_again(virtual, table):
    with open_camera("picamera") as camera:
        assert camera.read().image.shape == HALF
        virtual.behave(SensorState.SILENT)
        said, until = "", time.monotonic() + 20
        while not said and time.monotonic() < until:
            try:
                camera.read()
            except InterruptedCameraError as error:
                said = str(error)
        assert "picamera" in said or "Pi camera" in said
        virtual.behave()
        back, until = None, time.monotonic() + 40
        while back is None and time.monotonic() < until:
            try:
                back = camera.read()
            except InterruptedCameraError:
                continue
        assert back is not None
        assert back.image.shape == HALF


def inside(code, board, *cameras):
    """What a program of its own prints, or the sentence that it ends with."""
    configure(*cameras)
    begin = f"from tests.pi.inside.boards import be; be({board!r})\n"
    done = subprocess.run(
        [sys.executable, "-c", begin + code], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


OPEN = "from hardware.cameras.picamera import PiCamera\nwith PiCamera() as c: print(c.name)"


@pytest.fixture
def own_configuration(virtual):
    yield
    configure(virtual)


def test_no_camera_at_all(virtual, board, tmp_path, own_configuration):
    gone = VirtualCamera(tmp_path / "gone").behave(SensorState.UNPLUGGED)
    assert "No Pi camera is found" in inside(OPEN, board, gone)


def test_of_two_cameras_either_can_be_named(table, board, tmp_path, own_configuration):
    two = [VirtualCamera(tmp_path / name, model=name) for name in ("imx477", "imx708")]
    for camera in two:
        camera.show(table)
    names = set()
    for spec in ("picamera", "picamera1"):
        code = (
            "from hardware.cameras.open import open_camera\n"
            f"with open_camera({spec!r}) as c: print(c.ask(lambda source: source.name))"
        )
        names.add(inside(code, board, *two))
    assert names == {"imx477", "imx708"}
    third = "from hardware.cameras.picamera import PiCamera\nwith PiCamera(number=2): pass"
    assert "There is no Pi camera 2" in inside(third, board, *two)


def test_a_camera_that_is_taken_away_while_it_runs_is_said(
    table, board, tmp_path, own_configuration
):
    one = VirtualCamera(tmp_path / "one")
    one.show(table)
    code = (
        "import sys\nfrom hardware.cameras import picamera\n"
        "picamera._FRAME_S = 1.0\n"
        "from tests.pi.virtual_camera import SensorState\n"
        "import mmap, struct\n"
        f"file = open({str(tmp_path / 'one')!r}, 'r+b')\n"
        "memory = mmap.mmap(file.fileno(), 0)\n"
        "with picamera.PiCamera() as c:\n"
        "    c.read(); memory[8:12] = struct.pack('=i', int(SensorState.UNPLUGGED))\n"
        "    try:\n"
        "        for _ in range(9): c.read()\n"
        "    except Exception as error: print(type(error).__name__, error, flush=True)\n"
    )
    assert inside(code, board, one).startswith("CameraError The Pi camera sends nothing")


def test_rows_that_are_padded_are_cut_off(board, tmp_path, own_configuration):
    one = VirtualCamera(tmp_path / "hq", model="imx477", size=(2028, 1520))
    across = np.linspace(0, 255, 2028, dtype=np.uint8)
    one.show(cv2.merge([np.tile(across, (1520, 1))] * 3))
    code = (
        "from hardware.cameras.picamera import PiCamera\n"
        "with PiCamera() as c:\n"
        "    for f in (c.read(), c.still()):\n"
        "        row = f.image[f.image.shape[0] // 2].mean(1)\n"
        "        print(f.image.shape[1], round(row[2]), round(row[-3]), end=' ')\n"
    )
    said = [int(word) for word in inside(code, board, one).split()]
    assert (said[0], said[3]) == (1014, 2028)
    assert max(said[1], said[4]) < 4
    assert min(said[2], said[5]) > 251
