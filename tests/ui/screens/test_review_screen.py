import json
import random
import sqlite3

import cv2
import numpy as np
import pytest

from rules.core import CHANCE
from rules.journal import Draft, Journal, JournalError, Picture, replay, write_avi
from rules.journal.clips import MEDIA
from ui.app.known_games import known_game
from ui.app.review import Review, pages
from ui.cli.main import main
from ui.screens.app import DiceRefApp
from ui.screens.review import ReviewScreen, pluralised
from ui.widgets.life_curve import LifeCurve
from ui.widgets.timeline import Timeline
from words import say

KNOWN = known_game("irondie")
GAME = KNOWN.load()


@pytest.fixture
def journal():
    """A random game with a question, a foul and a correction in it."""
    setup, rng = KNOWN.demo_setup(), random.Random(4)
    journal = Journal.in_memory("irondie", setup, wall_time=1_800_000_000.0)
    state, states = GAME.new(setup), []
    for step in range(24):
        mover = GAME.to_move(state)
        if mover is None:
            break
        action = (
            GAME.sample(state, rng) if mover == CHANCE else rng.choice(GAME.legal_actions(state))
        )
        states.append(state)
        state, events = GAME.apply(state, action)
        journal.append(
            Draft(
                kind="step", action=GAME.write_action(action), digest=GAME.digest(state),
                events=events, cause="seen", confidence=0.97, evidence="seen in 7 frames",
                wall_time=1_800_000_000.0 + step,
            )
        )  # fmt: skip
        if step == 8:
            question = {
                "number": 1,
                "text": "Which die was rolled?",
                "answers": [
                    {"text": "red", "probability": 0.7},
                    {"text": "blue", "probability": 0.2},
                ],
            }
            journal.append(Draft(kind="question", facts=question))
            foul = {
                "number": 1,
                "text": "A die too many.",
                "code": "extra-die",
                "seat": 0,
                "remedy": "Take it back.",
                "citation": {"book": "IRONDIE 1.4", "section": "x"},
            }
            journal.append(Draft(kind="foul", facts=foul))
        if step == 14:
            journal.append(Draft(kind="correction", replaces=len(journal) - 1, evidence="bumped"))
            state = states[step - 1]
    return journal


def review_of(journal):
    return Review(journal, GAME, KNOWN.title)


def test_the_last_page_is_the_state_the_record_replays_to(journal):
    review = review_of(journal)
    assert review.position == 0  # it opens at the beginning
    review.jump(len(journal))
    replayed = replay(journal.entries(), GAME)
    assert GAME.digest(review.page.state) == GAME.digest(replayed.state)


def test_there_is_a_page_for_every_entry_and_corrected_steps_are_marked(journal):
    review = review_of(journal)
    assert len(review.pages) == len(journal)
    correction = next(page.entry for page in review.pages if page.entry.kind == "correction")
    gone = {page.entry.number for page in review.pages if not page.counts}
    assert gone == {correction.replaces, correction.replaces + 1}


def test_stepping_stops_at_both_ends(journal):
    review = review_of(journal)
    review.jump(-5)
    assert review.position == 0
    review.step(-1)
    assert review.position == 0
    review.jump(10_000)
    assert review.position == len(journal) - 1


def test_turns_fouls_questions_and_corrections_are_found(journal):
    review = review_of(journal)
    for sought in ("foul", "question", "correction"):
        review.jump(0)
        assert review.seek(sought, 1)
        assert review.page.entry.kind == sought
        assert not review.seek(sought, 1)


def test_search_finds_what_happened(journal):
    review = review_of(journal)
    review.jump(0)
    assert review.search("DIE too")
    assert review.latest().fouls[0].remedy == "Take it back."
    assert not review.search("no such words anywhere")


def test_a_question_is_shown_as_it_was_asked(journal):
    review = review_of(journal)
    review.jump(0)
    review.seek("question", 1)
    assert [answer.text for answer in review.latest().question.answers] == ["red", "blue"]


def test_a_correction_is_a_new_entry_with_its_reason(journal):
    review = review_of(journal)
    before = len(journal)
    review.correct(5, (), why="the die was bumped")
    entry = journal.entry(before + 1)
    assert (entry.kind, entry.replaces) == ("correction", 5)
    assert entry.facts["why"] == "the die was bumped"
    assert review.position == before  # the correction itself


def test_the_set_up_cannot_be_taken_back(journal):
    with pytest.raises(ValueError, match="the set-up cannot be corrected"):
        review_of(journal).correct(1, (), why="all wrong")


def test_a_record_of_other_rules_is_one_sentence(journal):
    entries = list(journal.entries())
    torn = entries[0:1] + entries[3:]
    with pytest.raises(JournalError, match="cannot be played again"):
        pages(torn, GAME)


async def test_the_review_screen_steps_jumps_and_corrects_by_keyboard(journal):
    review = review_of(journal)
    screen = ReviewScreen(review)
    app = DiceRefApp(review, first=screen)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("home")
        assert review.position == 0
        await pilot.press("right", "right", "left")
        assert review.position == 1
        await pilot.press("f")
        assert review.page.entry.kind == "foul"
        assert screen.query_one("#foul").display
        await pilot.press("g", *"3", "enter")
        assert review.position == 2
        await pilot.press("slash", *"too many", "enter")
        assert review.page.entry.kind == "foul"
        await pilot.press("end", "e")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert review.page.entry.facts["why"] == "misread"


async def test_a_recorded_question_or_foul_offers_no_key_that_would_do_nothing(journal):
    review = review_of(journal)
    app = DiceRefApp(None, first=ReviewScreen(review))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("end")
        for key, shown in (("F", "Take it back."), ("S", "Which die was rolled?")):
            await pilot.press(key)
            await pilot.pause()
            text = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
            assert shown in text
            for words in ("Press a number", " ago", "Let it stand", "Mend it", "k: stop"):
                assert words not in text
        await pilot.press("question_mark")
        await pilot.pause()
        text = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "A recorded game" in text
        assert "Play with your hands" not in text


@pytest.mark.parametrize(
    ("width", "shown"), [(40, "Entry 1 · 10 dice in 2 looks"), (20, "Entry 1"), (99, "nats")]
)
def test_evidence_stands_below_the_table_in_whole_clauses_or_not_at_all(width, shown):
    said = pluralised("Entry 1", " · ", "10 dice in 2 looks, 0.0 nats to the next", width)
    assert said.endswith(shown) or shown in said
    assert len(said) <= width


async def test_the_page_of_keys_of_a_record_names_nothing_that_only_players_do(journal):
    app = DiceRefApp(None, first=ReviewScreen(Review(journal, GAME, KNOWN.title)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        arrows = {"left", "right"}
        assert arrows <= app.screen.active_bindings.keys()
        await pilot.press("question_mark")
        await pilot.pause()
        assert say("Do what the list stands on") not in app.screen._page().plain
        await pilot.press("escape")
        await pilot.pause()
        assert arrows <= app.screen.active_bindings.keys()
        await pilot.pause()
        rows = [strip.text for strip in app.screen._compositor.render_strips()]
        assert say("Back") in rows[-1]


def test_a_step_of_which_nothing_followed_says_whose_it_was(setting_out):
    review = Review(setting_out, known_game("tmnt").load(), "")
    review.jump(4)
    assert review.latest().events[-1].text == "Victoria: keep"


@pytest.fixture
def setting_out():
    """The first steps of a game: four dice drawn, rolled and kept."""
    known = known_game("tmnt")
    engine, setup = known.load(), known.demo_setup()
    journal, state = Journal.in_memory("tmnt", setup), engine.new(setup)
    for result in (["sidekick"] * 4, [3, 3, 4, 5], None):
        decided = (
            engine.legal_actions(state)[:1] if result is None else [engine.settle(state, result)]
        )
        state, events = engine.apply(state, decided[0])
        journal.append(Draft(kind="step", action=engine.write_action(decided[0]), events=events))
    return journal


def test_a_game_without_clips_says_so(kept, capsys):
    assert main(["review", "--clips"]) == 0
    assert "No clip was kept" in capsys.readouterr().err


async def test_it_plays_by_itself_stops_at_a_key_and_at_the_end(journal):
    review = review_of(journal)
    app = DiceRefApp(review, first=ReviewScreen(review, plays=8.0))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: review.position >= 2)
        await pilot.press("left")
        stands = review.position
        await pilot.pause(0.4)
        assert review.position == stands
        await pilot.press("greater_than_sign", "space")
        assert "8 a second" in str(app.screen.query_one("#entry").render())
        await until(pilot, lambda: review.position > stands)
        await pilot.press("p")
        assert "a second" not in str(app.screen.query_one("#entry").render())
        review.jump(len(journal) - 2)
        await pilot.press("space")
        await until(pilot, lambda: review.position == len(journal) - 1)
        await until(pilot, lambda: app.screen._playing is None)
        await pilot.press("space", "p")  # from the beginning again
        assert review.position < len(journal) - 1


async def until(pilot, holds):
    for _ in range(200):
        if holds():
            return
        await pilot.pause(0.05)
    raise AssertionError


async def test_a_tap_on_the_life_curve_jumps(journal):
    review = review_of(journal)
    app = DiceRefApp(review, first=ReviewScreen(review))
    async with app.run_test(size=(100, 50)) as pilot:
        await pilot.click(LifeCurve, offset=(99, 2))
        assert review.position == len(journal) - 1
        await pilot.click(LifeCurve, offset=(52, 2))
        assert abs(review.position - len(journal) / 2) < 2
        dots = "".join(
            piece.text for y in range(5) for piece in app.screen.query_one(LifeCurve).render_line(y)
        )
        assert any("\u2801" <= sign <= "\u28ff" for sign in dots)
        assert {"✖", "?"} <= set(dots)


async def test_a_tap_on_the_time_line_jumps(journal):
    review = review_of(journal)
    app = DiceRefApp(review, first=ReviewScreen(review))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.click(Timeline, offset=(0, 0))
        assert review.position == 0
        await pilot.click(Timeline, offset=(99, 0))
        assert review.position == len(journal) - 1


async def test_an_export_is_chosen_by_its_ending(journal, tmp_path):
    review = review_of(journal)
    app = DiceRefApp(review, first=ReviewScreen(review))
    async with app.run_test(size=(100, 30)) as pilot:
        for name in ("game.md", "game.docx"):
            await pilot.press("w")
            await pilot.pause()
            app.screen.query_one("Input").value = str(tmp_path / name)
            await pilot.press("enter")
            await pilot.pause()
    assert "## Turn 1" in (tmp_path / "game.md").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["game.md"]


@pytest.fixture
def kept(journal, monkeypatch, tmp_path):
    """The same journal in the folder of journals."""
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    (tmp_path / "journals").mkdir()
    path = tmp_path / "journals" / "evening.diceref"
    journal.save_as(path)
    return path


def test_a_game_is_listed_verified_and_sealed(kept, capsys):
    assert main(["review", "--list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert (listed["game"], listed["path"]) == ("irondie", str(kept))
    assert main(["review", "even", "--verify", "--seal", listed["seal"]]) == 0
    assert main(["review", "even", "--verify", "--seal", "0" * 32]) == 1


def test_the_list_says_how_each_game_went_and_is_chosen_by_it(kept, capsys):
    assert main(["review", "--list"]) == 0
    said = capsys.readouterr().out
    assert "Zac against Dot" in said
    assert "play, not over" in said
    assert " turn, " in said or " turns, " in said
    for where, found in (
        ("over=no", True), ("over=yes", False), ("winner=Zac", False), ("kind=play", True),
        ("kind=demo", False), ("player=dot", True),
    ):  # fmt: skip
        main(["review", "--list", "--where", where])
        assert bool(capsys.readouterr().out) is found, where
    for bad in ("over=perhaps", "colour=red", "kind"):
        assert main(["review", "--list", "--where", bad]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
    with pytest.raises(SystemExit):
        main(["review", "--play", "much"])


@pytest.mark.parametrize("form", ["jsonl", "md", "html"])
def test_a_game_is_written_out_without_a_terminal(kept, form, capsys):
    assert main(["review", "--export", form]) == 0
    assert "Assault" in capsys.readouterr().out


def test_what_was_written_as_lines_is_taken_in_again(kept, tmp_path, capsys):
    lines = tmp_path / "copy.jsonl"
    assert main(["review", "--export", "jsonl", "--out", str(lines)]) == 0
    assert main(["review", "--import", str(lines)]) == 0
    copied = Journal.open(capsys.readouterr().out.strip())
    assert copied.tip == Journal.open(kept).tip
    assert main(["review", "--export", "jsonl", "--out", str(lines)]) == 2


def test_a_damaged_record_is_said_so_and_saved_from(kept, tmp_path, capsys):
    with sqlite3.connect(kept) as database:
        database.execute("UPDATE entry SET body = replace(body, 'seen', 'sein') WHERE number = 7")
    assert main(["review", "--verify"]) == 1
    assert main(["review", "--recover", str(tmp_path / "saved.diceref")]) == 0
    assert "6 entries saved" in capsys.readouterr().out


def test_the_review_screen_needs_a_terminal(kept, capsys):
    assert main(["review"]) == 2
    assert "needs a terminal" in capsys.readouterr().err


def test_review_without_a_game_is_one_sentence(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    assert main(["review"]) == 2
    assert "play one first" in capsys.readouterr().err
    assert main(["review", "nobody"]) == 2
    assert "no recorded game 'nobody'" in capsys.readouterr().err
    assert main(["review", "--list"]) == 0


def test_a_question_of_a_record_shows_the_die_that_it_was_about(journal):
    png = cv2.imencode(".png", np.full((40, 40, 3), 90, np.uint8))[1].tobytes()
    facts = {"number": 9, "text": "Which face?", "answers": []}
    journal.append(Draft(kind="question", facts=facts), [Picture("die-3", "image/png", png)])
    review = review_of(journal)
    review.jump(len(journal))
    assert review.latest().closeup.shape == (40, 40, 3)
    review.jump(1)
    assert review.latest().closeup is None


async def test_the_clip_of_a_dispute_is_shown_and_saved_by_a_key(journal, monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    foul = journal.numbers("foul")[0]
    pictures = [
        cv2.imencode(".jpg", np.full((90, 160, 3), shade, np.uint8))[1].tobytes()
        for shade in (50, 200)
    ]
    film = write_avi(pictures, 3.0, (160, 90))
    facts = {"text": f"clip of entry {foul}", "about": foul}
    journal.append(Draft(kind="note", facts=facts), [Picture("foul.avi", MEDIA, film)])
    review = review_of(journal)
    review.jump(len(journal))
    shown = review.latest().thumbnail
    assert shown is not None
    assert shown.mean() == pytest.approx(200, abs=3)
    app = DiceRefApp(review, first=ReviewScreen(review))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("home", "v")
        assert not (tmp_path / "clips").exists(), "the set-up has no clip"
        await pilot.press("f", "v")
        await pilot.pause()
    (saved,) = (tmp_path / "clips").iterdir()
    assert saved.suffix == ".webm"  # which browsers play; the record keeps the film as it was taken
    film_shown = cv2.VideoCapture(str(saved))
    assert film_shown.read()[1].mean() == pytest.approx(50, abs=6)
