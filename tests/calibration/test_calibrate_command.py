import json
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from calibration.mat_picture import draw
from calibration.mats import mat_named
from calibration.profile import read_profile
from tests.bench.random_rigs import photograph, random_rig
from ui.cli.main import main

TABLE = mat_named("dicemasters")


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    """Ten frames of a mat under a camera, as a file."""
    rig = replace(random_rig(TABLE, Random(8)), curls=(), hidden=(2,), blur_px=0.5)
    path = tmp_path_factory.mktemp("clip") / "table.avi"
    size = (rig.lens.width, rig.lens.height)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, size)
    planes = [np.ascontiguousarray(draw(TABLE, 4.0)[:, :, n]) for n in range(3)]
    colour = np.dstack([photograph(rig, Random(1), plane) for plane in planes])
    for _ in range(10):
        writer.write(colour)
    writer.release()
    return path


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


def test_calibrate_writes_a_profile_and_check_uses_it_again(clip, tmp_path, capsys):
    profile, picture = tmp_path / "table.toml", tmp_path / "zones.png"
    common = ["calibrate", "--camera", str(clip), "--profile", str(profile), "--json"]
    code = main([*common, "--overlay", str(picture)])
    told = json.loads(capsys.readouterr().out)
    assert code == (0 if all(verdict["good"] for verdict in told["verdicts"]) else 1)
    assert told["mat"] == "dicemasters"
    assert told["markers"] == 7
    assert read_profile(profile).camera == str(clip)
    assert cv2.imread(str(picture)).shape == (1296, 2304, 3)
    assert main([*common, "--check"]) == code
    assert "stands 0.0 cm from where it was" in capsys.readouterr().err


def test_the_calibration_can_be_tried_without_a_camera(capsys):
    assert main(["calibrate", "--camera", "simulated", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["markers"] == 8
    assert all(verdict["good"] for verdict in told["verdicts"])
    assert main(["calibrate", "--camera", "simulated", "--check"]) == 0


def test_a_profile_of_another_mat_is_one_sentence_and_exit_code_two(clip, tmp_path, capsys):
    profile = tmp_path / "table.toml"
    common = ["calibrate", "--camera", str(clip), "--profile", str(profile)]
    main(common)
    capsys.readouterr()
    assert main([*common, "--check", "--mat", "irondie"]) == 2
    assert capsys.readouterr().err == (
        "diceref: The profile was made over the dicemasters mat and the irondie mat lies here: "
        "lay the dicemasters mat or run 'diceref calibrate --mat irondie'.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--camera", "missing.mp4"], "There is no clip or picture 'missing.mp4'"),
        (["--camera", "77"], "There is no camera 77"),
        (["--check", "--camera", "CLIP"], "cannot be read"),
        (["--camera", "CLIP", "--mat", "irondie"], "The dicemasters mat lies under the camera"),
        (["--camera", "CLIP", "--mat", "chess"], "There is no mat 'chess'"),
        (["--mat", "chess"], "Or 'own' for loose markers."),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(clip, capsys, arguments, said):
    words = [str(clip) if word == "CLIP" else word for word in arguments]
    assert main(["calibrate", *words]) == 2
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert said in last
    assert last.startswith("diceref: ")
