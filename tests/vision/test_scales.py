"""Dice of every size in the picture are found: small ones from near, large ones from afar."""

import numpy as np
import pytest

from hardware.dice import DieKind, PipFace
from hardware.simulated.optics import Viewpoint
from hardware.simulated.render import render
from hardware.simulated.scene import Conditions, DieBody, TableScene, Tabletop
from vision.detect import Detector
from vision.weights import manifest

pytestmark = pytest.mark.skipif(
    not {"detector", "tops"} <= manifest().keys(), reason="the networks are not shipped"
)

D6 = DieKind("d6", "d6", tuple(PipFace(n) for n in range(1, 7)), (190, 30, 30), (245, 245, 245))


@pytest.fixture(scope="module")
def detector():
    return Detector(threads=1)


def seen(detector, edge_px, size=(1280, 960)):
    """What is found of one flat die whose edge is so many px, in the middle of a picture."""
    whole = Viewpoint.over((0.0, 0.0), size=size, distance_mm=600.0)
    away = 600.0 * whole.scale_at(0.0, 0.0) * D6.size_mm / edge_px
    view = Viewpoint.over((0.0, 0.0), size=size, distance_mm=away)
    table = TableScene((DieBody(D6, 0.0, 0.0, 0.4, 4),), Tabletop("felt", (22, 96, 62)))
    image, (truth,) = render(table, view, Conditions(noise=1.0), np.random.default_rng(1))
    return truth, detector(image)


@pytest.mark.parametrize("edge_px", [22, 40, 110, 260, 400])
def test_a_die_of_any_size_is_found_once(detector, edge_px):
    truth, found = seen(detector, edge_px)
    assert len(found) == 1
    assert np.hypot(*(found[0].centre - np.mean(truth.corners, axis=0))) < 0.15 * found[0].side


def test_an_empty_table_has_no_dice(detector):
    view = Viewpoint.over((0.0, 0.0), size=(1280, 960), distance_mm=600.0)
    image, _ = render(
        TableScene((), Tabletop("felt")), view, Conditions(), np.random.default_rng(1)
    )
    assert detector(image) == ()
