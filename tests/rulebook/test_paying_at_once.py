"""One payment for several things ("Purchasing a Die", "Field Characters") and batches of a global
("Using Global Abilities"): all four books.
"""

import pytest
from msgspec.structs import replace
from textless_cards import at, kinds, reserve, setup

from rules.dicemasters.cards.effects import Global
from rules.dicemasters.engine.edition import EDITIONS
from rules.dicemasters.engine.state import LastingRule
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import costs_at_once
from rules.dicemasters.moves.payment import free_energy

ALL = pytest.mark.parametrize("edition", sorted(EDITIONS))
ANN, BOB = 0, 1
BEAM = "0 reserve Force Beam Generic"
RECLAIM = "0 reserve Reclaim Generic"


def refused(story, action):
    wrong = story.game.why_not(story.state, action)
    return wrong.code if wrong else None


def of(story, title, zone="cards", seat=ANN):
    return [die for die in story.zone(zone, seat) if story.title(die) == title]


def pay_with(story, *titles):
    """The Reserve Pool's dice of these titles, spent whole."""
    match, dice = story.state.match, story.state.dice
    return tuple(
        (die, match.faces[die][dice[die].face].amount)
        for die in story.zone("reserve", ANN)
        if story.title(die) in titles
    )


# Purchasing a Die, Field Characters: one payment


@ALL
def test_after_a_wasted_half_the_next_cost_is_paid_in_full(edition):
    story = at(edition, BEAM, "0 reserve Rescue 1", "0 reserve Triceraton 1", RECLAIM)
    story.field("Triceraton 1", "Generic")
    story.field("Rescue 1")  # costs nothing
    story.buy("Reclaim", "Generic")
    assert story.titles("used", ANN)["Reclaim"] >= 1


@ALL
def test_energy_rolled_later_is_not_joined_to_a_generic_die_spent_before(edition):
    story = at(edition, BEAM, "0 reserve Triceraton 1", *reserve(ANN, "Bolt"))
    story.field("Triceraton 1", "Generic")
    assert not [a for a in kinds(story, act.Purchase) if story.title(a.die) == "Rescue"]


@ALL
def test_buying_and_fielding_may_share_a_generic_die(edition):
    story = at(edition, BEAM, "0 reserve Triceraton 1", *reserve(ANN, "Bolt"))
    story.at_once(("buy", "Rescue"), ("field", "Triceraton 1"), pay=("Generic", "Bolt"))
    assert story.titles("field", ANN) == {"Triceraton": 1}
    assert story.titles("used", ANN)["Rescue"] == 1
    assert not story.zone("reserve", ANN)


@ALL
def test_two_dice_of_one_card_may_be_bought_with_one_payment(edition):
    story = at(edition, BEAM, RECLAIM, *reserve(ANN, "Bolt", "Bolt"))
    dice = of(story, "Rescue")[:2]
    assert len(dice) == 2
    bought = act.PayAtOnce(
        tuple(act.Purchase(die) for die in dice), pay_with(story, "Force Beam", "Sidekick")
    )
    story.do(bought)
    assert story.titles("used", ANN)["Rescue"] == 2


@ALL
def test_each_of_several_costs_needs_its_own_energy_type(edition):
    story = at(edition, BEAM, RECLAIM, *reserve(ANN, "Bolt"))
    parts = tuple(act.Purchase(die) for die in of(story, "Rescue")[:2])  # a Bolt each
    every = pay_with(story, "Force Beam", "Reclaim", "Sidekick")
    assert refused(story, act.PayAtOnce(parts, every)) == "wrong-energy-type"


@ALL
def test_one_wild_is_one_type_only(edition):
    # Rescue wants a Bolt, Triceraton a Fist: six energy in all, of which one Wild.
    story = at(edition, BEAM, RECLAIM, *reserve(ANN, "?", "Bolt"))
    parts = (act.Purchase(of(story, "Rescue")[0]), act.Purchase(of(story, "Triceraton")[0]))
    pay = pay_with(story, "Force Beam", "Reclaim", "Sidekick")
    assert refused(story, act.PayAtOnce(parts, pay)) is None
    story = at(edition, BEAM, RECLAIM, *reserve(ANN, "?", "Mask"))
    assert refused(story, act.PayAtOnce(parts, pay)) == "wrong-energy-type"


@ALL
def test_a_payment_for_all_is_neither_too_much_nor_too_little(edition):
    story = at(edition, BEAM, RECLAIM, "0 reserve Triceraton 1", "0 reserve Rescue 2")
    parts = (
        act.FieldDie(of(story, "Triceraton", "reserve")[0]),
        act.FieldDie(of(story, "Rescue", "reserve")[0]),
    )
    assert refused(story, act.PayAtOnce(parts, pay_with(story, "Force Beam"))) is None
    both = pay_with(story, "Force Beam", "Reclaim")
    assert refused(story, act.PayAtOnce(parts, both)) == "too-much"
    assert refused(story, act.PayAtOnce(parts)) == "too-little"


@ALL
def test_one_thing_alone_a_payment_of_its_own_or_a_die_named_twice_are_refused(edition):
    story = at(edition, BEAM, "0 reserve Triceraton 1", "0 reserve Rescue 2")
    field = act.FieldDie(of(story, "Triceraton", "reserve")[0])
    pay = pay_with(story, "Force Beam")
    assert refused(story, act.PayAtOnce((field,), pay)) == "not-at-once"
    assert refused(story, act.PayAtOnce((field, act.FieldDie(field.die, pay)))) == "not-at-once"
    assert refused(story, act.PayAtOnce((field, field), pay)) == "named-twice"


@ALL
def test_what_is_not_allowed_alone_is_not_allowed_together(edition):
    story = at(edition, BEAM, "0 reserve Triceraton 1")
    theirs = act.Purchase(of(story, "Rescue", seat=BOB)[0])
    field = act.FieldDie(of(story, "Triceraton", "reserve")[0])
    pay = pay_with(story, "Force Beam")
    assert refused(story, act.PayAtOnce((field, theirs), pay)) == "not-your-card"
    assert refused(story, act.PayAtOnce((act.Purchase(9999), field), pay)) == "no-such-die"


@ALL
def test_nothing_is_offered_at_once_that_two_payments_come_to(edition):
    lines = ["0 reserve Triceraton 1", "0 reserve Rescue 2", *reserve(ANN, "Bolt", "Fist")]
    assert not kinds(at(edition, *lines), act.PayAtOnce)
    assert kinds(at(edition, BEAM, *lines), act.PayAtOnce)


@ALL
def test_what_is_fielded_at_once_triggers_at_once_and_its_player_orders_it(edition):
    setting = setup(cards=["17hhs", "43hhs"])  # both answer to being fielded
    lines = [BEAM, "0 reserve Karai 1", "0 reserve Tiger Claw 1", "1 field Sidekick pawn"]
    story = at(edition, *lines, setting=setting)
    story.at_once(("field", "Karai 1"), ("field", "Tiger Claw 1"), pay=("Generic",))
    assert {type(action) for action in story.legal_actions()} == {act.ResolveFirst}
    assert story.game.to_move(story.state) == ANN


@pytest.mark.parametrize("edition", ["imwm", "tmnt"])
def test_a_discount_for_the_next_fielding_is_for_one_of_those_fielded_at_once(edition):
    # Rescue of Iron Man and War Machine: the next character costs 1 less, and so on.
    story = at(edition, BEAM, "0 reserve Triceraton 1", "0 reserve Rescue 2")
    lasting = LastingRule("fielding-cost", ANN, "next-fielding", amount=1)
    story.state = replace(story.state, lasting=(lasting,))
    parts = (
        act.FieldDie(of(story, "Triceraton", "reserve")[0]),
        act.FieldDie(of(story, "Rescue", "reserve")[0]),
    )
    costs = costs_at_once(GameTable(story.state), parts, ANN)
    assert [cost.amount for cost in costs] == [0, 1]


@ALL
def test_the_energy_of_a_short_draw_may_be_left_unused(edition):
    short = ("0 field Sidekick pawn",) * 6
    story = at(edition, *short, step="clear").draws("Sidekick", "Sidekick")
    story.rolls("Sidekick Bolt", "Sidekick Fist").keep()
    assert free_energy(GameTable(story.state), ANN) == 2
    story.buy("Rescue", "Bolt", "Fist")
    assert free_energy(GameTable(story.state), ANN) == 2


@ALL
def test_the_energy_of_a_short_draw_may_pay_in_part_or_whole(edition):
    short = ("0 field Sidekick pawn",) * 6
    story = at(edition, *short, step="clear").draws("Sidekick", "Sidekick")
    story.rolls("Sidekick Bolt", "Sidekick Fist").keep()
    ways = [story.paid(a) for a in kinds(story, act.Purchase) if story.title(a.die) == "Reclaim"]
    assert sorted(sum(way.values()) for way in ways) == [0, 1, 1, 2]


# What is said, shown and written


def test_the_notation_and_the_offers_say_both_and_the_one_payment():
    setting = setup(theirs=[])
    setting["teams"][1]["cards"] = [["9ygo", 4]]  # so that titles are enough
    story = at("tmnt", BEAM, "0 reserve Triceraton 1", "0 reserve Rescue 2", setting=setting)
    action = kinds(story, act.PayAtOnce)[0]
    said = story.game.say(story.state, action)
    assert said == (
        "field Rescue level 2 and field Triceraton level 1 at once paying 2 Generic (Force Beam)"
    )
    offer = next(o for o in story.game.offers(story.state) if "at once" in o.text)
    assert (offer.text, offer.cost) == (
        "field Rescue level 2 and field Triceraton level 1 at once",
        "1 and 1",
    )
    assert story.game.read_action(story.game.write_action(action)) == action


def test_the_tracker_hears_of_every_die_and_waits_for_the_second():
    story = at("tmnt", BEAM, "0 reserve Triceraton 1", "0 reserve Rescue 2")
    game, state = story.game, story.state
    both = kinds(story, act.PayAtOnce)[0]
    assert len(game.touches(state, both)) == 3
    assert not game.needs_longer_rest(state, both)
    single = next(a for a in kinds(story, act.FieldDie) if a.pay)
    assert game.needs_longer_rest(state, single)


# Using Global Abilities: a batch resolves as a single effect

CANISTER = ["27avx", "58hhs", "57hhs"]  # 58hhs: global, Bolt: 1 damage to a character


def batch(story, times, title="Unstable Canister"):
    found = [a for a in kinds(story, act.UseGlobal) if a.times == times]
    assert found, times
    return found[0]


@ALL
def test_a_batch_is_offered_and_hits_once(edition):
    setting = setup(basics=CANISTER)
    story = at(edition, *reserve(ANN, "Bolt", "Bolt"), "1 field Triceraton 1", setting=setting)
    story.do(batch(story, 2))
    assert story.damage("Triceraton", BOB) == 2
    assert len(hits(story)) == 1


@ALL
def test_a_batch_may_be_shared_among_targets(edition):
    setting = setup(basics=CANISTER)
    lines = ["1 field Triceraton 1", "1 field Rescue 2"]
    story = at(edition, *reserve(ANN, "Bolt", "Bolt"), *lines, setting=setting)
    story.do(batch(story, 2)).choose("Triceraton").choose("Rescue")
    assert (story.damage("Triceraton", BOB), story.damage("Rescue", BOB)) == (1, 1)


@ALL
def test_a_batch_costs_as_often_as_it_is_used(edition):
    setting = setup(basics=CANISTER)
    story = at(edition, *reserve(ANN, "Bolt", "Bolt"), "1 field Triceraton 1", setting=setting)
    use = batch(story, 2)
    assert refused(story, act.UseGlobal(use.card, use.number, use.pay[:1], 2)) is not None
    assert refused(story, act.UseGlobal(use.card, use.number, use.pay, 0)) == "not-so-often"
    assert refused(story, act.UseGlobal(use.card, use.number, use.pay, 1)) == "too-much"
    assert story.game.say(story.state, use).startswith("global of Unstable Canister 2 times")


def hits(story):
    return [event for event in story.events if event.code == "die-damaged"]


def redirecting(edition):
    """Two Shields to redirect damage to Iron Man, who prevents 1 of each damage."""
    setting = setup(theirs=["13avx"])  # Shield: redirect 1 damage from you to your character
    lines = ["0 field Triceraton 1", "1 field Iron Man 1", *reserve(BOB, "Shield", "Shield")]
    return at(edition, *lines, setting=setting).attack("Triceraton").block([]).both_pass()


@ALL
def test_damage_redirected_twice_at_once_is_one_damage_and_prevented_once(edition):
    story = redirecting(edition).do(batch(redirecting(edition), 2))
    assert ([hit.facts["amount"] for hit in hits(story)], story.life(BOB)) == ([1], 19)


@ALL
def test_damage_redirected_one_after_the_other_is_prevented_each_time(edition):
    story = redirecting(edition)
    story.do(batch(story, 1)).do(batch(story, 1))
    assert (hits(story), story.life(BOB)) == ([], 19)


@ALL
def test_a_global_that_is_used_once_a_turn_makes_no_batch(edition):
    setting = setup(cards=["7imw"])
    story = at(edition, "0 field Sidekick pawn", setting=setting)
    found = 0
    for number, in_play in enumerate(story.state.match.cards):
        for at_number, ability in enumerate(in_play.text.abilities):
            if isinstance(ability, Global) and ability.once:
                twice = act.UseGlobal(number, at_number, (), 2)
                assert refused(story, twice) == "not-so-often"
                found += 1
    assert found
