"""The clocks of a running game: started by the first action, kept in the record."""

import asyncio

import pytest

from rules.core import CHANCE
from rules.core.clocks import Clock
from rules.irondie.game import Irondie, demo_setup
from rules.irondie.state import ChooseGroup, TakeLifeDieBack, TimeUp
from rules.journal import Draft, Journal, clock_facts, clocks_at_end, replay
from rules.track.referee import Referee
from rules.track.verdict import Answer, Ask, Step
from tests.bench.replayed import ReplayedSource
from tests.ui.tables import attack_step
from ui.app.correcting import in_words
from ui.app.errors import UserError
from ui.app.refereed_game import RefereedGame
from ui.app.review import Review
from ui.app.simulation import Simulation
from ui.app.table_clocks import TableClocks, clock_in_words
from ui.app.table_model import ClockFace, MoreTime, RunClocks, TableModel
from ui.app.time_extension import extension
from ui.screens.app import DiceRefApp
from ui.voice.speech import spoken_sentences
from words import say

GAME = Irondie()
MINUTE = 60.0


class Table:
    """A referee with clocks on a time that a test sets."""

    def __init__(self, journal=None, **changes):
        self.now = 1000.0
        self.journal = journal or Journal.in_memory("irondie", {**demo_setup(), **changes})
        self.referee = Referee(GAME, self.journal)
        self.clocks = TableClocks(self.referee, lambda: self.now)
        self.told = []

    def wait(self, seconds):
        self.now += seconds
        self.tick()

    def tick(self):
        self.take(self.clocks.tick())

    def take(self, happened):
        self.told += [told for told in happened if isinstance(told, str)]

    def act(self, *actions):
        for action in actions:
            ruling = self.referee.announce(action)
            assert ruling.entries, ruling
            self.take(self.clocks.recorded(acted=True))

    def any_action(self):
        state = self.referee.state
        self.act(GAME.legal_actions(state)[-1] if GAME.to_move(state) != CHANCE else self.threes())

    def threes(self):
        chance = GAME.chance(self.referee.state)
        return GAME.settle(self.referee.state, [2, *[3] * (len(chance.dice) - 1)])

    def shown(self):
        return [clock_in_words(face) for face in self.clocks.faces()]

    def entries(self, kind="clock"):
        return [self.journal.entry(number) for number in self.journal.numbers(kind)]

    def texts(self):
        return [entry.facts["text"] for entry in self.entries()]


@pytest.fixture
def table():
    return Table()


def begun(table, spent=0.0):
    table.tick()
    table.any_action()
    if spent:
        table.wait(spent)
    return table


# --- started by the first action --------------------------------------------------------------


def test_before_the_game_the_sets_are_shown_for_thirty_seconds(table):
    table.tick()
    assert table.shown() == ["show sets 0:30"]
    table.wait(29)
    assert table.shown() == ["show sets 0:01"]
    table.wait(1)
    assert table.shown() == ["game 20:00", "match 45:00"]
    assert table.texts() == [
        say("The sets are shown for {seconds} seconds.", seconds=30),
        say("The sets have been shown long enough."),
    ]


def test_the_first_action_starts_the_clocks_of_game_and_match(table):
    table.wait(600)
    assert not table.clocks.running
    begun(table, 61)
    assert table.shown() == ["game 18:59", "match 43:59"]


def test_an_action_before_the_thirty_seconds_are_over_begins_the_game(table):
    table.tick()
    table.wait(5)
    begun(table)
    assert table.shown() == ["game 20:00", "match 45:00"]


def test_without_tournament_rules_a_clock_says_how_long_the_game_has_lasted():
    table = begun(Table(format="standard"), 3700)
    assert table.shown() == ["game 1:01:40"]
    assert not table.referee.state.time_up


# --- stop, go on, more time -------------------------------------------------------------------


def test_a_stopped_clock_stands_until_it_is_started_again(table):
    begun(table, 60)
    table.take(table.clocks.run(on=False))
    table.wait(500)
    table.any_action()  # a die put right during a ruling starts nothing
    assert table.shown() == ["game 19:00", "match 44:00"]
    table.take(table.clocks.run(on=True))
    table.wait(30)
    assert table.shown() == ["game 18:30", "match 43:30"]


def test_a_paused_table_stops_the_clocks_and_going_on_starts_them(table):
    begun(table, 60)
    table.take(table.clocks.pause(on=True))
    table.wait(500)
    table.take(table.clocks.pause(on=False))
    table.wait(60)
    assert table.shown() == ["game 18:00", "match 43:00"]


def test_going_on_after_a_pause_does_not_start_a_clock_that_stood_before(table):
    begun(table, 60)
    table.take(table.clocks.run(on=False))
    table.take(table.clocks.pause(on=True))
    table.take(table.clocks.pause(on=False))
    assert not table.clocks.running


def test_a_judge_gives_game_and_match_more_time(table):
    begun(table, 60)
    table.take(table.clocks.extend(150))
    assert table.shown() == ["game 21:30", "match 46:30"]
    assert table.texts()[-1] == "time extension of 2.5 min"


def test_every_start_stop_and_extension_is_an_entry(table):
    begun(table)
    table.take(table.clocks.run(on=False))
    table.take(table.clocks.run(on=True))
    table.take(table.clocks.extend(60))
    assert [text.split(", ")[-1].split(" of ")[0] for text in table.texts()] == [
        "The sets are shown for 30 seconds.", "started", "stopped", "started", "time extension",
    ]  # fmt: skip


@pytest.mark.parametrize(("typed", "seconds"), [("2", 120), ("2.5", 150), (" 0,5 ", 30)])
def test_an_extension_is_typed_in_minutes(typed, seconds):
    assert extension(typed) == seconds


@pytest.mark.parametrize("typed", ["", "two", "-1", "0", "600", "nan", "inf"])
def test_what_is_no_number_of_minutes_is_refused_in_one_sentence(typed):
    with pytest.raises(UserError, match="no number of minutes") as refused:
        extension(typed)
    assert "\n" not in str(refused.value)


# --- when the time is up ----------------------------------------------------------------------


def test_time_is_called_by_itself_the_moment_the_game_clock_has_run_out(table):
    begun(table, 20 * MINUTE - 0.1)
    assert not table.referee.state.time_up
    table.wait(0.1)
    assert table.referee.state.time_up
    assert say("Time is up.") in table.told
    (called,) = [entry for entry in table.entries("step") if entry.cause == "clock"]
    assert GAME.read_action(called.action) == TimeUp(1)


def until(table, phase):
    while table.referee.state.phase != phase:
        table.any_action()
        table.tick()


def test_sudden_death_begins_with_the_turn_after_the_one_in_which_time_ran_out():
    table = begun(Table())
    until(table, "return")
    turn = table.referee.state.turn
    table.wait(20 * MINUTE)
    assert not table.referee.state.sudden
    table.act(TakeLifeDieBack(0, None), TakeLifeDieBack(1, None))
    assert (table.referee.state.turn, table.referee.state.sudden) == (turn + 1, True)


def test_time_that_runs_out_before_the_last_choice_of_a_turn_counts_for_that_turn():
    table = begun(Table())
    until(table, "return")
    table.act(TakeLifeDieBack(0, None))
    table.wait(20 * MINUTE)  # between two looks at the table
    table.act(TakeLifeDieBack(1, None))
    assert table.referee.state.sudden


def test_the_desk_calls_time_before_the_clock_does():
    table = begun(Table(), 600)
    table.take(table.clocks.call_time())
    table.take(table.clocks.call_time())
    assert table.told.count(say("Time is up.")) == 1
    turn = table.referee.state.turn
    while table.referee.state.turn == turn:
        table.any_action()
    assert table.referee.state.sudden
    table.wait(600)
    assert table.told.count(say("Time is up.")) == 1  # and not again at 0:00


def test_time_is_called_once(table):
    begun(table, 20 * MINUTE)
    table.wait(60)
    table.any_action()
    table.tick()
    assert sum(entry.cause == "clock" for entry in table.entries("step")) == 1


def test_the_players_are_warned_five_minutes_and_one_minute_before(table):
    begun(table, 15 * MINUTE - 1)
    assert table.told == []
    table.wait(1)
    table.wait(3 * MINUTE)
    table.wait(MINUTE)
    assert table.told == [
        say("{minutes} min left in this game.", minutes=5),
        say("{minutes} min left in this game.", minutes=1),
    ]


def test_calling_time_leaves_an_open_question_open(table):
    begun(table)
    action = GAME.legal_actions(table.referee.state)[0]
    question = Ask(1, "Which?", (Answer("a", (Step(action, "answered"),), 1.0),))
    table.referee._tracker.question = question
    table.wait(20 * MINUTE)
    assert table.referee.state.time_up
    assert table.referee.question == question
    table.referee.answer(1, 0)
    assert table.referee.state.time_up


def test_undo_takes_back_what_players_did_not_the_call_of_time(table):
    begun(table, 20 * MINUTE)
    table.referee.undo()
    assert table.referee.state.groups == (None, None)
    assert table.referee.state.time_up
    assert [e.cause for e in table.entries("step")][-1] == "clock"


def test_undo_says_what_players_did_not_the_call_of_time(table):
    begun(table, 20 * MINUTE)
    journal = table.referee.journal
    said = RefereedGame(table.referee, title="t", clocks=table.clocks)._to_undo()
    moments = replay(journal.entries(), GAME).moments
    assert moments[-1].entry.cause == "clock"
    last = next(each for each in reversed(moments) if each.entry.cause != "clock")
    assert said == in_words(GAME, last, GAME.dice(journal.setup))


def test_more_time_in_the_same_turn_takes_the_call_back(table):
    begun(table, 20 * MINUTE)
    table.take(table.clocks.extend(120))
    assert not table.referee.state.time_up
    table.wait(119)
    assert not table.referee.state.time_up
    table.wait(1)
    assert table.referee.state.time_up


def test_more_time_comes_too_late_once_sudden_death_has_begun():
    table = begun(Table())
    until(table, "return")
    table.wait(20 * MINUTE)
    table.act(TakeLifeDieBack(0, None), TakeLifeDieBack(1, None))
    written = len(table.journal)
    with pytest.raises(ValueError, match="too late"):
        table.take(table.clocks.extend(120))
    assert len(table.journal) == written


def test_the_end_of_the_match_is_announced_and_recorded():
    table = Table()
    begun(table)
    table.take(table.clocks.extend(60 * MINUTE))  # no sudden death meanwhile
    table.wait(105 * MINUTE)
    assert say("The time of the match is up.") in table.texts()


def test_the_game_clock_stops_when_the_game_is_over(table):
    begun(table, 60)
    table.referee.concede(0)
    table.tick()
    table.wait(60)
    assert table.shown()[0] == "game 19:00"
    assert table.texts()[-1].endswith("the game is over")


# --- kill and resume --------------------------------------------------------------------------


def clock_draft(clocks, now, wall):
    return Draft(kind="clock", facts=clock_facts(clocks, now, ""), wall_time=wall)


def test_after_a_kill_a_clock_has_run_until_the_last_entry_and_not_longer():
    journal = Journal.in_memory("irondie", demo_setup())
    running = {"game": Clock(1200.0, spent=100.0, since=7.0)}
    journal.append(clock_draft(running, 7.0, wall=5000.0))
    journal.append(Draft(kind="note", wall_time=5030.0))
    clocks, ran = clocks_at_end(journal.entries(), GAME.clocks(journal.setup))
    assert clocks["game"] == Clock(1200.0, spent=130.0)
    assert ran == {"game"}


@pytest.mark.parametrize(
    ("walls", "spent"),
    [
        ((9000.0, 5000.0, 5030.0), 130.0),  # set back before the clock was noted
        ((5000.0, 5030.0, 1000.0, 1020.0), 150.0),  # and while it ran
        ((5000.0, 5030.0, 9e8), 195.0),  # set right by the network: no more than a minute passed
    ],
)
def test_a_machine_whose_clock_is_set_takes_no_time_from_the_players(walls, spent):
    journal = Journal.in_memory("irondie", demo_setup())
    running = {"game": Clock(1200.0, spent=100.0, since=7.0)}
    for wall in walls:
        draft = Draft(kind="note", wall_time=wall)
        journal.append(clock_draft(running, 7.0, wall) if wall == 5000.0 else draft)
    clocks, _ = clocks_at_end(journal.entries(), GAME.clocks(journal.setup))
    assert clocks["game"].spent == pytest.approx(spent)


def test_a_clock_that_stood_still_stands_after_a_kill():
    journal = Journal.in_memory("irondie", demo_setup())
    journal.append(clock_draft({"game": Clock(1200.0, spent=100.0)}, 7.0, wall=5000.0))
    journal.append(Draft(kind="note", wall_time=9000.0))
    clocks, ran = clocks_at_end(journal.entries(), GAME.clocks(journal.setup))
    assert (clocks["game"].spent, ran) == (100.0, frozenset())


def test_a_resumed_game_goes_on_with_the_time_it_had_left(tmp_path):
    path = tmp_path / "evening.diceref"
    with Journal.create(path, "irondie", demo_setup()) as journal:
        begun(Table(journal), 300)
        table = Table(journal)
        table.take(table.clocks.extend(60))
    with Journal.open(path) as journal:
        again = Table(journal)
        again.wait(3600)  # the program stood; so does the clock
        left = again.clocks.faces()[0].seconds
        assert left == pytest.approx(20 * MINUTE - 300 + 60, abs=1)
        again.any_action()
        again.wait(30)
        assert again.clocks.faces()[0].seconds == pytest.approx(left - 30, abs=0.01)


def test_while_nothing_else_happens_a_running_clock_is_noted_every_minute(table):
    begun(table)
    before = len(table.texts())
    for _ in range(30):
        table.wait(10)
    assert len(table.texts()) - before == 5
    clocks, _ = clocks_at_end(table.journal.entries(), {})
    assert clocks["game"].spent == pytest.approx(300, abs=1)


def test_a_record_that_ended_with_a_running_clock_says_that_it_stopped():
    table = begun(Table())
    again = Table(table.journal)
    again.tick()
    assert again.texts()[-1] == say("stopped when DiceRef ended; the next action starts it again")
    written = len(again.journal)
    again.wait(10)
    assert len(again.journal) == written


def test_time_that_was_called_before_a_kill_is_not_called_again():
    table = begun(Table(), 20 * MINUTE)
    again = Table(table.journal)
    again.wait(100)
    assert sum(entry.cause == "clock" for entry in again.entries("step")) == 1


def test_review_shows_what_the_clocks_showed_at_each_entry(table):
    begun(table, 59)
    table.take(table.clocks.run(on=False))
    review = Review(table.journal, GAME, "IRONDIE")
    review.jump(len(review.pages))
    faces = {face.name: face for face in review.latest().clocks}
    assert clock_in_words(faces["game"]) == "game 19:01"
    assert not faces["game"].running
    review.jump(0)
    assert review.latest().clocks == ()


# --- at the table -----------------------------------------------------------------------------


@pytest.mark.slow
def test_on_the_simulated_table_sudden_death_is_followed_without_a_wrong_entry():
    ticking = iter(range(0, 10**9, 20))  # twenty seconds pass between two glances at the clock
    simulation = Simulation("irondie", eye="truth", seed=3, now=lambda: float(next(ticking)))
    score = simulation.play(most=60)
    assert score.wrong == 0, score.diary
    assert simulation.session.state.sudden or simulation.session.over
    steps = [entry for entry in simulation.journal.entries() if entry.kind == "step"]
    (called,) = [entry for entry in steps if entry.cause == "clock"]
    assert called.number < steps[-1].number


def with_clocks(*clocks):
    model = attack_step()
    return TableModel(**{
        name: getattr(model, name) for name in TableModel.__dataclass_fields__
    } | {"clocks": clocks, "question": None, "fouls": ()})  # fmt: skip


FACES = (ClockFace("game", 754.2, running=True), ClockFace("match", 2100.0, running=True))


def on_screen(model, keys):
    source = ReplayedSource([model])

    async def look():
        app = DiceRefApp(source)
        async with app.run_test(size=(100, 30)) as pilot:
            line = app.screen.query_one("#clocks")
            shown = str(line.render()) if line.display else ""
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
            return shown

    return asyncio.run(look()), source.sent


def test_the_dashboard_shows_the_clocks():
    shown, _ = on_screen(with_clocks(*FACES), [])
    assert "game 12:35" in shown
    assert "match 35:00" in shown


def test_without_clocks_no_row_is_spent_on_them():
    assert on_screen(with_clocks(), [])[0] == ""


def test_k_stops_and_starts_the_clocks():
    assert on_screen(with_clocks(*FACES), ["k"])[1] == [RunClocks(on=False)]
    standing = ClockFace("game", 60.0)
    assert on_screen(with_clocks(standing), ["k"])[1] == [RunClocks(on=True)]


def test_a_clock_that_nobody_started_takes_no_row():
    assert on_screen(with_clocks(ClockFace("game", 0.0, down=False)), [])[0] == ""


def test_k_in_capitals_asks_how_much_more_time_a_judge_gives():
    _, sent = on_screen(with_clocks(*FACES), ["K", "2", "enter"])
    assert sent == [MoreTime(120.0)]


def test_time_that_is_up_is_said_aloud():
    before = with_clocks(ClockFace("game", 0.4, running=True))
    after = with_clocks(ClockFace("game", 0.0, running=True))
    assert spoken_sentences(before, after) == ["Time is up: game."]
    assert spoken_sentences(after, after) == []


def test_a_split_before_the_clock_starts_is_the_first_action(table):
    table.tick()
    table.act(ChooseGroup(0, ()))
    assert table.clocks.running
