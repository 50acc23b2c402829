from dataclasses import replace
from pathlib import Path

import pytest

from calibration.camera_lock import CameraLock
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.profile import (
    Profile,
    check_camera,
    check_mat,
    newest_profile,
    profile_file,
    read_profile,
    write_profile,
)

PROFILE = Profile(
    camera='camera "0"',
    mat="dicemasters",
    made="2026-01-31",
    lens=Lens(2304, 1296, 1712.5, 1711.25, 1151.5, 647.5, (-0.1, 0.02, 0.001, -0.0005, 0.0)),
    lens_from="tags",
    lens_error_px=0.12,
    camera_mm=(260.0, 190.5, 561.2),
    px_per_mm=3.05,
    lock=CameraLock(9990.0, 2.0, (1.84, 1.61), None, 1.7),
)


def test_a_profile_reads_back_as_it_was_written(tmp_path):
    path = tmp_path / "profiles" / "camera.toml"
    write_profile(PROFILE, path)
    assert read_profile(path) == PROFILE
    write_profile(replace(PROFILE, lock=CameraLock()), path)
    assert read_profile(path).lock == CameraLock()


def test_a_profile_says_in_words_what_its_numbers_are(tmp_path):
    path = tmp_path / "camera.toml"
    write_profile(PROFILE, path)
    text = path.read_text()
    assert "height above it" in text
    assert "distortion: k1, k2, p1, p2, k3" in text


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (("mat =", "carpet ="), "'mat' is missing"),
        (("[lens]", "[lens"), "is damaged"),
        (("distortion = [", "distortion = [1.0, "), "5 numbers are expected where 6 stand"),
    ],
)
def test_a_damaged_profile_is_one_clear_sentence(tmp_path, damage, said):
    path = tmp_path / "camera.toml"
    write_profile(PROFILE, path)
    path.write_text(path.read_text().replace(*damage))
    with pytest.raises(CalibrationError, match=said) as caught:
        read_profile(path)
    assert "run 'diceref calibrate'" in str(caught.value)


def test_a_missing_profile_says_how_to_make_one(tmp_path):
    with pytest.raises(CalibrationError, match="run 'diceref calibrate'"):
        read_profile(tmp_path / "none.toml")


def test_the_profile_of_another_camera_or_mat_is_refused():
    check_camera(PROFILE, 'camera "0"', 2304, 1296)
    check_camera(PROFILE, 'camera "0"', 4608, 2592)
    with pytest.raises(CalibrationError, match="was made with 'camera \"0\"' and this is 'picam"):
        check_camera(PROFILE, "picamera", 2304, 1296)
    with pytest.raises(CalibrationError, match="2304x1296 pictures and these are 640x480"):
        check_camera(PROFILE, 'camera "0"', 640, 480)
    check_mat(PROFILE, "dicemasters")
    with pytest.raises(CalibrationError, match="lay the dicemasters mat or run"):
        check_mat(PROFILE, "irondie")


def test_the_newest_profile_of_the_camera_is_taken(tmp_path):
    write_profile(PROFILE, profile_file(tmp_path, PROFILE.camera))
    write_profile(replace(PROFILE, camera="picamera"), profile_file(tmp_path, "picamera"))
    found = newest_profile(tmp_path, "picamera")
    assert found is not None
    assert found.camera == "picamera"
    assert newest_profile(tmp_path, "camera 9") is None


def test_a_profiles_file_name_is_plain():
    assert profile_file(Path("profiles"), "http://10.0.0.7:8080/video").name == (
        "http-10-0-0-7-8080-video.toml"
    )
