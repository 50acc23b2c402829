"""What is decided is logged, in one format, to the places that were asked for and no others."""

import logging
import re
import sys

import pytest

from ui.app.logs import MOST_BYTES, log_fault, log_file, start_logging, stop_logging
from ui.app.logs import terminal_kept_free as kept_free
from ui.app.masking import shareable, without_passwords
from ui.cli.main import main

LINE = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [A-Z]+ +\S+ [a-z_.]+: .+$")


@pytest.fixture(autouse=True)
def at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    yield tmp_path
    stop_logging()


def test_a_game_says_why_it_waits_and_what_it_wrote_in_one_format(at_home, capsys):
    other = at_home / "other.log"
    words = ["demo", "--headless", "--eye", "truth", "--most", "3", "--verbose"]
    assert main([*words, "--log", str(other)]) == 0
    kept = log_file().read_text().splitlines()
    assert kept == other.read_text().splitlines()
    assert all(LINE.match(line) for line in kept)
    shown = capsys.readouterr().err.splitlines()
    assert [line for line in shown if LINE.match(line)] == kept
    text = "\n".join(kept)
    assert "ui.cli.main: diceref demo, version" in text
    assert re.search(r"rules\.journal\.store: entry \d+ is written: step, .*seen", text)
    waits = re.findall(r"verdict_log: waiting: (.*)", text)
    assert "hands" in waits
    frames = [line for line in kept if "waiting" in line]
    assert len(frames) < 60  # some thirty frames a second were looked at


def test_without_verbose_nothing_is_said_and_the_log_is_kept(capsys):
    assert main(["demo", "--json", "--eye", "truth", "--most", "1"]) == 0
    assert capsys.readouterr().err == ""
    assert "is written" in log_file().read_text()


def test_the_options_stand_before_or_after_the_command(capsys):
    for words in (["--verbose", "doctor"], ["doctor", "--verbose"]):
        main(words)
        logging.getLogger("ui.somewhere").info("heard")
        assert "ui.somewhere: heard" in capsys.readouterr().err


def test_a_log_that_cannot_be_written_is_one_sentence(at_home, capsys):
    assert main(["doctor", "--log", str(at_home / "none" / "a.log")]) == 2
    told = capsys.readouterr().err.strip()
    assert "name another --log file" in told
    assert "\n" not in told


def test_a_dashboard_has_the_terminal_to_itself(capsys):
    start_logging(verbose=True)
    log = logging.getLogger("ui.somewhere")
    with kept_free():
        log.warning("behind the dashboard")
        capsys.readouterr()
        log.warning("still behind it")
        assert capsys.readouterr().err == ""
    log.warning("after it")
    assert "after it" in capsys.readouterr().err
    kept = log_file().read_text()
    assert "behind the dashboard" in kept
    assert "still behind it" in kept


def test_the_log_is_bounded_and_a_home_that_cannot_be_written_stops_nothing(
    at_home, monkeypatch, capsys
):
    start_logging()
    log = logging.getLogger("rules.somewhere")
    for _ in range(3 * MOST_BYTES // 10_000):
        log.info("x" * 10_000)
    files = list((at_home / "log").iterdir())
    assert sorted(file.name for file in files) == ["diceref.log", "diceref.log.1"]
    assert all(file.stat().st_size <= MOST_BYTES for file in files)
    (at_home / "in-the-way").touch()
    monkeypatch.setenv("DICEREF_HOME", str(at_home / "in-the-way"))
    start_logging()
    log.info("nowhere to go")
    assert capsys.readouterr().err == ""


def test_a_bug_without_any_log_folder_is_told_on_the_terminal(at_home, monkeypatch, capsys):
    (at_home / "in-the-way").touch()
    monkeypatch.setenv("DICEREF_HOME", str(at_home / "in-the-way"))
    try:
        assert log_fault("demo", RuntimeError("a bug")) == "the details are above."
        assert "RuntimeError: a bug" in capsys.readouterr().err
    finally:
        for handler in list(logging.getLogger("ui").handlers):
            logging.getLogger("ui").removeHandler(handler)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("rtsp://me:pa@ss@10.0.0.7:554/cam", "rtsp://***@10.0.0.7:554/cam"),
        ("no picture from http://u:p@cam/v?x=1.", "no picture from http://***@cam/v?***"),
        ("'http://cam/v?user=a&pwd=b' is silent", "'http://cam/v?***' is silent"),
        ("mail me@home, see a/b", "mail me@home, see a/b"),
        ("http://cam:8080/video", "http://cam:8080/video"),
    ],
)
def test_passwords_of_cameras_are_masked(written, told, capsys):
    assert without_passwords(written) == told
    start_logging(verbose=True)
    logging.getLogger("hardware.somewhere").info(written)
    assert told in capsys.readouterr().err


def test_the_home_folder_is_told_as_a_tilde(monkeypatch):
    monkeypatch.setenv("HOME", "/home/anna")
    monkeypatch.setenv("DICEREF_HOME", "/media/anna/dice")
    told = shareable("/home/anna/x and /media/anna/dice/journals")
    assert told == "~/x and ~/diceref/journals"


def test_nothing_of_ours_logs_without_being_asked(capfd):
    import subprocess

    code = "import diceref, logging; logging.getLogger('rules.x').warning('loud')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
