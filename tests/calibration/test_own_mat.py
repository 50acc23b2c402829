from dataclasses import replace
from random import Random

import numpy as np
import pytest

from calibration.artwork import life_cells
from calibration.errors import CalibrationError
from calibration.mat import Mat, Tag
from calibration.mats import mat_named
from calibration.mats.files import read_mat, write_mat
from calibration.own_mat import measure_own_mat
from calibration.tags import corners_mm
from tests.bench.random_rigs import random_rig


@pytest.fixture
def stuck():
    """A mat of 560 x 360 mm with loose markers, none of them straight, and a camera above."""
    rng = Random(4)
    places = [
        (12, 12),
        (548, 12),
        (548, 348),
        (12, 348),
        (270, 14),
        (546, 190),
        (300, 345),
        (13, 170),
    ]
    tags = tuple(Tag(24 + n, place, 24.0, rng.uniform(-20, 20)) for n, place in enumerate(places))
    table = Mat("truth", 560.0, 360.0, (), tags)
    rig = replace(random_rig(table, rng), curls=())
    noise = np.random.default_rng(1)
    found = {
        tag.number: rig.to_image(corners_mm(tag)) + noise.normal(0, 0.05, (4, 2)) for tag in tags
    }
    return table, rig, found


def test_loose_markers_are_measured_to_a_millimetre_from_one_picture(stuck):
    table, rig, found = stuck
    own = measure_own_mat(found, rig.lens, mat_named("dicemasters"))
    assert own.width == pytest.approx(table.width, abs=1.5)
    assert own.height == pytest.approx(table.height, abs=1.5)
    for truth, tag in zip(table.tags, own.tags, strict=True):
        assert np.allclose(tag.centre, truth.centre, atol=1.5)
        assert tag.turn == pytest.approx(truth.turn, abs=1.0)


def test_the_zones_of_the_template_are_stretched_to_the_mat(stuck):
    _, rig, found = stuck
    own = measure_own_mat(found, rig.lens, mat_named("irondie"))
    assert {zone.name for zone in own.zones} == {zone.name for zone in mat_named("irondie").zones}
    xs, ys = zip(*(point for zone in own.zones for point in zone.outline), strict=True)
    assert 0 < min(xs) < max(xs) < own.width
    assert 0 < min(ys) < max(ys) < own.height


def test_an_own_mat_is_saved_read_back_and_found_again(stuck, tmp_path):
    _, rig, found = stuck
    own = measure_own_mat(found, rig.lens, mat_named("dicemasters"))
    path = tmp_path / "own.toml"
    write_mat(own, path)
    back = mat_named(str(path))
    assert [zone.name for zone in back.zones] == [zone.name for zone in own.zones]
    assert all(
        np.allclose(a.centre, b.centre, atol=0.01) for a, b in zip(back.tags, own.tags, strict=True)
    )
    assert back.tags[3].turn == pytest.approx(own.tags[3].turn, abs=0.01)


def test_a_missing_corner_marker_is_named(stuck):
    _, rig, found = stuck
    del found[25]
    with pytest.raises(CalibrationError, match="The corner markers 2 cannot be seen"):
        measure_own_mat(found, rig.lens, mat_named("dicemasters"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "is no TOML"),
        ('name = "x"\nsize = [10, 10]\nzone = []\n', "has no 'marker'"),
        (
            'name="x"\nsize=[10,10]\n[[zone]]\nname="field"\noutline=[[0,0],[99,0],[0,5]]\n',
            "zone 'field' reaches beyond the mat",
        ),
    ],
)
def test_a_damaged_mat_file_is_one_clear_sentence(tmp_path, text, said):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=said):
        read_mat(path)


def test_turned_markers_register_like_straight_ones():
    table = mat_named("dicemasters")
    assert np.allclose(
        corners_mm(replace(table.tags[0], turn=90.0))[0], corners_mm(table.tags[0])[1]
    )


def test_a_life_zone_drawn_by_hand_is_no_track_of_ours():
    table = mat_named("dicemasters")
    square = tuple(
        replace(zone, outline=zone.outline[:4]) if zone.name == "life" else zone
        for zone in table.zones
    )
    assert sorted(life_cells(table)) == [0, 1]
    assert life_cells(replace(table, zones=square)) == {}
    assert life_cells(replace(table, name="own")) == {}
