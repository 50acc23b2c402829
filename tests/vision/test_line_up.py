"""One look at one die of each card in order teaches their colours; what is wrong is said."""

import numpy as np
import pytest

from hardware.dice import CharacterFace, DieKind, EnergyFace
from tests.vision.detections import detection
from vision.faces import DIGITS, HEADS, Reading, printed
from vision.identify import Declared
from vision.line_up import learned, learned_in_rows
from vision.look import SeenDie

ENERGY = (EnergyFace("Fist"), EnergyFace("Fist", 2), EnergyFace("Wild"))


def kind(name, numbers):
    faces = (*ENERGY, *(CharacterFace(*each) for each in numbers))
    return DieKind(name, name.title(), faces, (0, 0, 0), (9, 9, 9), name, body_known=False)


THOR = kind("thor", ((1, 2, 3), (2, 4, 5), (3, 8, 8)))
LOKI = kind("loki", ((0, 1, 1), (1, 2, 2), (1, 6, 7)))
KINDS = (THOR, LOKI)
SPOTS = np.array([[50.0, 50], [150, 50]])


def reading(face, body, ink, icon=0):
    attributes = {head: np.full(size, np.log(0.01 / size)) for head, size in HEADS.items()}
    for head, at in printed(face):
        attributes[head] = np.full(HEADS[head], np.log(0.005 / HEADS[head]))
        attributes[head][at] = np.log(0.995)
    assert attributes["field"].shape == (DIGITS,)
    embedding = np.zeros(64, np.float32)
    embedding[icon] = 1
    return Reading(0, 1.0, attributes, body, ink, embedding)


def die(x, y, *told):
    corners = [(x - 15.0, y - 15.0), (x + 15, y - 15), (x + 15, y + 15), (x - 15, y + 15)]
    square = np.array(corners)
    box = (x - 18.0, y - 18.0, x + 18.0, y + 18.0)
    return SeenDie(detection(box, square, 0.99), reading(*told), square, np.zeros(0))


RED, BLUE, WHITE = (180, 30, 30), (30, 40, 170), (240, 240, 240)


def test_after_a_line_up_energy_dice_of_unknown_colours_are_told_apart():
    seen = [die(52, 49, THOR.faces[4], RED, WHITE, 1), die(149, 52, LOKI.faces[0], BLUE, WHITE)]
    line_up = learned(seen, KINDS, SPOTS)
    assert line_up.problems == ()
    energy = reading(EnergyFace("Fist"), BLUE, WHITE)
    before = Declared(KINDS).match(energy)
    after = Declared(KINDS, line_up.enrolled).match(energy)
    assert max(np.exp(list(before.values()))) < 0.6
    best = max(after, key=lambda candidate: after[candidate])
    assert best.kind == "loki"
    assert np.exp(after[best]) > 0.95


def test_only_a_face_with_an_icon_teaches_one():
    seen = [die(50, 50, THOR.faces[4], RED, WHITE, 1), die(150, 50, LOKI.faces[0], BLUE, WHITE)]
    by_kind = {look.kind: look for look in learned(seen, KINDS, SPOTS).enrolled}
    assert by_kind["thor"].face == 4
    assert by_kind["thor"].embedding
    assert by_kind["loki"].embedding == ()


@pytest.mark.parametrize(
    ("seen", "reason", "words"),
    [
        ([(50, THOR.faces[3])], "empty", "No die on spot 2: put one die of Loki there."),
        (
            [(50, THOR.faces[3]), (142, LOKI.faces[3]), (160, LOKI.faces[4])],
            "crowded",
            "More than one die on spot 2",
        ),
        (
            [(50, THOR.faces[3]), (150, THOR.faces[5])],
            "unlike",
            "The die on spot 2 shows no face of Loki",
        ),
    ],
)
def test_what_is_wrong_at_a_spot_is_said_and_nothing_is_learned_there(seen, reason, words):
    dice = [die(x, 50, face, (60 + x, 20, 20), WHITE, x % 7) for x, face in seen]
    line_up = learned(dice, KINDS, SPOTS)
    (problem,) = line_up.problems
    assert (problem.spot, problem.reason) == (1, reason)
    assert words in problem.sentence(KINDS)
    assert [look.kind for look in line_up.enrolled] == ["thor"]


def test_the_same_die_laid_down_twice_is_asked_about():
    twin = kind("twin", ((1, 2, 3), (5, 5, 5), (6, 6, 6)))
    seen = [die(x, 50, CharacterFace(1, 2, 3), RED, WHITE, 4) for x in (50, 150)]
    (problem,) = learned(seen, (THOR, twin), SPOTS).problems
    assert (problem.spot, problem.reason, problem.other) == (1, "twice", 0)
    assert "look the same" in problem.sentence((THOR, twin))


def test_a_die_beside_all_spots_is_passed_over():
    seen = [
        die(50, 50, THOR.faces[4], RED, WHITE, 1),
        die(150, 50, LOKI.faces[0], BLUE, WHITE),
        die(100, 120, LOKI.faces[1], BLUE, WHITE),
    ]
    assert learned(seen, KINDS, SPOTS).problems == ()


HULK = kind("hulk", ((2, 7, 7), (3, 8, 7), (3, 9, 9)))
VENOM = kind("venom", ((1, 4, 4), (1, 5, 5), (2, 6, 3)))
ROWS = ((THOR, LOKI, HULK), (VENOM, kind("nova", ((2, 5, 6), (2, 6, 6), (2, 7, 6)))))
COLOURS = {"thor": RED, "loki": BLUE, "hulk": (40, 150, 40), "venom": (20, 20, 20), "nova": WHITE}


def laid_out(rows, degrees=0.0, faces=(3, 0, 4, 5, 1), without=(), step=70.0):
    """Dice in rows on a table that the camera sees turned by so much."""
    angle = np.deg2rad(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    dice, number = [], 0
    for down, row in enumerate(rows):
        for across, one in enumerate(row):
            x, y = turn @ (across * step + 3 * (across % 2), down * 80.0 - 2 * (across % 2))
            if one.kind not in without:
                told = (one.faces[faces[number]], COLOURS[one.kind], (9, 9, 9), number)
                dice.append(die(400 + x, 400 + y, *told))
            number += 1
    return dice


@pytest.mark.parametrize("degrees", [0, 12, -25, 90, 180, 262])
def test_rows_are_understood_from_whichever_side_the_camera_looks(degrees):
    line_up = learned_in_rows(laid_out(ROWS, degrees), ROWS)
    assert line_up.problems == ()
    assert {look.kind: look.body for look in line_up.enrolled} == COLOURS


def test_without_print_rows_are_taken_as_the_picture_shows_them():
    seen = laid_out(ROWS, 4, faces=(0, 0, 0, 0, 0))
    line_up = learned_in_rows(seen, ROWS)
    assert {look.kind: look.body for look in line_up.enrolled} == COLOURS


@pytest.mark.parametrize("missing", ["thor", "loki", "hulk", "venom", "nova"])
def test_a_missing_die_is_named_and_the_others_are_learned(missing):
    line_up = learned_in_rows(laid_out(ROWS, 5, without=(missing,), faces=(3, 3, 4, 5, 4)), ROWS)
    kinds = [one for row in ROWS for one in row]
    (problem,) = line_up.problems
    assert (kinds[problem.spot].kind, problem.reason) == (missing, "empty")
    learnt = {look.kind: look.body for look in line_up.enrolled}
    assert learnt == {name: body for name, body in COLOURS.items() if name != missing}


def test_a_missing_row_is_missing_die_by_die():
    line_up = learned_in_rows(laid_out(ROWS[1:], faces=(5, 4)), ROWS)
    assert [(each.spot, each.reason) for each in line_up.problems] == [
        (0, "empty"), (1, "empty"), (2, "empty"),
    ]  # fmt: skip
    assert {look.kind for look in line_up.enrolled} == {"venom", "nova"}


def test_a_second_die_beside_another_is_one_too_many():
    seen = [*laid_out(ROWS), die(435, 398, EnergyFace("Fist"), BLUE, WHITE)]
    line_up = learned_in_rows(seen, ROWS)
    assert [each.reason for each in line_up.problems] == ["crowded"]
    assert len(line_up.enrolled) == 4


def test_an_empty_table_is_five_empty_spots():
    assert [each.reason for each in learned_in_rows((), ROWS).problems] == ["empty"] * 5
