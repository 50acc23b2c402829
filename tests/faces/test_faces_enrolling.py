"""Enrolling a die from throws on the simulated table, as `diceref enrol` does it."""

import json

import numpy as np
import pytest

from calibration.mats import mat_named
from hardware.dice import CharacterFace, DieKind, EnergyFace
from hardware.simulated import SimulatedHands, SimulatedTable, Viewpoint, WantedDie
from ui.app.enrolled_dice import enrolled_dice
from ui.app.enrolling import die_kind_named, enrol, look_alikes_of_teams
from ui.app.errors import UserError
from vision.faces import FaceReader
from vision.identify import Declared
from vision.look import look_at

TEAMS = """
edition = "avx"
[[team]]
name = "Anna"
link = "2x12avx;2x17avx"
[[team]]
name = "Ben"
link = "2x3avx;2x4avx"
"""


def die(kind, body, icon):
    faces = (
        EnergyFace("Fist"), EnergyFace("Fist", 2), EnergyFace("Fist", 2),
        CharacterFace(1, 4, 4), CharacterFace(1, 5, 5), CharacterFace(2, 6, 6),
    )  # fmt: skip
    return DieKind(kind, kind.title(), faces, body, (240, 240, 235), icon, body_known=False)


ONE, TWIN = die("A:one", (40, 90, 170), "Thor"), die("B:twin", (170, 40, 60), "Spider-Man")


def thrown(kinds, faces):
    """A picture of these dice lying apart from each other."""
    lies = mat_named("dicemasters")
    view = Viewpoint.overlooking(lies.width, lies.height, size=(2304, 1296), tilt=4.0)
    table = SimulatedTable(lies, view=view)
    hands = SimulatedHands(table, {kind.kind: kind for kind in kinds}, seed=2)
    hands.arrange_now(
        {
            f"{kind.kind} {n}": WantedDie(
                kind.kind, ("field", "reserve", "attack")[n % 3], n // 3 % 2, face
            )
            for n, (kind, face) in enumerate(zip(kinds * len(faces), faces, strict=False))
        }
    )
    return table.read().image


def test_two_throws_of_three_dice_enrol_a_kind_and_later_games_know_it(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    for kind in (ONE, TWIN):
        throws = (thrown([kind], faces) for faces in ((0, 1, 3), (4, 5, 0)))
        enrolment = enrol(kind, throws, lambda doubt, crop: None)
        assert not enrolment.missing
    assert {look.kind for look in enrolled_dice()} == {"one", "twin"}

    seen = look_at(thrown([ONE], (0, 3)), _detector(), FaceReader(threads=1))
    readings = [one.reading for one in seen]
    unknown = Declared((ONE, TWIN)).match_all(readings)
    known = Declared((ONE, TWIN), enrolled_dice()).match_all(readings)
    for before, after in zip(unknown, known, strict=True):
        assert _chance_of("A:one", before) < 0.6
        assert _chance_of("A:one", after) > 0.95


def _detector():
    from vision.detect import Detector

    return Detector(threads=1)


def _chance_of(kind, said):
    return sum(np.exp(chance) for candidate, chance in said.items() if candidate.kind == kind)


def test_a_die_nobody_declared_is_named_with_the_choices(tmp_path):
    teams = tmp_path / "teams.toml"
    teams.write_text(TEAMS)
    with pytest.raises(UserError, match=r"no die is called 'Galactus'.*choose one of"):
        die_kind_named("Galactus", teams)
    assert die_kind_named("beast", teams).title == "Beast"


def test_teams_whose_dice_differ_in_colour_need_no_enrolling(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    teams = tmp_path / "teams.toml"
    teams.write_text(TEAMS)
    assert look_alikes_of_teams(teams) == ()


def test_the_same_character_on_both_sides_looks_alike(tmp_path, monkeypatch, capsys):
    from ui.cli.main import main

    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    teams = tmp_path / "teams.toml"
    teams.write_text(TEAMS.replace("2x3avx", "2x12avx"))
    assert main(["enrol", "--teams", str(teams), "--json"]) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {"dice": ["Human Torch", "Human Torch"], "faces": 6}
    assert "Human Torch (team A) and Human Torch (team B)" in printed.err
