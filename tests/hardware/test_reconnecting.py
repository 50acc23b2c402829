import logging
import time
from collections.abc import Callable
from threading import Event

import cv2
import numpy as np
import pytest

from calibration.mats import mat_named
from hardware.cameras.open import open_camera
from hardware.cameras.reconnecting import InterruptedCameraError, ReconnectingCamera
from hardware.frame import CameraError, Frame
from hardware.simulated import SimulatedTable
from tests.hardware.mjpeg_server import MjpegServer, picture
from tests.hardware.rtsp_server import RtspServer

BOTH = pytest.mark.parametrize("server_of", [MjpegServer, RtspServer])
"""Each kind of network stream there is."""


def read_until(
    camera: ReconnectingCamera, wanted: Callable[[Frame], bool], deadline: float = 15.0
) -> Frame:
    """Read on, through interruptions, until a frame is as wanted."""
    end = time.monotonic() + deadline
    while time.monotonic() < end:
        try:
            frame = camera.read()
        except InterruptedCameraError:
            continue
        if wanted(frame):
            return frame
    raise AssertionError("the wanted frame never came")


def read_until_interrupted(camera: ReconnectingCamera, deadline: float = 15.0) -> str:
    end = time.monotonic() + deadline
    while time.monotonic() < end:
        try:
            camera.read()
        except InterruptedCameraError as error:
            return str(error)
    raise AssertionError("the interruption was never told")


def left_shade(frame: Frame) -> float:
    return float(frame.image[:, :40].mean())


@BOTH
def test_a_stream_that_is_killed_and_restarted_is_picked_up_again(server_of):
    with server_of() as server:
        camera = open_camera(server.address)
        camera.__enter__()
        first = camera.read()
    try:
        said = read_until_interrupted(camera)
        assert "stream" in said
        assert not camera.link.connected
        with server_of(server.port, shade=120):
            later = read_until(camera, lambda frame: left_shade(frame) < 160)
            assert later.sequence > first.sequence
            assert later.monotonic > first.monotonic
            assert camera.link.connected
            assert camera.link.losses >= 1
    finally:
        camera.__exit__()


@BOTH
def test_a_stall_is_told_within_a_second_and_healed(server_of):
    with server_of() as server, open_camera(server.address) as camera:
        read_until(camera, lambda _: True)
        server.stalled.set()
        last = None
        begun = time.monotonic()
        while camera.link.connected and time.monotonic() < begun + 10:
            try:
                last = camera.read()
            except InterruptedCameraError:
                break
        assert last is None or camera.link.since - last.monotonic < 1.3
        assert not camera.link.connected
        server.stalled.clear()
        read_until(camera, lambda _: True)


@BOTH
def test_a_picture_that_shows_nothing_counts_as_silence(server_of):
    with server_of() as server, open_camera(server.address) as camera:
        read_until(camera, lambda _: True)
        shown = server.body
        server.body = cv2.imencode(".jpg", np.full((128, 160, 3), 90, np.uint8))[1].tobytes()
        assert "show nothing" in read_until_interrupted(camera)
        server.body = shown
        read_until(camera, lambda _: True)


def test_bytes_that_are_no_picture_are_survived():
    with MjpegServer() as server, open_camera(server.address) as camera:
        read_until(camera, lambda _: True)
        server.body = bytes(range(256)) * 8
        read_until_interrupted(camera)
        server.body = picture(60)
        read_until(camera, lambda frame: left_shade(frame) < 100)


def test_a_large_picture_of_many_packets_arrives_whole():
    table = SimulatedTable(mat_named("dicemasters")).read().image
    with RtspServer() as server:
        server.body = cv2.imencode(".jpg", table)[1].tobytes()
        with open_camera(server.address) as camera:
            frame = read_until(camera, lambda _: True)
    assert frame.image.shape == (720, 1280, 3)
    assert np.abs(frame.image.astype(float) - table).mean() < 4.0


@BOTH
def test_a_stream_nobody_sends_is_one_clear_sentence(server_of):
    with server_of() as server:
        address = server.address
    with pytest.raises(CameraError, match="does not answer: check"), open_camera(address):
        pass


def test_each_frame_is_given_once():
    with MjpegServer() as server, open_camera(server.address) as camera:
        sequences = [read_until(camera, lambda _: True).sequence for _ in range(5)]
    assert sequences == sorted(set(sequences))


class Script:
    """A live source that does what a test says, on its own terms."""

    def __init__(self, *, read=None, still=None):
        self.plan_read, self.plan_still = read, still
        self.count = 0

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def read(self):
        self.count += 1
        Event().wait(0.01)
        if self.plan_read is not None:
            self.plan_read(self.count)
        return Frame(NOISE, time.monotonic(), time.time(), self.count, "script")

    def still(self):
        self.plan_still()
        return Frame(np.tile(NOISE, (2, 2, 1)), time.monotonic(), time.time(), 1, "script")


NOISE = np.random.default_rng(0).integers(0, 255, (90, 160, 3), dtype=np.uint8)


def test_a_still_that_takes_longer_than_the_patience_is_no_loss():
    slow = Script(still=lambda: Event().wait(0.8))
    with ReconnectingCamera("script", lambda: slow, patience=0.3, still_s=5.0) as camera:
        assert camera.still().image.shape == (180, 320, 3)
        assert camera.read()
        assert camera.link.losses == 0


def test_a_library_that_fails_in_its_own_way_is_told_and_opened_again():
    def fail():
        raise RuntimeError("frontend has timed out")

    script = Script(still=fail)
    with ReconnectingCamera("picamera", lambda: script) as camera:
        with pytest.raises(CameraError, match=r"picamera failed \(frontend has timed out\): check"):
            camera.still()
        read_until(camera, lambda _: camera.link.losses == 1 and camera.link.connected)


def test_a_source_that_hangs_is_left_behind_and_a_fresh_one_opened():
    hang, opened = Event(), []

    def hang_on_the_first(count):
        if len(opened) == 1 and count == 2:
            hang.wait(20.0)

    def open_source():
        opened.append(Script(read=hang_on_the_first))
        return opened[-1]

    with ReconnectingCamera("camera 0", open_source, patience=0.3) as camera:
        read_until(camera, lambda _: camera.link.losses == 1 and camera.link.connected)
        assert len(opened) == 2
        hang.set()


def test_a_source_that_stays_away_is_tried_less_and_less_often(monkeypatch):
    monkeypatch.setattr("hardware.cameras.reconnecting._FIRST_PAUSE", 0.05)
    monkeypatch.setattr("hardware.cameras.reconnecting._LONGEST_PAUSE", 0.4)
    tried = []

    def fail(count):
        if count > 3:
            raise CameraError("The cable is out.")

    def open_source():
        tried.append(time.monotonic())
        fail(4 if len(tried) > 1 else 0)
        return Script(read=fail)

    with ReconnectingCamera("camera 0", open_source, patience=0.3) as camera:
        read_until(camera, lambda _: True)
        read_until_interrupted(camera)
        end = time.monotonic() + 10.0
        while len(tried) < 7 and time.monotonic() < end:
            Event().wait(0.02)
    pauses = np.diff(tried[1:])
    assert pauses[1] >= 1.5 * pauses[0]
    assert pauses[-1] == pytest.approx(0.4, abs=0.2)


def test_a_lost_camera_and_its_return_are_logged_once_each(caplog):
    caplog.set_level(logging.INFO, logger="hardware")
    with MjpegServer() as server, open_camera(server.address) as camera:
        read_until(camera, lambda _: True)
        server.stalled.set()
        read_until_interrupted(camera)
        read_until_interrupted(camera)
        server.stalled.clear()
        read_until(camera, lambda _: True)
    said = [record.getMessage() for record in caplog.records]
    assert sum("No picture from" in one for one in said) == 1
    assert [one for one in said if "sends pictures" in one][-1].endswith("it failed 1 times before")
    assert len(said) < 8


def test_a_still_from_a_camera_that_was_pulled_out_is_not_waited_for():
    def gone():
        Event().wait(0.2)
        raise CameraError("pulled out")

    def read(count):
        if count > 3:
            gone()

    script = Script(read=read)
    with ReconnectingCamera("script", lambda: script, patience=0.3, still_s=20.0) as camera:
        while camera.link.connected:
            time.sleep(0.01)
        began = time.monotonic()
        with pytest.raises(CameraError):
            camera.still()
        assert time.monotonic() - began < 5.0


def test_silence_is_told_as_soon_as_it_is_noticed():
    def read(count):
        if count > 3:
            Event().wait(10.0)

    with ReconnectingCamera("script", lambda: Script(read=read), patience=1.0) as camera:
        camera.read()
        began = time.monotonic()
        read_until_interrupted(camera)
        assert time.monotonic() - began < 1.8
