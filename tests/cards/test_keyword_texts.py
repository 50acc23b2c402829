"""Keywords that are texts of their own do what their rule says, on a card that carries them.

Rescue 16imw and Triceraton 46hhs stand for any character; in these scenes their cards carry the
keyword under trial.
"""

import pytest

from rules.dicemasters.cards.effects import card_text
from rules.dicemasters.cards.keywords import keywords
from rules.dicemasters.cards.texts.words import MEANINGS, breath_weapon, retaliation
from rules.dicemasters.moves import actions as act
from tests.cards.card_position import BOLT, FIST, PLAIN, CardPosition, no, player, yes

RESCUE, BRUTE = "16imw", "46hhs"


def scene(word, theirs=(BRUTE,), basics=("29imw",), **more):
    """My Rescue carries the keyword."""
    return CardPosition(
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
    s = CardPosition("imwm", [RESCUE], [BRUTE], ["29imw"], texts=text)
    mine, brute, pawn = s.field(RESCUE, 1), s.field(BRUTE, 3, seat=1), s.field("sidekick", seat=1)
    s.energy(BOLT, FIST)
    s.attack(mine, answers=[yes])
    assert (s.life, s.damage(brute), s.zone(pawn)) == ((20, 18), 2, "prep")


def test_retaliation_answers_each_own_die_of_its_affiliation_knocked_out():
    text = {RESCUE: card_text(retaliation("Stark Industries"))}
    s = CardPosition("imwm", [RESCUE, "19imw", "9avx"], [BRUTE], ["27avx"], texts=text)
    s.field(RESCUE, 2)
    model, pawn = s.field("19imw", 1), s.field("sidekick")
    s.change(model, damage=4)
    s.use(s.put("27avx", "reserve", PLAIN))
    assert (s.zone(model), s.zone(pawn)) == ("prep", "prep")
    assert s.life == (20, 19)
