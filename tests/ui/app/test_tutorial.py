"""The lessons go by as they say: a foul is named and mended, a question answered, put right."""

import pytest

from ui.app.simulated_players import same_table
from ui.app.table_model import AllowFoul, AnswerQuestion, Correct, GoOn, MoveIsOver, Undo
from ui.app.tutorial import Tutorial
from ui.words import LESSONS


class Player:
    """Does what the lessons say, or otherwise."""

    def __init__(self, tutorial, *, wrongly=True, puts_right="correct", lets_stand=False):
        self.tutorial, self.session = tutorial, tutorial.session
        self.wrongly, self.puts_right, self.lets_stand = wrongly, puts_right, lets_stand
        self.heard, self.fouls, self.questions = [], [], []
        self.session.subscribe(self.see)

    def see(self, model):
        if model.fouls and model.fouls[0].number not in self.fouls:
            self.fouls.append(model.fouls[0].number)
            if self.lets_stand:
                self.session.send(AllowFoul(model.fouls[0].number))
        said = next((name for name in NAMES if model.coach == LESSONS[name]), model.coach)
        if self.heard[-1:] == [said]:
            return
        self.heard.append(said)
        if said == "question":
            self.questions.append(model.question)
            self.answer()
        elif said == "correct":
            self.put_right()
        elif said == "say-done":
            self.session.send(MoveIsOver())
        elif said in {"hello", "watched", "foul", "foul-mended", "corrected"}:
            self.session.send(GoOn())

    def answer(self):
        asked, lessons = self.session.latest().question, self.tutorial._play
        led = [lessons._led_to(answer) for answer in asked.answers if answer.steps]
        true = [same_table(self.tutorial.game, state, lessons._past[-1][1]) for state in led]
        self.session.send(AnswerQuestion(asked.number, true.index(not self.wrongly)))

    def put_right(self):
        if self.puts_right == "undo":
            self.wrongly = False
            self.session.send(Undo())
            return
        rolled = [line for line in self.session.latest().events if line.kind == "roll"][-1]
        moved, _ = self.tutorial._play._past[-1]
        self.session.send(Correct(rolled.entry, (moved.action,), "misread", "the player"))


NAMES = (
    "hello", "watched", "foul-begins", "foul", "foul-mends", "foul-mended", "question-begins",
    "say-done", "question", "correct", "corrected", "over",
)  # fmt: skip


def test_the_lessons_go_by_in_their_order_and_the_record_is_true_in_the_end():
    tutorial = Tutorial(speed=None)
    player = Player(tutorial)
    tutorial.play()
    assert [said for said in player.heard if said in NAMES] == list(NAMES)
    assert len(player.fouls) == 1
    assert len(player.questions) == 1
    assert "Bolt" in str([answer.text for answer in player.questions[0].answers])
    kinds = [entry.kind for entry in tutorial.journal.entries()]
    assert kinds.count("correction") == 1
    assert same_table(tutorial.game, tutorial.session.shown, tutorial._play._past[-1][1])


def test_whoever_answers_rightly_has_nothing_to_put_right():
    tutorial = Tutorial(speed=None)
    player = Player(tutorial, wrongly=False)
    tutorial.play()
    assert "correct" not in player.heard
    assert "over" in player.heard


@pytest.mark.slow
def test_undo_puts_it_right_as_well_and_a_foul_that_stands_stops_nothing():
    tutorial = Tutorial(speed=None)
    player = Player(tutorial, puts_right="undo", lets_stand=True)
    tutorial.play()
    assert player.heard[-1] == "over"
    assert same_table(tutorial.game, tutorial.session.shown, tutorial._play._past[-1][1])
