"""Every encoded card of TMNT Heroes in a Half Shell does what it says."""

import pytest

from rules.dicemasters.moves import actions as act
from tests.laid_out import (
    BOLT,
    FIST,
    MASK,
    PAWN,
    PLAIN,
    SHIELD,
    SINGLE,
    STAR,
    TWO_STARS,
    LaidOut,
    drawn,
    faces,
    level,
    named,
    no,
    player,
    yes,
)

BRUTE = "46hhs"  # Triceraton, a Villain: Fist, cost 4, 3/3, 4/4, 5/5, no text
RESCUE = "16imw"  # no Villain: Bolt, cost 2, 3/1, 3/3, 4/3, no text
TURTLES = ("9hhs", "23hhs", "29hhs", "32hhs")  # Donatello, Leonardo, Michelangelo, Raphael


def scene(*mine, basics=(), theirs=(BRUTE,), **more):
    return LaidOut("tmnt", mine, theirs, basics, **more)


def action(code, face, *mine, **more):
    s = scene(*mine, basics=[code], **more)
    return s, s.put(code, "reserve", face)


def blockers(s):
    return {a.die for a in s.options(act.Block)}


def bag(s, seat=0):
    return [n for n, d in enumerate(s.state.dice) if d.zone == "bag" and d.seat == seat]


def turn_ends(s):
    s.to_attack()
    while s.step in ("attackers", "blockers"):
        s.apply(act.END_DECLARATION)


@pytest.mark.parametrize("code", ["1hhs", "2hhs", "3hhs", "10hhs", "11hhs", "12hhs"])
def test_ally_counts_as_a_sidekick_in_the_field(code):
    s = scene("18hhs", code)
    s.field("18hhs", 1)
    ally = s.field(code, 1)
    assert s.stats(ally) == (2, 2)


@pytest.mark.parametrize("code", ["1hhs", "9hhs", "23hhs", "29hhs", "32hhs"])
def test_turtle_power_makes_other_turtles_cost_1_less_once(code):
    other = "22hhs" if code != "23hhs" else "31hhs"
    s = scene(code, other)
    s.energy(*[FIST if other == "22hhs" else SHIELD] * 4)
    assert not [a for a in s.options(act.Purchase) if s.code(a.die) == other]
    s.field(code, 1)
    s.field(code, 2)
    assert [a for a in s.options(act.Purchase) if s.code(a.die) == other]


def test_2hhs_april_strengthens_own_turtles_against_villains():
    s = scene("2hhs", "9hhs", theirs=(BRUTE, RESCUE), active=1)
    s.field("2hhs", 1)
    turtle = s.field("9hhs", 1)
    villain, other = s.field(BRUTE, 1, seat=1), s.field(RESCUE, 1, seat=1)
    s.attack(villain, other)
    assert s.stats(turtle) == (3, 3)
    s.apply(act.Block(turtle, villain))
    assert s.stats(turtle) == (5, 5)

    s = scene("2hhs", "9hhs", theirs=(BRUTE, RESCUE), active=1)
    s.field("2hhs", 1)
    turtle = s.field("9hhs", 1)
    other = s.field(RESCUE, 1, seat=1)
    s.attack(other).block({turtle: other})
    assert s.stats(turtle) == (3, 3)


def test_3hhs_april_prevents_damage_by_the_number_of_active_turtles_from_each_source_once():
    s = scene("3hhs", "9hhs", "23hhs", basics=["31avx", "30imw"])
    april = s.field("3hhs", 3)
    s.field("9hhs", 1)
    s.field("9hhs", 2)
    s.field("23hhs", 1)
    beam = s.put("31avx", "reserve", PLAIN)
    s.use(beam, april)
    assert s.damage(april) == 0
    s.use(s.put("31avx", "reserve", PLAIN), april)
    assert s.damage(april) == 0


def test_3hhs_april_takes_what_goes_beyond():
    s = scene("3hhs", "9hhs", basics=["31avx"])
    april = s.field("3hhs", 3)
    s.field("9hhs", 1)
    s.use(s.put("31avx", "reserve", PLAIN), april)
    assert s.damage(april) == 1


def test_4hhs_casey_knocking_out_a_sidekick_gains_a_life():
    s = scene("4hhs", active=1, life=(10, 20))
    casey, pawn = s.field("4hhs", 1), s.field("sidekick", seat=1)
    s.attack(pawn).block({casey: pawn}).fight()
    assert s.life == (11, 20)

    s = scene("4hhs", active=1, life=(10, 20))
    casey, brute = s.field("4hhs", 3), s.field(BRUTE, 1, seat=1)
    s.attack(brute).block({casey: brute}).fight()
    assert s.zone(brute) == "prep"
    assert s.life == (10, 20)


def test_4hhs_global_a_sidekick_must_block():
    s = scene("4hhs", BRUTE)
    mine, pawn = s.field(BRUTE, 1), s.field("sidekick", seat=1)
    s.energy(FIST)
    s.use_global("4hhs")
    s.attack(mine)
    assert {type(a) for a in s.game.legal_actions(s.state)} == {act.Block}
    assert blockers(s) == {pawn}


def test_5hhs_casey_can_block_up_to_three_cheap_characters():
    s = scene("5hhs", theirs=(RESCUE, BRUTE), active=1)
    casey = s.field("5hhs", 3)
    cheap = [s.field(RESCUE, 1, seat=1), s.field(RESCUE, 2, seat=1), s.field("sidekick", seat=1)]
    extra, dear = s.field(RESCUE, 3, seat=1), s.field(BRUTE, 1, seat=1)
    s.attack(*cheap, extra, dear)
    for attacker in cheap:
        s.apply(act.Block(casey, attacker))
    assert s.game.why_not(s.state, act.Block(casey, extra)) is not None
    s.apply(act.END_DECLARATION)
    assert s.state.dice[casey].blocks == tuple(cheap)


def test_5hhs_casey_blocking_a_dear_character_blocks_nobody_else():
    s = scene("5hhs", theirs=(RESCUE, BRUTE), active=1)
    casey = s.field("5hhs", 3)
    cheap, dear = s.field(RESCUE, 1, seat=1), s.field(BRUTE, 1, seat=1)
    s.attack(cheap, dear)
    s.apply(act.Block(casey, dear))
    assert s.game.why_not(s.state, act.Block(casey, cheap)) is not None


def test_6hhs_casey_cannot_be_blocked_by_cheap_characters():
    s = scene("6hhs", theirs=(RESCUE, BRUTE))
    casey = s.field("6hhs", 1)
    s.field(RESCUE, 1, seat=1)
    s.field("sidekick", seat=1)
    dear = s.field(BRUTE, 1, seat=1)
    s.attack(casey)
    assert blockers(s) == {dear}


@pytest.mark.parametrize(
    ("code", "energy"), [("7hhs", BOLT), ("22hhs", FIST), ("28hhs", MASK), ("31hhs", SHIELD)]
)
def test_the_four_turtles_attacking_may_pay_their_energy_to_strike_for_2(code, energy):
    s = scene(code)
    turtle, brute = s.field(code, 1), s.field(BRUTE, 3, seat=1)
    s.energy(energy)
    s.attack(turtle, answers=[yes, player(1)])
    assert s.life == (20, 18)

    s = scene(code)
    turtle, brute = s.field(code, 1), s.field(BRUTE, 3, seat=1)
    s.energy(energy)
    s.attack(turtle, answers=[yes, brute])
    assert s.damage(brute) == 2

    s = scene(code)
    turtle = s.field(code, 1)
    s.field(BRUTE, 3, seat=1)
    s.energy((energy + 1) % 4)
    s.attack(turtle)
    assert s.step == "blockers"


def test_8hhs_donatello_attacking_deals_1_for_each_other_active_turtle_character():
    s = scene("8hhs", "23hhs", "29hhs", theirs=(BRUTE, "32hhs"))
    donatello = s.field("8hhs", 1)
    s.field("8hhs", 2)
    s.field("23hhs", 1)
    s.field("23hhs", 2)
    s.field("29hhs", 1)
    s.field("32hhs", 1, seat=1)
    s.attack(donatello)
    assert s.life == (20, 18)


def test_10hhs_foot_ninja_fielded_draws_to_prep_if_shredder_is_active():
    for with_shredder in (True, False):
        s = scene("10hhs", "37hhs")
        if with_shredder:
            s.field("37hhs", 1)
        ninja = s.put("10hhs", "reserve", level(1))
        s.summon(ninja, *([drawn(bag(s)[0])] if with_shredder else []))
        assert len([d for d in s.state.dice if d.zone == "prep"]) == with_shredder


def test_10hhs_swarm_draws_a_further_die_for_each_copy_drawn():
    s = scene("10hhs", active=1)
    s.field("10hhs", 1)
    copy = s.put("10hhs", "bag")
    turn_ends(s)
    pawns = [n for n in bag(s) if n != copy]
    s.answer(drawn(copy, *pawns[:3]))
    assert s.game.chance(s.state).count == 1
    s.answer(drawn(pawns[3]))
    assert len(s.game.chance(s.state).dice) == 5


def test_11hhs_two_attacking_foot_ninja_deal_damage_by_their_number():
    for number, life in ((1, 20), (2, 18), (3, 17)):
        s = scene("11hhs")
        ninja = [s.field("11hhs", 1) for _ in range(number)]
        s.field(BRUTE, 1, seat=1)
        s.attack(*ninja)
        assert s.life == (20, life)


def test_12hhs_foot_ninja_knocked_out_moves_another_from_used_to_field_at_level_3():
    s = scene("12hhs", basics=["29imw"])
    ninja, waiting = s.field("12hhs", 1), s.put("12hhs", "used")
    s.use(s.put("29imw", "reserve", PLAIN))
    assert (s.zone(ninja), s.zone(waiting), s.at(waiting)) == ("prep", "field", 3)


def test_13hhs_yoshi_blocked_deals_half_the_blockers_attack_at_least_1():
    for blocker, at, dealt in ((BRUTE, 3, 2), (BRUTE, 2, 2), ("sidekick", 1, 1)):
        s = scene("13hhs")
        yoshi, other = s.field("13hhs", 1), s.field(blocker, at, seat=1)
        s.attack(yoshi).block({other: yoshi})
        assert s.life == (20, 20 - dealt)


def test_13hhs_yoshi_answers_each_blocker():
    s = scene("13hhs")
    yoshi = s.field("13hhs", 1)
    one, other = s.field(BRUTE, 3, seat=1), s.field("sidekick", seat=1)
    s.attack(yoshi).block({one: yoshi, other: yoshi})
    if s.state.request:
        s.answer(s.state.request.options[0])
    assert s.life == (20, 17)


def test_14hhs_characters_blocked_by_yoshi_deal_their_attack_to_themselves():
    s = scene("14hhs", active=1)
    yoshi, brute = s.field("14hhs", 1), s.field(BRUTE, 3, seat=1)
    s.attack(brute).block({yoshi: brute})
    assert s.zone(brute) == "prep"


def test_15hhs_yoshi_attacking_makes_all_opposing_characters_block():
    s = scene("15hhs")
    yoshi = s.field("15hhs", 1)
    dice = {s.field(BRUTE, 1, seat=1), s.field("sidekick", seat=1)}
    s.attack(yoshi)
    assert {type(a) for a in s.game.legal_actions(s.state)} == {act.Block}
    assert blockers(s) == dice
    assert s.game.why_not(s.state, act.END_DECLARATION).code == "must-block"


def test_15hhs_global_deals_1_to_a_blocking_character():
    s = scene("15hhs", BRUTE, active=1)
    blocker, attacker = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.energy(BOLT, BOLT, seat=1)
    s.attack(attacker).block({blocker: attacker})
    s.use_global("15hhs")
    assert (s.damage(blocker), s.damage(attacker)) == (1, 0)


def test_16hhs_karai_sidekicks_of_both_players_cannot_attack():
    s = scene("16hhs", BRUTE, active=1)
    s.field("16hhs", 1)
    s.field("sidekick", seat=1)
    brute = s.field(BRUTE, 1, seat=1)
    s.to_attack()
    assert {a.die for a in s.options(act.AttackWith)} == {brute}


def test_17hhs_karai_fielded_may_knock_out_an_opposing_sidekick():
    for answer, zone in ((yes, "prep"), (no, "field")):
        s = scene("17hhs")
        karai = s.put("17hhs", "reserve", level(1))
        s.energy(FIST)
        pawn, own = s.field("sidekick", seat=1), s.field("sidekick")
        s.summon(karai, answer)
        assert (s.zone(pawn), s.zone(own)) == (zone, "field")


def test_18hhs_karai_strengthens_own_sidekicks():
    s = scene("18hhs")
    s.field("18hhs", 1)
    s.field("18hhs", 2)
    mine, theirs = s.field("sidekick"), s.field("sidekick", seat=1)
    assert (s.stats(mine), s.stats(theirs)) == ((2, 2), (1, 1))


def test_19hhs_leatherhead_fielded_names_a_turtle_that_cannot_block():
    s = scene("19hhs", theirs=TURTLES)
    leatherhead = s.put("19hhs", "reserve", level(1))
    dice = {code: s.field(code, 1, seat=1) for code in TURTLES}
    s.summon(leatherhead, named("Leonardo"))
    s.attack(leatherhead)
    assert blockers(s) == {die for code, die in dice.items() if code != "23hhs"}


def test_20hhs_leatherhead_fielded_no_turtle_can_block():
    s = scene("20hhs", theirs=(*TURTLES, BRUTE))
    leatherhead = s.put("20hhs", "reserve", level(1))
    for code in TURTLES:
        s.field(code, 1, seat=1)
    brute = s.field(BRUTE, 1, seat=1)
    s.summon(leatherhead)
    s.attack(leatherhead)
    assert blockers(s) == {brute}


def test_21hhs_leatherhead_names_a_turtle_that_cannot_be_purchased_or_fielded():
    s = scene("21hhs", "23hhs", "9hhs")
    leatherhead = s.put("21hhs", "reserve", level(1))
    leonardo, donatello = s.put("23hhs", "reserve", level(1)), s.put("9hhs", "reserve", level(1))
    s.summon(leatherhead, named("Leonardo"))
    s.energy(*[FIST] * 3, *[BOLT] * 3)
    assert {s.code(a.die) for a in s.options(act.Purchase)} == {"9hhs"}
    assert {a.die for a in s.options(act.FieldDie)} == {donatello}
    s.apply(act.MoveDie(leatherhead, "prep", 0))
    assert {a.die for a in s.options(act.FieldDie)} == {leonardo, donatello}


def test_21hhs_a_later_choice_replaces_the_earlier_one():
    s = scene("21hhs", "23hhs", "9hhs")
    one, other = s.put("21hhs", "reserve", level(1)), s.put("21hhs", "reserve", level(1))
    leonardo, donatello = s.put("23hhs", "reserve", level(1)), s.put("9hhs", "reserve", level(1))
    s.energy(*[FIST] * 6)
    s.summon(one, named("Leonardo"))
    s.summon(other, named("Donatello"))
    offered = {a.die for a in s.options(act.FieldDie)}
    assert leonardo in offered
    assert donatello not in offered


def test_24hhs_leonardo_active_deals_1_for_each_turtle_knocked_out():
    s = scene("24hhs", "9hhs", basics=["27avx"])
    s.field("24hhs", 3)
    turtles = [s.field("9hhs", 1), s.field("9hhs", 1)]
    for turtle in turtles:
        s.hurt(turtle, 2)
    s.use(s.put("27avx", "reserve", PLAIN))
    assert s.life == (20, 18)


def test_25hhs_metalhead_gets_1_and_1_for_each_active_turtle_die_but_metalheads():
    s = scene("25hhs", "9hhs", theirs=("23hhs", BRUTE))
    metalhead = s.field("25hhs", 1)
    s.field("25hhs", 1)
    s.field("9hhs", 1)
    s.field("9hhs", 2)
    s.field("23hhs", 1, seat=1)
    s.field(BRUTE, 1, seat=1)
    assert s.stats(metalhead) == (6, 7)


def test_26hhs_metalhead_attacking_other_turtles_cannot_be_blocked():
    s = scene("26hhs", "9hhs")
    metalhead, turtle = s.field("26hhs", 1), s.field("9hhs", 1)
    s.field(BRUTE, 1, seat=1)
    s.attack(metalhead, turtle)
    assert {a.attacker for a in s.options(act.Block)} == {metalhead}


def test_27hhs_metalhead_fielded_damages_a_villain_by_its_attack():
    s = scene("27hhs", theirs=(BRUTE, RESCUE))
    metalhead = s.put("27hhs", "reserve", level(2))
    s.energy(SHIELD)
    brute, rescue = s.field(BRUTE, 3, seat=1), s.field(RESCUE, 3, seat=1)
    s.summon(metalhead)
    assert (s.damage(brute), s.damage(rescue)) == (4, 0)


def test_30hhs_michelangelo_a_villain_that_knocks_out_a_turtle_is_sent_to_the_used_pile():
    s = scene("30hhs", "9hhs", active=1)
    s.field("30hhs", 1)
    turtle, brute = s.field("9hhs", 1), s.field(BRUTE, 3, seat=1)
    s.attack(brute).block({turtle: brute}).fight()
    assert (s.zone(turtle), s.zone(brute)) == ("prep", "used")


def test_30hhs_michelangelo_spares_those_who_are_no_villains():
    s = scene("30hhs", "9hhs", theirs=(RESCUE,), active=1)
    s.field("30hhs", 1)
    turtle, rescue = s.field("9hhs", 1), s.field(RESCUE, 3, seat=1)
    s.attack(rescue).block({turtle: rescue})
    s.apply(act.BuffDie(rescue, 0, 5))
    s.fight()
    assert (s.zone(turtle), s.zone(rescue)) == ("prep", "field")


def test_33hhs_raphael_own_turtles_cannot_be_targeted_by_opposing_actions_or_globals():
    s = scene("33hhs", "9hhs", BRUTE, basics=["31avx", "49hhs"], theirs=(BRUTE,), active=1)
    s.field("33hhs", 1)
    s.field("9hhs", 1)
    mine, theirs = s.field(BRUTE, 1), s.field(BRUTE, 2, seat=1)
    s.use(s.put("31avx", "reserve", PLAIN, seat=1))
    assert s.asked == {mine, theirs}
    s.answer(player(0))
    s.energy(FIST, seat=1)
    s.use_global("49hhs")
    assert s.asked == {mine, theirs}


def test_33hhs_raphael_own_turtles_may_be_targeted_by_their_owner():
    s = scene("33hhs", "9hhs", basics=["49hhs"])
    raphael, turtle = s.field("33hhs", 1), s.field("9hhs", 1)
    s.energy(FIST)
    s.use_global("49hhs")
    assert s.asked == {raphael, turtle}


def rolled(s, *dice):
    """I have just rolled; these lie in the Prep Area."""
    s.stands("step reroll")
    return dice


def test_34hhs_renet_lets_one_die_be_rerolled_once_more():
    s = scene("34hhs")
    s.field("34hhs", 1)
    one, other = s.put("sidekick", "prep", BOLT), s.put("sidekick", "prep", FIST)
    rolled(s)
    s.do(act.Reroll((one, other)), faces(BOLT, MASK))
    single = list(s.options(act.Reroll))
    assert {a.dice for a in single} == {(one,), (other,)}
    s.do(act.Reroll((one,)), faces(PAWN))
    assert not s.options(act.Reroll)


def test_34hhs_without_renet_there_is_one_reroll():
    s = scene("34hhs")
    one = s.put("sidekick", "prep", BOLT)
    rolled(s)
    s.do(act.Reroll((one,)), faces(MASK))
    assert not s.options(act.Reroll)


def test_35hhs_renet_may_spin_an_action_die_to_another_face():
    s = scene("35hhs", basics=["29imw"])
    s.field("35hhs", 1)
    die = s.put("29imw", "prep", PLAIN)
    energy = s.put("29imw", "prep", 0)
    rolled(s)
    s.do(act.KEEP, yes, named(str(TWO_STARS)))
    assert s.state.dice[die].face == TWO_STARS
    assert s.state.dice[energy].face == 0


def test_36hhs_renet_fielded_may_trade_a_reserve_die_for_a_roll_of_a_used_one():
    s = scene("36hhs")
    renet = s.put("36hhs", "reserve", level(1))
    spent, waiting = s.put("sidekick", "reserve", BOLT), s.put("36hhs", "used")
    s.summon(renet, yes, faces(SINGLE))
    assert (s.zone(spent), s.zone(waiting)) == ("used", "reserve")


def test_37hhs_shredder_fielded_globals_cost_a_life_this_turn():
    s = scene("37hhs", basics=["49hhs"])
    shredder = s.put("37hhs", "reserve", level(1))
    s.energy(MASK)
    s.summon(shredder)
    s.energy(FIST)
    s.use_global("49hhs")
    assert s.life == (19, 20)


def test_38hhs_shredder_knocking_out_one_who_is_no_villain_costs_its_controller_a_life():
    for other, life in ((RESCUE, 19), (BRUTE, 20)):
        s = scene("38hhs", theirs=(other,), active=1)
        shredder, victim = s.field("38hhs", 2), s.field(other, 1, seat=1)
        s.attack(victim).block({shredder: victim}).fight()
        assert s.zone(victim) == "prep"
        assert s.life == (20, life)


def test_39hhs_shredder_fielded_brings_foot_ninja_and_two_sidekicks_from_the_used_pile():
    s = scene("39hhs", "12hhs")
    shredder = s.put("39hhs", "reserve", level(1))
    s.energy(MASK)
    ninja = [s.put("12hhs", "used") for _ in range(3)]
    pawns = [s.put("sidekick", "used") for _ in range(3)]
    s.summon(shredder, pawns[0], pawns[1])
    assert [(s.zone(n), s.at(n)) for n in ninja] == [("field", 1)] * 3
    assert sorted(s.zone(n) for n in pawns) == ["field", "field", "used"]


def test_40hhs_slash_blocked_damages_an_opposing_character_that_does_not_block_him():
    s = scene("40hhs")
    slash = s.field("40hhs", 1)
    one, two, free = s.field(BRUTE, 3, seat=1), s.field(BRUTE, 2, seat=1), s.field(BRUTE, 3, seat=1)
    s.attack(slash).block({one: slash, two: slash})
    assert (s.damage(one), s.damage(two), s.damage(free)) == (0, 0, 3)


def test_41hhs_slash_knocked_out_deals_his_level_to_the_opponent():
    s = scene("41hhs", basics=["27avx"])
    slash = s.field("41hhs", 3)
    s.hurt(slash, 4)
    s.use(s.put("27avx", "reserve", PLAIN))
    assert s.zone(slash) == "prep"
    assert s.life == (20, 17)


def test_42hhs_slash_knocked_out_deals_damage_by_the_opponents_energy():
    s = scene("42hhs", basics=["29imw"])
    slash = s.field("42hhs", 1)
    s.energy(BOLT, FIST, seat=1)
    s.put(BRUTE, "reserve", 1, seat=1)
    s.put("sidekick", "reserve", PAWN, seat=1)
    s.use(s.put("29imw", "reserve", PLAIN))
    assert s.zone(slash) == "prep"
    assert s.life == (20, 16)


def test_43hhs_tiger_claw_fielded_deals_3_to_each_opposing_character():
    s = scene("43hhs")
    claw = s.put("43hhs", "reserve", level(1))
    s.energy(MASK)
    one, other, own = s.field(BRUTE, 2, seat=1), s.field(BRUTE, 3, seat=1), s.field("sidekick")
    s.summon(claw)
    assert (s.damage(one), s.damage(other), s.zone(own)) == (3, 3, "field")


def test_44hhs_tiger_claw_fielded_knocks_out_a_level_1_or_2_character():
    s = scene("44hhs")
    claw = s.put("44hhs", "reserve", level(3))
    s.energy(MASK, MASK)
    two, three = s.field(BRUTE, 2, seat=1), s.field(BRUTE, 3, seat=1)
    s.summon(claw)
    assert (s.zone(two), s.zone(three)) == ("prep", "field")


def test_45hhs_tiger_claw_attacking_deals_2_to_the_opponent():
    s = scene("45hhs")
    claw = s.field("45hhs", 1)
    s.field(BRUTE, 1, seat=1)
    s.attack(claw)
    assert s.life == (20, 18)


def test_46hhs_triceraton_has_no_text():
    s = scene(BRUTE)
    mine = s.field(BRUTE, 1)
    s.field(BRUTE, 1, seat=1)
    s.attack(mine)
    assert s.stats(mine) == (3, 3)


def test_47hhs_triceraton_attacking_gets_3_attack():
    s = scene("47hhs")
    mine = s.field("47hhs", 1)
    s.field(BRUTE, 1, seat=1)
    s.attack(mine)
    assert s.stats(mine) == (6, 3)


def test_48hhs_triceraton_has_overcrush():
    s = scene("48hhs")
    mine, pawn = s.field("48hhs", 3), s.field("sidekick", seat=1)
    s.attack(mine).block({pawn: mine}).fight()
    assert s.life == (20, 16)


def test_49hhs_haymaker_gives_3_attack_and_overcrush():
    s, die = action("49hhs", PLAIN, BRUTE)
    mine = s.field(BRUTE, 1)
    s.use(die)
    assert s.stats(mine) == (6, 3)
    assert s.has(mine, "Overcrush")


def test_49hhs_global_gives_1_attack():
    s, _ = action("49hhs", PLAIN, BRUTE)
    mine = s.field(BRUTE, 1)
    s.energy(FIST)
    s.use_global("49hhs")
    assert s.stats(mine) == (4, 3)


def test_50hhs_ingenious_tactics_prevents_all_combat_damage_to_my_attackers():
    s, die = action("50hhs", PLAIN, BRUTE)
    mine, theirs = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.attack(mine).block({theirs: mine})
    s.use(die)
    s.fight()
    assert s.zone(mine) == "field"


def test_51hhs_momentum_rolls_dice_from_the_prep_area():
    s, die = action("51hhs", PLAIN, BRUTE)
    one, stays = s.put("sidekick", "prep"), s.put(BRUTE, "prep")
    s.use(die, one, no, faces(BOLT))
    assert (s.zone(one), s.zone(stays)) == ("reserve", "prep")

    s, die = action("51hhs", TWO_STARS, BRUTE)
    fresh = bag(s)[0]
    s.use(die, drawn(fresh), fresh, faces(MASK))
    assert s.zone(fresh) == "reserve"


def test_52hhs_mutation_swaps_a_fielded_die_with_a_character_of_the_same_used_pile():
    s, die = action("52hhs", PLAIN, "43hhs", theirs=(BRUTE, "43hhs"))
    old, new = s.field(BRUTE, 3, seat=1), s.put("43hhs", "used", seat=1)
    s.put("sidekick", "used", seat=1)
    s.put("43hhs", "used")
    s.use(die)
    assert (s.zone(old), s.zone(new), s.at(new), s.seat(new)) == ("used", "field", 1, 1)
    assert not [e for e in s.events if e.code == "ability"]


def test_52hhs_global_spins_one_of_mine_down_to_spin_another_up():
    s, _ = action("52hhs", PLAIN, BRUTE)
    mine, theirs = s.field(BRUTE, 2), s.field(BRUTE, 1, seat=1)
    s.energy(MASK)
    s.use_global("52hhs")
    assert (s.at(mine), s.at(theirs)) == (1, 2)


def test_52hhs_global_cannot_be_paid_with_level_1_dice():
    s, _ = action("52hhs", PLAIN, BRUTE)
    s.field(BRUTE, 1)
    s.field(BRUTE, 2, seat=1)
    s.energy(MASK)
    assert not s.options(act.UseGlobal)


def test_53hhs_mysterious_shredder_transport_each_player_sacrifices_a_character():
    s, die = action("53hhs", PLAIN, BRUTE)
    mine, theirs = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.use(die)
    assert (s.zone(mine), s.zone(theirs)) == ("out", "used")


def test_54hhs_nefarious_broadcast_cancels_globals_and_forbids_them():
    s = scene(BRUTE, basics=["54hhs", "49hhs"])
    die = s.put("54hhs", "reserve", PLAIN)
    mine = s.field(BRUTE, 1)
    s.energy(FIST, FIST)
    s.use_global("49hhs")
    assert s.stats(mine) == (4, 3)
    s.use(die)
    assert s.stats(mine) == (3, 3)
    assert not s.options(act.UseGlobal)


def test_55hhs_speedy_delivery_makes_a_character_attack_and_spins_it_up():
    s, die = action("55hhs", PLAIN, BRUTE)
    mine = s.field(BRUTE, 1)
    s.use(die)
    assert s.at(mine) == 2
    s.to_attack()
    assert s.game.why_not(s.state, act.END_DECLARATION).code == "must-attack"
    assert s.game.legal_actions(s.state) == [act.AttackWith(mine)]


def test_55hhs_an_opposing_character_must_attack_in_its_own_turn():
    s, die = action("55hhs", PLAIN)
    theirs = s.field(BRUTE, 1, seat=1)
    s.use(die)
    turn_ends(s)
    assert s.has(theirs, "must-attack")


def test_55hhs_global_gives_1_attack():
    s, _ = action("55hhs", PLAIN, BRUTE)
    mine = s.field(BRUTE, 1)
    s.energy(BOLT)
    s.use_global("55hhs")
    assert s.stats(mine) == (4, 3)


def test_56hhs_splinters_teachings_rolls_a_character_die_from_the_used_pile():
    for shown, zone in ((level(2), "field"), (SINGLE, "bag")):
        s, die = action("56hhs", PLAIN, BRUTE)
        dead, pawn = s.put(BRUTE, "used"), s.put("sidekick", "used")
        s.use(die, faces(shown))
        assert (s.zone(dead), s.zone(pawn)) == (zone, "used")


def test_56hhs_global_swaps_the_attack_of_two_characters():
    s, _ = action("56hhs", PLAIN, BRUTE)
    mine, theirs = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.energy(SHIELD)
    s.use_global("56hhs")
    assert (s.stats(mine), s.stats(theirs)) == ((5, 3), (3, 5))


def test_57hhs_reclaim_moves_a_die_from_used_to_prep():
    s, die = action("57hhs", PLAIN)
    waiting = s.put("sidekick", "used")
    s.use(die)
    assert s.zone(waiting) == "prep"


def test_58hhs_unstable_canister_deals_2_and_with_two_bursts_more_to_a_character():
    s, die = action("58hhs", STAR)
    s.use(die, player(1))
    assert s.life == (20, 18)
    s, die = action("58hhs", TWO_STARS, "9hhs", "23hhs")
    s.field("9hhs", 2)
    s.field("23hhs", 1)
    brute = s.field(BRUTE, 3, seat=1)
    s.use(die, brute)
    assert s.damage(brute) == 4
    s, die = action("58hhs", TWO_STARS, "9hhs")
    s.field("9hhs", 2)
    s.use(die, player(1))
    assert s.life == (20, 18)


def test_58hhs_global_deals_1_to_a_character():
    s, _ = action("58hhs", PLAIN)
    brute = s.field(BRUTE, 1, seat=1)
    s.energy(BOLT)
    s.use_global("58hhs")
    assert s.damage(brute) == 1
