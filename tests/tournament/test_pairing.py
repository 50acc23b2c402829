"""Who plays whom: the promises of the Swiss system, of brackets and of round robins."""

from collections import Counter

import pytest

from rules.tournament import acts
from rules.tournament.acts import Seating
from rules.tournament.pairing import (
    byes_had,
    could_avoid,
    folded,
    is_over,
    next_round,
    rematches,
    rounds_planned,
    seeds,
    swapped,
)
from rules.tournament.standings import Tally, standings
from rules.tournament.state import perform
from tests.tournament.events import founded, published, reported, simulated


def test_nobody_meets_twice_and_no_bye_comes_twice_where_it_can_be_helped():
    rounds = 0
    for seed in range(60):
        for state, draft in simulated(seed):
            rounds += 1
            seated = [player for one in draft.seatings for player in one.players]
            assert len(seated) == len(set(seated))
            if draft.cut:
                continue
            assert set(seated) == {player.id for player in state.playing}
            tally = Tally(state)
            again = any(
                one.second in tally.opponents(one.first) for one in draft.seatings if one.second
            )
            bye = any(byes_had(state)[one.first] for one in draft.seatings if not one.second)
            if again or bye:
                assert not could_avoid(state)
                assert draft.remarks
            else:
                assert not draft.remarks
    assert rounds > 200


def test_equal_records_meet():
    state = founded(16, seed=3)
    for _ in range(3):
        state = reported(published(state), wins=(1, 0))
        points = Tally(state)
        draft = next_round(state)
        apart = [
            abs(points.points(one.first) - points.points(one.second)) for one in draft.seatings
        ]
        assert not any(apart)


def test_the_first_round_is_drawn_by_the_recorded_seed():
    assert next_round(founded(20, seed=1)) == next_round(founded(20, seed=1))
    assert next_round(founded(20, seed=1)) != next_round(founded(20, seed=2))


def test_the_bye_goes_to_the_lowest_who_had_none():
    state = founded(7, seed=5)
    for _ in range(3):
        draft = next_round(state)
        (bye,) = [one.first for one in draft.seatings if one.second is None]
        had = byes_had(state)
        tally = Tally(state)
        others = [tally.points(player.id) for player in state.playing if not had[player.id]]
        assert tally.points(bye) == min(others)
        state = reported(perform(state, draft.act()), wins=(1, 0))
    assert max(byes_had(state).values()) == 1


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (6, 3),
        (8, 3),
        (9, 4),
        (16, 4),
        (17, 5),
        (32, 5),
        (33, 6),
        (64, 6),
        (65, 7),
        (129, 8),
        (256, 8),
    ],
)
def test_rounds_follow_the_number_of_players(players, rounds):
    assert rounds_planned(founded(players)) == rounds


def test_more_rounds_than_opponents_are_said_and_paired_all_the_same():
    state = founded(4, rounds=5)
    for number in range(1, 6):
        draft = next_round(state)
        assert bool(draft.remarks) == (number > 3)
        state = reported(perform(state, draft.act()), wins=(1, 0))
    assert rematches(state)


def test_nobody_is_paired_while_results_are_missing():
    state = published(founded(6))
    with pytest.raises(ValueError, match=r"round 1 has 3 results missing .*table 1, 2, 3"):
        next_round(state)


def test_a_fixed_table_is_kept_and_nobody_else_sits_there():
    state = founded(8, seed=2)
    state = perform(state, acts.FixTable(player=5, table=1))
    for _ in range(3):
        draft = next_round(state)
        (at,) = [one for one in draft.seatings if one.table == 1]
        assert 5 in at.players
        assert len({one.table for one in draft.seatings}) == 4
        state = reported(perform(state, draft.act()), wins=(1, 0))
    state = perform(state, acts.FixTable(player=5, table=30))
    assert 30 in {one.table for one in founded_round(state)}


def founded_round(state):
    """Another round, whatever was planned."""
    from rules.tournament.pairing import _swiss

    return _swiss(state).seatings


def test_two_players_are_swapped_by_hand_and_what_comes_of_it_is_said():
    state = reported(published(founded(6, seed=1)), wins=(1, 0))
    draft = next_round(state)
    one, other = draft.seatings[0], draft.seatings[1]
    by_hand = swapped(draft, one.first, other.first, state)
    assert by_hand.seatings[0] == Seating(one.table, other.first, one.second)
    met = state.rounds[0].seatings[0]
    loser = next(s for s in draft.seatings if met.second in s.players)
    partner = loser.first if loser.second == met.second else loser.second
    again = swapped(draft, met.first, partner, state) if partner != met.first else draft
    assert any("again" in remark for remark in again.remarks)


def test_who_comes_late_has_lost_what_was_missed_and_is_paired():
    state = reported(published(founded(4)), wins=(1, 0))
    state = perform(state, acts.Enter(name="Late"))
    assert Tally(state).record(5) == (0, 1, 0)
    assert {player for one in next_round(state).seatings for player in one.players} >= {5}


def test_who_has_dropped_is_paired_no_more_and_keeps_the_place():
    state = reported(published(founded(6)), wins=(1, 0))
    winner = standings(state)[0].player
    state = perform(state, acts.Drop(player=winner))
    assert standings(state)[0].player == winner
    assert winner not in {p for one in next_round(state).seatings for p in one.players}


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_in_a_bracket_the_best_meet_last(size):
    places = folded(size)
    assert sorted(places) == list(range(1, size + 1))
    while len(places) > 1:
        assert {one + two for one, two in zip(places[::2], places[1::2], strict=True)} == {
            len(places) + 1
        }
        places = [min(pair) for pair in zip(places[::2], places[1::2], strict=True)]
    assert places == [1]


def test_the_cut_is_played_to_its_winner():
    state = founded(9, cut=4, rounds=3)
    for _ in range(3):
        state = reported(published(state), wins=(1, 0))
    best = seeds(state)
    assert list(best) == [line.player for line in standings(state)[:4]]
    draft = next_round(state)
    assert [one.players for one in draft.seatings] == [(best[0], best[3]), (best[1], best[2])]
    state = reported(perform(state, draft.act()), wins=(2, 1))
    assert not is_over(state)
    final = next_round(state)
    assert final.seatings[0].players == (best[0], best[1])
    state = reported(perform(state, final.act()), wins=(0, 2))
    assert is_over(state)
    with pytest.raises(ValueError, match="the final has been played"):
        next_round(state)
    assert [line.rank for line in standings(state)] == list(range(1, 10))


def test_who_leaves_the_bracket_lets_the_other_through():
    state = founded(4, cut=4, rounds=1)
    state = reported(published(state), wins=(1, 0))
    best = seeds(state)
    state = perform(state, acts.Drop(player=best[1]))
    assert len(seeds(state)) == 2
    state = perform(state, acts.Return(player=best[1]))
    state = published(state)
    state = reported(state, wins=(2, 0))
    state = perform(state, acts.Drop(player=best[0]))
    assert next_round(state).seatings[0].players == (best[3], best[1])


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_in_a_round_robin_everybody_meets_everybody_once(players):
    state = founded(players, style="round robin")
    for _ in range(rounds_planned(state)):
        state = reported(published(state), wins=(1, 0))
    met = Counter(
        frozenset(one.players) for played in state.rounds for one in played.seatings if one.second
    )
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    assert is_over(state)
    with pytest.raises(ValueError, match="rounds have been played"):
        next_round(state)
