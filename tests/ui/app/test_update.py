"""Asking for a newer version: a checkout by git, an installed package by pip, nobody unasked."""

import subprocess

import pytest

from ui.app import update
from ui.app.errors import UserError
from ui.app.update import newer
from ui.cli.main import main


def git(folder, *words):
    names = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    subprocess.run(["git", *names, "-C", str(folder), *words], check=True, capture_output=True)


@pytest.fixture
def cloned(tmp_path, monkeypatch):
    """A repository and a clone of it, which is what runs."""
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    origin.mkdir()
    git(origin, "init", "--quiet")
    git(origin, "commit", "--quiet", "--allow-empty", "-m", "first")
    subprocess.run(["git", "clone", "--quiet", str(origin), str(clone)], check=True)
    monkeypatch.setattr(update, "_checkout", lambda: clone)
    return origin


def test_a_clone_is_told_of_what_came_since(cloned):
    assert newer() == ""
    git(cloned, "commit", "--quiet", "--allow-empty", "-m", "second")
    assert newer() == "1 change came since: run 'git pull', then 'make demo'."
    git(cloned, "commit", "--quiet", "--allow-empty", "-m", "third")
    assert newer().startswith("2 changes")


def test_a_clone_whose_origin_is_gone_says_so_in_one_sentence(cloned, capsys):
    cloned.rename(cloned.with_name("elsewhere"))
    assert main(["update", "--check"]) == 2
    told = capsys.readouterr().err
    assert "cannot be asked" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ("diceref (99.0.0)\nAvailable versions: 99.0.0", "99.0.0 is out"),
        ("diceref (0.0.1)\nAvailable versions: 0.0.1", ""),
        ("nothing that anybody understands", ""),
    ],
)
def test_an_installed_package_is_told_of_a_newer_release(listed, told, monkeypatch):
    monkeypatch.setattr(update, "_checkout", lambda: None)
    monkeypatch.setattr(update, "_asked", lambda _words, _otherwise: listed)
    assert newer().startswith(told)
    assert bool(newer()) == bool(told)


def test_without_pip_uv_is_asked(monkeypatch):
    asked = []

    def answered(words, _otherwise):
        asked.append(words)
        return '[{"name": "diceref", "version": "0.1.0", "latest_version": "99.0.0"}]'

    monkeypatch.setattr(update, "_checkout", lambda: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setattr(update, "_asked", answered)
    assert newer().startswith("99.0.0 is out")
    assert asked[0][:3] == ["uv", "pip", "list"]


def test_the_last_of_ten_versions_is_newer_than_the_ninth():
    assert update._is_newer("0.10.0", "0.9.3")
    assert not update._is_newer("0.9.3", "0.10.0")
    assert not update._is_newer("0.1.0", "0.1.0")


def test_a_program_that_is_not_there_is_said(monkeypatch):
    with pytest.raises(UserError, match="cannot be asked"):
        update._asked(["/nowhere/git"], "it cannot be asked")
