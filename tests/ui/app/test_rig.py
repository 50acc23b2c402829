from dataclasses import replace
from pathlib import Path

import pytest

from calibration.camera_lock import CameraLock
from calibration.lens import guessed_lens
from calibration.mats import mat_named
from calibration.mats.files import write_mat
from calibration.profile import Profile, profile_file, read_profile, write_profile
from calibration.registration import register
from hardware.simulated import SimulatedTable, Viewpoint
from ui.app.errors import UserError
from ui.app.rig import open_rig, profile_warning

LENS = guessed_lens(2304, 1296)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


def calibrated(folder: Path, mat_name: str) -> Path:
    path = profile_file(folder / "profiles", "camera 0")
    lock = CameraLock(9900.0)
    place = (260.0, 190.0, 560.0)
    write_profile(
        Profile("camera 0", mat_name, "2026-01-31", LENS, "tags", 0.1, place, 3.0, lock), path
    )
    return path


def test_a_camera_never_calibrated_plays_on_the_games_mat(home):
    assert open_rig("camera 0", None, "dicemasters").mat == mat_named("dicemasters")
    assert open_rig("camera 0", None, "dicemasters").lens is None


def test_the_newest_profile_of_the_camera_gives_lens_and_lock(home):
    calibrated(home, "dicemasters")
    found = open_rig("camera 0", None, "dicemasters")
    assert (found.lens.width, found.lock) == (2304, CameraLock(9900.0))


def test_a_lens_measured_over_another_mat_still_holds(home):
    calibrated(home, "irondie")
    found = open_rig("camera 0", None, "dicemasters")
    assert found.mat.name == "dicemasters"
    assert found.lens is not None


def test_a_named_profile_of_another_mat_is_refused_in_one_sentence(home):
    path = calibrated(home, "irondie")
    with pytest.raises(UserError, match="over the irondie mat and this game is played on the dice"):
        open_rig("camera 0", str(path), "dicemasters")


def test_a_mat_of_the_players_own_is_played_on(home):
    own = home / "own.toml"
    write_mat(mat_named("dicemasters"), own)
    calibrated(home, str(own))
    assert open_rig("camera 0", None, "dicemasters").mat.zones == mat_named("dicemasters").zones
    own.unlink()
    with pytest.raises(UserError, match=r"own\.toml cannot be read"):
        open_rig("camera 0", None, "dicemasters")


def test_a_named_profile_of_another_camera_is_refused_in_one_sentence(home):
    path = calibrated(home, "dicemasters")
    with pytest.raises(UserError, match="made with 'camera 0' and this is '1'"):
        open_rig("1", str(path), "dicemasters")


def test_a_second_start_says_when_the_camera_stands_elsewhere_or_sends_another_shape(home):
    lies = mat_named("dicemasters")
    view = Viewpoint.overlooking(lies.width, lies.height)
    picture = SimulatedTable(lies, view=view).read().image
    seen = register(picture, lies)
    path = calibrated(home, "dicemasters")
    here = replace(read_profile(path), camera_mm=tuple(seen.camera_mm.tolist()))
    used = open_rig("camera 0", None, "dicemasters")
    assert profile_warning(replace(used, profile=here), seen, picture) == ""
    elsewhere = replace(here, camera_mm=(0.0, 0.0, 900.0))
    assert "calibrate" in profile_warning(replace(used, profile=elsewhere), seen, picture)
    square = profile_warning(replace(used, profile=here), seen, picture[:, :720])
    assert "720x720" in square
    assert profile_warning(replace(used, profile=None), seen, picture) == ""
