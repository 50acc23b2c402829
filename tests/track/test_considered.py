"""Each entry, question and foul says what was considered, and what spoke for and against it."""

from itertools import pairwise

import pytest
from written import Match

from rules.core import Place
from rules.track import Ask, Commit, Infraction


@pytest.fixture
def match():
    return Match(
        "avx",
        [
            "0 reserve Sidekick Bolt",
            "0 reserve Sidekick Shield",
            "0 reserve Sidekick pawn",
        ],
        turn=3,
    )


def texts(verdict):
    return [each.text for each in verdict.why]


def test_what_was_entered_comes_first_and_chances_add_up(match):
    verdict = match.do("field Sidekick")
    assert isinstance(verdict, Commit), verdict
    assert verdict.why[0].text == "field Sidekick"
    chances = [each.chance for each in verdict.why]
    assert all(one >= other for one, other in pairwise(chances))
    assert sum(chances) == pytest.approx(1.0)
    assert verdict.why[0].reasons[0].startswith("all ")


def test_what_did_not_happen_is_there_with_the_die_that_speaks_against_it(match):
    verdict = match.do("field Sidekick")
    nothing = next(each for each in verdict.why if each.text == "nothing more")
    assert nothing.chance < 0.01
    assert any("Reserve Pool" in each and "Field Zone" in each for each in nothing.reasons)


def test_each_explanation_is_told_once(match):
    told = texts(match.do("field Sidekick"))
    assert len(told) == len(set(told)) >= 2


def test_a_question_tells_of_all_its_answers():
    match = Match(
        "avx",
        [
            "1 reserve Captain America 2",
            "1 reserve Sidekick ?",
            "1 reserve Sidekick Fist",
            "1 reserve Inner Rage *",
            "1 used Sidekick",
        ],
        active=1,
        turn=4,
    )
    asked = match.do("use Inner Rage", "field Captain America")
    assert isinstance(asked, Ask), asked
    for answer in asked.answers:
        if answer.steps:
            acts = answer.text.split("; ")
            assert any(set(acts) <= set(text.split("; ")) for text in texts(asked)), answer.text


def test_a_foul_tells_what_would_have_been_lawful_and_why_it_was_not_that(match):
    die, body = next(
        (die, body) for die, body in match.table.bodies.items() if body.place.zone == "reserve"
    )
    match.table.put(die, body.kind, Place("field", 1), body.face)
    verdict = match.look(90)
    assert isinstance(verdict, Infraction), verdict
    assert "nothing more" in texts(verdict)
    assert all(each.reasons for each in verdict.why)
