"""IRONDIE matches: to two wins, dice exchanged in secret between games, one clock for all."""

import asyncio
import json
import time
from argparse import Namespace

import pytest

from rules.core import Clock
from rules.core.set_up import Player
from rules.irondie.set_up import DiceExchanges
from rules.irondie.set_up import dice_words as words_of_set
from rules.journal import Draft, Journal, clock_facts, clocks_at_end
from ui.app.errors import UserError
from ui.app.game_plan import example, plan_of, setup_of
from ui.app.match import (
    carry_clock,
    check_time,
    match_clock,
    next_plan,
    players_of,
    read_swaps,
    standing_in_words,
)
from ui.app.records import in_match, new_record, next_starter, score
from ui.cli.main import main
from ui.screens.app import DiceRefApp
from ui.screens.exchange import ExchangeScreen

ASIDE = "smasher-red-rare, powerup-blue, swarm-black"


@pytest.fixture(autouse=True)
def at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


def set_file(folder, name, dice, side=()):
    path = folder / f"{name}.toml"
    path.write_text(f"name = {json.dumps(name)}\ndice = {json.dumps(list(dice))}\n"
                    + (f"side = {json.dumps(list(side))}\n" if side else ""))  # fmt: skip
    return str(path)


def two_players(folder):
    zac, dot = (words_of_set(side.brings) for side in example("irondie").players)
    return plan_of(
        "irondie",
        [set_file(folder, "Zac", zac, words_of_set(ASIDE)), set_file(folder, "Dot", dot)],
    )


def arguments(**more):
    return Namespace(
        **{"match": "final", "event": "", "round": None, "table": "", "best_of": None} | more
    )


def played(plan, conceded=None, clock=None, ago=0.0):
    """A game of the match that has been played; `ago` seconds."""
    journal = new_record(arguments(), plan, setup_of(plan))
    when = time.time() - ago
    if clock is not None:
        journal.append(Draft(kind="clock", facts=clock_facts({"match": clock}, 0.0, ""),
                             wall_time=when))  # fmt: skip
    if conceded is not None:
        journal.append(Draft(kind="result", facts={"conceded": conceded}, wall_time=when))
    journal.close()
    return in_match("final")


def test_a_set_file_may_hold_a_side_set(at_home):
    plan = two_players(at_home)
    assert words_of_set(plan.players[0].aside) == words_of_set(ASIDE)
    assert setup_of(plan)["side_sets"] == [words_of_set(ASIDE), []]


def test_a_match_of_irondie_is_played_to_two_wins(at_home):
    plan = two_players(at_home)
    games = played(plan, conceded=1)
    assert games[0].header.best_of == 3
    assert score(games).winner is None
    games = played(plan, conceded=1)
    assert score(games).winner == 0
    with pytest.raises(UserError, match="Zac has won it 2 : 0"):
        next_starter(arguments())


def test_the_next_game_begins_with_the_sets_after_the_exchange(at_home):
    plan = two_players(at_home)
    games = played(plan, conceded=1)
    swaps = read_swaps(["Zac:smasher-black=smasher-red-rare,assault-red=swarm-black"])
    zac = next_plan(plan, games, swaps).players[0]
    assert {"smasher-red-rare", "swarm-black"} <= set(words_of_set(zac.brings))
    assert sorted(words_of_set(zac.aside)) == ["assault-red", "powerup-blue", "smasher-black"]


def test_what_was_exchanged_stays_exchanged_in_the_game_after_next(at_home):
    plan = two_players(at_home)
    games = played(plan, conceded=1)
    second = next_plan(plan, games, read_swaps(["Zac:smasher-black=swarm-black"]))
    games = played(second, conceded=0)
    third = next_plan(plan, games, {})  # the same files are named again
    assert third.players == second.players == players_of(games[-1])


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        (["Zac smasher"], "--exchange takes PLAYER:OUT=IN"),
        (["Zac:smasher-black"], "--exchange takes PLAYER:OUT=IN"),
        (["Bob:smasher-black=powerup-blue"], "'Bob' does not play in this match; Zac and Dot do"),
        (["Zac:smasher-white=powerup-blue"], "main set has no smasher-white"),
        (["Zac:smasher-black=powerup-red"], "side set has no powerup-red"),
        (["Dot:smasher-white=powerup-blue"], "side set has no powerup-blue"),
    ],
)
def test_an_exchange_that_cannot_be_is_refused_in_one_sentence(at_home, written, complaint):
    plan = two_players(at_home)
    games = played(plan, conceded=1)
    with pytest.raises(UserError, match=complaint) as refused:
        next_plan(plan, games, read_swaps(written))
    assert "\n" not in str(refused.value)


def test_nothing_is_exchanged_before_the_first_game(at_home):
    with pytest.raises(UserError, match="between two games"):
        next_plan(two_players(at_home), (), read_swaps(["Zac:smasher-black=powerup-blue"]))


def test_other_sets_cannot_be_brought_into_a_match(at_home):
    plan = two_players(at_home)
    games = played(plan, conceded=1)
    with pytest.raises(UserError, match="the sets of its first game"):
        next_plan(example("irondie"), games, {})


def test_a_side_set_of_two_dice_is_refused(at_home):
    zac, dot = (words_of_set(side.brings) for side in example("irondie").players)
    files = [
        set_file(at_home, "Zac", zac, ["swarm-red", "swarm-blue"]),
        set_file(at_home, "D", dot),
    ]
    words = ["play", "--game", "irondie", "--headless"]
    assert main([*words, "--team", files[0], "--team", files[1]]) == 2


# --- the match's clock --------------------------------------------------------------------------


def test_the_match_clock_goes_on_between_two_games(at_home):
    plan = two_players(at_home)
    games = played(plan, 1, Clock(2700.0, spent=600.0, since=0.0), ago=60.0)
    assert match_clock(games[-1]).spent == pytest.approx(660.0, abs=5)
    journal = new_record(arguments(), plan, setup_of(plan))
    carry_clock(journal, games)
    clocks, _ = clocks_at_end(journal.entries(), {})
    assert clocks["match"].spent == pytest.approx(660.0, abs=5)


def test_no_game_begins_once_the_time_of_the_match_is_up(at_home):
    plan = two_players(at_home)
    games = played(plan, 1, Clock(2700.0, spent=2650.0, since=0.0), ago=60.0)
    with pytest.raises(UserError, match=r"is up at 1 : 0: Zac has won it"):
        check_time(games)


def test_without_more_wins_nobody_has_won_when_time_is_up(at_home):
    plan = two_players(at_home)
    played(plan, conceded=1)
    games = played(plan, 0, Clock(2700.0, spent=2700.0))
    with pytest.raises(UserError, match="nobody has won it"):
        check_time(games)


def test_after_a_game_the_match_says_how_to_go_on(at_home):
    played(two_players(at_home), conceded=1)
    assert "Zac against Dot 1 : 0; its next game: diceref play" in standing_in_words("final")


# --- the screen of the exchange -----------------------------------------------------------------


def on_screen(sides, *keys):
    screen = ExchangeScreen(sides, DiceExchanges())

    async def look():
        app = DiceRefApp(None, first=screen)
        shown = []
        async with app.run_test(size=(100, 30)) as pilot:
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
                shown.append(str(screen.query_one("#exchange-title").render()))
        return shown

    return asyncio.run(look()), screen.players


def sides(*aside):
    plain = example("irondie").players
    return tuple(Player(s.name, s.brings, a) for s, a in zip(plain, aside, strict=True))


def test_each_player_exchanges_alone_and_the_other_sees_nothing_of_it():
    before = sides(ASIDE, "assault-green, barrier-purple, swarm-white")
    shown, after = on_screen(before, "space", "tab", "space", "f5")
    assert "Zac" in shown[0]
    assert "Dot" in shown[-1]
    assert "smasher-black" in words_of_set(after[0].aside)
    assert "smasher-red-rare" in words_of_set(after[0].brings)
    assert after[1] == before[1]


def test_who_has_no_side_set_is_not_asked():
    before = sides("", ASIDE)
    shown, after = on_screen(before, "down")
    assert "Dot" in shown[0]
    assert after == before


def test_as_many_dice_come_in_as_go_out():
    before = sides(ASIDE, "")
    shown, after = on_screen(before, "space", "f5")
    assert after == before
    assert "Zac" in shown[-1]


# --- the whole way ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_whole_match_on_the_simulated_table_without_a_wrong_entry(capsys):
    words = ["demo", "--game", "irondie", "--match", "final", "--headless", "--json"]
    assert main([*words, "--eye", "truth", "--seed", "3"]) == 0
    said = capsys.readouterr()
    summaries = [json.loads(line) for line in said.out.splitlines()]
    assert all(summary["wrong"] == 0 for summary in summaries)
    games = in_match("final")
    assert [game.header.game_of_match for game in games] == list(range(1, len(summaries) + 1))
    assert score(games).winner is not None
    assert "has won it" in said.err
    first, second = (players_of(game) for game in games[:2])
    for before, after in zip(first, second, strict=True):
        assert len(set(words_of_set(before.brings)) - set(words_of_set(after.brings))) == 1
    with Journal.open(games[1].path, read_only=True) as journal:
        assert journal.entry(2).facts["clocks"]["match"]["spent"] > 0


@pytest.mark.parametrize(("keys", "finished"), [(("f5", "f5"), True), (("f5", "ctrl+c"), False)])
def test_an_exchange_that_was_left_is_not_taken_for_a_finished_one(keys, finished):
    screen = ExchangeScreen(sides(ASIDE, ASIDE), DiceExchanges())

    async def play():
        async with DiceRefApp(None, first=screen).run_test(size=(100, 30)) as pilot:
            for key in keys:
                await pilot.press(key)
                await pilot.pause()

    asyncio.run(play())
    assert screen.finished is finished
