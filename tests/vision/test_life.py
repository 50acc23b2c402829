import pytest

from calibration.artwork import life_cells
from calibration.mats import mat_named
from calibration.registration import register
from hardware.dice import DieKind, PipFace
from hardware.simulated.scene import Conditions
from hardware.simulated.table import SimulatedTable
from vision.life import LifeTracks

BEAD = DieKind(
    "bead",
    "Bead",
    (PipFace(1), PipFace(2), PipFace(3), PipFace(4), PipFace(5), PipFace(6)),
    (40, 120, 60),
    (240, 240, 240),
    size_mm=10.0,
)


def marked(name, lives, **light):
    """The marks read on a simulated mat with a bead of each seat on these numbers."""
    lies = mat_named(name)
    table = SimulatedTable(lies, conditions=Conditions(**light))
    for seat, life in lives.items():
        left, top, right, bottom = life_cells(lies)[seat][life]
        table.place(f"seat {seat}", BEAD, (left + right) / 2, (top + bottom) / 2)
    image = table.read().image
    marks = LifeTracks(register(image, lies))(image)
    return {mark.seat: mark.life for mark in marks}


@pytest.mark.parametrize("lives", [{0: 20, 1: 13}, {0: 0, 1: 7}, {0: 8, 1: 20}])
def test_the_covered_cell_is_the_life(lives):
    assert marked("dicemasters", lives) == lives


def test_the_teams_of_four_players_have_thirty_life():
    assert marked("doubles", {0: 30, 1: 11}) == {0: 30, 1: 11}


def test_a_track_without_a_marker_says_nothing():
    assert marked("dicemasters", {0: 15}) == {0: 15, 1: None}


@pytest.mark.parametrize("exposure", [0.6, 1.25])
def test_other_light_is_no_marker(exposure):
    assert marked("dicemasters", {1: 4}, exposure=exposure) == {0: None, 1: 4}


def test_a_mat_without_a_life_track_has_no_marks():
    assert marked("irondie", {}) == {}


@pytest.mark.parametrize(("aside", "life"), [(0.0, 9), (5.0, 9), (-5.0, 9), (9.0, None)])
def test_a_marker_between_two_numbers_says_neither(aside, life):
    lies = mat_named("dicemasters")
    table = SimulatedTable(lies)
    left, top, right, bottom = life_cells(lies)[0][9]
    table.place("marker", BEAD, (left + right) / 2 + aside, (top + bottom) / 2)
    image = table.read().image
    assert LifeTracks(register(image, lies))(image)[0].life == life
