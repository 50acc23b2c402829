"""The second look is taken twice: as the crop lies, and turned by a quarter."""

import numpy as np
import pytest

from vision.tops import Top, _agreed

SQUARE = np.array([50.0, 40.0, 64.0])
FACE = np.array([[38.0, 30.0], [60.0, 28.0], [62.0, 50.0], [40.0, 52.0]])


def turned(corners):
    """The same corners in the crop turned a quarter to the left."""
    x, y = (corners - SQUARE[:2]).T
    return np.stack([y, -x], axis=1) + SQUARE[:2]


def test_two_looks_at_one_face_are_averaged_whichever_corner_comes_first():
    aside = Top(np.roll(turned(FACE + np.array([1.0, 0.0])), 1, axis=0), 0.8, 0.1)
    both = _agreed(Top(FACE, 0.8, 0.1), aside, SQUARE)
    assert np.allclose(both.corners, FACE + np.array([0.5, 0.0]))
    assert both.die == pytest.approx(0.8)


def test_where_the_looks_mean_two_faces_the_upright_one_counts_and_doubt_is_shared():
    aside = Top(turned(FACE + np.array([22.0, 0.0])), 0.2, 0.1)
    both = _agreed(Top(FACE, 0.8, 0.1), aside, SQUARE)
    assert np.allclose(both.corners, FACE)
    assert both.die == pytest.approx(0.5)
