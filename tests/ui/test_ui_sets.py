"""IRONDIE's sets are made and chosen with the keyboard alone."""

import pytest
from textual.widgets import OptionList, Static

from rules.irondie.dice import COLOURS, TYPES, parse_die
from ui.app.game_plan import Side, example, faults, from_file, plan_of, words_of_set
from ui.app.irondie_sets import (
    another_colour,
    another_type,
    keep,
    known_sets,
    places_of,
    with_places,
)
from ui.screens.app import DiceRefApp
from ui.screens.irondie_set import SetScreen
from ui.screens.pick import PickScreen
from ui.screens.setup import Preparation, SetupScreen

ASIDE = "smasher-red-rare, powerup-blue, swarm-black"
ZAC = example("irondie").sides[0]


@pytest.fixture(autouse=True)
def own_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def form():
    return SetupScreen(example("irondie"), Preparation(lambda _: None))


def main_set(form, number=0):
    return words_of_set(form.plan.sides[number].brings)


def test_a_set_goes_through_the_form_and_comes_out_the_same():
    side = Side("Zac", ZAC.brings, ASIDE)
    assert with_places(side, places_of(side)) == side


def test_what_is_no_die_leaves_its_place_empty():
    places = places_of(Side("Zac", "smasher-black, axe-grey"))
    assert places[0] == parse_die("smasher-black", 0)
    assert places[1:] == (None,) * 11


def test_every_type_and_colour_is_reached_and_none_is_lost_on_the_way():
    die, types, colours = parse_die("swarm-blue-rare", 0), set(), set()
    for _ in TYPES:
        die = another_type(die, 1)
        types.add(die.type_name)
    for _ in COLOURS:
        die = another_colour(die, -1)
        colours.add(die.colour)
    assert (types, colours) == (set(TYPES), set(COLOURS))
    assert die == parse_die("swarm-blue-rare", 0)


@pytest.mark.parametrize("make", [another_type, another_colour])
def test_an_empty_place_gets_a_die_in_its_own_colour(make):
    die = make(None, 1)
    assert die.colour == die.type.specialisation


def test_a_kept_set_is_offered_again_and_read_by_the_command_line():
    side = Side('Zac "Z" / ../x', ZAC.brings, ASIDE)
    path = keep(side)
    assert path.parent.name == "sets"
    assert known_sets()[0] == side
    plan = plan_of("irondie", [str(path), str(path)])
    assert plan.sides == (side, side)
    assert from_file(path, example("irondie"), 1).sides[1] == side


def test_a_kept_file_that_was_spoilt_is_not_offered(own_home):
    (own_home / "sets").mkdir()
    (own_home / "sets" / "torn.toml").write_text("dice = [")
    assert known_sets() == example("irondie").sides


async def test_dice_are_chosen_with_the_arrow_keys(form):
    async with DiceRefApp(None, first=form).run_test(size=(80, 24)) as pilot:
        await pilot.press("f8", "down", "right", "c", "r", "f5")
        await pilot.pause()
        assert main_set(form)[:3] == ["smasher-black", "ballistic-white-rare", "ballistic-purple"]
        assert faults(form.plan) == ()
        assert form.query_one("#brings-0").value == form.plan.sides[0].brings


async def test_tab_makes_the_other_players_set_and_esc_leaves_all_as_it_was(form):
    before = form.plan
    async with DiceRefApp(None, first=form).run_test(size=(80, 24)) as pilot:
        await pilot.press("f8", "tab", "left", "enter")
        await pilot.pause()
        assert main_set(form, 1)[0] == "regeneration-white"
        assert form.plan.sides[0] == before.sides[0]
        after = form.plan
        await pilot.press("f8", "r", "escape")
        await pilot.pause()
        assert form.plan == after


async def test_a_side_set_is_made_of_three_dice_or_none(form):
    screen = SetScreen(example("irondie"), 0)
    async with DiceRefApp(None, first=screen).run_test(size=(100, 30)) as pilot:
        await pilot.press("end", "right")  # of the empty places the first is filled
        await pilot.pause()
        assert "exactly 3, or none" in str(screen.query_one("#set-findings", Static).render())
        await pilot.press("down", "right", "down", "right")
        await pilot.pause()
        assert "3 in the side set" in str(screen.query_one("#set-findings", Static).render())
        await pilot.press("delete")
        await pilot.pause()
        assert words_of_set(screen.plan.sides[0].aside) == ["smasher-black", "smasher-black"]


async def test_a_kept_set_is_taken_by_another_player(form):
    async with DiceRefApp(None, first=form).run_test(size=(100, 30)) as pilot:
        await pilot.press("f8", "r", "s", "tab", "o")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PickScreen)
        assert pilot.app.screen.query_one(OptionList).option_count == 3
        await pilot.press("enter", "f5")
        await pilot.pause()
        zac, dot = form.plan.sides
        assert dot.name == "Dot"
        assert dot.brings == zac.brings
        assert zac.brings.startswith("smasher-black-rare")


async def test_a_new_name_does_not_lose_the_side_set(form):
    async with DiceRefApp(None, first=form).run_test(size=(80, 24)) as pilot:
        form._take(plan_of("irondie", [str(keep(Side("Zac", ZAC.brings, ASIDE)))] * 2))
        form.query_one("#name-0").focus()
        await pilot.press("end", "h")
        await pilot.pause()
        assert form.plan.sides[0] == Side("Zach", ZAC.brings, ASIDE)


async def test_only_irondie_asks_for_sets_and_does_not_ask_who_begins(form):
    app = DiceRefApp(None, first=form)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert form.check_action("sets", ())
        assert not form.query_one("#first").display
        form.query_one("#game").value = "tmnt"
        await pilot.pause()
        assert not form.check_action("sets", ())
        assert form.query_one("#first").display
