"""Keywords that are texts of their own do what their rule says, on a card that carries them.

Rescue 16imw and Triceraton 46hhs stand for any character; in these scenes their cards carry the
keyword under trial.
"""

import pytest

from rules.dicemasters.cards.effects import (
    OPPONENT,
    CorruptBag,
    Damage,
    LoseLife,
    When,
    WhenUsed,
    card_text,
)
from rules.dicemasters.cards.keywords import keywords
from rules.dicemasters.cards.texts.words import MEANINGS, breath_weapon, retaliation, shooting
from rules.dicemasters.moves import actions as act
from tests.laid_out import (
    BOLT,
    FIST,
    PLAIN,
    LaidOut,
    count,
    drawn,
    faces,
    no,
    player,
    yes,
)

RESCUE, BRUTE = "16imw", "46hhs"


def scene(word, theirs=(BRUTE,), basics=("29imw",), **more):
    """My Rescue carries the keyword."""
    return LaidOut(
        "imwm",
        [RESCUE, "9avx"],
        theirs,
        basics,
        texts={RESCUE: card_text(keywords=(word,))},
        **more,
    )


def used_action(word):
    s = scene(word)
    return s, s.put("29imw", "reserve", PLAIN)


@pytest.mark.parametrize("word", MEANINGS)
def test_every_keyword_spelt_out_has_its_rule_in_the_table(word):
    assert keywords()[word].by_engine


def test_amplify_spins_its_dice_up_when_you_use_an_action_die():
    s, die = used_action("Amplify")
    one, top = s.field(RESCUE, 2), s.field(RESCUE, 3)
    brute = s.field(BRUTE, 1, seat=1)
    s.use(die)
    assert (s.at(one), s.at(top), s.zone(brute)) == (3, 3, "prep")


def test_attune_deals_1_when_you_use_an_action_die_once_for_all_copies():
    s, die = used_action("Attune")
    s.field(RESCUE, 2)
    s.field(RESCUE, 3)
    s.use(die, player(1))
    assert s.life == (20, 19)


def test_attune_does_not_answer_to_the_opponents_action_dice():
    s = scene("Attune", active=1)
    s.field(RESCUE, 2)
    s.field(BRUTE, 3, seat=1)
    s.use(s.put("29imw", "reserve", PLAIN, seat=1))
    assert s.state.request is None


def test_cleave_half_its_attack_hits_another_opposing_character():
    s = scene("Cleave")
    mine, pawn = s.field(RESCUE, 3), s.field("sidekick", seat=1)
    brute = s.field(BRUTE, 3, seat=1)
    s.attack(mine).block({pawn: mine}).fight()
    assert s.zone(pawn) == "prep"
    assert s.damage(brute) == 0  # damage ends with the turn
    assert any(e.facts == {"die": "B:46hhs#1", "amount": 2} for e in s.events)


def test_deadly_knocks_out_whatever_it_was_engaged_with_when_the_turn_ends():
    s = scene("Deadly", active=1)
    mine, brute = s.field(RESCUE, 3), s.field(BRUTE, 3, seat=1)
    s.attack(brute).block({mine: brute}).fight()
    assert s.state.active == 0
    assert (s.zone(mine), s.zone(brute)) == ("prep", "prep")


def test_deadly_spares_those_it_was_not_engaged_with():
    s = scene("Deadly")
    mine = s.field(RESCUE, 3)
    blocks, free = s.field(BRUTE, 3, seat=1), s.field(BRUTE, 3, seat=1)
    s.attack(mine).block({blocks: mine}).fight()
    assert (s.zone(blocks), s.zone(free)) == ("prep", "field")


def test_energy_drain_spins_those_engaged_with_it_down():
    s = scene("Energy Drain")
    mine = s.field(RESCUE, 3)
    one, other = s.field(BRUTE, 3, seat=1), s.field(BRUTE, 2, seat=1)
    free = s.field(BRUTE, 3, seat=1)
    s.attack(mine).block({one: mine, other: mine})
    while s.state.request:
        s.apply(s.state.request.options[0])
    assert (s.at(one), s.at(other), s.at(free)) == (2, 1, 3)


def test_frag_deals_1_to_each_opposing_die_that_did_not_block():
    s = scene("Frag")
    mine, pawn = s.field(RESCUE, 3), s.field("sidekick", seat=1)
    weak, strong = s.field("sidekick", seat=1), s.field(BRUTE, 3, seat=1)
    s.attack(mine).block({pawn: mine}).fight()
    assert (s.zone(pawn), s.zone(weak), s.zone(strong)) == ("prep", "prep", "field")


def test_immortal_dice_go_to_the_bag_instead_of_the_used_pile():
    s = scene("Immortal")
    mine = s.field(RESCUE, 1)
    s.field(BRUTE, 1, seat=1)
    s.attack(mine).block({}).fight()
    assert s.zone(mine) == "bag"


def test_immortal_dice_go_to_the_used_pile_when_purchased():
    s = scene("Immortal")
    s.energy(BOLT, BOLT)
    s.buy(RESCUE)
    assert [d.zone for n, d in enumerate(s.state.dice) if s.code(n) == RESCUE].count("used") == 1


def test_infiltrate_unblocked_may_return_to_deal_1():
    for answer, life, zone in ((yes, 19, "field"), (no, 17, "used")):
        s = scene("Infiltrate")
        mine = s.field(RESCUE, 2)
        s.field(BRUTE, 1, seat=1)
        s.attack(mine).block({}, [answer]).fight()
        assert (s.life, s.zone(mine)) == ((20, life), zone)


def test_obscure_makes_its_dice_unblockable_when_you_use_an_action_die():
    s, die = used_action("Obscure")
    mine, other = s.field(RESCUE, 2), s.field("9avx", 3)
    s.field(BRUTE, 1, seat=1)
    s.field(BRUTE, 2, seat=1)
    s.use(die)
    s.attack(mine, other)
    assert {a.attacker for a in s.options(act.Block)} == {other}


def test_tag_out_after_blocks_may_go_to_prep_to_strengthen_another():
    s = scene("Tag Out")
    mine, hulk = s.field(RESCUE, 1), s.field("9avx", 3)
    s.field(BRUTE, 1, seat=1)
    s.attack(hulk).block({}, [yes, hulk])
    assert s.zone(mine) == "prep"
    assert s.stats(hulk) == (10, 10)


def test_breath_weapon_pays_for_damage_to_the_opponent_and_all_opposing_characters():
    text = {RESCUE: card_text(breath_weapon(2))}
    s = LaidOut("imwm", [RESCUE], [BRUTE], ["29imw"], texts=text)
    mine, brute, pawn = s.field(RESCUE, 1), s.field(BRUTE, 3, seat=1), s.field("sidekick", seat=1)
    s.energy(BOLT, FIST)
    s.attack(mine, answers=[yes])
    assert (s.life, s.damage(brute), s.zone(pawn)) == ((20, 18), 2, "prep")


def test_retaliation_answers_each_own_die_of_its_affiliation_knocked_out():
    text = {RESCUE: card_text(retaliation("Stark Industries"))}
    s = LaidOut("imwm", [RESCUE, "19imw", "9avx"], [BRUTE], ["27avx"], texts=text)
    s.field(RESCUE, 2)
    model, pawn = s.field("19imw", 1, carries="4 damage"), s.field("sidekick")
    s.use(s.put("27avx", "reserve", PLAIN))
    assert (s.zone(model), s.zone(pawn)) == ("prep", "prep")
    assert s.life == (20, 19)


def test_experience_gives_a_token_for_an_opposing_monster_knocked_out_on_the_own_turn():
    goblin = "10bff"  # a Monster
    s = scene("Experience", [goblin], ["31avx"])
    rescue = s.field(RESCUE, 1)
    monster = s.field(goblin, 1, seat=1, carries="2 damage")
    other = s.put(RESCUE, "used")
    s.use(s.put("31avx", "reserve", PLAIN), monster)
    assert s.zone(monster) == "prep"
    assert s.stats(rescue) == (3, 1)  # the token comes when the turn ends
    s.to_attack().apply(act.END_DECLARATION)
    assert s.stats(rescue) == (4, 2)
    s.move(other, "field", 3)
    assert s.stats(other) == (4, 2)


def test_experience_counts_nothing_on_the_opponents_turn():
    s = scene("Experience", ["10bff"], ["31avx"], active=1)
    rescue, monster = s.field(RESCUE, 1), s.field("10bff", 1, seat=1, carries="2 damage")
    s.use(s.put("31avx", "reserve", PLAIN, seat=1), monster)
    s.to_attack()
    assert s.zone(monster) == "prep"
    assert s.stats(rescue) == (3, 1)


def test_intimidate_sets_a_die_aside_until_the_turn_ends():
    s = scene("Intimidate")
    rescue, brute = s.put(RESCUE, "reserve", 3), s.field(BRUTE, 2, seat=1)
    s.energy(BOLT)
    s.summon(rescue)
    assert s.zone(brute) == "out"
    s.to_attack().apply(act.END_DECLARATION)
    assert (s.zone(brute), s.at(brute), s.seat(brute)) == ("field", 2, 1)


def test_strike_holds_only_for_the_one_character_fielded_this_turn():
    s = scene("Strike")
    rescue, pawn = s.put(RESCUE, "reserve", 3), s.put("sidekick", "reserve", 5)
    standing = s.field(RESCUE, 1)
    s.energy(BOLT)
    s.summon(rescue)
    assert (s.stats(rescue), s.has(rescue, "Overcrush")) == ((5, 3), True)
    assert (s.stats(standing), s.has(standing, "Overcrush")) == ((3, 1), False)
    s.summon(pawn)
    assert (s.stats(rescue), s.has(rescue, "Overcrush")) == ((3, 1), False)


def test_call_out_lets_only_the_die_chosen_block():
    s = scene("Call Out")
    rescue, brute = s.field(RESCUE, 1), s.field(BRUTE, 1, seat=1)
    other = s.field("sidekick", seat=1)
    s.attack(rescue, answers=[brute])
    blocks = {a.die for a in s.options(act.Block)}
    assert brute in blocks
    assert other not in blocks


def rolls_to(face, word_text):
    """The other player passes; at the beginning of my turn my one die in Prep rolls this face."""
    s = LaidOut("imwm", [RESCUE], [BRUTE], texts={RESCUE: card_text(word_text)}, active=1)
    s.empty_bag(to="field")
    s.put(RESCUE, "prep")
    s.to_attack()
    s.answer(faces(face))
    assert s.step == "reroll"
    return s


ENERGIZED = When("energize", Damage(OPPONENT, 2), word="Energize")


@pytest.mark.parametrize(("face", "life"), [(1, 18), (0, 20), (3, 20)])
def test_energize_answers_once_the_roll_is_kept_on_its_double_energy_face(face, life):
    s = rolls_to(face, ENERGIZED)
    assert s.life == (16, 20)  # four dice short
    s.apply(act.KEEP)
    assert s.life == (16, life)


def test_energize_answers_at_once_to_a_roll_by_an_effect():
    s = LaidOut("imwm", [RESCUE], [BRUTE], ["28avx"], texts={RESCUE: card_text(ENERGIZED)})
    s.empty_bag()
    dice = [s.put(RESCUE, "bag") for _ in range(2)]
    s.use(s.put("28avx", "reserve", PLAIN), drawn(*dice), faces(1, 0))
    assert s.life == (20, 18)


def test_awaken_answers_each_die_that_is_spun_up():
    text = {RESCUE: card_text(When("spun-up", Damage(OPPONENT, 1), word="Awaken"))}
    s = LaidOut("imwm", [RESCUE], [BRUTE], ["26avx"], texts=text)
    one, top = s.field(RESCUE, 1), s.field(RESCUE, 3)
    s.use(s.put("26avx", "reserve", PLAIN), one, count(1))
    assert (s.at(one), s.life) == (2, (20, 19))
    s.use(s.put("26avx", "reserve", PLAIN), top, count(-1))
    assert s.life == (20, 19)


def test_range_answers_to_any_range_die_that_attacks():
    text = {RESCUE: card_text(shooting(2))}
    s = LaidOut("imwm", ["23bfu", RESCUE], [BRUTE], texts=text)
    attacker, other, brute = s.field("23bfu", 1), s.field(RESCUE, 1), s.field(BRUTE, 3, seat=1)
    s.attack(attacker)
    s.apply(s.state.request.options[0])  # which of the two first
    assert s.damage(brute) == 3  # 1 of the attacker, 2 of the other
    s2 = LaidOut("imwm", ["23bfu", RESCUE], [BRUTE], texts=text)
    plain, brute = s2.field("sidekick"), s2.field(BRUTE, 3, seat=1)
    s2.field(RESCUE, 1)
    s2.attack(plain)
    assert s2.damage(brute) == 0
    assert s.zone(other) == "field"


def test_corrupt_makes_a_player_draw_and_lose_one_die_of_them():
    text = {"29imw": card_text(WhenUsed(CorruptBag(2)))}
    s = LaidOut("imwm", [RESCUE], [BRUTE], ["29imw"], texts=text)
    s.empty_bag(1)
    dice = [s.put(BRUTE, "bag", seat=1) for _ in range(2)]
    s.use(s.put("29imw", "reserve", PLAIN), player(1), drawn(*dice))
    assert sorted(s.zone(die) for die in dice) == ["bag", "used"]


@pytest.mark.parametrize(("face", "zone"), [(PLAIN, "prep"), (0, "out")])
def test_boomerang_comes_back_on_an_action_face(face, zone):
    text = {"29imw": card_text(WhenUsed(LoseLife(1)), keywords=("Boomerang",))}
    s = LaidOut("imwm", [RESCUE], [BRUTE], ["29imw"], texts=text)
    die = s.put("29imw", "reserve", PLAIN)
    s.use(die, faces(face))
    assert (s.zone(die), s.life) == (zone, (20, 19))


@pytest.mark.parametrize("falls", [True, False])
def test_resistance_answers_at_the_end_of_a_turn_in_which_an_own_character_fell(falls):
    s = LaidOut("imwm", ["4cw"], [BRUTE], ["31avx"], life=(10, 20))
    captain, pawn = s.field("4cw", 1), s.field("sidekick")
    if falls:
        s.use(s.put("31avx", "reserve", PLAIN), pawn)
    s.to_attack().apply(act.END_DECLARATION)
    if s.state.request is not None and s.step == "cleanup":
        s.apply(s.state.request.options[0])
    assert s.at(captain) == 2
    assert s.life == (11 if falls else 10, 20)


def test_enlistment_lets_the_opponent_give_up_a_character_instead():
    for answer, life in ((no, 11), (yes, 10)):
        s = LaidOut("imwm", ["40cw"], [BRUTE], life=(10, 20), active=1)
        s.field("40cw", 1)
        brute, pawn = s.field(BRUTE, 1, seat=1), s.put("sidekick", "reserve", 5, seat=1)
        s.summon(pawn, answer)
        if answer == yes:
            s.answer(brute)
        assert s.life == (life, 20)
        assert (s.zone(brute) == "prep") is (answer == yes)
