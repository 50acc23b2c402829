"""However the program is ended, the terminal is put right and the record is closed."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from contextlib import suppress

import cv2
import numpy as np
import pytest

from rules.journal import Header, Journal, verify
from rules.registry import known_game
from tests.hardware.mjpeg_server import MjpegServer
from ui.app import records
from ui.app.records import to_resume
from ui.cli.main import main
from ui.cli.plain_output import plain

RUN = [sys.executable, "-c", "from ui.cli.start import command; command()"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, *words):
        self.ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (40, 120))
        self.before = termios.tcgetattr(theirs)
        self.shown = b""
        environment = {**os.environ, "TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            [*RUN, *words], stdin=theirs, stdout=theirs, stderr=theirs,
            start_new_session=True, env=environment,
        )  # fmt: skip
        self.theirs = theirs

    def read_until(self, words, seconds=60.0):
        until = time.monotonic() + seconds
        while words not in self.shown:
            assert time.monotonic() < until, self.shown[-800:]
            assert self.process.poll() is None, self.shown[-800:]
            if select.select([self.ours], [], [], 0.2)[0]:
                self.shown += os.read(self.ours, 65536)

    def end(self, seconds=30.0):
        """Wait for its end; the exit code."""
        until = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < until, "it does not end"
            if select.select([self.ours], [], [], 0.1)[0]:
                self.shown += os.read(self.ours, 65536)
        with suppress(OSError):
            while select.select([self.ours], [], [], 0.3)[0]:
                self.shown += os.read(self.ours, 65536)
        return self.process.returncode


def closed(folder):
    """The records are whole, and nothing of SQLite's stands beside them."""
    found = list(folder.glob("*.diceref"))
    assert all(verify(path).whole for path in found)
    return not [path for path in folder.iterdir() if path.name.endswith(("-wal", "-shm"))]


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_leaves_the_dashboard_as_a_key_does(home, number, code):
    terminal = Terminal("demo", "--eye", "truth")
    terminal.read_until(b"\x1b[?1049h")
    terminal.read_until(b"Turn")
    time.sleep(1.0)
    os.kill(terminal.process.pid, number)
    assert terminal.end() == code
    assert b"\x1b[?1049l" in terminal.shown, "the screen as it was before"
    now = termios.tcgetattr(terminal.theirs)
    assert now[3] & termios.ICANON, "lines are read again"
    assert now[3] & termios.ECHO
    assert closed(home / "journals")


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
@pytest.mark.parametrize("after", [0.05, 1.5, pytest.param(4.0, marks=pytest.mark.slow)])
def test_a_signal_at_any_stage_ends_a_headless_game_cleanly(home, number, code, after):
    process = subprocess.Popen(
        [*RUN, "demo", "--headless", "--eye", "truth", "--most", "400"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(after)
    process.send_signal(number)
    _, told = process.communicate(timeout=40)
    early = {-number, 1}  # before Python has begun our program
    assert process.returncode in {code, 0} | (early if after < 1 else set())
    if process.returncode == code:
        assert "Traceback" not in told
    if (home / "journals").is_dir() and list((home / "journals").glob("*.diceref")):
        assert closed(home / "journals")


@pytest.mark.parametrize("seconds", [0.02, 0.05, 0.1, 0.2, 0.3, 0.5])
def test_ctrl_c_while_the_program_is_loaded_shows_no_traceback_of_ours(home, seconds):
    process = subprocess.Popen(
        [*RUN, "review", "--list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=40)
    assert process.returncode in {-signal.SIGINT, 130, 0, 1}
    assert "ui/cli/main" not in told


def test_ctrl_c_on_a_stream_ends_without_a_crash(home):
    shade = np.full((180, 320, 3), 90, np.uint8)
    shade[::8] = 200
    with MjpegServer(shade=100) as server:
        server.body = cv2.imencode(".jpg", shade)[1].tobytes()
        process = subprocess.Popen(
            [*RUN, "play", "--headless", "--game", "avx", "--camera", server.address],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        until = time.monotonic() + 40
        while not (home / "journals").is_dir() and time.monotonic() < until:
            time.sleep(0.2)
        time.sleep(6.0)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=40)
    assert process.returncode == 130, told
    assert "terminate called" not in told
    assert "Fatal Python error" not in told
    assert closed(home / "journals")


def test_the_last_game_is_found_though_the_clock_was_set_back(home):
    setup = known_game("tmnt").demo_setup()
    (home / "journals").mkdir()
    for name, started in (("early", 3e9), ("late", 1e9)):  # the clock was set back between them
        path = home / "journals" / f"{name}.diceref"
        Journal.create(path, "tmnt", setup, Header(format="demo"), wall_time=started).close()
        records._remember_last(path, records.LAST_GAME)
    assert to_resume("").name == "late.diceref"


@pytest.mark.parametrize("text", ["\x1b[2J", "\x9b31m", "a\rb", "\u202egpj.exe", "\x07", "\x00"])
def test_what_a_terminal_would_obey_is_shown_instead(text):
    shown = plain(f"<{text}>")
    assert not any(ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in shown)
    assert "\u202e" not in shown
    assert plain("Zoë — 2 Fist\n") == "Zoë — 2 Fist\n"


def test_names_with_escape_codes_never_reach_the_terminal(home, capsys):
    setup = known_game("tmnt").demo_setup()
    evil = "Ana\x1b[2J\x1b]0;pwned\x07"
    (home / "journals").mkdir()
    header = Header(format="demo", event=evil, players=(evil, "Bo"), match=evil)
    path = home / "journals" / "evil.diceref"
    Journal.create(path, "tmnt", setup, header).close()
    done = Terminal("review", "--list")
    assert done.end() == 0
    assert b"\x1b" not in done.shown
    assert b"Ana" in done.shown
    sheet = Terminal("review", "evil", "--sheet")
    assert sheet.end() == 0
    assert b"\x1b" not in sheet.shown


def test_a_name_makes_no_line_of_its_own(home, capsys):
    known = known_game("tmnt")
    evil = "Ana\n# Bo won\u2028FAKE\x0bLINE"
    setup = dict(known.demo_setup())
    setup["teams"] = [{**team, "name": evil} for team in setup["teams"]]
    (home / "journals").mkdir()
    header = Header(format="demo", event=evil, players=(evil, evil), match=evil)
    Journal.create(home / "journals" / "evil.diceref", "tmnt", setup, header).close()
    for words in (["--list"], ["evil", "--sheet"], ["evil", "--export", "md"]):
        assert main(["review", *words]) == 0
        shown = capsys.readouterr().out.splitlines()
        assert any("Ana" in line for line in shown)
        assert not [line for line in shown if line.startswith(("# Bo", "FAKE", "LINE"))], words


def test_arguments_that_are_no_text_are_one_sentence():
    done = subprocess.run(
        [*(word.encode() for word in RUN), b"review", b"a\xff\xfeb"],
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert main(["x" * 100_000]) == 2


def test_a_report_shows_names_as_they_are_and_runs_nothing_in_them(tmp_path):
    from rules.journal import write_markdown
    from rules.journal.matches import recorded_games, result_sheet

    known = known_game("tmnt")
    evil = "<script>alert(1)</script> | [x](javascript:1)\n# Bo"
    header = Header(format="demo", players=(evil, "Bo"), event=evil, table=evil)
    path = tmp_path / "evil.diceref"
    with Journal.create(path, "tmnt", known.demo_setup(), header) as journal:
        report = write_markdown(journal, known.load())
    sheet = result_sheet(list(recorded_games(tmp_path)), lambda name: known_game(name).load())
    for text in (report, sheet):
        assert "<script" not in text.replace("\\<", "")
        assert "[x]" not in text
        assert "\n# Bo" not in text
