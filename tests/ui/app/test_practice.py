"""Practice goes through the same referee and record as a game at the table."""

import re
import threading
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from time import monotonic, process_time

import msgspec
import pytest

from rules.core import CHANCE
from rules.journal import Journal, replay, verify
from rules.track.referee import Referee
from tests.bench.opponent import duel
from ui.app.game_thread import game_thread
from ui.app.known_games import known_game
from ui.app.opponent import best_move
from ui.app.practice import Practice
from ui.app.records import PRACTICE, simple_record, to_resume
from ui.app.session import Session
from ui.app.table_clocks import TableClocks
from ui.app.table_model import (
    UNWRITTEN,
    AllowFoul,
    Announce,
    AnswerQuestion,
    AskHint,
    Correct,
    GiveUp,
    Pause,
    Quit,
    RunClocks,
    Undo,
)
from ui.cli.main import main
from ui.screens.app import DiceRefApp
from ui.screens.help import bindings_of
from ui.screens.practice import PracticeScreen
from ui.screens.toggle import ToggleScreen
from words import say

SECONDS = 60


KNOWN = known_game("irondie")
GAME = KNOWN.load()


def practice(automatic, journal=None, seed=5):
    journal = journal or Journal.in_memory("irondie", KNOWN.demo_setup())
    return Practice(
        Referee(GAME, journal),
        title=KNOWN.title,
        automatic=frozenset(automatic),
        seed=seed,
        pace=0.0,
    )


@contextmanager
def played(source):
    """The game runs in its thread meanwhile."""
    with game_thread(source, "practice", source.play):
        yield


def wait_for(source, condition):
    """The first published model for which `condition` holds."""
    found = threading.Event()

    def look(model):
        if condition(model):
            found.set()

    end = source.subscribe(look)
    look(source.latest())
    assert found.wait(SECONDS), source.latest()
    end()
    return source.latest()


def my_turn(model):
    return model.to_move == 0


def test_the_other_side_plays_by_itself_until_i_must_decide():
    source = practice({1})
    with played(source):
        assert wait_for(source, my_turn).offers


def test_a_game_without_me_is_played_to_the_end_and_its_record_verifies(tmp_path):
    path = tmp_path / "g.diceref"
    with Journal.create(path, "irondie", KNOWN.demo_setup()) as journal:
        source = practice({0, 1}, journal)
        with played(source):
            model = wait_for(source, lambda model: model.outcome is not None)
        replayed = replay(journal.entries(), GAME)
        assert GAME.outcome(replayed.state) == model.outcome
        steps = [entry for entry in journal.entries() if entry.kind == "step"]
        assert len(replayed.moments) == 1 + len(steps)
    assert verify(path).whole


def test_undo_is_a_correction_back_to_my_last_decision_as_at_the_table():
    journal = Journal.in_memory("irondie", KNOWN.demo_setup())
    source = practice({1}, journal)
    with played(source):
        before = wait_for(source, my_turn)
        decided = len(journal) + 1
        source.send(Announce(before.offers[0].action))
        wait_for(source, lambda model: model.sequence > before.sequence and my_turn(model))
        entries = len(journal)
        source.send(Undo())
        after = wait_for(source, lambda model: model.view == before.view)
        assert after.offers == before.offers
    (correction,) = [e for e in journal.entries(entries + 1) if e.kind == "correction"]
    assert correction.replaces == decided
    assert correction.facts["why"] == "undo"
    assert len(replay(journal.entries(), GAME).moments) < entries


def test_the_same_commands_write_the_same_entries_as_at_a_table():
    """Kind, facts, cause, action, digest, events, corrected entry: all but the times."""
    at_table, in_practice = (Journal.in_memory("irondie", KNOWN.demo_setup()) for _ in range(2))
    referee = Referee(GAME, at_table)
    clocks = TableClocks(referee, by_themselves=False)
    table = Session(referee, None, title="the same", clocks=clocks)
    sources = (table, practice((), in_practice))
    offers = sources[0].latest().offers
    said = (
        Announce(offers[0].action), Undo(), Announce(offers[0].action), RunClocks(on=True),
        Correct(1, (), "a slip"), GiveUp(1), Quit(),
    )  # fmt: skip
    for source in sources:
        for command in said:
            source.send(command)
        source.obey()
    written = [plain(entry) for entry in in_practice.entries()]
    assert {"setup", "step", "correction", "clock", "result"} == {entry.kind for entry in written}
    assert written == [plain(entry) for entry in at_table.entries()]


def plain(entry):
    """An entry without times and what follows from them."""
    facts = {"text": entry.facts["text"][:5]} if entry.kind == "clock" else entry.facts
    bare = {"wall_time": 0.0, "previous": "", "hash": "", "facts": facts}
    return msgspec.structs.replace(
        entry, **{name: bare[name] for name in bare if name in entry.__struct_fields__}
    )


def test_what_chance_brings_is_announced_to_the_referee_too():
    journal = Journal.in_memory("irondie", KNOWN.demo_setup())
    source = practice({0, 1}, journal)
    with played(source):
        wait_for(source, lambda model: model.outcome is not None)
    moments = replay(journal.entries(), GAME).moments
    by_chance = [
        made.entry.cause
        for before, made in pairwise(moments)
        if GAME.to_move(before.state) == CHANCE
    ]
    assert by_chance
    assert set(by_chance) == {"announced"}


def test_a_move_that_no_event_tells_of_is_in_the_log_under_its_entry():
    known = known_game("avx")
    journal = Journal.in_memory("avx", known.demo_setup())
    game = known.load()
    source = Practice(
        Referee(game, journal), title="", automatic=frozenset({0, 1}), seed=1, pace=0.0
    )
    with played(source):
        wait_for(source, lambda model: source.tally.committed > 60)
    moments = replay(journal.entries(), game).moments
    silent = {
        made.entry.number
        for before, made in pairwise(moments)
        if not made.events and game.to_move(before.state) != CHANCE
    }
    assert silent
    assert silent <= {line.entry for line in source.latest().events}


def answers(source, command):
    """What the players are told of this command."""
    notices = []
    source.subscribe(lambda model: notices.append(model.notice))
    source.send(command)
    source.obey()
    return "".join(notices)


def test_nothing_to_undo_is_said_not_done():
    source = practice(())
    assert answers(source, Undo()) == "There is nothing to take back."


def test_the_set_up_cannot_be_corrected_and_that_is_said():
    assert "the set-up cannot be corrected" in answers(practice({1}), Correct(1, (), "a slip"))


def test_conceding_ends_the_game_for_the_other_side():
    source = practice({1})
    source.send(GiveUp(0))
    with played(source):
        model = wait_for(source, lambda model: model.outcome is not None)
    assert model.outcome.winners == (1,)
    assert model.offers == ()


def test_a_foul_that_nobody_named_is_refused_in_the_referees_words():
    assert answers(practice({1}), AllowFoul(1)) == "foul 1 is not open."


def test_a_paused_game_waits():
    source = practice({0, 1})
    source.send(Pause(on=True))
    with played(source):
        wait_for(source, lambda model: model.paused)
        source.send(GiveUp(1))  # the last word, so all before it has been done
        source.send(Quit())
    assert source.tally.committed == 0


# --- a record that cannot be written, and one that is gone on with -------------------------------


def fill_the_disk(journal, room):
    """Let the record grow by so many pages and no more."""
    pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
    journal._database.execute(f"PRAGMA max_page_count = {pages + room}")


@pytest.fixture
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


def test_on_a_full_disk_practice_asks_as_a_game_at_the_table_does(home):
    asked = []
    for name in ("table", "practice"):
        journal = simple_record(GAME, KNOWN.demo_setup(), name)
        fill_the_disk(journal, 2)
        if name == "table":
            source = Session(Referee(GAME, journal), None, title=name)
            announce_until_it_cannot_be_written(source)
            model = source.latest()
        else:
            source = practice({0, 1}, journal)
            with played(source):
                model = wait_for(source, lambda model: model.waiting == UNWRITTEN)
        asked.append((model.question.text, model.question.answers, model.notice, model.waiting))
        journal.close()
        assert verify(home / "journals" / f"{name}.diceref").whole
    at_table, in_practice = asked
    assert "the disk is full" in in_practice[2]
    assert (in_practice[:2], in_practice[3]) == (at_table[:2], at_table[3])


def announce_until_it_cannot_be_written(source):
    """Random players of a table say what they do."""
    rng = Random(3)
    for _ in range(400):
        if source.latest().waiting == UNWRITTEN:
            return
        mover = GAME.to_move(source.state)
        legal = (
            [GAME.sample(source.state, rng)]
            if mover == CHANCE
            else GAME.legal_actions(source.state)
        )
        source.send(Announce(rng.choice(legal)))
        source.obey()
    raise AssertionError("the disk was never full")


def test_after_a_full_disk_practice_goes_on_in_memory_to_the_end(home):
    journal = simple_record(GAME, KNOWN.demo_setup(), "full")
    source = practice({0, 1}, journal)
    fill_the_disk(journal, 2)
    with played(source):
        standing = wait_for(source, lambda model: model.waiting == UNWRITTEN)
        committed = source.tally.committed
        assert standing.outcome is None
        source.send(AnswerQuestion(0, 1))
        model = wait_for(source, lambda model: model.outcome is not None)
    assert source.tally.committed > committed
    assert model.journal == ""
    journal.close()
    assert verify(home / "journals" / "full.diceref").whole


def test_a_game_left_unfinished_goes_on_where_its_record_stands(home):
    name = f"2026{PRACTICE}irondie"
    journal = simple_record(GAME, KNOWN.demo_setup(), name)
    source = practice({1}, journal)
    with played(source):
        left = wait_for(source, my_turn)
    journal.close()
    path = to_resume("", practice=True)
    assert path.name == f"{name}.diceref"
    with Journal.open(path) as journal:
        source = practice({1}, journal, seed=9)
        assert source.latest().view == left.view
        with played(source):
            source.send(Announce(left.offers[0].action))
            wait_for(source, lambda model: model.view != left.view)
            source.send(Undo())
            wait_for(source, lambda model: model.view == left.view)


def test_resume_without_a_practice_game_is_one_sentence(home, capsys, monkeypatch):
    monkeypatch.setattr("ui.cli.commands.practice.check_window", lambda: None)
    assert main(["practice", "--resume"]) == 2
    assert "no practice game in" in capsys.readouterr().err


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_a_whole_game_is_played_by_keyboard(size):
    source = practice({1})
    app = DiceRefApp(source)
    async with app.run_test(size=size) as pilot:
        with played(source):
            for _ in range(600):
                if source.latest().outcome is not None:
                    break
                if isinstance(app.screen, ToggleScreen):
                    await pilot.press("space")
                await pilot.press("enter")
            await pilot.pause()
            assert source.latest().outcome is not None
            assert app.screen.query_one("#outcome").display
            await pilot.press("q", "y")


async def test_nothing_that_needs_a_camera_is_offered_at_a_table_without_one():
    source = practice({1})
    app = DiceRefApp(None, first=PracticeScreen(source))
    async with app.run_test(size=(80, 24)) as pilot:
        footer = {active.binding.action for active in app.screen.active_bindings.values()}
        assert {"undo", "correct"} <= footer
        assert not footer & {"camera", "allow_foul", "answer(0)"}
        listed = {meaning for _, meaning in bindings_of(app.screen)}
        assert say("Undo") in listed
        assert say("Camera") not in listed
        palette = {command.title for command in app.screen.commands()}
        assert say("Camera picture large or small") not in palette
        await pilot.press("question_mark")
        await pilot.pause()
        assert "watches the mat" not in app.screen._page().plain


def test_an_unknown_game_is_one_sentence(capsys):
    assert main(["practice", "--game", "chess", "--no-record"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_an_impossible_pace_is_one_sentence(capsys):
    assert main(["practice", "--game", "irondie", "--pace", "-1", "--no-record"]) == 2
    assert "--pace must be between" in capsys.readouterr().err


def test_nobody_plays_the_programs_move_with_a_late_enter():
    journal = Journal.in_memory("irondie", KNOWN.demo_setup())
    source = practice({0, 1}, journal)
    assert source.latest().offers == ()
    legal = GAME.legal_actions(source.state)
    action = legal[0] if legal else GAME.sample(source.state, Random(1))
    assert answers(source, Announce(action)) == say(
        "It is not your turn to decide: the program plays now."
    )
    assert [entry.kind for entry in journal.entries()] != ["setup", "step"]


def test_a_hint_says_what_and_why():
    source = practice(())
    while GAME.to_move(source.state) == CHANCE:
        source._move()
    said = answers(source, AskHint())
    offered = {GAME.say(source.state, offer.action) for offer in source.latest().offers}
    assert any(move in said for move in offered)
    assert re.search(r"went well in \d+ % of \d+ games|only one thing", said)


@pytest.mark.slow
def test_the_opponent_is_better_than_chance(monkeypatch):
    # It thinks for so long of its own time: what else the machine does takes nothing from it.
    monkeypatch.setattr("ui.app.opponent.monotonic", process_time)
    found = duel("tenthousand", "fair", "easy", 4)
    assert found.won > found.lost


def test_the_opponent_plays_the_same_however_fast_the_machine_is(monkeypatch):
    # Its longest time ends no thinking here: a busy machine could not think to the end.
    monkeypatch.setattr("ui.app.opponent.monotonic", process_time)
    state = GAME.new(KNOWN.demo_setup())
    while GAME.to_move(state) == CHANCE:
        state, _ = GAME.apply(state, GAME.sample(state, Random(1)))
    assert len({best_move(GAME, state, Random(1), "fair") for _ in range(3)}) == 1


def test_the_opponent_stops_thinking_when_it_is_called():
    state = GAME.new(KNOWN.demo_setup())
    while GAME.to_move(state) == CHANCE:
        state, _ = GAME.apply(state, GAME.sample(state, Random(1)))
    began = monotonic()
    best_move(GAME, state, Random(1), "strong", lambda: True)
    assert monotonic() - began < 0.5
