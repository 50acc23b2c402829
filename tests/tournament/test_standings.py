"""Standings: points, tie-breakers and why somebody stands where they do."""

from itertools import permutations

import pytest

from rules.tournament import acts
from rules.tournament.acts import Seating
from rules.tournament.standings import Tally, changed, explained, lot, standings
from rules.tournament.state import perform
from tests.tournament.events import founded, published, reported, simulated


def hand_made(plan, *rounds):
    """An event whose rounds are lists of (first, second, wins of each, ties)."""
    players = max(player for played in rounds for pair in played for player in pair[:2] if player)
    state = founded(players, **plan)
    for number, played in enumerate(rounds, start=1):
        tables = iter(range(1, 100))
        seatings = tuple(
            Seating(next(tables), one[0], one[1]) if one[1] else Seating(0, one[0])
            for one in played
        )
        state = perform(state, acts.PublishRound(round=number, seatings=seatings))
        for seating, one in zip(seatings, played, strict=True):
            if one[1]:
                ties = one[4] if len(one) > 4 else 0
                state = perform(
                    state,
                    acts.ReportResult(round=number, table=seating.table, wins=one[2:4], ties=ties),
                )
    return state


def test_a_win_is_three_points_a_tie_one_and_a_bye_a_win():
    state = hand_made(
        {"best_of": 3, "rounds": 2},
        [(1, 2, 2, 0), (3, 4, 1, 1), (5, None)],
        [(1, 3, 2, 1), (5, 4, 0, 2), (2, None)],
    )
    tally = Tally(state)
    assert [tally.points(player) for player in range(1, 6)] == [6, 3, 1, 4, 3]
    assert tally.record(5) == (1, 1, 0)
    assert tally.record(4) == (1, 0, 1)


def test_opponents_match_wins_have_a_floor_of_a_third_and_leave_byes_out():
    state = hand_made(
        {"best_of": 3, "rounds": 2},
        [(1, 2, 2, 0), (3, 4, 2, 1), (5, None)],
        [(1, 3, 2, 0), (5, 2, 2, 0), (4, None)],
    )
    tally = Tally(state)
    assert tally.match_wins(2) == pytest.approx(1 / 3)  # 0 of 6 points
    assert tally.match_wins(3) == pytest.approx(1 / 2)
    assert tally.opponents_match_wins(1) == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert tally.opponents(4) == [3]
    assert tally.game_wins(3) == pytest.approx(2 / 5)  # 2:1 and 0:2
    assert tally.game_wins(2) == pytest.approx(1 / 3)


def test_equal_points_are_told_apart_by_opponents_then_games():
    state = hand_made(
        {"best_of": 3, "rounds": 2},
        [(1, 4, 2, 0), (2, 5, 2, 1), (3, 6, 2, 0)],
        [(1, 2, 2, 1), (3, 4, 2, 0), (5, 6, 2, 0)],
    )
    first, second, *_ = standings(state)
    assert first.points == second.points == 6
    assert (first.player, second.player) == (1, 3)
    assert second.separated.startswith("opponents' match wins: ")


def test_the_lot_is_drawn_once_from_the_recorded_seed():
    assert lot(7, 3) == lot(7, 3)
    assert lot(7, 3) != lot(8, 3)
    state = hand_made({"seed": 11}, [(1, 2, 1, 0), (3, 4, 1, 0)])
    first, second = standings(state)[:2]
    assert second.separated == "a lot drawn from the event's seed"
    assert lot(11, first.player) > lot(11, second.player)


def test_standings_do_not_depend_on_who_is_written_first():
    rounds = [[(1, 2, 2, 0), (3, 4, 2, 1)], [(1, 3, 2, 1), (2, 4, 2, 0)]]
    plan = {"best_of": 3, "breakers": ("opponents' match wins", "game wins")}
    expected = None
    for order in permutations(range(1, 5)):
        renamed = [
            [(order[one - 1], order[two - 1], *score) for one, two, *score in played]
            for played in rounds
        ]
        back = {new: old for old, new in enumerate(order, start=1)}
        lines = standings(hand_made(plan, *renamed))
        found = {back[line.player]: (line.points, line.breakers) for line in lines}
        expected = expected or found
        assert found == expected


def test_a_bracket_changes_nobodys_standing():
    state = founded(8, cut=4, rounds=3)
    for _ in range(3):
        state = reported(published(state), wins=(1, 0))
    before = standings(state)
    state = reported(published(state), wins=(0, 2))
    assert standings(state) == before


def test_points_that_are_given_are_points_that_somebody_has():
    for seed in range(20):
        for state, _ in simulated(seed, most=16):
            tally = Tally(state)
            for player in state.players:
                won, lost, tied = tally.record(player)
                assert tally.points(player) == 3 * won + tied
                assert won + lost + tied == len(tally.played[player])
            ranks = [line.key for line in standings(state)]
            assert [tuple(round(v, 9) for v in key) for key in ranks] == sorted(
                (tuple(round(v, 9) for v in key) for key in ranks), reverse=True
            )


def test_every_tie_breaker_is_explained_with_its_numbers():
    state = hand_made(
        {"best_of": 3, "rounds": 2, "seed": 4},
        [(1, 2, 2, 0), (3, 4, 2, 1), (5, None)],
        [(1, 3, 2, 0, 1), (5, 2, 2, 0), (4, None)],
    )
    told = "\n".join(explained(state, 1))
    assert "Player 1 has 6 points." in told
    assert "Round 2: 2:0 and 1 tied against Player 3, 3 points." in told
    assert "the mean of Player 2 33.33%, Player 3 50.00%" in told
    assert "drawn from the event's seed 4" in told
    assert "a bye, 3 points" in "\n".join(explained(state, 5))
    state = perform(state, acts.Enter(name="Late"))
    assert "entered later, counts as lost" in "\n".join(explained(state, 6))


def test_a_correction_says_whose_place_it_changes():
    state = hand_made({}, [(1, 2, 1, 0), (3, 4, 1, 0)])
    after = perform(state, acts.ReportResult(round=1, table=1, wins=(0, 1), why="turned round"))
    told = changed(standings(state), standings(after), after)
    assert any(line.startswith("Player 1 was ") and "with 3 points, is" in line for line in told)
    assert not any(line.startswith("Player 3 ") and "3 points, is 1" in line for line in told[2:])
