"""A phone as the camera: a real browser with a film for its camera, and phones that mean harm."""

import contextlib
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

import cv2
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from calibration.camera_lock import CameraLock
from calibration.mats import mat_named
from hardware.cameras.locking import hold_camera
from hardware.cameras.open import open_camera
from hardware.cameras.phone import PhoneCamera, pictures_socket
from hardware.cameras.reconnecting import InterruptedCameraError
from hardware.cameras.telling import tell_camera
from hardware.frame import CameraError
from hardware.simulated import SimulatedTable, Viewpoint
from tests.browser import SIZES, chromium, no_wider_than_the_window, opened, serious_faults, until
from ui.web.codes import TRIES
from ui.web.phone import page as phone_page
from ui.web.phone import site as phone_site
from ui.web.phone.page import PhonePage


def jpeg(width=64, height=36, shade=0):
    picture = np.indices((height, width)).sum(axis=0).astype(np.uint8)[..., None].repeat(3, axis=2)
    return cv2.imencode(".jpg", picture + np.uint8(shade))[1].tobytes()


def promise(width, height):
    """The head of a JPEG of this size, and nothing more."""
    size = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    return b"\xff\xd8" + size + b"\xff\xda" + bytes(64)


class HandHeld:
    """A phone in a test's hand: it says the code, and answers as it is told to."""

    def __init__(self, page, *, name="phone 1", code=None, origin=None):
        host = f"127.0.0.1:{page.port}"
        self.line = connect(f"ws://{host}/pictures", origin=origin or f"http://{host}").__enter__()
        HELD.append(self.line)
        self.send({"code": page.code if code is None else code, "phone": name})
        self.first = self.next()

    def send(self, said):
        self.line.send(said if isinstance(said, bytes) else json.dumps(said))

    def next(self, timeout=5.0):
        """What it is told next; the code with which it was hung up on."""
        try:
            return json.loads(self.line.recv(timeout))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def answers(self, content):
        """Give this to whatever is asked, until somebody hangs up."""

        def run():
            while isinstance(said := self.next(20.0), dict):
                if "want" in said:
                    with contextlib.suppress(ConnectionClosed):
                        self.send(content)

        threading.Thread(target=run, daemon=True).start()
        return self


HELD = []


@pytest.fixture(autouse=True)
def hung_up():
    """No phone of one test is there in the next."""
    yield
    while HELD:
        HELD.pop().close()


@pytest.fixture(scope="module")
def same_page():
    with PhonePage(("127.0.0.1", 0), None) as one:
        yield one


@pytest.fixture
def page(same_page):
    same_page.phone_came.clear()
    return same_page


@pytest.fixture
def own_page(tmp_path):
    """A page that is not as it was after the test."""
    with PhonePage(("127.0.0.1", 0), None, tmp_path / "pictures") as one:
        yield one


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """A second of an empty mat, as Chromium's camera takes it."""
    path = tmp_path_factory.mktemp("film") / "mat.mjpeg"
    own = mat_named("dicemasters")
    view = Viewpoint.overlooking(own.width, own.height, size=(1920, 1080))
    table = SimulatedTable(own, view=view, seed=1)
    path.write_bytes(
        b"".join(cv2.imencode(".jpg", table.read().image)[1].tobytes() for _ in range(3))
    )
    return path


@pytest.fixture(scope="module")
def browser(film):
    camera = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
    with chromium(*camera, f"--use-file-for-fake-video-capture={film}") as one:
        yield one


def shows(camera, *, pictures):
    """Whether it comes to give pictures, or none."""
    end = time.monotonic() + 15
    while time.monotonic() < end:
        try:
            camera.read()
        except InterruptedCameraError:
            if not pictures:
                return True
        else:
            if pictures:
                return True
    return False


def why_not(camera):
    """The sentence that a camera gives instead of a picture."""
    with pytest.raises(CameraError) as said, camera:
        camera.read()
    assert str(said.value).rstrip(".").count(". ") == 0
    return str(said.value)


def test_a_phones_pictures_are_frames_and_stills_and_it_shows_what_is_said(browser, page):
    with opened(browser, page.address, "phone", permissions=["camera"]) as phone:
        assert page.phone_came.wait(10)
        with open_camera("phone") as camera:
            frames = [camera.read() for _ in range(3)]
            assert {frame.image.shape for frame in frames} == {(720, 1280, 3)}
            assert camera.still().image.shape == (1080, 1920, 3)
            assert hold_camera(camera) is None  # this browser's camera has no such controls
            tell_camera(camera, "Raise the camera 8 cm.")
            until(phone, "document.getElementById('told').textContent.includes('8 cm')")


@pytest.mark.slow
def test_a_phone_that_was_away_is_picked_up_again(browser, page):
    with opened(browser, page.address, permissions=["camera"]) as phone:
        assert page.phone_came.wait(10)
        with open_camera("phone") as camera:
            camera.read()
            away = "const back = connect; window.connect = () => setTimeout(back, 4000)"
            phone.evaluate(f"{{ {away}; line.close() }}")  # as when its network goes
            assert shows(camera, pictures=False)
            assert shows(camera, pictures=True)


def test_a_page_that_is_not_in_front_says_so(browser, page):
    with opened(browser, page.address, permissions=["camera"]) as phone:
        assert page.phone_came.wait(10)
        phone.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
        assert "unlock the phone" in why_not(PhoneCamera())


@pytest.mark.parametrize("size", SIZES)
def test_the_phones_page_can_be_read_by_everybody(browser, page, size):
    with opened(browser, page.address, size, permissions=["camera"]) as phone:
        assert page.phone_came.wait(10)
        assert serious_faults(phone) == []
        assert no_wider_than_the_window(phone)


def test_without_the_code_in_its_address_the_page_asks_for_it(browser, own_page):
    with opened(browser, own_page.address.partition("#")[0], permissions=["camera"]) as phone:
        phone.fill("#code", "00000000")
        phone.press("#code", "Enter")
        until(phone, "document.getElementById('trouble').textContent.includes('code is wrong')")
        phone.fill("#code", own_page.code)
        phone.press("#code", "Enter")
        assert own_page.phone_came.wait(10)


@pytest.mark.slow
def test_no_phone_at_all_is_said_in_one_sentence(page):
    assert "No phone sends pictures" in why_not(PhoneCamera())


def test_without_the_page_a_phone_cannot_be_opened(tmp_path):
    assert "--camera phone" in why_not(PhoneCamera(where=tmp_path / "nothing"))


def test_a_code_is_needed(own_page):
    for code in ("", "0" * 500, "\ud800", {}, 12345678, ["a"]):
        stranger = HandHeld(own_page, code=code)
        assert "code is wrong" in stranger.first["refused"]
        assert stranger.next() == phone_site.WRONG
    assert not own_page.phone_came.is_set()


def test_a_code_is_not_found_by_trying(own_page):
    for _ in range(TRIES):
        assert "code is wrong" in HandHeld(own_page, code="0").first["refused"]
    assert (
        "code is wrong" in HandHeld(own_page).first["refused"]
    )  # even the right one, for a minute


def test_a_foreign_page_is_let_in_by_no_code(page):
    assert "refused" in HandHeld(page, origin="https://elsewhere.example").first


def test_one_phone_is_the_camera_and_may_come_back_itself(page):
    first = HandHeld(page)
    assert first.first["welcome"]
    assert "Another phone" in HandHeld(page, name="phone 2").first["refused"]
    assert HandHeld(page).first["welcome"]  # the same one, on a new connection
    assert "refused" in first.next()


def test_a_picture_of_100_megapixels_is_refused_in_one_sentence_before_its_pixels_are_read(page):
    phone = HandHeld(page).answers(promise(12_000, 9_000))
    assert "12000 x 9000" in why_not(PhoneCamera())
    phone.line.close()
    HandHeld(page, name="phone 2").answers(jpeg())  # the next one is served
    with PhoneCamera() as camera:
        assert camera.read().image.shape == (36, 64, 3)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xd8", b"GIF89a", promise(640, 360), jpeg()[:200], b"\x00" * 10_000]
)
def test_what_is_no_picture_is_said_and_the_phone_is_hung_up_on(page, content):
    HandHeld(page).answers(content)
    assert "what is no picture" in why_not(PhoneCamera())


def test_more_than_can_be_a_picture_is_never_taken_in(page):
    HandHeld(page).answers(bytes(phone_site.LARGEST_PICTURE + 1))
    assert "phone" in why_not(PhoneCamera())
    HandHeld(page).answers(jpeg())
    with PhoneCamera() as camera:
        assert camera.read().image.any()


@pytest.mark.parametrize("said", [{"cannot": "camera"}, ["x"], {"settings": "1e999"}, {}])
def test_nonsense_for_an_answer_is_no_picture(page, said):
    HandHeld(page).answers(said)
    assert "gives no picture" in why_not(PhoneCamera())
    with PhoneCamera() as camera:
        assert camera.lock(CameraLock(exposure_us=8000.0)) == CameraLock()


def test_a_phone_that_sends_what_nobody_asked_for_is_hung_up_on(page):
    phone = HandHeld(page)
    phone.send(jpeg())
    assert "refused" in phone.next()
    assert phone.next() == phone_site.THROWN_OUT


@pytest.mark.slow
def test_a_slow_phone_is_given_up_and_another_one_is_served(page):
    phone = HandHeld(page)  # never answers
    began = time.monotonic()
    assert "too long" in why_not(PhoneCamera())
    assert time.monotonic() - began < phone_site.FRAME_S + 2.0
    assert "want" in phone.next()
    assert "refused" in phone.next()
    HandHeld(page, name="phone 2").answers(jpeg())
    with PhoneCamera() as camera:
        assert camera.read().image.any()


@pytest.mark.slow
def test_what_is_to_be_held_is_told_to_every_phone_that_comes(own_page):
    with PhoneCamera(where=own_page.pictures) as camera, pytest.raises(CameraError):
        camera.lock(CameraLock(exposure_us=8000.0, focus=1.5))
    assert HandHeld(own_page).first["hold"]["exposure_us"] == 8000.0


def test_a_process_that_ends_is_started_again_with_the_same_code(own_page, monkeypatch):
    monkeypatch.setattr(phone_page, "AGAIN_S", 0.1)
    code, port = own_page.code, own_page.port
    os.kill(own_page._page.pid, signal.SIGKILL)
    end = time.monotonic() + 20
    while True:
        with contextlib.suppress(OSError, WebSocketException):
            assert HandHeld(own_page).first["welcome"]
            break
        assert time.monotonic() < end
        time.sleep(0.1)
    assert (own_page.code, own_page.port) == (code, port)


def test_a_code_is_of_one_evening_and_only_its_owner_reads_it(tmp_path):
    kept = tmp_path / "phone.code"
    code = phone_page.code_of_today(kept)
    assert phone_page.code_of_today(kept) == code
    assert kept.stat().st_mode & 0o077 == 0
    yesterday = time.time() - 24 * 3600
    os.utime(kept, (yesterday, yesterday))
    assert phone_page.code_of_today(kept) != code
    for nonsense in (b"", b"\xff\xfe", b"1234567890", b"12 45 78"):
        kept.write_bytes(nonsense)
        assert len(phone_page.code_of_today(kept).encode()) == 8


def test_only_this_user_can_ask_for_pictures(page):
    assert pictures_socket().stat().st_mode & 0o077 == 0
    assert pictures_socket().parent.stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_a_camera_that_is_a_phone_is_calibrated_and_the_phone_says_what_to_change(
    browser, tmp_path
):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = (
        "calibrate", "--camera", "phone", "--phone", f"127.0.0.1:{port}",
        "--mat", "dicemasters", "--plain",
    )  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "ui.cli.main", *words],
        env={**os.environ, "DICEREF_HOME": str(tmp_path), "DICEREF_LANGUAGE": "en"},
        stderr=subprocess.PIPE,
        text=True,
    ) as calibrating:
        said = iter(calibrating.stderr.readline, "")
        told = next(line for line in said if "and the code" in line)
        code = re.search(r"the code (\d{8})", told).group(1)
        address = f"http://127.0.0.1:{port}/#code={code}"
        with opened(browser, address, "phone", permissions=["camera"]) as phone:
            until(phone, "document.getElementById('state').textContent.includes('Connected')")
            phone.evaluate("window.connect = () => {}")  # it would look for the game for ever
            rest = calibrating.stderr.read()
            assert calibrating.wait(20) == 1  # digits of 6 px, where 12 are needed
            until(phone, "document.getElementById('told').textContent.includes('12 are needed')")
    assert "The phone is the camera now" in rest
    assert (tmp_path / "profiles" / "phone.toml").exists()
