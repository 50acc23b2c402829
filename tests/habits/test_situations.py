"""Table situations a good judge has no trouble with, followed by the tracker to come."""

import pytest
from situation import Situation

RATES = (2.0, 4.0, 15.0)


@pytest.fixture(params=RATES)
def rate(request):
    return request.param


def four_drawn(at, zone="reserve", seat=0):
    return [at.bring(seat, zone, "Sidekick", face) for face in ("Bolt", "Mask", "Fist", "Shield")]


def opponent_draws(at):
    at.hand()
    four_drawn(at, "prep", seat=1)
    at.rest(2)


def four_in_reserve(rate):
    lines = [f"0 reserve Sidekick {face}" for face in ("Bolt", "Shield", "Mask", "Fist")]
    at = Situation("avx", lines, rate=rate)
    return at, at.dice(0, "reserve", "Sidekick")


def test_dice_laid_down_in_prep_one_by_one_are_not_the_roll(rate):
    at, dice = Situation("avx", [], step="draw", rate=rate), []
    for face in ("Bolt", "Mask", "Fist", "Shield"):
        dice.append(at.bring(0, "prep", "Sidekick", face))
        at.hand().rest(1.2)
    at.rest(5).hand()
    at.throw(dice, "reserve", "Shield", "Shield", "?", "Bolt")
    at.hand().rest(3).hand()
    at.move(dice[3], "used")
    at.rest(2).hand()
    at.move(dice[0], "used")
    at.rest(1.2).hand()
    at.bring(0, "used", "Human Torch")
    at.rest(2)
    opponent_draws(at)
    rolls = [said for said in at.record() if said.startswith("roll")]
    assert sorted(rolls[0][5:].split(", ")) == ["1", "4", "4", "5"]
    assert [said.split(" ")[0] for said in at.record()] == ["draw", "roll", "keep", "buy", "pass"]
    assert (at.asked, at.named) == ([], [])


def test_dice_that_change_their_faces_once_more_had_only_been_laid_down(rate):
    at = Situation("avx", [], step="draw", rate=rate)
    dice = four_drawn(at)
    at.hand().rest(3).hand()
    at.throw(dice, "reserve", "Shield", "Shield", "?", "Bolt")
    at.hand().rest(3).hand()
    at.throw(dice[:2], "reserve", "Mask", "Fist")
    at.hand().rest(3).hand()
    at.move(dice[3], "used")
    at.move(dice[0], "used")
    at.bring(0, "used", "Human Torch")
    at.rest(3)
    opponent_draws(at)
    done = [said.split(" ")[0] for said in at.record()]
    assert done == ["draw", "roll", "reroll", "roll", "keep", "buy", "pass"]
    assert (at.asked, at.named) == ([], [])


def test_energy_pushed_forward_and_pulled_back_is_no_foul_and_no_entry(rate):
    at, dice = four_in_reserve(rate)
    at.hand()
    at.move(dice[0], "used")
    at.rest(12).hand()
    at.move(dice[1], "used")
    at.rest(12).hand()
    at.move(dice[1], "reserve")
    at.rest(12).hand()
    at.move(dice[3], "used")
    at.rest(3).hand()
    at.bring(0, "used", "Human Torch")
    at.rest(3)
    opponent_draws(at)
    assert at.record()[0] == "buy Human Torch paying 1 Bolt (Sidekick) + 1 Fist (Sidekick)"
    assert (at.asked, at.named) == ([], [])


def test_an_attacker_that_is_pulled_back_did_not_attack(rate):
    pawn = "field Sidekick pawn"
    lines = [f"0 {pawn}", f"0 {pawn}", "0 field Human Torch 1", f"1 {pawn}", "1 field Beast 1"]
    at = Situation("avx", lines, rate=rate)
    mine, torch = at.dice(0, "field", "Sidekick")[0], at.dice(0, "field", "Human Torch")[0]
    beast = at.dice(1, "field", "Beast")[0]
    at.hand()
    at.move(mine, "attack")
    at.rest(3).hand()
    at.move(torch, "attack")
    at.rest(3).hand()
    at.move(mine, "field")
    at.rest(3).hand()
    at.move(beast, "attack")
    at.table._face(at.table.bodies[beast], at.table.bodies[torch])
    at.rest(4)
    attacked = [said for said in (*at.record(), *at.tail()) if said.startswith("attack with")]
    assert attacked == ["attack with Human Torch level 1"]
    assert (at.asked, at.named) == ([], [])


def test_what_may_still_be_taken_back_is_shown_and_not_entered(rate):
    at, dice = four_in_reserve(rate)
    at.hand()
    at.move(dice[0], "used")
    at.move(dice[1], "used")
    at.bring(0, "used", "Human Torch")
    at.rest(60)
    assert at.record() == []
    assert at.tail() == ["buy Human Torch paying 1 Bolt (Sidekick) + 1 Shield (Sidekick)"]


def test_players_may_say_that_their_move_is_over():
    at, dice = four_in_reserve(4.0)
    at.hand()
    at.move(dice[0], "used")
    at.move(dice[1], "used")
    at.bring(0, "used", "Human Torch")
    at.rest(3)
    steps = at.tracker.move_is_over().steps
    assert [at.game.say(at.state, step.action).split(" ")[0] for step in steps] == ["buy"]


def test_a_die_turned_by_nobody_s_right_is_named_after_a_while(rate):
    at, dice = four_in_reserve(rate)
    at.hand()
    at.spin(dice[0], "Mask")
    at.rest(4)
    assert at.named == []
    at.rest(12)
    assert len(at.named) == 1


def test_energy_left_over_that_its_owner_clears_before_drawing_paid_for_nothing(rate):
    lines = [
        "0 reserve Sidekick Wild",
        "0 field Sidekick pawn",
        *(f"1 reserve Sidekick {face}" for face in ("Bolt", "Mask", "Fist", "Shield")),
    ]
    at = Situation("tmnt", lines, rate=rate, active=1, turn=4)
    left, paid = at.dice(0, "reserve", "Sidekick"), at.dice(1, "reserve", "Sidekick")
    at.hand()
    for die in paid:
        at.move(die, "out")
    at.bring(1, "used", "Karai")
    at.rest(1.2).hand()
    for die in paid:
        at.move(die, "used")
    at.rest(1).hand()
    at.move(left[0], "used")
    at.rest(1).hand()
    four_drawn(at, "prep")
    at.rest(3)
    assert [said.split(" ")[0] for said in at.record()] == ["buy", "pass", "pass", "pass"]
    assert (at.asked, at.named) == ([], [])
