import json
from importlib.resources import files

import pytest
from textual.widgets import Button, Input, OptionList, Select, Static

from rules.core.set_up import Plan, Player
from rules.journal import Journal
from rules.registry import games
from rules.track.referee import Referee
from ui.app.camera_choice import CameraChoice
from ui.app.errors import UserError
from ui.app.game_plan import (
    examine,
    example,
    faults,
    formats,
    from_file,
    last_plan,
    plan_of,
    playing,
    remember,
    search,
    seat_of,
    setup_of,
    starter_of,
    team_names,
    with_format,
    with_hit,
    with_name,
)
from ui.app.known_games import known_game
from ui.app.practice import Practice
from ui.screens.app import DiceRefApp
from ui.screens.help import bindings_of
from ui.screens.preparing import preparation
from ui.screens.setup import Preparation, SetupScreen
from ui.screens.table import TableScreen
from ui.widgets.life import LifePanel
from words import say


@pytest.fixture(autouse=True)
def own_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("game", list(games()))
def test_the_rulebooks_first_game_can_be_started_as_it_is(game):
    plan = example(game)
    assert faults(plan) == ()
    known_game(game).load().new(setup_of(plan))


def test_a_fault_names_the_side_and_what_to_do():
    plan = Plan("avx", "tournament", (Player("Ana", "9x12avx"), Player("Bo", "2x3avx;2x4avx")))
    assert any(fault.startswith("Ana: ") for fault in faults(plan))
    assert not examine(plan, 0)[0].legal


def test_who_begins_is_named_or_numbered():
    plan = Plan(
        "avx", "demo", (Player("Ana", ""), Player("Bo", ""), Player("Cy", ""), Player("Di", ""))
    )
    assert [starter_of(plan, who) for who in ("Ana", "bo", "0", "1")] == [0, 1, 0, 1]
    for nobody in ("2", "Cy", "", "-1"):
        with pytest.raises(UserError, match="name one of Ana, Bo, or a number, 0 to 1"):
            starter_of(plan, nobody)


@pytest.mark.parametrize("brings", ["", "rubbish", "4x999zzz", "x" * 5000, "\x00;\x1b[2J"])
@pytest.mark.parametrize("game", ["avx", "irondie"])
def test_rubbish_is_answered_with_a_sentence(game, brings):
    plan = Plan(game, formats(game)[0], (Player("A", brings), Player("B", brings)))
    assert faults(plan)
    assert all(len(finding.text) > 5 for finding in examine(plan, 0))


def test_search_adds_a_card_to_a_side():
    plan = Plan("avx", "tournament", (Player("A", ""), Player("B", "")))
    hit = search(plan, "thor")[0]
    plan = with_hit(with_hit(plan, 1, hit), 1, hit)
    assert plan.players[1].brings == f"{hit.entry};{hit.entry}"


def test_search_knows_the_dice_of_irondie():
    plan = example("irondie")
    assert [hit.entry for hit in search(plan, "smasher bl")] == ["smasher-black", "smasher-blue"]


def test_a_team_file_fills_both_sides(own_home):
    path = own_home / "teams.toml"
    path.write_text(
        'edition = "ygo"\ncentre = "3x112ygo;3x116ygo;3x120ygo"\n'
        '[[team]]\nname = "Ana"\nlink = "2x4ygo;2x1ygo"\n'
        '[[team]]\nname = "Bo"\nlink = "2x5ygo;2x7ygo"\n'
    )
    plan = from_file(path, example("avx"), 0)
    assert (plan.game, plan.format, plan.players[1].name) == ("ygo", "demo", "Bo")
    assert faults(plan) == ()


def test_a_team_file_of_one_side_fills_that_side(own_home):
    path = own_home / "bo.toml"
    path.write_text('edition = "avx"\n[[team]]\nname = "Bo"\nlink = "2x3avx;2x4avx"\n')
    plan = from_file(path, example("avx"), 1)
    assert plan.players == (example("avx").players[0], Player("Bo", "2x3avx;2x4avx"))


def test_the_command_line_names_teams_by_file_and_by_link(own_home):
    path = own_home / "bo.toml"
    path.write_text('edition = "avx"\n[[team]]\nname = "Bo"\nlink = "2x3avx;2x4avx"\n')
    plan = plan_of("avx", ["2x12avx;2x17avx", str(path)], format_name="basic", first=1)
    assert (plan.format, plan.first) == ("basic", 1)
    assert [side.name for side in plan.players] == ["Player 1", "Bo"]
    assert setup_of(plan)["teams"][1]["cards"] == [["3avx", 2], ["4avx", 2]]


def test_what_a_team_file_declares_reaches_the_game(own_home):
    path = own_home / "teams.toml"
    path.write_text(
        'edition = "avx"\nformat = "basic"\ncolours = { "12avx" = "red" }\n'
        "options = { first_draws = 3 }\n"
        '[[team]]\nname = "Ana"\nlink = "2x12avx;2x17avx"\n'
        '[[team]]\nname = "Bo"\nlink = "2x3avx;2x4avx"\n'
    )
    setup = setup_of(plan_of("avx", [str(path)]))
    assert setup["options"] == {"first_draws": 3}
    assert "12avx" in setup["colours"]


def test_nothing_named_is_the_rulebooks_first_game():
    for game in games():
        assert plan_of(game, []) == example(game)
        brought = {"irondie": "sets", "tenthousand": "names"}.get(game, "basics")
        assert setup_of(example(game))[brought]


def test_irondie_takes_set_files_and_its_own_table(own_home):
    files = []
    for side in example("irondie").players:
        path = own_home / f"{side.name}.toml"
        dice = ", ".join(f'"{die.strip()}"' for die in side.brings.split(","))
        path.write_text(f'name = "{side.name}"\ndice = [{dice}]\n')
        files.append(str(path))
    assert plan_of("irondie", files).players == example("irondie").players
    with pytest.raises(UserError, match="cannot read"):
        setup_of(plan_of("irondie", files, common={"chromatic": str(own_home / "none.toml")}))


@pytest.mark.parametrize("brought", [["2x12avx"], ["nowhere.toml"], ["rubbish", "rubbish"]])
def test_teams_that_cannot_be_read_are_one_sentence(brought):
    with pytest.raises(UserError):
        plan_of("avx", brought)


def test_the_last_plan_is_offered_again_and_a_torn_one_is_not(own_home):
    assert last_plan() is None
    remember(example("tmnt"))
    assert last_plan() == example("tmnt")
    (own_home / "last-setup.json").write_text("{")
    assert last_plan() is None
    (own_home / "last-setup.json").write_text(json.dumps({"game": "chess"}))
    assert last_plan() is None


def begun(plans):
    def begin(plan):
        plans.append(plan)
        return TableScreen(practice_of(plan))

    return begin


async def test_one_key_starts_the_game_as_it_was_played_last():
    plans = []
    screen = SetupScreen(example("avx"), Preparation(begun(plans)))
    app = DiceRefApp(None, first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert plans == [example("avx")]


async def test_legality_is_live_and_an_illegal_team_does_not_start():
    plans = []
    screen = SetupScreen(example("avx"), Preparation(begun(plans)))
    app = DiceRefApp(None, first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        screen.query_one("#brings-0", Input).value = "2x12avx;2x12avx"
        await pilot.pause()
        assert "✗" in str(screen.query_one("#findings", Static).render())
        await pilot.press("f5")
        assert plans == []
        assert app.screen is screen


async def test_choosing_a_game_brings_its_formats_and_its_first_teams():
    screen = SetupScreen(example("avx"), Preparation(begun([])))
    app = DiceRefApp(None, first=screen)
    async with app.run_test(size=(100, 30)) as pilot:
        screen.query_one("#game", Select).value = "irondie"
        await pilot.pause()
        assert screen.plan == example("irondie")
        assert screen.query_one("#format", Select).value == "tournament"
        assert not screen.query_one("#centre", Input).display


async def test_a_search_is_typed_and_taken_by_keyboard():
    screen = SetupScreen(example("avx"), Preparation(begun([])))
    app = DiceRefApp(None, first=screen)
    async with app.run_test(size=(100, 30)) as pilot:
        screen.query_one("#brings-1", Input).focus()
        await pilot.press("f2", *"hulk")
        await pilot.pause()
        assert screen.query_one("#hits", OptionList).option_count
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert len(screen.plan.players[1].brings) > len(example("avx").players[1].brings)
        assert screen.plan.players[0] == example("avx").players[0]


async def test_the_start_button_has_the_focus():
    screen = SetupScreen(example("tmnt"), Preparation(begun([])))
    async with DiceRefApp(None, first=screen).run_test(size=(80, 24)):
        assert isinstance(screen.focused, Button)


@pytest.mark.parametrize("game", ["imwm", "tmnt"])
def test_doubles_begins_with_four_legal_teams(game):
    plan = with_format(example(game), "doubles")
    assert len(playing(plan)) == 4
    assert faults(plan) == ()
    known = known_game(game)
    state = known.load().new(setup_of(plan))
    seats = known.load().view(state).seats
    assert [seats[seat_of(plan, n)].name for n in range(4)] == [side.name for side in playing(plan)]
    assert team_names(plan) == ("Ana & Ben", "Cleo & Dan")
    assert known.mat_for(setup_of(plan)) == "doubles"


def test_partners_who_bring_the_same_title_are_told():
    plan = with_format(example("tmnt"), "doubles")
    plan = plan.with_player(1, Player("Ben", plan.players[0].brings))
    assert any("Both partners bring" in fault for fault in faults(plan))


def test_what_was_chosen_for_two_is_kept_when_partners_join_and_leave():
    two = Plan("tmnt", "tournament", (Player("Eva", "2x12avx"), Player("Flo", "2x3avx")))
    four = with_format(two, "doubles")
    assert four.players[:2] == two.players
    assert len(playing(four)) == 4
    assert playing(with_format(four, "tournament")) == two.players


async def test_choosing_doubles_asks_for_four_players_and_starts_their_game():
    begun = []

    def begin(plan):
        begun.append(plan)
        return TableScreen(practice_of(plan))

    screen = SetupScreen(example("tmnt"), Preparation(begin))
    app = DiceRefApp(None, first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not screen.query_one("#player-2").display
        screen.query_one("#format", Select).value = "doubles"
        await pilot.pause()
        assert screen.query_one("#player-3").display
        await pilot.press("f5")
        await pilot.pause()
        assert len(playing(begun[0])) == 4
        shown = [life.render_line(0).text.strip() for life in app.screen.query(LifePanel)]
        assert any("Ana & Ben" in line for line in shown)
        assert any("Cleo & Dan" in line for line in shown)


async def test_help_lists_no_key_that_needs_a_camera_when_there_is_none():
    screen = SetupScreen(example("irondie"), Preparation(begun([])))
    async with DiceRefApp(None, first=screen).run_test(size=(100, 40)):
        meanings = [meaning for _, meaning in bindings_of(screen)]
        assert "Build" in meanings
        assert not {"Rehearse", "Calibrate", "Roll off", "Enrol"} & set(meanings)


def practice_of(plan):
    known = known_game(plan.game)
    journal = Journal.in_memory(plan.game, setup_of(plan))
    return Practice(Referee(known.load(), journal), title=known.title, seed=1, pace=0.0)


async def test_a_start_that_takes_seconds_says_so_at_once_and_happens_once():
    began = []

    def begin(plan):
        began.append(str(screen.query_one("#start").label))
        return begun([])(plan)

    screen = SetupScreen(example("avx"), Preparation(begin))
    app = DiceRefApp(None, first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f5", "f5", "enter")
        await pilot.pause()
        assert [label.strip() for label in began] == ["Starting …"]
        assert isinstance(app.screen, TableScreen)


async def test_a_start_that_fails_says_why_and_can_be_tried_again():
    tries = []

    def begin(plan):
        tries.append(plan)
        raise UserError("the camera is in use.")

    screen = SetupScreen(example("avx"), Preparation(begin))
    app = DiceRefApp(None, first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            await pilot.press("f5")
            await pilot.pause()
        assert len(tries) == 2
        assert "Start the game" in str(screen.query_one("#start").label)


async def test_the_set_up_names_the_camera_and_that_it_was_never_calibrated(own_home):
    preparation_of_0 = preparation(CameraChoice("0"), None, begun([]))
    screen = SetupScreen(example("avx"), preparation_of_0)
    async with DiceRefApp(None, first=screen).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        title = str(screen.query_one("#setup-title").render())
        assert "camera 0, not calibrated yet (F4)" in title


async def test_the_page_of_keys_names_a_key_once_and_as_it_is_printed_on_it():
    form = SetupScreen(example("avx"), Preparation(lambda _: None))
    app = DiceRefApp(None, first=form)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        page = app.screen._page().plain
        assert page.count(say("Large type")) == 1
        assert "Ctrl+S, F5" in page


def test_a_name_in_an_empty_place_joins_and_an_erased_one_leaves():
    plan = with_name(example("tenthousand"), 2, "Cy")
    plan = with_name(plan, 3, "Di")
    assert [player.name for player in playing(plan)] == ["Ana", "Bo", "Cy", "Di"]
    assert with_name(plan, 5, "Eve") == plan  # not in the next place
    assert [player.name for player in playing(with_name(plan, 3, ""))] == ["Ana", "Bo", "Cy"]
    assert len(playing(with_name(with_name(plan, 3, ""), 2, ""))) == 2


async def test_the_form_offers_the_next_place_and_asks_for_nothing_to_bring():
    screen = SetupScreen(example("tenthousand"), Preparation(begun([])))
    async with DiceRefApp(None, first=screen).run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        assert screen.query_one("#player-2").display
        assert not screen.query_one("#player-3").display
        assert not screen.query_one("#brings-0").display
        screen.query_one("#name-2", Input).value = "Cy"
        await pilot.pause()
        assert screen.query_one("#player-3").display
        assert screen.plan.players[2].name == "Cy"


async def test_four_or_six_play_irondie_in_two_teams_with_a_set_each():
    screen = SetupScreen(example("irondie"), Preparation(begun([])))
    async with DiceRefApp(None, first=screen).run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        assert not screen.query_one("#player-2").display
        for name, count in (("teams", 4), ("teams-of-three", 6), ("standard", 2)):
            screen.query_one("#format", Select).value = name
            await pilot.pause()
            shown = [screen.query_one(f"#player-{number}").display for number in range(6)]
            assert sum(shown) == len(setup_of(screen.plan)["sets"]) == count
            assert faults(screen.plan) == ()


async def test_the_form_takes_a_colour_table_of_the_players_own(tmp_path):
    own = tmp_path / "own.toml"
    written = files("rules.irondie").joinpath("chromatic.toml").read_text(encoding="utf-8")
    own.write_text(written.replace("amount = 3", "amount = 4"), encoding="utf-8")
    screen = SetupScreen(example("irondie"), Preparation(begun([])))
    async with DiceRefApp(None, first=screen).run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        assert screen.query_one("#chromatic").display
        screen.query_one("#chromatic", Input).value = str(own)
        await pilot.pause()
        assert setup_of(screen.plan)["chromatic"]["black"]["grants"][0]["amount"] == 4
        screen.query_one("#chromatic", Input).value = str(tmp_path / "none.toml")
        await pilot.pause()
        assert "cannot read" in faults(screen.plan)[0]


def test_where_only_partners_join_nobody_else_does():
    assert with_name(example("tmnt"), 2, "Cy") == example("tmnt")
