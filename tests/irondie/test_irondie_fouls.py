"""What the referee calls the fouls of IRONDIE, and what letting them stand does."""

import pytest
from irondie_positions import GAME, play, position, until_damage, with_values

from rules.core import Difference, Place
from rules.irondie.state import ChooseGroup, RenounceOffensive, RollResult

LIFE = ("0 swarm-green battle 6", "1 swarm-green battle 6")
IDLE = ("0 regeneration-white reserve", "1 regeneration-white reserve")


def out_of_the_hand(kind, seat, zone="skirmish", face=3):
    return Difference(kind, None, None, Place(zone, seat), None, face)


def lies(die, kind, before, after, *faces):
    return Difference(kind, die, before, after, *faces)


@pytest.mark.parametrize(
    ("more", "code"),
    [({}, "not-to-roll"), ({"sudden": True}, "sudden-death"), ({"phase": "fought"}, "not-skirmish"),
     ({"renounced": (False, True), "next_offence": 1}, "renounced")],
)  # fmt: skip
def test_a_die_rolled_when_it_may_not_be_is_named_by_the_rule(more, code):
    state = with_values(position(*LIFE, "1 smasher-red reserve", *IDLE), **more)
    foul = GAME.foul_of(state, [out_of_the_hand("smasher-red", 1)])
    assert foul.code == code
    assert "P1's red Smasher was rolled" in foul.text
    assert foul.remedy


def test_a_bonus_that_was_passed_over_is_named():
    state = position(*LIFE, "0 smasher-red reserve", "0 assault-red reserve",
                     "0 powerup-blue reserve", phase="battle")  # fmt: skip
    state = play(state, ChooseGroup(0, (2, 3)), ChooseGroup(1, ()), RollResult((1, 4)))
    foul = GAME.foul_of(state, [out_of_the_hand("powerup-blue", 0)])
    assert foul.code == "bonus-open"
    there = Place("battle-attack", 0)
    turned = lies("3", "assault-red", there, there, 3, 4)
    assert GAME.foul_of(state, [turned]).code == "illegal-bonus-target"


def test_a_losing_smasher_belongs_in_the_abyss():
    state = position(*LIFE, "0 smasher-red abyss", *IDLE)
    change = lies("2", "smasher-red", Place("abyss", 0), Place("limbo", 0))
    foul = GAME.foul_of(state, [change])
    assert (foul.code, foul.remedy) == ("not-in-abyss", "Put it into the abyss.")
    assert "a Smasher that loses" in foul.text


def test_limbo_that_did_not_return_and_two_life_dice_taken_back_are_named():
    state = position(*LIFE, "0 fortress-red battle 3", *IDLE, phase="battle")
    foul = GAME.foul_of(state, [out_of_the_hand("regeneration-white", 0, "limbo", None)])
    assert foul.code == "limbo-kept"
    gone = [lies(str(n), k, Place("battle-life", 0), None, 2) for n, k in
            ((0, "swarm-green"), (2, "fortress-red"))]  # fmt: skip
    assert GAME.foul_of(state, gone).code == "two-taken-back"
    sudden = with_values(state, sudden=True)
    assert GAME.foul_of(sudden, gone[:1]).code == "sudden-death"


def test_a_wrong_share_and_a_die_in_the_wrong_zone_are_named():
    state = position(*LIFE, "0 fortress-red battle 3", "1 assault-red battle 5", *IDLE)
    state = until_damage(state)
    there = Place("battle-life", 0)
    foul = GAME.foul_of(state, [lies("0", "swarm-green", there, there, 5, 1)])
    assert foul is None or foul.code == "wrong-share"
    moved = lies("3", "assault-red", Place("battle-attack", 1), Place("battle-life", 1), 4, 4)
    foul = GAME.foul_of(state, [moved])
    assert foul.code == "wrong-zone"
    assert foul.remedy == "Put it into its attack zone."


def test_what_a_judge_lets_stand_is_how_the_game_goes_on():
    state = position(*LIFE, "0 assault-blue battle 3", "1 smasher-red reserve", *IDLE)
    out = [out_of_the_hand("smasher-red", 1, face=4)]
    for action in GAME.by_hand(state, out):
        state, _ = GAME.apply(state, action)
        assert GAME.read_action(GAME.write_action(action)) == action
        assert GAME.say(state, action)
    assert (state.zone[3], state.value[3]) == ("skirmish", 5)
    assert [roll.die for roll in state.duel.rolls] == [3]
    left = [lies("2", "assault-blue", Place("battle-attack", 0), Place("limbo", 0), 2)]
    state = position(*LIFE, "0 assault-blue battle 3", *IDLE)
    for action in GAME.by_hand(state, left):
        state, _ = GAME.apply(state, action)
    assert state.zone[2] == "limbo"
    assert GAME.why_not(state, RenounceOffensive(0)) is None
