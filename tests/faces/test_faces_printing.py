from dataclasses import replace

import numpy as np

from hardware.dice import (
    ActionFace,
    CharacterFace,
    DieKind,
    EnergyFace,
    FacePictures,
    IrondieFace,
    PipFace,
)
from hardware.printing import draw_face

THOR = DieKind(
    "57avx",
    "Thor",
    (
        EnergyFace("Bolt"),
        EnergyFace("Bolt", 2),
        EnergyFace("Bolt", 2),
        CharacterFace(1, 5, 6),
        CharacterFace(2, 6, 8, 1),
        CharacterFace(3, 8, 8),
    ),
    body=(230, 50, 70),
    ink=(30, 30, 80),
    icon="Thor",
)


def inked(picture):
    ink = np.array(THOR.ink[::-1])
    return np.abs(picture.astype(int) - ink).sum(2) < 60


def test_a_face_has_the_asked_size_and_the_body_colour_at_its_border():
    picture = draw_face(THOR, 0, 64)
    assert picture.shape == (64, 64, 3)
    assert tuple(picture[0, 0]) == (70, 50, 230)


def test_numbers_stand_in_their_corners_and_bursts_bottom_left():
    plain, burst = inked(draw_face(THOR, 3, 100)), inked(draw_face(THOR, 4, 100))
    for corner in (plain[:27, :27], plain[:27, 73:], plain[73:, 73:]):
        assert corner.any()
    assert not plain[73:, :24].any()
    assert burst[73:, :27].any()


def test_a_double_energy_face_prints_its_symbols_from_top_left_to_bottom_right():
    double = inked(draw_face(THOR, 1, 100))
    assert double[:45, :45].any()
    assert double[55:, 55:].any()
    assert not double[:30, 70:].any()
    assert not double[70:, :30].any()


def test_only_the_single_energy_face_of_a_yugioh_die_carries_its_serial():
    die = DieKind("12ygo", "x", THOR.faces, THOR.body, THOR.ink, icon="x")
    left = (slice(20, None), slice(0, 15))
    assert inked(draw_face(die, 0, 100))[left].any()
    assert not inked(draw_face(die, 1, 100))[left].any()
    assert not inked(draw_face(THOR, 0, 100))[left].any()


def test_every_face_of_a_pip_die_and_of_an_irondie_looks_different():
    for faces in (
        tuple(PipFace(value) for value in range(1, 7)),
        tuple(IrondieFace("attack", value) for value in range(1, 7)),
        tuple(IrondieFace("life", value) for value in range(1, 7)),
    ):
        die = DieKind("d", "d", faces, (240, 240, 240), (0, 0, 0))
        pictures = [draw_face(die, face, 48).tobytes() for face in range(6)]
        assert len(set(pictures)) == 6


def test_a_name_never_heard_of_gets_one_icon_and_keeps_it():
    die = DieKind("1xyz", "Nobody", (ActionFace(),) * 6, (0, 0, 0), (255, 255, 255), "Nobody")
    assert draw_face(die, 0, 64).any()
    assert np.array_equal(draw_face(die, 0, 64), draw_face(die, 5, 64))


def test_a_die_with_pictures_of_its_own_wears_them_at_any_size():
    sheets = tuple(np.full((40, 40, 3), 40 * face, np.uint8) for face in range(6))
    for sheet in sheets:
        sheet[:20, :20] = 255  # top left
    own = replace(THOR, pictures=FacePictures(sheets))
    for px in (16, 40, 128):
        drawn = draw_face(own, 3, px)
        assert drawn.shape == (px, px, 3)
        assert (drawn[: px // 3, : px // 3] > 250).all()
        assert (abs(drawn[-px // 3 :].astype(int) - 120) < 5).all()
