import numpy as np
import pytest

from tests.bench.calibration import figures


def test_registration_zones_shifts_hands_and_rectifying_reach_their_figures():
    found = {figure["name"]: figure for figure in figures(rigs=5, shifts=1)}
    assert found["calibration.register_p95"]["value"] <= 0.5
    assert found["calibration.zone_right"]["value"] == 100.0
    assert found["calibration.shift_s"]["value"] <= 1.0
    assert found["calibration.hand_moves"]["value"] == 0
    assert np.isfinite(found["calibration.rectify_ms"]["value"])


@pytest.mark.slow
def test_registration_reaches_its_figure_over_two_hundred_rigs():
    found = {figure["name"]: figure for figure in figures(rigs=200, shifts=1)}
    assert found["calibration.register_p95"]["value"] <= 0.5
    assert found["calibration.zone_right"]["ok"]
