"""One test per sentence of the "Tournament Rules" sections of the four books."""

import pytest
from textless_cards import at, kinds, reserve, setup

from rules.dicemasters.cards.formats import BOOKS
from rules.dicemasters.engine.edition import EDITIONS
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.why_not import find_violation

ALL = pytest.mark.parametrize("edition", sorted(EDITIONS))
IN_2014 = pytest.mark.parametrize("edition", ["avx", "ygo"])
IN_2016 = pytest.mark.parametrize("edition", ["imwm", "tmnt"])
ANN, BOB = 0, 1


def code(story, action):
    wrong = find_violation(story.state, action)
    return wrong.code if wrong else None


def one(story, title, zone, seat=ANN):
    return next(die for die in story.zone(zone, seat) if story.title(die) == title)


def targets(story):
    """Titles of the dice one may choose now."""
    return sorted(story.title(action.die) for action in kinds(story, act.ChooseDie))


# Fundamental Rules


@ALL
def test_fundamental__card_text_supersedes_the_rules(edition):
    setting = setup(theirs=["5hhs"])  # Casey Jones may block up to three cheap characters
    lines = ["0 field Rescue 1", "0 field Rescue 2", "1 field Casey Jones 3"]
    story = at(edition, *lines, setting=setting).attack("Rescue 1", "Rescue 2")
    story.block([("Rescue 1", "Casey Jones"), ("Rescue 2", "Casey Jones")])
    assert len(story.state.dice[one(story, "Casey Jones", "attack", BOB)].blocks) == 2


@ALL
def test_fundamental__effects_target_only_character_dice_in_the_field(edition):
    lines = ["0 field Rescue 1", "1 field Triceraton 1", "1 reserve Triceraton 1", "1 used Rescue"]
    story = at(edition, *lines, *reserve(ANN, "Bolt")).use_global("Horn of the Unicorn", "Bolt")
    assert targets(story) == ["Rescue", "Triceraton"]


@ALL
def test_fundamental__the_attack_zone_is_part_of_the_field(edition):
    lines = ["0 field Rescue 1", "1 field Triceraton 1", *reserve(ANN, "Bolt")]
    story = at(edition, *lines).attack("Rescue").block([])
    story.use_global("Horn of the Unicorn", "Bolt")
    assert targets(story) == ["Rescue", "Triceraton"]


@ALL
def test_fundamental__cannot_beats_can(edition):
    # Hamato Yoshi makes everybody block; a die that cannot block still need not.
    setting = setup(cards=["15hhs"], basics=["119ygo", "27avx", "57hhs"])
    lines = ["0 field Hamato Yoshi 1", "1 field Rescue 1", *reserve(ANN, "Mask")]
    story = at(edition, *lines, setting=setting)
    story.use_global("Swords of Revealing Light", "Mask").choose("Rescue", BOB)
    story.attack("Hamato Yoshi").both_pass()
    assert story.life(BOB) == 18


@ALL
def test_fundamental__a_cost_that_cannot_be_paid_cannot_be_avoided(edition):
    # Mutation's global: spin one of yours down to spin another up. Level 1 cannot spin down.
    setting = setup(basics=["52hhs", "27avx", "57hhs"])
    lines = ["0 field Rescue 1", "1 field Triceraton 1", *reserve(ANN, "Mask")]
    assert not kinds(at(edition, *lines, setting=setting), act.UseGlobal)
    lines[0] = "0 field Rescue 2"
    assert kinds(at(edition, *lines, setting=setting), act.UseGlobal)


@ALL
def test_fundamental__life_never_rises_above_the_start(edition):
    setting = setup(cards=["15imw"])  # Jarvis fielded: gain life
    story = at(edition, "0 reserve Jarvis 1", setting=setting).field("Jarvis 1")
    assert story.life(ANN) == 20


@ALL
def test_fundamental__life_below_the_start_is_regained(edition):
    setting = setup(cards=["15imw"])
    story = at(edition, "0 reserve Jarvis 1", setting=setting, life=(12, 20)).field("Jarvis 1")
    assert story.life(ANN) == 13


@ALL
def test_fundamental__partially_spent_dice_keep_the_face_they_were_spun_to(edition):
    story = at(edition, "0 reserve Rescue 2 Bolt", *reserve(ANN, "Fist"))
    story.buy("Rescue", "1 of 2 Bolt", "Fist")
    die = one(story, "Rescue", "reserve")
    assert story.state.dice[die].spun
    assert story.shows(die) == ("Bolt",)


# Powers, Abilities, and Card Text


@ALL
def test_card_text__naming_a_character_means_your_own_dice(edition):
    # Both have a Human Torch; only Ann's get the bonus of her card.
    setting = setup(cards=["12avx"], theirs=["12avx"])
    lines = ["0 field Human Torch 1", "1 field Human Torch 1", "0 reserve Rescue 1"]
    story = at(edition, *lines, setting=setting).field("Rescue 1")
    assert story.stats("Human Torch", ANN) == (3, 3)
    assert story.stats("Human Torch", BOB) == (2, 2)


@ALL
def test_card_text__the_opponents_same_character_triggers_nothing(edition):
    setting = setup(cards=["45hhs"], theirs=["45hhs"])  # Tiger Claw attacks: 2 damage
    lines = ["0 field Rescue 1", "1 field Tiger Claw 1"]
    story = at(edition, *lines, setting=setting).attack("Rescue")
    assert (story.life(ANN), story.life(BOB)) == (20, 20)


@ALL
def test_card_text__effects_and_bonuses_end_with_the_turn(edition):
    setting = setup(cards=["47hhs"])  # Triceraton attacks: +3A (another Triceraton card is out)
    setting["teams"][0]["cards"] = [["47hhs", 3], ["16imw", 3]]
    story = at(edition, "0 field Triceraton 2", "1 field Rescue 1", setting=setting)
    story.attack("Triceraton")
    assert story.stats("Triceraton", ANN) == (7, 4)
    story.block([("Triceraton", "Rescue")]).both_pass()
    assert story.stats("Triceraton", ANN) == (4, 4)


# Bonuses and Damage


@ALL
def test_bonuses__damage_stays_until_the_end_of_the_turn(edition):
    story = at(edition, "0 reserve Force Beam action", "1 field Triceraton 1").use("Force Beam")
    assert story.damage("Triceraton", BOB) == 1
    story.no_attack()
    assert story.damage("Triceraton", BOB) == 0


@ALL
def test_bonuses__damage_of_several_sources_adds_up(edition):
    lines = ["0 reserve Force Beam action", "0 reserve Force Beam *", "1 field Triceraton 1"]
    story = at(edition, *lines).use("Force Beam action").use("Force Beam *")
    assert story.titles("prep", BOB) == {"Triceraton": 1}


@ALL
def test_bonuses__are_added_together_before_they_are_applied(edition):
    lines = ["0 field Rescue 1", *reserve(ANN, "Bolt", "Bolt")]
    story = at(edition, *lines)
    for _ in range(2):
        story.use_global("Horn of the Unicorn", "Bolt")
    assert story.stats("Rescue", ANN) == (5, 1)


@ALL
def test_bonuses__cannot_reduce_a_number_below_zero(edition):
    story = at(edition, "0 field Rescue 1", "1 field Triceraton 1")
    story.do(act.BuffDie(one(story, "Triceraton", "field", BOB), attack=-9))
    assert story.stats("Triceraton", BOB) == (0, 3)


@ALL
def test_bonuses__a_defence_of_zero_is_knocked_out(edition):
    story = at(edition, "1 field Triceraton 1")
    story.do(act.BuffDie(one(story, "Triceraton", "field", BOB), defence=-3))
    assert story.titles("prep", BOB) == {"Triceraton": 1}


@ALL
def test_bonuses__losing_a_defence_bonus_can_knock_out_a_damaged_die(edition):
    setting = setup(theirs=["18hhs"])  # Karai: your Sidekick dice get +1A +1D
    lines = ["0 reserve Force Beam action", "1 field Karai 1", "1 field Sidekick pawn"]
    story = at(edition, *lines, setting=setting).use("Force Beam")
    # Karai's one defence is gone, and with her the Sidekick's second point.
    assert story.titles("field", BOB) == {}
    assert story.titles("prep", BOB) == {"Karai": 1, "Sidekick": 1}


@ALL
def test_bonuses__once_gained_last_until_the_end_of_the_turn(edition):
    lines = ["0 field Rescue 1", *reserve(ANN, "Bolt"), "1 field Sidekick pawn"]
    story = at(edition, *lines).use_global("Horn of the Unicorn", "Bolt").choose("Rescue")
    story.attack("Rescue").block([])
    assert story.stats("Rescue", ANN) == (4, 1)


# Reducing Purchase Costs and Fielding Costs


@IN_2016
def test_reducing_costs__only_active_cards_make_other_dice_cheaper(edition):
    setting = setup(cards=["1hhs", "7hhs"])  # April, Turtle Power; Donatello, five Bolt
    lines = reserve(ANN, "Bolt", "Fist", "Mask", "Shield")

    def can_buy(story):
        return any(story.title(action.die) == "Donatello" for action in kinds(story, act.Purchase))

    assert not can_buy(at(edition, *lines, setting=setting))
    assert can_buy(at(edition, *lines, "0 field April 1", setting=setting))


# Bursts


@ALL
def test_bursts__one_burst_matches_one_burst_only(edition):
    setting = setup(basics=["58hhs", "27avx", "57hhs"])  # Unstable Canister speaks of ** only
    lines = ["0 reserve Unstable Canister *", "1 field Triceraton 3"]
    story = at(edition, *lines, setting=setting).use("Unstable Canister *").choose("Triceraton")
    assert story.damage("Triceraton", BOB) == 2


@ALL
def test_bursts__two_bursts_match_two_only(edition):
    lines = ["0 reserve Force Beam **", "1 field Triceraton 3"]
    story = at(edition, *lines).use("Force Beam **")
    assert story.damage("Triceraton", BOB) == 2
    assert (story.life(ANN), story.life(BOB)) == (19, 19)


@ALL
@pytest.mark.parametrize("face", ["*", "**"])
def test_bursts__a_text_for_either_matches_both(edition, face):
    setting = setup(basics=["29avx", "27avx", "57hhs"])  # Inner Rage: a further +1A +1D
    lines = [f"0 reserve Inner Rage {face}", "0 field Rescue 1", "0 field Triceraton 1"]
    story = at(edition, *lines, setting=setting).use(f"Inner Rage {face}")
    while story.state.request is not None:
        story.do(story.legal_actions()[0])
    assert story.stats("Rescue", ANN) == (5, 3)


@ALL
def test_bursts__without_a_matching_text_nothing_happens(edition):
    setting = setup(theirs=["15avx"])  # Iron Man level 3 has a burst, this card no text for it
    story = at(edition, "1 field Iron Man 3", setting=setting)
    assert story.stats("Iron Man", BOB) == (5, 7)


@ALL
def test_bursts__are_mandatory(edition):
    lines = ["0 reserve Force Beam *", "0 field Rescue 2", "1 field Triceraton 3"]
    story = at(edition, *lines).use("Force Beam *")
    assert story.state.request is None
    assert story.damage("Rescue", ANN) == 2


# Active and Fielded


@ALL
def test_active__while_active_counts_once_however_many_dice(edition):
    setting = setup(cards=["5avx"])  # Captain America: your Sidekick characters get +1A +1D
    lines = ["0 field Captain America 1", "0 field Captain America 2", "0 field Sidekick pawn"]
    assert at(edition, *lines, setting=setting).stats("Sidekick", ANN) == (2, 2)


@ALL
def test_active__without_a_die_in_the_field_there_is_no_benefit(edition):
    setting = setup(cards=["5avx"])
    lines = ["0 reserve Captain America 1", "0 field Sidekick pawn"]
    assert at(edition, *lines, setting=setting).stats("Sidekick", ANN) == (1, 1)


@ALL
def test_fielded__is_the_moment_a_die_goes_from_the_reserve_pool_to_the_field(edition):
    setting = setup(cards=["43hhs"])  # Tiger Claw fielded: 3 damage to each opposing character
    lines = ["0 reserve Tiger Claw 1", *reserve(ANN, "Bolt"), "1 field Triceraton 1"]
    story = at(edition, *lines, setting=setting).field("Tiger Claw 1", "Bolt")
    assert story.titles("prep", BOB) == {"Triceraton": 1}


@ALL
def test_fielded__is_not_being_sent_to_attack(edition):
    setting = setup(cards=["43hhs"])
    story = at(edition, "0 field Tiger Claw 1", "1 field Triceraton 1", setting=setting)
    story.attack("Tiger Claw")
    assert story.damage("Triceraton", BOB) == 0


@ALL
def test_fielded__is_not_returning_from_the_attack_zone(edition):
    setting = setup(cards=["43hhs"])
    lines = ["0 field Tiger Claw 3", "1 field Sidekick pawn", "1 field Triceraton 3"]
    story = at(edition, *lines, setting=setting).attack("Tiger Claw")
    story.block([("Tiger Claw", "Sidekick")]).both_pass()
    assert story.titles("field", ANN) == {"Tiger Claw": 1}
    assert story.titles("field", BOB) == {"Triceraton": 1}


@ALL
def test_fielded__moving_dice_as_part_of_an_effect_is_no_fielding(edition):
    setting = setup(cards=["10hhs", "39hhs"])  # Shredder moves Foot Ninja from the Used Pile
    lines = ["0 reserve Shredder 1", *reserve(ANN, "Bolt"), "0 used Foot Ninja"]
    story = at(edition, *lines, setting=setting).field("Shredder 1", "Bolt")
    # Foot Ninja fielded would draw a die, because Shredder is active.
    assert story.titles("field", ANN)["Foot Ninja"] == 1
    assert "drawn" not in story.codes()


@ALL
def test_fielded__each_fielding_counts_even_in_the_same_turn(edition):
    setting = setup(cards=["43hhs"])
    lines = [
        "0 reserve Tiger Claw 1",
        "0 reserve Tiger Claw 1",
        *reserve(ANN, "Bolt", "Bolt"),
        "1 field Hulk 3",
    ]
    setting["teams"][1]["cards"].append(["7avx", 2])
    story = at(edition, *lines, setting=setting)
    story.field("Tiger Claw 1", "Bolt").field("Tiger Claw 1", "Bolt")
    assert story.damage("Hulk", BOB) == 6


@IN_2014
def test_fielded__used_pile_effects_cannot_pick_a_die_that_paid_for_the_fielding(edition):
    setting = setup(cards=["4avx"])  # Captain America: may roll a Sidekick of the Used Pile
    lines = ["0 reserve Captain America 1", *reserve(ANN, "Bolt")]
    story = at(edition, *lines, setting=setting).field("Captain America 1", "Bolt")
    assert story.state.request is None, "only the die that paid lies in the Used Pile"


# Preventing and Redirecting


def shielded(edition):
    """Bob's Iron Man takes one damage less from every source."""
    return at(
        edition,
        "0 reserve Force Beam action",
        "1 field Iron Man 1",
        setting=setup(theirs=["13avx"]),
    )


@ALL
def test_preventing__what_is_prevented_cannot_be_reacted_to(edition):
    story = shielded(edition).use("Force Beam")
    assert story.damage("Iron Man", BOB) == 0
    assert "die-damaged" not in story.codes()


@ALL
def test_preventing__costs_are_not_refunded(edition):
    # Spider-Man pays to stay unaffected; the global's own energy is spent all the same.
    setting = setup(theirs=["16avx"])
    lines = [*reserve(ANN, "Bolt"), *reserve(BOB, "Fist"), "1 field Spider-Man 1"]
    story = at(edition, *lines, setting=setting).use_global("Horn of the Unicorn", "Bolt")
    story.yes("Fist")
    assert story.stats("Spider-Man", BOB) == (3, 3)
    assert story.titles("reserve", ANN) == {}


@ALL
def test_redirecting__the_new_target_takes_the_damage_instead(edition):
    setting = setup(theirs=["13avx"])  # global: redirect 1 damage from you to your character
    lines = ["0 field Rescue 1", "1 field Triceraton 1", *reserve(BOB, "Shield")]
    story = at(edition, *lines, setting=setting).attack("Rescue").block([]).both_pass()
    global_ = next(a for a in story.legal_actions() if isinstance(a, act.UseGlobal))
    story.do(global_)
    assert story.life(BOB) == 18


@ALL
def test_redirecting__what_is_redirected_did_not_happen_to_the_first_target(edition):
    # "You take damage" does not answer when all of it went elsewhere.
    setting = setup(theirs=["13avx", "77avx"])
    lines = ["0 field Sidekick pawn", "0 field Rescue 3", "1 field Triceraton 1"]
    lines += ["1 field Hulk 3", *reserve(BOB, "Shield")]
    story = at(edition, *lines, setting=setting).attack("Sidekick").block([]).both_pass()
    story.do(next(a for a in story.legal_actions() if isinstance(a, act.UseGlobal)))
    story.choose("Triceraton", BOB)
    assert story.life(BOB) == 20
    assert story.titles("field", ANN) == {"Rescue": 1}


# Timing Conflicts


@ALL
def test_timing__the_active_players_effects_come_first(edition):
    # Hulk of either side answers to the same Force Beam.
    setting = setup(cards=["77avx"], theirs=["77avx"])
    lines = ["0 reserve Force Beam action", "0 field Hulk 3", "1 field Hulk 3"]
    story = at(edition, *lines, setting=setting).use("Force Beam")
    owners = [event.seat for event in story.events if event.code == "ability"]
    assert owners[0] == ANN


@ALL
def test_timing__one_players_simultaneous_effects_come_in_the_order_they_choose(edition):
    setting = setup(cards=["45hhs", "47hhs"])
    setting["teams"][0]["cards"] = [["45hhs", 2], ["47hhs", 2]]
    lines = ["0 field Tiger Claw 1", "0 field Triceraton 1", "1 field Rescue 1"]
    story = at(edition, *lines, setting=setting).attack("Tiger Claw", "Triceraton")
    assert {type(action) for action in story.legal_actions()} == {act.ResolveFirst}
    assert story.game.to_move(story.state) == ANN


@ALL
def test_timing__an_effect_is_carried_out_entirely_before_the_next(edition):
    setting = setup(basics=["26avx", "113ygo", "57hhs"])  # Focus Power asks for its die
    lines = ["0 reserve Focus Power action", *reserve(ANN, "Bolt"), "0 field Rescue 2"]
    story = at(edition, *lines, "1 field Triceraton 1", setting=setting).use("Focus Power")
    die = one(story, "Sidekick", "reserve")
    horn = next(s for s in story.state.match.global_abilities)
    assert code(story, act.UseGlobal(horn.card, horn.number, ((die, 1),))) == "not-offered"


@ALL
def test_timing__the_active_player_acts_as_often_as_they_like_before_pausing(edition):
    lines = [*reserve(ANN, "Bolt", "Bolt", "Bolt"), *reserve(BOB, "Bolt"), "0 field Rescue 1"]
    story = at(edition, *lines)
    for _ in range(3):
        story.use_global("Horn of the Unicorn", "Bolt")
        assert story.state.mover == ANN


@ALL
def test_timing__the_inactive_player_acts_once_then_the_active_player_again(edition):
    lines = [*reserve(ANN, "Bolt"), *reserve(BOB, "Bolt", "Bolt"), "0 field Rescue 1"]
    story = at(edition, *lines).passes()
    assert story.state.mover == BOB
    story.use_global("Horn of the Unicorn", "Bolt")
    assert story.state.mover == ANN


@ALL
def test_timing__when_both_pass_no_more_is_done_in_that_step(edition):
    lines = [*reserve(ANN, "Bolt"), *reserve(BOB, "Bolt"), "0 field Rescue 1"]
    story = at(edition, *lines).passes().passes()
    assert story.state.step == "main", "the inactive player passed first"
    story.passes()
    assert story.state.step == "attackers"


@ALL
def test_timing__after_the_inactive_player_passed_the_active_player_may_go_on(edition):
    lines = [*reserve(ANN, "Bolt"), *reserve(BOB, "Bolt"), "0 field Rescue 1"]
    story = at(edition, *lines).passes().passes().use_global("Horn of the Unicorn", "Bolt")
    story.passes()
    assert story.state.mover == BOB, "after an action the other is asked again"


@ALL
def test_timing__nobody_is_asked_who_can_do_nothing(edition):
    story = at(edition, *reserve(ANN, "Bolt"), "0 field Rescue 1").passes()
    assert story.state.step == "attackers"


@IN_2016
def test_timing__the_first_time_is_counted_by_the_card_not_by_its_dice(edition):
    setting = setup(cards=["12avx"])  # first time each turn you field a character
    lines = ["0 field Human Torch 1", "0 field Human Torch 1", "0 reserve Rescue 1"]
    story = at(edition, *lines, *reserve(ANN, "pawn"), setting=setting)
    story.field("Rescue 1").field("Sidekick")
    assert story.stats("Human Torch", ANN) == (3, 3)


# More About Dice


@ALL
def test_more_about_dice__a_sidekick_on_energy_is_an_energy_die(edition):
    story = at(edition, *reserve(ANN, "Bolt"))
    assert code(story, act.FieldDie(one(story, "Sidekick", "reserve"))) == "no-character"


@ALL
def test_more_about_dice__a_sidekick_in_the_field_is_a_character_die(edition):
    lines = ["0 field Sidekick pawn", *reserve(ANN, "Bolt")]
    story = at(edition, *lines).use_global("Horn of the Unicorn", "Bolt")
    assert story.stats("Sidekick", ANN) == (2, 1)


@ALL
def test_more_about_dice__outside_the_field_only_2014_goes_by_faces(edition):
    # Monster Reborn rolls a character die of the Used Pile: is a Sidekick one there?
    setting = setup(basics=["116ygo", "27avx", "57hhs"])
    lines = ["0 reserve Monster Reborn action", "0 used Sidekick", "0 used Reclaim"]
    story = at(edition, *lines, setting=setting).use("Monster Reborn")
    assert (story.state.request is not None) == (EDITIONS[edition].year == 2014)


# Rerolling Dice


def storm(edition):
    setting = setup(cards=["19avx"])  # Storm fielded: reroll an opposing character
    lines = ["0 reserve Storm 1", "1 field Triceraton 2"]
    return at(edition, *lines, setting=setting).field("Storm 1")


@ALL
def test_rerolling__a_die_stays_in_the_same_area(edition):
    story = storm(edition).rolls("Triceraton 3")
    assert story.titles("field", BOB) == {"Triceraton": 1}
    assert story.stats("Triceraton", BOB) == (5, 5)


@ALL
def test_rerolling__unless_the_card_says_where_it_goes(edition):
    story = storm(edition).rolls("Triceraton Fist")
    assert story.titles("used", BOB) == {"Triceraton": 1}


# Levels and Spinning


def focus(edition, die, seat=ANN):
    setting = setup(basics=["26avx", "27avx", "57hhs"])
    lines = ["0 reserve Focus Power action", f"{seat} field {die}", "1 field Triceraton 1"]
    return at(edition, *lines, setting=setting).use("Focus Power")


@ALL
def test_levels__spinning_up_goes_one_face_to_the_right(edition):
    story = focus(edition, "Rescue 2").choose("Rescue").amount(1)
    assert story.stats("Rescue", ANN) == (4, 3)


@ALL
def test_levels__spinning_down_goes_one_face_to_the_left(edition):
    story = focus(edition, "Rescue 2").choose("Rescue").amount(-1)
    assert story.stats("Rescue", ANN) == (3, 1)


@ALL
def test_levels__the_highest_level_cannot_be_spun_up(edition):
    story = focus(edition, "Rescue 3").choose("Rescue").amount(1)
    assert story.stats("Rescue", ANN) == (4, 3), "chosen, and nothing changes"


@ALL
def test_levels__level_1_cannot_be_spun_to_another_face(edition):
    story = focus(edition, "Rescue 1").choose("Rescue").amount(-1)
    assert story.stats("Rescue", ANN) == (3, 1), "chosen, and nothing changes"


@ALL
def test_levels__a_sidekick_has_one_level_and_cannot_be_spun(edition):
    story = focus(edition, "Sidekick pawn")
    if "Sidekick" in targets(story):
        story.choose("Sidekick")
        assert story.stats("Sidekick", ANN) == (1, 1)


@ALL
def test_levels__the_level_is_not_the_fielding_cost(edition):
    # Smash! knocks out level 1, and level 1 of Triceraton costs 1 as level 2 does.
    setting = setup(basics=["32avx", "27avx", "57hhs"])
    lines = ["0 reserve Smash! action", "1 field Triceraton 1", "1 field Triceraton 2"]
    story = at(edition, *lines, setting=setting).use("Smash!")
    assert story.titles("prep", BOB) == {"Triceraton": 1}
    assert story.stats("Triceraton", BOB) == (4, 4)


# Using Global Abilities


@ALL
def test_globals__both_players_in_main_and_attack_step(edition):
    lines = ["0 field Rescue 1", "1 field Triceraton 1", *reserve(BOB, "Bolt", "Bolt")]
    story = at(edition, *lines).passes()
    assert kinds(story, act.UseGlobal)
    story.passes().passes().attack("Rescue").block([]).passes()
    assert story.state.mover == BOB
    assert kinds(story, act.UseGlobal)


@ALL
def test_globals__not_between_attackers_and_blockers(edition):
    lines = ["0 field Rescue 1", "1 field Triceraton 1", *reserve(BOB, "Bolt")]
    story = at(edition, *lines).attack("Rescue")
    assert story.state.step == "blockers"
    assert not kinds(story, act.UseGlobal)


# Capturing, Controlling and Copying, in all books but HHS


def captured(edition):
    setting = setup(cards=["24avx"])  # Thor fielded: captures all opposing Fist characters
    lines = ["0 reserve Thor 1", *reserve(ANN, "Bolt"), "1 field Triceraton 2", "1 field Rescue 1"]
    return at(edition, *lines, setting=setting).field("Thor 1", "Bolt")


@ALL
def test_capturing__the_die_goes_under_its_captor(edition):
    story = captured(edition)
    lie = next(x for x in story.game.layout(story.state) if x.under)
    assert "46hhs" in lie.kind
    assert "24avx" in lie.under
    assert lie.place.seat == ANN


@ALL
def test_capturing__a_captured_die_does_not_exist(edition):
    story = captured(edition).attack("Thor")
    assert {story.title(a.die) for a in kinds(story, act.Block)} == {"Rescue"}


@ALL
def test_capturing__ends_with_the_turn_and_the_die_goes_back(edition):
    story = captured(edition).no_attack()
    assert story.titles("field", BOB) == {"Triceraton": 1, "Rescue": 1}


@ALL
def test_capturing__ends_when_the_captor_is_knocked_out(edition):
    story = captured(edition)
    story.do(act.BuffDie(one(story, "Thor", "field"), damage=9))
    assert story.titles("field", BOB) == {"Triceraton": 1, "Rescue": 1}


def controlled(edition):
    setting = setup(basics=["111ygo", "27avx", "57hhs"])  # Change of Heart
    lines = ["0 reserve Change of Heart action", "0 field Triceraton 2", "1 field Rescue 1"]
    return at(edition, *lines, setting=setting).end_main().use("Change of Heart")


@ALL
def test_controlling__the_die_is_yours_and_lies_on_its_controller(edition):
    story = controlled(edition)
    assert story.titles("field", ANN) == {"Triceraton": 1, "Rescue": 1}
    assert story.titles("field", BOB) == {}


@ALL
def test_controlling__the_controlling_die_cannot_attack_but_the_controlled_can(edition):
    story = controlled(edition)
    assert {story.title(action.die) for action in kinds(story, act.AttackWith)} == {"Rescue"}


@ALL
def test_controlling__a_controlled_die_sent_to_a_pile_goes_to_its_owners_prep_area(edition):
    story = controlled(edition)
    rescue = one(story, "Rescue", "field")
    story.do(act.AttackWith(rescue)).do(act.END_DECLARATION)
    story.both_pass()
    assert story.life(BOB) == 17
    assert story.state.dice[rescue].zone == "prep"
    assert story.state.dice[rescue].seat == BOB


@ALL
def test_controlling__ends_with_the_turn_and_the_die_goes_back(edition):
    story = controlled(edition)
    die = one(story, "Rescue", "field")
    while story.state.active == ANN:
        if act.END_DECLARATION in story.legal_actions():
            story.do(act.END_DECLARATION)
        else:
            story.do(story.legal_actions()[0])
    assert story.state.dice[die].owner == BOB
    assert story.state.dice[die].seat == BOB


# Play variants


@ALL
def test_teams__eight_sidekicks_always(edition):
    story = at(edition)
    assert story.titles("bag", ANN) == {"Sidekick": 8}
    assert story.titles("bag", BOB) == {"Sidekick": 8}


@ALL
def test_teams__a_basic_action_brought_by_both_has_twice_the_dice(edition):
    setting = setup(basics=["27avx", "27avx", "57hhs"])
    story = at(edition, setting=setting)
    assert sum(story.title(die) == "Force Beam" for die in story.zone("cards", -1)) == 6


@ALL
@pytest.mark.parametrize(
    ("format_name", "life"), [("demo", 10), ("basic", 15), ("casual", 15), ("tournament", 20)]
)
def test_formats__life_at_the_start(edition, format_name, life):
    story = at(edition, setting={**setup(), "format": format_name})
    assert list(story.state.life) == [life, life]


@ALL
def test_citations__name_the_book_of_the_edition(edition):
    story = at(edition, *reserve(ANN, "Bolt"))
    wrong = find_violation(story.state, act.KEEP)
    assert wrong.citation.book == BOOKS[edition]


# Later tournament practice: options, off by default


@ALL
def test_options__the_first_player_may_attack_on_the_first_turn_by_default(edition):
    assert at(edition, "0 field Rescue 1").end_main().state.step == "attackers"


@ALL
def test_options__no_attack_on_the_first_turn_when_chosen(edition):
    setting = setup(options={"no_first_attack": True})
    story = at(edition, "0 field Rescue 1", setting=setting).end_main()
    assert story.state.active == BOB


@ALL
def test_options__the_first_player_draws_three_when_chosen(edition):
    setting = setup(options={"first_draws": 3})
    assert at(edition, setting=setting, step="clear").state.request.count == 3
