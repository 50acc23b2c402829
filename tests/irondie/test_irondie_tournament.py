"""IRONDIE 1.4, "Tournament rules": matches, side sets and clocks."""

import pytest

from rules.irondie.clocks import clocks_for
from rules.irondie.game import Irondie, demo_setup
from rules.irondie.match import checked_entrant, exchange

MAIN = demo_setup()["sets"][0]
CLOCKS = clocks_for("tournament")
SIDE = ["smasher-red-rare", "powerup-blue", "swarm-black"]


def test_a_side_set_has_exactly_three_dice():
    assert checked_entrant("Zac", MAIN, SIDE).side == tuple(SIDE)
    with pytest.raises(ValueError, match="exactly 3"):
        checked_entrant("Zac", MAIN, SIDE[:2])


def test_dice_are_exchanged_one_for_one():
    zac = exchange(checked_entrant("Zac", MAIN, SIDE), ["smasher-black"], ["smasher-red-rare"])
    assert "smasher-red-rare" in zac.main
    assert "smasher-black" in zac.side
    with pytest.raises(ValueError, match="as many dice"):
        exchange(zac, [], ["powerup-blue"])
    with pytest.raises(ValueError, match="has no assault-white"):
        exchange(zac, ["assault-white"], ["powerup-blue"])


def test_after_the_exchange_the_main_set_has_at_most_three_rare_dice():
    main = [f"{word}-rare" for word in MAIN[:3]] + MAIN[3:]
    zac = checked_entrant("Zac", main, SIDE)
    with pytest.raises(ValueError, match="4 rare dice"):
        exchange(zac, ["barrier-green"], ["smasher-red-rare"])
    assert exchange(zac, ["smasher-black-rare"], ["smasher-red-rare"])


def test_after_the_exchange_every_class_is_still_there():
    main = [*MAIN[:6], "assault-blue", "assault-green", "swarm-red"]
    with pytest.raises(ValueError, match="no life die"):
        exchange(checked_entrant("Zac", main, SIDE), ["swarm-red"], ["powerup-blue"])


def test_a_match_has_forty_five_minutes_and_a_game_twenty():
    assert CLOCKS["match"].left(0.0) == 45 * 60
    assert CLOCKS["game"].left(0.0) == 20 * 60


def test_by_the_basic_rules_alone_no_clock_runs_out():
    game = Irondie()
    basic = {**demo_setup(), "format": "standard"}
    assert game.clocks(basic)["game"].limit is None
    assert "match" not in game.clocks(basic)
    assert game.clocks(demo_setup())["game"].limit == 20 * 60


def test_the_sets_are_shown_for_thirty_seconds():
    assert CLOCKS["reveal"].left(0.0) == 30


def test_a_format_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="no format 'blitz'; choose tournament"):
        Irondie().new({**demo_setup(), "format": "blitz"})


def test_a_paused_clock_stands_still():
    clock = CLOCKS["game"].start(100.0).pause(160.0)
    assert clock.elapsed(500.0) == 60.0
    clock = clock.start(1000.0)
    assert clock.elapsed(1030.0) == 90.0
    assert clock.start(2000.0) is clock


def test_time_is_up_at_the_limit_and_not_before():
    clock = CLOCKS["game"].start(0.0)
    assert not clock.expired(20 * 60 - 0.001)
    assert clock.expired(20 * 60)
    assert clock.left(10_000.0) == 0.0


def test_an_extension_gives_more_time():
    clock = CLOCKS["game"].start(0.0).extend(120.0)
    assert not clock.expired(20 * 60 + 119)
    with pytest.raises(ValueError, match="extension"):
        clock.extend(0)
