"""The face reader's lessons: labels that tell the truth, crops that say how they miss."""

import cv2
import numpy as np
import pytest

from hardware.dice import ActionFace, CharacterFace, DieKind, EnergyFace, IrondieFace, PipFace
from hardware.printing.art import PIPS
from hardware.simulated.scene import TrueDie
from models.faces_art import COLUMNS, HELD_OUT, SIDE, STAND_INS, Artist, Label, split_icons
from models.faces_eval import Score, calibration_error
from models.faces_photo import BADLY, USUAL, WELL, photograph
from models.faces_pips import SeenPips, balanced, random_pips
from models.faces_scenes import (
    SHEET,
    artists_die,
    as_detected,
    badly_aimed,
    label_of,
    laid_out,
    offsets_in,
)
from models.faces_sources import Font, Glyph, Sources
from tests.vision.detections import detection
from vision.faces import (
    COMMON,
    CONTEXT,
    CROP,
    EMBEDDING,
    KINDS,
    WIDE,
    Drawn,
    corners_aimed_at,
    crop_matrix,
    cut_face,
    upright_crop,
)
from vision.sighting import Candidate

SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@pytest.fixture
def artist():
    glyphs = {c: Glyph(0.7, (SQUARE * (0.6, 1),)) for c in "0123456789?!*"}
    names = ["square", *(name for names in STAND_INS.values() for name in names)]
    icons = dict.fromkeys(names, (SQUARE * 0.8 + 0.1,))
    sources = Sources((Font("blocks", bold=True, glyphs=glyphs),), icons)
    return Artist(sources, ["square"], np.random.default_rng(0))


@pytest.mark.parametrize(
    ("face", "wanted"),
    [
        (CharacterFace(1, 10, 7, 2), {"field": 1, "attack": 10, "defence": 7, "burst": 2}),
        (EnergyFace("Mask", 2), {"energy": 2, "amount": 1}),
        (EnergyFace("Wild"), {"energy": 4, "amount": -1}),
        (ActionFace(1), {"burst": 1, "field": -1}),
        (PipFace(6), {"value": 5, "turn": False}),
        (IrondieFace("life", 1), {"value": 0, "turn": True}),
    ],
)
def test_a_label_names_what_is_printed_and_leaves_the_rest_unknown(face, wanted):
    label = label_of(face)
    assert {name: getattr(label, name) for name in wanted} == wanted


def test_a_drawn_face_has_ink_and_a_label_of_its_kind(artist):
    for _ in range(60):
        planes, label = artist.face()
        assert planes.shape == (2, SIDE, SIDE)
        assert planes[0].max() > 80
        known = {name for name in COLUMNS[1:-1] if getattr(label, name) >= 0}
        assert known <= {
            "character": {"field", "attack", "defence", "burst", "icon"},
            "energy": {"energy", "amount"},
            "action": {"burst", "icon"},
        }.get(KINDS[label.kind], {"value"})


def test_every_glyph_of_a_drawn_face_is_noted_where_it_is(artist):
    ink = np.zeros((SIDE, SIDE), np.uint8)
    artist.glyphs = []
    artist._dots(ink)
    assert artist.glyphs
    for glyph in artist.glyphs:
        left, top, right, bottom = (round(edge * SIDE) for edge in glyph.box)
        assert ink[top:bottom, left:right].mean() > 100


@pytest.mark.parametrize(("aim", "side"), [(WELL, CROP), (USUAL, CROP), (BADLY, WIDE)])
def test_a_photographed_face_knows_where_it_lies_in_its_crop(artist, aim, side):
    planes = np.zeros((2, SIDE, SIDE), np.uint8)
    crop, onto = photograph(planes, np.random.default_rng(3), aim=aim)
    assert crop.shape == (side, side, 3)
    middle = onto @ (0.5, 0.5, 1)
    assert np.abs(middle[:2] / middle[2] - side / 2).max() < 0.16 * side


def test_a_badly_aimed_crop_and_its_offsets_give_the_well_aimed_one():
    rng = np.random.default_rng(8)
    picture = np.zeros((240, 240, 3), np.uint8)
    corners = np.array([[85.0, 80.0], [160.0, 90.0], [150.0, 165.0], [75.0, 155.0]])
    picture[:] = rng.integers(0, 255, (30, 30, 3)).repeat(8, 0).repeat(8, 1)
    found = badly_aimed(corners, rng)
    offsets = offsets_in(corners, crop_matrix(found, WIDE, CONTEXT * WIDE / CROP))
    again = corners_aimed_at(offsets.reshape(1, 8).astype(np.float32))[0]
    mended = cut_face(upright_crop(picture, found), again, CROP).astype(float)
    meant = cut_face(picture, corners, CROP).astype(float)
    bad = cut_face(picture, found, CROP).astype(float)
    assert np.abs(mended - meant).mean() < 0.4 * np.abs(bad - meant).mean()


def test_a_probability_that_keeps_its_word_has_no_calibration_error():
    rng = np.random.default_rng(1)
    believed = rng.uniform(0, 1, 20_000)
    came_true = (rng.random(20_000) < believed).astype(float)
    assert calibration_error(believed, came_true) < 0.02
    assert calibration_error(np.full(1000, 0.9), np.ones(1000)) == pytest.approx(0.1)


def test_a_wrong_answer_is_silent_only_when_the_reader_was_sure():
    die = DieKind("a", "a", (EnergyFace("Fist"),) * 3 + (ActionFace(),) * 3, (0,) * 3, (9,) * 3)
    score = Score()
    score.count(die, EnergyFace("Fist"), {Candidate("a", 1): np.log(0.9)})
    score.count(die, EnergyFace("Fist"), {Candidate("b", 0): np.log(0.6)})
    score.count(die, EnergyFace("Fist"), {Candidate("b", 0): np.log(0.99)})
    assert (score.right, score.of, score.silent) == (1, 3, 1)


def test_a_label_row_follows_the_columns():
    row = Label(kind=1, field=2, burst=0).row()
    assert dict(zip(COLUMNS, row, strict=True))["field"] == 2
    assert row[COLUMNS.index("energy")] == -1


def pipped(value, set_name="byler_d6"):
    """A white die with black pips, 40 px wide, found exactly and then 10 % too large."""
    patch = np.full((128, 128, 3), 240, np.uint8)
    corners = (SQUARE - 0.5).astype(float) * 40 + 64
    for x, y in PIPS[value]:
        cv2.circle(patch, (round(44 + 40 * x), round(44 + 40 * y)), 4, (10, 10, 10), -1)
    return SeenPips(patch, (corners, (corners - 64) * 1.1 + 64), value, set_name)


def test_a_photographed_die_keeps_its_value_in_every_light_and_at_every_angle():
    rng = np.random.default_rng(0)
    for value in range(1, 7):
        crop, label = random_pips([pipped(value)], rng)
        assert crop.shape == (CROP, CROP, 3)
        assert (label.kind, label.value, label.turn) == (KINDS.index("dots"), value - 1, False)


def test_a_rare_set_of_photos_is_not_drowned_by_a_large_one():
    dice = [*(pipped(1) for _ in range(500)), *(pipped(2, "chase_casino_crops") for _ in range(5))]
    lessons = balanced(dice, 2000)
    rare = sum(die.set_name == "chase_casino_crops" for die in lessons)
    assert 0.25 < rare / len(lessons) < 0.5


def test_stars_and_pawns_have_labels_of_their_own_after_the_icons(artist):
    labels = [artist.face()[1] for _ in range(300)]
    of_actions = {label.icon for label in labels if KINDS[label.kind] == "action"}
    assert of_actions == {0, len(artist.icons) + COMMON.index("star")}


def test_a_drawing_speaks_for_itself_by_its_likeness_to_a_limit():
    one, other = np.eye(EMBEDDING, dtype=np.float32)[:2]
    drawn = Drawn(one, slope=10.0, middle=0.5)
    assert drawn.speaks_for(one) == -drawn.speaks_for(other) > 2
    assert drawn.speaks_for((one + other) / np.sqrt(2)) == pytest.approx(10 * (0.7071 - 0.5), 0.01)


def test_a_laid_out_face_fills_the_flat_middle_and_leaves_the_rounded_edges_bare():
    body = np.array([10.0, 120.0, 200.0])
    sheet = laid_out(np.full((48, 48, 3), 255, np.uint8), body, 0.8)
    assert sheet.shape == (SHEET, SHEET, 3)
    rim, middle = round(SHEET * 0.08), slice(round(SHEET * 0.2), round(SHEET * 0.8))
    assert (sheet[:rim] == body).all()
    assert (sheet[:, -rim:] == body).all()
    assert (sheet[middle, middle] == 255).all()


def test_an_artists_die_wears_six_faces_in_its_own_colours(artist):
    kind, labels = artists_die(artist, 7)
    assert kind.pictures is not None
    assert len(labels) == len(kind.pictures.faces) == 6
    for sheet in kind.pictures.faces:
        assert tuple(sheet[0, 0][::-1]) == kind.body
        assert np.abs(sheet.astype(int) - sheet[0, 0].astype(int)).max() > 25  # something to read


def lying(corners):
    points = np.asarray(corners, float)
    (left, top), (right, bottom) = points.min(0), points.max(0)
    kind = DieKind("a", "a", (PipFace(1),) * 6, (0,) * 3, (9,) * 3)
    return TrueDie(
        "a", kind, 0, cocked=False, box=(left, top, right, bottom),
        corners=tuple(map(tuple, points)), visible=1.0, x_mm=0, y_mm=0, yaw=0, height_mm=0,
    )  # fmt: skip


def test_a_detected_die_is_turned_the_way_its_face_stands():
    one, other = (SQUARE * 40 + at for at in ((20, 30), (120, 30)))
    dice = [lying(one), lying(np.roll(other, 2, axis=0))]

    def found(_):
        boxes = [die.box for die in dice]
        return [detection(boxes[1], other + 1)]

    aimed = as_detected(np.zeros((9, 9, 3), np.uint8), dice, found)
    assert list(aimed) == [1]
    assert np.allclose(aimed[1], np.roll(other, 2, axis=0) + 1)


def test_icons_kept_for_validation_are_never_trained_on():
    names = [f"icon-{n}" for n in range(HELD_OUT + 30)]
    trained, kept_out = split_icons(Sources((), dict.fromkeys([*names, *STAND_INS["Fist"]], ())))
    assert len(kept_out) == HELD_OUT
    assert sorted([*trained, *kept_out]) == sorted(names)
