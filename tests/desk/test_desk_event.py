"""`make event` from beginning to end, and some of what `diceref bench desk` does to the desk."""

import subprocess
import sys

import pytest

from tests.bench import desk

pytestmark = pytest.mark.slow


def test_a_whole_tournament_plays_itself_and_nothing_is_missing():
    words = [sys.executable, "-m", "tests.bench.event", "--headless", "--rounds", "3"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert " 0 missing at the desk" in done.stderr
    assert "the final was won by" in done.stderr


def test_nothing_is_lost_when_publishers_hub_and_desk_are_killed(monkeypatch):
    monkeypatch.setattr(desk, "TABLES", 16)
    monkeypatch.setattr(desk, "ENTRIES", 60)
    monkeypatch.setattr(desk, "KILLS", 24)
    monkeypatch.setattr(desk, "STOPS", 3)
    found = {one["name"]: one for one in desk.durability()}
    assert {name: one["value"] for name, one in found.items()} == {
        "desk.lost": 0, "desk.twice": 0, "desk.disorder": 0, "desk.false_alarms": 0,
    }  # fmt: skip
    assert "deleted 1x, put back 1x" in found["desk.lost"]["on"]


def test_a_cluster_loses_nothing_when_its_leader_is_killed():
    assert all(figure["ok"] for figure in desk.cluster())
