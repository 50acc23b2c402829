"""What leaves the desk can be read again, and by others."""

import csv
import json
from io import StringIO

import pytest

from rules.tournament import acts
from rules.tournament.exchange import (
    as_json,
    as_trf,
    pairings_csv,
    players_csv,
    read_acts,
    scores,
    standings_csv,
    write_acts,
)
from rules.tournament.pairing import next_round
from rules.tournament.plan import TournamentPlan
from rules.tournament.state import perform, replayed
from tests.tournament.events import founded, published, reported


@pytest.fixture
def state():
    begun = founded(5, best_of=3, seed=2)
    begun = perform(begun, acts.Rename(player=1, name='=cmd|"x", y'))
    begun = perform(begun, acts.SealTeam(player=2, team="4x12avx"))
    begun = reported(published(begun), wins=(2, 1))
    return published(perform(begun, acts.Enter(name="Zoë <b>")))


def rows(text):
    return list(csv.DictReader(StringIO(text)))


def test_tables_hold_every_player_and_match_and_no_formula(state):
    assert len(rows(standings_csv(state))) == len(rows(players_csv(state))) == 6
    matches = rows(pairings_csv(state))
    assert [row["first won"] for row in matches[:3]] == ["2", "2", ""]
    assert len(matches) == 3 + 3
    names = {row["name"] for row in rows(players_csv(state))}
    assert '\'=cmd|"x", y' in names


def test_a_sealed_team_stays_hidden_until_all_are_shown(state):
    assert "4x12avx" not in as_json(state) + players_csv(state)
    shown = perform(state, acts.ShowTeams())
    assert "4x12avx" in as_json(shown)
    assert "4x12avx" in players_csv(shown)


def test_json_says_what_the_standings_say(state):
    told = json.loads(as_json(state))
    assert [line["rank"] for line in told["standings"]] == [1, 2, 3, 4, 5, 6]
    assert told["event"]["name"] == "Club night"
    assert len(told["rounds"]) == 2


def test_the_cross_table_has_a_cell_for_every_round(state):
    lines = [line for line in as_trf(state).splitlines() if line.startswith("001")]
    assert len(lines) == 6
    assert len({len(line) for line in lines}) == 1
    assert sum(" w 1" in line for line in lines) == 2
    assert sum("0000 - U" in line for line in lines) == 1


def test_scores_are_as_bracket_tools_take_them(state):
    told = scores(state, 1)
    assert [one["scores_csv"] for one in told] == ["2-1", "2-1"]
    assert all(one["winner"] == one["player1"] for one in told)


def test_an_event_is_made_again_from_its_acts():
    done = [acts.Found(plan=TournamentPlan(name="Night"))]
    done += [acts.Enter(name=name) for name in "ABCD"]
    done.append(next_round(replayed(done)).act())
    assert read_acts(write_acts(done)) == tuple(done)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no event of DiceRef"),
        ("hello", "no event of DiceRef"),
        ('{"format":"diceref-tournament","version":99}', "newer DiceRef"),
        ('{"format":"diceref-tournament","version":1}\n{"act":"fly"}', "line 2 is no act"),
        ('{"format":"diceref-tournament","version":1}\n{"act":"enter","name":"A"}', "cannot have"),
    ],
)
def test_what_is_no_event_is_told_in_a_sentence(text, told):
    with pytest.raises(ValueError, match=told):
        read_acts(text)
