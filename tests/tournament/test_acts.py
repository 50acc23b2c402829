"""What organisers, judges and tables may do, and what is refused with which sentence."""

import msgspec
import pytest

from rules.tournament import acts
from rules.tournament.acts import Seating, read_act, write_act
from rules.tournament.pairing import next_round
from rules.tournament.plan import TournamentPlan, read_breakers, read_points
from rules.tournament.standings import Tally
from rules.tournament.state import perform, replayed, why_not
from tests.tournament.events import founded, published, reported


def test_a_tournament_is_what_follows_from_its_acts():
    done = [acts.Found(plan=TournamentPlan(name="Night", seed=3, cut=2, rounds=1))]
    done += [acts.Enter(name=name, at=5.5, by="Desk") for name in ("Ana", "Ben", "Caro", "Dan")]
    state = replayed(done)
    done.append(next_round(state).act())
    state = replayed(done)
    for table in (1, 2):
        done.append(acts.ReportResult(round=1, table=table, wins=(1, 0)))
    done.append(next_round(replayed(done)).act())
    written = [write_act(act) for act in done]
    assert replayed(map(read_act, written)) == replayed(done)


def test_an_undone_round_leaves_nothing():
    state = reported(published(founded(6)), wins=(1, 0))
    again = perform(published(state), acts.UndoRound(round=2, why="two had left"))
    assert again.rounds == state.rounds
    assert next_round(again) == next_round(state)
    with pytest.raises(ValueError, match="only the last round can be undone"):
        perform(published(state), acts.UndoRound(round=1))


def test_a_result_that_contradicts_the_record_needs_a_reason():
    state = published(founded(4))
    by_hand = acts.ReportResult(round=1, table=1, wins=(1, 0), recorded=(0, 1))
    assert "the record of table 1 says 0:1, not 1:0" in why_not(state, by_hand)
    assert why_not(state, msgspec.structs.replace(by_hand, why="the camera had fallen")) == ""


def test_a_result_from_the_record_counts_once_both_have_said_so():
    state = published(founded(4))
    one, other = state.round.at(1).players
    state = perform(state, acts.ReportResult(round=1, table=1, wins=(1, 0), source="record"))
    assert Tally(state).points(one) == 0
    state = perform(state, acts.Confirm(round=1, table=1, player=one))
    assert len(state.round.outstanding) == 2
    state = perform(state, acts.Confirm(round=1, table=1, player=other))
    assert len(state.round.outstanding) == 1
    assert Tally(state).points(one) == 3
    with pytest.raises(ValueError, match="does not sit there"):
        perform(state, acts.Confirm(round=1, table=1, player=state.round.at(2).first))


@pytest.mark.parametrize(
    ("wins", "ties"), [((2, 0), 0), ((1, 1), 0), ((7, 0), 0)]
)  # fmt: skip
def test_a_result_that_cannot_be_is_refused(wins, ties):
    state = published(founded(4))
    with pytest.raises(ValueError, match=r"best of 1, won with 1"):
        perform(state, acts.ReportResult(round=1, table=1, wins=wins, ties=ties))


def test_a_team_does_not_change_after_it_was_sealed_and_shown():
    state = founded(4)
    state = perform(state, acts.SealTeam(player=1, team="4x12avx"))
    state = perform(state, acts.SealTeam(player=1, team="4x13avx"))
    shown = perform(state, acts.ShowTeams())
    with pytest.raises(ValueError, match="the teams have been shown: Player 1's stays"):
        perform(shown, acts.SealTeam(player=1, team="4x14avx"))
    with pytest.raises(ValueError, match="has been paired: their team stays as it was sealed"):
        perform(published(state), acts.SealTeam(player=1, team="4x14avx"))


def test_two_players_cannot_have_one_name():
    with pytest.raises(ValueError, match="Player 2 takes part already"):
        perform(founded(3), acts.Enter(name=" player 2 "))
    with pytest.raises(ValueError, match="Player 2 takes part already"):
        perform(founded(3), acts.Rename(player=1, name="PLAYER 2"))


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ({"cut": 6}, "a cut to 6 makes no bracket"),
        ({"best_of": 2}, "an even number decides nothing"),
        ({"points": (1, 1, 0)}, "a win must give more"),
        ({"style": "round robin", "cut": 4}, "has no cut"),
        ({"version": 99}, "was written by a newer DiceRef"),
    ],
)
def test_a_plan_that_cannot_be_played_is_told(plan, told):
    with pytest.raises(ValueError, match=told):
        founded(**plan)


def test_pairings_by_hand_are_checked():
    state = founded(4)
    for seatings, told in [
        ((Seating(1, 1, 2),), "Player 3 is not paired"),
        ((Seating(1, 1, 2), Seating(1, 3, 4)), "two matches are at one table"),
        ((Seating(1, 1, 2), Seating(2, 2, 3), Seating(0, 4)), "Player 2 is paired twice"),
        ((Seating(1, 1, 9), Seating(2, 3, 4)), "there is no player 9"),
    ]:
        with pytest.raises(ValueError, match=told):
            perform(state, acts.PublishRound(round=1, seatings=seatings))


def test_a_clock_that_is_set_back_takes_and_gives_nothing():
    state = published(founded(4, minutes=30))
    state = perform(state, acts.RunClock(on=True, at=1000.0))
    assert state.clock.left(1060.0) == 1740.0
    assert state.clock.left(400.0) == 1800.0  # nobody's time runs backwards
    stopped = perform(state, acts.RunClock(on=False, at=900.0))
    assert stopped.clock.left(99_999.0) == 1800.0
    with pytest.raises(ValueError, match="stands already"):
        perform(stopped, acts.RunClock(on=False, at=901.0))


def test_an_extension_is_for_one_table_or_for_all():
    state = published(founded(4, minutes=10))
    state = perform(state, acts.AddTime(table=1, seconds=120, why="a long ruling"))
    state = perform(state, acts.AddTime(seconds=60))
    assert (state.clock.left(0, 1), state.clock.left(0, 2)) == (780.0, 660.0)
    with pytest.raises(ValueError, match="nobody plays at table 9 now"):
        perform(state, acts.AddTime(table=9, seconds=60))


def test_one_table_stands_and_gets_back_what_passed_meanwhile():
    state = published(founded(4, minutes=10))
    state = perform(state, acts.RunClock(on=True, at=1000.0))
    state = perform(state, acts.PauseTable(table=2, on=True, at=1060.0))
    assert (state.clock.left(1200.0, 1), state.clock.left(1200.0, 2)) == (400.0, 540.0)
    state = perform(state, acts.AddTime(table=2, seconds=60))
    state = perform(state, acts.RunClock(on=False, at=1200.0))
    state = perform(state, acts.RunClock(on=True, at=2000.0))
    assert state.clock.left(2100.0, 2) == 600.0  # whatever the round's clock did
    with pytest.raises(ValueError, match="table 2 stands already"):
        perform(state, acts.PauseTable(table=2, on=True, at=2100.0))
    state = perform(state, acts.PauseTable(table=2, on=False, at=2100.0))
    assert (state.clock.left(2100.0, 2), state.clock.left(2110.0, 2)) == (600.0, 590.0)
    assert state.clock.left(2110.0, 1) == 290.0
    assert published(perform(state, acts.UndoRound(round=1))).clock.paused == {}


def test_time_is_called_where_still_played_and_again_after_an_extension():
    state = published(founded(6, minutes=10))
    state = perform(state, acts.ReportResult(round=1, table=1, wins=(1, 0)))
    state = perform(state, acts.CallTime(round=1, table=2))
    state = perform(state, acts.CallTime(round=1))
    assert state.clock.called == {2, 3}
    with pytest.raises(ValueError, match="called already"):
        perform(state, acts.CallTime(round=1))
    with pytest.raises(ValueError, match="nobody plays there any more"):
        perform(state, acts.CallTime(round=1, table=1))
    state = perform(state, acts.AddTime(table=3, seconds=60))
    assert state.clock.called == {2}
    with pytest.raises(ValueError, match="round 2 is not played now"):
        perform(state, acts.CallTime(round=2))


def test_tie_breakers_and_points_are_chosen_in_their_order():
    assert read_breakers("Game wins, opponents\u2019 match wins ,lot") == (
        "game wins", "opponents' match wins", "lot",
    )  # fmt: skip
    assert TournamentPlan(name="x", breakers=read_breakers("game wins")).asked == ("game wins",)
    assert read_points("2 / 1/0") == (2, 1, 0)
    for written in ("3-1-0", "3/1", "a/b/c", "300/1/0"):
        with pytest.raises(ValueError, match="are no points"):
            read_points(written)
    with pytest.raises(ValueError, match="no tie-breaker is 'goals'"):
        read_breakers("game wins, goals")


def test_a_call_is_taken_and_ruled_on_with_name_and_reason():
    state = published(founded(4))
    state = perform(state, acts.CallJudge(table="T2", text="the die fell", at=50.0))
    with pytest.raises(ValueError, match="waits for a judge already"):
        perform(state, acts.CallJudge(table="T2"))
    state = perform(state, acts.TakeCall(call=1, judge="Caro"))
    assert state.calls[0].judge == "Caro"
    ruling = acts.Rule(call=1, judge="Caro", ruling="roll it again", why="cocked", player=1,
                       penalty="warning")  # fmt: skip
    state = perform(state, ruling)
    assert state.calls[0].ruling == "roll it again"
    assert [(one.player, one.kind, one.why) for one in state.penalties] == [
        (1, "warning", "cocked")
    ]
    with pytest.raises(ValueError, match="no open call 1"):
        perform(state, ruling)


def test_a_match_loss_is_a_lost_match_and_who_is_disqualified_plays_no_more():
    state = published(founded(4, best_of=3))
    seating = state.round.at(1)
    state = perform(
        state, acts.Rule(judge="Caro", ruling="late", player=seating.second, penalty="match loss")
    )
    assert state.round.results[1].wins == (2, 0)
    state = perform(
        state,
        acts.Rule(judge="Caro", ruling="marked dice", player=seating.first,
                  penalty="disqualification"),
    )  # fmt: skip
    assert state.round.results[1].wins == (0, 2)
    assert not state.players[seating.first].plays
    with pytest.raises(ValueError, match="was disqualified"):
        perform(state, acts.Return(player=seating.first))
