"""Where a card's text ends: whom it does not touch and what it does not answer."""

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
    TWO_STARS,
    LaidOut,
    faces,
    level,
    player,
    yes,
)

BRUTE = "46hhs"  # Fist, a Villain, cost 4: 3/3, 4/4, 5/5
RESCUE = "16imw"  # Bolt, Stark Industries, cost 2: 3/1, 3/3, 4/3
MODEL = "19imw"  # Shield, Stark Industries: 3/5, 3/7, 4/7
HULKS = ("7avx", "8avx", "9avx", "77avx")
ARMORIES = ("7imw", "9imw", "13imw")


def scene(*mine, game="avx", theirs=(BRUTE,), basics=(), **more):
    return LaidOut(game, mine, theirs, basics, **more)


def next_turn(s):
    s.to_attack()
    while s.step in ("attackers", "blockers"):
        s.apply(act.END_DECLARATION)
    return s


# Fielding


@pytest.mark.parametrize("code", ["10avx", "11avx", "12avx"])
def test_human_torch_does_not_answer_to_the_opponents_fielding(code):
    s = scene(code, active=1)
    torch = s.field(code, 1)
    s.put(code, "used")
    s.summon(s.put("sidekick", "reserve", PAWN, seat=1))
    assert s.state.request is None
    assert s.stats(torch) == (2, 2)


def test_12avx_strengthens_no_other_character():
    s = scene("12avx", BRUTE)
    s.field("12avx", 1)
    brute = s.field(BRUTE, 1)
    s.summon(s.put("sidekick", "reserve", PAWN))
    assert s.stats(brute) == (3, 3)


def test_4avx_rolls_one_sidekick_only():
    s = scene("4avx")
    captain = s.put("4avx", "reserve", level(1))
    s.energy(SHIELD)
    dice = [s.put("sidekick", "used"), s.put("sidekick", "used")]
    s.summon(captain, yes, faces(MASK))
    assert sorted(s.zone(die) for die in dice) == ["reserve", "used"]


def test_11avx_rolls_one_human_torch_only():
    s = scene("11avx")
    s.field("11avx", 1)
    dice = [s.put("11avx", "used"), s.put("11avx", "used")]
    s.summon(s.put("sidekick", "reserve", PAWN), yes, faces(SINGLE))
    assert [s.zone(die) for die in dice] == ["used", "used"]
    assert s.step == "main"


@pytest.mark.parametrize(
    ("code", "theirs"), [("6imw", ("9avx", "9avx")), ("17hhs", ("sidekick", "sidekick"))]
)
def test_a_target_is_one_target(code, theirs):
    s = scene(code, game="imwm", theirs=(BRUTE, "9avx"))
    die = s.put(code, "reserve", level(1))
    s.energy(FIST)
    dice = [s.field(other, 1, seat=1) for other in theirs]
    s.summon(die, yes)
    if s.state.request is not None:
        s.answer(dice[0])
    assert sorted(s.zone(other) for other in dice) == ["field", "prep"]


def test_10hhs_the_opponents_shredder_does_not_count():
    s = scene("10hhs", game="tmnt", theirs=("37hhs",))
    s.field("37hhs", 1, seat=1)
    s.summon(s.put("10hhs", "reserve", level(1)))
    assert s.state.request is None


def test_39hhs_leaves_the_opponents_used_pile_alone():
    s = scene("39hhs", game="tmnt", theirs=("12hhs",))
    shredder = s.put("39hhs", "reserve", level(1))
    s.energy(MASK)
    ninja, pawn = s.put("12hhs", "used", seat=1), s.put("sidekick", "used", seat=1)
    s.summon(shredder)
    assert (s.zone(ninja), s.zone(pawn)) == ("used", "used")


# Damage


@pytest.mark.parametrize("code", HULKS)
def test_hulk_does_not_answer_damage_to_other_characters(code):
    for seat in (0, 1):
        s = scene(code, BRUTE, basics=["31avx"])
        hulk = s.field(code, 3)
        waiting = s.put(code, "used")
        other, third = s.field(BRUTE, 3, seat=seat), s.field("sidekick", seat=1)
        s.use(s.put("31avx", "reserve", PLAIN), other)
        assert s.state.request is None
        assert s.stats(hulk) == (8, 8)
        assert (s.zone(waiting), s.zone(third)) == ("used", "field")


@pytest.mark.parametrize("code", HULKS)
def test_hulk_does_not_answer_damage_to_the_opponent(code):
    s = scene(code, basics=["31avx"])
    hulk, pawn = s.field(code, 3), s.field("sidekick", seat=1)
    s.use(s.put("31avx", "reserve", PLAIN), player(1))
    assert s.state.request is None
    assert s.stats(hulk) == (8, 8)
    assert s.zone(pawn) == "field"


@pytest.mark.parametrize("code", HULKS)
def test_hulk_answers_damage_to_his_player(code):
    s = scene(code, basics=["31avx"], active=1)
    hulk, waiting = s.field(code, 3), s.put(code, "used")
    pawn = s.field("sidekick", seat=1)
    s.use(s.put("31avx", "reserve", PLAIN, seat=1), player(0))
    answered = {
        "7avx": s.stats(hulk) == (10, 10),
        "8avx": s.zone(waiting) == "prep",
        "9avx": s.zone(pawn) == "prep",
        "77avx": s.zone(pawn) == "prep",
    }
    assert answered[code]


def test_9avx_two_hulks_damaged_at_once_knock_out_one_character():
    s = scene("9avx", basics=["27avx"])
    s.field("9avx", 3)
    s.field("9avx", 3)
    brutes = [s.field(BRUTE, 1, seat=1), s.field(BRUTE, 1, seat=1)]
    s.use(s.put("27avx", "reserve", PLAIN))
    assert sorted(s.zone(brute) for brute in brutes) == ["field", "prep"]


def test_13avx_reduces_damage_by_2_on_a_burst_and_no_more():
    s = scene("13avx", theirs=("43hhs",), active=1)
    iron_man = s.field("13avx", 3)
    claw = s.put("43hhs", "reserve", level(1), seat=1)
    s.energy(MASK, seat=1)
    s.summon(claw)
    assert s.damage(iron_man) == 1


def test_15avx_strikes_back_for_3_at_one_opposing_fighter():
    s = scene("15avx", theirs=("9avx", BRUTE), active=1)
    iron_man, hulk, free = (
        s.field("15avx", 2),
        s.field("9avx", 3, seat=1),
        s.field(BRUTE, 3, seat=1),
    )
    s.attack(hulk, free).block({iron_man: hulk})
    s.apply(act.BuffDie(iron_man, 0, 9))
    s.fight()
    assert s.asked == {hulk, free}
    s.answer(free)
    assert any(e.facts.get("amount") == 3 for e in s.events)
    assert s.zone(free) != "prep"


def test_22avx_knocks_out_one_fist_character_of_the_opponent():
    s = scene("22avx", BRUTE)
    thor, own = s.field("22avx", 1), s.field(BRUTE, 3)
    theirs = [s.field(BRUTE, 2, seat=1), s.field(BRUTE, 3, seat=1)]
    s.attack(thor).block({}).fight()
    assert s.asked == set(theirs)
    s.answer(theirs[0])
    assert [s.zone(die) for die in (own, *theirs)] == ["field", "prep", "field"]


def test_3hhs_counts_turtle_characters_not_their_dice():
    s = scene("3hhs", "9hhs", game="tmnt", theirs=("9hhs",), basics=["31avx"])
    april = s.field("3hhs", 3)
    s.field("9hhs", 1)
    s.field("9hhs", 2)
    s.field("9hhs", 1, seat=1)
    s.use(s.put("31avx", "reserve", PLAIN), april)
    assert s.damage(april) == 1


# Attacking and blocking


def test_11hhs_counts_only_foot_ninja_that_attack():
    s = scene("11hhs", BRUTE, game="tmnt")
    ninja, brute = s.field("11hhs", 1), s.field(BRUTE, 1)
    s.field("11hhs", 1)
    s.field(BRUTE, 1, seat=1)
    s.attack(ninja, brute)
    assert s.life == (20, 20)


def test_25avx_global_takes_one_attacker_out():
    s = scene(BRUTE, basics=["25avx"])
    dice = [s.field(BRUTE, 1), s.field(BRUTE, 2)]
    s.energy(MASK)
    s.field("sidekick", seat=1)
    s.attack(*dice).block({})
    s.use_global("25avx", dice[0])
    assert [s.zone(die) for die in dice] == ["field", "attack"]


def test_26hhs_frees_turtles_only():
    s = scene("26hhs", "9hhs", BRUTE, game="tmnt")
    metalhead, turtle, brute = s.field("26hhs", 1), s.field("9hhs", 1), s.field(BRUTE, 1)
    s.field(BRUTE, 1, seat=1)
    s.attack(metalhead, turtle, brute)
    assert {a.attacker for a in s.options(act.Block)} == {metalhead, brute}


def test_2hhs_strengthens_own_turtles_only():
    s = scene("2hhs", BRUTE, "9hhs", game="tmnt", theirs=(BRUTE, "23hhs"), active=1)
    s.field("2hhs", 1)
    mine, villain = s.field(BRUTE, 1), s.field(BRUTE, 1, seat=1)
    s.attack(villain).block({mine: villain})
    assert s.stats(mine) == (3, 3)


def test_24hhs_does_not_answer_those_who_are_no_turtles():
    s = scene("24hhs", BRUTE, game="tmnt", basics=["29imw"])
    s.field("24hhs", 3)
    brute = s.field(BRUTE, 1)
    s.use(s.put("29imw", "reserve", PLAIN))
    assert s.zone(brute) == "prep"
    assert s.life == (20, 20)


def test_30hhs_does_not_avenge_those_who_are_no_turtles():
    s = scene("30hhs", BRUTE, game="tmnt", active=1)
    s.field("30hhs", 1)
    brute, villain = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.attack(villain).block({brute: villain}).fight()
    assert (s.zone(brute), s.zone(villain)) == ("prep", "field")


def test_5ygo_saves_nobody_in_the_opponents_attack_step():
    s = scene("5ygo", "9ygo", game="ygo", active=1)
    kuriboh, baby = s.field("5ygo", 1), s.field("9ygo", 1)
    one, other = s.field(BRUTE, 2, seat=1), s.field(BRUTE, 3, seat=1)
    s.attack(one, other).block({kuriboh: one, baby: other}).fight()
    assert (s.zone(kuriboh), s.zone(baby)) == ("prep", "prep")


def test_4ygo_strengthens_three_sidekicks_at_most_and_only_harpie_ladies_of_its_player():
    s = scene("4ygo", game="ygo", theirs=("4ygo", BRUTE))
    mine, theirs = s.field("4ygo", 2), s.field("4ygo", 1, seat=1)
    pawns = [s.field("sidekick") for _ in range(4)]
    s.field(BRUTE, 1, seat=1)
    s.attack(mine, answers=pawns[:3])
    assert sorted(s.stats(pawn)[0] for pawn in pawns) == [1, 2, 2, 2]
    assert s.stats(theirs) == (2, 3)


# The armories of Iron Man and War Machine


@pytest.mark.parametrize("code", ARMORIES)
def test_armory_is_for_the_active_player(code):
    s = scene(code, MODEL, game="imwm", theirs=(MODEL,))
    s.field(MODEL, 2, seat=1)
    s.field(MODEL, 2)
    s.use_global(code)
    s.to_attack()
    s = scene(code, MODEL, game="imwm", theirs=(MODEL, RESCUE))
    s.field(MODEL, 2, seat=1)
    s.energy(BOLT, seat=1)
    assert not s.options(act.UseGlobal)


@pytest.mark.parametrize("code", ARMORIES)
def test_armory_spins_one_stark_die_of_yours(code):
    s = scene(code, MODEL, BRUTE, game="imwm", theirs=(MODEL,))
    mine = [s.field(MODEL, 2), s.field(MODEL, 3)]
    s.field(BRUTE, 2)
    s.field(MODEL, 2, seat=1)
    s.use_global(code)
    assert s.asked == set(mine)
    s.answer(mine[1])
    assert [s.at(die) for die in mine] == [2, 2]


@pytest.mark.parametrize("code", ARMORIES)
def test_armory_makes_only_stark_dice_cheaper(code):
    s = scene(code, MODEL, BRUTE, RESCUE, game="imwm")
    s.field(MODEL, 2)
    stark, other = s.put(RESCUE, "reserve", level(2)), s.put(BRUTE, "reserve", level(1))
    s.use_global(code)
    assert {a.die for a in s.options(act.FieldDie)} == {stark}
    assert other != stark


@pytest.mark.parametrize("code", ["8imw", "9imw"])
def test_iron_manor_counts_characters_not_their_dice(code):
    s = scene(code, RESCUE, game="imwm", theirs=(RESCUE,))
    manor = s.field(code, 1)
    for seat in (0, 1):
        s.field(RESCUE, 1, seat=seat)
        s.field(RESCUE, 2, seat=seat)
    assert s.stats(manor) == (6, 6)


@pytest.mark.parametrize("code", ["2imw", "3imw"])
def test_each_howard_stark_may_be_sacrificed(code):
    s = scene(code, BRUTE, game="imwm", active=1)
    dice = [s.field(code, 1), s.field(code, 1)]
    brute = s.field(BRUTE, 1)
    next_turn(s)
    for answer in (yes, brute, yes, brute):
        if s.state.request is not None and (answer != brute or brute in s.asked):
            s.answer(answer)
    assert [s.zone(die) for die in dice].count("field") == 0


def test_2imw_strengthens_the_others_only():
    s = scene("2imw", BRUTE, game="imwm", active=1)
    gone, stays = s.field("2imw", 1), s.field("2imw", 2)
    next_turn(s)
    s.answer(yes)
    assert s.zone(gone) != "field"
    assert s.stats(stays)[0] == 4


def test_27imw_each_die_costs_2_life():
    s = scene(BRUTE, game="imwm", basics=["27imw"])
    for _ in range(2):
        s.use(s.put("27imw", "reserve", PLAIN))
    s.to_attack()
    assert s.life == (16, 20)


def test_12imw_counts_own_stark_and_spider_friends_only():
    s = scene("12imw", BRUTE, game="imwm", theirs=(RESCUE, BRUTE))
    spider = s.put("12imw", "reserve", level(1))
    s.energy(BOLT)
    s.field(BRUTE, 1)
    s.field(RESCUE, 1, seat=1)
    brute = s.field(BRUTE, 3, seat=1)
    s.summon(spider, brute)
    assert s.damage(brute) == 2


# Costs and piles


def test_7ygo_makes_bolt_monsters_cost_exactly_2_less_and_others_the_same():
    s = scene("7ygo", "1ygo", "6ygo", game="ygo", theirs=("7ygo",))
    s.field("7ygo", 1)
    s.energy(BOLT, BOLT, FIST)
    assert not s.options(act.Purchase)
    s.energy(BOLT)
    assert {s.code(a.die) for a in s.options(act.Purchase)} == {"1ygo", "7ygo", "6ygo"}


def test_7ygo_does_not_help_the_opponent():
    s = scene("9ygo", game="ygo", theirs=("7ygo",))
    s.field("7ygo", 1, seat=1)
    s.energy(BOLT, BOLT)
    assert not s.options(act.Purchase)


def test_12hhs_moves_one_foot_ninja_of_its_owner():
    s = scene("12hhs", game="tmnt", theirs=("10hhs",), basics=["29imw"])
    s.field("12hhs", 1)
    mine = [s.put("12hhs", "used"), s.put("12hhs", "used")]
    theirs = s.put("10hhs", "used", seat=1)
    s.use(s.put("29imw", "reserve", PLAIN))
    assert sorted(s.zone(die) for die in mine) == ["field", "used"]
    assert s.zone(theirs) == "used"


def test_58hhs_looks_at_own_fielded_turtles_only():
    s = scene("9hhs", BRUTE, game="tmnt", theirs=("23hhs", BRUTE), basics=["58hhs"])
    s.field("9hhs", 1)
    s.field(BRUTE, 3)
    s.field("23hhs", 3, seat=1)
    brute = s.field(BRUTE, 3, seat=1)
    s.use(s.put("58hhs", "reserve", TWO_STARS), brute)
    assert s.damage(brute) == 3


def test_34hhs_gives_one_die_one_more_reroll():
    s = scene("34hhs", game="tmnt")
    s.field("34hhs", 1)
    s.field("34hhs", 2)
    one, other = s.put("sidekick", "prep", BOLT), s.put("sidekick", "prep", FIST)
    s.stands("step reroll")
    s.do(act.Reroll((one, other)), faces(BOLT, MASK))
    assert s.game.why_not(s.state, act.Reroll((one, other))).code == "rerolled-already"
    s.do(act.Reroll((other,)), faces(PAWN))
    assert s.options(act.Reroll) == []


def test_35hhs_turns_one_of_your_action_dice_only():
    s = scene("35hhs", game="tmnt", basics=["29imw"])
    s.field("35hhs", 1)
    mine = [s.put("29imw", "prep", PLAIN), s.put("29imw", "prep", TWO_STARS)]
    theirs = s.put("29imw", "reserve", PLAIN, seat=1)
    s.stands("step reroll")
    s.do(act.KEEP, yes)
    assert s.asked == set(mine)
    assert theirs not in s.asked


def test_112ygo_without_a_monster_of_your_own_nothing_happens():
    s = scene(game="ygo", basics=["112ygo"])
    theirs = s.field(BRUTE, 1, seat=1)
    die = s.put("112ygo", "reserve", PLAIN)
    if act.UseAction(die) in s.game.legal_actions(s.state):
        s.use(die)
    assert s.zone(theirs) == "field"


def test_36hhs_without_a_reserve_die_to_give_nothing_is_rolled():
    s = scene("36hhs", game="tmnt")
    renet = s.put("36hhs", "reserve", level(1))
    waiting = s.put("36hhs", "used")
    s.summon(renet)
    assert s.state.request is None
    assert s.zone(waiting) == "used"


def test_25imw_without_a_die_to_knock_out_nobody_loses_life():
    s = scene(BRUTE, game="imwm", basics=["25imw"])
    s.field(BRUTE, 1)
    s.use(s.put("25imw", "reserve", PLAIN))
    assert s.life == (20, 20)


def test_31imw_without_a_character_costs_no_life():
    s = scene(BRUTE, game="imwm", basics=["31imw"])
    s.use(s.put("31imw", "reserve", PLAIN))
    assert s.life == (20, 20)
