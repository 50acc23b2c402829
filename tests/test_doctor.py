"""`diceref doctor` finds what is wrong and says what to do."""

import hashlib
import json
from pathlib import Path

import pytest

from ui.app import doctor
from ui.cli.main import main


def test_a_model_that_is_not_the_shipped_file_is_to_be_mended(tmp_path):
    file = tmp_path / "eye.onnx"
    file.write_bytes(b"shipped")
    entry = hashlib.sha256(b"shipped").hexdigest()
    assert doctor._model("eye", file, entry).good
    file.write_bytes(b"changed")
    assert not doctor._model("eye", file, entry).good
    file.unlink()
    assert "cannot be read" in doctor._model("eye", file, entry).text


def test_a_journal_folder_that_cannot_be_written_says_so(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    finding = doctor._journal_folder(blocked / "journals")
    assert not finding.good
    assert "DICEREF_HOME" in finding.text


@pytest.mark.parametrize(("size", "good"), [((80, 24), True), ((79, 24), False), ((80, 23), False)])
def test_a_small_terminal_is_told_the_size_it_needs(size, good):
    finding = doctor._terminal(*size)
    assert finding.good is good
    assert good or "80x24" in finding.text


def test_json_is_one_object_per_line_on_stdout(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    main(["doctor", "--json"])
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"python", "cv2", "journal folder", "terminal"} <= {found["check"] for found in findings}


def test_the_home_folder_can_be_chosen(monkeypatch, tmp_path):
    from ui.app.folders import home

    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    assert home() == Path(tmp_path)


def test_a_pi_camera_whose_library_does_not_load_is_not_called_good(tmp_path, monkeypatch):
    (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.syspath_prepend(tmp_path)
    check = next(check for check in doctor.examine() if check.check == "pi camera")
    assert not check.good
    assert "simplejpeg" in check.text
