"""Every encoded card of Iron Man and War Machine does what it says."""

import pytest

from rules.dicemasters.moves import actions as act
from tests.laid_out import (
    BOLT,
    FIST,
    PAWN,
    PLAIN,
    SHIELD,
    SINGLE,
    STAR,
    TWO_STARS,
    LaidOut,
    drawn,
    level,
    no,
    player,
    yes,
)

BRUTE = "46hhs"  # a Fist character of cost 4, 3/3, 4/4, 5/5 without text
RESCUE = "16imw"  # a Bolt Stark Industries character of 3/1, 3/3, 4/3 without text
MODEL = "19imw"  # a Shield Stark Industries character, 3/5, 3/7, 4/7


def scene(*mine, basics=(), theirs=(BRUTE,), **more):
    return LaidOut("imwm", mine, theirs, basics, **more)


def action(code, face, *mine, **more):
    s = scene(*mine, basics=[code], **more)
    return s, s.put(code, "reserve", face)


def blockers(s):
    return {a.die for a in s.options(act.Block)}


def next_turn_of(s, seat):
    """Both players let the turn pass; the other one's begins."""
    s.to_attack()
    while s.step in ("attackers", "blockers"):
        s.apply(act.END_DECLARATION)
    assert s.state.active == seat
    return s


@pytest.mark.parametrize("code", ["1imw", "2imw", "3imw", "13imw", "14imw", "15imw"])
def test_ally_counts_as_a_sidekick_in_the_field(code):
    s = scene("17hhs", theirs=(code,))
    ally = s.field(code, 1, seat=1)
    karai = s.put("17hhs", "reserve", level(1))
    s.energy(FIST)
    s.summon(karai, yes)
    assert s.zone(ally) == "prep"


def test_1imw_howard_stark_on_a_burst_cannot_be_targeted_by_globals():
    s = scene("1imw", basics=["49hhs"], theirs=(BRUTE,))
    safe, open_ = s.field("1imw", 3), s.field("1imw", 1)
    s.energy(FIST)
    s.use_global("49hhs")
    assert s.stats(safe) == (2, 3)
    assert s.stats(open_) == (2, 2)


def test_2imw_howard_stark_sacrificed_at_the_start_of_my_turn_strengthens_the_others():
    s = scene("2imw", BRUTE, active=1)
    howard, brute = s.field("2imw", 1), s.field(BRUTE, 1)
    next_turn_of(s, 0)
    s.answer(yes)
    assert s.zone(howard) != "field"
    assert s.stats(brute) == (5, 3)


def test_3imw_howard_stark_sacrificed_spins_a_die_up_and_gives_it_iron_will():
    s = scene("3imw", BRUTE, active=1)
    howard, brute = s.field("3imw", 1), s.field(BRUTE, 1)
    next_turn_of(s, 0)
    s.answer(yes)
    assert s.zone(howard) != "field"
    assert s.at(brute) == 2
    assert s.has(brute, "Iron Will")


def test_4imw_hulkbuster_cannot_be_blocked_by_costs_of_6_or_more():
    s = scene("4imw", theirs=(BRUTE, "9avx"))
    buster = s.field("4imw", 1)
    s.field("9avx", 1, seat=1)
    brute = s.field(BRUTE, 1, seat=1)
    s.attack(buster)
    assert blockers(s) == {brute}


@pytest.mark.parametrize(
    ("code", "named", "energy"),
    [
        ("5imw", "13avx", FIST),
        ("7imw", "13avx", BOLT),
        ("8imw", "13avx", BOLT),
        ("9imw", "13avx", BOLT),
        ("11imw", "17avx", FIST),
        ("17imw", RESCUE, BOLT),
        ("18imw", RESCUE, BOLT),
        ("19imw", "13avx", SHIELD),
        ("20imw", "13avx", SHIELD),
        ("24imw", "13avx", SHIELD),
    ],
)
def test_suit_up_knocks_a_named_character_out_to_field_the_new_die_at_level_2(code, named, energy):
    s = scene(code, named)
    worn = s.field(named, 1)
    s.energy(*[energy] * 7)
    s.buy(code, worn)
    new = next(n for n, d in enumerate(s.state.dice) if s.code(n) == code and d.zone == "field")
    assert s.zone(worn) == "prep"
    assert s.at(new) == 2


def test_suit_up_may_be_declined():
    s = scene("5imw", "13avx")
    worn = s.field("13avx", 1)
    s.energy(*[FIST] * 7)
    s.buy("5imw", no)
    assert s.zone(worn) == "field"


def test_6imw_hulkbuster_fielded_may_knock_out_a_cost_of_6_or_more_and_then_gains_2_life():
    s = scene("6imw", theirs=(BRUTE, "9avx"), life=(10, 20))
    buster = s.put("6imw", "reserve", level(1))
    s.energy(FIST)
    hulk, brute = s.field("9avx", 1, seat=1), s.field(BRUTE, 1, seat=1)
    s.summon(buster, yes)
    assert (s.zone(hulk), s.zone(brute), s.life) == ("prep", "field", (12, 20))


def test_6imw_hulkbuster_without_a_target_gains_nothing():
    s = scene("6imw", life=(10, 20))
    buster = s.put("6imw", "reserve", level(1))
    s.energy(FIST)
    s.summon(buster)
    assert s.life == (10, 20)


@pytest.mark.parametrize("code", ["7imw", "9imw", "13imw"])
def test_armory_global_spins_a_stark_die_down_to_field_one_for_1_less_once_a_turn(code):
    s = scene(code, MODEL, RESCUE)
    model = s.field(MODEL, 2)
    s.field(MODEL, 1)
    rescue = s.put(RESCUE, "reserve", level(2))
    assert not s.options(act.FieldDie)
    s.use_global(code)
    assert s.at(model) == 1
    s.summon(rescue)
    assert s.zone(rescue) == "field"
    s.apply(act.SpinDie(model, level(2)))
    assert not s.options(act.UseGlobal)


def test_armory_global_cannot_be_paid_with_level_1_dice():
    s = scene("7imw", MODEL)
    s.field(MODEL, 1)
    assert not s.options(act.UseGlobal)


@pytest.mark.parametrize("code", ["8imw", "9imw"])
def test_iron_manor_gets_1_and_1_for_each_other_different_active_stark_character(code):
    s = scene(code, RESCUE, "10imw", theirs=(RESCUE, BRUTE))
    manor = s.field(code, 1)
    s.field(code, 1)
    s.field("10imw", 1)
    s.field("10imw", 2)
    s.field(RESCUE, 1)
    assert s.stats(manor) == (6, 6)
    s.field(RESCUE, 1, seat=1)
    assert s.stats(manor) == (7, 7)
    s.field(BRUTE, 1, seat=1)
    assert s.stats(manor) == (7, 7)


def test_10imw_iron_spider_fielded_strengthens_one_or_on_a_burst_all():
    for at, gains in ((1, (0, 1)), (3, (1, 1))):
        s = scene("10imw", RESCUE)
        spider = s.put("10imw", "reserve", level(at))
        s.energy(BOLT, BOLT)
        rescue = s.field(RESCUE, 1)
        s.summon(spider, *([spider] if at == 1 else []))
        assert s.stats(rescue)[1] == 1 + gains[0]
        assert s.stats(spider)[1] == {1: 1, 3: 3}[at] + gains[1]


def test_12imw_iron_spider_fielded_deals_2_for_each_different_stark_or_spider_friend():
    s = scene("12imw", RESCUE)
    spider = s.put("12imw", "reserve", level(1))
    s.energy(BOLT)
    s.field(RESCUE, 1)
    s.field(RESCUE, 2)
    brute = s.field(BRUTE, 3, seat=1)
    s.summon(spider, brute)
    assert s.damage(brute) == 4


def test_13imw_jarvis_fielded_deals_1_for_each_character_die_fielded_this_turn():
    s = scene("13imw")
    brute = s.field(BRUTE, 3, seat=1)
    s.summon(s.put("sidekick", "reserve", PAWN))
    s.summon(s.put("13imw", "reserve", level(1)), brute)
    assert s.damage(brute) == 2


def test_14imw_jarvis_fielded_makes_the_next_fielding_cheaper_and_stronger():
    s = scene("14imw", RESCUE)
    first, second = s.put(RESCUE, "reserve", level(2)), s.put(RESCUE, "reserve", level(2))
    s.summon(s.put("14imw", "reserve", level(1)))
    s.summon(first)
    assert s.stats(first) == (4, 4)
    assert not s.options(act.FieldDie)
    s.energy(BOLT)
    s.summon(second)
    assert s.stats(second) == (3, 3)


def test_15imw_jarvis_fielded_gains_a_life_for_each_character_die_fielded_this_turn():
    s = scene("15imw", life=(10, 20))
    s.summon(s.put("sidekick", "reserve", PAWN))
    s.summon(s.put("15imw", "reserve", level(1)))
    assert s.life == (12, 20)


def test_16imw_rescue_has_no_text():
    s = scene(RESCUE)
    s.summon(s.put(RESCUE, "reserve", level(1)))
    assert s.state.request is None
    assert s.life == (20, 20)


def rolling(code):
    """I am about to end my Roll and Reroll Step with two dice of the card on energy."""
    s = scene(code, active=0)
    for face in (SINGLE, SINGLE, level(1)):
        s.put(code, "prep", face)
    return s.stands("step reroll")


def test_17imw_rescue_dice_rolled_to_energy_cost_the_opponent_a_life_each():
    s = rolling("17imw")
    s.do(act.KEEP)
    assert s.life == (20, 18)


def test_18imw_rescue_dice_rolled_to_energy_draw_stark_characters_into_the_field():
    s = rolling("18imw")
    s.empty_bag()
    pawn, suit = s.put("sidekick", "bag"), s.put("18imw", "bag")
    s.do(act.KEEP, drawn(suit, pawn))
    assert (s.zone(suit), s.at(suit), s.zone(pawn)) == ("field", 1, "bag")


def test_20imw_space_armor_on_a_burst_gains_a_life_when_an_opposing_die_damages_it():
    for at, life in ((1, 11), (3, 10)):
        s = scene("20imw", active=1, life=(10, 20))
        armor, brute = s.field("20imw", at), s.field(BRUTE, 1, seat=1)
        s.attack(brute).block({armor: brute}).fight()
        assert s.life == (life, 20)


def test_20imw_space_armor_gains_nothing_from_an_action_dies_damage():
    s = scene("20imw", basics=["31avx"], active=1, life=(10, 20))
    armor = s.field("20imw", 1)
    s.use(s.put("31avx", "reserve", PLAIN, seat=1), armor)
    assert s.damage(armor) == 2
    assert s.life == (10, 20)


def test_21imw_space_armor_may_pay_a_shield_instead_of_being_knocked_out_in_combat():
    for answer, zone, at in ((yes, "field", 2), (no, "prep", 0)):
        s = scene("21imw", active=1)
        armor, brute = s.field("21imw", 1), s.field(BRUTE, 3, seat=1)
        s.energy(SHIELD)
        s.attack(brute).block({armor: brute}).fight(answer)
        assert (s.zone(armor), s.at(armor)) == (zone, at)


def test_21imw_space_armor_fielded_on_a_burst_gains_overcrush():
    for at, gains in ((1, True), (3, False)):
        s = scene("21imw")
        armor = s.put("21imw", "reserve", level(at))
        s.energy(SHIELD, SHIELD)
        s.summon(armor)
        assert s.has(armor, "Overcrush") is gains


@pytest.mark.parametrize("code", ["22imw", "23imw", "24imw"])
def test_war_machine_is_fast(code):
    s = scene(code, theirs=(RESCUE,), active=1)
    machine, rescue = s.field(code, 2), s.field(RESCUE, 2, seat=1)
    s.hurt(machine, 2)
    s.attack(rescue).block({machine: rescue}).fight()
    assert s.zone(rescue) == "prep"
    assert s.zone(machine) == "field"


def test_23imw_war_machine_knocking_out_in_combat_deals_2_to_the_opponent():
    s = scene("23imw", active=1)
    machine, pawn = s.field("23imw", 2), s.field("sidekick", seat=1)
    s.attack(pawn).block({machine: pawn}).fight()
    assert s.life == (20, 18)


def test_23imw_war_machine_on_a_burst_gets_1_attack():
    s = scene("23imw")
    assert s.stats(s.field("23imw", 1)) == (3, 4)
    assert s.stats(s.field("23imw", 2)) == (3, 4)


def test_24imw_war_machine_on_a_burst_cannot_be_blocked_by_sidekicks():
    for at, may in ((1, False), (2, True)):
        s = scene("24imw")
        machine, pawn = s.field("24imw", at), s.field("sidekick", seat=1)
        s.field(BRUTE, 1, seat=1)
        s.attack(machine)
        assert (pawn in blockers(s)) is may


def test_25imw_armor_wars_knocks_out_a_suit_and_costs_each_player_a_life():
    s, die = action("25imw", PLAIN, BRUTE, theirs=(MODEL,))
    model, brute = s.field(MODEL, 1, seat=1), s.field(BRUTE, 1)
    s.use(die)
    assert (s.zone(model), s.zone(brute), s.life) == ("prep", "field", (19, 19))


def test_26imw_cone_of_cold_deals_1_2_and_3_to_three_different_characters():
    s, die = action("26imw", PLAIN, BRUTE)
    dice = [s.field(BRUTE, 3), s.field(BRUTE, 3, seat=1)]
    assert act.UseAction(die) not in s.game.legal_actions(s.state)
    dice.append(s.field(BRUTE, 2, seat=1))
    s.use(die, dice[0], dice[1])
    assert [s.damage(d) for d in dice] == [1, 2, 3]


def test_26imw_global_a_blocked_character_gets_2_attack():
    s, _ = action("26imw", PLAIN, BRUTE, active=1)
    blocker, attacker = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.energy(FIST, seat=1)
    s.attack(attacker).block({blocker: attacker})
    s.use_global("26imw")
    assert s.stats(attacker) == (7, 5)


def test_27imw_hypervelocity_costs_whoever_does_not_attack_2_life():
    s, die = action("27imw", PLAIN, BRUTE)
    s.use(die)
    assert s.zone(die) == "field"
    s.to_attack()
    assert s.life == (18, 20)

    s, die = action("27imw", PLAIN, BRUTE)
    brute = s.field(BRUTE, 1)
    s.use(die)
    s.attack(brute)
    s.fight()
    assert s.life == (20, 17)


def test_27imw_hypervelocity_on_bursts_any_player_may_pay_3_life_to_be_rid_of_it():
    for face, may in ((PLAIN, False), (STAR, True), (TWO_STARS, True)):
        s, die = action("27imw", face, BRUTE)
        s.use(die)
        assert (act.Discard(die) in s.game.legal_actions(s.state)) is may
        if may:
            s.do(act.Discard(die))
            assert (s.zone(die), s.life) == ("used", (17, 20))


def test_27imw_hypervelocity_is_paid_for_in_ones_own_main_step():
    s = scene(BRUTE, basics=["27imw", "30avx"])
    die = s.put("27imw", "reserve", STAR)
    s.energy(BOLT, seat=1)
    s.field(BRUTE, 1, seat=1)
    s.use(die)
    s.move(die, "field", s.state.dice[die].face)
    s.apply(act.PASS)  # the opponent may use globals now
    assert act.Discard(die) not in s.game.legal_actions(s.state)
    assert s.game.why_not(s.state, act.Discard(die)).code == "discard-forbidden"


def test_27imw_hypervelocity_takes_the_last_3_life_too():
    s, die = action("27imw", STAR, BRUTE)
    s.use(die)
    s.apply(act.ChangeLife(0, -17))
    s.do(act.Discard(die))
    assert s.game.outcome(s.state).winners == (1,)
    s, die = action("27imw", STAR, BRUTE)
    s.use(die)
    s.apply(act.ChangeLife(0, -18))
    assert act.Discard(die) not in s.game.legal_actions(s.state)


def test_28imw_one_against_many_deals_2_more_than_the_players_characters():
    s, die = action("28imw", PLAIN, BRUTE)
    s.field(BRUTE, 1)
    for _ in range(3):
        s.field("sidekick", seat=1)
    s.use(die, player(1))
    assert s.life == (20, 15)
    s, die = action("28imw", PLAIN, BRUTE)
    s.field(BRUTE, 1)
    s.use(die, player(0))
    assert s.life == (17, 20)


def test_30imw_surprise_attack_deals_1_or_with_bursts_2():
    for face, dealt in ((PLAIN, 1), (STAR, 2), (TWO_STARS, 2)):
        s, die = action("30imw", face)
        brute = s.field(BRUTE, 3, seat=1)
        s.use(die)
        assert s.damage(brute) == dealt


def test_31imw_fortification_gives_iron_will_and_costs_2_life_unless_a_shield_die():
    for code, life in ((BRUTE, 18), (MODEL, 20)):
        s, die = action("31imw", PLAIN, code)
        mine = s.field(code, 1)
        s.use(die)
        assert s.has(mine, "Iron Will")
        assert s.life == (life, 20)


def test_32imw_proton_cannon_gives_overcrush_and_knocks_out_at_the_end_unless_a_fist_die():
    for code, zone in ((BRUTE, "field"), (MODEL, "prep")):
        s, die = action("32imw", PLAIN, code)
        mine = s.field(code, 1)
        s.field(BRUTE, 1, seat=1)
        s.use(die)
        assert s.has(mine, "Overcrush")
        next_turn_of(s, 1)
        assert s.zone(mine) == zone


def test_33imw_smokescreen_gives_1_attack_and_hides_a_level_1_mask_die():
    for code, at, hidden in (("13imw", 1, True), ("13imw", 2, False), (BRUTE, 1, False)):
        s, die = action("33imw", PLAIN, code)
        mine = s.field(code, at)
        s.field(BRUTE, 1, seat=1)
        before = s.stats(mine)[0]
        s.use(die)
        assert s.stats(mine)[0] == before + 1
        s.attack(mine)
        assert (not blockers(s)) is hidden


def test_34imw_unibeam_gives_2_attack_and_makes_a_bolt_die_fast():
    for code, fast in ((RESCUE, True), (BRUTE, False)):
        s, die = action("34imw", PLAIN, code)
        mine = s.field(code, 1)
        s.use(die)
        assert s.stats(mine)[0] == 5
        assert s.has(mine, "Fast") is fast
