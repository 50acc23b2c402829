"""A die that players say lies unseen is that one die, and no other."""

from rules.track import Ask, Infraction
from rules.track.hands import Noise

QUIET = Noise(misread=0, missed=0, ghosts=0, jitter_mm=0.1, near_line=0)


def answer(desk, beginning):
    """Give the open question the answer that begins so."""
    question = desk.tracker.question
    texts = [a.text for a in question.answers]
    choice = next(n for n, text in enumerate(texts) if text.startswith(beginning))
    desk.tracker.answer(question.number, choice)


def red_unseen(desk):
    """Two red dice are rolled: one shows 4, the other is not seen and shows 6, as is said."""
    desk.do(("drawn", "red", "red"), ("rolled", 3, 5))
    desk.table.look(desk.time, 0, QUIET)
    desk.table.bodies["0-red-2"].unseen = True
    assert isinstance(desk.look(16), Ask)
    answer(desk, "red lies in hand")
    assert isinstance(desk.look(16), Ask)
    answer(desk, "red: 6")
    desk.disturb()
    assert desk.look(8) is None


def test_a_die_that_is_said_to_lie_unseen_is_not_asked_for_again(desk):
    red_unseen(desk)


def test_a_die_that_lies_unseen_showing_one_face_does_not_excuse_another_that_was_turned(desk):
    red_unseen(desk)
    desk.turn("0-red-1", 5)
    desk.disturb()
    assert isinstance(desk.look(16), Ask | Infraction)
