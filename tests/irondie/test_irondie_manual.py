"""IRONDIE 1.4, sentence by sentence: what the other files of this folder do not hold already.

docs/irondie.md lists every rule sentence of the manual with the test that holds it.
"""

import pytest
from irondie_positions import (
    ADD,
    GAME,
    SUBTRACT,
    duel,
    go_on,
    play,
    position,
    refusal,
    until_damage,
)

from rules.irondie.dice import COLOURS, TYPES, hostile
from rules.irondie.duel_resolution import wins
from rules.irondie.flow import run_until_decision
from rules.irondie.skirmish_phase import legal_targets
from rules.irondie.state import (
    ChooseGroup,
    DeclareDie,
    GiveBonus,
    RenounceOffensive,
    RollResult,
    TakeDamage,
    TakeLifeDieBack,
)

LIFE = ("0 swarm-green battle 6", "1 swarm-green battle 6")
IDLE = ("0 regeneration-white reserve", "1 regeneration-white reserve")
SPECIALISED = {name: row.specialisation for name, row in TYPES.items() if row.specialisation}


def table(*lines, **more):
    return position(*LIFE, *lines, *IDLE, **more)


def settled(state):
    return go_on(run_until_decision(state, lambda _: None))


# --- the dice -----------------------------------------------------------------------------------


def a_target_of(name, colour):
    """A die of the opponent that this type may be aimed at, showing 4."""
    classes = {"attack": "smasher", "defence": "nullifier", "each-defence": "nullifier",
               "each-attack": "smasher", "any": "assault"}  # fmt: skip
    return f"1 {classes[TYPES[name].target_rule]}-{colour} battle 4"


@pytest.mark.parametrize("name", SPECIALISED)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_specialised_die_wins_a_tie_unless_the_target_is_hostile(name, colour):
    own = SPECIALISED[name]
    state = table(f"0 {name}-{own} skirmish 4", a_target_of(name, colour))
    assert wins(state, 2, 3) is not hostile(own, colour)


@pytest.mark.parametrize("name", SPECIALISED)
def test_a_die_of_another_colour_than_its_specialisation_loses_a_tie(name):
    colour = next(c for c in COLOURS if c != SPECIALISED[name])
    state = table(f"0 {name}-{colour} skirmish 4", a_target_of(name, "green"))
    assert not wins(state, 2, 3)


@pytest.mark.parametrize("rolled", range(1, 7))
def test_a_regeneration_works_whatever_it_rolls(rolled):
    state = table("0 regeneration-red reserve", "0 smasher-green limbo")
    state = duel(state, (2, (3,), rolled))
    assert (state.zone[3], state.value[3]) == ("battle", rolled)


def test_a_smasher_may_be_aimed_at_any_die_in_play_one_s_own_too():
    state = table("0 smasher-red reserve", "0 assault-blue battle 4", "1 barrier-blue battle 4",
                  "1 barrier-blue limbo", "1 barrier-blue abyss")  # fmt: skip
    aims = set(legal_targets(state, 2))
    assert aims == {(0,), (1,), (3,), (4,)}


def test_a_swarm_strikes_the_dice_in_battle_not_those_in_skirmish():
    state = table("0 swarm-red reserve", "1 barrier-blue battle 5", "1 nullifier-blue reserve")
    state = duel(state, (2, (3,), 2), (4, (2,), 6))
    assert state.zone[2] == "limbo"  # the Nullifier took it out before it could act
    state = table("0 swarm-red reserve", "1 barrier-blue battle 5", "1 nullifier-blue reserve")
    state = duel(state, (2, (3,), 2), (4, (3,), 3))
    assert state.value[3] == 3
    assert state.zone[4] == "limbo"


# --- colour bonus -------------------------------------------------------------------------------


def test_a_bonus_goes_to_an_own_die_never_to_the_opponents():
    state = table("0 ballistic-red reserve", "1 assault-red battle 4")
    state = play(state, DeclareDie(2, (3,)), RollResult((1,)))
    assert state.bonus == ()


def test_a_bonus_never_goes_to_the_die_that_rolled_it():
    state = table("0 ballistic-red reserve", "1 barrier-red battle 4")
    state = play(state, DeclareDie(2, (3,)), RollResult((1,)))
    assert state.bonus == ()


def test_a_bonus_may_go_to_a_die_in_the_skirmish_zone():
    state = table("0 ballistic-red reserve", "0 smasher-red reserve", "1 barrier-red battle 4")
    state = play(
        state, DeclareDie(2, (4,)), RollResult((3,)), DeclareDie(3, (4,)), RollResult((1,))
    )
    assert state.bonus == (3,)
    assert GAME.apply(state, GiveBonus(3, (2,)))[0].value[2] == 5


def test_a_bonus_in_a_duel_is_given_before_the_next_die_is_rolled():
    state = table("0 ballistic-red reserve", "0 smasher-red battle 2", "1 barrier-red battle 4",
                  "1 nullifier-red reserve")  # fmt: skip
    state = play(state, DeclareDie(2, (4,)), RollResult((1,)))
    assert refusal(state, DeclareDie(5, (2,))) == "bonus-open"


def test_a_bonus_does_not_raise_a_die_above_six():
    state = table("0 ballistic-red reserve", "0 smasher-red battle 5", "1 barrier-red battle 4")
    state = play(state, DeclareDie(2, (4,)), RollResult((1,)))
    assert play(state, GiveBonus(2, (3,))).value[3] == 6


def test_a_bonus_that_takes_the_last_point_of_a_life_die_puts_it_into_the_abyss():
    lines = ("0 ballistic-black reserve", "0 fortress-red battle 1", "0 barrier-red battle 2",
             "1 barrier-red battle 4")  # fmt: skip
    state = play(table(*lines), DeclareDie(2, (5,)), RollResult((1,)))
    state = play(state, GiveBonus(2, (4, 3)))
    assert (state.zone[3], state.value[4]) == ("abyss", 5)


def test_a_die_that_returns_with_a_one_was_not_rolled_and_gives_no_bonus():
    lines = ("0 regeneration-blue reserve", "0 assault-red limbo", "0 smasher-red battle 3")
    state = duel(table(*lines), (2, (3,), 1))
    assert (state.zone[3], state.value[3], state.value[4]) == ("battle", 1, 3)


def test_all_bonuses_of_the_side_with_priority_come_before_the_others():
    lines = ("0 assault-red reserve", "0 smasher-red reserve", "1 assault-red reserve",
             "1 smasher-red reserve", "1 swarm-red reserve")  # fmt: skip
    state = position(*LIFE, *lines, *IDLE, phase="battle")
    state = play(state, ChooseGroup(0, (2, 3)), ChooseGroup(1, (4, 5)), RollResult((1, 1, 1, 1)))
    order = []
    while state.bonus:
        action = GAME.legal_actions(state)[0]
        order.append(state.side(action.die))
        state = play(state, action)
    assert order == [1, 1, 0, 0]


# --- duels worked by hand -----------------------------------------------------------------------


def test_four_dice_resolved_from_the_last_to_the_first():
    # Zac: Smasher 4 at Dot's Assault (4). Dot: Ballistic 5 at the Smasher. Zac: Powerup 3 at the
    # Assault. Dot: Nullifier 4 at the Powerup. Last first: the Nullifier (4 > 3) takes the
    # Powerup to limbo; it has no effect. The Ballistic (5 > 4) lowers the Smasher to 2. The
    # Smasher (2 against 4) loses and goes to the abyss. The Assault stays at 4.
    state = table("0 smasher-red reserve", "0 powerup-red reserve", "1 ballistic-red reserve",
                  "1 nullifier-red reserve", "1 assault-green battle 4")  # fmt: skip
    state = duel(state, (2, (6,), 4), (4, (2,), 5), (3, (6,), 3), (5, (3,), 4))
    assert state.zone[2:7] == ("abyss", "limbo", "limbo", "limbo", "battle")
    assert state.value[6] == 4


def test_a_powerup_given_to_a_smasher_makes_it_win():
    # The Powerup (3 > 2) raises the Smasher from 2 to 5, which then beats the Assault's 4.
    state = table("0 smasher-red reserve", "0 powerup-red reserve", "1 assault-green battle 4")
    state = duel(state, (2, (4,), 2), (3, (2,), 3))
    assert (state.zone[4], state.zone[2]) == ("abyss", "limbo")


def test_an_assault_may_take_points_from_the_smasher_that_strikes_it():
    # Dot's Assault 6 beats the Smasher's 5 and takes 6: the Smasher shows 1 and loses against 3.
    state = table("0 smasher-red reserve", "1 assault-red reserve", "1 ballistic-blue battle 3")
    state = duel(state, (2, (4,), 5), (3, (2,), 6))
    state = play(state, SUBTRACT)
    assert (state.zone[2], state.zone[4]) == ("abyss", "battle")


def test_two_answers_at_one_target_are_resolved_one_after_the_other():
    # Ballistic (5 > 4) takes 2 from the Barrier, then the Powerup (4 > 2) adds 3.
    state = table("0 powerup-red reserve", "0 ballistic-red reserve", "1 barrier-blue battle 4")
    state = duel(state, (2, (4,), 4), (3, (4,), 5))
    assert state.value[4] == 5


def test_a_smasher_that_destroys_a_nullifier_saves_the_nullifier_s_target():
    state = table("0 nullifier-red reserve", "1 assault-blue battle 2", "1 smasher-red reserve")
    state = duel(state, (2, (3,), 5), (4, (2,), 6))
    assert (state.zone[2], state.zone[3], state.zone[4]) == ("abyss", "battle", "limbo")


def test_a_smasher_that_lost_to_a_smasher_leaves_the_other_without_a_target():
    # Zac's Smasher 6 aims at Dot's Assault; Dot's Smasher 3 aims at it, loses, and is gone.
    state = table("0 smasher-red reserve", "1 assault-blue battle 2", "1 smasher-blue reserve")
    state = duel(state, (2, (3,), 6), (4, (2,), 3))
    assert (state.zone[2], state.zone[3], state.zone[4]) == ("limbo", "abyss", "abyss")


def test_a_barrier_adds_what_it_rolled_an_assault_what_it_shows():
    # A Ballistic (6) lowers the Barrier from 5 to 3; it still wins against 2 and adds its roll.
    state = table("0 barrier-red reserve", "0 nullifier-blue battle 2", "1 ballistic-red reserve")
    state = duel(state, (2, (3,), 5), (4, (2,), 6))
    assert play(state, ADD).value[3] == 6
    state = table("0 assault-blue reserve", "0 smasher-blue battle 2", "1 ballistic-red reserve")
    state = duel(state, (2, (3,), 5), (4, (2,), 6))
    assert play(state, ADD).value[3] == 5


def test_a_regenerated_die_fights_in_the_same_turn():
    lines = ("0 regeneration-red reserve", "0 assault-blue limbo", "1 barrier-red battle 2")
    state = duel(position(*LIFE, *lines), (2, (3,), 5))
    assert go_on(until_damage(state)).value[1] == 3  # 5 against 2


# --- skirmish and the end of a turn ---------------------------------------------------------------


def test_who_has_dice_left_alone_goes_on_with_more_duels():
    lines = ("0 ballistic-red reserve", "0 smasher-red reserve", "1 assault-blue battle 4")
    state = duel(position(*LIFE, *lines), (2, (4,), 5), None)
    assert refusal(state, DeclareDie(3, (4,))) is None


def test_a_side_need_not_go_on_the_offensive():
    state = table("0 ballistic-red reserve", "1 assault-blue battle 4")
    assert refusal(state, RenounceOffensive(0)) is None


def test_a_die_rolled_in_skirmish_does_no_damage():
    lines = ("0 ballistic-red reserve", "1 assault-blue battle 1", "1 barrier-blue battle 1")
    state = duel(position(*LIFE, *lines), (2, (4,), 6))
    assert go_on(until_damage(state)).value[1] == 6


def test_both_sides_take_their_damage_at_the_same_time():
    state = settled(position(*LIFE, "0 assault-red battle 2", "1 assault-red battle 4"))
    assert state.value[:2] == (2, 4)


def test_under_sudden_death_colour_bonuses_are_given_as_ever():
    state = position(*LIFE, "0 assault-red reserve", "0 smasher-red reserve", phase="battle",
                     sudden=True, time_up=True)  # fmt: skip
    state = play(state, ChooseGroup(0, (2, 3)), ChooseGroup(1, ()), RollResult((1, 3)))
    assert state.bonus == (2,)


def test_sudden_death_can_end_in_a_draw():
    lines = ("0 swarm-green battle 1", "1 swarm-green battle 1", "0 assault-red limbo")
    state = position(*lines, phase="return", time_up=True)
    outcome = GAME.outcome(play(state, TakeLifeDieBack(0, None), TakeLifeDieBack(1, None)))
    assert outcome is not None
    assert outcome.winners == ()


def test_the_game_ends_in_the_middle_of_a_duel_when_the_last_life_die_is_destroyed():
    lines = ("0 swarm-green battle 6", "1 swarm-green battle 3", "0 smasher-red reserve", *IDLE)
    outcome = GAME.outcome(duel(position(*lines), (2, (1,), 6)))
    assert outcome is not None
    assert outcome.winners == (0,)


# --- teams ---------------------------------------------------------------------------------------

TEAMS = ("0 swarm-red battle 3", "1 swarm-red battle 3", "2 swarm-red battle 2",
         "3 swarm-red battle 2")  # fmt: skip


def test_a_duel_of_teams_has_two_rolls_a_team_whoever_rolls_them():
    lines = ("0 ballistic-red reserve", "2 ballistic-blue reserve", "2 smasher-blue reserve",
             "1 ballistic-red reserve", "3 nullifier-blue reserve", "3 smasher-blue reserve",
             "1 barrier-red battle 4")  # fmt: skip
    state = position(*TEAMS, *lines, seats=4)
    state = play(
        state, DeclareDie(4, (10,)), RollResult((3,)), DeclareDie(7, (4,)), RollResult((3,))
    )
    state = play(state, DeclareDie(5, (10,)), RollResult((3,)), DeclareDie(8, (4,)))
    assert refusal(state, DeclareDie(6, (10,))) is not None
    state = play(state, RollResult((3,)))
    assert state.phase in {"skirmish", "resolve"}  # neither team has a third roll


def test_the_battle_dice_of_a_team_count_together():
    lines = ("0 assault-red battle 3", "2 assault-red battle 3", "1 barrier-red battle 2",
             "3 barrier-red battle 2")  # fmt: skip
    state = settled(position(*TEAMS, *lines, seats=4))
    assert GAME.legal_actions(state) == [
        TakeDamage(1, points) for points in range(3)
    ]  # 6 against 4


def test_priority_counts_the_reserve_of_a_whole_team():
    lines = ("0 ballistic-red reserve", "1 ballistic-red reserve", "3 ballistic-red reserve")
    state = position(*TEAMS, *lines, seats=4, phase="battle")
    state = play(state, *(ChooseGroup(seat, ()) for seat in range(4)))
    assert GAME.to_move(state) == 1


def test_a_player_without_life_dice_plays_on_with_the_team():
    lines = ("0 swarm-red abyss", "2 swarm-red battle 4", "1 swarm-red battle 4",
             "3 swarm-red abyss", "0 ballistic-red reserve", "1 assault-red battle 3")  # fmt: skip
    state = position(*lines, seats=4)
    assert GAME.outcome(state) is None
    assert refusal(state, DeclareDie(4, (5,))) is None


def test_each_player_of_a_team_may_take_a_life_die_back():
    lines = ("0 fortress-red battle 3", "2 fortress-red battle 3", "1 assault-red limbo")
    state = position(*TEAMS, *lines, seats=4, phase="return")
    state = play(
        state,
        TakeLifeDieBack(0, 4),
        TakeLifeDieBack(1, None),
        TakeLifeDieBack(2, 5),
        TakeLifeDieBack(3, None),
    )
    assert (state.zone[4], state.zone[5]) == ("reserve", "reserve")


def test_three_against_three_is_a_game_too():
    state = GAME.new({"sets": [_nine() for _ in range(6)]})
    assert (state.seats, tuple(state.members(0)), tuple(state.members(1))) == (
        6, (0, 2, 4), (1, 3, 5),
    )  # fmt: skip


def _nine():
    return ["smasher-black", "assault-red", "ballistic-purple", "barrier-green", "nullifier-blue",
            "powerup-white", "swarm-orange", "fortress-yellow", "regeneration-red"]  # fmt: skip


def test_each_player_s_set_must_be_legal():
    with pytest.raises(ValueError, match="Player 3's set has no life die"):
        GAME.new({"sets": [_nine(), _nine(), [*_nine()[:6], *_nine()[:3]], _nine()]})
