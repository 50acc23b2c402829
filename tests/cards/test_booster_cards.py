"""Cards of the boosters and promos that were written by hand do what they say.

Triceraton 46hhs (Fist, 3/3, 4/4, 5/5) and Rescue 16imw (Bolt, 3/1, 3/3, 4/3) stand for anybody.
"""

import pytest

from rules.dicemasters.cards.facts import card
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
    no,
    player,
    yes,
)

BRUTE, RESCUE, BOLT_ACTION = "46hhs", "16imw", "31avx"
GAME = {"avx": "avx", "avxop": "avx", "ygo": "ygo", "tmnt": "tmnt"}


def scene(code, *mine, theirs=(BRUTE, RESCUE), basics=(BOLT_ACTION,), **more):
    """A scene with this card on my side."""
    game = GAME[card(code).set.lower()]
    if card(code).is_basic:
        basics = (*basics, code)
        return LaidOut(game, mine or (BRUTE,), theirs, basics, **more)
    return LaidOut(game, (code, *mine), theirs, basics, **more)


def pay_for(s, die):
    """Energy for fielding this die."""
    facts = s.state.match.faces[die][s.state.dice[die].face]
    s.energy(*[BOLT] * facts.field)


def fielded(code, *answers, at=1, prepare=lambda _: None, **more):
    """My die of this card is fielded."""
    s = scene(code, **more)
    die = s.put(code, "reserve", level(at))
    pay_for(s, die)
    s.prepared = prepare(s)
    s.summon(die, *answers)
    return s, die


def attacking(code, *blocking, at=1, answers=(), mine=(), active=0, **more):
    """It attacks, these (card, level) block it."""
    s = scene(code, *mine, active=active, **more)
    die = s.field(code, at)
    opposed = [s.field(other, lvl, seat=1) for other, lvl in blocking]
    s.attack(die, answers=answers)
    return s, die, opposed


def blocking(code, attacker=(BRUTE, 1), at=1, **more):
    """It is about to block their attacker."""
    s = scene(code, active=1, **more)
    die, foe = s.field(code, at), s.field(*attacker, seat=1)
    s.attack(foe)
    return s, die, foe


def used(s, code, face=PLAIN, *answers):
    die = s.put(code, "reserve", face)
    s.use(die, *answers)
    return s


# Avengers vs. X-Men


def test_36avx_spins_those_it_fought_down_before_damage_clears():
    s, die, (brute,) = attacking("36avx", (BRUTE, 3))
    other = s.field(BRUTE, 3, seat=1)
    s.block({brute: die})
    s.apply(act.BuffDie(die, -9, 9))
    s.fight()
    assert (s.at(brute), s.at(other)) == (2, 3)


@pytest.mark.parametrize("code", ["38avx", "105avx"])
def test_its_whole_attack_goes_to_each_blocker(code):
    s, die, (one, other) = attacking(code, (BRUTE, 3), (BRUTE, 3), at=3)
    s.block({one: die, other: die}).fight()
    hit = card(code).levels[2].attack
    gone = hit >= 5
    assert [s.zone(d) == "prep" for d in (one, other)] == [gone, gone]


@pytest.mark.parametrize("code", ["39avx", "70avx"])
def test_a_die_is_assigned_to_block_it_at_once_if_its_owner_likes(code):
    s, die, (brute, _) = attacking(code, (BRUTE, 3), (RESCUE, 1), answers=[no])
    assert s.state.dice[brute].blocks == ()
    s, die, (brute, other) = attacking(code, (BRUTE, 3), (RESCUE, 1))
    s.answer(yes)
    s.answer(brute)
    assert s.state.dice[brute].blocks == (die,)
    assert s.zone(other) == "field"


def test_70avx_the_die_assigned_falls_when_the_turn_ends():
    s, _, (brute, _) = attacking("70avx", (BRUTE, 3), (RESCUE, 1))
    s.answer(yes)
    s.answer(brute)
    s.block({}).fight()
    assert s.zone(brute) == "prep"


def test_a_die_that_cannot_block_is_not_assigned():
    s = scene("39avx", basics=("25avx", BOLT_ACTION))
    die, brute = s.field("39avx"), s.field(BRUTE, 1, seat=1)
    s.use(s.put("25avx", "reserve", PLAIN))
    s.attack(die, answers=[yes])
    assert s.state.dice[brute].blocks == ()


def test_41avx_attacking_keeps_a_target_from_blocking():
    s, _, (brute, other) = attacking("41avx", (BRUTE, 1), (RESCUE, 1))
    s.answer(brute)
    assert {a.die for a in s.options(act.Block)} == {other}


def test_47avx_captures_up_to_its_own_level():
    def two(s):
        return s.field(BRUTE, 1, seat=1), s.field(RESCUE, 2, seat=1)

    s, die = fielded("47avx", prepare=two)
    low, high = s.prepared
    assert (s.state.dice[low].under, s.zone(high)) == (die, "field")
    s.to_attack().apply(act.END_DECLARATION)
    assert (s.seat(low), s.state.dice[low].under) == (1, -1)


@pytest.mark.parametrize(("at", "figures"), [(1, (5, 5)), (3, (6, 6))])
def test_50avx_copies_whom_it_is_engaged_with(at, figures):
    s, die, (brute,) = attacking("50avx", (BRUTE, 3), at=at)
    s.block({brute: die})
    assert s.stats(die) == figures


def test_51avx_fields_avengers_free():
    s = scene("51avx", "13avx", "35avx")
    s.field("51avx")
    avenger, mutant = s.put("13avx", "reserve", level(3)), s.put("35avx", "reserve", level(3))
    assert avenger in {a.die for a in s.options(act.FieldDie)}
    assert mutant not in {a.die for a in s.options(act.FieldDie)}


@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize(
    ("code", "behind", "gain"),
    [
        ("58avx", "life", (2, 2)),
        ("93avx", "characters", (3, 3)),
        ("49ygo", "characters", (2, 2)),
        ("122avx", "life", None),
    ],
)
def test_behind_it_is_stronger_from_the_start_of_an_attack_step(code, behind, gain, active):
    for is_behind in (True, False):
        life = (10, 20) if behind == "life" and is_behind else (20, 10)
        s = scene(code, life=life, active=active)
        die = s.field(code, 1)
        if behind == "characters":
            for _ in range(3 if is_behind else 1):
                s.field(BRUTE, 1, seat=1)
        elif active:
            s.field(BRUTE, 1, seat=1)
        now = s.stats(die)
        s.to_attack()
        assert s.step == "attackers"
        more = (gain or now) if is_behind else (0, 0)
        assert s.stats(die) == (now[0] + more[0], now[1] + more[1])


@pytest.mark.parametrize("code", ["58avx", "90avx", "122avx"])
def test_its_global_takes_2_damage_for_a_die(code):
    s = scene(code, BRUTE)
    s.energy(SHIELD, SHIELD)
    s.empty_bag()
    die = s.put(BRUTE, "bag")
    s.use_global(code, drawn(die))
    assert (s.zone(die), s.life) == ("prep", (18, 20))
    assert not s.options(act.UseGlobal)


@pytest.mark.parametrize(("code", "amount"), [("65avx", 2), ("50ygo", 2), ("62ygo", 6)])
def test_blocked_and_still_there_it_damages_the_opponent(code, amount):
    s, die, (pawn,) = attacking(code, ("sidekick", 1))
    s.block({pawn: die}).fight()
    assert s.zone(die) == "field"
    assert s.life == (20, 20 - amount)


@pytest.mark.parametrize("code", ["65avx", "50ygo", "62ygo"])
def test_unblocked_it_deals_no_more_than_its_attack(code):
    s, die, _ = attacking(code)
    hit = s.stats(die)[0]
    s.fight()
    assert s.life == (20, 20 - hit)


@pytest.mark.parametrize(("at", "foe", "zone", "life"), [
    (1, 2, "attack", 10), (1, 1, "prep", 12), (2, 1, "prep", 10),
])  # fmt: skip
def test_66avx_spins_its_attacker_down_or_knocks_it_out(at, foe, zone, life):
    s, die, brute = blocking("66avx", (BRUTE, foe), at, life=(10, 20))
    s.block({die: brute})
    burst = card("66avx").levels[at - 1].burst
    assert s.zone(brute) == zone
    assert s.at(brute) == (1 if zone == "attack" else 0)
    assert s.life[0] == (12 if burst and zone == "prep" else 10)
    assert life in (10, 12)


def test_67avx_strengthens_own_sidekicks_and_makes_theirs_dearer():
    s = scene("67avx", active=1)
    s.field("67avx")
    mine, theirs = s.field("sidekick"), s.put("sidekick", "reserve", 5, seat=1)
    assert s.stats(mine) == (3, 1)
    assert theirs not in {a.die for a in s.options(act.FieldDie)}
    s.energy(BOLT, seat=1)
    assert theirs in {a.die for a in s.options(act.FieldDie)}


@pytest.mark.parametrize(("code", "at", "zone"), [("68avx", 1, "used"), ("16ygo", 1, "bag")])
def test_after_damaging_the_opponent_it_goes_where_it_says(code, at, zone):
    star = next((n for n, lv in enumerate(card(code).levels, 1) if lv.burst), at)
    s, die, _ = attacking(code, at=star if code == "68avx" else at)
    s.fight()
    assert s.zone(die) == ("prep" if code == "68avx" else zone)


def test_69avx_attacking_hits_each_opposing_character_with_its_attack():
    s, die, (weak, strong) = attacking("69avx", (RESCUE, 1), (BRUTE, 3))
    assert (s.zone(weak), s.damage(strong)) == ("prep", card("69avx").levels[0].attack)
    assert s.damage(die) == 0


def test_71avx_is_blocked_by_villains_and_sidekicks_only():
    s, _, (rescue, pawn, villain) = attacking("71avx", (RESCUE, 1), ("sidekick", 1), (BRUTE, 1))
    assert "Villains" in card(BRUTE).affiliations
    assert {a.die for a in s.options(act.Block)} == {pawn, villain}
    assert s.zone(rescue) == "field"


def test_71avx_its_global_needs_an_own_villain():
    s = scene("71avx")
    s.energy(SHIELD)
    pawn = s.field("sidekick", seat=1)
    assert not s.options(act.UseGlobal)
    s.field("71avx")
    s.use_global("71avx", pawn)
    assert s.zone(pawn) == "prep"


def test_72avx_has_overcrush():
    s, die, (pawn,) = attacking("72avx", ("sidekick", 1))
    s.block({pawn: die}).fight()
    assert s.life == (20, 20 - (card("72avx").levels[0].attack - 1))


def test_73avx_an_action_of_its_owner_hurts_a_die_or_the_opponent():
    s = scene("73avx")
    s.field("73avx")
    s.use(s.put(BOLT_ACTION, "reserve", PLAIN), player(0), player(1))
    assert s.life == (18, 18)


def test_76avx_spins_what_it_damages_to_level_1():
    s, die, (brute, other) = attacking("76avx", (BRUTE, 3), (BRUTE, 3))
    s.block({brute: die})
    s.apply(act.BuffDie(brute, 0, 9))
    s.fight()
    assert (s.at(brute), s.at(other)) == (1, 3)


def test_78avx_each_fielding_hurts_the_opponent_and_a_die():
    s = scene("78avx")
    s.field("78avx")
    brute = s.field(BRUTE, 3, seat=1)
    pawn = s.put("sidekick", "reserve", 5)
    s.summon(pawn, brute)
    assert (s.life, s.damage(brute)) == ((20, 19), 1)


def test_86avx_engaged_it_may_pay_for_4_damage():
    s = scene("86avx")
    die, brute = s.field("86avx"), s.field(BRUTE, 1, seat=1)
    s.energy(BOLT, BOLT)
    s.attack(die).block({brute: die}, [yes, player(1)])
    assert s.life == (20, 16)


def test_88avx_finds_its_like_in_the_bag_unless_the_opponent_pays():
    for answer, zone, life in ((no, "prep", 20), (yes, "bag", 17)):
        s = scene("88avx")
        die, like = s.field("88avx"), s.put("88avx", "bag")
        s.attack(die, answers=[answer])
        assert (s.zone(like), s.life[1]) == (zone, life)


@pytest.mark.parametrize(("life", "in_prep"), [((10, 20), 5), ((20, 20), 4)])
def test_90avx_draws_one_more_die_while_behind_in_life(life, in_prep):
    s = scene("90avx", life=life, active=1)
    s.field("90avx")
    s.to_attack()
    while not isinstance(getattr(s.state.request, "dice", None), tuple):
        s.apply(s.game.legal_actions(s.state)[0] if s.state.request is None else first_draw(s))
    assert len(s.state.request.dice) == in_prep


def first_draw(s):
    request = s.state.request
    return act.DrawnDice(tuple(request.bag[: request.count]))


def test_94avx_gets_4_and_4_for_each_opposing_fist_character():
    s = scene("94avx")
    die = s.field("94avx")
    for _ in range(2):
        s.field(BRUTE, 1, seat=1)
    s.field(RESCUE, 1, seat=1)
    now = s.stats(die)
    s.to_attack()
    assert s.stats(die) == (now[0] + 8, now[1] + 8)


@pytest.mark.parametrize(("foe", "life"), [(RESCUE, (11, 18)), (BRUTE, (10, 20))])
def test_95avx_blocking_and_killing_no_fist_character_pays(foe, life):
    s, die, other = blocking("95avx", (foe, 1), 3, life=(10, 20))
    s.block({die: other}).fight()
    assert (s.zone(other), s.life) == ("prep", life)


@pytest.mark.parametrize(("face", "hit"), [(PLAIN, 5), (STAR, 6), (TWO_STARS, 8)])
def test_97avx_hits_harder_with_bursts(face, hit):
    s = scene("97avx", BRUTE)
    die, _ = s.field(BRUTE, 1), s.field("sidekick")
    s.use(s.put("97avx", "reserve", face), die)
    told = [e.facts["amount"] for e in s.events if e.code == "die-damaged"]
    assert told == [hit]


def test_99avx_is_unblockable_after_an_action():
    for acts in (True, False):
        s = scene("99avx")
        die, brute = s.field("99avx"), s.field(BRUTE, 1, seat=1)
        if acts:
            s.use(s.put(BOLT_ACTION, "reserve", PLAIN), player(1))
        s.attack(die)
        assert s.has(die, "cannot-be-blocked") is acts
        assert s.zone(brute) == "field"


def test_101avx_high_levels_hurt_the_opponent_when_the_turn_ends():
    s = scene("101avx", BRUTE)
    s.field("101avx", 2)
    s.field(BRUTE, 3)
    s.field("sidekick")
    s.to_attack().apply(act.END_DECLARATION)
    assert s.life == (20, 16)


def test_108avx_prepares_a_used_die():
    s, _ = fielded("108avx", prepare=lambda s: s.put("108avx", "used"))
    assert s.zone(s.prepared) == "prep"


def test_109avx_rolls_used_sidekicks_and_its_global_sells_one():
    s, _ = fielded("109avx", yes, prepare=lambda s: [s.put("sidekick", "used") for _ in range(2)])
    one, other = s.prepared
    s.answer(one)
    s.answer(other)
    s.answer(faces(MASK, BOLT))
    assert [s.zone(d) for d in s.prepared] == ["reserve", "reserve"]
    pawn, brute = s.field("sidekick"), s.field(BRUTE, 3, seat=1)
    s.use_global("109avx", brute)
    assert (s.zone(pawn), s.damage(brute)) == ("prep", 2)


@pytest.mark.parametrize("code", ["110avx", "77ygo"])
def test_it_deals_its_damage_first(code):
    s, die, (pawn,) = attacking(code, ("sidekick", 1))
    s.block({pawn: die}).fight()
    assert (s.zone(pawn), s.damage(die), s.zone(die)) == ("prep", 0, "field")


def test_116avx_knocks_out_one_blocker():
    s, die, (one, other) = attacking("116avx", (BRUTE, 3), (BRUTE, 2))
    s.block({one: die, other: die}, [other])
    assert (s.zone(one), s.zone(other)) == ("attack", "prep")


def test_117avx_damage_in_the_attack_step_costs_the_opponent_2():
    s, die, brute = blocking("117avx")
    s.block({die: brute}).fight()
    assert s.life == (20, 18)
    s = scene("117avx")
    die = s.field("117avx", 3)
    s.use(s.put(BOLT_ACTION, "reserve", PLAIN), die)
    assert s.life == (20, 20)


def test_121avx_captures_and_copies():
    s, die = fielded("121avx", prepare=lambda s: s.field(BRUTE, 3, seat=1))
    assert s.state.dice[s.prepared].under == die
    assert s.stats(die) == (5, 5)


@pytest.mark.parametrize(("face", "hit"), [(PLAIN, 4), (STAR, 5)])
def test_127avx_spares_thor(face, hit):
    s = scene("127avx", "22avx")
    thor, brute = s.field("22avx", 3), s.field(BRUTE, 3, seat=1)
    s.use(s.put("127avx", "reserve", face))
    assert s.damage(thor) == 0
    assert (s.zone(brute) == "prep") is (hit >= 5)


def test_129avx_the_opponent_takes_2_or_spins_one_down():
    s, _, (brute,) = attacking("129avx", (BRUTE, 3), answers=[no])
    assert (s.life, s.at(brute)) == ((20, 18), 3)
    s, _, (brute,) = attacking("129avx", (BRUTE, 3), answers=[yes])
    assert (s.life, s.at(brute)) == ((20, 20), 2)
    s, _, _ = attacking("129avx", (BRUTE, 1))
    assert s.life == (20, 18)


def test_130avx_costs_a_life_for_each_own_sidekick():
    s, _ = fielded("130avx", prepare=lambda s: [s.field("sidekick") for _ in range(2)])
    assert s.life == (20, 18)


def test_2avxop_puts_used_sidekicks_into_the_field():
    for face, most in ((PLAIN, 2), (TWO_STARS, 3)):
        s = scene("2avxop")
        pawns = [s.put("sidekick", "used") for _ in range(3)]
        s.use(s.put("2avxop", "reserve", face), *(pawns[:2] if most == 2 else ()))
        assert sum(s.zone(pawn) == "field" for pawn in pawns) == most


def test_12avxop_a_block_costs_the_opponent_another_character():
    s, die, (one, other) = attacking("12avxop", (BRUTE, 3), (RESCUE, 1))
    s.block({one: die})
    assert (s.zone(one), s.zone(other)) == ("attack", "prep")


def test_12avxop_its_global_fields_a_phoenix_force():
    s = scene("12avxop", "13avxop")
    s.energy(FIST, FIST)
    force = s.put("13avxop", "used")
    s.use_global("12avxop")
    assert (s.zone(force), s.at(force)) == ("field", 1)


# Yu-Gi-Oh!


@pytest.mark.parametrize("code", ["13ygo", "54ygo", "26ygo"])
def test_fielded_it_sends_action_dice_from_the_field(code):
    answers = [yes] if code == "13ygo" else []
    s, _ = fielded(code, *answers, prepare=lambda s: s.put(BOLT_ACTION, "field", PLAIN, seat=1))
    assert s.zone(s.prepared) == "used"


def test_26ygo_clears_both_reserves_too():
    s = scene("26ygo")
    die = s.put("26ygo", "reserve", level(1))
    pay_for(s, die)
    shown = s.put(BOLT_ACTION, "reserve", SINGLE, seat=1)
    s.summon(die)
    assert s.zone(shown) == "used"


def test_15ygo_blocking_alone_it_holds_out():
    s, die, brute = blocking("15ygo")
    s.block({die: brute})
    assert s.stats(die)[1] == card("15ygo").levels[0].defence + 4
    s, die, brute = blocking("15ygo")
    pawn = s.field("sidekick")
    s.block({die: brute, pawn: brute})
    assert s.stats(die)[1] == card("15ygo").levels[0].defence


def test_18ygo_and_47ygo_look_at_the_own_used_pile():
    for code, per in (("18ygo", lambda n: 2 if n else 0), ("47ygo", lambda n: n)):
        for used_dice in (0, 2):
            s = scene(code)
            die = s.field(code)
            now = s.stats(die)
            for _ in range(used_dice):
                s.put(code, "used")
            s.to_attack()
            assert s.stats(die) == (now[0] + per(used_dice), now[1])


def test_21ygo_deals_as_much_to_a_monster():
    s, die, _ = attacking("21ygo")
    victim = s.field(BRUTE, 3, seat=1)
    hit = s.stats(die)[0]
    s.fight(victim)
    assert s.zone(victim) == ("prep" if hit >= 5 else "field")
    assert s.life == (20, 20 - hit)


@pytest.mark.parametrize(("foe", "falls"), [(2, True), (1, False)])
def test_22ygo_must_attack_and_falls_to_a_high_level(foe, falls):
    s = scene("22ygo", active=1)
    die, brute = s.field("22ygo"), s.field(BRUTE, foe, seat=1)
    assert s.has(die, "must-attack")
    s.attack(brute).block({}).fight()
    assert (s.zone(die) == "prep") is falls


def test_28ygo_spins_up_with_each_fist_monster():
    s = scene("28ygo", BRUTE, RESCUE)
    die = s.field("28ygo")
    for code, at in ((RESCUE, 1), (BRUTE, 2)):
        other = s.put(code, "reserve", level(1))
        s.energy(*[FIST] * card(code).levels[0].field)
        s.summon(other, *([yes] if code == BRUTE else []))
        assert s.at(die) == at


def test_34ygo_knocks_out_all_sidekicks_for_2_attack_each():
    s = scene("34ygo")
    die, mine, theirs = s.field("34ygo"), s.field("sidekick"), s.field("sidekick", seat=1)
    now = s.stats(die)
    s.attack(die)
    assert {s.zone(mine), s.zone(theirs)} == {"prep"}
    assert s.stats(die) == (now[0] + 4, now[1])


@pytest.mark.parametrize("code", ["38ygo", "83ygo"])
@pytest.mark.parametrize(("at", "life"), [(3, 18), (2, 20)])
def test_an_opposing_level_3_monster_costs_its_owner_2(code, at, life):
    s = scene(code, active=1)
    s.field(code)
    brute = s.put(BRUTE, "reserve", level(at), seat=1)
    s.energy(*[FIST] * card(BRUTE).levels[at - 1].field, seat=1)
    s.summon(brute)
    assert s.life == (20, life)


def test_45ygo_is_stronger_for_each_opposing_level_3_monster():
    s, die, _ = attacking("45ygo", (BRUTE, 3), (RESCUE, 3), (BRUTE, 1))
    first = card("45ygo").levels[0]
    assert s.stats(die) == (first.attack + 4, first.defence + 4)
    s, die, foe = blocking("45ygo", (BRUTE, 3))
    s.block({die: foe})
    assert s.stats(die) == (first.attack + 2, first.defence + 2)


def test_46ygo_the_first_fielding_each_turn_strengthens_it():
    s = scene("46ygo")
    die = s.field("46ygo")
    now = s.stats(die)
    for _ in range(2):
        s.summon(s.put("sidekick", "reserve", 5))
    assert s.stats(die) == (now[0] + 2, now[1] + 2)


@pytest.mark.parametrize("code", ["51ygo", "84ygo"])
def test_it_falls_when_its_owner_is_damaged(code):
    s = scene(code)
    die = s.field(code)
    assert s.has(die, "cannot-block" if code == "51ygo" else "must-attack")
    s.use(s.put(BOLT_ACTION, "reserve", PLAIN), player(1))
    assert s.zone(die) == "field"
    s.use(s.put(BOLT_ACTION, "reserve", PLAIN), player(0))
    assert s.zone(die) == "prep"


@pytest.mark.parametrize(("many", "life"), [(1, 18), (2, 20)])
def test_52ygo_a_single_blocker_costs_2(many, life):
    s, die, dice = attacking("52ygo", (BRUTE, 1), (BRUTE, 2))
    s.block(dict.fromkeys(dice[:many], die))
    assert s.life == (20, life)


def test_53ygo_may_take_2_damage_for_3_attack():
    s, die, _ = attacking("53ygo", answers=[yes])
    assert (s.life, s.stats(die)[0]) == ((18, 20), card("53ygo").levels[0].attack + 3)


def test_55ygo_nothing_of_the_opponent_targets_it_nor_with_a_burst_its_dragons():
    star = next(n for n, each in enumerate(card("55ygo").levels, 1) if each.burst)
    for at in (1, star):
        code = "9ygo"
        s = scene("55ygo", code, active=1)
        lord, dragon = s.field("55ygo", at), s.field(code)
        pawn = s.field("sidekick")
        s.do(act.UseAction(s.put(BOLT_ACTION, "reserve", PLAIN, seat=1)))
        assert lord not in s.asked
        assert (dragon in s.asked) is (not card("55ygo").levels[at - 1].burst)
        assert pawn in s.asked


def test_57ygo_killed_blocking_returns_for_a_life_at_its_level():
    s, die, brute = blocking("57ygo", (BRUTE, 3), 2)
    s.block({die: brute}).fight(yes)
    assert (s.zone(die), s.at(die), s.life[0]) == ("field", 2, 19)


def test_60ygo_the_opponent_rolls_a_prepared_die():
    for face, zone in ((SINGLE, "used"), (level(1), "prep")):
        s, _ = fielded("60ygo", prepare=lambda s: s.put(BRUTE, "prep", seat=1))
        s.answer(faces(face))
        assert s.zone(s.prepared) == zone


def test_61ygo_knocked_out_gains_2_and_prepares_a_die():
    s = scene("61ygo", life=(10, 20))
    die = s.field("61ygo", carries="3 damage")
    other = s.put("61ygo", "used")
    s.use(s.put(BOLT_ACTION, "reserve", PLAIN), die, other)
    assert (s.life[0], s.zone(other)) == (12, "prep")


def test_65ygo_knocked_out_may_prepare_a_monster():
    s = scene("65ygo")
    die, other = s.field("65ygo"), s.put("65ygo", "used")
    s.use(s.put(BOLT_ACTION, "reserve", PLAIN), die, yes)
    assert (s.zone(die), s.zone(other)) == ("prep", "prep")


def test_76ygo_counts_their_used_and_prepared_monsters():
    s = scene("76ygo")
    die = s.field("76ygo")
    s.put(BRUTE, "used", seat=1)
    s.put(BRUTE, "prep", seat=1)
    s.put("sidekick", "used", seat=1)
    now = s.stats(die)
    s.to_attack()
    assert s.stats(die) == (now[0] + 2, now[1] + 2)


def test_86ygo_each_idle_monster_costs_a_life():
    s, die, dice = attacking("86ygo", (BRUTE, 1), (BRUTE, 2), (BRUTE, 3))
    s.block({dice[0]: die})
    assert s.life == (20, 18)


def test_90ygo_may_spin_up_when_an_own_monster_falls():
    s = scene("90ygo")
    die, pawn = s.field("90ygo"), s.field("sidekick")
    s.use(s.put(BOLT_ACTION, "reserve", PLAIN), pawn, yes)
    assert s.at(die) == 2


def test_106ygo_rerolls_all_opposing_shield_monsters():
    s, _ = fielded(
        "106ygo",
        faces(SINGLE),
        theirs=("19imw", BRUTE),
        prepare=lambda s: (s.field("19imw", 1, seat=1), s.field(BRUTE, 1, seat=1)),
    )
    shield, fist = s.prepared
    assert card("19imw").energy == ("Shield",)
    assert (s.zone(shield), s.zone(fist)) == ("prep", "field")


# Teenage Mutant Ninja Turtles, first printing


@pytest.mark.parametrize(("code", "gain"), [("1tmnt", (1, 0)), ("2tmnt", (0, 1))])
def test_april_helps_a_sidekick_or_a_turtle(code, gain):
    def crowd(s):
        return s.field("sidekick"), s.field(RESCUE, 1, seat=1), s.field("9hhs", seat=1)

    s, _ = fielded(code, prepare=crowd, theirs=(RESCUE, "9hhs"))
    pawn, brute, turtle = s.prepared
    assert s.asked == {pawn, turtle}
    s.answer(pawn)
    assert s.stats(pawn) == (1 + gain[0], 1 + gain[1])
    assert s.zone(brute) == "field"


def test_5tmnt_mousers_are_stronger_and_free_to_field():
    s = scene("5tmnt", "31tmnt")
    s.field("5tmnt")
    mouser = s.put("31tmnt", "reserve", level(3))
    s.summon(mouser)
    assert s.stats(mouser)[0] == card("31tmnt").levels[2].attack + 2


@pytest.mark.parametrize("friend", [True, False])
def test_7tmnt_is_stronger_beside_rocksteady(friend):
    s = scene("7tmnt", "37tmnt")
    die = s.field("7tmnt")
    if friend:
        s.field("37tmnt")
    first = card("7tmnt").levels[0]
    more = 2 if friend else 0
    assert s.stats(die) == (first.attack + more, first.defence + more)


@pytest.mark.parametrize(("life", "foe", "gained"), [
    (10, "sidekick", 1), (15, "sidekick", 0), (10, BRUTE, 1), (10, RESCUE, 0),
])  # fmt: skip
def test_10tmnt_gains_life_when_low_against_sidekicks_and_villains(life, foe, gained):
    s, die, other = blocking("10tmnt", (foe, 1), life=(life, 20))
    s.block({die: other})
    assert s.life[0] == life + gained


@pytest.mark.parametrize("code", ["14tmnt", "29tmnt", "36tmnt"])
def test_turtle_power_makes_other_turtles_cheaper(code):
    other = "27tmnt" if card(code).title != "Leonardo" else "30tmnt"
    s = scene(code, other)
    s.energy(*[BOLT, FIST, MASK, SHIELD][: card(other).cost - 1] * 2)
    s.field(code)
    prices = {a.die: len(a.pay) for a in s.options(act.Purchase) if s.code(a.die) == other}
    assert prices


def test_18tmnt_own_blocking_sidekicks_hit_harder():
    s = scene("18tmnt", active=1)
    s.field("18tmnt")
    pawn, idle, brute = s.field("sidekick"), s.field("sidekick"), s.field(BRUTE, 1, seat=1)
    s.attack(brute).block({pawn: brute})
    assert (s.stats(pawn), s.stats(idle)) == ((2, 1), (1, 1))


def test_24tmnt_sends_their_sidekicks_back_into_the_bag():
    s, _ = fielded(
        "24tmnt",
        prepare=lambda s: [
            s.put("sidekick", "used", seat=1),
            s.put("sidekick", "prep", seat=1),
            s.put(BRUTE, "used", seat=1),
        ],
    )
    assert [s.zone(die) for die in s.prepared] == ["bag", "bag", "used"]


def test_35tmnt_another_turtle_attacking_hurts_a_die():
    s = scene("35tmnt", "9hhs")
    s.field("35tmnt")
    turtle, brute = s.field("9hhs"), s.field(BRUTE, 3, seat=1)
    s.attack(turtle, answers=[brute])
    assert s.damage(brute) == 1


def test_40tmnt_each_player_loses_life_as_the_turn_begins():
    s = scene("40tmnt", active=1)
    s.field("40tmnt")
    s.to_attack()
    assert s.life == (19, 20)


def test_41tmnt_fighting_a_turtle_costs_the_opponent_3():
    s = scene("41tmnt", theirs=("9hhs", BRUTE))
    die, turtle = s.field("41tmnt"), s.field("9hhs", 1, seat=1)
    s.attack(die).block({turtle: die}).fight()
    assert s.life == (20, 17)


@pytest.mark.parametrize(("code", "zone"), [("7tmnt", "reserve"), ("36tmnt", "used")])
def test_47tmnt_rolls_a_mask_or_shield_die(code, zone):
    assert (set(card(code).energy) <= {"Mask", "Shield"}) is (zone == "reserve")
    s = scene("47tmnt", code)
    die = s.put("47tmnt", "reserve", level(1))
    pay_for(s, die)
    s.empty_bag()
    found = s.put(code, "bag")
    s.summon(die, drawn(found), *([faces(SINGLE)] if zone == "reserve" else []))
    assert s.zone(found) == zone


@pytest.mark.parametrize(("many", "figures"), [(1, (7, 3)), (2, (4, 3))])
def test_49tmnt_one_alone_or_all_together(many, figures):
    s = scene("49tmnt")
    dice = [s.field(BRUTE, 1) for _ in range(many)]
    used(s, "49tmnt")
    assert {s.stats(die) for die in dice} == {figures}
    assert s.has(dice[0], "Overcrush") is (many == 1)


def test_50tmnt_up_to_two_get_overcrush():
    s = scene("50tmnt")
    one, other = s.field(BRUTE, 1), s.field(BRUTE, 2)
    used(s, "50tmnt", PLAIN, other, no)
    assert (s.stats(other), s.has(other, "Overcrush")) == ((5, 4), True)
    assert (s.stats(one), s.has(one, "Overcrush")) == ((3, 3), False)


def test_52tmnt_a_turtle_gets_defence_too():
    s = scene("52tmnt", "9hhs", BRUTE)
    turtle, brute = s.field("9hhs", 1), s.field(BRUTE, 1)
    used(s, "52tmnt", PLAIN, brute)
    assert s.stats(brute) == (5, 3)
    now = s.stats(turtle)
    used(s, "52tmnt", PLAIN, turtle)
    assert s.stats(turtle) == (now[0] + 2, now[1] + 2)


@pytest.mark.parametrize(("face", "at", "zone"), [
    (PLAIN, 1, "prep"), (STAR, 3, "prep"), (TWO_STARS, 3, "bag"),
])  # fmt: skip
def test_53tmnt_removes_a_die(face, at, zone):
    s = scene("53tmnt")
    brute = s.field(BRUTE, at, seat=1)
    used(s, "53tmnt", face)
    assert s.zone(brute) == zone


# Further cards


def test_43avx_draws_and_rolls_a_die_or_one_of_two():
    def bag(s):
        s.empty_bag()
        return [s.put("43avx", "bag") for _ in range(2)]

    plain = next(n for n, each in enumerate(card("43avx").levels, 1) if not each.burst)
    s, _ = fielded("43avx", yes, at=plain, prepare=bag)
    die, other = s.prepared
    s.answer(drawn(die))
    s.answer(faces(SINGLE))
    assert (s.zone(die), s.zone(other)) == ("reserve", "bag")
    star = next(n for n, each in enumerate(card("43avx").levels, 1) if each.burst)
    s, _ = fielded("43avx", yes, at=star, prepare=bag)
    die, other = s.prepared
    s.answer(drawn(die, other))
    if s.asked:
        s.answer(die)
    s.answer(faces(SINGLE))
    assert sorted((s.zone(die), s.zone(other))) == ["bag", "reserve"]


@pytest.mark.parametrize("engaged", [True, False])
def test_75avx_falling_while_engaged_draws_a_die(engaged):
    s, die, (brute,) = attacking("75avx", (BRUTE, 3))
    s.empty_bag()
    drawn_die = s.put("75avx", "bag")
    if engaged:
        s.block({brute: die}).fight(drawn(drawn_die))
    else:
        s.block({})
        s.apply(act.BuffDie(die, damage=9))
    assert s.zone(die) == "prep"
    assert s.zone(drawn_die) == ("prep" if engaged else "bag")


def test_84avx_knocks_out_a_blocker_that_is_still_there():
    s, die, (brute, other) = attacking("84avx", (BRUTE, 3), (BRUTE, 2))
    s.block({brute: die})
    s.apply(act.BuffDie(die, -9, 9))
    s.fight()
    assert (s.zone(brute), s.zone(other)) == ("prep", "field")


def test_106avx_rolls_an_action_die_from_the_bag():
    s = scene("106avx", "97avx")
    die = s.put("106avx", "reserve", level(1))
    pay_for(s, die)
    action, other = s.put("97avx", "bag"), s.put("106avx", "bag")
    s.summon(die, faces(PLAIN))
    assert (s.zone(action), s.zone(other)) == ("reserve", "bag")


def test_115avx_unblocked_avengers_hit_twice_as_hard():
    s = scene("115avx", "13avx", BRUTE)
    fury, avenger, brute = s.field("115avx"), s.field("13avx"), s.field(BRUTE, 1)
    assert "Avengers" in card("13avx").affiliations
    s.attack(avenger, brute).fight()
    assert s.life == (20, 20 - 2 * card("13avx").levels[0].attack - 3)
    assert s.zone(fury) == "field"


def test_7avxop_gains_the_level_of_whom_it_knocks_out():
    s, _ = fielded("7avxop", yes, life=(10, 20), prepare=lambda s: s.field(BRUTE, 3, seat=1))
    assert (s.zone(s.prepared), s.life[0]) == ("prep", 13)


def test_93ygo_killed_blocking_costs_the_opponent_1_and_is_used_up():
    s, die, brute = blocking("93ygo", (BRUTE, 3))
    s.block({die: brute}).fight()
    assert (s.zone(die), s.life) == ("used", (20, 19))


@pytest.mark.parametrize("at", [1, 3])
def test_15tmnt_another_turtle_is_spun_up_or_a_die_is_rolled(at):
    s = scene("15tmnt", "27tmnt")
    s.field("15tmnt")
    turtle = s.put("27tmnt", "reserve", level(at))
    pay_for(s, turtle)
    s.empty_bag()
    die = s.put("15tmnt", "bag")
    s.summon(turtle, *([drawn(die), faces(SINGLE)] if at == 3 else []))
    assert (s.at(turtle), s.zone(die)) == ((3, "reserve") if at == 3 else (2, "bag"))
