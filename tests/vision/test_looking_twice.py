"""The second look is taken as the crop lies and turned by a quarter; in doubt all eight ways."""

import numpy as np
import pytest

from models.lessons import FOR_LOOKS, lesson_truths
from vision.detect import Detector
from vision.tops import DOUBTED, Top, TopFinder, _agreed

SQUARE = np.array([50.0, 40.0, 64.0])
FACE = np.array([[38.0, 30.0], [60.0, 28.0], [62.0, 50.0], [40.0, 52.0]])


def turned(corners):
    """The same corners in the crop turned a quarter to the left."""
    x, y = (corners - SQUARE[:2]).T
    return np.stack([y, -x], axis=1) + SQUARE[:2]


UP = np.array([0.0, -0.2])
"""The top of a die that shows its lower side."""


def test_two_looks_at_one_face_are_averaged_whichever_corner_comes_first():
    aside = Top(
        np.roll(turned(FACE + np.array([1.0, 0.0])), 1, axis=0), 0.8, 0.1, np.array([-0.4, 0.0])
    )
    both = _agreed(Top(FACE, 0.8, 0.1, UP), aside, SQUARE)
    assert np.allclose(both.corners, FACE + np.array([0.5, 0.0]))
    assert both.die == pytest.approx(0.8)
    assert np.allclose(both.above, [0.0, -0.3])


def test_where_the_looks_mean_two_faces_the_upright_one_counts_and_doubt_is_shared():
    aside = Top(turned(FACE + np.array([22.0, 0.0])), 0.2, 0.1, UP)
    both = _agreed(Top(FACE, 0.8, 0.1, UP), aside, SQUARE)
    assert np.allclose(both.corners, FACE)
    assert both.die == pytest.approx(0.5)


def test_what_is_doubted_is_believed_alike_when_the_picture_is_turned_and_mirrored():
    finder, detector = TopFinder(threads=1), Detector(threads=1)
    image, _ = lesson_truths(np.random.default_rng((6, 2)), (512, 512), mix=FOR_LOOKS)
    boxes = detector.propose(image).boxes
    looks = np.array([top.die for top in finder(image, boxes)])
    left, top, right, bottom = boxes.T
    mirrored = np.ascontiguousarray(image[:, ::-1])
    across = np.array([511 - right, top, 511 - left, bottom]).T
    again = np.array([top.die for top in finder(mirrored, across)])
    doubted = (looks > 2 * DOUBTED) & (looks < 1 - 2 * DOUBTED)
    assert doubted.any()
    assert np.abs(looks - again)[doubted].max() < 0.02
