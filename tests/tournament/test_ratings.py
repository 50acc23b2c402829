"""Ratings over a season: who wins rises, and more matches leave less doubt."""

from rules.tournament import acts
from rules.tournament.pairing import next_round
from rules.tournament.ratings import ratings
from rules.tournament.state import perform
from tests.tournament.events import founded


def season(events, players=6):
    """Events in which the lower number always wins."""
    for seed in range(events):
        state = founded(players, seed=seed)
        for _ in range(3):
            state = perform(state, next_round(state).act())
            for seating in state.round.outstanding:
                wins = (1, 0) if seating.first < seating.second else (0, 1)
                state = perform(
                    state,
                    acts.ReportResult(round=state.round.number, table=seating.table, wins=wins),
                )
        yield state


def test_who_always_wins_is_first_and_who_always_loses_last():
    found = ratings(season(6))
    assert found[0].name == "Player 1"
    assert found[-1].name == "Player 6"
    assert all(one.matches == 18 for one in found)


def test_more_matches_leave_less_doubt():
    first = {one.name: one.doubt for one in ratings(season(1))}
    later = {one.name: one.doubt for one in ratings(season(8))}
    assert all(later[name] < first[name] for name in first)


def test_a_result_that_a_ruling_gave_says_nothing_of_strength():
    state = perform(founded(2), next_round(founded(2)).act())
    lost = acts.Rule(judge="Ruth", ruling="late", player=1, penalty="match loss")
    assert ratings([perform(state, lost)]) == ()
