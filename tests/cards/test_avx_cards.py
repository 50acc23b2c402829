"""Every encoded card of Avengers vs. X-Men does what it says.

Triceraton 46hhs (Fist, 3/3, 4/4, 5/5) and Rescue 16imw (Bolt, 3/1, 3/3, 4/3) have no text and
serve as anybody.
"""

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
    count,
    drawn,
    faces,
    level,
    no,
    player,
    yes,
)

BRUTE = "46hhs"


def scene(*mine, basics=(), theirs=(BRUTE,), **more):
    return LaidOut("avx", mine, theirs, basics, **more)


def blocked_by_beast(code, at, brute_at=1):
    """Their brute attacks, my Beast blocks it."""
    s = scene(code, BRUTE, active=1, life=(15, 20))
    beast, brute = s.field(code, at), s.field(BRUTE, brute_at, seat=1)
    s.attack(brute)
    return s, beast, brute


def test_1avx_beast_blocking_gets_1_and_1_or_2_and_2_on_a_burst():
    for at, expected in ((2, (3, 4)), (1, (3, 4))):
        s, beast, brute = blocked_by_beast("1avx", at)
        s.block({beast: brute})
        assert s.stats(beast) == expected


def test_2avx_beast_knocked_out_blocking_gains_1_life_and_with_a_burst_deals_2():
    for at, life in ((2, (16, 20)), (1, (16, 18))):
        s, beast, brute = blocked_by_beast("2avx", at, brute_at=2)
        s.block({beast: brute}).fight()
        assert (s.zone(beast), s.life) == ("prep", life)


def test_2avx_beast_knocked_out_otherwise_gains_nothing():
    s = scene("2avx", basics=["32avx"], active=1, life=(15, 20))
    beast = s.field("2avx", 1)
    s.use(s.put("32avx", "reserve", PLAIN, seat=1))
    assert (s.zone(beast), s.life) == ("prep", (15, 20))


def test_3avx_beast_blocking_draws_a_die_and_on_a_burst_two_for_prep_and_used():
    s, beast, brute = blocked_by_beast("3avx", 2)
    s.empty_bag()
    die = s.put("3avx", "bag")
    s.block({beast: brute}, [drawn(die)])
    assert s.zone(die) == "prep"

    s, beast, brute = blocked_by_beast("3avx", 1)
    s.empty_bag()
    kept, spent = s.put("3avx", "bag"), s.put(BRUTE, "bag")
    s.block({beast: brute}, [drawn(kept, spent), kept])
    assert (s.zone(kept), s.zone(spent)) == ("prep", "used")


def test_4avx_captain_america_fielded_rolls_a_sidekick_from_the_used_pile():
    s = scene("4avx")
    captain = s.put("4avx", "reserve", level(1))
    s.energy(SHIELD)
    used = s.put("sidekick", "used")
    s.summon(captain, yes, faces(MASK))
    assert s.zone(used) == "reserve"
    assert s.state.dice[used].face == MASK


def test_4avx_the_sidekick_that_paid_for_the_fielding_does_not_count():
    s = scene("4avx")
    captain = s.put("4avx", "reserve", level(1))
    s.energy(SHIELD)
    s.summon(captain)
    assert s.state.request is None
    assert s.step == "main"


def test_5avx_captain_america_strengthens_own_sidekicks_once():
    s = scene("5avx")
    s.field("5avx", 1)
    s.field("5avx", 2)
    mine, theirs = s.field("sidekick"), s.field("sidekick", seat=1)
    assert s.stats(mine) == (2, 2)
    assert s.stats(theirs) == (1, 1)


def test_6avx_captain_america_fielded_knocks_out_opposing_sidekicks_for_a_life_each():
    s = scene("6avx", life=(10, 20))
    captain = s.put("6avx", "reserve", level(1))
    s.energy(SHIELD)
    pawns = [s.field("sidekick", seat=1) for _ in range(2)]
    own = s.field("sidekick")
    s.summon(captain)
    assert {s.zone(pawn) for pawn in pawns} == {"prep"}
    assert s.zone(own) == "field"
    assert s.life == (12, 20)


def hulk_hurt(code, at=3, beam=PLAIN):
    """I use Force Beam while my Hulk is in the field."""
    s = scene(code, basics=["27avx"])
    hulk = s.field(code, at)
    return s, hulk, s.put("27avx", "reserve", beam)


def test_7avx_hulk_damaged_gets_2_and_2_or_3_and_3_on_a_burst():
    s, hulk, beam = hulk_hurt("7avx")
    s.use(beam)
    assert s.stats(hulk) == (10, 10)
    s, hulk, beam = hulk_hurt("7avx", at=1)
    s.use(beam)
    assert s.stats(hulk) == (9, 8)


def test_7avx_hulk_answers_damage_to_its_player():
    s = scene("7avx", basics=["31avx"], active=1)
    hulk = s.field("7avx", 3)
    s.use(s.put("31avx", "reserve", PLAIN, seat=1), player(0))
    assert s.life == (18, 20)
    assert s.stats(hulk) == (10, 10)


def test_7avx_hulk_and_player_damaged_at_once_are_answered_once():
    s, hulk, beam = hulk_hurt("7avx", beam=TWO_STARS)
    s.use(beam)
    assert s.life == (19, 19)
    assert s.stats(hulk) == (10, 10)


def test_8avx_hulk_damaged_moves_hulks_from_used_to_prep():
    s, _, beam = hulk_hurt("8avx")
    waiting = s.put("8avx", "used")
    s.use(beam)
    assert s.zone(waiting) == "prep"


def test_9avx_hulk_damaged_knocks_out_a_level_1_or_with_a_burst_any_opposing_character():
    s, _, beam = hulk_hurt("9avx")
    low, high = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 3, seat=1)
    s.use(beam)
    assert (s.zone(low), s.zone(high)) == ("prep", "field")

    s, _, beam = hulk_hurt("9avx", at=1)
    low, high = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 3, seat=1)
    s.use(beam)
    assert s.asked == {low, high}
    s.answer(high)
    assert (s.zone(low), s.zone(high)) == ("field", "prep")


def test_77avx_hulk_damaged_deals_2_or_with_a_burst_3_to_each_opposing_character_once():
    for at, dealt in ((3, 3), (1, 4)):
        s, _, beam = hulk_hurt("77avx", at)
        s.field("77avx", 3)
        brute, own = s.field(BRUTE, 3, seat=1), s.field("sidekick")
        s.use(beam)
        assert s.damage(brute) == dealt
        assert s.zone(own) == "prep"


def test_10avx_human_torch_burns_somebody_whenever_another_character_is_fielded():
    s = scene("10avx")
    s.field("10avx", 1)
    pawn = s.put("sidekick", "reserve", PAWN)
    s.summon(pawn, player(1))
    assert s.life == (20, 19)


def test_10avx_the_first_human_torch_is_not_active_before_he_is_fielded():
    s = scene("10avx")
    torch = s.put("10avx", "reserve", level(1))
    s.summon(torch)
    assert s.state.request is None
    assert s.life == (20, 20)


def test_10avx_global_adds_1_to_damage_of_an_action_die():
    s = scene("10avx", basics=["31avx"])
    s.energy(BOLT)
    s.use(s.put("31avx", "reserve", PLAIN), player(1), yes)
    assert s.life == (20, 17)


def test_11avx_human_torch_rolls_another_from_the_used_pile_when_a_character_is_fielded():
    for shown, zone in ((level(2), "reserve"), (SINGLE, "used")):
        s = scene("11avx")
        s.field("11avx", 1)
        waiting = s.put("11avx", "used")
        s.summon(s.put("sidekick", "reserve", PAWN), yes, faces(shown))
        assert s.zone(waiting) == zone


def test_12avx_first_fielding_of_a_turn_strengthens_torches_already_there_once():
    s = scene("12avx")
    torch = s.field("12avx", 1)
    s.summon(s.put("sidekick", "reserve", PAWN))
    assert s.stats(torch) == (3, 3)
    s.summon(s.put("sidekick", "reserve", PAWN))
    assert s.stats(torch) == (3, 3)


def test_12avx_a_torch_fielded_first_does_not_strengthen_itself():
    s = scene("12avx")
    there, comes = s.field("12avx", 1), s.put("12avx", "reserve", level(1))
    s.summon(comes)
    assert s.stats(there) == (3, 3)
    assert s.stats(comes) == (2, 2)


def test_13avx_iron_man_reduces_each_damage_by_1_or_2_on_a_burst():
    for at, dealt in ((1, 1), (3, 0)):
        s = scene("13avx", basics=["27avx"])
        iron_man = s.field("13avx", at)
        s.use(s.put("27avx", "reserve", STAR))
        assert s.damage(iron_man) == dealt


def test_13avx_global_redirects_1_damage_from_you_to_your_character():
    s = scene("13avx", BRUTE, basics=["31avx"], active=1)
    brute = s.field(BRUTE, 1)
    s.energy(SHIELD)
    s.use(s.put("31avx", "reserve", PLAIN, seat=1), player(0), yes)
    assert s.life == (19, 20)
    assert s.damage(brute) == 1


def test_14avx_iron_man_damaged_gains_1_life_or_2_on_a_burst():
    for at, life in ((1, 11), (3, 12)):
        s = scene("14avx", basics=["27avx"], life=(10, 20))
        s.field("14avx", at)
        s.use(s.put("27avx", "reserve", PLAIN))
        assert s.life == (life, 20)


def test_15avx_iron_man_damaged_in_the_attack_step_strikes_back_for_3():
    s = scene("15avx", active=1)
    iron_man = s.field("15avx", 2)
    brute, home = s.field(BRUTE, 3, seat=1), s.field(BRUTE, 1, seat=1)
    s.attack(brute).block({iron_man: brute}).fight()
    assert (s.zone(iron_man), s.zone(brute), s.zone(home)) == ("field", "prep", "field")


def test_15avx_iron_man_damaged_in_the_main_step_does_nothing():
    s = scene("15avx", basics=["27avx"])
    s.field("15avx", 3)
    brute = s.field(BRUTE, 3, seat=1)
    s.use(s.put("27avx", "reserve", PLAIN))
    assert s.damage(brute) == 1


def test_16avx_spider_man_pays_a_fist_and_is_not_affected():
    s = scene("16avx", basics=["32avx"], active=1)
    spider = s.field("16avx", 1)
    s.energy(FIST)
    s.use(s.put("32avx", "reserve", PLAIN, seat=1), yes)
    assert s.zone(spider) == "field"


def test_16avx_spider_man_who_does_not_pay_is_affected():
    s = scene("16avx", basics=["32avx"], active=1)
    spider = s.field("16avx", 1)
    s.energy(FIST)
    s.use(s.put("32avx", "reserve", PLAIN, seat=1), no)
    assert s.zone(spider) == "prep"


def test_17avx_spider_man_attacking_may_pay_a_fist_for_4_defence_once():
    s = scene("17avx")
    spider = s.field("17avx", 1)
    s.energy(FIST, FIST)
    s.field(BRUTE, 1, seat=1)
    s.attack(spider, answers=[yes])
    assert s.stats(spider) == (3, 7)


def test_of_two_spider_men_who_attack_the_question_names_the_one_whose_text_asks():
    s = scene("17avx")
    spider, other = s.field("17avx", 1), s.field("17avx", 2)
    s.energy(FIST, FIST)
    s.field(BRUTE, 1, seat=1)
    s.attack(spider, other)
    assert s.state.request.text == "use Spider-Man (level 1)'s text?"
    s.answer(no)
    assert s.state.request.text == "use Spider-Man (level 2)'s text?"
    s.answer(yes)
    assert (s.stats(spider)[1], s.stats(other)[1]) == (3, 8)


def test_18avx_spider_man_attacking_may_pay_a_fist_so_that_all_must_block_him():
    s = scene("18avx")
    spider, other = s.field("18avx", 1), s.field("18avx", 2)
    s.energy(FIST)
    brutes = [s.field(BRUTE, 1, seat=1), s.field(BRUTE, 2, seat=1)]
    s.attack(spider)
    assert s.state.request is not None
    s.answer(yes)
    blocks = list(s.game.legal_actions(s.state))
    assert {type(a).__name__ for a in blocks} == {"Block"}
    assert {a.attacker for a in blocks} == {spider}
    assert {a.die for a in blocks} == set(brutes)
    assert other != spider


def test_19avx_storm_fielded_rerolls_an_opposing_character():
    for shown, zone in ((level(3), "field"), (SINGLE, "used")):
        s = scene("19avx")
        brute = s.field(BRUTE, 1, seat=1)
        s.summon(s.put("19avx", "reserve", level(1)), faces(shown))
        assert s.zone(brute) == zone


def test_20avx_storm_attacking_rerolls_every_opposing_character():
    s = scene("20avx")
    storm = s.field("20avx", 1)
    stays, goes = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 2, seat=1)
    s.attack(storm, answers=[faces(level(2), SINGLE)])
    assert (s.zone(stays), s.zone(goes)) == ("field", "prep")
    assert s.at(stays) == 2


def test_21avx_storm_rerolls_all_engaged_with_her_once_blockers_are_assigned():
    s = scene("21avx")
    storm = s.field("21avx", 3)
    stays, goes = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 2, seat=1)
    free = s.field(BRUTE, 3, seat=1)
    s.attack(storm)
    s.block({stays: storm, goes: storm}, [faces(level(3), SINGLE)])
    assert (s.zone(stays), s.zone(goes), s.zone(free)) == ("attack", "prep", "field")
    assert s.at(stays) == 3


def test_22avx_thor_damaging_the_opponent_knocks_out_an_opposing_fist_character():
    s = scene("22avx", theirs=(BRUTE, "16imw"))
    thor = s.field("22avx", 1)
    brute, rescue = s.field(BRUTE, 3, seat=1), s.field("16imw", 3, seat=1)
    s.attack(thor).block({}).fight()
    assert s.life == (20, 15)
    assert (s.zone(brute), s.zone(rescue)) == ("prep", "field")


def test_23avx_fist_characters_cannot_block_thor():
    s = scene("23avx", theirs=(BRUTE, "16imw"))
    thor = s.field("23avx", 1)
    brute, rescue = s.field(BRUTE, 3, seat=1), s.field("16imw", 3, seat=1)
    s.attack(thor)
    blockers = {a.die for a in s.game.legal_actions(s.state) if hasattr(a, "attacker")}
    assert blockers == {rescue}
    assert brute not in blockers


def test_24avx_thor_fielded_captures_all_opposing_fist_characters_until_the_turn_ends():
    s = scene("24avx", theirs=(BRUTE, "16imw"))
    thor = s.put("24avx", "reserve", level(1))
    s.energy(BOLT)
    brutes = [s.field(BRUTE, 1, seat=1), s.field(BRUTE, 3, seat=1)]
    rescue = s.field("16imw", 3, seat=1)
    s.summon(thor)
    assert [s.state.dice[brute].under for brute in brutes] == [thor, thor]
    assert s.state.dice[rescue].under == -1
    s.attack(answers=[])
    assert [(s.zone(b), s.seat(b), s.state.dice[b].under) for b in brutes] == [("field", 1, -1)] * 2
    assert s.at(brutes[1]) == 3


def action(code, face, *mine, **more):
    """I hold this action die, showing this face."""
    s = scene(*mine, basics=[code], **more)
    return s, s.put(code, "reserve", face)


def test_25avx_distraction_opponent_chooses_two_that_cannot_block():
    s, die = action("25avx", PLAIN, BRUTE)
    mine = s.field(BRUTE, 3)
    three = [s.field(BRUTE, at, seat=1) for at in (1, 2, 3)]
    s.use(die)
    assert s.state.request.seat == 1
    s.answer(three[0])
    s.answer(three[1])
    s.attack(mine)
    assert {a.die for a in s.game.legal_actions(s.state) if hasattr(a, "attacker")} == {three[2]}


def test_25avx_global_takes_an_attacker_out_of_the_attack():
    s, _ = action("25avx", PLAIN, BRUTE)
    mine = s.field(BRUTE, 3)
    s.energy(MASK)
    s.field("sidekick", seat=1)
    s.attack(mine).block({})
    s.use_global("25avx")
    assert s.zone(mine) == "field"
    s.fight()
    assert s.life == (20, 20)


def test_26avx_focus_power_spins_one_or_with_bursts_two():
    s, die = action("26avx", PLAIN, BRUTE)
    brute = s.field(BRUTE, 2)
    s.use(die, count(-1))
    assert s.at(brute) == 1
    for face in (STAR, TWO_STARS):
        s, die = action("26avx", face, BRUTE)
        one, other = s.field(BRUTE, 1), s.field(BRUTE, 3)
        s.use(die, one, count(1), count(-1))
        assert (s.at(one), s.at(other)) == (2, 2)


def test_27avx_force_beam_hits_everybody():
    for face, dealt, life in ((PLAIN, 1, (20, 20)), (STAR, 2, (20, 20)), (TWO_STARS, 2, (19, 19))):
        s, die = action("27avx", face, BRUTE)
        mine, theirs = s.field(BRUTE, 3), s.field(BRUTE, 3, seat=1)
        s.use(die)
        assert (s.damage(mine), s.damage(theirs), s.life) == (dealt, dealt, life)


def test_28avx_gearing_up_draws_and_rolls_two_dice():
    s, die = action("28avx", PLAIN)
    bag = [n for n, d in enumerate(s.state.dice) if d.zone == "bag" and d.seat == 0][:2]
    s.use(die, drawn(*bag), faces(BOLT, PAWN))
    assert [(s.zone(n), s.state.dice[n].face) for n in bag] == [
        ("reserve", BOLT),
        ("reserve", PAWN),
    ]


def test_29avx_inner_rage_strengthens_two_of_mine():
    for face, gain in ((PLAIN, 1), (STAR, 2), (TWO_STARS, 2)):
        s, die = action("29avx", face, BRUTE)
        one, other, third = s.field(BRUTE, 1), s.field(BRUTE, 2), s.field(BRUTE, 3)
        theirs = s.field(BRUTE, 3, seat=1)
        s.use(die)
        assert theirs not in s.asked
        s.answer(one)
        s.answer(other)
        assert s.stats(one) == (3 + gain, 3 + gain)
        assert s.stats(other) == (4 + gain, 4 + gain)
        assert s.stats(third) == (5, 5)


def test_30avx_invulnerability_attackers_knocked_out_return_to_the_field():
    s, die = action("30avx", PLAIN, BRUTE)
    mine, theirs = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.use(die)
    s.attack(mine).block({theirs: mine}).fight()
    assert s.zone(mine) == "field"


def test_30avx_global_gives_1_attack():
    s, _ = action("30avx", PLAIN, BRUTE)
    mine = s.field(BRUTE, 1)
    s.energy(BOLT)
    s.use_global("30avx")
    assert s.stats(mine) == (4, 3)


def test_31avx_power_bolt_deals_2_to_a_character_or_a_player():
    s, die = action("31avx", PLAIN)
    brute = s.field(BRUTE, 3, seat=1)
    s.use(die, brute)
    assert s.damage(brute) == 2
    s, die = action("31avx", PLAIN)
    s.use(die, player(1))
    assert s.life == (20, 18)


def test_32avx_smash_knocks_out_level_1_or_with_two_bursts_2():
    s, die = action("32avx", PLAIN)
    low, high = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 2, seat=1)
    s.use(die)
    assert (s.zone(low), s.zone(high)) == ("prep", "field")
    s, die = action("32avx", TWO_STARS)
    low, high, top = (s.field(BRUTE, at, seat=1) for at in (1, 2, 3))
    s.use(die)
    assert s.asked == {low, high}
    s.answer(high)
    assert s.zone(high) == "prep"
    assert s.zone(top) == "field"


def test_33avx_take_cover_strengthens_all_of_mine_and_one_further():
    for face, further in ((PLAIN, 0), (STAR, 3), (TWO_STARS, 3)):
        s, die = action("33avx", face, BRUTE)
        one, other = s.field(BRUTE, 1), s.field(BRUTE, 2)
        theirs = s.field(BRUTE, 1, seat=1)
        s.use(die, *([one] if further else []))
        assert s.stats(one) == (3, 5 + further)
        assert s.stats(other) == (4, 6)
        assert s.stats(theirs) == (3, 3)


def test_33avx_global_gives_1_defence():
    s, _ = action("33avx", PLAIN, BRUTE)
    mine = s.field(BRUTE, 1)
    s.energy(SHIELD)
    s.use_global("33avx")
    assert s.stats(mine) == (3, 4)


def test_34avx_thrown_car_damage_beyond_the_blockers_defence_hits_the_opponent():
    s, die = action("34avx", PLAIN, BRUTE)
    one, other = s.field(BRUTE, 3), s.field(BRUTE, 2)
    pawn = s.field("sidekick", seat=1)
    s.use(die)
    assert s.stats(one) == (6, 5)
    assert s.stats(other) == (5, 4)
    s.attack(one).block({pawn: one}).fight()
    assert s.life == (20, 15)


def test_102avx_cyclops_blocked_may_hit_the_opponent_instead_and_then_is_used():
    s = scene("102avx")
    cyclops, brute = s.field("102avx", 3), s.field(BRUTE, 1, seat=1)
    s.attack(cyclops).block({brute: cyclops}, [yes]).fight()
    assert s.life == (20, 14)
    assert s.zone(brute) == "field"
    assert s.zone(cyclops) == "used"
