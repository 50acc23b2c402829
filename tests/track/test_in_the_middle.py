"""People stop in the middle of things, and nobody is blamed for what they have not finished."""

from collections import Counter

import pytest
from written import Match

from rules.core import Place, ZoneKind
from rules.track import Infraction, Wait
from rules.track.options import Options
from rules.track.tracker import MUCH_WRONG

HALFWAY_S, FOUL_S = Options().halfway_s, Options().foul_s
BESIDE = Place(None, None)


def said(match, seconds):
    """What is said while nobody touches anything."""
    told = [match._look() for _ in range(int(4 * seconds))]
    return [each for each in told if not isinstance(each, Wait)]


@pytest.fixture
def scooping():
    """A turn is over; of the dice put away then, and back into a bag, one each has been moved."""
    lines = ["0 used 8 Sidekick", "1 out Sidekick", "1 out Sidekick"]
    match = Match("tmnt", lines, active=1, turn=4)
    lay = {lie.die: lie for lie in match.game.layout(match.state)}
    over, _ = match.game.apply(match.state, match.named(match.state, "pass"))
    pile = [die for die, lie in lay.items() if lie.place == Place("used", 0)]
    out = [die for die, lie in lay.items() if lie.place == Place("out", 1)]
    left = {*pile[1:], *out[1:]}
    now = [lie for lie in match.game.layout(over) if lie.die not in {*pile, *left}]
    match.table.follow([*now, *(lay[die] for die in left)])
    match.hands()
    return match


@pytest.fixture
def shoved():
    """Two dice that shall pay are pushed aside before anything that they may pay for is said."""
    faces = ("Shield", "Shield", "Fist")
    match = Match("ygo", [f"0 reserve Sidekick {face}" for face in faces])
    match.table._zones = {**match.game.zones, BESIDE.zone: ZoneKind.OPEN}
    shown = Counter(body.face for body in match.table.bodies.values())
    slid = [body for body in match.table.bodies.values() if shown[body.face] == 2]
    left, top = match.table._corner(BESIDE)
    for number, body in enumerate(slid):
        body.place, body.track = BESIDE, 90 + number
        body.x, body.y = left + 4.0, top + 40.0 * (number + 1)
    match.hands()
    return match


def test_a_pile_that_goes_back_into_the_bag_is_picked_up_die_by_die(scooping):
    assert said(scooping, 2 * FOUL_S) == []


def test_dice_that_were_only_pushed_aside_are_waited_for(shoved):
    assert said(shoved, HALFWAY_S - 2) == []
    assert [type(each) for each in said(shoved, 10)] == [Infraction]


@pytest.mark.parametrize("wrong", [MUCH_WRONG, MUCH_WRONG + 1])
def test_nobody_is_blamed_in_haste_for_a_table_on_which_much_lies_wrong(wrong):
    match = Match("tmnt", ["0 reserve 4 Sidekick Fist", "1 field Sidekick pawn"], turn=4)
    for die in list(match.table.bodies)[:wrong]:
        match.table.put(die, "sidekick", Place("field", 1), 1)
    match.hands()
    soon, late = said(match, FOUL_S + 5), said(match, HALFWAY_S)
    named = soon if wrong == MUCH_WRONG else late
    assert [type(each) for each in (*soon, *late)] == [Infraction]
    assert len(named) == 1


def bought_from_the_hand(name):
    """What speaks against the true purchase, after a rest with two of its dice in the hand."""
    faces = ("Wild", "Shield", "Bolt", "pawn")
    lines = ["0 out 2 Sidekick", "0 used Sidekick"]
    lines += [f"0 reserve Sidekick {face}" for face in faces]
    match = Match("tmnt", lines, turn=4)
    paid = "paying 1 Wild (Sidekick) + 1 Shield (Sidekick) + 1 Bolt (Sidekick)"
    after, _ = match.game.apply(match.state, match.named(match.state, f"buy {name} {paid}"))
    lay = {lie.die: lie for lie in match.game.layout(match.state)}
    then = match.game.layout(after)
    paying = [lie for lie in then if lie.place.zone == "out" != lay[lie.die].place.zone]
    still = [lie for lie in then if lay[lie.die].place == lie.place]
    match.table.follow([*still, paying[0]])
    match.hands()
    assert said(match, 2) == []
    match.table.follow(then)
    match.hands()
    assert said(match, 2) == []
    told = match.tracker.thought.best
    assert match.game.digest(told.state) == match.game.digest(after)
    return told.total


def test_dice_in_the_hand_do_not_speak_for_one_purchase_that_they_may_pay_for():
    costs = map(bought_from_the_hand, ("Speedy Delivery", "Unstable Canister"))
    assert next(costs) == pytest.approx(next(costs), abs=1.0)
