from dataclasses import replace
from random import Random

import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.mat_picture import draw
from calibration.mats import mat_named, zone_at, zones_about
from calibration.registration import register, tags_still_near
from tests.bench.random_rigs import in_gray, photograph, random_rig


def test_a_mat_seen_from_above_is_found_to_a_fifth_of_a_millimetre():
    table = mat_named("dicemasters")
    registration = register(draw(table, 4.0), table)
    pixel_centres = np.array([[0.0, 0.0], [800.0, 400.0], [2000.0, 1500.0]])
    error = registration.to_mat(pixel_centres) - (pixel_centres + 0.5) / 4.0
    assert np.abs(error).max() < 0.2
    assert registration.tags_seen == tuple(range(8))


def test_a_die_top_is_put_back_where_the_die_stands():
    table = mat_named("dicemasters")
    registration = register(draw(table, 4.0), table)
    stands = np.array([[40.0, 300.0], [500.0, 20.0]])
    seen = registration.to_image(stands, height_mm=13.0)
    assert np.abs(registration.to_mat(seen) - stands).max() > 3.0
    assert np.abs(registration.top_to_mat(seen, 13.0) - stands).max() < 1e-6


def test_fewer_than_four_markers_are_refused_with_what_to_do():
    table = mat_named("dicemasters")
    picture = draw(table, 4.0)
    picture[:1300] = 255
    with pytest.raises(CalibrationError, match="Only 3 of the mat's 8 markers"):
        register(picture, table)


def test_both_seats_have_the_same_zones_turned_by_half_a_turn():
    table = mat_named("dicemasters")
    for zone in table.zones:
        x, y = np.mean(zone.outline, axis=0)
        opposite, _ = zone_at(table, table.width - x, table.height - y)
        if zone.name != "life":
            assert opposite is not None
            assert (opposite.name, opposite.seat) == (zone.name, 1 - zone.seat)


def test_a_point_knows_its_zone_and_how_near_the_border_is():
    table = mat_named("dicemasters")
    field = next(z for z in table.zones if z.name == "field" and z.seat == 0)
    left, top = field.outline[0]
    zone, border = zone_at(table, left + 4.0, top + 20.0)
    assert zone == field
    assert border == pytest.approx(4.0)
    between, gap = zone_at(table, left + 100.0, top - 1.0)
    assert between is None
    assert gap == pytest.approx(1.0)


def test_a_point_knows_the_zones_a_die_there_would_reach_into():
    table = mat_named("dicemasters")
    field = next(z for z in table.zones if z.name == "field" and z.seat == 0)
    left, top = field.outline[0]
    assert field in zones_about(table, left + 100.0, top - 1.0)
    assert field not in zones_about(table, left + 100.0, top + 1.0)
    assert zones_about(table, *np.mean(field.outline, axis=0)) == ()


def test_registering_near_an_earlier_place_agrees_with_searching_everywhere():
    table = mat_named("dicemasters")
    rig = replace(random_rig(table, Random(11), (1280, 720)), curls=())
    printed = in_gray(table, 4.0)
    first = register(photograph(rig, Random(1), printed), table, rig.lens)
    points = np.array([(60.0, 60.0), (262.0, 192.0), (460.0, 330.0)])
    for step in (0.0, 3.0, 40.0):
        moved = replace(rig, camera=rig.camera + np.array([step, 0.0, 0.0]))
        frame = photograph(moved, Random(2), printed)
        quick = register(frame, table, rig.lens, near=first)
        assert quick.tags_seen == first.tags_seen
        assert np.abs(quick.to_mat(moved.to_image(points)) - points).max() < 0.5


def test_a_tag_is_not_taken_for_another_that_lies_in_its_place():
    table = mat_named("dicemasters")
    first = register(draw(table, 4.0), table)
    numbers = [tag.number for tag in table.tags]
    swapped = replace(
        table,
        tags=tuple(
            replace(tag, number=other)
            for tag, other in zip(table.tags, numbers[1:] + numbers[:1], strict=True)
        ),
    )
    assert tags_still_near(first, draw(swapped, 4.0)) == {}


def test_another_mat_than_the_games_is_named():
    with pytest.raises(CalibrationError, match="The irondie mat lies under the camera and this"):
        register(draw(mat_named("irondie"), 4.0), mat_named("dicemasters"))


def test_one_stray_marker_does_not_pull_the_mat_along():
    table = mat_named("dicemasters")
    stray = replace(table.tags[2], centre=(440.0, 300.0))
    printed = replace(table, tags=(*table.tags[:2], stray, *table.tags[3:]))
    registration = register(draw(printed, 4.0), table)
    points = np.array([[200.0, 200.0], [1000.0, 800.0], [1800.0, 400.0]])
    assert np.abs(registration.to_mat(points) - (points + 0.5) / 4).max() < 0.2


def test_markers_strewn_at_random_are_refused():
    table = mat_named("dicemasters")
    places = [tag.centre for tag in table.tags]
    order = [3, 6, 1, 4, 7, 2, 0, 5]
    strewn = tuple(
        replace(tag, centre=places[other]) for tag, other in zip(table.tags, order, strict=True)
    )
    with pytest.raises(CalibrationError, match="do not fit this mat: choose"):
        register(draw(replace(table, tags=strewn), 4.0), table)
