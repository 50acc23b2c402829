"""The validation renderer draws the same dice as the simulated table."""

import numpy as np

from hardware.simulated.solid import FACE_AXES, meet_rays
from models.cycles import _rounded, scene_setup, truth


def test_the_rounded_cube_is_the_one_that_rays_meet():
    points, normals, _, _ = _rounded(6.5, 0.2)
    for point, normal in zip(points[::37], normals[::37], strict=True):
        eye = (point + 30 * normal).astype(np.float32)
        hits = meet_rays(eye, -normal.astype(np.float32)[:, None], 6.5, 0.2 * 6.5)
        assert hits is not None
        assert np.allclose(hits.point[:, 0], point, atol=0.05)


def test_every_face_has_its_own_cell_of_the_sheet_with_its_up_upward():
    points, _, squares, places = _rounded(1.0, 0.1)
    for face, (right, up, normal) in enumerate(FACE_AXES):
        inner = (np.abs(points @ up) < 0.95) & (np.abs(points @ right) < 0.95)
        flat = np.flatnonzero((points @ normal > 0.999) & inner)
        cell = np.floor(places[flat] * [3, 2])
        assert (cell == [face % 3, face // 3]).all()
        assert np.corrcoef(points[flat] @ up, places[flat][:, 1])[0, 1] > 0.999
        assert np.corrcoef(points[flat] @ right, places[flat][:, 0])[0, 1] > 0.999
    assert squares.max() == len(points) - 1


def test_a_scene_has_one_number_and_is_always_the_same():
    assert scene_setup(5, 3) == scene_setup(5, 3)
    assert truth(scene_setup(5, 4)) == truth(scene_setup(5, 4))
