"""The referee writes before it speaks, and goes on where it was stopped."""

from random import Random

import pytest
from pebbles import PebblesGame

from rules.journal import Journal, replay
from rules.track import Ask, Commit, Infraction, Options
from rules.track.referee import Referee
from tests.bench.sightings.hands import Noise, SimulatedTable

GAME = PebblesGame()
QUIET = Noise(misread=0, missed=0, ghosts=0, hesitant=0, overlooked=0, covered=0, beside=0)


class Desk:
    """A referee with a journal over a table that a test moves dice on."""

    def __init__(self, path):
        self.path = path
        self.referee = Referee(GAME, Journal.create(path, "pebbles", {}), Options(foul_s=2.0))
        self.state = GAME.new({})
        self.table = SimulatedTable(GAME.zones, GAME.dice({}), Random(2))
        self.number = 0

    def do(self, *actions):
        for action in actions:
            chance = GAME.chance(self.state)
            self.state, _ = GAME.apply(self.state, action)
            thrown = [die for die, _ in chance.dice] if action[0] == "rolled" else []
            self.table.follow(GAME.layout(self.state), thrown)
        return [*self.look(8), *self.say_that_it_is_over()]

    def look(self, times):
        self.number += 1
        self.referee.look(self._seen(hands=True))
        told = []
        for _ in range(times):
            self.number += 1
            ruling = self.referee.look(self._seen())
            told += [ruling] if ruling.entries else []
        return told

    def say_that_it_is_over(self):
        ruling = self.referee.move_is_over()
        return [ruling] if ruling.entries else []

    def _seen(self, *, hands=False):
        still = not hands
        return self.table.look(0.25 * self.number, self.number, QUIET, still=still, hands=hands)

    def stop_and_resume(self):
        self.referee.journal.close()
        self.referee = Referee(GAME, Journal.open(self.path), Options(foul_s=2.0))


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path / "game.diceref")
    made.do(("drawn", "blue", "red"), ("rolled", 2, 4))
    return made


def test_what_is_said_is_in_the_record_already(desk):
    told = desk.do(("stand", "0-red-1"))
    assert [type(ruling.verdict) for ruling in told] == [Commit]
    entry = desk.referee.journal.entry(told[0].entries[-1].number)
    assert entry.action == ["stand", "0-red-1"]
    assert entry.cause == "seen"
    assert entry.evidence
    assert entry.frame > 0


def test_what_is_shown_and_not_over_is_not_in_the_record(desk):
    before = desk.state
    after, _ = GAME.apply(before, ("stand", "0-red-1"))
    desk.table.follow(GAME.layout(after))
    assert desk.look(40) == []
    assert desk.referee.provisional == ("stand 0-red-1",)
    assert desk.referee.shown == after
    assert desk.referee.state == before
    assert [entry.kind for entry in desk.referee.journal.entries()] == ["setup", "step", "step"]


def test_a_game_resumed_before_a_move_was_over_finds_it_on_the_table(desk):
    after, _ = GAME.apply(desk.state, ("stand", "0-red-1"))
    desk.table.follow(GAME.layout(after))
    assert desk.look(8) == []
    desk.stop_and_resume()
    assert desk.referee.provisional == ()
    assert desk.look(8) == []
    assert desk.referee.shown == after
    (ruling,) = desk.say_that_it_is_over()
    assert [entry.action for entry in ruling.entries] == [["stand", "0-red-1"]]


def test_what_still_lies_there_after_it_was_taken_back_is_no_foul_but_found_anew(desk):
    desk.do(("stand", "0-red-1"))
    desk.referee.undo()
    assert not desk.look(40)
    assert desk.referee.foul is None
    assert desk.referee.provisional == ("stand 0-red-1",)
    (ruling,) = desk.say_that_it_is_over()
    assert ruling.entries[-1].action == ["stand", "0-red-1"]


def test_a_foul_is_named_in_the_record_when_the_players_say_that_the_move_is_over(desk):
    desk.table.bodies["0-red-1"].face = 1
    desk.table.bodies["0-red-1"].track = desk.table.fresh_track()
    assert desk.look(7) == []
    (ruling,) = desk.say_that_it_is_over()
    assert [entry.kind for entry in ruling.entries] == ["foul"]


def test_the_game_goes_on_where_it_was_stopped(desk):
    desk.stop_and_resume()
    assert desk.referee.state == desk.state
    desk.do(("stand", "0-red-1"))
    assert desk.referee.state == desk.state


def test_an_open_question_can_be_answered_after_a_restart(desk):
    desk.referee._tracker.question = Ask(1, "Which one?", ())
    curses = [("curse", "red"), ("curse", "blue")]
    asked = desk.referee._tracker
    from rules.track import Answer, Step

    asked.question = Ask(
        1, "Which one?", tuple(Answer(" ".join(c), (Step(c, "answered"),), 0.5) for c in curses)
    )
    desk.referee._write_question(asked.question, lambda _: ())
    desk.stop_and_resume()
    assert desk.referee.question.text == "Which one?"
    desk.referee.answer(1, 1)
    assert desk.referee.state.cursed
    assert desk.referee.question is None


def test_a_foul_that_stood_before_a_restart_is_seen_mended_after_it(desk):
    body = desk.table.bodies["0-red-1"]
    was = body.face
    body.face, body.track = 1, desk.table.fresh_track()
    (ruling,) = desk.look(12)
    assert isinstance(ruling.verdict, Infraction)
    desk.stop_and_resume()
    assert desk.referee.foul.number == 1
    body.face, body.track = was, desk.table.fresh_track()
    (ruling,) = desk.look(8)
    assert ruling.verdict.mended
    assert replay(desk.referee.journal.entries(), GAME).fouls == ()


def test_a_correction_keeps_the_later_steps_that_still_follow(desk):
    desk.do(("stand", "0-red-1"))
    desk.do(("hit", "0-blue-1"))
    stand = next(e for e in desk.referee.journal.entries() if e.action == ["stand", "0-red-1"])
    desk.referee.correct(stand.number, (), "never stood", "Cy")
    state = desk.referee.state
    assert state.life == (6, 5)
    assert next(d for d in state.dice if d.name == "0-red-1").zone == "hand"
    entries = tuple(desk.referee.journal.entries())
    assert entries[-2].kind == "correction"
    assert entries[-2].facts["kept"]
    assert replay(entries, GAME).state == state


def test_steps_that_no_longer_follow_are_dropped_and_named(desk):
    desk.do(("hit", "0-red-1"))
    desk.do(("done",), ("drawn", "blue", "blue"), ("rolled", 1, 1))
    hit = next(e for e in desk.referee.journal.entries() if e.action == ["hit", "0-red-1"])
    desk.referee.correct(hit.number, [("hit", "0-blue-1"), ("hit", "0-red-1")], "both hit")
    entries = tuple(desk.referee.journal.entries())
    correction = next(e for e in entries if e.kind == "correction")
    assert correction.facts["dropped"] == []
    assert desk.referee.state.life == (6, 4)
    drawn = next(e.number for e in entries if e.kind == "step" and e.action[0] == "drawn")
    desk.referee.correct(drawn, [("drawn", "red", "red")], "misread")
    last = [e for e in desk.referee.journal.entries() if e.kind == "correction"][-1]
    assert last.facts["why"] == "misread"


def test_undo_takes_back_one_step_at_a_time_to_the_beginning(desk):
    steps = len(desk.referee.past)
    while len(replay(desk.referee.journal.entries(), GAME).moments) > 1:
        desk.referee.undo()
        steps += 1
    assert desk.referee.state == GAME.new({})
    with pytest.raises(ValueError, match="nothing has happened"):
        desk.referee.undo()
