"""IRONDIE's sets are made and chosen with the keyboard alone."""

import pytest
from textual.widgets import OptionList, Static

from rules.core.set_up import Player
from rules.irondie.dice import COLOURS, TYPES, parse_die
from rules.irondie.set_up import DiceSetEditor
from rules.irondie.set_up import dice_words as words_of_set
from ui.app.game_plan import example, faults, from_file, plan_of
from ui.app.kept_sets import keep, known_sets
from ui.screens.app import DiceRefApp
from ui.screens.dice_set import SetScreen
from ui.screens.pick import PickScreen
from ui.screens.setup import Preparation, SetupScreen

EDITOR = DiceSetEditor()
ASIDE = "smasher-red-rare, powerup-blue, swarm-black"
ZAC = example("irondie").players[0]


@pytest.fixture(autouse=True)
def own_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def form():
    return SetupScreen(example("irondie"), Preparation(lambda _: None))


def main_set(form, number=0):
    return words_of_set(form.plan.players[number].brings)


def test_a_set_goes_through_the_form_and_comes_out_the_same():
    side = Player("Zac", ZAC.brings, ASIDE)
    assert EDITOR.with_dice(side, EDITOR.dice_by_place(side)) == side


def test_what_is_no_die_leaves_its_place_empty():
    places = EDITOR.dice_by_place(Player("Zac", "smasher-black, axe-grey"))
    assert places[0] == "smasher-black"
    assert places[1:] == (None,) * 11


def test_every_type_and_colour_is_reached_and_none_is_lost_on_the_way():
    die, types, colours = "swarm-blue-rare", set(), set()
    for _ in TYPES:
        die = EDITOR.another_type(die, 1)
        types.add(parse_die(die, 0).type_name)
    for _ in COLOURS:
        die = EDITOR.another_colour(die, -1)
        colours.add(parse_die(die, 0).colour)
    assert (types, colours) == (set(TYPES), set(COLOURS))
    assert die == "swarm-blue-rare"


@pytest.mark.parametrize("make", [EDITOR.another_type, EDITOR.another_colour])
def test_an_empty_place_gets_a_die_in_its_own_colour(make):
    die = parse_die(make(None, 1), 0)
    assert die.colour == die.type.specialisation


def test_a_kept_set_is_offered_again_and_read_by_the_command_line():
    side = Player('Zac "Z" / ../x', ZAC.brings, ASIDE)
    path = keep(side, EDITOR)
    assert path.parent.name == "sets"
    assert known_sets(example("irondie"))[0] == side
    plan = plan_of("irondie", [str(path), str(path)])
    assert plan.players == (side, side)
    assert from_file(path, example("irondie"), 1).players[1] == side


def test_a_kept_file_that_was_spoilt_is_not_offered(own_home):
    (own_home / "sets").mkdir()
    (own_home / "sets" / "torn.toml").write_text("dice = [")
    assert known_sets(example("irondie")) == example("irondie").players


async def test_dice_are_chosen_with_the_arrow_keys(form):
    async with DiceRefApp(None, first=form).run_test(size=(80, 24)) as pilot:
        await pilot.press("f8", "down", "right", "o", "asterisk", "f5")
        await pilot.pause()
        assert main_set(form)[:3] == ["smasher-black", "ballistic-white-rare", "ballistic-purple"]
        assert faults(form.plan) == ()
        assert form.query_one("#brings-0").value == form.plan.players[0].brings


async def test_tab_makes_the_other_players_set_and_esc_leaves_all_as_it_was(form):
    before = form.plan
    async with DiceRefApp(None, first=form).run_test(size=(80, 24)) as pilot:
        await pilot.press("f8", "tab", "left", "enter")
        await pilot.pause()
        assert main_set(form, 1)[0] == "regeneration-white"
        assert form.plan.players[0] == before.players[0]
        after = form.plan
        await pilot.press("f8", "asterisk", "escape")
        await pilot.pause()
        assert form.plan == after


async def test_a_side_set_is_made_of_three_dice_or_none(form):
    screen = SetScreen(example("irondie"), 0, EDITOR)
    async with DiceRefApp(None, first=screen).run_test(size=(100, 30)) as pilot:
        await pilot.press("end", "right")  # of the empty places the first is filled
        await pilot.pause()
        assert "exactly 3, or none" in str(screen.query_one("#set-findings", Static).render())
        await pilot.press("down", "right", "down", "right")
        await pilot.pause()
        assert "3 in the side set" in str(screen.query_one("#set-findings", Static).render())
        await pilot.press("delete")
        await pilot.pause()
        assert words_of_set(screen.plan.players[0].aside) == ["smasher-black", "smasher-black"]


async def test_a_kept_set_is_taken_by_another_player(form):
    async with DiceRefApp(None, first=form).run_test(size=(100, 30)) as pilot:
        await pilot.press("f8", "asterisk", "w", "tab", "f2")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PickScreen)
        assert pilot.app.screen.query_one(OptionList).option_count == 3
        await pilot.press("enter", "f5")
        await pilot.pause()
        zac, dot = form.plan.players
        assert dot.name == "Dot"
        assert dot.brings == zac.brings
        assert zac.brings.startswith("smasher-black-rare")


async def test_a_new_name_does_not_lose_the_side_set(form):
    async with DiceRefApp(None, first=form).run_test(size=(80, 24)) as pilot:
        form._take(plan_of("irondie", [str(keep(Player("Zac", ZAC.brings, ASIDE), EDITOR))] * 2))
        form.query_one("#name-0").focus()
        await pilot.press("end", "h")
        await pilot.pause()
        assert form.plan.players[0] == Player("Zach", ZAC.brings, ASIDE)


async def test_irondie_asks_for_sets_and_not_for_who_begins(form):
    app = DiceRefApp(None, first=form)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert form.check_action("build", ())
        assert not form.query_one("#first").display
        form.query_one("#game").value = "tenthousand"
        await pilot.pause()
        assert not form.check_action("build", ())
        assert form.query_one("#first").display
