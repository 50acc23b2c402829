"""IRONDIE 1.4: battle, bonuses, priority, damage, end of turn, end of game, tournament, teams."""

import pytest
from irondie_positions import GAME, codes, go_on, play, position, refusal, until_damage, with_values

from rules.core import CHANCE, Roll
from rules.irondie.game import demo_setup
from rules.irondie.state import (
    BringRollOffDie,
    ChooseGroup,
    ConcedeSide,
    DeclareDie,
    GiveBonus,
    PutAwayRollOff,
    RenounceOffensive,
    RollResult,
    TakeDamage,
    TakeLifeDieBack,
    TimeUp,
    WinRollOff,
)

LIFE = ("0 swarm-green battle 6", "1 swarm-green battle 6")
# A reserve that can do nothing keeps the skirmish open, so that results can be seen.
IDLE = ("0 regeneration-white reserve", "1 regeneration-white reserve")


def battle(*lines, **more):
    return position(*LIFE, *lines, phase="battle", **more)


# --- battle ---------------------------------------------------------------------------------


def test_each_player_chooses_a_group_and_both_are_rolled_together():
    state = battle("0 assault-red reserve", "1 assault-blue reserve")
    state = play(state, ChooseGroup(0, (2,)))
    assert GAME.to_move(state) == 1
    state = play(state, ChooseGroup(1, (3,)))
    assert GAME.to_move(state) == CHANCE
    chance = GAME.chance(state)
    assert isinstance(chance, Roll)
    assert [die for die, _ in chance.dice] == ["2", "3"]


def test_one_of_the_two_groups_may_be_empty():
    state = battle("0 assault-red reserve", "1 assault-blue reserve")
    assert refusal(state, ChooseGroup(0, ())) is None
    assert refusal(state, ChooseGroup(0, (2,))) is None


def test_nothing_is_rolled_when_both_keep_everything():
    state = play(battle("0 assault-red reserve", "1 assault-blue reserve"), ChooseGroup(0, ()))
    state = play(state, ChooseGroup(1, ()))
    assert state.phase == "skirmish"


def test_a_chosen_group_stays_secret_until_both_are_chosen():
    state = play(battle("0 assault-red reserve", "1 assault-blue reserve"), ChooseGroup(0, (2,)))
    assert {die.place.zone for die in GAME.view(state).dice if die.die == "2"} == {"reserve"}


def test_only_dice_of_the_own_reserve_can_be_chosen():
    state = battle("0 assault-red reserve", "1 assault-blue reserve")
    assert refusal(state, ChooseGroup(0, (3,))) == "not-in-reserve"
    assert refusal(state, ChooseGroup(1, (3,))) is not None or GAME.to_move(state) == 1


def test_the_skirmish_is_skipped_without_reserves():
    state = battle("0 assault-red reserve", "1 assault-blue reserve")
    state = play(state, ChooseGroup(0, (2,)), ChooseGroup(1, (3,)), RollResult((4, 4)))
    assert state.phase not in {"skirmish", "duel"}


def test_dice_that_are_alike_are_not_counted_twice():
    state = battle("0 assault-red reserve", "0 assault-red reserve", "1 assault-blue reserve")
    assert len(GAME.legal_actions(state)) == 3  # none, one, both


# --- colour bonus -----------------------------------------------------------------------------


def after_roll(values, *lines):
    state = battle(*lines, *IDLE)
    for seat in (0, 1):
        own = tuple(
            index
            for index, die in enumerate(state.dice)
            if die.seat == seat
            and state.zone[index] == "reserve"
            and die.type_name != "regeneration"
        )
        state = play(state, ChooseGroup(seat, own))
    return play(state, RollResult(values))


def test_a_rolled_one_gives_the_colour_bonus_to_another_own_die():
    state = after_roll((1, 3), "0 assault-red reserve", "0 smasher-purple reserve")
    assert GAME.legal_actions(state) == [GiveBonus(2, (3,))]
    assert play(state, GiveBonus(2, (3,))).value[3] == 5


def test_the_target_must_be_of_the_class_and_colour_the_table_names():
    lines = ("0 assault-red reserve", "0 smasher-blue reserve", "0 barrier-red reserve")
    state = after_roll((1, 3, 3), *lines)
    assert state.bonus == ()  # blue is hostile, the Barrier is no attack die


def test_a_bonus_without_a_legal_target_is_not_given():
    state = after_roll((1,), "0 assault-red reserve")
    assert state.phase != "bonus"


def test_of_two_bonuses_only_those_with_a_target_are_given():
    state = after_roll((1, 3), "0 barrier-purple reserve", "0 smasher-red reserve")
    assert GAME.legal_actions(state) == [GiveBonus(2, (3, None))]
    assert play(state, GiveBonus(2, (3, None))).value[3] == 4


def test_a_black_die_raises_a_defence_die_and_lowers_a_life_die():
    state = after_roll((1, 2), "0 smasher-black reserve", "0 barrier-red reserve")
    state = play(state, GiveBonus(2, (3, 0)))
    assert (state.value[3], state.value[0]) == (5, 5)


def test_two_blue_barriers_give_each_other_their_bonus():
    state = after_roll((1, 1), "0 barrier-blue reserve", "0 barrier-blue reserve")
    state = play(state, GiveBonus(2, (3,)))
    assert state.value[3] == 3
    assert GAME.legal_actions(state) == [GiveBonus(3, (2,))]  # though it shows 3 by now
    assert play(state, GiveBonus(3, (2,))).value[2] == 3


def test_a_one_made_by_an_effect_triggers_nothing():
    state = position(*LIFE, "0 ballistic-red reserve", "1 assault-red battle 3",
                     "1 smasher-red battle 5", *IDLE)  # fmt: skip
    state = play(state, DeclareDie(2, (3,)), RollResult((5,)))
    assert (state.value[3], state.bonus) == (1, ())


def test_a_rare_die_gives_its_bonus_on_a_two():
    state = after_roll((2, 3), "0 assault-red-rare reserve", "0 smasher-red reserve")
    assert state.bonus == (2,)


def test_the_bonus_must_be_given():
    state = after_roll((1, 3), "0 assault-red reserve", "0 smasher-red reserve")
    assert refusal(state, RenounceOffensive(0)) is not None
    assert GAME.reminders(state)[0].urgent


def test_a_reconstructed_row_is_announced_once():
    lines = ("0 barrier-blue reserve", "0 barrier-blue reserve")
    state = after_roll((1, 1), *lines)
    assert "reconstructed-rule" in codes(state, GiveBonus(2, (3,)))
    state = play(state, GiveBonus(2, (3,)))
    assert "reconstructed-rule" not in codes(state, GiveBonus(3, (2,)))


# --- priority -----------------------------------------------------------------------------


BOTH_BONUS = ("0 assault-red reserve", "0 smasher-red reserve",
              "1 assault-red reserve", "1 smasher-red reserve")  # fmt: skip


def test_priority_belongs_to_the_side_with_more_reserve():
    state = battle(*BOTH_BONUS, "1 powerup-red reserve")
    state = play(state, ChooseGroup(0, (2, 3)), ChooseGroup(1, (4, 5)), RollResult((1, 4, 1, 4)))
    assert GAME.to_move(state) == 1
    assert refusal(state, GiveBonus(2, (3,))) == "priority"


def test_with_equal_reserves_to_the_side_with_more_life():
    state = after_roll((1, 4, 1, 4, 3), *BOTH_BONUS, "1 fortress-red reserve")
    assert GAME.to_move(state) == 1


def test_with_equal_life_to_the_winner_of_a_roll_off_ties_rolled_again():
    state = after_roll((1, 4, 1, 4), *BOTH_BONUS)
    state = play(state, BringRollOffDie(0, None), BringRollOffDie(1, None))
    assert GAME.to_move(state) == CHANCE
    tied = play(state, RollResult((3, 3)))
    assert GAME.to_move(tied) == CHANCE
    assert GAME.to_move(play(tied, RollResult((2, 5)))) == 1
    assert GAME.to_move(play(tied, RollResult((6, 5)))) == 0


def test_priority_is_settled_before_the_first_bonus_and_holds_until_the_last():
    # Zac has one more life point; Dot's bonus is not due before his, whatever his changes.
    lines = (*BOTH_BONUS, "0 powerup-black reserve", "1 powerup-black reserve")
    state = battle(*lines)
    state = play(
        state, ChooseGroup(0, (2, 3, 6)), ChooseGroup(1, (4, 5)), RollResult((1, 4, 1, 1, 4))
    )
    assert GAME.to_move(state) == 1  # Dot keeps one more die in reserve
    state = battle("0 barrier-black reserve", "0 assault-red reserve", "0 smasher-red reserve",
                   "1 assault-red reserve", "1 smasher-red reserve")  # fmt: skip
    state = with_values(state, value=(4, 3, 0, 0, 0, 0, 0))
    state = play(
        state, ChooseGroup(0, (2, 3, 4)), ChooseGroup(1, (5, 6)), RollResult((1, 1, 4, 1, 4))
    )
    assert GAME.to_move(state) == 0  # as many reserves, and more life
    black = next(a for a in GAME.legal_actions(state) if a.die == 2)
    after = play(state, black)  # the black bonus takes a life point: now both have three
    assert after.life(0) == after.life(1)
    assert GAME.to_move(after) == 0
    assert all(action.die == 3 for action in GAME.legal_actions(after))


def test_the_roll_off_lies_on_the_table():
    state = play(after_roll((1, 4, 1, 4), *BOTH_BONUS), RollResult((2, 5)))
    faces = {lie.die: lie.face for lie in GAME.layout(state) if lie.kind == "d6"}
    assert faces == {"rolloff0": 1, "rolloff1": 4}


def test_the_dice_of_a_roll_off_may_be_put_away_whenever_somebody_does():
    state = play(after_roll((1, 4, 1, 4), *BOTH_BONUS), RollResult((2, 5)))
    assert {PutAwayRollOff(0), PutAwayRollOff(1)} <= set(GAME.legal_actions(state))
    away = play(state, PutAwayRollOff())
    assert {lie.place.zone for lie in GAME.layout(away) if lie.kind == "d6"} == {"box"}
    assert (away.priority, GAME.to_move(away)) == (1, GAME.to_move(state))
    assert refusal(away, PutAwayRollOff()) is not None


def test_the_side_with_priority_may_open_the_first_duel():
    state = battle("0 assault-red reserve", "1 assault-red reserve", "1 smasher-red reserve")
    state = play(state, ChooseGroup(0, ()), ChooseGroup(1, ()))
    assert GAME.to_move(state) == 1


# --- damage ---------------------------------------------------------------------------------


def test_damage_is_attack_beyond_the_opponents_defence():
    state = position(*LIFE, "0 assault-red battle 5", "1 barrier-red battle 2")
    state = until_damage(play_out(state))
    assert state.value[1] == 3


def play_out(state):
    """With no reserves the skirmish passes by itself."""
    from rules.irondie.flow import run_until_decision

    return go_on(run_until_decision(state, lambda _: None))


def test_no_damage_when_the_defence_holds():
    state = play_out(position(*LIFE, "0 assault-red battle 3", "1 barrier-red battle 3"))
    assert state.value[:2] == (6, 6)


def test_the_player_shares_the_damage_among_life_dice():
    lines = ("0 assault-red battle 4", "1 fortress-red battle 3")
    state = play_out(position(*LIFE, *lines))
    assert GAME.to_move(state) == 1
    assert GAME.legal_actions(state) == [TakeDamage(1, points) for points in range(1, 5)]
    state = play(state, TakeDamage(1, 1))
    assert (state.value[1], state.zone[3]) == (5, "abyss")


def test_all_the_damage_must_be_taken():
    state = play_out(position(*LIFE, "0 assault-red battle 4", "1 fortress-red battle 3"))
    assert refusal(state, TakeDamage(1, 0)) == "wrong-share"


def test_a_life_die_at_zero_goes_to_the_abyss():
    state = play_out(position(*LIFE, "0 assault-red battle 6", "1 fortress-red battle 3"))
    state = play(state, TakeDamage(1, 6))
    assert (state.zone[1], state.value[3]) == ("abyss", 3)


def test_attack_and_defence_dice_go_to_limbo_after_the_damage():
    state = play_out(position(*LIFE, "0 assault-red battle 4", "1 barrier-red battle 3"))
    assert state.phase == "return"
    assert state.zone[2:] == ("limbo", "limbo")


# --- end of turn ----------------------------------------------------------------------------


def end_of_turn(*lines, **more):
    return position(*LIFE, *lines, phase="return", **more)


def test_each_player_may_take_one_life_die_back():
    state = end_of_turn("0 fortress-red battle 3", "1 assault-red limbo")
    state = play(state, TakeLifeDieBack(0, 2), TakeLifeDieBack(1, None))
    assert state.zone[2] == "reserve"
    assert state.phase == "battle"


def test_limbo_returns_to_the_hand():
    state = play(
        end_of_turn("1 assault-red limbo"), TakeLifeDieBack(0, None), TakeLifeDieBack(1, None)
    )
    assert state.zone[2] == "reserve"
    assert state.turn == 3


def test_only_a_life_die_of_ones_own_in_battle_can_be_taken_back():
    state = end_of_turn("0 assault-red limbo", "1 fortress-red battle 3")
    assert refusal(state, TakeLifeDieBack(0, 2)) == "not-a-life-die"
    assert refusal(state, TakeLifeDieBack(0, 3)) == "not-a-life-die"


def test_what_lies_in_the_abyss_stays_there():
    state = play(
        end_of_turn("1 assault-red abyss"), TakeLifeDieBack(0, None), TakeLifeDieBack(1, None)
    )
    assert state.zone[2] == "abyss"


# --- the end of the game --------------------------------------------------------------------


def test_the_only_player_with_life_dice_in_battle_wins():
    state = play_out(position(*LIFE, "0 assault-red battle 6"))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert GAME.to_move(state) is None


def test_nobody_left_at_the_same_time_is_a_draw():
    state = play_out(position(*LIFE, "0 assault-red battle 6", "1 assault-red battle 6"))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == ()


def test_the_game_cannot_end_before_the_first_battle_is_over():
    state = GAME.new(demo_setup())
    assert GAME.outcome(state) is None
    nine = tuple(range(9, 18))
    state = play(state, ChooseGroup(0, ()))
    assert GAME.outcome(state) is None
    state = play(state, ChooseGroup(1, nine), RollResult((3,) * 9))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_taking_the_last_life_die_back_loses_once_both_have_decided():
    state = end_of_turn("0 assault-red limbo")
    state = play(state, TakeLifeDieBack(0, 0))
    assert GAME.outcome(state) is None
    state = play(state, TakeLifeDieBack(1, None))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_a_player_may_concede_at_any_time():
    outcome = GAME.outcome(play(GAME.new(demo_setup()), ConcedeSide(0)))
    assert outcome is not None
    assert outcome.winners == (1,)


def test_nothing_can_be_done_after_the_end():
    state = play(GAME.new(demo_setup()), ConcedeSide(0))
    assert refusal(state, ChooseGroup(0, ())) == "game-over"


# --- tournament rules -----------------------------------------------------------------------


def test_the_turn_in_which_time_runs_out_is_finished_by_the_normal_rules():
    state = position(*LIFE, "0 ballistic-red reserve", "1 assault-red battle 3")
    state = play(state, TimeUp())
    assert not state.sudden
    assert refusal(state, DeclareDie(2, (3,))) is None


def sudden(*lines):
    state = end_of_turn(*lines, time_up=True)
    return play(state, TakeLifeDieBack(0, None), TakeLifeDieBack(1, None))


def test_sudden_death_takes_a_point_from_each_life_die_as_a_turn_begins():
    state = sudden("0 fortress-red battle 3")
    assert state.sudden
    assert (state.value[0], state.value[2]) == (5, 2)


def test_sudden_death_destroys_a_life_die_at_one():
    assert sudden("0 fortress-red battle 1").zone[2] == "abyss"


def test_under_sudden_death_nothing_is_rolled_in_skirmish():
    state = sudden("0 assault-red reserve")
    state = play(state, ChooseGroup(0, ()), ChooseGroup(1, ()))
    assert state.turn == 4  # neither skirmish nor anything to take back


def test_under_sudden_death_no_life_die_returns_to_the_hand():
    state = with_values(end_of_turn(), sudden=True)
    assert refusal(state, TakeLifeDieBack(0, 0)) == "sudden-death"


def test_time_runs_out_once():
    state = play(GAME.new(demo_setup()), TimeUp())
    assert refusal(state, TimeUp()) == "time-is-up"


# --- teams ------------------------------------------------------------------------------------


def test_a_team_loses_only_when_none_of_its_players_has_a_life_die():
    lines = ("0 swarm-red battle 2", "1 swarm-red battle 2", "2 swarm-red battle 4")
    state = play_out(position(*lines, "1 assault-red battle 2", seats=4))
    assert GAME.outcome(state) is None
    state = play(state, TakeDamage(0, 2))
    assert state.zone[0] == "abyss"
    assert GAME.outcome(state) is None


def test_a_swarm_aims_at_the_defence_dice_of_all_opponents():
    lines = ("0 swarm-red battle 2", "1 swarm-red battle 2", "0 swarm-blue reserve",
             "1 barrier-red battle 4", "3 barrier-red battle 4")  # fmt: skip
    state = position(*lines, seats=4)
    assert refusal(state, DeclareDie(2, (3, 4))) is None
    assert refusal(state, DeclareDie(2, (3,))) == "illegal-target"


def test_either_member_of_a_team_may_roll_in_a_duel():
    lines = ("0 swarm-red battle 2", "1 swarm-red battle 2", "0 ballistic-red reserve",
             "2 ballistic-blue reserve", "1 barrier-red battle 4")  # fmt: skip
    state = position(*lines, seats=4)
    assert refusal(state, DeclareDie(2, (4,))) is None
    assert refusal(state, DeclareDie(3, (4,))) is None


@pytest.mark.parametrize(
    ("sets", "said"),
    [(0, "two sets"), (1, "two sets"), (3, "three teams"), (5, "no two equal"), (8, "at most 6")],
)
def test_sides_must_be_even(sets, said):
    with pytest.raises(ValueError, match=said):
        GAME.new({"sets": [demo_setup()["sets"][0]] * sets})


def test_who_has_won_the_roll_off_can_be_said_whatever_was_rolled():
    state = after_roll((1, 4, 1, 4), *BOTH_BONUS)
    said = [offer.action for offer in GAME.offers(state) if isinstance(offer.action, WinRollOff)]
    assert said == [WinRollOff(0), WinRollOff(1)]
    after = play(state, WinRollOff(1))
    assert (after.priority, GAME.to_move(after)) == (1, 1)
    assert refusal(after, WinRollOff(0)) == "no-roll-off"
    assert all(lie.place.zone == "box" for lie in GAME.layout(after) if lie.kind == "d6")


def test_a_die_of_the_reserve_may_be_rolled_off_with_and_is_in_the_reserve_afterwards():
    state = battle("0 assault-red reserve", "1 assault-red reserve")
    state = play(state, ChooseGroup(0, ()), ChooseGroup(1, ()))
    mine = next(iter(state.dice_in("reserve", 0)))
    state = play(state, BringRollOffDie(0, mine), BringRollOffDie(1, None), RollResult((6, 2)))
    lies = {lie.die: (lie.place.zone, lie.face) for lie in GAME.layout(state)}
    assert lies[str(mine)] == ("skirmish", 5)
    away = play(state, PutAwayRollOff(0))
    assert {lie.die: lie.place.zone for lie in GAME.layout(away)}[str(mine)] == "reserve"
    assert {lie.die: lie.face for lie in GAME.layout(away)}["rolloff1"] == 1


def test_any_dice_of_the_reserve_may_be_chosen_for_the_battle():
    state = battle("0 assault-red reserve", "0 swarm-red reserve", "1 assault-red reserve")
    choices = {offer.dice for offer in GAME.offers(state)}
    titles = [state.dice[die].title for die in state.dice_in("reserve", 0)]
    assert choices >= {(), tuple(titles), (titles[0],), (titles[1],)}
