"""A real game over a real network stream that is killed and restarted."""

import threading
import time

import cv2
import pytest

from calibration.mats import mat_named
from hardware.cameras.open import open_camera
from hardware.simulated import SimulatedTable, Viewpoint
from rules.journal import Journal
from tests.hardware.mjpeg_server import MjpegServer
from ui.app.game_plan import example, setup_of
from ui.app.known_games import known_game
from ui.app.live import live_session
from ui.app.rig import open_rig


@pytest.fixture(scope="module")
def table():
    """An empty mat under a camera, as JPEG."""
    own = mat_named("dicemasters")
    view = Viewpoint.overlooking(own.width, own.height, size=(1280, 720))
    return cv2.imencode(".jpg", SimulatedTable(own, view=view, seed=1).read().image)[1].tobytes()


@pytest.fixture
def session(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    known = known_game("avx")
    journal = Journal.create(
        tmp_path / "game.diceref", "avx", setup_of(example("avx")), wall_time=1.0
    )
    yield live_session(known, journal, open_rig("stream", None, known.mat_for(journal.setup)))
    journal.close()


def wait_for(condition, deadline=20.0):
    end = time.monotonic() + deadline
    while not condition():
        assert time.monotonic() < end, "it never came about"
        threading.Event().wait(0.05)


def camera(session):
    """What the health line says of the camera."""
    lines = [line.value for line in session.latest().health if line.name == "camera"]
    return lines[0] if lines else ""


def test_a_game_survives_its_camera_being_killed_and_restarted(session, table):
    with MjpegServer(shade=100) as server:
        server.body = table
        source = open_camera(server.address)
        source.__enter__()
        worker = threading.Thread(target=session.watch, args=(source,), daemon=True)
        worker.start()
        wait_for(lambda: camera(session) == "good")
    try:
        before = session.state
        wait_for(lambda: session.latest().waiting == "camera")
        assert camera(session) == "lost"
        assert "stream" in session.latest().notice
        with MjpegServer(server.port) as again:
            again.body = table
            wait_for(lambda: session.latest().waiting != "camera")
            wait_for(lambda: camera(session) == "good")
            assert "stream" not in session.latest().notice
            assert session.state == before
    finally:
        session.stop()
        worker.join(timeout=10.0)
        source.__exit__()
    assert not worker.is_alive()
