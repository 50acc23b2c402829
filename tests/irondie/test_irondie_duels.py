"""IRONDIE 1.4, "Phase 2: Skirmish": duels worked by hand, last in first out."""

import pytest
from irondie_positions import (
    ADD,
    GAME,
    SUBTRACT,
    duel,
    play,
    position,
    refusal,
)

from rules.irondie.state import DeclareDie, ForgoRoll, Proceed, RenounceOffensive, RollResult

# Both sides always have a life die in battle, so that the game goes on.
LIFE = ("0 swarm-green battle 6", "1 swarm-green battle 6")
A, B = 0, 1  # the life dice's places in `LIFE`


# A reserve that can do nothing here keeps the skirmish open, so that its results can be seen.
IDLE = ("0 regeneration-white reserve", "1 regeneration-white reserve")


def table(*lines, **more):
    return position(*LIFE, *lines, *IDLE, **more)


def test_a_smasher_that_wins_puts_its_target_into_the_abyss():
    state = duel(table("0 smasher-red reserve", "1 assault-blue battle 4"), (2, (3,), 5))
    assert (state.zone[3], state.zone[2]) == ("abyss", "limbo")


def test_a_smasher_that_loses_goes_to_the_abyss_itself():
    state = duel(table("0 smasher-red reserve", "1 assault-blue battle 4"), (2, (3,), 3))
    assert (state.zone[3], state.zone[2]) == ("battle", "abyss")


def test_a_tie_is_lost_without_specialisation():
    state = duel(table("0 smasher-red reserve", "1 assault-blue battle 4"), (2, (3,), 4))
    assert state.zone[2] == "abyss"


def test_a_specialised_die_wins_a_tie():
    state = duel(table("0 smasher-black reserve", "1 assault-blue battle 4"), (2, (3,), 4))
    assert state.zone[3] == "abyss"


def test_a_specialised_die_loses_a_tie_against_a_hostile_colour():
    state = duel(table("0 smasher-black reserve", "1 assault-white battle 4"), (2, (3,), 4))
    assert (state.zone[3], state.zone[2]) == ("battle", "abyss")


@pytest.mark.parametrize(
    ("rolled", "choice", "value"),
    [(5, ADD, 6), (5, SUBTRACT, 1), (3, ADD, 5), (3, SUBTRACT, 3)],
)
def test_an_assault_adds_or_subtracts_its_value_or_one(rolled, choice, value):
    state = duel(table("0 assault-blue reserve", "1 smasher-blue battle 4"), (2, (3,), rolled))
    assert play(state, choice).value[3] == value


@pytest.mark.parametrize(
    ("rolled", "choice", "value"),
    [(5, ADD, 6), (5, SUBTRACT, 1), (3, ADD, 5), (3, SUBTRACT, 3)],
)
def test_a_barrier_adds_or_subtracts_its_roll_or_one(rolled, choice, value):
    state = duel(table("0 barrier-blue reserve", "1 powerup-blue battle 4"), (2, (3,), rolled))
    assert play(state, choice).value[3] == value


@pytest.mark.parametrize(("rolled", "value"), [(5, 2), (3, 3)])
def test_a_ballistic_takes_two_or_one(rolled, value):
    state = duel(table("0 ballistic-blue reserve", "1 powerup-blue battle 4"), (2, (3,), rolled))
    assert state.value[3] == value


@pytest.mark.parametrize(("rolled", "value"), [(3, 5), (2, 3)])
def test_a_powerup_adds_three_or_one(rolled, value):
    state = duel(table("0 powerup-blue reserve", "0 assault-blue battle 2"), (2, (3,), rolled))
    assert state.value[3] == value


@pytest.mark.parametrize(("rolled", "zone"), [(5, "limbo"), (3, "battle")])
def test_a_nullifier_sends_to_limbo_only_when_it_wins(rolled, zone):
    state = duel(table("0 nullifier-red reserve", "1 assault-blue battle 4"), (2, (3,), rolled))
    assert state.zone[3] == zone
    assert state.zone[2] == "limbo"


def test_a_swarm_takes_two_from_each_opposing_defence_die_it_is_lower_than():
    state = duel(
        table(
            "0 swarm-red reserve",
            "1 barrier-blue battle 5",
            "1 powerup-blue battle 2",
            "1 nullifier-blue battle 3",
            "0 barrier-blue battle 5",
        ),
        (2, (3, 4, 5), 3),
    )
    assert state.value[3:7] == (3, 2, 3, 5)


def test_a_swarm_of_its_own_colour_wins_a_tie():
    state = duel(table("0 swarm-orange reserve", "1 barrier-blue battle 3"), (2, (3,), 3))
    assert state.value[3] == 1


def test_a_fortress_takes_two_from_each_opposing_attack_die():
    state = duel(
        table("0 fortress-red reserve", "1 assault-blue battle 5", "1 smasher-blue battle 6"),
        (2, (3, 4), 2),
    )
    assert state.value[3:5] == (3, 4)


def test_a_fortress_cannot_pick_only_some_of_its_targets():
    state = table("0 fortress-red reserve", "1 assault-blue battle 5", "1 smasher-blue battle 6")
    assert refusal(state, DeclareDie(2, (3,))) == "illegal-target"


def test_a_regeneration_returns_a_die_from_limbo_with_its_own_roll():
    state = duel(table("0 regeneration-red reserve", "0 assault-blue limbo"), (2, (3,), 4))
    assert (state.zone[3], state.value[3]) == ("battle", 4)


def test_a_regeneration_cannot_fetch_from_the_opponents_limbo():
    state = table("0 regeneration-red reserve", "1 assault-blue limbo")
    assert refusal(state, DeclareDie(2, (3,))) == "illegal-target"


@pytest.mark.parametrize(
    ("type_name", "target"),
    [("assault-red", "powerup-red"), ("barrier-red", "smasher-red"), ("assault-red", "swarm-red")],
)
def test_assault_and_barrier_aim_at_their_own_class_only(type_name, target):
    state = table(f"0 {type_name} reserve", f"1 {target} battle 4")
    assert refusal(state, DeclareDie(2, (3,))) == "illegal-target"


def test_last_in_first_out_a_nullifier_removes_the_target_before_the_smasher_strikes():
    state = table("0 smasher-red reserve", "1 assault-blue battle 2", "1 nullifier-red reserve")
    state = duel(state, (2, (3,), 6), (4, (3,), 5))
    assert state.zone[3] == "limbo"  # saved from the abyss
    assert state.zone[2] == "limbo"  # the Smasher had no target left: no effect, not even on itself


def test_last_in_first_out_a_smasher_strikes_the_smasher_before_it_acts():
    state = table("0 smasher-red reserve", "1 assault-blue battle 2", "1 smasher-blue reserve")
    state = duel(state, (2, (3,), 4), (4, (2,), 5))
    assert (state.zone[2], state.zone[3], state.zone[4]) == ("abyss", "battle", "limbo")


def test_a_die_nullified_in_the_skirmish_zone_has_no_effect():
    state = table("0 ballistic-red reserve", "1 assault-blue battle 4", "1 nullifier-red reserve")
    state = duel(state, (2, (3,), 3), (4, (2,), 5))
    assert state.value[3] == 4


def test_values_changed_in_the_duel_count_in_the_comparisons_that_follow():
    # The Ballistic (6) lowers the Smasher from 5 to 3, which then loses against 4.
    state = table("0 smasher-red reserve", "1 assault-blue battle 4", "1 ballistic-red reserve")
    state = duel(state, (2, (3,), 5), (4, (2,), 6))
    assert (state.zone[3], state.zone[2]) == ("battle", "abyss")


def test_a_life_die_in_the_skirmish_zone_does_not_fall_below_one():
    state = table("0 swarm-red reserve", "1 barrier-blue battle 6", "1 ballistic-red reserve")
    state = play(
        state, DeclareDie(2, (3,)), RollResult((2,)), DeclareDie(4, (2,)), RollResult((6,))
    )
    assert state.zone[2] == "limbo"
    assert state.value[3] == 4  # the Swarm at 1 still beat the Barrier


def test_a_life_die_in_battle_that_falls_below_one_goes_to_the_abyss():
    state = table("0 ballistic-red reserve", "1 fortress-blue battle 2")
    assert duel(state, (2, (3,), 5)).zone[3] == "abyss"


def test_an_attack_die_does_not_fall_below_one():
    state = table("0 ballistic-red reserve", "1 assault-blue battle 2")
    assert duel(state, (2, (3,), 5)).value[3] == 1


def test_no_die_rises_above_six():
    state = table("0 powerup-red reserve", "0 assault-blue battle 5")
    assert duel(state, (2, (3,), 6)).value[3] == 6


def test_dice_left_in_the_skirmish_zones_go_to_limbo_after_the_duel():
    state = table("0 ballistic-red reserve", "1 assault-blue battle 2", "1 nullifier-red reserve")
    state = duel(state, (2, (3,), 5), (4, (3,), 1))
    assert (state.zone[2], state.zone[4]) == ("limbo", "limbo")


# --- who may roll when ------------------------------------------------------------------------


def four_reserves():
    return table(
        "0 ballistic-red reserve",
        "0 assault-red reserve",
        "0 smasher-red reserve",
        "1 ballistic-blue reserve",
        "1 nullifier-blue reserve",
        "1 smasher-blue reserve",
        "0 assault-green battle 3",
        "1 assault-green battle 3",
    )


def test_each_side_rolls_at_most_two_dice_in_a_duel():
    state = duel(four_reserves(), (2, (9,), 4), (5, (2,), 4), (4, (9,), 4), (6, (9,), 4))
    assert state.phase in {"resolve", "skirmish"}
    assert sum(zone == "reserve" for zone in state.zone) == 2 + len(IDLE)


def test_a_defence_that_forgoes_its_first_roll_has_one_roll_left():
    state = play(four_reserves(), DeclareDie(2, (9,)), RollResult((4,)), ForgoRoll(1), ForgoRoll(0))
    assert GAME.to_move(state) == 1
    state = play(state, DeclareDie(5, (2,)), RollResult((3,)))
    assert state.duel is None


def test_an_answer_may_aim_at_the_dice_of_the_duel_or_their_targets_only():
    state = play(four_reserves(), DeclareDie(2, (9,)), RollResult((4,)))
    assert refusal(state, DeclareDie(5, (2,))) is None
    assert refusal(state, DeclareDie(5, (9,))) is None
    assert refusal(state, DeclareDie(5, (8,))) == "target-not-in-duel"


def test_the_second_roll_of_the_offence_is_an_answer_too():
    state = play(four_reserves(), DeclareDie(2, (9,)), RollResult((4,)), ForgoRoll(1))
    assert refusal(state, DeclareDie(4, (8,))) == "target-not-in-duel"
    assert refusal(state, DeclareDie(4, (9,))) is None


def test_the_defence_may_go_on_the_offensive_next():
    state = duel(four_reserves(), (2, (9,), 4), None)
    assert GAME.to_move(state) == 1
    assert refusal(state, DeclareDie(5, (8,))) is None
    assert refusal(state, DeclareDie(4, (9,))) == "not-to-roll"


def test_who_renounces_does_not_go_on_the_offensive_again_but_still_answers():
    state = play(four_reserves(), RenounceOffensive(0))
    assert GAME.to_move(state) == 1
    state = play(state, DeclareDie(5, (8,)), RollResult((3,)))
    assert GAME.to_move(state) == 0
    assert refusal(state, DeclareDie(2, (5,))) is None
    state = play(state, ForgoRoll(0), ForgoRoll(1), ForgoRoll(0))
    assert GAME.to_move(state) == 1  # side 0 has renounced, so side 1 may attack again


def test_the_skirmish_ends_when_both_have_renounced():
    state = play(four_reserves(), RenounceOffensive(0), RenounceOffensive(1))
    assert state.phase not in {"skirmish", "duel"}


def test_the_skirmish_ends_when_no_reserve_is_left():
    state = position(*LIFE, "0 ballistic-red reserve", "1 assault-blue battle 4")
    state = duel(state, (2, (3,), 4))
    assert state.phase not in {"skirmish", "duel"}


def test_a_side_without_reserve_cannot_interfere():
    state = position(
        *LIFE, "0 ballistic-red reserve", "0 smasher-red reserve", "1 assault-blue battle 4"
    )
    state = play(state, DeclareDie(2, (4,)), RollResult((4,)))
    assert GAME.to_move(state) == 0


def test_a_bonus_rolled_in_a_duel_is_given_at_once():
    state = table("0 ballistic-red reserve", "1 assault-blue battle 4", "0 smasher-red battle 2")
    state = play(state, DeclareDie(2, (3,)), RollResult((1,)))
    assert state.bonus == (2,)
    (bonus,) = GAME.legal_actions(state)
    state = play(state, bonus)
    assert state.value[4] == 4


def test_a_declared_die_lies_unrolled_in_the_skirmish_zone():
    state = play(four_reserves(), DeclareDie(2, (9,)))
    lie = GAME.layout(state)[2]
    assert (lie.place.zone, lie.face) == ("skirmish", None)


def test_the_last_die_of_a_duel_lies_to_be_seen_before_anything_is_resolved():
    state = table("0 ballistic-red reserve", "1 assault-blue battle 4")
    state, _ = GAME.apply(state, DeclareDie(2, (3,)))
    state, _ = GAME.apply(state, RollResult((5,)))
    lies = {lie.die: (lie.place.zone, lie.face) for lie in GAME.layout(state)}
    assert lies["2"] == ("skirmish", 4)
    assert lies["3"] == ("battle-attack", 3)
    assert GAME.legal_actions(state) == [Proceed()]


def test_players_are_reminded_to_name_the_target_before_they_roll():
    state = position("0 smasher-red reserve", "1 swarm-red battle 4", "1 barrier-red reserve")
    said = [reminder.text for reminder in GAME.reminders(state)]
    assert "Show the die and name its target before it is rolled." in said
    state = play(state, DeclareDie(0, (1,)))
    said = [reminder.text for reminder in GAME.reminders(state)]
    assert not any(text.startswith("Show the die") for text in said)  # it is being rolled
