"""The dashboard as a service: written, taken away again, and what keeps it from being written."""

import os
import shutil
import subprocess
import sys

import pytest

from ui.app import service
from ui.app.errors import UserError
from ui.cli.main import main


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """What systemd is asked for, on a machine that has all that is needed."""
    words = []
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(service.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(service, "_systemctl", lambda *told: words.append(told))
    return words


def test_it_is_written_and_started_and_removing_undoes_it(asked, tmp_path):
    written = service.install()
    assert written == tmp_path / "systemd/user/diceref.service"
    assert asked == [("daemon-reload",), ("enable", "--now", service.NAME)]
    assert service.remove()
    assert not written.exists()
    assert not service.remove()


def test_nothing_stays_where_systemd_refuses(asked, tmp_path, monkeypatch):
    def refuse(*_words):
        raise UserError("no bus")

    monkeypatch.setattr(service, "_systemctl", refuse)
    with pytest.raises(UserError, match="no bus"):
        service.install()
    assert not service.unit_file().exists()


@pytest.mark.parametrize(
    ("there", "told"),
    [
        ({"systemctl", "foot"}, "cage is not installed"),
        ({"systemctl"}, "cage and foot are not installed"),
        ({"cage", "foot"}, "does not start services by systemd"),
    ],
)
def test_what_is_missing_is_said(asked, there, told, monkeypatch):
    monkeypatch.setattr(service.shutil, "which", lambda name: name if name in there else None)
    with pytest.raises(UserError, match=told):
        service.install()
    assert not service.unit_file().exists()


def test_letters_of_no_size_are_refused(asked, capsys):
    assert main(["service", "install", "--font", "0"]) == 2
    assert "1 to 72" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_finds_no_fault_in_the_unit(tmp_path, monkeypatch):
    folder = tmp_path / "100% of $HOME"
    folder.mkdir()
    program = folder / "diceref"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program)])
    unit = tmp_path / service.NAME
    unit.write_text(service.unit(13, "/bin/true", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", str(unit)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "100%% of $$HOME" in unit.read_text()


@pytest.mark.parametrize(("left", "words"), [(True, ["play", "--resume"]), (False, ["play"])])
def test_what_it_starts_goes_on_with_the_game_that_was_left(left, words, monkeypatch, tmp_path):
    def found(_name):
        if not left:
            raise UserError("none")
        return tmp_path

    started = []
    monkeypatch.setattr("ui.cli.commands.service.to_resume", found)
    run = main  # what the test calls is not what it starts
    monkeypatch.setattr("ui.cli.main.main", lambda words: started.append(words) or 0)
    assert run(["service", "run"]) == 0
    assert started == [["play", "--touch", *words[1:]]]
