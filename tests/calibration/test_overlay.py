import numpy as np

from calibration.mat_picture import draw
from calibration.mats import mat_named
from calibration.overlay import overlay
from calibration.registration import register

GREEN = (60, 220, 60)


def test_the_outlines_are_drawn_where_the_zones_are_printed():
    table = mat_named("irondie")
    picture = draw(table, 3.0)
    drawn = overlay(picture, register(picture, table), names=False)
    near_green = np.abs(drawn.astype(int) - GREEN).max(axis=2) < 40
    for zone in table.zones:
        (left, top), (right, _) = zone.outline[0], zone.outline[1]
        middle, edge = round((left + right) / 2 * 3), round(top * 3)
        assert near_green[edge - 2 : edge + 3, middle].any()
    assert near_green.mean() < 0.08
    assert np.array_equal(picture, draw(table, 3.0))
