"""Two kinds of dice to lay on the simulated table, and whether the eye can read them here."""

import pytest

from hardware.dice import CharacterFace, DieKind, EnergyFace
from vision.weights import manifest

NETWORKS_SHIPPED = pytest.mark.skipif(
    not {"detector", "tops", "faces"} <= manifest().keys(), reason="the networks are not shipped"
)

SIDES = (
    EnergyFace("Bolt"),
    EnergyFace("Fist", 2),
    EnergyFace("Generic", 2),
    CharacterFace(0, 1, 2),
    CharacterFace(1, 4, 3, 1),
    CharacterFace(3, 8, 7, 2),
)
KINDS = (
    DieKind("red", "Red", SIDES, (190, 30, 30), (250, 250, 250), "thor"),
    DieKind("blue", "Blue", SIDES, (30, 60, 190), (250, 250, 250), "hulk"),
)
ZONES = ("field", "reserve", "attack", "prep")
