"""`diceref doctor --report`: everything a bug needs, nothing that is nobody's business."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from calibration.camera_lock import CameraLock
from calibration.lens import Lens
from calibration.profile import Profile, profile_file, write_profile
from ui.app.logs import stop_logging
from ui.app.report import LARGEST
from ui.cli.main import main

CAMERA = "rtsp://anna:geheim@10.0.0.7/stream?token=abc"
LENS = Lens(2304, 1296, 1800.0, 1800.0, 1152.0, 648.0, (0.1, 0.0, 0.0, 0.0, 0.0))


@pytest.fixture(autouse=True)
def at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path / "dice"))
    monkeypatch.chdir(tmp_path)
    yield tmp_path / "dice"
    stop_logging()


def reported(*words):
    target = Path("report.zip")
    assert main(["doctor", "--report", str(target), *words]) in {0, 1}
    with ZipFile(target) as report:
        return {name: report.read(name).decode() for name in report.namelist()}


def test_a_report_holds_what_a_bug_needs_and_no_password(at_home, monkeypatch, capsys):
    monkeypatch.setenv("DICEREF_CAMERA", CAMERA)
    made = Profile(CAMERA, "dicemasters", "2026-11-19", LENS, "tags", 0.1, (1.0, 2.0, 3.0), 3.0,
                   CameraLock(gain=2.0))  # fmt: skip
    write_profile(made, profile_file(at_home / "profiles", CAMERA))
    main(["demo", "--headless", "--eye", "truth", "--most", "3"])
    report = reported()
    assert {"about.txt", "findings.jsonl", "versions.json", "settings.jsonl", "profile.toml",
            "log/diceref.log", "log/looks.jsonl"} <= set(report)  # fmt: skip
    checks = [json.loads(line)["check"] for line in report["findings.jsonl"].splitlines()]
    assert "python" in checks
    versions = json.loads(report["versions.json"])
    assert versions["libraries"]["numpy"][0].isdigit()
    assert "gain = 2.0" in report["profile.toml"]
    assert "is written" in report["log/diceref.log"]
    assert json.loads(report["log/looks.jsonl"].splitlines()[-1])["dice"]
    everything = "".join(report.values())
    for secret in ("geheim", "anna", "token", str(Path.home())):
        assert secret not in everything
    assert "rtsp://***@10.0.0.7/stream?***" in everything
    assert "report.zip" in capsys.readouterr().err


def test_a_report_is_made_just_when_something_is_wrong(at_home, monkeypatch):
    monkeypatch.setenv("DICEREF_PACE", "fast")
    (at_home / "log").mkdir(parents=True)
    (at_home / "log" / "diceref.log").write_text("first line\n" + "x" * LARGEST + "\nlast line\n")
    report = reported()
    assert "must be a number" in report["settings.jsonl"]
    assert report["log/diceref.log"] == "last line\n"


def test_a_damaged_profile_is_told_in_the_report(at_home):
    path = at_home / "profiles" / "picamera.toml"
    path.parent.mkdir(parents=True)
    path.write_text("camera = ")
    assert "is damaged" in reported()["profile.toml"]


def test_a_report_that_cannot_be_written_is_one_sentence(capsys):
    assert main(["doctor", "--report", "none/report.zip"]) == 2
    assert "name another file" in capsys.readouterr().err


def test_without_a_name_the_report_lies_here(capsys):
    main(["doctor", "--report"])
    (made,) = Path().glob("diceref-report-*.zip")
    assert made.stat().st_size > 0
