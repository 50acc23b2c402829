"""What a picture shows, with one chance for faces printed alike and a word about low views."""

from math import log

import pytest

from hardware.dice import CharacterFace, DieKind, EnergyFace
from vision.picture import _chance
from vision.sighting import Candidate

FIST = EnergyFace("Fist")
THOR = DieKind(
    "thor",
    "Thor",
    (
        FIST,
        EnergyFace("Fist", 2),
        EnergyFace("Fist", 2),
        *(CharacterFace(n, n, n) for n in (1, 2, 3)),
    ),
    (250, 0, 0),
    (0, 0, 0),
)


def test_faces_printed_alike_share_one_chance():
    match = {Candidate("thor", 1): log(0.45), Candidate("thor", 2): log(0.45)}
    assert _chance(match, Candidate("thor", 1), THOR) == pytest.approx(0.9)


def test_another_face_or_another_die_adds_nothing():
    match = {
        Candidate("thor", 0): log(0.5),
        Candidate("thor", 1): log(0.2),
        Candidate("loki", 0): log(0.3),
    }
    assert _chance(match, Candidate("thor", 0), THOR) == pytest.approx(0.5)
