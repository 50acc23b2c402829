import numpy as np
import pytest

from vision.corners import corners_from_points, points_from_corners


def seen_square(turn: float, squeeze: float = 1.0, side: float = 30.0) -> np.ndarray:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return corners @ rotation.T * [1.0, squeeze] + [400.0, 120.0]


@pytest.mark.parametrize("squeeze", [1.0, 0.8, 0.5])
@pytest.mark.parametrize("turn", np.linspace(0, np.pi, 13))
def test_corners_come_back_from_their_points(turn, squeeze):
    corners = seen_square(turn, squeeze)
    back = corners_from_points(points_from_corners(corners[None]))[0]
    errors = [np.abs(np.roll(back, shift, axis=0) - corners).max() for shift in range(4)]
    assert min(errors) < 1e-6


@pytest.mark.parametrize("start", range(4))
def test_the_points_do_not_depend_on_the_corner_one_starts_from(start):
    corners = seen_square(0.3, 0.9)
    assert points_from_corners(np.roll(corners, start, axis=0)[None]) == pytest.approx(
        points_from_corners(corners[None])
    )


def test_the_points_move_smoothly_through_a_whole_turn():
    turns = np.linspace(0, 2 * np.pi, 721)
    points = points_from_corners(np.array([seen_square(turn) for turn in turns]))
    assert np.abs(np.diff(points, axis=0)).max() < 1.0


def test_corners_start_at_the_top_left_of_an_upright_face():
    back = corners_from_points(points_from_corners(seen_square(0.05)[None]))[0]
    assert back[0] == pytest.approx(seen_square(0.05)[0])
