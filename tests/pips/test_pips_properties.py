"""What holds in every game of Ten Thousand."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pips_positions import GAME, begun, thrown

from rules.core import CHANCE
from rules.pips.scoring import points, points_of_all, variant, variants
from rules.pips.state import Bank, Keep, ThrowDice
from tests.perft.perft_counts import perft

FACES = st.integers(1, 6)
DICE = st.lists(FACES, min_size=1, max_size=6)
NAMES = st.sampled_from(variants())


@given(DICE, NAMES, st.randoms(use_true_random=False))
def test_the_order_of_the_dice_never_matters(dice, name, rng):
    shuffled = rng.sample(dice, len(dice))
    table = variant(name)
    assert points(table, dice) == points(table, shuffled)
    assert points_of_all(table, dice) == points_of_all(table, shuffled)


@given(st.lists(FACES, min_size=6, max_size=6), NAMES)
def test_no_legal_keep_holds_a_die_that_could_be_left_out_for_nothing(dice, name):
    state = thrown(begun(format=name), *dice)
    table = variant(name)
    for action in GAME.legal_actions(state):
        if isinstance(action, Keep):
            values = state.values(action.dice)
            after, _ = GAME.apply(state, action)
            assert after.kept_points == points(table, values) == points_of_all(table, values)
            assert after.at_stake == state.at_stake


@given(DICE, NAMES)
def test_more_dice_never_score_less(dice, name):
    table = variant(name)
    assert points(table, dice) >= points(table, dice[:-1])


def played(seed, name, players, most=20_000):
    """Every state and action of a random game."""
    rng, state = Random(seed), begun(players, format=name)
    for _ in range(most):
        if GAME.to_move(state) is None:
            return
        if GAME.to_move(state) == CHANCE:
            action = GAME.sample(state, rng)
        else:
            action = rng.choice(GAME.legal_actions(state))
        yield state, action
        state, _ = GAME.apply(state, action)
    pytest.fail("the game does not end")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), NAMES, st.integers(2, 6))
def test_every_random_game_ends_and_keeps_its_books(seed, name, players):
    banked = (0,) * players
    for state, action in played(seed, name, players):
        assert len(state.lying) + state.zone.count("keep") == 6
        assert all(now >= then for now, then in zip(state.banked, banked, strict=True))
        banked = state.banked
        assert GAME.read_action(GAME.write_action(action)) == action
        assert GAME.why_not(state, action) is None


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), NAMES)
def test_what_is_listed_is_legal_told_apart_and_complete(seed, name):
    for state, _ in played(seed, name, 3):
        legal = GAME.legal_actions(state)
        assert len({GAME.say(state, action) for action in legal}) == len(legal)
        assert all(GAME.why_not(state, action) is None for action in legal)
        for offer in GAME.offers(state):
            assert (offer.action is None) == bool(offer.why_not)
            assert offer.action is None or GAME.why_not(state, offer.action) is None
        if GAME.to_move(state) not in (CHANCE, None):
            assert legal
            assert (Bank() in [o.action for o in GAME.offers(state)]) == (
                GAME.why_not(state, Bank()) is None
            )


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), NAMES)
def test_the_counted_dice_are_those_of_the_layout_after(seed, name):
    for state, _ in played(seed, name, 2):
        for action in GAME.legal_actions(state):
            after, _ = GAME.apply(state, action)
            lie = [placement.place for placement in GAME.layout(after)]
            for place, count in GAME.dice_after(state, action).items():
                assert lie.count(place) == count, action
            moved = {
                new.die for old, new in zip(GAME.layout(state), GAME.layout(after), strict=True)
                if old.place != new.place
            }  # fmt: skip
            assert moved <= set(GAME.touches(state, action))


def test_the_same_state_has_the_same_digest_and_another_another():
    seen = {}
    for state, _ in played(3, "quick", 2):
        digest = GAME.digest(state)
        assert seen.setdefault(digest, state) == state
    assert len(seen) > 25


@pytest.mark.parametrize(
    ("dice", "counts"),
    [
        ((1, 2, 3, 4, 6, 6), (4, 7, 10)),
        ((1, 5, 2, 3, 4, 6), (8, 23, 64)),
        ((2, 2, 2, 3, 4, 6), (4, 7, 10)),
        ((1, 1, 1, 5, 5, 5), (30, 237, 2350)),
    ],
)
def test_so_many_ways_to_go_on_from_a_throw(dice, counts):
    state = thrown(begun(), *dice)
    assert ThrowDice() not in GAME.legal_actions(state)
    assert tuple(perft(GAME, state, depth) for depth in (1, 2, 3)) == counts
