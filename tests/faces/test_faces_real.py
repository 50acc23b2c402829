"""The reader on pictures of real dice, which lie beside the project in CI only."""

import numpy as np
import pytest

from models.faces_eval import Means, closed, read_all
from models.faces_real import FOLDER, crops, real_faces
from vision.faces import FaceReader

pytestmark = pytest.mark.skipif(
    not FOLDER.exists(), reason="the pictures of real die faces are not beside the project"
)


@pytest.fixture(scope="module")
def reader():
    return FaceReader(threads=1)


def test_real_faces_it_never_trained_on_are_read_all_right(reader):
    shown = list(crops(real_faces()[::2], 1, seed=17))
    readings = read_all(reader, [crop for _, crop in shown])
    right = [
        reading.best("dicemasters")[0] == real.face
        for (real, _), reading in zip(shown, readings, strict=True)
    ]
    assert np.mean(right) >= 0.97


def test_real_dice_of_two_declared_teams_are_told_apart(reader):
    scores = closed(reader, pairs=2, looks=2, means=Means(enrolled=False))
    assert scores["closed"].share >= 99
    assert scores["settled"].silent == 0
