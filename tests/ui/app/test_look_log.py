"""The last looks are kept on disk: what changed, a bounded number, never in the way of a game."""

import json
import math

from rules.track.verdict import Commit, Wait
from ui.app.look_log import LookLog
from vision.sighting import Candidate, Observation, Sighting

READ = {Candidate("hulk", 2): math.log(0.9), Candidate("hulk", 3): math.log(0.1)}


def seen(number, zone="reserve", *, still=True):
    die = Sighting(7, 10.04, 20.0, 0.0, zone, 0, 5.0, cocked=False, likelihood=READ)
    return Observation(float(number), 0.0, number, still=still, hands=False, dice=(die,))


def lines(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_look_is_kept_when_the_table_or_the_verdict_changed(tmp_path):
    looks = LookLog(tmp_path / "log")
    looks.see(seen(1), Wait("unsettled"))
    looks.see(seen(2), Wait("unsettled"))
    looks.see(seen(3, still=False), Wait("moving"))
    looks.see(seen(4), Commit(()))
    looks.see(seen(5, "field"), Commit(()))
    kept = lines(looks.file)
    assert [one["frame"] for one in kept] == [1, 4, 5]
    assert [one["referee"] for one in kept] == ["unsettled", "commit", "commit"]
    assert kept[0]["dice"][0]["readings"] == [["hulk", 2, 0.9], ["hulk", 3, 0.1]]
    assert kept[0]["dice"][0]["mm"] == [10.0, 20.0]


def test_old_looks_are_forgotten(tmp_path):
    looks = LookLog(tmp_path, most=10)
    for number in range(35):
        looks.see(seen(number, f"zone-{number}"), Wait("unsettled"))
    assert [one["frame"] for one in lines(looks.file)] == list(range(30, 35))
    assert [one["frame"] for one in lines(looks.before)] == list(range(20, 30))
    LookLog(tmp_path).see(seen(99), Wait("unsettled"))
    assert len(lines(looks.before)) == 5


def test_a_folder_that_cannot_be_written_stops_no_game(tmp_path):
    (tmp_path / "log").touch()
    looks = LookLog(tmp_path / "log")
    looks.see(seen(1), Wait("unsettled"))
    looks.see(seen(2), Commit(()))
