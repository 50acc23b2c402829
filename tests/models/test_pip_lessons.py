"""The lessons about whole dice tell the truth, however they are turned."""

import cv2
import numpy as np
import pytest

from hardware.dice import PipFace
from models.pips_lessons import DIE, WIDE, crop_of, drawn_die, lesson, pipped
from models.texture_views import Textures, shown
from vision.pips import NO_PIPS, SIDE


def spotted(x, y, side=60):
    """A dark picture with a white die whose top's middle is marked red."""
    image = np.full((300, 300, 3), 40, np.uint8)
    image[y - side // 2 : y + side // 2, x - side // 2 : x + side // 2] = 230
    image[y - 12 : y - 4, x + 8 : x + 16] = (0, 0, 255)
    return image, np.array([x - side / 2, y - side / 2, x + side / 2, y + side / 2])


def red_in(crop):
    blue, green, red = (crop[:, :, part].astype(int) for part in range(3))
    rows, columns = np.nonzero((red - blue > 80) & (red - green > 80))
    return np.array([columns.mean(), rows.mean()])


def test_a_plain_crop_shows_the_top_where_the_lesson_says():
    image, box = spotted(150, 140)
    one = lesson(image, box, 0, "test", (12 / 60, -8 / 60, 0.9))
    crop, (x, y, rise) = crop_of(one, np.random.default_rng(0), plainly=True)
    told = np.array([x, y]) * SIDE + (SIDE - 1) / 2
    assert crop.shape == (SIDE, SIDE, 3)
    assert np.abs(red_in(crop) - told).max() < 1.5
    assert rise == 0.9


@pytest.mark.parametrize("seed", range(12))
def test_a_crop_however_turned_and_mirrored_shows_the_top_where_its_place_says(seed, monkeypatch):
    monkeypatch.setattr("models.pips_lessons._weathered", lambda crop, _: crop)
    monkeypatch.setattr("models.pips_lessons._coarser", lambda one, _: one.wide)
    image, box = spotted(150, 140)
    one = lesson(image, box, 0, "test", (12 / 60, -8 / 60, 0.9))
    crop, (x, y, _) = crop_of(one, np.random.default_rng(seed))
    assert np.abs(red_in(crop) - (np.array([x, y]) * SIDE + (SIDE - 1) / 2)).max() < 2


def test_a_die_at_the_edge_of_the_picture_keeps_its_place_in_the_crop():
    image, box = spotted(31, 31)
    wide = lesson(image, box, 3, "test").wide
    lit = np.flatnonzero(wide[WIDE // 2, :, 1] > 128)
    assert wide.shape == (WIDE, WIDE, 3)
    assert lit[-1] - (WIDE - 1) / 2 == pytest.approx(DIE / 2, abs=1.5)


def test_a_drawn_die_has_all_values_once_on_pictures_of_its_colour():
    for seed in range(6):
        rng = np.random.default_rng(seed)
        kind = pipped(rng, seed)
        assert kind.faces == tuple(PipFace(value) for value in range(1, 7))
        assert kind.pictures is not None
        for face in kind.pictures.faces:
            rim = face[2:-2, 2].astype(int)
            assert np.abs(rim - np.array(kind.body[::-1])).max() <= 2


def test_drawn_pictures_teach_dice_of_all_values_and_what_is_none():
    lessons = [one for seed in range(8) for one in drawn_die(np.random.default_rng((1, seed)))]
    assert {one.value for one in lessons} == {*range(6), NO_PIPS}
    known = [one for one in lessons if not np.isnan(one.place[2])]
    assert all(0.25 < one.place[2] <= 1 for one in known)


def test_half_of_the_textures_are_for_lessons_and_none_for_both(tmp_path):
    for folder in ("grounds", "things"):
        (tmp_path / folder).mkdir()
        for number in range(20):
            picture = np.full((24, 24, 4 if folder == "things" else 3), 10 * number, np.uint8)
            cv2.imwrite(str(tmp_path / folder / f"{number}.png"), picture)
    learnt, measured = (Textures.of(tmp_path, lessons=lessons) for lessons in (True, False))
    assert learnt.grounds
    assert measured.grounds
    assert not set(learnt.grounds) & set(measured.grounds)
    assert len(learnt.things) + len(measured.things) == 20


def test_dice_lie_on_the_photographed_ground_or_none_do(tmp_path):
    for folder, planes in (("grounds", 3), ("things", 4)):
        (tmp_path / folder).mkdir()
        for number in range(8):
            picture = np.full((40, 40, planes), (30, 200, 30, 255)[:planes], np.uint8)
            cv2.imwrite(str(tmp_path / folder / f"{number}.png"), picture)
    textures = Textures.of(tmp_path, lessons=True)
    rng = np.random.default_rng(2)
    image, truths = shown(rng, textures, [pipped(rng, 0)], dice=True, size=(320, 240))
    bare, none = shown(rng, textures, [pipped(rng, 0)], dice=False, size=(320, 240))
    assert truths
    assert none == ()
    assert image.shape == bare.shape == (240, 320, 3)
    green = bare.reshape(-1, 3).mean(axis=0)
    assert green[1] > green[0]
    assert green[1] > green[2]
