import pytest

from calibration.mat import Mat, Zone
from calibration.mats import mat_named, template
from calibration.mats.layout import rectangle
from calibration.zone_drawing import LOOKS, ZoneDrawing, see_dice

OWN = Mat(
    "own",
    600.0,
    400.0,
    (
        Zone("field", 0, rectangle(0, 0, 10, 10), "Field zone"),
        Zone("used", 1, rectangle(5, 5, 95, 45), "Used pile"),
    ),
    (),
)


def after(drawing, dice, looks=LOOKS):
    for _ in range(looks):
        drawing = see_dice(drawing, dice)
    return drawing


@pytest.fixture
def begun():
    """The empty mat has been seen; one printed thing on it looks like a die."""
    return after(ZoneDrawing(OWN), [(300.0, 20.0)])


def test_it_begins_with_the_empty_mat_and_then_names_the_first_zone(begun):
    assert ZoneDrawing(OWN).says.startswith("Take everything off")
    assert "1 of 2" in begun.says
    assert "the near player's Field zone" in begun.says


def test_two_dice_on_opposite_corners_draw_a_rectangle(begun):
    drawn = after(begun, [(300.0, 20.0), (500.0, 300.0), (100.0, 200.0)])
    assert drawn.mat.zones[0].outline == rectangle(100, 200, 500, 300)
    assert drawn.at == 1
    assert "the far player's Used pile" in drawn.says


def test_dice_must_lie_still(begun):
    moving = begun
    for step in range(8):
        moving = see_dice(moving, [(100.0 + 5 * step, 200.0), (500.0, 300.0)])
    assert moving.at == 0


def test_the_dice_of_the_last_zone_do_not_draw_the_next(begun):
    drawn = after(begun, [(100.0, 200.0), (500.0, 300.0)])
    assert after(drawn, [(100.0, 200.0), (500.0, 300.0)]).at == 1
    assert after(drawn, [(100.0, 200.0)]).at == 1
    assert after(drawn, [(100.0, 200.0), (400.0, 350.0)]).at == 1, "one was not moved yet"
    assert after(drawn, [(20.0, 20.0), (200.0, 90.0)]).done


def test_more_dice_draw_a_polygon_clockwise(begun):
    drawn = after(begun, [(100, 100), (300, 300), (300, 100), (100, 300), (350, 200)])
    outline = drawn.mat.zones[0].outline
    assert set(outline) == {(100, 100), (300, 300), (300, 100), (100, 300), (350, 200)}
    area = sum(
        a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, (*outline[1:], outline[0]), strict=True)
    )
    assert area > 0, "clockwise where y points down"


def test_two_dice_side_by_side_keep_the_zone(begun):
    drawn = after(begun, [(200.0, 200.0), (216.0, 200.0)])
    assert drawn.at == 1
    assert drawn.mat.zones == OWN.zones


def test_a_zone_too_narrow_for_a_die_is_refused_in_words(begun):
    refused = after(begun, [(100.0, 200.0), (400.0, 206.0)])
    assert refused.at == 0
    assert "too narrow" in refused.says


def test_corners_beyond_the_mat_are_brought_back_to_its_edge(begun):
    drawn = after(begun, [(-12.0, 200.0), (500.0, 415.0)])
    assert drawn.mat.zones[0].outline == rectangle(0, 200, 500, 400)


def test_the_official_template_has_the_zones_of_the_game_for_both_players():
    official, own = template("official"), mat_named("dicemasters")
    names = {(zone.name, zone.seat) for zone in own.zones}
    assert {(zone.name, zone.seat) for zone in official.zones} == names
    assert official.tags == ()
    for zone in official.zones:
        assert all(0 < x < official.width and 0 < y < official.height for x, y in zone.outline)


def test_an_unknown_template_is_told_the_known_ones():
    with pytest.raises(ValueError, match="official"):
        template("chess")
