"""A recorded session plays again as it was."""

import time
from pathlib import Path

import numpy as np
import pytest

from calibration.mats import mat_named
from hardware.cameras.open import open_camera
from hardware.cameras.recorded import RecordedCamera, RecordingCamera
from hardware.dice import DieKind, PipFace
from hardware.frame import CameraError
from hardware.simulated import SimulatedHands, SimulatedTable, Viewpoint, WantedDie

MAT = mat_named("dicemasters")
DIE = DieKind("red", "", tuple(PipFace(value) for value in range(1, 7)), (200, 0, 0), (0, 0, 0))


def table():
    view = Viewpoint.overlooking(MAT.width, MAT.height, size=(256, 144))
    made = SimulatedTable(MAT, view=view, still_size=(512, 288), fps=20.0)
    SimulatedHands(made, {"red": DIE}).arrange({"a": WantedDie("red", "field", 0, 3)})
    return made


@pytest.fixture(params=[None, 90])
def session(request, tmp_path):
    """A recorded session and what the program saw of it: frames, and a still in their midst."""
    path = tmp_path / "evening.dicerec"
    with RecordingCamera(table(), path, quality=request.param) as camera:
        before = [camera.read() for _ in range(6)]
        still = camera.still()
        after = [camera.read() for _ in range(6)]
    return path, before, still, after


def same(one, other):
    return np.array_equal(one.image, other.image) and (
        one.monotonic,
        one.wall,
        one.sequence,
        one.source,
    ) == (other.monotonic, other.wall, other.sequence, other.source)


def test_a_recorded_session_plays_again_bit_for_bit(session):
    path, before, still, after = session
    with RecordedCamera(path, paced=False) as camera:
        assert all(same(camera.read(), frame) for frame in before)
        assert same(camera.still(), still)
        assert all(same(camera.read(), frame) for frame in after)
        assert camera.read() is None


def test_a_table_at_rest_takes_little_room_and_plays_again_bit_for_bit(tmp_path):
    path = tmp_path / "rest.dicerec"
    with RecordingCamera(table(), path) as camera:
        seen = [camera.read() for _ in range(100)]
    pictures = {id(frame.image) for frame in seen[-50:]}
    assert len(pictures) <= 3
    with RecordedCamera(path, paced=False) as camera:
        assert all(same(camera.read(), frame) for frame in seen)


def test_a_die_put_down_after_a_rest_is_recorded_at_once(tmp_path):
    quiet = table()
    quiet.finish()
    with RecordingCamera(quiet, tmp_path / "rest.dicerec") as camera:
        for _ in range(30):
            resting = camera.read()
        quiet.move("a", 100.0, 220.0)
        assert not np.array_equal(camera.read().image, resting.image)


def test_stills_nobody_asks_for_again_are_passed_over(session):
    path, before, _, after = session
    with RecordedCamera(path, paced=False) as camera:
        played = [camera.read() for _ in range(12)]
    assert all(same(one, other) for one, other in zip(played, before + after, strict=True))


def test_a_recorded_session_plays_at_its_own_speed(session):
    path = session[0]
    with RecordedCamera(path) as camera:
        begun = time.monotonic()
        frames = [camera.read() for _ in range(12)]
        lasted = time.monotonic() - begun
    assert lasted >= frames[-1].monotonic - frames[0].monotonic - 1e-3


@pytest.mark.parametrize("cut", [1, 5, 2000])
def test_a_torn_recording_plays_what_is_whole_and_then_says_so_in_one_sentence(session, cut):
    path = session[0]
    path.write_bytes(path.read_bytes()[:-cut])
    with RecordedCamera(path, paced=False) as camera:
        assert all(camera.read() for _ in range(11))
        with pytest.raises(CameraError, match=r"torn after frame \d+: what came before") as said:
            camera.read()
        assert str(said.value).count(". ") == 0
        assert camera.read() is None


def test_a_damaged_picture_is_never_shown(session):
    path, before, *_ = session
    torn = bytearray(path.read_bytes())
    torn[len(torn) // 2] ^= 0xFF
    path.write_bytes(torn)
    with RecordedCamera(path, paced=False) as camera:
        shown = [camera.read() for _ in range(4)]
        with pytest.raises(CameraError, match="torn"):
            shown += [camera.read() for _ in range(8)]
    assert all(same(one, other) for one, other in zip(shown, before, strict=False))


def test_a_file_that_is_no_recording_is_refused(tmp_path):
    other = tmp_path / "notes.dicerec"
    other.write_text("shopping: milk")
    with pytest.raises(CameraError, match="no recorded session"), open_camera(str(other)):
        pass


def test_a_recording_never_overwrites_another(session):
    path = session[0]
    whole = path.read_bytes()
    with pytest.raises(CameraError, match="there already"), RecordingCamera(table(), path):
        pass
    assert path.read_bytes() == whole


def test_a_recording_where_nothing_can_be_written_is_refused():
    with (
        pytest.raises(CameraError, match="cannot be written"),
        RecordingCamera(table(), Path("/proc/nowhere/a.dicerec")),
    ):
        pass
