"""The lexicons of the four books, entry by entry.

Triceraton 46hhs (Fist, a Villain: 3/3, 4/4, 5/5) and Rescue 16imw (Bolt, Stark Industries: 3/1,
3/3, 4/3) have no text and serve as anybody.
"""

import pytest

from rules.dicemasters.cards.effects import (
    OPPONENT,
    Buff,
    Damage,
    Dice,
    Each,
    SuitUp,
    Target,
    When,
    WhenUsed,
    card_text,
)
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
    WILD,
    LaidOut,
    count,
    drawn,
    faces,
    level,
    no,
    player,
)

BRUTE, RESCUE = "46hhs", "16imw"
ALL = ("avx", "ygo", "imwm", "tmnt")
BOOKS_2014, BOOKS_2016 = ("avx", "ygo"), ("imwm", "tmnt")
every_book = pytest.mark.parametrize("book", ALL)
books_2014 = pytest.mark.parametrize("book", BOOKS_2014)
books_2016 = pytest.mark.parametrize("book", BOOKS_2016)


def bag(s, seat=0):
    return [n for n, d in enumerate(s.state.dice) if d.zone == "bag" and d.seat == seat]


def turn_ends(s):
    s.to_attack()
    while s.step in ("attackers", "blockers"):
        s.apply(act.END_DECLARATION)
    return s


# Abilities, Action, Face, Stats


@every_book
def test_lexicon_abilities_a_die_follows_its_own_card(book):
    s = LaidOut(book, ["9avx"], ["7avx"], ["31avx"])
    mine, theirs = s.field("9avx", 3), s.field("7avx", 3, seat=1)
    s.use(s.put("31avx", "reserve", PLAIN), theirs)
    assert s.stats(theirs) == (10, 10)
    assert s.stats(mine) == (8, 8)


@every_book
def test_lexicon_action_a_die_without_character_faces_cannot_be_fielded(book):
    s = LaidOut(book, [BRUTE], [BRUTE], ["31avx"])
    die = s.put("31avx", "reserve", PLAIN)
    assert s.game.why_not(s.state, act.FieldDie(die)).code == "no-character"


@every_book
def test_lexicon_action_its_energy_faces_are_no_effect(book):
    s = LaidOut(book, [BRUTE], [BRUTE], ["31avx"])
    die = s.put("31avx", "reserve", SINGLE)
    assert s.game.why_not(s.state, act.UseAction(die)).code == "no-action-face"


@every_book
def test_lexicon_stats_are_the_numbers_on_the_face_shown(book):
    s = LaidOut(book, [BRUTE], [BRUTE])
    assert [s.stats(s.field(BRUTE, at)) for at in (1, 2, 3)] == [(3, 3), (4, 4), (5, 5)]


# Active, While Active


@every_book
@pytest.mark.parametrize("zone", ["reserve", "used", "prep", "bag", "cards"])
def test_lexicon_active_only_dice_in_the_field_make_a_card_active(book, zone):
    s = LaidOut(book, ["5avx"], [BRUTE])
    pawn = s.field("sidekick")
    captain = s.put("5avx", zone, level(1) if zone == "reserve" else -1)
    assert s.stats(pawn) == (1, 1)
    s.move(captain, "field", level(1))
    assert s.stats(pawn) == (2, 2)


@every_book
def test_lexicon_active_in_the_attack_zone_too(book):
    s = LaidOut(book, ["5avx"], [BRUTE])
    captain, pawn = s.field("5avx", 1), s.field("sidekick")
    s.field(BRUTE, 1, seat=1)
    s.attack(captain)
    assert s.stats(pawn) == (2, 2)


@every_book
def test_lexicon_while_active_takes_place_once_however_many_copies(book):
    s = LaidOut(book, ["5avx"], [BRUTE])
    pawn = s.field("sidekick")
    for _ in range(4):
        s.field("5avx", 1)
    assert s.stats(pawn) == (2, 2)


# Ally


@books_2016
def test_lexicon_ally_counts_as_a_sidekick_in_the_field(book):
    s = LaidOut(book, ["5avx", "1imw"], [BRUTE])
    s.field("5avx", 1)
    assert s.stats(s.field("1imw", 1)) == (2, 3)


@books_2016
def test_lexicon_ally_counts_as_what_it_is_as_well(book):
    s = LaidOut(book, ["14avx"], ["13imw"], ["31avx"])
    s.field("13imw", 1, seat=1)
    s.use(s.put("31avx", "reserve", PLAIN), s.field("13imw", 2, seat=1))
    assert s.state.request is None


@books_2016
def test_lexicon_ally_is_no_sidekick_in_the_used_pile(book):
    s = LaidOut(book, ["39hhs", "1hhs"], [BRUTE])
    shredder = s.put("39hhs", "reserve", level(1))
    s.energy(MASK)
    ally = s.put("1hhs", "used")
    s.summon(shredder)
    assert s.zone(ally) == "used"


# Assign, Attack


@every_book
def test_lexicon_assign_a_character_attacks_once(book):
    s = LaidOut(book, [BRUTE], [BRUTE])
    mine = s.field(BRUTE, 1)
    s.to_attack()
    s.apply(act.AttackWith(mine))
    assert s.game.why_not(s.state, act.AttackWith(mine)).code == "already-attacking"


@every_book
def test_lexicon_assign_a_blocked_attackers_damage_is_divided_among_its_blockers(book):
    s = LaidOut(book, [BRUTE], [BRUTE])
    mine = s.field(BRUTE, 3)
    one, other = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 2, seat=1)
    s.attack(mine).block({one: mine, other: mine})
    s.fight()
    amounts = sorted(option.amount for option in s.state.request.options)
    assert amounts == [0, 1, 2, 3, 4, 5]


# Burst


@every_book
def test_lexicon_burst_one_star_matches_one_star_only(book):
    text = {
        "31avx": card_text(WhenUsed(Damage(Target(player="any"), 1), double=Damage(Target(), 5)))
    }
    s = LaidOut(book, [BRUTE], [BRUTE], ["31avx"], texts=text)
    s.use(s.put("31avx", "reserve", STAR), player(1))
    assert s.life == (20, 19)


@every_book
def test_lexicon_burst_a_card_without_burst_text_ignores_the_stars(book):
    for face in (STAR, TWO_STARS):
        s = LaidOut(book, [BRUTE], [BRUTE], ["31avx"])
        s.use(s.put("31avx", "reserve", face), player(1))
        assert s.life == (20, 18)


@every_book
def test_lexicon_burst_both_matches_one_and_two_stars(book):
    for face in (STAR, TWO_STARS):
        s = LaidOut(book, [BRUTE], [BRUTE], ["30imw"])
        brute = s.field(BRUTE, 3, seat=1)
        s.use(s.put("30imw", "reserve", face))
        assert s.damage(brute) == 2


# Capture


def captured(book):
    s = LaidOut(book, ["24avx"], [BRUTE], ["32avx"])
    thor = s.put("24avx", "reserve", level(1))
    s.energy(BOLT)
    brute = s.field(BRUTE, 2, seat=1)
    s.summon(thor)
    return s, thor, brute


@every_book
def test_lexicon_capture_the_die_lies_under_its_captor_and_is_out_of_the_game(book):
    s, thor, brute = captured(book)
    assert s.state.dice[brute].under == thor
    assert [lie.under for lie in s.game.layout(s.state) if lie.die == "B:46hhs#1"] == ["A:24avx#1"]
    s.attack(thor)
    assert not s.options(act.Block)


@every_book
def test_lexicon_capture_ends_when_the_turn_ends(book):
    s, _, brute = captured(book)
    turn_ends(s)
    assert (s.zone(brute), s.seat(brute), s.state.dice[brute].under) == ("field", 1, -1)


@every_book
def test_lexicon_capture_ends_when_the_captor_is_knocked_out(book):
    s, thor, brute = captured(book)
    s.use(s.put("32avx", "reserve", PLAIN))
    assert s.zone(thor) == "prep"
    assert (s.zone(brute), s.seat(brute), s.state.dice[brute].under) == ("field", 1, -1)
    assert s.at(brute) == 2


# Combat damage, ability damage


@books_2016
def test_lexicon_ability_damage_is_no_combat_damage(book):
    s = LaidOut(book, [BRUTE], ["23imw", BRUTE], ["31avx"], active=1)
    s.field("23imw", 2, seat=1)
    mine = s.field("sidekick")
    s.use(s.put("31avx", "reserve", PLAIN, seat=1), mine)
    assert s.zone(mine) == "prep"
    assert s.life == (20, 20)


# Continuous


@books_2016
def test_lexicon_continuous_the_die_stays_in_the_field_when_the_turn_ends(book):
    s = LaidOut(book, [BRUTE], [BRUTE], ["27imw"])
    die = s.put("27imw", "reserve", PLAIN)
    s.use(die)
    turn_ends(s)
    assert (s.zone(die), s.seat(die)) == ("field", 0)


@books_2016
def test_lexicon_continuous_die_in_the_field_neither_attacks_nor_blocks(book):
    s = LaidOut(book, [BRUTE], [BRUTE], ["27imw"])
    die = s.put("27imw", "reserve", PLAIN)
    brute = s.field(BRUTE, 1)
    s.use(die)
    s.to_attack()
    assert {a.die for a in s.options(act.AttackWith)} == {brute}


# Engaged


@every_book
def test_lexicon_engaged_blocker_and_blocked_are_engaged_and_nobody_else(book):
    s = LaidOut(book, ["21avx"], [BRUTE])
    storm = s.field("21avx", 3)
    blocks, free = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 2, seat=1)
    s.attack(storm).block({blocks: storm}, [faces(level(3))])
    assert s.at(blocks) == 3
    assert s.at(free) == 2


# Fast


def fast_against_strong(book):
    s = LaidOut(book, [RESCUE], ["22imw"], active=1)
    fast, rescue = s.field("22imw", 2, seat=1), s.field(RESCUE, 3)
    s.attack(fast).block({rescue: fast})
    return s, fast, rescue


@books_2016
def test_lexicon_fast_deals_its_damage_before_the_others(book):
    s, fast, rescue = fast_against_strong(book)
    s.fight()
    assert s.zone(rescue) == "prep"
    assert s.zone(fast) == "field"


@books_2016
def test_lexicon_fast_ones_deal_damage_all_at_the_same_time(book):
    s = LaidOut(book, ["22imw"], ["22imw"], active=1)
    theirs = s.field("22imw", 3, seat=1, carries="2 damage")
    mine = s.field("22imw", 2, carries="2 damage")
    s.attack(theirs).block({mine: theirs}).fight()
    assert (s.zone(theirs), s.zone(mine)) == ("prep", "prep")


# Field


@every_book
def test_lexicon_field_only_characters_there_are_targets(book):
    s = LaidOut(book, [BRUTE], [BRUTE], ["32avx"])
    s.put(BRUTE, "reserve", level(1), seat=1)
    s.put(BRUTE, "used", seat=1)
    fielded = s.field(BRUTE, 1, seat=1)
    s.use(s.put("32avx", "reserve", PLAIN))
    assert s.zone(fielded) == "prep"


# Global


@every_book
def test_lexicon_global_both_players_may_use_it_whoever_brought_the_card(book):
    s = LaidOut(book, [BRUTE], ["13imw", BRUTE], ["30avx"])
    mine = s.field(BRUTE, 1)
    theirs = s.field(BRUTE, 2, seat=1)
    s.energy(BOLT)
    s.energy(BOLT, seat=1)
    s.use_global("30avx", mine)
    assert s.stats(mine) == (4, 3)
    s.apply(act.PASS)
    assert s.game.to_move(s.state) == 1
    s.use_global("30avx", theirs)
    assert s.stats(theirs) == (5, 4)


@every_book
def test_lexicon_global_of_an_opposing_card_needs_no_die_of_it(book):
    s = LaidOut(book, ["19imw", RESCUE], ["7imw"])
    model = s.field("19imw", 2)
    s.use_global("7imw")
    assert s.at(model) == 1


# Iron Will


def iron(book, damage):
    """My level 2 brute (4/4) has Iron Will, was dealt `damage` before; theirs to act on it."""
    s = LaidOut(book, [BRUTE], [BRUTE], ["31imw", "31avx", "32avx"])
    mine = s.field(BRUTE, 2, carries=f"Iron Will{f', {damage} damage' if damage else ''}")
    return s, mine


@books_2016
def test_lexicon_iron_will_holds_against_the_first_damage(book):
    s, mine = iron(book, 0)
    s.apply(act.BuffDie(mine, 0, -2))
    s.use(s.put("31avx", "reserve", PLAIN), mine)
    assert s.zone(mine) == "field"


@books_2016
def test_lexicon_iron_will_a_second_damage_that_reaches_the_defence_breaks_it(book):
    s, mine = iron(book, 2)
    s.use(s.put("31avx", "reserve", PLAIN), mine)
    assert s.zone(mine) == "prep"


@books_2016
def test_lexicon_iron_will_a_defence_lowered_later_breaks_it(book):
    s, mine = iron(book, 2)
    s.apply(act.BuffDie(mine, 0, -1))
    assert s.zone(mine) == "field", "2 damage, 3 defence"
    s.apply(act.BuffDie(mine, 0, -1))
    assert s.zone(mine) == "prep", "2 damage, 2 defence"


@books_2016
def test_lexicon_iron_will_a_defence_lowered_after_damage_it_withstood_breaks_it(book):
    s, mine = iron(book, 0)
    s.apply(act.BuffDie(mine, 0, -2))
    s.use(s.put("31avx", "reserve", PLAIN), mine)  # 2 damage to 2 defence: it holds
    s.apply(act.BuffDie(mine, 1, 0))
    assert s.zone(mine) == "field", "no effect on its defence"
    s.apply(act.BuffDie(mine, 0, -1))
    assert s.zone(mine) == "prep"


@books_2016
def test_lexicon_iron_will_a_defence_raised_and_lowered_again_breaks_it(book):
    s, mine = iron(book, 0)
    s.apply(act.BuffDie(mine, 0, -2))
    s.use(s.put("31avx", "reserve", PLAIN), mine)
    s.apply(act.BuffDie(mine, 0, 1))
    assert s.zone(mine) == "field"
    s.apply(act.BuffDie(mine, 0, -1))
    assert s.zone(mine) == "prep", "a later effect lowers it to its damage"


@books_2016
def test_lexicon_iron_will_keeps_an_undamaged_die_without_defence(book):
    s, mine = iron(book, 0)
    s.apply(act.BuffDie(mine, 0, -4))
    assert (s.zone(mine), s.stats(mine)[1]) == ("field", 0)
    s.use(s.put("31avx", "reserve", PLAIN), mine)
    assert s.zone(mine) == "field", "the first damage"


@books_2016
def test_lexicon_iron_will_the_end_of_a_turn_and_suit_up_need_earlier_damage_too(book):
    for damage, zone in ((0, "field"), (1, "prep")):
        s = LaidOut(book, [BRUTE, "7imw"], [BRUTE], ["31imw"])
        mine = s.field(BRUTE, 2, carries=f"{damage} damage, Iron Will, ko-at-end")
        s.to_attack()
        if s.step == "attackers":
            s.apply(act.END_DECLARATION)
        assert s.zone(mine) == zone
    for damage, fielded in ((0, 0), (1, 1)):
        s = LaidOut(book, ["13avx", "7imw"], [BRUTE])
        stark = s.field("13avx", 1, carries=f"{damage} damage, Iron Will")
        s.energy(FIST, FIST, FIST, BOLT, SHIELD, MASK, WILD)
        s.buy("7imw", stark)
        there = [n for n, die in enumerate(s.state.dice) if s.code(n) == "7imw"]
        assert sum(s.zone(n) == "field" for n in there) == fielded
        assert s.zone(stark) == ("prep" if fielded else "field")


@books_2016
def test_lexicon_iron_will_an_effect_that_knocks_out_needs_earlier_damage(book):
    for damage, zone in ((0, "field"), (1, "prep")):
        s, mine = iron(book, damage)
        s.apply(act.SpinDie(mine, level(1)))
        s.use(s.put("32avx", "reserve", PLAIN))
        assert s.zone(mine) == zone


# Opposing


@every_book
def test_lexicon_opposing_a_controlled_die_is_no_longer_opposing(book):
    s = LaidOut(book, [BRUTE], [BRUTE], ["111ygo"])
    s.field(BRUTE, 2)
    low = s.field(BRUTE, 1, seat=1)
    change_of_heart = s.put("111ygo", "reserve", PLAIN)
    s.to_attack()
    s.use(change_of_heart)
    assert act.AttackWith(low) in s.game.legal_actions(s.state)


# Overcrush


def crushing(book, *pawn_levels, damage=0):
    s = LaidOut(book, ["48hhs"], [BRUTE])
    mine = s.field("48hhs", 3)
    first, *others = pawn_levels
    theirs = [s.field(BRUTE, first, seat=1, carries=f"{damage} damage")]
    theirs += [s.field(BRUTE, at, seat=1) for at in others]
    s.attack(mine).block(dict.fromkeys(theirs, mine))
    return s, mine, theirs


@books_2016
def test_lexicon_overcrush_the_damage_left_over_hits_the_opponent(book):
    s, *_ = crushing(book, 1)
    s.fight()
    assert s.life == (20, 18)


@books_2016
def test_lexicon_overcrush_earlier_damage_leaves_more_over(book):
    s, *_ = crushing(book, 1, damage=2)
    s.fight()
    assert s.life == (20, 16)


@books_2016
def test_lexicon_overcrush_nothing_while_a_blocker_stands(book):
    s, _, theirs = crushing(book, 3)
    s.apply(act.BuffDie(theirs[0], 0, 1))
    s.fight()
    assert s.life == (20, 20)


@books_2016
def test_lexicon_overcrush_all_blockers_must_be_knocked_out(book):
    s, _, (one, other) = crushing(book, 1, 1)
    s.apply(act.BuffDie(one, 0, -2))
    s.fight()
    give_all = max(s.state.request.options, key=lambda option: option.amount)
    s.apply(give_all)
    assert s.zone(other) == "field"
    assert s.life == (20, 20)


@books_2016
def test_lexicon_overcrush_is_for_attackers(book):
    s = LaidOut(book, ["48hhs"], [BRUTE], active=1)
    mine, pawn = s.field("48hhs", 3), s.field("sidekick", seat=1)
    s.attack(pawn).block({mine: pawn}).fight()
    assert s.life == (20, 20)


# Regenerate


REGENERATES = {"10hhs": card_text(keywords=("Regenerate",))}


@books_2016
def test_lexicon_regenerate_a_character_face_returns_it_to_the_field(book):
    s = LaidOut(book, ["10hhs"], [BRUTE], ["32avx"], texts=REGENERATES)
    ninja = s.field("10hhs", 1)
    s.use(s.put("32avx", "reserve", PLAIN), faces(level(2)))
    assert (s.zone(ninja), s.at(ninja)) == ("field", 2)


@books_2016
def test_lexicon_regenerate_any_other_face_sends_it_to_the_prep_area(book):
    s = LaidOut(book, ["10hhs"], [BRUTE], ["32avx"], texts=REGENERATES)
    ninja = s.field("10hhs", 1)
    s.use(s.put("32avx", "reserve", PLAIN), faces(SINGLE))
    assert s.zone(ninja) == "prep"


@books_2016
def test_lexicon_regenerate_returns_to_the_field_not_to_the_attack_zone(book):
    s = LaidOut(book, ["10hhs"], [BRUTE], texts=REGENERATES)
    ninja, brute = s.field("10hhs", 1), s.field(BRUTE, 3, seat=1)
    s.attack(ninja).block({brute: ninja}).fight(faces(level(1)))
    assert s.zone(ninja) == "field"


# Spin


@every_book
def test_lexicon_spin_turns_a_die_one_level_and_not_beyond_its_highest(book):
    for way, shown in ((1, 3), (-1, 2)):
        s = LaidOut(book, [BRUTE], [BRUTE], ["26avx"])
        mine = s.field(BRUTE, 3)
        s.use(s.put("26avx", "reserve", PLAIN), count(way))
        assert s.at(mine) == shown


@every_book
def test_lexicon_spin_down_from_level_1_is_impossible(book):
    for way, shown in ((1, 2), (-1, 1)):
        s = LaidOut(book, [BRUTE], [BRUTE], ["26avx"])
        mine = s.field(BRUTE, 1)
        s.use(s.put("26avx", "reserve", PLAIN), count(way))
        assert s.at(mine) == shown


@every_book
def test_lexicon_spin_a_sidekick_has_one_level(book):
    s = LaidOut(book, [BRUTE], [BRUTE], ["26avx"])
    pawn = s.field("sidekick")
    s.use(s.put("26avx", "reserve", PLAIN))
    assert s.at(pawn) == 1


# Suit Up


@books_2016
def test_lexicon_suit_up_the_name_must_be_one_of_those_listed(book):
    s = LaidOut(book, ["5imw", "19imw", "7imw"], [BRUTE])
    s.field("19imw", 1)
    s.field("7imw", 1)
    s.energy(*[FIST] * 7)
    s.buy("5imw")
    assert s.state.request is None


@books_2016
def test_lexicon_suit_up_the_character_must_be_your_own(book):
    s = LaidOut(book, ["5imw"], ["13avx"])
    s.field("13avx", 1, seat=1)
    s.energy(*[FIST] * 7)
    s.buy("5imw")
    assert s.state.request is None


@books_2016
def test_lexicon_suit_up_moves_the_die_and_does_not_field_it(book):
    gloat = When("fielded", Damage(OPPONENT, 5))
    text = {"11imw": card_text(SuitUp(("Spider-Man",)), gloat)}
    s = LaidOut(book, ["11imw", "17avx"], [BRUTE], texts=text)
    worn = s.field("17avx", 1)
    s.energy(*[FIST] * 4)
    s.buy("11imw", worn)
    assert s.life == (20, 20)


# Swarm


def swarming(book, active_dice, copies):
    s = LaidOut(book, ["10hhs"], [BRUTE], active=1)
    for _ in range(active_dice):
        s.field("10hhs", 1)
    dice = [s.put("10hhs", "bag") for _ in range(copies)]
    turn_ends(s)
    return s, dice


@books_2016
def test_lexicon_swarm_each_copy_drawn_draws_one_more(book):
    s, dice = swarming(book, 1, 2)
    pawns = [n for n in bag(s) if n not in dice]
    s.answer(drawn(*dice, *pawns[:2]))
    assert s.game.chance(s.state).count == 2


@books_2016
def test_lexicon_swarm_a_copy_drawn_by_swarm_draws_again(book):
    s, dice = swarming(book, 1, 2)
    pawns = [n for n in bag(s) if n not in dice]
    s.answer(drawn(dice[0], *pawns[:3]))
    s.answer(drawn(dice[1]))
    assert s.game.chance(s.state).count == 1


@books_2016
def test_lexicon_swarm_needs_a_die_in_the_field(book):
    s, dice = swarming(book, 0, 1)
    pawns = [n for n in bag(s) if n not in dice]
    s.answer(drawn(dice[0], *pawns[:3]))
    assert len(s.game.chance(s.state).dice) == 4


@books_2016
def test_lexicon_swarm_counts_no_further_for_more_dice_in_the_field(book):
    s, dice = swarming(book, 2, 1)
    pawns = [n for n in bag(s) if n not in dice]
    s.answer(drawn(dice[0], *pawns[:3]))
    assert s.game.chance(s.state).count == 1


# Turtle Power


@books_2016
def test_lexicon_turtle_power_its_own_dice_cost_the_same(book):
    s = LaidOut(book, ["1hhs", "9hhs"], [BRUTE])
    s.field("9hhs", 1)
    s.energy(*[BOLT] * 4)
    assert not [a for a in s.options(act.Purchase) if s.code(a.die) == "9hhs"]


@books_2016
def test_lexicon_turtle_power_is_for_turtles_only(book):
    s = LaidOut(book, ["9hhs", "38hhs"], [BRUTE])
    s.field("9hhs", 1)
    s.energy(*[MASK] * 5)
    assert not [a for a in s.options(act.Purchase) if s.code(a.die) == "38hhs"]


@books_2016
def test_lexicon_turtle_power_of_several_characters_adds_up(book):
    s = LaidOut(book, ["9hhs", "29hhs", "22hhs"], [BRUTE])
    s.field("9hhs", 1)
    s.field("29hhs", 1)
    s.energy(*[FIST] * 3)
    assert [a for a in s.options(act.Purchase) if s.code(a.die) == "22hhs"]


# When Fielded


@books_2014
def test_lexicon_2014_when_fielded_needs_the_cost_paid(book):
    s = LaidOut(book, ["6ygo"], [BRUTE], ["116ygo"])
    dead, pawn = s.put("6ygo", "used"), s.field("sidekick", seat=1)
    s.use(s.put("116ygo", "reserve", PLAIN), faces(level(1)))
    assert (s.zone(dead), s.zone(pawn)) == ("field", "field")


@books_2016
def test_lexicon_2016_when_fielded_answers_to_fielding_by_an_effect_too(book):
    s = LaidOut(book, ["43hhs"], [BRUTE], ["56hhs"])
    dead, brute = s.put("43hhs", "used"), s.field(BRUTE, 3, seat=1)
    s.use(s.put("56hhs", "reserve", PLAIN), faces(level(1)))
    assert (s.zone(dead), s.damage(brute)) == ("field", 3)


@every_book
def test_lexicon_when_fielded_does_not_answer_to_attacking(book):
    s = LaidOut(book, ["43hhs"], [BRUTE])
    claw, brute = s.field("43hhs", 1), s.field(BRUTE, 3, seat=1)
    s.attack(claw)
    assert s.damage(brute) == 0


@every_book
def test_lexicon_when_fielded_answers_each_time(book):
    s = LaidOut(book, ["43hhs"], [BRUTE])
    one, other = s.put("43hhs", "reserve", level(1)), s.put("43hhs", "reserve", level(1))
    s.energy(MASK, SHIELD)
    brute = s.field(BRUTE, 3, seat=1)
    s.summon(one)
    assert s.damage(brute) == 3
    s.summon(other)
    assert s.zone(brute) == "prep"


@every_book
def test_lexicon_bonuses_of_a_text_reach_all_it_names(book):
    text = {"33avx": card_text(WhenUsed(Buff(Each(Dice(side="own")), 0, 2)))}
    s = LaidOut(book, [BRUTE], [BRUTE], ["33avx"], texts=text)
    mine = [s.field(BRUTE, at) for at in (1, 2)]
    s.use(s.put("33avx", "reserve", PLAIN))
    assert [s.stats(die)[1] for die in mine] == [5, 6]


@every_book
def test_lexicon_may_an_optional_text_can_be_declined(book):
    s = LaidOut(book, ["17hhs"], [BRUTE])
    karai, pawn = s.put("17hhs", "reserve", level(1)), s.field("sidekick", seat=1)
    s.energy(FIST)
    s.summon(karai, no)
    assert s.zone(pawn) == "field"
