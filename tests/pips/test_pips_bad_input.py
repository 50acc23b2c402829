"""What somebody may get wrong is told in one sentence."""

import pytest
from pips_positions import GAME, begun

from rules.core.set_up import Plan, Player
from rules.pips.family import FAMILY
from rules.pips.scoring import own_table, read_table
from rules.pips.state import DiceRolled
from rules.registry import known_game
from ui.app.game_plan import faults, plan_of
from ui.cli.main import main


def one_sentence(text):
    return text.endswith(".") and text.count(". ") == 0 and "\n" not in text


def complaint(**setup):
    with pytest.raises(ValueError, match=r".") as caught:
        GAME.new(setup)
    assert one_sentence(str(caught.value)) or str(caught.value).endswith("?")
    return str(caught.value)


def test_players_with_one_name_are_told_in_one_sentence():
    told = complaint(names=["Ana", "Ana ", "Ana"])
    assert told == "3 players are called 'Ana': give each a name of their own."
    plan = Plan("tenthousand", "standard", tuple(Player("Ana") for _ in range(3)))
    assert len(set(faults(plan))) == 1
    assert "3 players have this name" in faults(plan)[0]


def test_a_player_without_a_name_is_told():
    assert complaint(names=["Ana", " "]) == "player 2 has no name: give everybody one."


@pytest.mark.parametrize("count", [1, 7])
def test_too_few_or_too_many_players_are_told(count):
    told = complaint(names=[str(n) for n in range(count)])
    assert told == f"Ten Thousand is played by 2 to 6 players, not {count}."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("standart", "Ten Thousand has no variant 'standart': did you mean standard?"),
        (
            "xyz",
            (
                "Ten Thousand has no variant 'xyz': choose one of standard, open, quick, farkle, "
                "adding, must-beat."
            ),
        ),
    ],
)
def test_a_variant_that_does_not_exist_is_told(name, told):
    assert complaint(names=["Ana", "Bo"], format=name) == told


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            {"strait": 9},
            ("the scoring table has an entry 'strait' that does not exist: did you mean straight?"),
        ),
        (
            {"triples": [1, 2]},
            (
                "the scoring table is no scoring table (Expected `array` of length 6,"
                " got 2 - at `$.triples`)."
            ),
        ),
        (
            {"ones": -1},
            ("the scoring table has points below nothing: write 0 for what scores nothing."),
        ),
        ({"target": 0}, "the scoring table has a target of 0: it must be above nothing."),
        (
            {"hot_dice": "never"},
            (
                "the scoring table is no scoring table (Invalid enum value 'never' "
                "- at `$.hot_dice`)."
            ),
        ),
    ],
)
def test_a_misspelt_variant_or_entry_is_told_in_one_sentence(written, told):
    assert complaint(names=["Ana", "Bo"], table=written) == told


def test_a_table_in_which_nothing_scores_is_told():
    nothing = {
        "ones": 0,
        "fives": 0,
        "triples": [0] * 6,
        "straight": 0,
        "three_pairs": 0,
    }
    with pytest.raises(ValueError, match="nothing that scores"):
        own_table(nothing, "it")


def test_a_table_of_ones_own_changes_what_it_says(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text("straight = 3000\ntarget = 5000\n", encoding="utf-8")
    plan = plan_of("tenthousand", ["Ana", "Bo", "Cy"], common={"scoring": str(file)})
    state = GAME.new(FAMILY.setup(plan))
    assert state.names == ("Ana", "Bo", "Cy")
    assert (state.table.straight, state.table.target, state.table.ones) == (3000, 5000, 100)


def test_a_table_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(ValueError, match=r"cannot be read \(No such file or directory\)\.$"):
        read_table(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("straight = [", encoding="utf-8")
    with pytest.raises(ValueError, match="is no TOML"):
        read_table(broken)


def test_who_begins_must_play():
    assert complaint(names=["Ana", "Bo"], first=2) == (
        "seat 2 cannot begin: there are seats 0 to 1."
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--format", "standart"],
            "Ten Thousand has no variant 'standart': did you mean standard?",
        ),
        (
            ["--team", "Ana"],
            ("Ten Thousand is played by 2 to 6 players, not 1: name each with --team."),
        ),
        (
            ["--team", "Ana", "--team", "Ana"],
            ("2 players are called 'Ana': give each a name of their own."),
        ),
        (["--scoring", "nowhere.toml"], "nowhere.toml cannot be read (No such file or directory)."),
        (["--sheet", "maybe"], "--sheet takes yes or no, not 'maybe'."),
    ],
)
def test_the_command_says_what_is_wrong_and_ends_with_2(
    arguments, told, capsys, monkeypatch, tmp_path
):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    code = main(["play", "--game", "tenthousand", "--headless", "--camera", "none", *arguments])
    assert code == 2
    assert told in capsys.readouterr().err


def test_an_action_that_is_none_is_told():
    with pytest.raises(ValueError, match="this is no action of Ten Thousand"):
        GAME.read_action({"type": "fly"})


def test_what_cannot_be_thrown_is_told():
    state = begun()
    with pytest.raises(ValueError, match=r"nothing is to be thrown now\."):
        GAME.settle(state, (0,) * 6)
    with pytest.raises(ValueError, match=r"not to be thrown now\."):
        GAME.apply(state, DiceRolled((1,) * 6))


def test_the_family_says_which_mat_lies_there():
    known = known_game("tenthousand")
    assert known.mat_for({}) == "tenthousand"
    assert known.mat_for({"sheet": True}) == "tenthousand-sheet"
