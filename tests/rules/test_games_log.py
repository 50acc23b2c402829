"""What a game is set up as stands in the log, one line each."""

import logging

import pytest

from rules.registry import known_game


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("avx", "avx is set up, demo: "),
        ("irondie", "IRONDIE is set up, "),
        ("tenthousand", "Ten Thousand is set up, "),
    ],
)
def test_a_game_says_as_what_it_is_set_up(name, said, caplog):
    known = known_game(name)
    with caplog.at_level(logging.INFO, logger=known.load().__class__.__module__):
        known.load().new(known.demo_setup())
    assert any(line.startswith(said) for line in caplog.messages)


def test_cards_that_are_played_by_hand_are_named_in_the_log(caplog):
    known = known_game("avx")
    setup = dict(known.demo_setup())
    setup["teams"] = [{**setup["teams"][0], "cards": [["133msw", 2]]}, setup["teams"][1]]
    with caplog.at_level(logging.INFO, logger="rules.dicemasters.game"):
        known.load().new(setup)
    assert "played by hand: Thing" in caplog.text
