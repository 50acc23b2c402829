"""What a user can get wrong about IRONDIE: one clear sentence, exit code 2, no traceback."""

import json
from importlib.resources import files

import pytest

from rules.irondie.game import demo_setup
from ui.cli.main import main

ZAC, DOT = demo_setup()["sets"]
RARE = [f"{die}-rare" for die in ZAC[:4]] + ZAC[4:]


@pytest.fixture(autouse=True)
def at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


def play(*words):
    return main(["play", "--game", "irondie", "--headless", *words])


def teams(folder, zac, **more):
    written = {"name": "Zac", "dice": zac, **more}
    path = folder / "zac.toml"
    path.write_text("\n".join(f"{name} = {json.dumps(value)}" for name, value in written.items()))
    return ["--team", str(path), "--team", ", ".join(DOT)]


@pytest.mark.parametrize(
    ("zac", "complaint"),
    [
        ([*ZAC[:6], "assault-blue", "assault-green", "smasher-red"], "Zac's set has no life die"),
        (["barrier-red", "powerup-red", "nullifier-red", *ZAC[3:]], "Zac's set has no attack die"),
        (["assault-blue", *ZAC[1:3], "smasher-red", "smasher-blue", "assault-white", *ZAC[6:]],
         "Zac's set has no defence die"),
        (RARE, "Zac's set has 4 rare dice; at most 3 are allowed"),
        (["smasher-pink", *ZAC[1:]], "the colour of 'smasher-pink' does not exist"),
        (["smasher-grean", *ZAC[1:]], "did you mean green?"),
        (["smesher-black", *ZAC[1:]], "did you mean smasher?"),
        (["cube-black", *ZAC[1:]], "the type of 'cube-black' does not exist"),
        (["black", *ZAC[1:]], "'black' is no die: write type-colour"),
        (ZAC[:8], "Zac's set has 8 dice; a set has exactly 9"),
        ([*ZAC, "swarm-red"], "Zac's set has 10 dice; a set has exactly 9"),
        ([], "Zac's set has 0 dice; a set has exactly 9"),
    ],
)  # fmt: skip
def test_an_impossible_set_is_refused_in_one_sentence(zac, complaint, at_home, capsys):
    assert play(*teams(at_home, zac)) == 2
    (said,) = capsys.readouterr().err.strip().splitlines()
    assert complaint in said
    assert not list((at_home / "journals").glob("*")) if (at_home / "journals").exists() else True


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"side": ["swarm-red"]}, "Zac's side set has 1 dice; it has exactly 3, or none"),
        ({"side": ["swarm-red", "swarm-blue", "swarm-mauve"]}, "colour of 'swarm-mauve'"),
        ({"side": "swarm-red"}, "write the side set as side = "),
    ],
)
def test_an_impossible_side_set_is_refused_in_one_sentence(more, complaint, at_home, capsys):
    assert play(*teams(at_home, ZAC, **more)) == 2
    (said,) = capsys.readouterr().err.strip().splitlines()
    assert complaint in said


@pytest.mark.parametrize(
    ("count", "more", "complaint"),
    [
        (3, [], "never by three teams: 3 players make no two equal teams"),
        (5, [], "5 players make no two equal teams"),
        (8, [], "at most 6 play IRONDIE"),
        (4, ["--format", "standard"], "the format standard is for 2 players; 4 bring something"),
        (4, ["--format", "teams-of-three"], "the format teams-of-three is for 6"),
    ],
)
def test_more_players_than_make_two_teams_are_refused(count, more, complaint, capsys):
    words = [word for _ in range(count) for word in ("--team", ", ".join(DOT))]
    assert play(*words, *more) == 2
    (said,) = capsys.readouterr().err.strip().splitlines()
    assert complaint in said


def test_a_colour_table_with_a_missing_row_is_refused_in_one_sentence(at_home, capsys):
    shipped = files("rules.irondie").joinpath("chromatic.toml").read_text(encoding="utf-8")
    own = at_home / "own.toml"
    own.write_text(shipped[: shipped.index("[white]")], encoding="utf-8")
    assert play("--chromatic", str(own)) == 2
    (said,) = capsys.readouterr().err.strip().splitlines()
    assert "own.toml has no row for white." in said


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--team", "smasher-black"], "two sets of dice are needed"),
        (["--team", "none.toml", "--team", "none.toml"], "none.toml cannot be read"),
        (["--format", "blitz"], "IRONDIE has no format 'blitz'"),
        (["--chromatic", "none.toml"], "cannot read none.toml"),
        (["--exchange", "Zac:swarm-red=swarm-blue"], "between two games of a match"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(words, complaint, capsys):
    assert play(*words) == 2
    assert complaint in capsys.readouterr().err.strip().splitlines()[-1]


def test_a_file_without_dice_says_what_to_add(at_home, capsys):
    path = at_home / "empty.toml"
    path.write_text('name = "Zac"\n')
    assert play("--team", str(path), "--team", str(path)) == 2
    assert "add dice = " in capsys.readouterr().err


def test_a_wrong_colour_table_names_the_file_and_the_place(at_home, capsys):
    path = at_home / "mine.toml"
    path.write_text("[red]\nstatus = 'sourced'\nwhy = ''\ngrants = []\n")
    assert play("--chromatic", str(path)) == 2
    said = capsys.readouterr().err.strip()
    assert f"{path} has no row for" in said
    assert "\n" not in said


def test_a_match_on_the_simulated_table_is_irondies(capsys):
    assert main(["demo", "--game", "tmnt", "--match", "x", "--headless"]) == 2
    assert "add --game irondie" in capsys.readouterr().err
