"""The first halves of the books: setup, play areas, energy, cards and dice; and IMW's section on
effects done as much as possible.
"""

from collections import Counter

import pytest
from textless_cards import at, kinds, reserve, setup

from rules.core import ZoneKind
from rules.dicemasters.cards import SIDEKICK
from rules.dicemasters.cards.formats import DEMO_TEAMS
from rules.dicemasters.cards.team import read_link
from rules.dicemasters.engine.edition import EDITIONS
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.payment import total_energy

ALL = pytest.mark.parametrize("edition", sorted(EDITIONS))
IN_2016 = pytest.mark.parametrize("edition", ["imwm", "tmnt"])
ANN, BOB = 0, 1
DICE_PER_CARD = {"avx": 2, "ygo": 2, "imwm": 2, "tmnt": 3}


# Setup: the first game


@ALL
def test_demo_game__both_start_with_ten_life(edition):
    assert GAMES[edition].new(demo_setup(edition)).life == (10, 10)


@ALL
def test_demo_game__each_bag_holds_eight_sidekicks(edition):
    state = GAMES[edition].new(demo_setup(edition))
    bags = Counter(die.seat for die in state.dice if die.zone == "bag")
    assert bags == {ANN: 8, BOB: 8}


@ALL
def test_demo_game__each_player_has_two_cards_with_the_books_number_of_dice(edition):
    for team in demo_setup(edition)["teams"]:
        assert [count for _, count in team["cards"]] == [DICE_PER_CARD[edition]] * 2


@ALL
def test_demo_game__three_basic_actions_with_three_dice_each_lie_in_the_centre(edition):
    match = GAMES[edition].new(demo_setup(edition)).match
    assert [kind.count for kind in match.kinds if kind.name.startswith(":")] == [3, 3, 3]


@ALL
def test_demo_game__the_engine_and_the_team_checker_mean_the_same_cards(edition):
    for team, link in zip(demo_setup(edition)["teams"], DEMO_TEAMS[edition][:2], strict=True):
        assert [code for code, _ in team["cards"]] == [c.card.code for c in read_link(link).cards]


@ALL
def test_demo_game__the_first_player_goes_first(edition):
    assert GAMES[edition].new(demo_setup(edition)).active == ANN
    assert GAMES[edition].new({**demo_setup(edition), "first": 1}).active == BOB


# Play areas


@ALL
def test_play_areas__faces_count_only_where_dice_have_been_rolled(edition):
    zones = GAMES[edition].zones
    assert {name for name, kind in zones.items() if kind is ZoneKind.OPEN} == {
        "prep",
        "reserve",
        "field",
        "attack",
    }
    assert zones["used"] is zones["out"] is ZoneKind.HEAP
    assert zones["bag"] is zones["cards"] is ZoneKind.HIDDEN


@IN_2016
def test_play_areas__nothing_can_happen_to_dice_out_of_play(edition):
    # Reclaim moves a die of the Used Pile; dice just spent are not there yet.
    lines = [*reserve(ANN, "Bolt", "Bolt"), "0 reserve Reclaim action"]
    story = at(edition, *lines).buy("Rescue", "Bolt", "Bolt").use("Reclaim")
    assert story.titles("prep", ANN) == {"Rescue": 1}
    assert story.titles("out", ANN)["Sidekick"] == 2


# Energy


def test_energy__a_sidekick_shows_each_energy_once_a_wild_and_a_pawn():
    shown = [(side.energy, side.amount) for side in SIDEKICK.energy_faces]
    assert shown == [("Bolt", 1), ("Fist", 1), ("Mask", 1), ("Shield", 1), ("Wild", 1)]
    assert [(x.field, x.attack, x.defence) for x in SIDEKICK.levels] == [(0, 1, 1)]


@ALL
def test_energy__a_wild_may_be_any_type_but_only_one_energy(edition):
    story = at(edition, *reserve(ANN, "?"))
    assert total_energy(GameTable(story.state), ANN) == 1
    assert not kinds(story, act.Purchase)


@ALL
def test_energy__a_generic_face_gives_two_of_no_type(edition):
    story = at(edition, "0 reserve Force Beam Generic")
    assert total_energy(GameTable(story.state), ANN) == 2
    assert {story.title(action.die) for action in kinds(story, act.Purchase)} == {"Reclaim"}


@ALL
def test_energy__symbols_are_counted_not_faces(edition):
    # Slash knocked out: damage equal to the energy in the opponent's Reserve Pool.
    setting = setup(cards=["42hhs"])
    lines = ["0 field Slash 1", "1 reserve Triceraton 2 Fist", *reserve(BOB, "?")]
    story = at(edition, *lines, setting=setting)
    slash = story.die("Slash", ANN)
    story.do(act.BuffDie(slash, damage=4))
    assert story.life(BOB) == 17


# Cards and dice


@ALL
def test_cards_and_dice__levels_go_from_left_to_right(edition):
    match = GAMES[edition].new(setup()).match
    rescue = next(kind for kind in match.kinds if kind.name == "A:16imw")
    faces = [rescue.faces[index] for index in rescue.levels]
    assert [face.level for face in faces] == [1, 2, 3]
    assert [face.attack for face in faces] == [3, 3, 4]


@ALL
def test_cards_and_dice__a_basic_action_die_shows_generic_energy_three_times(edition):
    match = GAMES[edition].new(setup()).match
    beam = next(kind for kind in match.kinds if kind.name == ":27avx")
    assert [face.energy for face in beam.faces[:3]] == ["Generic"] * 3
    assert [face.burst for face in beam.faces[3:]] == [0, 1, 2]


@ALL
def test_cards_and_dice__dice_of_one_card_all_follow_it(edition):
    setting = setup(cards=["45hhs"])
    lines = ["0 field Tiger Claw 1", "0 field Tiger Claw 2", "1 field Rescue 1"]
    story = at(edition, *lines, setting=setting).attack("Tiger Claw 1", "Tiger Claw 2")
    assert story.life(BOB) == 16


# IMW, "As Much as Possible vs Costed Effects"


def test_as_much_as_possible__one_target_instead_of_two_still_gets_its_bonus():
    setting = setup(basics=["29avx", "27avx", "57hhs"])  # Inner Rage: two of your characters
    story = at("imwm", "0 reserve Inner Rage action", "0 field Rescue 1", setting=setting)
    story.use("Inner Rage")
    while story.state.request is not None:
        story.do(story.legal_actions()[0])
    assert story.stats("Rescue", ANN) == (4, 2)


def test_as_much_as_possible__ko_then_more_is_a_cost():
    # Crush Card Virus: KO one of yours, then an opposing one. Without one of yours: nothing.
    setting = setup(basics=["112ygo", "27avx", "57hhs"])
    lines = ["0 reserve Crush Card Virus action", "1 field Triceraton 1"]
    story = at("imwm", *lines, setting=setting).use("Crush Card Virus")
    assert story.titles("field", BOB) == {"Triceraton": 1}


def test_as_much_as_possible__what_is_detrimental_alone_is_the_cost_of_the_rest():
    # The armoury's global: spinning down is the cost of the cheaper fielding.
    setting = setup(cards=["7imw"])
    lines = ["0 field Iron Manor 1", "0 reserve Rescue 2"]
    story = at("imwm", *lines, setting=setting)
    assert not kinds(story, act.UseGlobal), "level 1 cannot be spun down"
    story = at("imwm", "0 field Iron Manor 2", "0 reserve Rescue 2", setting=setting)
    story.use_global("Iron Manor").field("Rescue 2")
    assert story.titles("field", ANN) == {"Iron Manor": 1, "Rescue": 1}
