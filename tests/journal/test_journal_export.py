"""Exports hold everything and say it clearly; what is exported can be read back."""

import json
import re
import sys
from pathlib import Path

import pytest

from rules.journal import (
    Draft,
    Header,
    Journal,
    JournalError,
    Picture,
    match_score,
    matching,
    read_lines,
    recorded_games,
    replay,
    result_sheet,
    verify,
    write_lines,
    write_markdown,
)
from rules.journal.export import _says_the_same

sys.path.insert(0, str(Path(__file__).parent.parent / "track"))
from pebbles import PebblesGame
from test_journal_record import play

from ui.app.game_page import write_page
from ui.app.known_games import known_game
from ui.app.simulation import Simulation

GAME = PebblesGame()


@pytest.fixture
def journal(tmp_path):
    header = Header(event="Club <night>", round=2, players=("Ana", "Bo"), match="m1", best_of=3)
    with Journal.create(tmp_path / "a.diceref", "pebbles", {}, header, wall_time=1.0) as made:
        play(made, 20)
        made.append(
            Draft(
                kind="foul",
                facts={"number": 1, "text": "a die too many", "citation": {"book": "Pebbles"}},
            ),
            [Picture("die-1", "image/png", b"png")],
        )
        made.append(Draft(kind="correction", replaces=18, facts={"why": "misread", "who": "Cy"}))
        yield made


def test_lines_read_back_give_the_same_hashes_state_and_pictures(journal, tmp_path):
    with read_lines(write_lines(journal), tmp_path / "b.diceref") as copy:
        assert copy.tip == journal.tip
        mine, theirs = (replay(j.entries(), GAME).state for j in (journal, copy))
        assert GAME.digest(mine) == GAME.digest(theirs)
        named = copy.entry(journal.numbers("foul")[0]).pictures[0]
        assert copy.picture(named.sha256) == b"png"
    assert verify(tmp_path / "b.diceref").whole


def test_a_changed_line_is_refused_with_its_entry(journal, tmp_path):
    lines = list(write_lines(journal))
    lines[5] = lines[5].replace("seen", "told")
    with pytest.raises(JournalError, match="entry 5 was changed"):
        read_lines(lines, tmp_path / "b.diceref")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda lines: lines[:9], "breaks off"),
        (lambda lines: [], "no lines"),
        (lambda lines: ['{"format":"chess"}', *lines[1:]], "no exported record"),
        (lambda lines: [lines[0].replace('"version":2', '"version":9'), *lines[1:]], "update"),
        (lambda lines: [*lines[:3], "{oops", *lines[4:]], "line 4"),
        (lambda lines: lines[:-1], "lack picture"),
    ],
)
def test_lines_that_are_not_whole_are_refused_in_one_sentence(journal, tmp_path, spoil, said):
    with pytest.raises(JournalError, match=said):
        read_lines(spoil(list(write_lines(journal))), tmp_path / "b.diceref")
    assert not (tmp_path / "b.diceref").exists()


def test_every_line_is_one_json_object(journal):
    for line in write_lines(journal):
        assert isinstance(json.loads(line), dict)


def test_the_report_tells_fouls_and_strikes_out_what_was_taken_back(journal):
    report = write_markdown(journal, GAME)
    assert "foul: a die too many (Pebbles)" in report
    assert "corrected from entry 18 on, by Cy: misread" in report
    assert re.search(r"^18\. ~~", report, re.MULTILINE)
    assert f"seal: {journal.seal}" in report


def test_the_page_needs_nothing_from_elsewhere_and_shows_the_evidence(journal):
    page = write_page(journal, GAME)
    assert "Club &lt;night&gt;" in page
    assert "data:image/png;base64," in page
    assert not re.search(r'(src|href)="(?!data:|#)', page)


def test_games_are_found_by_header_and_a_match_is_added_up(journal, tmp_path):
    header = Header(match="m1", best_of=3, game_of_match=2, players=("Ana", "Bo"), starts=0)
    with Journal.create(tmp_path / "c.diceref", "pebbles", {}, header, wall_time=2.0) as second:
        second.append(Draft(kind="result", facts={"conceded": 1}))
    (tmp_path / "broken.diceref").write_bytes(b"nothing")
    games = list(matching(recorded_games(tmp_path), match="m1", player="ana"))
    assert [found.header.game_of_match for found in games] == [1, 2]
    score = match_score(games, lambda _: GAME)
    assert score.wins == (1, 0)
    assert score.unfinished == 1
    assert score.winner is None
    assert score.starts_next == 1
    sheet = result_sheet(games, lambda _: GAME)
    assert "| 2 | Ana |" in sheet
    assert games[1].seal in sheet


def test_the_sheet_of_a_game_without_event_names_its_game_once(tmp_path):
    header = Header(edition="pebbles", players=("Ana", "Bo"))
    Journal.create(tmp_path / "a.diceref", "pebbles", {}, header).close()
    sheet = result_sheet(tuple(recorded_games(tmp_path)), lambda _: GAME, str.title)
    assert sheet.startswith("# Result\n")
    assert sheet.count("Pebbles") == 1


def test_a_conceded_game_says_who_won(tmp_path):
    with Journal.create(tmp_path / "a.diceref", "pebbles", {}) as journal:
        journal.append(Draft(kind="result", facts={"conceded": 0}))
        winner = GAME.view(GAME.new({})).seats[1].name
        assert f"**{winner} won: the other side conceded.**" in write_markdown(journal, GAME)
        assert "conceded" in write_page(journal, GAME)


def test_a_report_does_not_say_an_action_twice(played_with_dice):
    report = write_markdown(played_with_dice, known_game("tmnt").load())
    assert "2. Victoria: draws 4 Sidekicks\n" in report
    assert "Victoria: buy April paying 1 Shield (Sidekick) + 1 Fist (Sidekick)\n" in report
    assert "# Victoria against Sebastian" in report


@pytest.mark.parametrize(
    ("said", "told", "same"),
    [
        ("buy April paying 1 Wild", "Ana buys April", True),
        ("global of Speedy Delivery paying 1 Wild", "Ana uses the global of Speedy Delivery", True),
        ("pass", "Ana takes 2 damage, life 8", False),
        ("global of Reclaim", "Bo uses the global of Reclaim", False),
    ],
)
def test_what_followed_is_left_out_where_it_only_repeats_the_action(said, told, same):
    assert _says_the_same(said, told, "Ana") is same


def test_a_report_of_irondie_repeats_neither_a_name_nor_an_action(tmp_path):
    simulation = Simulation("irondie", eye="truth")
    simulation.play(most=20)
    report = write_markdown(simulation.journal, known_game("irondie").load())
    assert "- Zac: smasher-black, assault-red, " in report
    assert re.search(r"^\d+\. Zac: rolls black Smasher, ", report, re.MULTILINE)
    lines = re.findall(r"^\d+\. \w+: (.+?) — (.+)$", report, re.MULTILINE)
    assert lines
    assert not [line for line in lines if line[0] in line[1]]
    assert ".;" not in report


@pytest.fixture
def played_with_dice():
    simulation = Simulation("tmnt", eye="truth")
    simulation.play(most=6)
    return simulation.journal


def test_somebody_who_was_not_there_learns_who_played_what_by_which_book(played_with_dice):
    report = write_markdown(played_with_dice, known_game("tmnt").load(), "Heroes in a Half Shell")
    assert "- game: Heroes in a Half Shell\n" in report
    assert "- Victoria: 3 April, 3 Donatello\n" in report
    assert re.search(r"^## Turn 1 · Victoria · \d\d:\d\d$", report, re.MULTILINE)
    assert f"--verify --seal {played_with_dice.seal}" in report


def test_what_was_said_is_told_from_what_was_seen(played_with_dice):
    entries = {entry.number: entry.cause for entry in played_with_dice.entries()}
    report = write_markdown(played_with_dice, known_game("tmnt").load())
    remarked = {
        int(line.partition(".")[0]) for line in report.splitlines() if line.endswith("*said aloud*")
    }
    assert remarked == {number for number, cause in entries.items() if cause == "announced"}
    assert remarked


def test_a_game_that_no_camera_saw_says_so_once_and_not_at_every_line(tmp_path):
    with Journal.create(tmp_path / "a.diceref", "pebbles", {}) as journal:
        report = write_markdown(journal, GAME)
    assert "No camera watched this game" in report


def test_the_answers_of_a_question_stand_below_it_with_how_likely_they_were(journal):
    answers = [{"text": "one <pebble>", "probability": 0.87}, {"text": "two", "probability": 0.0}]
    journal.append(Draft(kind="question", facts={"text": "How many?", "answers": answers}))
    assert "<li>one &lt;pebble&gt;, 87 %</li><li>two</li>" in write_page(journal, GAME)
    assert "asked: How many? (one \\<pebble\\>, 87 % / two)" in write_markdown(journal, GAME)


def test_a_judge_finds_fouls_and_corrections_from_the_top_of_the_page(journal):
    page = write_page(journal, GAME)
    for number in journal.numbers("foul") + journal.numbers("correction"):
        assert f'<a href="#e{number}">' in page
        assert f'<li id="e{number}"' in page
