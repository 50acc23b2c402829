import ast
import json
import subprocess
import sys
import tarfile
from pathlib import Path

import cv2
import numpy as np
import pytest

import hardware.cameras.picamera
from calibration.camera_lock import CameraLock, differences
from hardware.cameras.picamera import (
    PiCamera,
    _bgr,
    _controls,
    _held,
    _shrunk,
    why_not_loaded,
)
from hardware.frame import CameraError
from tests.hardware.picamera2_interface import interface, stream_keys, uses

CONTRACT = Path(__file__).with_name("picamera2_contract.json")
OURS = Path(hardware.cameras.picamera.__file__)


def test_every_picamera2_name_and_keyword_we_use_is_in_the_published_interface():
    contract = json.loads(CONTRACT.read_text())["interface"]
    used = uses(OURS)
    assert len(used) > 15
    for owner, attribute, keywords in used:
        assert attribute in contract[owner], f"{owner} has no '{attribute}'"
        parameters = contract[owner][attribute]
        missing = set(keywords) - set(parameters or ())
        assert not missing, f"{owner}.{attribute} takes no {missing}"


def test_the_streams_we_ask_for_are_given_by_the_keys_picamera2_checks():
    keys = json.loads(CONTRACT.read_text())["stream_keys"]
    tree = ast.parse(OURS.read_text())
    streams = [
        {key.value for key in keyword.value.keys}
        for keyword in ast.walk(tree)
        if isinstance(keyword, ast.keyword) and keyword.arg in {"main", "lores"}
    ]
    assert len(streams) == 3
    assert all(stream == set(keys) for stream in streams)


@pytest.mark.slow
def test_the_contract_is_what_the_published_package_says(tmp_path):
    written = json.loads(CONTRACT.read_text())
    fetched = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
            *("--no-binary", ":all:", f"picamera2=={written['version']}", "-d", str(tmp_path)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if fetched.returncode:
        pytest.skip("the package index cannot be reached")
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    package = next(tmp_path.glob("picamera2-*/")) / "picamera2"
    said = "".join(path.read_text() for path in sorted(package.glob("*.py")))
    assert all(name in said for name in written["named"])
    found = interface(package)
    assert stream_keys(package) == written["stream_keys"]
    for owner, members in written["interface"].items():
        for name, parameters in members.items():
            assert found[owner].get(name, "gone") == parameters


def test_without_picamera2_the_user_is_told_how_to_get_it():
    with pytest.raises(CameraError, match="apt install python3-picamera2"), PiCamera():
        pass


def test_a_library_built_for_other_versions_is_told_in_one_sentence(tmp_path, monkeypatch):
    broken = "raise ValueError('numpy.dtype size changed,\\n may indicate binary incompatibility')"
    (tmp_path / "picamera2.py").write_text(broken)
    monkeypatch.syspath_prepend(tmp_path)
    with (
        pytest.raises(CameraError, match=r"does not load \(numpy.dtype size changed") as told,
        PiCamera(),
    ):
        pass
    assert "simplejpeg" in str(told.value)
    assert "\n" not in str(told.value)
    assert why_not_loaded() == str(told.value)


class NeverFocused:
    """A camera whose autofocus does not end in time; what waits behind it is never served."""

    camera_controls = ("LensPosition",)

    def __init__(self):
        self.blocked = False

    def set_controls(self, _controls):
        pass

    def autofocus_cycle(self, wait):
        self.blocked = True
        raise TimeoutError(wait)

    def cancel_all_and_flush(self):
        self.blocked = False

    def capture_metadata(self, wait):
        if self.blocked:
            raise TimeoutError(wait)
        return {"ExposureTime": 8000, "AnalogueGain": 1.0, "LensPosition": 2.0}


def test_a_search_for_the_focus_that_never_ends_stops_nothing_after_it():
    camera = PiCamera()
    camera._camera = NeverFocused()
    for _ in range(2):  # the second time it is said again, and not that the cable is loose
        with pytest.raises(CameraError, match="cannot focus"):
            camera.measure()
    assert camera._now_held().focus == 2.0


def test_planes_with_padded_rows_are_read_as_the_picture_they_hold():
    colours = np.zeros((120, 180, 3), np.uint8)
    colours[:, :90], colours[:, 90:] = (200, 60, 40), (30, 90, 220)
    padded = cv2.copyMakeBorder(colours, 0, 0, 0, 12, cv2.BORDER_REPLICATE)
    planes = cv2.cvtColor(padded, cv2.COLOR_BGR2YUV_I420)
    assert planes.shape == (180, 192)
    image = _bgr(planes, (180, 120))
    assert image.shape == colours.shape
    assert np.abs(image[20:100, 20:70].astype(int) - (200, 60, 40)).max() <= 4
    assert np.abs(image[20:100, 110:160].astype(int) - (30, 90, 220)).max() <= 4


def test_the_small_picture_has_the_shape_of_the_sensor():
    assert _shrunk(np.zeros((1296, 2304), np.uint8)).shape == (360, 640)
    assert _shrunk(np.zeros((1520, 2028), np.uint8)).shape == (480, 640)


def test_a_lock_is_told_to_libcamera_with_every_automatic_off():
    told = _controls(CameraLock(9990.4, 2.0, (1.8, 1.6), focus=1.7))
    assert told == {
        "AeEnable": False,
        "ExposureTime": 9990,
        "AnalogueGain": 2.0,
        "AwbEnable": False,
        "ColourGains": (1.8, 1.6),
        "AfMode": 0,
        "LensPosition": 1.7,
    }


def test_metadata_that_differ_from_the_lock_are_named():
    wanted = CameraLock(10000, 2.0, (1.8, 1.6), focus=1.7)
    held = _held(
        {
            "ExposureTime": 9980,
            "AnalogueGain": 2.01,
            "ColourGains": (1.8, 2.4),
            "LensPosition": 0.0,
        }
    )
    wrong = differences(wanted, held)
    assert [words.split()[0] for words in wrong] == ["colour", "focus"]
