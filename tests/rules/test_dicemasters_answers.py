"""What the engine tells: reminders, reasons, offers, views; and what it refuses to begin."""

import pytest
from msgspec.structs import replace

from rules.core import CHANCE, Place
from rules.dicemasters.engine.position import state_from_lines
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act

GAME = GAMES["tmnt"]


def at(*lines, **more):
    return state_from_lines("tmnt", demo_setup("tmnt"), lines, **more)


def said(state):
    return " ".join(reminder.text for reminder in GAME.reminders(state))


def test_reminder__unfielded_characters_go_to_the_used_pile():
    assert "these go to the Used Pile: April" in said(at("0 reserve April 2"))


def test_reminder__a_burst_that_must_be_used():
    assert "shows **: that text must be used" in said(at("0 reserve Unstable Canister **"))


def test_reminder__a_burst_without_text_is_not_spoken_of():
    assert "must be used" not in said(at("0 reserve Unstable Canister *"))


def test_reminder__energy_that_will_be_lost():
    text = said(at("0 reserve Sidekick Bolt", "0 reserve April 2 Shield"))
    assert "3 energy is unspent" in text


def test_one_die_is_no_dice():
    state = GAME.new(demo_setup("tmnt"))
    assert [offer.text for offer in GAME.offers(state)] == ["draw 4 dice"]
    one = replace(state.request, count=1)
    assert [offer.text for offer in GAME.offers(replace(state, request=one))] == ["draw 1 die"]


def test_what_a_die_shows_in_short_is_abbreviated_never_cut():
    state = at("0 reserve Sidekick Shield", "0 reserve Sidekick Mask", "0 reserve April 2 Shield")
    shown = sorted(die.stats for die in GAME.view(state).dice if die.place.zone == "reserve")
    assert shown == ["1 Mask", "1 Shi.", "2 Shi."]


def test_reminder__the_rest_of_a_generic_die():
    assert "is lost: buy or field several dice at once" in said(
        at("0 reserve Unstable Canister Generic")
    )
    assert "is lost: buy" not in said(at("0 reserve Sidekick Bolt"))


def test_reminder__the_opponent_may_answer_with_a_global():
    assert "has energy for a global" in said(at("1 reserve Sidekick Bolt", "0 field April 1"))


def test_reminder__without_attackers_the_turn_ends():
    assert "turn ends at once" in said(at("0 field April 1", step="attackers"))


def test_reminder__each_blocker_blocks_one_attacker():
    state = at("0 field April 1", "1 field Sidekick pawn", step="attackers")
    for action in (act.AttackWith(GAME.legal_actions(state)[0].die), act.END_DECLARATION):
        state, _ = GAME.apply(state, action)
    assert "several may block the same" in said(state)


def test_every_reminder_cites_the_book():
    state = at("0 reserve April 2", "0 reserve Unstable Canister **", "1 reserve Sidekick Bolt")
    assert {reminder.citation.book for reminder in GAME.reminders(state)} == {"HHS"}


def test_view__shows_a_die_with_its_numbers_and_damage():
    state = at("0 field April 3")
    april = next(n for n, die in enumerate(state.dice) if die.zone == "field")
    state, _ = GAME.apply(state, act.BuffDie(april, attack=1, damage=2))
    shown = next(die for die in GAME.view(state).dice if die.place == Place("field", 0))
    assert (shown.short, shown.stats) == ("April3", "3/4 -2")
    assert shown.detail == "level 3, 3A 4D (+1A +0D), 2 damage"


def test_view__counts_what_is_hidden():
    hidden = GAME.view(at()).hidden
    assert (Place("bag", 0), "Sidekick", 8) in hidden
    assert (Place("cards", None), "Reclaim", 3) in hidden


def test_view__short_names_have_at_most_six_columns():
    for die in GAME.view(at("0 field Donatello 3", "1 field Foot Ninja 2")).dice:
        assert len(die.short) <= 6
        assert len(die.stats) <= 6


def test_offers__say_what_cannot_be_paid_and_why():
    offers = GAME.offers(at("0 reserve Sidekick Bolt"))
    wish = next(offer for offer in offers if "April" in offer.text)
    assert wish.action is None
    assert wish.why_not == "Only 1 of 2 energy."


def test_offers__say_which_kind_of_energy_is_missing():
    offers = GAME.offers(at(*["0 reserve Sidekick Bolt"] * 3))
    reasons = {offer.text: offer.why_not for offer in offers}
    assert reasons["buy April"] == "No Shield energy."


def test_offers__name_each_thing_once_however_it_is_paid():
    state = at(*(f"0 reserve Sidekick {e}" for e in ("Bolt", "Fist", "Mask", "Shield", "?")))
    texts = [offer.text for offer in GAME.offers(state)]
    assert len(texts) == len(set(texts))


def test_offers__a_roll_is_the_dices_business():
    state = GAME.new(demo_setup("tmnt"))
    assert GAME.to_move(state) == CHANCE
    assert [offer.group for offer in GAME.offers(state)] == ["draw"]


@pytest.mark.parametrize(
    ("broken", "word"),
    [
        ({"format": "chess"}, "format"),
        ({"teams": []}, "teams"),
        ({"first": 7}, "first"),
        ({"life": 0}, "life"),
        ({"basics": ["1hhs"]}, "no basic action card"),
        ({"basics": ["999hhs"]}, "no card"),
        ({"options": 3}, "options"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_in_one_sentence(broken, word):
    with pytest.raises(ValueError) as refused:
        GAME.new({**demo_setup("tmnt"), **broken})
    assert word in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_unknown_card_suggests_the_nearest():
    setup = demo_setup("tmnt")
    setup["teams"][0]["cards"] = [["1tmtn", 2]]
    with pytest.raises(ValueError, match=r"nearest|did you mean"):
        GAME.new(setup)


@pytest.mark.parametrize("written", [{}, {"type": "fly"}, {"type": "buy"}, 7, None])
def test_what_is_no_action_is_refused(written):
    with pytest.raises(ValueError, match="no action"):
        GAME.read_action(written)


@pytest.mark.parametrize(
    "result", [["sidekick"] * 3, ["A:1hhs"] * 4, ["sidekick"] * 5, ["mouse"] * 4]
)
def test_a_draw_that_cannot_be_is_refused(result):
    state = GAME.new(demo_setup("tmnt"))
    with pytest.raises(ValueError):
        GAME.settle(state, result)


@pytest.mark.parametrize("result", [[0, 0, 0], [6, 0, 0, 0], ["Bolt"] * 4])
def test_a_roll_that_cannot_be_is_refused(result):
    state = GAME.new(demo_setup("tmnt"))
    state, _ = GAME.apply(state, GAME.settle(state, ["sidekick"] * 4))
    with pytest.raises(ValueError):
        GAME.settle(state, result)


def test_faces_that_look_alike_are_entered_as_one():
    state = at("0 prep April", "0 prep April", step="roll")
    state, _ = GAME.apply(state, GAME.settle(state, [1, 2]))
    assert {die.face for die in state.dice if die.zone == "prep"} == {1}


def test_by_hand__life_moves_spins_bonuses_and_notes_are_recorded_as_such():
    state = at("0 field April 2")
    april = next(n for n, die in enumerate(state.dice) if die.zone == "field")
    for action in (
        act.ChangeLife(1, -3, "a card that is not encoded"),
        act.SpinDie(april, 5),
        act.BuffDie(april, 2, 2),
        act.MoveDie(april, "used", 0),
        act.Note("agreed by both"),
    ):
        state, events = GAME.apply(state, action)
        assert {event.code for event in events} <= {"by-hand", "note"}
    assert state.life == (10, 7)
    assert state.dice[april].zone == "used"


def test_by_hand__not_in_the_middle_of_an_effect():
    state = at("1 reserve Karai 1", "1 reserve Sidekick Fist", "0 field Sidekick pawn", active=1)
    field = next(a for a in GAME.legal_actions(state) if isinstance(a, act.FieldDie))
    state, _ = GAME.apply(state, field)
    assert state.request is not None
    assert GAME.why_not(state, act.ChangeLife(0, -1)).code == "not-offered"
