"""Doubles wherever a game is shown or kept: two sides of two partners, one life a side."""

import json
from argparse import Namespace

import pytest

from rules.core import side_names
from rules.journal import Draft, result_sheet, write_markdown
from tests.ui.doubles import DOUBLES, KNOWN, played
from ui.app.game_plan import seated, setup_of, with_format
from ui.app.records import header_in_words, in_match, new_record, next_starter
from ui.cli.main import main
from ui.web.facts import public_facts

NAMED = Namespace(match="pairs", event="", round=None, table="", best_of=3)


@pytest.fixture(autouse=True)
def at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))


@pytest.fixture
def conceded():
    """A recorded game that seat 3 gave up; seat 0 had begun."""
    with new_record(NAMED, DOUBLES, setup_of(DOUBLES)) as journal:
        journal.append(Draft(kind="result", facts={"conceded": 3}))
        return journal.header


def test_a_browser_shows_one_life_a_side():
    shown = public_facts(played(60))
    sides = [(side["seats"], side["life"]) for side in shown["sides"]]
    assert sides == [([0, 2], 30), ([1, 3], 27)]
    assert shown["seats"] == ["Ana", "Cleo", "Ben", "Dan"]
    assert shown["active"] in {"Ana & Ben", "Cleo & Dan"}


def test_a_browser_is_told_which_partner_has_what_to_spend():
    assert public_facts(played(60))["sides"][0]["to_spend"] == "Ben 2 Bolt, 1 Shield"


def test_the_record_names_the_players_seat_by_seat(conceded):
    names = tuple(seat.name for seat in played(0).view.seats)
    assert conceded.players == names
    assert header_in_words(conceded).endswith("Ana & Ben against Cleo & Dan")


def test_partners_who_do_not_play_are_not_on_record():
    two = with_format(DOUBLES, "tournament")
    assert [side.name for side in seated(two)] == ["Ana", "Ben"]
    with new_record(NAMED, two, setup_of(two)) as journal:
        assert journal.header.players == ("Ana", "Ben")


def test_partners_win_a_match_together_and_the_losers_begin_the_next_game(conceded):
    sheet = result_sheet(in_match("pairs"), lambda _: KNOWN.load())
    assert "| 1 | Ana & Ben |" in sheet
    assert "**Ana & Ben : Cleo & Dan — 1 : 0**" in sheet
    assert "Cleo & Dan begins the next game." in sheet
    assert next_starter(NAMED) == 1


def test_a_report_says_the_life_of_each_side_once():
    with new_record(NAMED, DOUBLES, setup_of(DOUBLES)) as journal:
        report = write_markdown(journal, KNOWN.load())
    assert "# Ana & Ben against Cleo & Dan" in report
    assert "life: Ana & Ben 30 of 30, Cleo & Dan 30 of 30" in report


def test_sides_of_one_player_bear_their_names():
    assert side_names(("Ana", "Bo")) == ("Ana", "Bo")
    assert side_names(()) == ()


@pytest.mark.slow
def test_two_partners_who_draw_before_the_next_look_are_followed(capsys):
    asked = ["demo", "--doubles", "--headless", "--eye", "truth", "--most", "121", "--json"]
    assert main(asked) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (told["wrong"], told["infractions"]) == (0, 0)
