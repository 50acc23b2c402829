"""Every encoded card of Yu-Gi-Oh! Series One does what it says."""

from rules.dicemasters.moves import actions as act
from tests.laid_out import (
    BOLT,
    FIST,
    MASK,
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
    yes,
)

BRUTE = "46hhs"  # a Fist character of 3/3, 4/4, 5/5 without text
BABY = "9ygo"  # a Bolt monster of 3/1, 3/2, 4/3 without text


def scene(*mine, basics=(), theirs=(BRUTE,), **more):
    return LaidOut("ygo", mine, theirs, basics, **more)


def test_1ygo_blue_eyes_attacking_on_a_burst_costs_the_opponent_a_monster_of_his_choice():
    s = scene("1ygo")
    dragon = s.field("1ygo", 1)
    weak, strong = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 3, seat=1)
    s.attack(dragon)
    assert s.state.request.seat == 1
    s.answer(weak)
    assert (s.zone(weak), s.zone(strong)) == ("prep", "field")


def test_1ygo_blue_eyes_attacking_on_two_bursts_costs_life_by_the_highest_level():
    s = scene("1ygo")
    dragon = s.field("1ygo", 3)
    s.field(BRUTE, 2, seat=1)
    s.field("sidekick", seat=1)
    s.attack(dragon)
    assert s.life == (20, 18)


def test_2ygo_celtic_guardian_attacking_alone_gets_2_defence():
    s = scene("2ygo")
    alone = s.field("2ygo", 2)
    s.field(BRUTE, 1, seat=1)
    s.attack(alone)
    assert s.stats(alone) == (3, 6)

    s = scene("2ygo")
    one, other = s.field("2ygo", 2), s.field("2ygo", 3)
    s.field(BRUTE, 1, seat=1)
    s.attack(one, other)
    assert s.stats(one) == (3, 4)


def test_2ygo_celtic_guardian_on_a_burst_gets_1_defence_for_each_other_bolt_monster():
    s = scene("2ygo", BABY, theirs=("7ygo", BRUTE))
    guardian = s.field("2ygo", 1)
    s.field(BABY, 1)
    s.field("7ygo", 1, seat=1)
    s.field(BRUTE, 1, seat=1)
    assert s.stats(guardian) == (2, 4)


def test_3ygo_dark_magician_summoned_may_pay_2_life_for_two_dice_rolled():
    s = scene("3ygo")
    magician = s.put("3ygo", "reserve", level(1))
    s.energy(MASK)
    bag = [n for n, d in enumerate(s.state.dice) if d.zone == "bag" and d.seat == 0][:2]
    s.summon(magician, yes, drawn(*bag), faces(BOLT, FIST))
    assert s.life == (18, 20)
    assert {s.zone(n) for n in bag} == {"reserve"}


def test_4ygo_harpie_lady_gets_1_and_1_once_when_sidekicks_of_either_player_attack():
    s = scene("4ygo")
    harpie = s.field("4ygo", 1)
    pawns = [s.field("sidekick"), s.field("sidekick")]
    s.field(BRUTE, 1, seat=1)
    s.attack(*pawns)
    assert s.stats(harpie) == (3, 4)

    s = scene("4ygo", active=1)
    harpie, pawn = s.field("4ygo", 1), s.field("sidekick", seat=1)
    s.attack(pawn)
    assert s.stats(harpie) == (3, 4)


def test_4ygo_harpie_lady_attacking_on_a_burst_strengthens_up_to_three_sidekicks():
    s = scene("4ygo")
    harpie = s.field("4ygo", 2)
    pawns = [s.field("sidekick"), s.field("sidekick", seat=1)]
    s.field(BRUTE, 1, seat=1)
    s.attack(harpie, answers=[pawns[0], no])
    assert s.stats(pawns[0]) == (2, 1)
    assert s.stats(pawns[1]) == (1, 1)


def kuriboh_attack(at, blocker_at):
    s = scene("5ygo", BABY)
    kuriboh, baby = s.field("5ygo", at), s.field(BABY, 1)
    one, other = s.field(BRUTE, blocker_at, seat=1), s.field(BRUTE, 3, seat=1)
    s.attack(kuriboh, baby).block({one: kuriboh, other: baby}).fight()
    return s, kuriboh, baby


def test_5ygo_kuriboh_on_a_burst_with_lethal_damage_saves_the_others_in_your_attack():
    s, kuriboh, baby = kuriboh_attack(at=1, blocker_at=1)
    assert s.zone(kuriboh) == "prep"
    assert s.zone(baby) == "field"


def test_5ygo_kuriboh_without_a_burst_saves_nobody():
    s, _, baby = kuriboh_attack(at=2, blocker_at=1)
    assert s.zone(baby) == "prep"


def test_6ygo_la_jinn_summoned_knocks_out_up_to_two_opposing_sidekicks():
    s = scene("6ygo")
    jinn = s.put("6ygo", "reserve", level(1))
    s.energy(FIST)
    pawns = [s.field("sidekick", seat=1) for _ in range(3)]
    s.summon(jinn, pawns[0], pawns[1])
    assert sorted(s.zone(pawn) for pawn in pawns) == ["field", "prep", "prep"]


def test_6ygo_la_jinn_on_a_burst_costs_the_opponent_1_life_for_a_monster_knocked_out():
    for at, life in ((2, 19), (3, 20)):
        s = scene("6ygo", active=1)
        jinn, brute = s.field("6ygo", at), s.field(BRUTE, 1, seat=1)
        s.attack(brute).block({jinn: brute}).fight()
        assert s.zone(brute) == "prep"
        assert s.life == (20, life)


def test_7ygo_red_eyes_makes_bolt_monsters_cost_2_less():
    s = scene("7ygo", BABY)
    s.energy(BOLT)
    assert not s.options(act.Purchase)
    s.field("7ygo", 1)
    s.buy(BABY)
    assert s.step == "main"


def test_7ygo_red_eyes_summoned_on_a_burst_moves_an_opposing_prep_die_to_the_used_pile():
    s = scene("7ygo")
    dragon = s.put("7ygo", "reserve", level(3))
    s.energy(BOLT, BOLT, BOLT)
    waiting = s.put(BRUTE, "prep", seat=1)
    s.summon(dragon)
    assert s.zone(waiting) == "used"


def test_8ygo_time_wizard_summoned_keeps_the_die_he_named():
    for said, zone in (("sidekick", "prep"), ("A:8ygo", "bag")):
        s = scene("8ygo")
        wizard = s.put("8ygo", "reserve", level(1))
        s.put("8ygo", "bag")
        die = next(
            n
            for n, d in enumerate(s.state.dice)
            if d.zone == "bag" and d.seat == 0 and s.code(n) == "sidekick"
        )
        s.summon(wizard, named(said), drawn(die))
        assert s.zone(die) == zone


def test_8ygo_time_wizard_knocked_out_on_a_burst_may_knock_out_a_cheap_fist_monster():
    s = scene("8ygo", basics=["27avx"], theirs=(BRUTE, "16imw"))
    wizard = s.field("8ygo", 3)
    brute, rescue = s.field(BRUTE, 3, seat=1), s.field("16imw", 3, seat=1)
    s.hurt(wizard, 3)
    s.use(s.put("27avx", "reserve", PLAIN), yes)
    assert (s.zone(wizard), s.zone(brute), s.zone(rescue)) == ("prep", "prep", "field")


def test_9ygo_baby_dragon_has_no_text():
    s = scene("9ygo")
    baby = s.field("9ygo", 1)
    s.field(BRUTE, 1, seat=1)
    s.attack(baby)
    assert s.stats(baby) == (3, 1)
    assert s.state.request is None


def test_17ygo_dark_magician_costs_a_life_and_draws_an_extra_die_once_each_own_turn():
    s = scene("17ygo", active=1)
    s.field("17ygo", 1)
    s.field("17ygo", 1)
    s.to_attack()
    assert s.life == (19, 20)
    assert s.state.active == 0
    assert s.game.chance(s.state).count == 1


def test_41ygo_baby_dragon_attacking_may_pay_a_bolt_for_2_attack():
    s = scene("41ygo")
    baby = s.field("41ygo", 1)
    s.energy(BOLT)
    s.field(BRUTE, 1, seat=1)
    s.attack(baby, answers=[yes])
    assert s.stats(baby) == (5, 1)


def test_71ygo_baby_dragon_attacking_gets_1_attack_for_each_other_own_bolt_monster():
    s = scene("71ygo", "7ygo", theirs=("2ygo", BRUTE))
    baby = s.field("71ygo", 1)
    s.field("71ygo", 1)
    s.field("7ygo", 1)
    s.field("2ygo", 2, seat=1)
    s.attack(baby)
    assert s.stats(baby) == (5, 1)


def test_89ygo_kuriboh_knocked_out_in_battle_damages_an_opposing_monster_by_its_defence():
    s = scene("89ygo", active=1)
    kuriboh, brute = s.field("89ygo", 2), s.field(BRUTE, 1, seat=1)
    strong = s.field(BRUTE, 3, seat=1)
    s.attack(brute).block({kuriboh: brute}).fight()
    assert s.asked == {brute, strong}
    s.answer(brute)
    assert s.zone(kuriboh) == "prep"
    assert s.zone(brute) == "prep"


def test_89ygo_kuriboh_knocked_out_otherwise_does_nothing():
    s = scene("89ygo", basics=["114ygo"])
    kuriboh, brute = s.field("89ygo", 1), s.field(BRUTE, 3, seat=1)
    s.use(s.put("114ygo", "reserve", PLAIN))
    assert s.zone(kuriboh) == "prep"
    assert s.damage(brute) == 0


def test_110ygo_ra_attacking_spins_every_other_monster_down():
    s = scene("110ygo", BABY)
    ra, own, theirs = s.field("110ygo", 3), s.field(BABY, 3), s.field(BRUTE, 2, seat=1)
    s.attack(ra)
    assert (s.at(ra), s.at(own), s.at(theirs)) == (3, 2, 1)


def action(code, face, *mine, **more):
    s = scene(*mine, basics=[code], **more)
    return s, s.put(code, "reserve", face)


def test_111ygo_change_of_heart_takes_control_of_a_lower_level_monster():
    s, die = action("111ygo", PLAIN, BRUTE)
    mine = s.field(BRUTE, 2)
    low, same = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 2, seat=1)
    assert act.UseAction(die) not in s.game.legal_actions(s.state)
    s.to_attack()
    s.use(die)
    assert s.seat(low) == 0
    assert s.seat(same) == 1
    legal = s.game.legal_actions(s.state)
    assert act.AttackWith(low) in legal
    assert act.AttackWith(mine) not in legal


def test_111ygo_change_of_heart_with_a_burst_may_take_one_of_equal_level():
    s, die = action("111ygo", STAR, BRUTE)
    s.field(BRUTE, 2)
    same, high = s.field(BRUTE, 2, seat=1), s.field(BRUTE, 3, seat=1)
    s.to_attack()
    s.use(die)
    assert (s.seat(same), s.seat(high)) == (0, 1)


def test_111ygo_the_controlled_monster_goes_home_when_the_turn_ends():
    s, die = action("111ygo", PLAIN, BRUTE)
    s.field(BRUTE, 2)
    low = s.field(BRUTE, 1, seat=1)
    s.to_attack()
    s.use(die)
    s.apply(act.END_DECLARATION)
    assert (s.zone(low), s.seat(low)) == ("field", 1)


def test_112ygo_crush_card_virus_trades_a_monster_for_one_up_to_a_level_higher():
    s, die = action("112ygo", PLAIN, BRUTE)
    mine = s.field(BRUTE, 1)
    two, three = s.field(BRUTE, 2, seat=1), s.field(BRUTE, 3, seat=1)
    s.use(die)
    assert (s.zone(mine), s.zone(two), s.zone(three)) == ("prep", "prep", "field")


def test_113ygo_horn_of_the_unicorn_strengthens_two_and_with_bursts_lets_damage_slip_by():
    for face, life in ((PLAIN, 20), (STAR, 15), (TWO_STARS, 15)):
        s, die = action("113ygo", face, BRUTE)
        one, other = s.field(BRUTE, 3), s.field(BRUTE, 2)
        pawn = s.field("sidekick", seat=1)
        s.use(die)
        assert s.stats(one) == (6, 6)
        assert s.stats(other) == (5, 5)
        s.attack(one).block({pawn: one}).fight()
        assert s.life == (20, life)


def test_113ygo_global_gives_1_attack():
    s, _ = action("113ygo", PLAIN, BRUTE)
    mine = s.field(BRUTE, 1)
    s.energy(BOLT)
    s.use_global("113ygo")
    assert s.stats(mine) == (4, 3)


def test_115ygo_mirror_wall_halves_a_monster_until_it_is_knocked_out():
    s, die = action("115ygo", PLAIN)
    brute = s.field(BRUTE, 3, seat=1)
    s.use(die)
    assert s.stats(brute) == (2, 2)
    assert s.zone(die) == "field"
    assert s.state.dice[die].under == brute
    s.hurt(brute, 2)
    s.apply(act.SpinDie(brute, level(2)))
    assert s.zone(brute) == "prep"
    assert s.zone(die) == "used"


def test_116ygo_monster_reborn_rolls_a_monster_from_the_used_pile():
    for shown, zone in ((level(2), "field"), (SINGLE, "bag")):
        s, die = action("116ygo", PLAIN, BRUTE)
        dead = s.put(BRUTE, "used")
        s.use(die, faces(shown))
        assert s.zone(dead) == zone


def test_117ygo_mystic_box_replaces_an_opposing_monster_by_one_drawn():
    for new, at in ((BRUTE, "field"), ("sidekick", "bag")):
        s, die = action("117ygo", PLAIN, theirs=(BRUTE, BABY))
        old = s.field(BABY, 3, seat=1)
        s.empty_bag(seat=1)
        fresh = s.put(BRUTE, "bag", seat=1) if new == BRUTE else s.put("117ygo", "bag", seat=1)
        s.use(die, drawn(fresh))
        assert s.zone(fresh) == at
        if at == "field":
            assert s.at(fresh) == 1
            assert s.zone(old) != "field"
        else:
            assert s.zone(old) == "field"


def test_117ygo_global_swaps_the_attack_of_two_monsters_for_one_shield():
    s, _ = action("117ygo", PLAIN, BRUTE)
    mine, theirs = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.energy(SHIELD)
    s.use_global("117ygo")
    assert (s.stats(mine), s.stats(theirs)) == ((5, 3), (3, 5))


def test_118ygo_spellbinding_circle_keeps_a_monster_from_attacking():
    s, die = action("118ygo", PLAIN)
    brute, other = s.field(BRUTE, 3, seat=1), s.field(BRUTE, 1, seat=1)
    s.use(die, brute)
    s.to_next_turn()
    s.to_attack()
    assert {a.die for a in s.options(act.AttackWith)} == {other}


def test_119ygo_swords_of_revealing_light_last_until_my_next_turn():
    s, die = action("119ygo", PLAIN)
    brute = s.field(BRUTE, 3, seat=1)
    s.use(die)
    s.to_attack()
    assert s.state.active == 1
    assert s.has(brute, "cannot-attack")


def test_119ygo_global_keeps_a_monster_from_blocking():
    s, _ = action("119ygo", PLAIN, BRUTE)
    mine, theirs = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.energy(MASK)
    s.use_global("119ygo", theirs)
    s.attack(mine)
    assert not s.options(act.Block)


def test_120ygo_waboku_saves_a_blocker_until_the_opponents_turn_ends():
    s, die = action("120ygo", PLAIN, BRUTE)
    mine, theirs = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.use(die)
    s.to_next_turn()
    s.attack(theirs).block({mine: theirs}).fight()
    assert s.zone(mine) == "field"
    assert s.zone(die) == "used"
