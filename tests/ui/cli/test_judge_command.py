"""`diceref judge`: a written position and acts in, rulings out."""

import io
import json

import pytest

from ui.cli.main import main

DISPUTE = """
book avx
players Scott, Ryan
cards Scott 2x23avx
cards Ryan 2x15avx
basics 3x26avx 3x32avx 3x27avx
step actions
Scott attack Thor 1
Scott reserve Focus Power **
Ryan attack Iron Man 3, blocks Thor 1
Ryan reserve Sidekick Fist
"""


@pytest.fixture
def file(tmp_path):
    def written(*acts):
        path = tmp_path / "dispute.txt"
        path.write_text(DISPUTE + "\n".join(acts), encoding="utf-8")
        return str(path)

    return written


def test_an_allowed_act_ends_with_0_and_says_what_follows(file, capsys):
    assert main(["judge", file("act use Focus Power")]) == 0
    said = capsys.readouterr().out
    assert "Scott: use Focus Power **\n  Allowed.\n  - Scott uses Focus Power" in said
    assert "To decide now: Scott: Focus Power: which die spins?" in said


def test_a_refused_act_ends_with_1_and_cites_the_book(file, capsys):
    assert main(["judge", file("act Ryan: global of Smash!")]) == 1
    said = capsys.readouterr().out
    assert "Not allowed: Scott is to act now" in said
    assert "(AvX, Using Global Abilities)" in said


def test_json_is_one_object_for_each_act(file, capsys):
    assert main(["judge", "--json", file("act use Focus Power", "act Ryan: buy Beast")]) == 2
    assert main(["judge", "--json", file("act use Focus Power", "act Ryan: pass")]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["allowed"] is True
    assert (second["code"], second["book"]) == ("not-your-move", "AvX")


def test_steps_say_how_it_stands_after_each(file, capsys):
    assert main(["judge", "--steps", file("then pass", "act Ryan: global of Smash!")]) == 0
    assert "Scott 20 life; Ryan 20 life; Thor 5/6; Iron Man 5/7" in capsys.readouterr().out


def test_without_an_act_all_that_is_legal_is_listed(file, capsys):
    assert main(["judge", file()]) == 0
    assert capsys.readouterr().out.splitlines() == ["use Focus Power **", "pass"]


def test_show_writes_a_position_that_reads_the_same(file, capsys, monkeypatch):
    assert main(["judge", "--show", file()]) == 0
    shown = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(shown))
    assert main(["judge", "--show", "-"]) == 0
    assert capsys.readouterr().out == shown


def test_a_position_that_cannot_be_is_one_sentence_and_2(file, capsys, tmp_path):
    assert main(["judge", file("Scott field Thor 9")]) == 2
    assert capsys.readouterr().err == "diceref: Line 12: '9' is no face of Thor.\n"
    assert main(["judge", str(tmp_path / "missing.txt")]) == 2
    assert "cannot be read" in capsys.readouterr().err
