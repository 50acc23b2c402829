"""A team is made of a list: by set, cost, energy and text, with a die more or fewer."""

import pytest
from textual.widgets import OptionList, Select

from rules.core import PlayerNumber
from rules.core.set_up import Plan, Player
from rules.dicemasters.team_building import CardTeams
from ui.app.game_plan import example
from ui.screens.app import DiceRefApp
from ui.screens.setup import Preparation, SetupScreen


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


def listed(app, name):
    shown = app.screen.query_one(name, OptionList)
    return [str(shown.get_option_at_index(at).prompt) for at in range(shown.option_count)]


def a_set_up(plan=None):
    return DiceRefApp(None, first=SetupScreen(plan or example("avx"), Preparation(lambda _: None)))


async def test_a_team_is_taken_from_the_list_and_changed_die_by_die():
    app = a_set_up()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f8")
        assert listed(app, "#pieces") == ["The team of Mike", "The team of Eric"]
        await pilot.press("down", "enter")  # Eric's, for Mike
        team = app.screen.plan.players[0]
        assert (team.name, team.brings) == ("Mike", example("avx").players[1].brings)
        await pilot.press("f2", *"storm avx", "enter", "enter", "plus", "minus")
        code = app.screen._found[0].code
        assert f"1x{code}" in app.screen.plan.players[0].brings
        assert any(line.startswith("1x") for line in listed(app, "#pieces"))
        await pilot.press("f5")
        assert f"1x{code}" in app.screen.plan.players[0].brings


async def test_filters_narrow_the_list_and_legality_stands_beside_it():
    app = a_set_up()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f8")
        for name, value in (("set", "AvX"), ("cost", "3"), ("energy", "Mask")):
            app.screen.query_one(f"#by-{name}", Select).value = value
        await pilot.pause()
        shown = listed(app, "#pieces")
        assert shown
        assert all(line.strip().startswith("3 Mask") and "avx" in line for line in shown)
        said = str(app.screen.query_one("#team-findings").render())
        assert "2 of 2 play by themselves" in said


async def test_a_kept_team_stands_in_the_list_and_is_taken_by_the_option(own_folder):
    app = a_set_up()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f8", "w")
        await pilot.press("escape", "f8")
        assert len(listed(app, "#pieces")) == 3
    assert (own_folder / "teams" / "Mike.toml").is_file()


@pytest.mark.parametrize("brings", ["", "nonsense", "4x99999zzz", "4x12avx;" * 40])
async def test_what_cannot_be_read_breaks_nothing(brings):
    plan = Plan("avx", "tournament", (Player("A" * 300, brings), Player("[b]Bo[/b]", brings)))
    app = a_set_up(plan)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f8", "f2", *"[/x]hulk", "enter", "enter", "minus", "w", "f5")
        assert isinstance(app.screen, SetupScreen)


def test_words_of_a_text_find_a_card_and_misspelt_names_too():
    builder, plan = CardTeams(), example("tmnt")
    found = builder.found(plan, "Energize Bolt", {}, 20)
    assert found
    for piece in found:
        told = f"{piece.text} {' '.join(piece.about)}".casefold()
        assert "energize" in told
        assert "bolt" in told
    assert "Wolverine" in builder.found(plan, "wolvrine", {}, 5)[0].text
    assert builder.found(plan, "", {}, 5) == ()


def test_all_dice_of_a_basic_action_come_together():
    builder, number = CardTeams(), PlayerNumber(0)
    plan = example("avx").with_player(number, Player("Ana", "2x12avx"))
    more = builder.with_more(plan, number, "27avx", 1)
    assert "3x27avx" in more.players[0].brings
    assert builder.with_more(more, number, "27avx", -1).players[0].brings == "2x12avx"


def test_no_more_dice_come_along_than_a_card_has():
    builder, number = CardTeams(), PlayerNumber(0)
    plan = example("avx").with_player(number, Player("Ana", "4x12avx"))
    assert builder.with_more(plan, number, "12avx", 1).players[0].brings == "4x12avx"
