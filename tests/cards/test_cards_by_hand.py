"""A card nobody encoded plays all the same: facts checked, its effect applied by hand, on record.

Thing 133msw and Batmobile 3wolop (an action die with a global for a Shield) are facts only.
"""

import pytest

from rules.core import EFFECT_BY_HAND, Difference, Place
from rules.dicemasters.cards import card
from rules.dicemasters.cards.texts import global_by_hand, text_of
from rules.dicemasters.moves import actions as act
from tests.laid_out import BOLT, FIST, MASK, PLAIN, SHIELD, LaidOut, level

THING, BATMOBILE, BRUTE = "133msw", "3wolop", "46hhs"


def scene(**more):
    return LaidOut("avx", [THING, BATMOBILE], [BRUTE], ["27avx"], **more)


def by_hand(s):
    return [event for event in s.events if event.code == "by-hand"]


def test_these_cards_are_facts_only():
    for code in (THING, BATMOBILE):
        assert card(code).has_text
        assert text_of(code) is None


def test_its_cost_and_energy_type_are_checked():
    s = scene()
    facts = card(THING)
    wrong = MASK if facts.energy != ("Mask",) else FIST
    s.energy(*[wrong] * facts.cost)
    assert not [a for a in s.options(act.Purchase) if s.code(a.die) == THING]


def test_its_fielding_cost_and_its_figures_are_those_of_its_faces():
    s = scene()
    thing = s.put(THING, "reserve", level(3))
    third = card(THING).levels[2]
    assert not s.options(act.FieldDie)
    s.energy(*[FIST] * third.field)
    s.summon(thing)
    assert s.stats(thing) == (third.attack, third.defence)


def test_using_its_action_die_asks_for_its_text_by_hand():
    s = scene()
    s.use(s.put(BATMOBILE, "reserve", PLAIN))
    assert "Batmobile" in by_hand(s)[0].text


def test_its_global_is_paid_for_and_carried_out_by_hand():
    s = scene()
    s.energy(SHIELD)
    s.use_global(BATMOBILE)
    assert "Batmobile" in by_hand(s)[0].text
    assert not s.options(act.UseGlobal)


@pytest.mark.parametrize(
    ("cost", "price"),
    [
        ("Bolt", "Bolt"),
        ("2", "2"),
        ("1 energy", "1"),
        ("2xMask", "2 Mask"),
        ("Fist+Fist", "2 Fist"),
        ("Bolt/Mask", "Bolt/Mask"),
    ],
)
def test_the_cost_of_a_global_is_asked_for_as_the_card_says(cost, price):
    (ability,) = global_by_hand(cost).abilities
    assert ability.cost == price


@pytest.mark.parametrize("cost", ["", "Bolt+Shield", "Mask and 1 life"])
def test_a_cost_the_engine_cannot_ask_for_is_left_to_the_players(cost):
    assert global_by_hand(cost).abilities == ()


def test_a_global_that_takes_either_energy_takes_either():
    for energy in (BOLT, MASK):
        s = LaidOut("avx", [THING], [BRUTE], ["27avx"], texts={THING: global_by_hand("Bolt/Mask")})
        s.energy(energy)
        s.use_global(THING)
        assert by_hand(s)


def test_life_by_hand_is_on_record_and_stays_within_bounds():
    s = scene(life=(18, 20))
    s.apply(act.ChangeLife(0, 5, "Thing's text"))
    assert s.life == (20, 20)
    assert by_hand(s)[0].facts["why"] == "Thing's text"
    s.apply(act.ChangeLife(1, -20))
    assert s.game.outcome(s.state).winners == (0,)


def test_a_die_moved_by_hand_lies_there_and_shows_that_face():
    s = scene()
    brute = s.field(BRUTE, 1, seat=1)
    s.apply(act.MoveDie(brute, "reserve", 1, 0))
    assert s.zone(brute) == "reserve"
    assert by_hand(s)


def test_a_die_spun_by_hand_has_the_new_figures():
    s = scene()
    brute = s.field(BRUTE, 1, seat=1)
    s.apply(act.SpinDie(brute, level(2)))
    assert s.stats(brute) == (4, 4)
    assert by_hand(s)


def test_a_bonus_by_hand_lasts_until_the_turn_ends():
    s = scene()
    brute = s.field(BRUTE, 1, seat=1)
    s.apply(act.BuffDie(brute, 2, 1))
    assert s.stats(brute) == (5, 4)
    s.to_attack()
    assert s.state.active == 1
    assert s.stats(brute) == (3, 3)


def test_damage_by_hand_knocks_out_what_it_is_too_much_for():
    s = scene()
    brute = s.field(BRUTE, 1, seat=1)
    s.apply(act.BuffDie(brute, 0, 0, 3))
    assert s.zone(brute) == "prep"


def test_a_note_changes_nothing_but_is_on_record():
    s = scene()
    before = s.game.digest(s.state)
    s.apply(act.Note("Thing was forgotten"))
    assert s.game.digest(s.state) == before
    assert s.events[-1].text == "Thing was forgotten"


@pytest.mark.parametrize(
    "action",
    [
        act.ChangeLife(7, 1),
        act.MoveDie(999, "used", 0),
        act.MoveDie(0, "nowhere", 0),
        act.MoveDie(0, "used", 9),
        act.SpinDie(0, 17),
        act.BuffDie(-1, 1),
    ],
)
def test_what_cannot_be_done_by_hand_is_refused_with_a_reason(action):
    s = scene()
    s.field(THING, 1)
    assert s.game.why_not(s.state, action) is not None


def test_it_fights_like_any_other_character():
    s = scene(active=1)
    thing, brute = s.field(THING, 3), s.field(BRUTE, 1, seat=1)
    s.energy(SHIELD)
    s.attack(brute).block({thing: brute}).fight()
    assert s.zone(brute) == "prep"


def moved(s, die, before, after, seat):
    name, kind = s.state.match.die_names[die], s.state.match.kinds[s.state.match.kind_of[die]].name
    return Difference(kind, name, Place(before, seat), Place(after, seat))


def test_what_an_unknown_text_may_have_done_is_asked_about_and_entered_as_one():
    s = scene()
    brute, pawn = s.field(BRUTE, 1, seat=1), s.field("sidekick", seat=1)
    changes = [moved(s, brute, "field", "prep", 1), moved(s, pawn, "field", "used", 1)]
    assert s.game.foul_of(s.state, changes) is None or (
        s.game.foul_of(s.state, changes).code != EFFECT_BY_HAND
    )
    s.field(THING, 1)
    asked = s.game.foul_of(s.state, changes)
    assert asked.code == EFFECT_BY_HAND
    assert asked.text == (
        "Effect of Thing? Triceraton (level 1) -> Prep Area, Sidekick -> Used Pile."
    )
    (action,) = s.game.by_hand(s.state, changes)
    assert action.why == "effect of Thing"
    s.apply(action)
    assert (s.zone(brute), s.zone(pawn)) == ("prep", "used")


def test_what_must_be_paid_for_is_a_foul_beside_an_unknown_text_too():
    s = scene()
    s.field(THING, 1)
    pawn = s.put("sidekick", "reserve", 5)
    spent = s.put("sidekick", "reserve", BOLT)
    for die, after in ((pawn, "field"), (spent, "used")):
        found = s.game.foul_of(s.state, [moved(s, die, "reserve", after, 0)])
        assert found is None or found.code != EFFECT_BY_HAND
