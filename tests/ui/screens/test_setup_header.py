"""Event, round and match are typed on the set-up screen and stand in the record's header."""

import argparse
from datetime import UTC, datetime

from textual.widgets import Input

from ui.app.game_plan import example
from ui.app.records import header_of, take_header
from ui.screens.app import DiceRefApp
from ui.screens.setup import Preparation, SetupScreen


def arguments():
    return argparse.Namespace(event="", round=None, match="", table="", best_of=None)


async def test_what_is_typed_is_taken_when_the_game_starts(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    given, begun = arguments(), []
    preparation = Preparation(begun.append, header=lambda typed: take_header(given, typed))
    screen = SetupScreen(example("tenthousand"), preparation)
    app = DiceRefApp(None, first=screen)
    async with app.run_test(size=(100, 40)) as pilot:
        screen.query_one("#event", Input).value = "Club [b]night"
        screen.query_one("#round", Input).value = "two"
        screen.action_start()
        await pilot.pause()
        assert not begun
        screen.query_one("#round", Input).value = "2"
        assert screen._header_faults() == ()
    assert (given.event, given.round, given.match) == ("Club [b]night", 2, "")


def test_what_is_left_empty_stays_as_the_command_line_said():
    given = arguments()
    given.event, given.round = "Club night", 3
    assert take_header(given, {"event": "", "round": "", "match": ""}) == ""
    assert (given.event, given.round) == ("Club night", 3)
    assert take_header(given, {"round": "-1"}).startswith("The round is a number")


def test_it_stands_in_the_header(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    given = arguments()
    take_header(given, {"event": "Club night", "round": "2", "match": ""})
    header = header_of(given, example("tenthousand"), datetime.now(UTC))
    assert (header.event, header.round) == ("Club night", 2)
