from itertools import combinations

import cv2
import numpy as np
import pytest

from calibration.mats import MATS, mat_named, zone_at
from calibration.mats.layout import OWN_TAGS, QUIET

EVERY_MAT = sorted(MATS)
IRONDIE = {
    "skirmish", "battle-attack", "battle-life", "battle-defence", "reserve", "limbo", "abyss",
}  # fmt: skip


@pytest.mark.parametrize("name", EVERY_MAT)
def test_zones_lie_on_the_mat_and_do_not_overlap(name):
    table = mat_named(name)
    claimed = np.zeros((int(table.height), int(table.width)), np.uint8)
    for zone in table.zones:
        for x, y in zone.outline:
            assert 0 < x < table.width
            assert 0 < y < table.height
        cv2.fillPoly(drawn := np.zeros_like(claimed), [np.array(zone.outline, np.int32)], 1)
        claimed += drawn
    assert claimed.max() == 1


@pytest.mark.parametrize("name", EVERY_MAT)
def test_no_zone_reaches_into_the_white_around_a_marker(name):
    table = mat_named(name)
    for tag in table.tags:
        reach = tag.side / 2 + QUIET
        for dx in np.linspace(-reach, reach, 9):
            for dy in np.linspace(-reach, reach, 9):
                assert zone_at(table, tag.centre[0] + dx, tag.centre[1] + dy)[0] is None


def test_every_mat_has_markers_of_its_own_mostly_eight():
    counts = {"doubles": 10, "irondie-teams": 10, "irondie-six": 14}  # the wide ones
    counts["tenthousand-sheet"] = 4
    for name in EVERY_MAT:
        assert len(mat_named(name).tags) == counts.get(name, 8)
        assert not {tag.number for tag in mat_named(name).tags} & set(OWN_TAGS)
    for one, other in combinations(EVERY_MAT, 2):
        assert not {t.number for t in mat_named(one).tags} & {
            t.number for t in mat_named(other).tags
        }


def test_an_unknown_mat_is_answered_with_the_names_of_the_mats():
    with pytest.raises(ValueError, match="choose one of dicemasters, doubles, irondie"):
        mat_named("chess")


@pytest.mark.parametrize(
    ("name", "zones", "seats"),
    [
        ("dicemasters", {"prep", "reserve", "field", "attack", "used", "out", "life"}, 2),
        ("irondie", IRONDIE, 2),
        ("irondie-teams", IRONDIE, 4),
        ("irondie-six", IRONDIE, 6),
    ],
)
def test_each_seat_has_every_zone_of_the_game(name, zones, seats):
    table = mat_named(name)
    for seat in range(seats):
        assert {zone.name for zone in table.zones if zone.seat == seat} == zones


def test_a_doubles_team_shares_prep_and_life_and_each_player_faces_an_opponent():
    table = mat_named("doubles")
    own = {"reserve", "field", "attack", "used", "out"}
    for seat in range(4):
        assert own <= {zone.name for zone in table.zones if zone.seat == seat}
    assert sorted(z.seat for z in table.zones if z.name == "prep") == [0, 1]
    middle = {z.seat: np.mean(z.outline, axis=0) for z in table.zones if z.name == "attack"}
    for seat in (0, 2):
        assert middle[seat][0] == pytest.approx(middle[seat + 1][0])
        assert middle[seat][1] > middle[seat + 1][1]


@pytest.mark.parametrize(("zone", "dice"), [("reserve", 20), ("field", 24), ("prep", 12)])
def test_the_dice_masters_zones_hold_the_dice_a_game_puts_there(zone, dice):
    outline = next(
        z.outline for z in mat_named("dicemasters").zones if (z.name, z.seat) == (zone, 0)
    )
    xs, ys = zip(*outline, strict=True)
    pitch = 17.0  # a 13 mm die and room for two fingertips
    assert ((max(xs) - min(xs)) // pitch) * ((max(ys) - min(ys)) // pitch) >= dice
