"""What the drawing of a mat promises: every die where it belongs, and nothing else."""

from random import Random
from xml.etree import ElementTree as ET

import pytest

from calibration.mats import MATS, mat_named
from calibration.shapes import bounds
from rules.core import CHANCE, DieView, Place, SeatView, View, ZoneKind
from rules.registry import games
from tests.ui.doubles import DOUBLES, setup_of
from ui.app.looks import die_kinds
from ui.svg.faces import symbol_of
from ui.svg.mat import MatPicture
from ui.svg.narrow import narrow
from ui.svg.pieces import SIZES, Arrangement, DiceToDraw

ZONES = {
    "attack": ZoneKind.OPEN, "field": ZoneKind.OPEN, "reserve": ZoneKind.OPEN,
    "used": ZoneKind.HEAP, "bag": ZoneKind.HIDDEN,
}  # fmt: skip
MAT = MATS["dicemasters"]()


def die(name, zone="field", seat=0, stats="2/2", **more):
    return DieView(name, "thor", Place(zone, seat), "Thor", "Thor1", stats, **more)


def lying(*dice, life=(20, 20), **more):
    seats = tuple(SeatView(name, n, 20) for name, n in zip(("Ana", "Bo"), life, strict=True))
    return DiceToDraw(View(seats, 1, 0, "", "", dice), {one.die: 3 for one in dice}, ZONES, **more)


def by_name(pieces):
    return {piece.name: piece for piece in pieces}


def played(name, steps, setup=None):
    """Each table of a game of random moves."""
    known, rng = games()[name], Random(7)
    game, setup = known.load(), setup or known.demo_setup()
    state = game.new(setup)
    for _ in range(steps):
        mover = game.to_move(state)
        if mover is None:
            return
        chance = mover == CHANCE
        action = game.sample(state, rng) if chance else rng.choice(list(game.legal_actions(state)))
        state, _ = game.apply(state, action)
        faces = {lie.die: lie.face for lie in game.layout(state) if lie.face is not None}
        yield DiceToDraw(game.view(state), faces, game.zones)


def test_blockers_stand_opposite_their_attacker():
    pieces = by_name(
        Arrangement(MAT, ["thor"]).pieces(
            lying(
                die("a", "attack"), die("b", "attack"),
                die("x", "attack", 1, paired="b"), die("y", "attack", 1, paired="b"),
                die("z", "attack", 1, paired="a"),
            )
        )
    )  # fmt: skip
    assert pieces["z"].x == pieces["a"].x
    assert (pieces["x"].x + pieces["y"].x) / 2 == pytest.approx(pieces["b"].x)
    assert pieces["x"].y < MAT.height / 2 < pieces["b"].y


def test_captured_dice_lie_under_their_captor_and_are_drawn_before_it():
    pieces = Arrangement(MAT, ["thor"]).pieces(
        lying(die("captor"), die("one", under="captor"), die("two", under="captor"))
    )
    found, order = by_name(pieces), [piece.name for piece in pieces]
    for name in ("one", "two"):
        assert abs(found[name].x - found["captor"].x) < found["captor"].size
        assert order.index(name) < order.index("captor")
    assert found["one"].x != found["two"].x


def test_a_die_keeps_its_place_while_others_come_and_go():
    arrangement = Arrangement(MAT, ["thor"])
    before = by_name(arrangement.pieces(lying(die("a"), die("b"), die("c"))))
    after = by_name(arrangement.pieces(lying(die("d"), die("c"))))
    assert (after["c"].x, after["c"].y) == (before["c"].x, before["c"].y)
    assert (after["d"].x, after["d"].y) == (before["a"].x, before["a"].y)


def test_dice_that_nobody_should_see_are_not_drawn():
    pieces = Arrangement(MAT, ["thor"]).pieces(lying(die("a"), die("secret", "bag")))
    assert "secret" not in by_name(pieces)


def test_the_beads_stand_on_the_life_and_nowhere_when_it_is_off_the_track():
    arrangement = Arrangement(MAT, ["thor"])
    high, low = (
        by_name(arrangement.pieces(lying(life=life)))["life 0"] for life in ((20, 3), (2, 3))
    )
    assert high.x > low.x
    assert "life 0" not in by_name(arrangement.pieces(lying(life=(-2, 25))))


def test_damage_and_bonuses_stand_beneath_the_die_and_the_face_is_the_one_that_is_up():
    (piece,) = (
        one
        for one in Arrangement(MAT, ["hulk", "thor"]).pieces(lying(die("a", stats="4/4 -2")))
        if one.name == "a"
    )
    assert piece.figures == "4/4 -2"
    assert piece.drawing == symbol_of(1, 3)


@pytest.mark.parametrize("count", [1, 7, 30, 200])
def test_any_number_of_dice_lies_inside_its_zone(count):
    for mat in (MAT, narrow(MAT)):
        zones = {(zone.name, zone.seat): bounds(zone.outline) for zone in mat.zones}
        for zone, seat in (("reserve", 0), ("used", 1), ("field", 1)):
            dice = [die(f"d{n}", zone, seat) for n in range(count)]
            left, top, right, bottom = zones[zone, seat]
            pieces = [
                one
                for one in Arrangement(mat, ["thor"]).pieces(lying(*dice))
                if one.figures or one.name[0] == "d"
            ]
            assert len(pieces) == count
            assert all(left < one.x < right and top < one.y < bottom for one in pieces)
            if count <= 30:
                assert all(
                    abs(one.x - other.x) + abs(one.y - other.y) >= min(SIZES)
                    for one in pieces for other in pieces if one is not other
                )  # fmt: skip


@pytest.mark.parametrize("name", ["avx", "irondie", "tenthousand", "doubles"])
def test_every_open_die_of_a_game_is_on_both_mats(name):
    game = "tmnt" if name == "doubles" else name
    setup = setup_of(DOUBLES) if name == "doubles" else games()[name].demo_setup()
    kinds = die_kinds(games()[game].load().dice(setup))
    mat = mat_named(games()[game].mat_for(setup))
    pictures = [MatPicture(mat, kinds), MatPicture(narrow(mat), kinds)]
    seen = 0
    for table in played(game, 150, setup):
        expected = {
            one.die for one in table.view.dice
            if table.zones[one.place.zone] is not ZoneKind.HIDDEN
        }  # fmt: skip
        for picture in pictures:
            drawn = {piece.name for piece in picture.pieces(table) if piece.drawing.startswith("k")}
            assert drawn == expected
            seen += len(drawn)
    assert seen > 90


def test_every_symbol_that_a_piece_names_is_in_the_drawing():
    setup = games()["avx"].demo_setup()
    kinds = die_kinds(games()["avx"].load().dice(setup))
    picture = MatPicture(MAT, kinds)
    drawn = ET.fromstring(picture.svg())  # noqa: S314 - our own
    symbols = {node.get("id") for node in drawn.iter("{http://www.w3.org/2000/svg}symbol")}
    assert {symbol_of(at, face) for at in range(len(kinds)) for face in (*range(6), None)} < symbols
    for table in played("avx", 60):
        assert {piece.drawing for piece in picture.pieces(table)} <= symbols


def test_names_with_markup_stay_names():
    bad = '"><script>alert(1)</script>&'
    view = View(tuple(SeatView(bad, 5, 20) for _ in range(4)), 1, 0, "", "", (
        DieView(bad, "thor", Place("field", 0), bad, bad, "1/1", bad),))  # fmt: skip
    setup = setup_of(DOUBLES)
    picture = MatPicture(
        MATS["doubles"](), die_kinds(games()["tmnt"].load().dice(setup)), [bad] * 4
    )
    written = picture.svg(picture.pieces(DiceToDraw(view, {}, ZONES)), picture.described(view))
    ET.fromstring(written)  # noqa: S314 - our own
    assert "<script" not in written


def test_a_mat_for_a_phone_has_every_zone_beside_none_other():
    for make in MATS.values():
        mat = make()
        small = narrow(mat)
        kept = [(zone.name, zone.seat) for zone in mat.zones if zone.name != "life"]
        assert sorted(map(str, kept)) == sorted(str((zone.name, zone.seat)) for zone in small.zones)
        boxes = [bounds(zone.outline) for zone in small.zones]
        for at, (left, top, right, bottom) in enumerate(boxes):
            assert 0 <= left < right <= small.width
            assert 0 <= top < bottom <= small.height
            for other in boxes[at + 1 :]:
                assert (
                    right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
                )
