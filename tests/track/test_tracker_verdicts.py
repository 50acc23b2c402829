"""What the referee says to what lies on the table."""

import msgspec
import pytest

from rules.track import Ask, Commit, Infraction, Wait
from rules.track.tracker import _why_asked


def actions(commit):
    return [step.action for step in commit.steps]


def test_hands_and_movement_make_it_wait(desk):
    look = desk.table.look(
        1.0, 1, pytest.importorskip("tests.bench.sightings.hands").Noise(), hands=True
    )
    assert desk.tracker.look(look) == Wait("hands")


def test_nothing_is_said_while_nothing_happens(desk):
    desk.settled()
    assert desk.look(8) is None


def test_a_draw_and_a_roll_seen_together_are_committed_in_order(desk):
    desk.do(("drawn", "blue", "red"), ("rolled", 2, 4))
    assert actions(desk.look(8)) == [("drawn", "blue", "red"), ("rolled", 2, 4)]
    assert desk.tracker.state == desk.state


def test_several_moves_between_two_looks_are_all_found(desk):
    desk.settled()
    desk.do(("stand", "0-red-1"), ("hit", "0-blue-1"))
    commit = desk.look(8)
    assert sorted(actions(commit)) == [("hit", "0-blue-1"), ("stand", "0-red-1")]
    assert desk.game.view(desk.tracker.state).seats[1].life == 5


def test_a_rolled_face_is_never_corrected_by_the_rules(desk):
    desk.do(("drawn", "blue", "red"), ("rolled", 2, 4))
    desk.turn("0-blue-1", 0)
    assert actions(desk.look(8))[-1] == ("rolled", 2, 0)


def test_one_misread_look_does_not_decide_a_face(desk):
    desk.do(("drawn", "blue", "red"), ("rolled", 2, 4))
    body = desk.table.bodies["0-blue-1"]
    body.face = 1
    assert desk.look(1) is None
    body.face = 4
    assert actions(desk.look(8))[-1] == ("rolled", 2, 4)


def test_a_die_that_is_missed_for_a_moment_is_not_gone(desk):
    desk.settled()
    desk.disturb()
    body = desk.table.bodies.pop("0-red-1")
    assert desk.look(2) is None
    desk.table.bodies["0-red-1"] = body
    assert desk.look(6) is None


def test_a_die_put_where_no_action_puts_it_is_named_and_seen_mended(desk):
    desk.settled()
    body = desk.table.bodies["0-red-1"]
    was = body.place
    body.place = desk.table.bodies["0-blue-1"].place.__class__("stand", 1)
    desk.disturb()
    foul = desk.look(12)
    assert isinstance(foul, Infraction)
    assert not foul.mended
    assert foul.code == "die-misplaced"
    body.place = was
    desk.disturb()
    mended = desk.look(8)
    assert isinstance(mended, Infraction)
    assert mended.mended
    assert mended.number == foul.number


def test_a_die_turned_to_a_face_it_did_not_roll_is_named(desk):
    desk.settled()
    desk.turn("0-red-1", 1)
    desk.disturb()
    foul = desk.look(12)
    assert isinstance(foul, Infraction)
    assert foul.code == "die-turned"


@pytest.fixture
def turned_die(desk):
    """A die shows a face it did not roll."""
    desk.settled()
    desk.turn("0-red-1", 1)
    desk.disturb()
    return desk


def test_a_foul_is_named_after_as_long_as_a_person_would_wait_and_not_before(turned_die):
    seconds = turned_die.tracker.options.foul_s
    assert turned_die.rest(seconds - 1) == []
    (foul,) = turned_die.rest(2)
    assert foul.code == "die-turned"


def test_a_foul_is_named_when_the_players_say_that_the_move_is_over(turned_die):
    assert turned_die.rest(2) == []
    assert turned_die.tracker.move_is_over().code == "die-turned"


def test_a_judge_is_told_where_a_game_cannot_be_put_right_by_hand(turned_die):
    foul = turned_die.look(12)
    with pytest.raises(ValueError, match="cannot be put right by hand: mend the table"):
        turned_die.tracker.allow(foul.number)
    assert turned_die.tracker.foul is not None
    with pytest.raises(ValueError, match="cannot be put right by hand: correct the record"):
        turned_die.tracker.as_it_lies()


def test_a_foul_is_not_named_before_a_hand_could_come_back(turned_die):
    assert turned_die.look(3) is None
    turned_die.turn("0-red-1", 2)  # the face it rolled
    turned_die.disturb()
    assert turned_die.rest(60) == []


# -- when a move is over


def test_what_was_done_is_shown_at_once_and_no_clock_enters_it(desk):
    before = desk.settled().tracker.state
    desk.do(("stand", "0-red-1"))
    assert desk.rest(1) == []
    assert desk.tracker.shown == desk.state
    assert desk.tracker.tail == (("stand", "0-red-1"),)
    assert desk.rest(600) == []
    assert desk.tracker.state == before


def test_what_is_done_of_one_kind_one_after_the_other_is_over_together(desk):
    desk.settled().do(("stand", "0-red-1"))
    assert desk.rest(2) == []
    desk.do(("stand", "0-blue-1"))
    assert desk.rest(2) == []
    assert actions(desk.tracker.move_is_over()) == [("stand", "0-red-1"), ("stand", "0-blue-1")]


def test_what_is_taken_back_was_never_done(desk):
    before = desk.settled().state
    desk.do(("stand", "0-red-1"))
    assert desk.rest(2) == []
    desk.state = before
    desk.table.follow(desk.game.layout(before))
    desk.disturb()
    assert desk.rest(2) == []
    assert desk.tracker.tail == ()
    assert desk.tracker.shown == desk.tracker.state == before
    assert desk.tracker.move_is_over() == Wait("nothing-new")


def test_a_roll_that_can_hardly_be_read_is_asked_about_when_the_play_goes_on(desk):
    desk.do(("drawn", "blue", "red"), ("rolled", 2, 4))
    body = desk.table.bodies["0-blue-1"]
    for number in range(12):
        body.face = 4 if number % 2 else 1
        assert desk.look() is None
    body.face = 4
    before = desk.tracker.state
    desk.do(("stand", "0-red-1"))
    (asked,) = desk.rest(3)
    assert isinstance(asked, Ask)
    assert desk.tracker.state == before
    desk.tracker.answer(asked.number, 0)
    desk.rest(3)
    assert desk.tracker.tail == (("stand", "0-red-1"),)


def test_the_end_of_the_game_is_entered_though_nobody_does_anything_after_it(desk):
    desk.settled()
    desk.state = msgspec.structs.replace(desk.state, life=(6, 1))
    desk.tracker.correct(desk.state)
    desk.rest(2)
    desk.do(("hit", "0-red-1"))
    (commit,) = desk.rest(2)
    assert actions(commit) == [("hit", "0-red-1")]


def test_an_announced_action_counts_at_once(desk):
    desk.settled()
    commit = desk.tracker.announce(("curse", "red"))
    assert isinstance(commit, Commit)
    assert commit.steps[0].cause == "announced"
    assert desk.tracker.state.cursed


def test_an_announced_action_that_is_illegal_is_refused_with_the_rule(desk):
    desk.settled()
    refused = desk.tracker.announce(("hit", "1-red-1"))
    assert isinstance(refused, Infraction)
    assert refused.citation.book == "Pebbles"
    assert desk.tracker.state == desk.state


def test_an_optional_act_that_leaves_no_trace_is_not_invented(desk):
    desk.settled()
    desk.do(("curse", "red"), ("stand", "0-red-1"))
    assert actions(desk.look(8)) == [("stand", "0-red-1")]


def test_two_readings_of_a_face_that_stay_close_are_asked_about(desk):
    desk.do(("drawn", "blue", "red"), ("rolled", 2, 4))
    body = desk.table.bodies["0-blue-1"]
    for number in range(12):
        body.face = 4 if number % 2 else 1
        assert desk.look() is None  # they may yet throw again
    told = desk.tracker.move_is_over()
    assert isinstance(told, Ask)
    assert 2 <= len(told.answers) <= 9
    best = max(told.answers, key=lambda answer: answer.probability)
    assert best == told.answers[0]
    first, second = (round(100 * answer.probability) for answer in told.answers[:2])
    assert f"the first is {first} % likely, the next {second} %" in told.evidence
    commit = desk.tracker.answer(told.number, 0)
    assert commit.steps[-1].cause == "answered"
    assert desk.tracker.question is None


def test_answers_that_no_look_tells_apart_are_not_called_likely():
    assert _why_asked([0.5, 0.49], 4) == "4 looks at the table cannot tell them apart"
    assert _why_asked([0.83], 1) == "one look at the table: the first is 83 % likely"


def test_a_move_said_to_be_over_too_early_is_entered_as_soon_as_it_is_clear(desk):
    desk.do(("drawn", "blue", "red"), ("rolled", 2, 4))
    assert isinstance(desk.tracker.move_is_over(), Wait)  # no look has seen it yet
    assert actions(desk.look(4)) == [("drawn", "blue", "red"), ("rolled", 2, 4)]


def test_what_was_said_to_be_over_at_one_rest_is_not_said_of_the_next(desk):
    desk.settled()
    desk.do(("stand", "0-red-1"))
    desk.look(1)
    assert isinstance(desk.tracker.move_is_over(), Wait)
    desk.do(("hit", "0-blue-1"))
    told = desk.look(4)
    assert told is None or ("hit", "0-blue-1") not in actions(told)


def test_who_says_early_that_a_move_is_over_is_not_accused_of_what_two_looks_missed(desk):
    desk.settled()
    desk.disturb()
    body = desk.table.bodies.pop("0-red-1")
    desk.tracker.move_is_over()
    assert desk.look(3) is None
    desk.table.bodies["0-red-1"] = body
    assert desk.look(5) is None
