"""Fouls have names: what lies wrong on the table is called by the rule it breaks."""

from random import Random

import pytest

from rules.core import (
    Difference,
    NamesFouls,
    NamesTouchedDice,
    Place,
    RepairsByHand,
    SaysWhenToWait,
)
from rules.dicemasters.cards.random_teams import random_setup
from rules.dicemasters.engine.position import state_from_lines
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act

GAME = GAMES["tmnt"]


def at(*lines, **more):
    return state_from_lines("tmnt", demo_setup("tmnt"), lines, **more)


def lie(state, title, zone, seat=0):
    return next(
        each
        for each in GAME.layout(state)
        if title in each.kind and each.place == Place(zone, seat)
    )


def moved(state, title, before, after, *, face=None):
    found = lie(state, title, before)
    return Difference(found.kind, found.die, found.place, Place(after, 0), found.face, face)


def new(kind, zone, seat=0):
    return Difference(kind, None, None, Place(zone, seat))


ENERGY = ("0 reserve Sidekick Bolt", "0 reserve Sidekick Fist", "0 reserve April 2")


def case_wrong_payment():
    state = at(*ENERGY, "0 reserve April 2 Shield")
    spent = [moved(state, "sidekick", "reserve", "out")]
    return state, [new("A:7hhs", "used"), *spent], "unpaid"


def case_wrong_type():
    state = at("0 reserve Sidekick Bolt", "0 reserve Sidekick Bolt")
    dice = [each for each in GAME.layout(state) if each.place == Place("reserve", 0)]
    spent = [Difference(d.kind, d.die, d.place, Place("out", 0), d.face) for d in dice]
    return state, [new("A:1hhs", "used"), *spent], "wrong-payment"


def case_opponents_card():
    return at(*ENERGY), [new("B:17hhs", "used")], "not-your-card"


def case_unpaid_fielding():
    state = at(*ENERGY)
    return state, [moved(state, "1hhs", "reserve", "field", face=4)], "unpaid"


def case_energy_in_field():
    state = at("0 reserve Sidekick Bolt")
    return state, [moved(state, "sidekick", "reserve", "field", face=0)], "energy-in-field"


def case_five_drawn():
    state = GAME.new(demo_setup("tmnt"))
    state, _ = GAME.apply(state, GAME.settle(state, ["sidekick"] * 4))
    return state, [new("sidekick", "prep")], "drew-too-many"


def case_attack_in_main_step():
    state = at("0 field Sidekick pawn")
    return state, [moved(state, "sidekick", "field", "attack", face=5)], "attack-too-early"


def case_turned():
    state = at("0 reserve Sidekick Bolt")
    found = lie(state, "sidekick", "reserve")
    change = Difference(found.kind, found.die, found.place, found.place, 0, 4)
    return state, [change], "second-reroll"


def case_cocked():
    state = at("0 reserve Sidekick Bolt")
    found = lie(state, "sidekick", "reserve")
    return state, [Difference(found.kind, found.die, found.place, None, cocked=True)], "cocked-die"


def case_wrong_pile():
    state = at("0 used Sidekick", "0 reserve Sidekick Bolt")
    return state, [moved(state, "sidekick", "used", "prep")], "wrong-pile"


def bought_and_fielded(*spent):
    """A Speedy Delivery bought (3), April fielded at level 2 (1); these dice spent for both."""
    state = at("0 reserve April 2", *spent)
    dice = [each for each in GAME.layout(state) if each.place == Place("reserve", 0)]
    paid = [
        Difference(d.kind, d.die, d.place, Place("out", 0), d.face)
        for d in dice
        if "1hhs" not in d.kind
    ]
    changes = [new(":55hhs", "used"), moved(state, "1hhs", "reserve", "field", face=4), *paid]
    return state, changes


def case_two_things_with_one_payment_that_falls_short():
    return *bought_and_fielded("0 reserve Reclaim Generic", "0 reserve Sidekick Bolt"), "unpaid"


def test_two_things_with_one_payment_that_is_right_are_no_foul():
    paid = ("0 reserve Reclaim Generic", "0 reserve Reclaim Generic")
    assert GAME.foul_of(*bought_and_fielded(*paid)) is None


CASES = [value for name, value in sorted(globals().items()) if name.startswith("case_")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__[5:].replace("_", "-"))
def test_the_foul_has_its_name_and_a_remedy(case):
    state, changes, code = case()
    violation = GAME.foul_of(state, changes)
    assert violation is not None
    assert violation.code == code
    assert violation.remedy
    assert violation.citation.book == "HHS"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__[5:].replace("_", "-"))
def test_a_judge_can_let_it_stand(case):
    state, changes, _ = case()
    for action in GAME.by_hand(state, changes):
        state, _ = GAME.apply(state, action)
    places = {each.die: each.place for each in GAME.layout(state)}
    for change in changes:
        if change.die and change.after and not change.cocked:
            assert places[change.die] == change.after


def test_a_die_in_the_other_players_pile_is_told_by_whose_piles_they_are():
    state = at("0 used Sidekick", "0 reserve Sidekick Bolt")
    found = lie(state, "sidekick", "used")
    other = Difference(found.kind, found.die, found.place, Place("used", 1))
    violation = GAME.foul_of(state, [other])
    assert violation.code == "wrong-pile"
    assert "First player's Used Pile, not in Second player's Used Pile" in violation.text
    assert violation.remedy == "Move it to First player's Used Pile."


def test_in_doubles_the_piles_are_told_by_their_players():
    game = GAMES["tmnt"]
    state = game.new(random_setup(Random(1), "tmnt", "doubles"))
    names = [seat.name for seat in game.view(state).seats]
    kind, die = next((each.kind, each.die) for each in game.layout(state))
    own, partners = Place("used", 0), Place("used", 2)
    violation = game.foul_of(state, [Difference(kind, die, own, partners)])
    assert f"{names[0]}'s Used Pile, not in {names[2]}'s Used Pile" in violation.text


def test_nothing_wrong_has_no_name():
    assert GAME.foul_of(at("0 reserve Sidekick Bolt"), []) is None


def test_the_game_offers_the_tracker_all_three_hints():
    assert isinstance(GAME, NamesTouchedDice)
    assert isinstance(GAME, NamesFouls)
    assert isinstance(GAME, SaysWhenToWait)
    assert isinstance(GAME, RepairsByHand)


def test_a_purchase_touches_the_die_bought_and_the_dice_spent():
    state = at("0 reserve Sidekick Bolt", "0 reserve Sidekick Shield")
    buy = next(
        a for a in GAME.legal_actions(state) if isinstance(a, act.Purchase) and len(a.pay) == 2
    )
    assert len(GAME.touches(state, buy)) == 3


HAYMAKER = {**demo_setup("tmnt"), "basics": [["55hhs", 3], ["58hhs", 3], ["49hhs", 3]]}
"""With a global for one Fist."""


def globals_at(*lines):
    state = state_from_lines("tmnt", HAYMAKER, lines)
    return state, [each for each in GAME.legal_actions(state) if isinstance(each, act.UseGlobal)]


def test_a_global_is_not_believed_at_once_while_its_payment_may_be_half_a_purchase():
    state, found = globals_at(
        "0 reserve Sidekick Wild", "0 reserve Sidekick Wild", "0 field April 2"
    )
    assert found
    assert all(GAME.needs_longer_rest(state, each) for each in found)


def test_a_global_is_believed_at_once_where_its_payment_buys_nothing():
    state, found = globals_at("0 reserve Sidekick Wild", "0 field April 2")
    assert found
    assert not any(GAME.needs_longer_rest(state, each) for each in found)
