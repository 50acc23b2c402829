"""One test per sentence of "Turn Order" (all four books), named after its step.

Where a book differs the test says which. Positions use cards without text.
"""

import pytest
from textless_cards import at, kinds, reserve, setup

from rules.dicemasters.engine.edition import EDITIONS
from rules.dicemasters.engine.stats import stats
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.why_not import find_violation

ALL = pytest.mark.parametrize("edition", sorted(EDITIONS))
IN_2014 = pytest.mark.parametrize("edition", ["avx", "ygo"])
IN_2016 = pytest.mark.parametrize("edition", ["imwm", "tmnt"])
ANN, BOB = 0, 1


def code(story, action):
    wrong = find_violation(story.state, action)
    return wrong.code if wrong else None


def one(story, kind, zone, seat=ANN):
    return next(die for die in story.zone(zone, seat) if story.title(die) == kind)


# Turn Order


@ALL
def test_turn_order__players_alternate(edition):
    story = at(edition, step="attackers").do(act.END_DECLARATION)
    assert (story.state.active, story.state.turn) == (BOB, 2)


@ALL
def test_turn_order__a_step_once_completed_is_not_gone_back_to(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Bolt"), "0 field Rescue 1").end_main()
    rescue = next(d for d, die in enumerate(story.state.dice) if die.zone == "cards")
    assert code(story, act.Purchase(rescue)) == "wrong-step"
    assert code(story, act.KEEP) == "wrong-step"


# Clear and Draw Step


@ALL
def test_clear_and_draw__dice_left_in_the_reserve_pool_go_to_the_used_pile(edition):
    story = at(edition, *reserve(BOB, "Bolt", "?"), step="attackers").do(act.END_DECLARATION)
    assert story.titles("used", BOB) == {"Sidekick": 2}
    assert story.titles("out", BOB) == {}


@ALL
def test_clear_and_draw__only_the_active_players_reserve_is_cleared(edition):
    story = at(edition, *reserve(ANN, "Bolt"), step="attackers").do(act.END_DECLARATION)
    assert story.titles("reserve", ANN) == {"Sidekick": 1}


@ALL
def test_clear_and_draw__four_dice_are_drawn_from_the_bag(edition):
    story = at(edition, step="clear")
    assert story.state.request.count == 4


@ALL
def test_clear_and_draw__the_dice_drawn_lie_in_the_prep_area(edition):
    story = at(edition, step="clear").draws(*("Sidekick",) * 4)
    assert story.titles("prep", ANN) == {"Sidekick": 4}


@ALL
def test_clear_and_draw__a_bag_too_small_is_emptied_then_refilled_from_the_used_pile(edition):
    lines = [*("0 field Sidekick pawn",) * 6, "0 used Rescue", "0 used Triceraton"]
    story = at(edition, *lines, step="clear")
    assert story.state.request.count == 2
    story.do(story.game.settle(story.state, ["sidekick", "sidekick"]))
    assert story.state.request.count == 2
    assert len(story.zone("bag", ANN)) == 2
    assert story.zone("used", ANN) == []


@ALL
def test_clear_and_draw__a_bag_of_exactly_four_is_drawn_without_a_refill(edition):
    # HHS says "four dice or fewer" where the others say fewer than four; its own example of
    # play draws the last four and refills a turn later.
    lines = [*("0 field Sidekick pawn",) * 4, "0 used Rescue"]
    story = at(edition, *lines, step="clear").draws(*("Sidekick",) * 4)
    assert story.titles("used", ANN) == {"Rescue": 1}


SHORT = ("0 field Sidekick pawn",) * 6


@ALL
def test_clear_and_draw__each_die_short_costs_one_life(edition):
    story = at(edition, *SHORT, step="clear").draws("Sidekick", "Sidekick")
    assert story.life(ANN) == 18


@ALL
def test_clear_and_draw__each_die_short_gives_one_generic_energy(edition):
    story = at(edition, *SHORT, step="clear").draws("Sidekick", "Sidekick")
    story.rolls("Sidekick Bolt", "Sidekick pawn").keep()
    assert story.state.short_draw_energy[ANN] == 2
    story.buy("Rescue", "Bolt")
    assert story.state.short_draw_energy[ANN] == 1


@IN_2014
def test_clear_and_draw__in_2014_the_missing_dice_deal_damage(edition):
    story = at(edition, *SHORT, step="clear").draws("Sidekick", "Sidekick")
    assert "player-damaged" in story.codes()


@IN_2016
def test_clear_and_draw__in_2016_the_missing_dice_cost_life_which_is_no_damage(edition):
    story = at(edition, *SHORT, step="clear").draws("Sidekick", "Sidekick")
    assert "life-lost" in story.codes()
    assert "player-damaged" not in story.codes()


@ALL
def test_clear_and_draw__a_short_draw_rouses_hulk_only_where_it_is_damage(edition):
    setting = setup(cards=["77avx"])  # you take damage: 2 damage to each opposing character
    lines = [*SHORT, "0 field Hulk 3", "1 field Sidekick pawn"]
    story = at(edition, *lines, step="clear", setting=setting).draws("Sidekick", "Sidekick")
    roused = story.titles("field", BOB) == {}
    assert roused == (EDITIONS[edition].year == 2014)


@ALL
def test_clear_and_draw__the_generic_energy_of_a_short_draw_does_not_outlast_the_turn(edition):
    story = at(edition, *SHORT, step="clear").draws("Sidekick", "Sidekick")
    story.rolls("Sidekick Bolt", "Sidekick pawn").keep().no_attack()
    assert story.state.short_draw_energy[ANN] == 0


# Roll and Reroll Step


@ALL
def test_roll_and_reroll__drawn_dice_and_those_in_the_prep_area_are_rolled(edition):
    story = at(edition, "0 prep Rescue", "0 prep Triceraton", step="clear")
    story.draws(*("Sidekick",) * 4)
    assert len(story.state.request.dice) == 6


def rolled(edition, *faces):
    story = at(edition, step="clear").draws(*("Sidekick",) * 4)
    return story.rolls(*(f"Sidekick {face}" for face in faces or ("Bolt", "Fist", "?", "pawn")))


@ALL
def test_roll_and_reroll__any_or_all_dice_may_be_rerolled(edition):
    sizes = {len(action.dice) for action in kinds(rolled(edition), act.Reroll)}
    assert sizes == {1, 2, 3, 4}


@ALL
def test_roll_and_reroll__rerolling_none_is_allowed(edition):
    assert act.KEEP in rolled(edition).legal_actions()


@ALL
def test_roll_and_reroll__the_dice_to_reroll_are_chosen_at_once(edition):
    story = rolled(edition).reroll("Bolt", "pawn")
    assert len(story.state.request.dice) == 2


@ALL
def test_roll_and_reroll__there_is_no_second_reroll_not_even_for_other_dice(edition):
    story = rolled(edition).reroll("Bolt").rolls("Sidekick Mask")
    assert story.legal_actions() == [act.KEEP]
    other = one(story, "Sidekick", "prep")
    assert code(story, act.Reroll((other,))) == "rerolled-already"


@ALL
def test_roll_and_reroll__then_all_dice_go_to_the_reserve_pool_with_the_same_face_up(edition):
    story = rolled(edition)
    before = sorted(story.state.dice[die].face for die in story.zone("prep", ANN))
    story.keep()
    assert sorted(story.state.dice[die].face for die in story.zone("reserve", ANN)) == before
    assert story.zone("prep", ANN) == []


@ALL
def test_roll_and_reroll__only_dice_just_rolled_can_be_rerolled(edition):
    story = rolled(edition)
    assert code(story, act.Reroll((one(story, "Sidekick", "bag"),))) == "not-rolled"


# Main Step: purchasing


@ALL
def test_main_step__purchasing_fielding_and_actions_come_in_any_order(edition):
    lines = [*reserve(ANN, "Bolt", "Bolt", "Fist", "pawn"), "0 reserve Force Beam action"]
    story = at(edition, *lines).buy("Rescue", "Bolt", "Bolt").use("Force Beam")
    story.field("Sidekick")
    assert kinds(story, act.Pass)


@ALL
def test_purchasing__one_of_the_energy_must_be_of_the_cards_type(edition):
    story = at(edition, *reserve(ANN, "Fist", "Mask"))
    pay = tuple((die, 1) for die in story.zone("reserve", ANN))
    assert code(story, act.Purchase(one(story, "Rescue", "cards"), pay)) == "wrong-energy-type"


@ALL
def test_purchasing__the_rest_of_the_price_may_be_any_energy(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Mask")).buy("Rescue", "Bolt", "Mask")
    assert story.titles("used", ANN)["Rescue"] == 1


@ALL
def test_purchasing__wild_energy_counts_as_the_cards_type(edition):
    at(edition, *reserve(ANN, "?", "Mask")).buy("Rescue", "?", "Mask")


@ALL
def test_purchasing__generic_energy_is_of_no_type(edition):
    story = at(edition, "0 reserve Force Beam Generic")
    pay = ((one(story, "Force Beam", "reserve"), 2),)
    assert code(story, act.Purchase(one(story, "Rescue", "cards"), pay)) == "wrong-energy-type"


@ALL
def test_purchasing__basic_actions_ask_for_no_type(edition):
    at(edition, *reserve(ANN, "Fist", "Mask")).buy("Reclaim", "Fist", "Mask")


@ALL
def test_purchasing__too_little_energy_buys_nothing(edition):
    story = at(edition, *reserve(ANN, "Bolt"))
    pay = ((one(story, "Sidekick", "reserve"), 1),)
    assert code(story, act.Purchase(one(story, "Rescue", "cards"), pay)) == "too-little"


@ALL
def test_purchasing__energy_is_not_spent_for_no_reason(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Fist", "Mask"))
    pay = tuple((die, 1) for die in story.zone("reserve", ANN))
    assert code(story, act.Purchase(one(story, "Rescue", "cards"), pay)) == "too-much"


@ALL
def test_purchasing__the_opponents_dice_are_not_for_sale(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Bolt"))
    pay = tuple((die, 1) for die in story.zone("reserve", ANN))
    theirs = one(story, "Rescue", "cards", BOB)
    assert code(story, act.Purchase(theirs, pay)) == "not-your-card"


@ALL
def test_purchasing__a_die_bought_goes_to_the_used_pile(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Bolt")).buy("Rescue", "Bolt", "Bolt")
    assert "Rescue" in story.titles("used", ANN)


@IN_2014
def test_purchasing__in_2014_energy_spent_goes_to_the_used_pile(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Bolt")).buy("Rescue", "Bolt", "Bolt")
    assert story.titles("used", ANN)["Sidekick"] == 2


@IN_2016
def test_spending_energy__in_2016_energy_spent_in_ones_turn_goes_out_of_play(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Bolt")).buy("Rescue", "Bolt", "Bolt")
    assert story.titles("out", ANN) == {"Sidekick": 2}


@ALL
def test_spending_energy__on_the_opponents_turn_it_goes_to_the_used_pile(edition):
    story = at(edition, *reserve(BOB, "Bolt"), "0 field Rescue 1").passes()
    story.use_global("Horn of the Unicorn", "Bolt")
    assert story.titles("used", BOB) == {"Sidekick": 1}


@ALL
def test_purchasing__a_double_is_spent_partially_by_spinning_it_down(edition):
    story = at(edition, "0 reserve Rescue 2 Bolt", *reserve(ANN, "Fist"))
    story.buy("Rescue", "1 of 2 Bolt", "Fist")
    assert [story.shows(die) for die in story.zone("reserve", ANN)] == [("Bolt",)]


@ALL
def test_purchasing__both_symbols_of_a_double_may_pay(edition):
    at(edition, "0 reserve Rescue 2 Bolt").buy("Rescue", "2 Bolt")


@ALL
def test_purchasing__the_rest_of_a_generic_die_is_lost_unless_spent_at_once(edition):
    lines = ["0 reserve Force Beam Generic", *reserve(ANN, "Bolt", "Fist")]
    story = at(edition, *lines, "0 reserve Reclaim Generic")
    story.buy("Force Beam", "Generic", "Generic")
    assert code(story, act.Purchase(one(story, "Rescue", "cards"))) == "wrong-energy-type"
    story.buy("Rescue", "Bolt", "Fist")  # in full: nothing is left of the generic dice


@ALL
def test_purchasing__several_dice_bought_at_once_use_a_generic_die_up(edition):
    lines = ["0 reserve Force Beam Generic", "0 reserve Reclaim Generic", *reserve(ANN, "Bolt")]
    story = at(edition, *lines)
    story.at_once(("buy", "Rescue"), ("buy", "Force Beam"), pay=("Generic", "Generic", "Bolt"))
    assert story.titles("used", ANN)["Rescue"] == 1
    assert story.titles("cards", -1)["Force Beam"] == 1
    assert not story.zone("reserve", ANN)


@ALL
def test_purchasing__only_the_active_player_buys(edition):
    story = at(edition, *reserve(BOB, "Bolt", "Bolt"), "0 field Rescue 1").passes()
    assert story.state.mover == BOB
    pay = tuple((die, 1) for die in story.zone("reserve", BOB))
    assert code(story, act.Purchase(one(story, "Rescue", "cards", BOB), pay)) == "not-your-turn"


@ALL
def test_purchasing__all_dice_of_a_basic_action_may_be_bought_by_one_player(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Bolt", "Fist", "Fist", "Mask", "Mask"))
    for pair in (("Bolt", "Bolt"), ("Fist", "Fist"), ("Mask", "Mask")):
        story.buy("Reclaim", *pair)
    assert story.titles("used", ANN)["Reclaim"] == 3
    assert not [die for die in story.zone("cards", -1) if story.title(die) == "Reclaim"]


# Main Step: globals


@ALL
def test_using_a_global__works_though_no_die_of_the_card_is_in_the_field(edition):
    story = at(edition, *reserve(ANN, "Bolt"), "0 field Rescue 1")
    story.use_global("Horn of the Unicorn", "Bolt")
    assert stats(GameTable(story.state), one(story, "Rescue", "field")) == (4, 1)


@ALL
def test_using_a_global__the_opponents_cards_serve_both(edition):
    setting = setup(theirs=["15hhs"])  # Hamato Yoshi: pay 2, one damage to a blocker
    lines = [*reserve(ANN, "Bolt", "Fist"), "0 field Triceraton 1", "1 field Triceraton 1"]
    story = at(edition, *lines, setting=setting)
    story.attack("Triceraton").block([("Triceraton", "Triceraton")])
    story.use_global("Hamato Yoshi", "Bolt", "Fist")
    assert story.damage("Triceraton", BOB) == 1


@ALL
def test_using_a_global__as_often_as_it_can_be_paid(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Bolt"), "0 field Rescue 1")
    story.use_global("Horn of the Unicorn", "Bolt").use_global("Horn of the Unicorn", "Bolt")
    assert story.stats("Rescue", ANN) == (5, 1)


@ALL
def test_using_a_global__its_energy_must_match(edition):
    story = at(edition, *reserve(ANN, "Fist"), "0 field Rescue 1")
    assert not kinds(story, act.UseGlobal)


@ALL
def test_using_a_global__a_double_may_be_spent_partially(edition):
    story = at(edition, "0 reserve Rescue 2 Bolt", "0 field Rescue 1")
    story.use_global("Horn of the Unicorn", "1 of 2 Bolt")
    assert [story.shows(die) for die in story.zone("reserve", ANN)] == [("Bolt",)]


@ALL
def test_using_a_global__the_active_player_goes_first(edition):
    story = at(edition, *reserve(ANN, "Bolt"), *reserve(BOB, "Bolt"), "0 field Rescue 1")
    assert story.state.mover == ANN


@ALL
def test_using_a_global__needs_something_to_be_used_on(edition):
    assert not kinds(at(edition, *reserve(ANN, "Bolt")), act.UseGlobal)


# Main Step: actions


@ALL
def test_playing_actions__costs_no_energy(edition):
    at(edition, "0 reserve Force Beam action").use("Force Beam")


@IN_2014
def test_playing_actions__in_2014_the_die_goes_to_the_used_pile(edition):
    story = at(edition, "0 reserve Force Beam action").use("Force Beam")
    assert story.titles("used", ANN) == {"Force Beam": 1}


@IN_2016
def test_playing_actions__in_2016_the_die_goes_out_of_play(edition):
    story = at(edition, "0 reserve Force Beam action").use("Force Beam")
    assert story.titles("out", ANN) == {"Force Beam": 1}


@ALL
def test_playing_actions__a_die_on_energy_cannot_be_used(edition):
    story = at(edition, "0 reserve Force Beam Generic")
    die = one(story, "Force Beam", "reserve")
    assert code(story, act.UseAction(die)) == "no-action-face"


@ALL
def test_playing_actions__only_the_active_player_uses_them(edition):
    lines = ["1 reserve Force Beam action", *reserve(BOB, "Bolt"), "0 field Rescue 1"]
    story = at(edition, *lines).passes()
    assert story.state.mover == BOB
    die = one(story, "Force Beam", "reserve", BOB)
    assert code(story, act.UseAction(die)) == "not-your-turn"


# Main Step: fielding


@ALL
def test_fielding__costs_the_energy_in_the_upper_left_corner(edition):
    story = at(edition, "0 reserve Triceraton 3", *reserve(ANN, "Bolt"))
    assert not kinds(story, act.FieldDie)
    story = at(edition, "0 reserve Triceraton 3", *reserve(ANN, "Bolt", "Mask"))
    story.field("Triceraton 3", "Bolt", "Mask")


@ALL
def test_fielding__any_kind_of_energy_pays_even_generic(edition):
    lines = ["0 reserve Triceraton 3", "0 reserve Force Beam Generic"]
    at(edition, *lines).field("Triceraton 3", "Generic")


@ALL
def test_fielding__a_sidekick_is_free(edition):
    at(edition, *reserve(ANN, "pawn")).field("Sidekick")


@ALL
def test_fielding__two_costs_paid_at_once_use_a_generic_die_up(edition):
    lines = ["0 reserve Triceraton 1", "0 reserve Rescue 2", "0 reserve Force Beam Generic"]
    story = at(edition, *lines)
    story.at_once(("field", "Triceraton 1"), ("field", "Rescue 2"), pay=("Generic",))
    assert story.titles("field", ANN) == {"Triceraton": 1, "Rescue": 1}


@ALL
def test_fielding__a_die_showing_energy_is_no_character(edition):
    story = at(edition, *reserve(ANN, "Bolt"))
    assert code(story, act.FieldDie(one(story, "Sidekick", "reserve"))) == "no-character"


@ALL
def test_fielding__is_never_required(edition):
    assert act.PASS in at(edition, *reserve(ANN, "pawn")).legal_actions()


@ALL
def test_fielding__what_is_not_fielded_goes_to_the_used_pile_when_the_main_step_ends(edition):
    story = at(edition, *reserve(ANN, "pawn"), "0 field Rescue 1").end_main()
    assert story.state.step == "attackers"
    assert story.titles("used", ANN) == {"Sidekick": 1}
    assert story.titles("out", ANN) == {}


@ALL
def test_fielding__only_in_the_main_step(edition):
    story = at(edition, *reserve(ANN, "pawn"), "0 field Rescue 1", step="attackers")
    assert code(story, act.FieldDie(one(story, "Sidekick", "reserve"))) == "wrong-step"


# Attack Step: attackers


@ALL
def test_declare_attackers__all_some_or_none_may_attack(edition):
    story = at(edition, "0 field Rescue 1", "0 field Triceraton 1", step="attackers")
    assert len(kinds(story, act.AttackWith)) == 2
    assert act.END_DECLARATION in story.legal_actions()


@ALL
def test_declare_attackers__attackers_move_into_the_attack_zone(edition):
    story = at(edition, "0 field Rescue 1", "1 field Rescue 1", step="attackers").attack("Rescue")
    assert story.titles("attack", ANN) == {"Rescue": 1}


@ALL
def test_declare_attackers__attacking_costs_nothing(edition):
    story = at(edition, "0 field Triceraton 3", step="attackers")
    assert kinds(story, act.AttackWith)


@ALL
def test_declare_attackers__without_attackers_the_turn_ends_and_nobody_uses_globals(edition):
    lines = ["0 field Rescue 1", *reserve(ANN, "Bolt"), *reserve(BOB, "Bolt")]
    story = at(edition, *lines, step="attackers")
    assert not kinds(story, act.UseGlobal)
    story.do(act.END_DECLARATION)
    assert story.state.active == BOB


@ALL
def test_declare_attackers__only_characters_in_the_field_attack(edition):
    story = at(edition, "0 field Rescue 1", *reserve(ANN, "Bolt"), step="attackers")
    die = one(story, "Sidekick", "reserve")
    assert code(story, act.AttackWith(die)) == "not-in-field"


@ALL
def test_declare_attackers__the_opponents_characters_do_not_attack(edition):
    story = at(edition, "0 field Rescue 1", "1 field Rescue 1", step="attackers")
    assert code(story, act.AttackWith(one(story, "Rescue", "field", BOB))) == "not-in-field"


@ALL
def test_declare_attackers__effects_of_attacking_apply_for_each_die(edition):
    setting = setup(cards=["45hhs"])  # Tiger Claw attacks: 2 damage to the opponent
    lines = ["0 field Tiger Claw 1", "0 field Tiger Claw 1", "1 field Rescue 1"]
    story = at(edition, *lines, setting=setting).attack("Tiger Claw", "Tiger Claw")
    assert story.life(BOB) == 16


# Attack Step: blockers


def attacked(edition, *lines, attackers=("Triceraton",)):
    return at(edition, "0 field Triceraton 1", *lines).attack(*attackers)


@ALL
def test_declare_blockers__the_defender_decides(edition):
    story = attacked(edition, "1 field Rescue 1")
    assert story.state.mover == BOB
    assert story.state.step == "blockers"


@ALL
def test_declare_blockers__all_some_or_none_may_block(edition):
    story = attacked(edition, "1 field Rescue 1", "1 field Triceraton 1")
    assert act.END_DECLARATION in story.legal_actions()
    assert len(kinds(story, act.Block)) == 2


@ALL
def test_declare_blockers__a_blocker_blocks_one_attacker_only(edition):
    lines = ["0 field Rescue 2", "1 field Triceraton 1"]
    story = attacked(edition, *lines, attackers=("Triceraton", "Rescue"))
    blocker = one(story, "Triceraton", "field", BOB)
    first, second = story.zone("attack", ANN)
    story.do(act.Block(blocker, first))
    assert code(story, act.Block(blocker, second)) == "blocks-already"


@ALL
def test_declare_blockers__several_may_block_the_same_attacker(edition):
    lines = ["1 field Rescue 1", "1 field Sidekick pawn"]
    story = attacked(edition, *lines)
    story.block([("Triceraton", "Rescue"), ("Triceraton", "Sidekick")])
    assert story.titles("attack", BOB) == {"Rescue": 1, "Sidekick": 1}


@ALL
def test_declare_blockers__blockers_move_into_the_attack_zone_opposite_their_attacker(edition):
    story = attacked(edition, "1 field Rescue 1")
    blocker, attacker = one(story, "Rescue", "field", BOB), one(story, "Triceraton", "attack")
    story.do(act.Block(blocker, attacker))
    lie = next(x for x in story.game.layout(story.state) if x.place.zone == "attack" and x.paired)
    assert lie.paired == story.state.match.die_names[attacker]


@ALL
def test_declare_blockers__attackers_effects_come_before_the_defenders(edition):
    setting = setup(cards=["40hhs"], theirs=["1avx"])  # Slash blocked; Beast blocks
    lines = ["0 field Slash 1", "1 field Beast 2", "1 field Rescue 1"]
    story = at(edition, *lines, setting=setting).attack("Slash").block([("Slash", "Beast")])
    texts = [event.text for event in story.events if event.code == "ability"]
    assert [text.split("'")[0] for text in texts] == ["Slash", "Beast"]


# Attack Step: actions and globals


@ALL
def test_actions_and_globals__the_attacker_uses_actions_and_globals_the_defender_globals(edition):
    lines = ["1 field Rescue 1", "0 reserve Force Beam action", *reserve(BOB, "Bolt")]
    story = attacked(edition, *lines).block([])
    assert kinds(story, act.UseAction)
    story.passes()
    assert story.state.mover == BOB
    assert kinds(story, act.UseGlobal)
    assert not kinds(story, act.UseAction)


@ALL
def test_actions_and_globals__when_both_are_finished_damage_is_assigned(edition):
    story = attacked(edition, "1 field Rescue 1").block([]).both_pass()
    assert story.life(BOB) == 17


# Attack Step: damage


@ALL
def test_assign_damage__a_blocked_attacker_damages_its_blocker_and_not_the_player(edition):
    story = attacked(edition, "1 field Rescue 1").block([("Triceraton", "Rescue")]).both_pass()
    assert story.life(BOB) == 20
    assert story.titles("prep", BOB)["Rescue"] == 1


@ALL
def test_assign_damage__the_attacker_divides_damage_between_blockers(edition):
    lines = ["1 field Rescue 2", "1 field Rescue 3"]
    story = attacked(edition, *lines)
    story.block([("Triceraton", "Rescue 2"), ("Triceraton", "Rescue 3")]).both_pass()
    assert {a.amount for a in story.legal_actions()} == {0, 1, 2, 3}
    assert story.game.to_move(story.state) == ANN


@ALL
def test_assign_damage__all_damage_may_go_to_one_blocker(edition):
    lines = ["1 field Rescue 2", "1 field Rescue 3"]
    story = attacked(edition, *lines)
    story.block([("Triceraton", "Rescue 2"), ("Triceraton", "Rescue 3")]).both_pass().amount(3)
    assert story.titles("field", BOB) == {"Rescue": 1}


@ALL
def test_assign_damage__an_attacker_assigns_all_of_its_damage(edition):
    lines = ["1 field Rescue 2", "1 field Rescue 3"]
    story = attacked(edition, *lines)
    story.block([("Triceraton", "Rescue 2"), ("Triceraton", "Rescue 3")]).both_pass().amount(0)
    assert story.titles("field", BOB) == {"Rescue": 1}, "what the first did not get the second got"


@ALL
def test_assign_damage__blockers_attack_values_add_up(edition):
    lines = ["1 field Rescue 1", "1 field Sidekick pawn"]
    story = attacked(edition, *lines)
    story.block([("Triceraton", "Rescue"), ("Triceraton", "Sidekick")]).both_pass().amount(1)
    assert story.titles("prep", ANN)["Triceraton"] == 1


@ALL
def test_assign_damage__damage_is_simultaneous_so_both_may_fall(edition):
    story = attacked(edition, "1 field Triceraton 1").block([("Triceraton", "Triceraton")])
    story.both_pass()
    assert story.titles("prep", ANN)["Triceraton"] == 1
    assert story.titles("prep", BOB)["Triceraton"] == 1


@ALL
def test_assign_damage__damage_beyond_the_defence_is_wasted(edition):
    story = attacked(edition, "1 field Sidekick pawn").block([("Triceraton", "Sidekick")])
    story.both_pass()
    assert story.life(BOB) == 20


@ALL
def test_assign_damage__damage_equal_to_the_defence_knocks_out_to_the_prep_area(edition):
    story = attacked(edition, "1 field Rescue 2").block([("Triceraton", "Rescue")]).both_pass()
    assert story.titles("prep", BOB)["Rescue"] == 1


@ALL
def test_assign_damage__damage_below_the_defence_does_not(edition):
    story = attacked(edition, "1 field Triceraton 2").block([("Triceraton", "Triceraton")])
    story.both_pass()
    assert story.titles("field", BOB) == {"Triceraton": 1}


@ALL
def test_assign_damage__unblocked_attackers_damage_the_player(edition):
    story = attacked(edition).both_pass()
    assert story.life(BOB) == 17
    (hurt,) = (event for event in story.events if event.code == "player-damaged")
    assert hurt.facts["dealers"].startswith("Triceraton")


@IN_2016
def test_assign_damage__in_2016_unblocked_attackers_leave_before_other_effects(edition):
    setting = setup(cards=["22avx"])  # Thor damages the opponent: KO a Fist
    lines = ["0 field Thor 1", "1 field Triceraton 1", "1 field Triceraton 2"]
    story = at(edition, *lines, setting=setting).attack("Thor").block([]).both_pass()
    assert story.titles("out", ANN) == {"Thor": 1}
    assert story.state.request is not None


@IN_2014
def test_assign_damage__in_2014_unblocked_attackers_leave_at_cleanup(edition):
    setting = setup(cards=["22avx"])
    lines = ["0 field Thor 1", "1 field Triceraton 1", "1 field Triceraton 2"]
    story = at(edition, *lines, setting=setting).attack("Thor").block([]).both_pass()
    assert story.titles("attack", ANN) == {"Thor": 1}


@ALL
def test_assign_damage__taking_damage_answers_in_ygo_only_if_the_die_still_stands(edition):
    setting = setup(theirs=["14avx"])  # Iron Man takes damage: gain 1 life
    lines = ["0 field Triceraton 3", "0 field Triceraton 2", "1 field Iron Man 1"]
    for attacker, falls in (("Triceraton 2", False), ("Triceraton 3", True)):
        story = at(edition, *lines, setting=setting, life=(20, 10)).attack(attacker)
        story.block([(attacker, "Iron Man")]).both_pass()
        assert (story.titles("field", BOB) == {}) == falls
        assert story.life(BOB) == (10 if falls and edition == "ygo" else 11)


# Cleanup Step


@ALL
def test_cleanup__blocked_and_blocking_characters_return_to_the_field(edition):
    lines = ["1 field Triceraton 2"]
    story = at(edition, "0 field Triceraton 3", *lines).attack("Triceraton")
    story.block([("Triceraton", "Triceraton")])
    story.both_pass()
    assert story.titles("attack", ANN) == {}
    assert story.titles("field", ANN) == {"Triceraton": 1}


@ALL
def test_cleanup__unblocked_attackers_end_in_the_used_pile(edition):
    story = attacked(edition).both_pass()
    assert story.titles("used", ANN) == {"Triceraton": 1}


@ALL
def test_cleanup__all_damage_is_cleared(edition):
    story = at(edition, "0 field Triceraton 3", "1 field Triceraton 2").attack("Triceraton")
    story.block([("Triceraton", "Triceraton")]).both_pass()
    assert story.damage("Triceraton", ANN) == 0


@ALL
def test_cleanup__actions_not_used_go_to_the_used_pile(edition):
    story = at(edition, "0 reserve Force Beam **").no_attack()
    assert story.titles("used", ANN) == {"Force Beam": 1}


@ALL
def test_cleanup__energy_may_stay_in_the_reserve_pool(edition):
    lines = [*reserve(ANN, "Bolt"), "0 reserve Force Beam Generic"]
    story = at(edition, *lines).no_attack()
    assert story.titles("reserve", ANN) == {"Sidekick": 1, "Force Beam": 1}


@ALL
def test_cleanup__effects_end(edition):
    lines = [*reserve(ANN, "Bolt"), "0 field Rescue 1"]
    story = at(edition, *lines).use_global("Horn of the Unicorn", "Bolt").no_attack()
    assert story.stats("Rescue", ANN) == (3, 1)


@ALL
def test_cleanup__out_of_play_is_emptied_into_the_used_pile(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Bolt")).buy("Rescue", "Bolt", "Bolt").no_attack()
    assert story.titles("out", ANN) == {}
    assert story.titles("used", ANN) == {"Rescue": 1, "Sidekick": 2}


# Winning


@ALL
def test_winning__the_game_ends_as_soon_as_a_life_is_gone(edition):
    story = at(edition, "0 field Triceraton 1", life=(20, 3)).attack("Triceraton").both_pass()
    assert GAMES[edition].outcome(story.state).winners == (ANN,)
    assert story.state.step == "over"


@IN_2016
def test_winning__in_2016_both_at_zero_at_the_same_time_is_a_tie(edition):
    story = at(edition, "0 reserve Force Beam **", life=(1, 1)).use("Force Beam **")
    assert GAMES[edition].outcome(story.state).winners == ()


@IN_2014
def test_timing_conflicts__in_2014_both_cannot_reach_zero_the_active_players_effect_is_first(
    edition,
):
    story = at(edition, "0 reserve Force Beam **", life=(1, 1)).use("Force Beam **")
    assert GAMES[edition].outcome(story.state).winners == (ANN,)


@ALL
def test_winning__a_player_may_concede_at_any_time(edition):
    story = at(edition, step="clear").do(act.ConcedeGame(ANN))
    assert GAMES[edition].outcome(story.state).winners == (BOB,)


@ALL
def test_winning__nothing_is_legal_afterwards(edition):
    story = at(edition, step="clear").do(act.ConcedeGame(ANN))
    assert story.legal_actions() == []
    assert code(story, act.PASS) == "game-over"
