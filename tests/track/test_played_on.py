"""Players who leave a question open and play on."""

import pytest
from written import Match

from rules.track import Ask, Commit, Wait
from rules.track.likeness import likeness


@pytest.fixture
def match():
    """A die that a text had rolled may have come before or after what strengthens it."""
    return Match(
        "avx",
        [
            "1 reserve Captain America 2",
            "1 reserve Sidekick Shield",
            "1 reserve Sidekick Fist",
            "1 reserve Thrown Car **",
            "1 reserve Sidekick pawn",
            "1 used Sidekick",
        ],
        active=1,
        turn=4,
    )


def asked(match):
    verdict = match.do("use Thrown Car", "field Captain America", "yes", [5])
    assert isinstance(verdict, Ask), verdict
    match.playing_on = True
    return verdict, match.ends(verdict).index(likeness(match.game, match.state))


def test_nothing_is_entered_while_either_answer_may_still_be_true(match):
    asked(match)
    before = match.tracker.state
    assert match.do("field Sidekick") is None
    assert match.do("pass", "attack with Captain", "attack with Sidekick") is None
    assert match.tracker.state == before


def test_a_late_answer_leads_to_all_that_was_played_since(match):
    question, right = asked(match)
    match.do("field Sidekick")
    match.do("pass", "attack with Captain", "attack with Sidekick")
    match.do("attackers declared", "pass")
    match.tracker.answer(question.number, right)
    match.look(12)
    assert likeness(match.game, match.tracker.state) == likeness(match.game, match.state)


def test_what_lay_there_in_between_is_not_passed_over(match):
    """Both attackers lie in the Used Pile in the end, whether one of them attacked or both."""
    question, right = asked(match)
    life = match.game.view(match.state).seats[0].life
    match.do("field Sidekick")
    match.do("pass", "attack with Captain", "attack with Sidekick")
    match.do("attackers declared", "pass")
    match.tracker.answer(question.number, right)
    match.look(12)
    mine, true = (match.game.view(s).seats[0].life for s in (match.tracker.state, match.state))
    assert mine == true < life - 1


def leaning(match):
    """Of the dice just thrown the first shows a face that can hardly be read."""
    rolled = next(body for body in match.table.bodies.values() if not body.looks)
    rolled.looked_at, rolled.wrong = rolled.track, (rolled.face + 1) % 6


@pytest.fixture
def doubtful():
    """Four dice were rolled, one of them cannot be read well, and nobody says what it shows."""
    match = Match("tmnt", [], step="clear", turn=4)
    follow = match.table.follow

    def follow_and_lean(layout, thrown=()):
        follow(layout, thrown)
        if thrown:
            leaning(match)

    match.table.follow = follow_and_lean
    verdict = match.do("draw", [0, 1, 2, 3])
    match.table.follow = follow
    assert isinstance(verdict, Ask), verdict
    match.playing_on = True
    return match


def test_a_roll_that_nobody_told_is_not_passed_over(doubtful):
    """What was played on top of it waits for the answer, whatever lies there by then."""
    before, question = doubtful.tracker.state, doubtful.tracker.question
    assert doubtful.do("reroll Sidekick 1 Bolt, Sidekick 1 Shield", [4, 5]) is None
    assert doubtful.tracker.move_is_over() == Wait("question-open")
    assert doubtful.tracker.state == before
    texts = [answer.text for answer in question.answers]
    doubtful.tracker.answer(question.number, texts.index("Sidekick: 1 Bolt"))
    doubtful.look(12)
    assert likeness(doubtful.game, doubtful.tracker.state) == likeness(
        doubtful.game, doubtful.state
    )


@pytest.mark.xfail(
    strict=True,
    reason="a face that is read at a later rest does not help: the question stays open",
)
def test_nothing_is_entered_while_the_die_that_was_asked_about_lies_as_it_fell(doubtful):
    assert doubtful.do("reroll Sidekick 1 Fist", [5]) is None
    assert doubtful.do("keep") is None
    verdict = doubtful.tracker.move_is_over()
    assert isinstance(verdict, Commit), verdict
    assert likeness(doubtful.game, doubtful.tracker.state) == likeness(
        doubtful.game, doubtful.state
    )


def test_hands_that_come_back_before_a_roll_is_entered_do_not_undo_it():
    """The die came up as it lay: only where it lay before it was rolled tells that it was."""
    match = Match("tmnt", [], step="clear", turn=4)
    match.do("draw", [0, 1, 2, 3])
    match.say("reroll Sidekick 1 Fist")
    ((rolled, _),) = match.game.chance(match.state).dice
    face = match.table.bodies[rolled].face
    match.state, _ = match.game.apply(match.state, match.game.settle(match.state, [face]))
    match.table.follow(match.game.layout(match.state), [rolled])
    match.hands()
    match.look(1)
    match.hands()
    assert isinstance(match.look(12), Commit)
    assert likeness(match.game, match.tracker.state) == likeness(match.game, match.state)
