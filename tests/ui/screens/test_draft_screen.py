"""The draft of the AvX and YGO books ("Draft Teams", "Draft Forces") as a screen of the set-up."""

import pytest

from rules.core.set_up import Plan, Player
from rules.dicemasters.cards.team import read_file
from rules.dicemasters.set_up import CENTRE
from ui.app.game_plan import example, family_of, faults, plan_of, setup_of, with_format
from ui.screens.app import DiceRefApp
from ui.screens.draft import DraftScreen
from ui.screens.setup import Preparation, SetupScreen

BOX = (
    "4x1avx;2x2avx;4x23avx;2x15avx;2x17avx;3x26avx;3x27avx;3x32avx;3x29avx"  # two Beasts: one stack
)
pytestmark = pytest.mark.asyncio


def set_up(first=0):
    plan = Plan("avx", "draft", (Player("Ana", "2x12avx"), Player("Bo", "2x3avx")), first)
    return DiceRefApp(None, first=SetupScreen(plan, Preparation(lambda _: None)))


async def laid_out(app, pilot, limit="8"):
    await pilot.pause()
    await pilot.press("f10")
    await pilot.pause()
    screen = app.screen
    assert isinstance(screen, DraftScreen)
    screen.query_one("#collection").value = BOX
    screen.query_one("#limit").value = limit
    await pilot.press("enter")
    await pilot.pause()
    return screen


async def press(pilot, *keys):
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def test_two_players_draft_by_turns_and_play_with_what_they_took():
    app = set_up()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await laid_out(app, pilot)
        view = screen._view
        assert (view.chooser, view.to_go, len(view.stacks)) == (
            "Bo",
            8,
            4,
        )  # the second picks first
        assert len(view.centre) == 3
        await press(pilot, "down", "left", "enter")  # the second Beast, with a die less
        assert screen._view.taken[1] == ("Bo", ("Beast: Genetic Expert, 3 dice",))
        assert screen._view.chooser == "Ana"
        await press(pilot, "enter", "u", "enter", "enter", "enter")
        assert screen._view.over
        await press(pilot, "f5")
        plan = app.screen.plan
    assert [player.brings for player in plan.players] == ["2x15avx;4x23avx", "3x2avx;2x17avx"]
    assert (plan.format, len(plan.common[CENTRE].split(";"))) == ("draft:8", 3)
    assert faults(plan) == ()
    game = family_of(plan).load("avx")
    assert game.new(setup_of(plan)).life == (8, 8)  # as many life as dice


async def test_who_goes_first_picks_second_wherever_they_sit():
    app = set_up(first=1)
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await laid_out(app, pilot)
        assert screen._view.chooser == "Ana"
        await press(pilot, "enter", "enter", "enter", "enter", "f5")
        plan = app.screen.plan
    assert plan.players[0].brings.startswith("4x1avx")


async def test_what_cannot_be_drafted_is_said_in_a_sentence():
    app = set_up()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await laid_out(app, pilot, limit="7")
        assert not screen._drafts
        assert "8 to 20" in app._notifications.__iter__().__next__().message
        await press(pilot, "w", "f5", "u", "escape")  # nothing is there yet: nothing breaks
        assert isinstance(app.screen, SetupScreen)


async def test_the_card_under_the_cursor_says_what_it_does_here_and_in_the_search():
    app = set_up()
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await laid_out(app, pilot)
        assert "When it blocks" in str(screen.query_one("#about-pick").render())
        await press(pilot, "escape")
        app.screen.query_one("#search").value = "jade giant"
        app.screen.query_one("#search").focus()
        await press(pilot, "enter")
        assert "level 1 character" in str(app.screen.query_one("#about-hit").render())


async def test_a_drafted_file_is_kept_and_taken_by_play(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    app = set_up()
    async with app.run_test(size=(100, 30)) as pilot:
        await laid_out(app, pilot, limit="12")
        await press(pilot, "enter", "enter", "enter", "enter", "w")
    (kept,) = tmp_path.rglob("drafts/*.toml")
    assert read_file(kept).format.life == 12
    plan = plan_of("avx", [str(kept)])
    assert family_of(plan).load("avx").new(setup_of(plan)).life == (12, 12)


async def test_the_key_is_there_in_a_draft_only():
    tournament = with_format(example("ygo"), "tournament")
    assert family_of(tournament).drafter(tournament) is None
    drafted = with_format(tournament, "draft:9")
    assert family_of(drafted).drafter(drafted) is not None
    app = DiceRefApp(None, first=SetupScreen(tournament, Preparation(lambda _: None)))
    async with app.run_test(size=(100, 30)) as pilot:
        await press(pilot, "f10")
        assert isinstance(app.screen, SetupScreen)
