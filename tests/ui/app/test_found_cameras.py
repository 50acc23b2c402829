"""The camera that is taken when none is named is one that is there."""

from ui.app import found_cameras as module
from ui.app.found_cameras import camera_source, found_cameras


def test_cameras_are_listed_as_the_option_takes_them(tmp_path):
    for name in ("video10", "video2", "video-x", "null"):
        (tmp_path / name).touch()
    assert [each for each in found_cameras(tmp_path) if each != "picamera"] == ["2", "10"]


def test_what_is_named_is_taken_and_otherwise_what_is_there(monkeypatch):
    monkeypatch.setattr(module, "found_cameras", lambda: ("3",))
    monkeypatch.delenv("DICEREF_CAMERA", raising=False)
    assert camera_source("film.dicerec") == "film.dicerec"
    assert camera_source(None) == "3"
    monkeypatch.setenv("DICEREF_CAMERA", "http://phone")
    assert camera_source(None) == "http://phone"
    monkeypatch.setattr(module, "found_cameras", lambda: ())
    monkeypatch.delenv("DICEREF_CAMERA")
    assert camera_source(None) == "0"
