"""Players who leave a question open and play on."""

import pytest
from written import Match

from rules.track import Ask
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
