"""The command line: wrong words get one sentence, and games nobody played leave nothing behind."""

import json
import os
import re
import shlex
import subprocess
import sys

import cv2
import numpy as np
import pytest

from rules.journal import Draft, Header, Journal
from ui.app.errors import UserError
from ui.app.records import recording, resumed_record
from ui.app.simulation import Simulation
from ui.cli.main import SUBCOMMANDS, main, parser


@pytest.fixture(autouse=True)
def at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


def ended(words):
    """The exit code, whether it was returned or raised by the parser."""
    try:
        return main(words)
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["dmo"], "did you mean 'demo'?"),
        (["xyz"], "there are demo, play, practice"),
        (["demo", "--speed", "99"], "'99' is no speed between 0.1 and 20; see 'diceref demo --h"),
        (["read", "picture.png"], "are required: --dice; see 'diceref read --help'."),
        (["demo", "--seed", "-1"], "'-1' is no whole number from 0 on; see 'diceref demo --help'."),
        (["demo", "--most", "some"], "'some' is no whole number from 0 on"),
        (["demo", "--headless", "--eye", "truth", "--picture", "a.png"], "leave out --eye tr"),
        (["demo", "--headless", "--eye", "truth", "--record", "a.mp4"], "end the name in .dicer"),
        (["play", "--headless", "--camera", "simulated"], "'diceref demo' and 'diceref practice'"),
        (["review", "./"], "./ is a folder; name a journal's file, or part of its name."),
        (["play", "--theme", "neon"], "there is no theme 'neon'; choose one of felt, paper, hi"),
        (["team"], "see 'diceref team --help'."),
        (["mat", "--out", "mat.png"], "what is written is a PDF: end the name in .pdf."),
        (["mat", "--markers", "--charuco"], "not allowed with argument --markers"),
        (["demo", "--picture", "frame.txt"], "end it in .png or .jpg."),
        (["demo", "--picture", "no-such/frame.png"], "there is no such folder."),
        (["demo", "--game", "irondie", "--match", "m", "--record", "a.dicerec"], "leave out --m"),
        (["calibrate", "--overlay", "zones.txt"], "end it in .png or .jpg."),
        (["review", "--sheet", "--json"], "--json goes with --list, --verify or --clips."),
        (["play", "--resume", "no-such"], "there is no recorded game 'no-such'"),
        (["team", "check", "nonsense"], "name a team file, or write a link as in 2x12avx;2x17avx"),
    ],
)
def test_wrong_words_get_one_sentence(words, said, capsys):
    assert ended(words) == 2
    told = capsys.readouterr().err.strip()
    assert said in told
    assert told.startswith("diceref")
    assert "\n" not in told


def test_every_example_of_the_help_can_be_copied_and_is_understood(capsys):
    shown = []
    for name in SUBCOMMANDS:
        with pytest.raises(SystemExit):
            main([name, "--help"] if name != "team" else ["team", "check", "--help"])
        lines = capsys.readouterr().out.splitlines()
        shown += [line.strip() for line in lines if line.startswith("  ") and "diceref " in line]
    for line in shown:
        words = shlex.split(line.partition("diceref ")[2].removesuffix(')"'))
        assert parser(only=words[0]).parse_args(words)
    assert len(shown) > len(SUBCOMMANDS)


def test_json_needs_no_dashboard(at_home, capsys):
    assert main(["demo", "--json", "--eye", "truth", "--most", "1"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["committed"] == 1
    assert printed.err == ""
    assert main(["demo", "--headless", "--eye", "truth", "--most", "1"]) == 0
    assert "tmnt: 1 action recorded, 0 wrong" in capsys.readouterr().err


def test_ctrl_c_while_the_program_still_loads_is_no_traceback(monkeypatch, capsys):
    def interrupted(name):
        raise KeyboardInterrupt

    monkeypatch.setattr("ui.cli.main.importlib.import_module", interrupted)
    assert main(["demo"]) == 130
    assert capsys.readouterr().err == ""


def test_a_simulation_whose_eye_cannot_open_leaves_no_record(at_home, monkeypatch):
    def blind(*_, **__):
        raise UserError("the weights are missing.")

    monkeypatch.setattr("ui.app.simulation.camera_eye", blind)
    with pytest.raises(UserError):
        Simulation("tmnt", journal_name="evening")
    assert not (at_home / "journals").exists()


def test_a_recorded_demo_is_found_by_its_players(at_home, capsys):
    begun().close()
    assert main(["review", "--list", "--where", "player=Victoria"]) == 0
    assert "Victoria against Sebastian" in capsys.readouterr().out


def test_without_words_the_commands_are_listed(capsys):
    assert main([]) == 2
    told = capsys.readouterr().err
    assert re.search(r"practice +play alone by keyboard", told)
    assert "Start with: diceref demo" in told


def test_a_game_that_never_began_leaves_no_record(at_home):
    assert main(["play", "--game", "tmnt", "--camera", "no-such.mp4", "--headless"]) == 2
    assert list((at_home / "journals").iterdir()) == []


def begun():
    return Simulation("tmnt", eye="truth", journal_name="evening").journal


def test_what_stands_in_a_record_is_kept_whatever_happens(at_home):
    kept = at_home / "journals" / "evening.diceref"
    with pytest.raises(UserError), recording(begun()):
        raise UserError("there is no such theme")
    assert not kept.exists()
    with recording(begun()):
        pass
    with pytest.raises(UserError), recording(resumed_record(kept, "tmnt"), unplayed="keep"):
        raise UserError("there is no such theme")
    journal = resumed_record(kept, "tmnt")
    journal.append(Draft(kind="note", facts={"text": "the lamp was moved"}))
    with pytest.raises(UserError), recording(journal):
        raise UserError("the camera is gone")
    assert kept.exists()


def test_a_practice_game_without_a_step_is_not_kept(at_home):
    with recording(begun(), unplayed="drop"):
        pass
    assert list((at_home / "journals").iterdir()) == []


@pytest.mark.parametrize("words", [["demo"], ["practice"], ["play", "--camera", "mat.png"]])
def test_a_dashboard_without_a_terminal_is_refused_in_one_sentence(at_home, words):
    cv2.imwrite(str(at_home / "mat.png"), np.full((480, 640, 3), 200, np.uint8))
    words = [str(at_home / word) if word.endswith(".png") else word for word in words]
    run = subprocess.run(
        [sys.executable, "-m", "ui.cli.main", *words],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("diceref: the dashboard needs a terminal")
    assert run.stderr.count("\n") == 1
    assert not list(at_home.glob("journals/*"))


def test_names_in_any_alphabet_can_be_written_where_the_locale_knows_only_ascii(at_home):
    setup = Simulation("tmnt", eye="truth").journal.setup
    game = at_home / "Björn against 龍.diceref"
    Journal.create(game, "tmnt", setup, Header(players=("Björn", "龍"))).close()
    plain = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run = subprocess.run(
        [sys.executable, "-m", "ui.cli.main", "review", game, "--export", "md"],
        env={**os.environ, **plain}, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert run.returncode == 0
    assert run.stdout.decode().startswith("# Björn against 龍")
