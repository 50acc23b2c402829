"""Each rule of docs/ten-thousand.md."""

import pytest
from msgspec.structs import replace
from pips_positions import GAME, begun, code, do, events, keep, kept, thrown

from rules.core import Place
from rules.pips.state import Bank, DiceRolled, Gather, Keep, PutBack, SetScore, ThrowDice


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_players_share_the_dice(players):
    state = begun(players)
    assert len(GAME.view(state).seats) == GAME.view(state).sides == players
    for seat in range(players):
        assert GAME.to_move(state) == seat
        state = thrown(state, 2, 3, 4, 6, 2, 3)
    assert GAME.to_move(state) == 0
    assert GAME.view(state).turn == 2
    assert {placement.place.seat for placement in GAME.layout(state)} == {None}


def test_a_turn_begins_with_all_six_dice():
    state = begun()
    assert GAME.legal_actions(state) == [ThrowDice()]
    rolling = do(state, ThrowDice())
    assert len(GAME.chance(rolling).dice) == 6
    assert {placement.place for placement in GAME.layout(rolling)} == {Place("throw")}
    second = do(thrown(state, 1, 2, 3, 4, 6, 6), Bank(), ThrowDice())
    assert len(GAME.chance(second).dice) == 6
    assert GAME.chance(second).seat == 1


def test_something_that_scores_is_kept_before_the_next_throw():
    state = thrown(begun(), 1, 2, 3, 4, 6, 6)
    assert code(state, ThrowDice()) == "nothing-kept"
    assert code(state, ThrowDice((0,))) == ""
    assert code(kept(state, 1), ThrowDice()) == ""


def test_every_die_kept_must_score():
    state = thrown(begun(), 1, 2, 2, 4, 5, 6)
    for values in ((2,), (2, 2), (1, 2), (4,), (1, 5, 6)):
        assert code(state, keep(state, *values)) == "keeps-nothing"
    for values in ((1,), (5,), (1, 5)):
        assert code(state, keep(state, *values)) == ""
    triple = thrown(begun(), 2, 2, 2, 4, 4, 6)
    assert code(triple, keep(triple, 2, 2, 2)) == ""
    assert code(triple, keep(triple, 2, 2)) == "keeps-nothing"
    assert "scores nothing: 6" in GAME.why_not(state, keep(state, 1, 6)).text


def test_dice_may_be_added_and_put_back_until_the_next_throw():
    state = kept(thrown(begun(), 1, 1, 1, 5, 4, 6), 1)
    state = kept(state, 1)
    assert state.kept_points == 200
    state = kept(state, 1)
    assert state.kept_points == 1000
    back = do(state, PutBack(state.kept[:1]))
    assert back.kept_points == 200
    gone_on = thrown(back, 2, 2, 5, 3)
    assert code(gone_on, PutBack((0,))) == "stays-kept"


def test_what_stays_kept_after_dice_are_put_back_must_score():
    state = kept(thrown(begun(), 2, 2, 2, 5, 4, 6), 2, 2, 2, 5)
    assert code(state, PutBack(state.kept[:1])) == "keeps-nothing"
    assert code(state, PutBack(state.kept[:3])) == ""


def test_dice_of_different_throws_never_score_together():
    state = thrown(kept(thrown(begun(), 1, 1, 3, 4, 6, 6), 1, 1), 1, 2, 3, 4)
    assert state.at_stake == 300
    state = thrown(kept(thrown(begun(), 1, 5, 3, 4, 6, 6), 1, 5), 2, 2, 3, 3)
    assert GAME.to_move(state) == 1  # a farkle: no pair of any throw makes three pairs


def test_dice_kept_before_stay_kept():
    state = thrown(kept(thrown(begun(), 1, 5, 3, 4, 6, 6), 1), 5, 5, 2, 3, 4)
    assert state.locked == (True, False, False, False, False, False)
    assert code(state, PutBack((0,))) == "stays-kept"
    assert code(state, Keep((0,))) == "not-in-the-throw"
    assert [die for die, _ in GAME.chance(do(state, ThrowDice((1,)))).dice] == ["2", "3", "4", "5"]


def test_hot_dice_are_all_thrown_again_and_the_points_grow():
    state = kept(thrown(begun(), 1, 1, 1, 5, 5, 2), 1, 1, 1, 5, 5)
    state = kept(thrown(state, 1), 1)
    assert code(state, PutBack(state.kept)) == "stays-kept"
    assert events(state, ThrowDice()) == ["hot-dice"]
    again = do(state, ThrowDice())
    assert len(GAME.chance(again).dice) == 6
    assert again.points == 1200
    assert thrown(again, 5, 2, 3, 4, 6, 6).at_stake == 1250


def test_hot_dice_must_be_thrown_or_may_be_banked():
    for variant, expected in (("open", "hot-dice"), ("farkle", "")):
        state = thrown(begun(format=variant), 1, 2, 3, 4, 5, 6)
        assert code(state, Bank()) == expected
        assert code(kept(state, 1, 2, 3, 4, 5, 6), Bank()) == expected


def test_hot_dice_that_are_banked_are_said_aloud_because_nobody_can_see_it():
    state = kept(thrown(begun(format="farkle"), 1, 2, 3, 4, 5, 6), 1, 2, 3, 4, 5, 6)
    assert [offer.group for offer in GAME.offers(state) if offer.action == Bank()] == ["hand"]


def test_a_farkle_loses_the_turn_and_nothing_else():
    state = do(thrown(begun(), 1, 2, 3, 4, 6, 6), Bank())
    state = thrown(state, 2, 2, 3, 3, 4, 6)
    assert state.banked == (100, 0)
    state = kept(thrown(state, 1, 1, 1, 2, 3, 4), 1, 1, 1)
    rolling = do(state, ThrowDice())
    assert events(rolling, DiceRolled((2, 3, 6))) == ["farkle"]
    after = do(rolling, DiceRolled((2, 3, 6)))
    assert after.banked == (100, 0)
    assert (after.seat, after.points) == (1, 0)


def test_a_bank_counts_the_last_throw_at_its_best():
    state = kept(thrown(begun(), 1, 1, 2, 3, 4, 6), 1, 1)
    state = thrown(state, 5, 5, 5, 3)
    assert do(state, Bank()).banked == (700, 0)
    assert do(kept(state, 5), Bank()).banked == (700, 0)
    assert do(state, Bank("throw")).banked == (700, 0)
    assert do(state, Bank("gather")).banked == (700, 0)


def test_a_first_bank_holds_the_entry_score():
    state = thrown(begun(format="standard"), 4, 4, 4, 2, 3, 6)
    assert code(state, Bank()) == "below-entry"
    assert any("500" in offer.why_not for offer in GAME.offers(state))
    state = thrown(kept(state, 4, 4, 4), 1, 2, 3)
    assert code(state, Bank()) == ""
    entered = thrown(thrown(do(state, Bank()), 2, 2, 3, 3, 4, 6), 5, 2, 3, 4, 6, 6)
    assert entered.seat == 0
    assert code(entered, Bank()) == ""
    assert do(entered, Bank()).banked == (550, 0)


def test_between_turns_the_dice_may_be_gathered():
    banked = do(thrown(begun(), 1, 2, 3, 4, 6, 6), Bank())
    gathered = do(banked, Gather())
    assert {placement.place for placement in GAME.layout(gathered)} == {Place("keep")}
    assert {placement.face for placement in GAME.layout(gathered)} == {None}
    assert do(thrown(begun(), 1, 2, 3, 4, 6, 6), Bank("gather")) == gathered
    assert code(gathered, Gather()) == "gathered"
    assert code(gathered, ThrowDice()) == ""
    assert code(thrown(begun(), 1, 2, 3, 4, 6, 6), Gather()) == "turn-goes-on"


def at_the_end(players=3, **setup):
    """Ana has 9,950 and is to throw."""
    state = begun(players, **setup)
    return do(state, SetScore(0, 9950), SetScore(1, 9000), SetScore(2, 8000))


def test_the_others_have_one_last_turn_each():
    state = do(thrown(at_the_end(), 5, 2, 3, 4, 6, 6), Bank())
    assert state.leader == 0
    assert any("Last round" in reminder.text for reminder in GAME.reminders(state))
    state = thrown(state, 2, 2, 3, 3, 4, 6)
    assert GAME.to_move(state) == 2
    state = thrown(kept(thrown(state, 1, 1, 1, 2, 3, 4), 1, 1, 1), 1, 1, 1)
    state = thrown(kept(state, 1, 1, 1), 5, 2, 3, 4, 6, 6)
    assert code(state, Bank("throw")) == "game-over"
    assert Bank("gather") in GAME.legal_actions(state)
    over = do(state, Bank())
    assert GAME.to_move(over) is None
    assert over.banked == (10000, 9000, 10050)
    assert GAME.outcome(over).winners == (2,)
    assert GAME.outcome(over).text == "Cy wins with 10050."


@pytest.mark.parametrize(("variant", "winners"), [("open", ()), ("must-beat", (1,))])
def test_equal_totals_tie_or_stay_with_who_was_first(variant, winners):
    last = begun(3, format=variant)
    last = replace(last, leader=1, seat=0, banked=(0, 10000, 10000))
    over = thrown(last, 2, 2, 3, 3, 4, 6)
    assert GAME.outcome(over).winners == winners
    expected = "Bo and Cy tie with 10000." if not winners else "Bo wins with 10000."
    assert GAME.outcome(over).text == expected
