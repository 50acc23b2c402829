"""Fouls that a glimpse, a heap, a line or a long explanation could hide."""

from msgspec import structs

from rules.core import Place
from rules.track import Ask, Commit, Infraction
from rules.track.evidence import Evidence
from rules.track.explanation import TOLERATED
from rules.track.verdict import Look, Seen


def actions(commit):
    return [step.action for step in commit.steps]


def stood_with_a_third_die(desk):
    """A die of the opening roll is stood, and a die too many comes into the hand."""
    desk.settled().do(("stand", "0-red-1"))
    desk.table.put("third", "red", Place("hand", 0), 1)


def look_without(desk, die):
    """One look that misses a die."""
    body = desk.table.bodies.pop(die)
    told = desk.look(1)
    desk.table.bodies[die] = body
    return told


def test_a_die_too_many_that_one_of_two_looks_missed_is_looked_for_again(desk):
    stood_with_a_third_die(desk)
    assert desk.look(1) is None
    assert look_without(desk, "third") is None
    assert isinstance(desk.look(12), Infraction)


def test_a_ghost_seen_once_holds_up_nothing_for_long(desk):
    stood_with_a_third_die(desk)
    assert desk.look(1) is None
    del desk.table.bodies["third"]
    assert desk.look(2) is None
    assert desk.tracker.tail == (("stand", "0-red-1"),)


def test_a_die_found_in_four_looks_of_six_is_no_ghost(desk):
    stood_with_a_third_die(desk)
    assert desk.look(2) is None
    assert look_without(desk, "third") is None
    assert desk.look(1) is None
    assert look_without(desk, "third") is None
    assert isinstance(desk.look(1) or desk.look(8), Infraction)


def test_a_die_that_lies_where_it_lay_is_no_ghost_though_every_other_look_misses_it(desk):
    desk.settled()
    left = structs.replace(desk.table.bodies["0-red-1"])
    desk.do(("stand", "0-red-1"))
    desk.table.bodies["left"] = left
    told = [desk.look(1) or look_without(desk, "left") for _ in range(40)]
    assert isinstance(next(filter(None, told)), Infraction)


def pile_of_two(desk):
    """Seat 0 has played, both its dice lie on its pile; seat 1 is about to draw."""
    desk.settled().do(("hit", "0-red-1"), ("hit", "0-blue-1"))
    assert isinstance(desk.look(8), Commit)
    desk.do(("done",))
    assert isinstance(desk.look(8), Commit)
    desk.disturb()


def test_one_die_of_a_heap_that_is_not_seen_may_lie_under_another(desk):
    pile_of_two(desk)
    del desk.table.bodies["0-red-1"]
    assert desk.look(16) is None


def test_a_heap_of_which_nothing_is_seen_lies_under_nothing(desk):
    pile_of_two(desk)
    del desk.table.bodies["0-red-1"], desk.table.bodies["0-blue-1"]
    assert isinstance(desk.look(16), Ask | Infraction)


def test_a_die_that_was_moved_may_have_been_taken_away_and_put_back(desk):
    desk.settled().do(("stand", "0-red-1"))
    assert isinstance(desk.look(8), Commit)
    desk.do(("hit", "0-blue-1"), ("fetch", "0-blue-1", "0-red-1"))
    assert actions(desk.look(16)) == [("hit", "0-blue-1"), ("fetch", "0-blue-1", "0-red-1")]


def test_a_die_put_into_a_far_zone_close_to_its_line_is_named(desk):
    desk.settled()
    body = desk.table.put("0-red-1", "red", Place("stand", 1), 2)
    while desk.table.depth(body) > 1.0:
        body.x -= 0.5
    desk.disturb()
    foul = desk.look(12)
    assert isinstance(foul, Infraction)
    assert foul.code == "die-misplaced"


def seen_near_a_line(near):
    """What is known of a die that two looks saw on the stand, a millimetre from its line."""
    seen = Seen(1, 0.0, 0.0, "stand", 0, 1.0, cocked=False, likelihood={("red", 2): -0.01})
    evidence = Evidence()
    for number in (1, 2):
        seen_so = structs.replace(seen, near=near)
        look = Look(float(number), 0.0, number, still=True, hands=False, dice=(seen_so,))
        table = evidence.add(look)
    return table.pieces[0]


def test_only_a_zone_across_the_line_may_be_what_was_meant():
    piece = seen_near_a_line(near=(Place("hand", 0),))
    assert piece.place_cost(Place("hand", 0)) < TOLERATED < piece.place_cost(Place("pile", 1))


def test_where_nobody_knows_what_lies_across_any_zone_may_be_meant():
    assert seen_near_a_line(near=None).place_cost(Place("pile", 1)) < TOLERATED


def test_what_is_first_found_late_in_a_rest_must_be_found_again_and_again_to_count():
    evidence = Evidence()
    late = Seen(1, 0.0, 0.0, "stand", 0, 9.0, cocked=False, likelihood={("red", 2): -0.01})
    pieces = []
    for number in range(1, 12):
        dice = (late,) if number > 5 else ()
        look = Look(float(number), 0.0, number, still=True, hands=False, dice=dice)
        pieces.append(len(evidence.add(look).pieces))
    assert pieces == [0] * 8 + [1] * 3
