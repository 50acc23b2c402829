"""A rendered picture shows exactly what its truth says."""

from dataclasses import replace
from itertools import pairwise
from math import pi

import cv2
import numpy as np
import pytest

from calibration.mats import mat_named
from hardware.dice import CharacterFace, DieKind, EnergyFace, PipFace
from hardware.printing import draw_face
from hardware.simulated import (
    Conditions,
    DieBody,
    Material,
    Painter,
    SceneHand,
    TableScene,
    Tabletop,
    Viewpoint,
    random_setup,
    render,
)
from hardware.simulated.collisions import overlap
from hardware.simulated.solid import FACE_AXES, all_corners, pose

PIPS = tuple(PipFace(value) for value in range(1, 7))
D6 = DieKind("d6", "White die", PIPS, (245, 245, 245), (10, 10, 10), size_mm=16.0)
HERO = DieKind(
    "hero",
    "Hero",
    (
        EnergyFace("Bolt"),
        EnergyFace("Bolt", 2),
        EnergyFace("Bolt", 2),
        CharacterFace(0, 1, 2),
        CharacterFace(1, 4, 3, 1),
        CharacterFace(3, 8, 7, 2),
    ),
    (235, 235, 240),
    (20, 20, 90),
    icon="hero",
)
BLACK_CLOTH = Tabletop("plain", (6, 6, 6), contrast=0.0)
EVEN = Conditions(lamps=(), ambient=0.9, vignette=0.0, blur_px=0.0, noise=0.0, jpeg=None)
ABOVE = Viewpoint.over((100.0, 75.0), size=(800, 600), distance_mm=300.0)


def shot(*bodies, view=ABOVE, conditions=EVEN, hands=()):
    scene = TableScene(bodies, BLACK_CLOTH, hands=hands)
    return render(scene, view, conditions, np.random.default_rng(0))


@pytest.mark.parametrize("tilt", [0.0, 30.0])
@pytest.mark.parametrize("yaw", [0.0, 0.4, 2.9])
def test_the_box_is_where_the_die_is_drawn(tilt, yaw):
    view = Viewpoint.over((100.0, 75.0), size=(800, 600), distance_mm=300.0, tilt=tilt, k1=-0.1)
    image, (truth,) = shot(DieBody(D6, 130.0, 60.0, yaw, 2), view=view)
    x, y, width, height = cv2.boundingRect((image.max(axis=2) > 40).astype(np.uint8))
    assert truth.box == pytest.approx((x, y, x + width, y + height), abs=1.5)


@pytest.mark.parametrize("face", range(6))
@pytest.mark.parametrize("yaw", [-pi / 2, 0.3, 2.0])
def test_the_corners_run_clockwise_from_the_faces_own_top_left(face, yaw):
    view = Viewpoint.over((100.0, 75.0), size=(800, 600), distance_mm=200.0, tilt=15.0)
    image, (truth,) = shot(DieBody(HERO, 100.0, 75.0, yaw, face), view=view)
    side = 96
    upright = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    seen = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(np.array(truth.corners, np.float32), upright),
        (side, side),
    )
    wanted = draw_face(HERO, face, side)
    inner = slice(8, -8)  # the rounded edges show what lies behind them
    likeness = [
        np.corrcoef(seen[inner, inner].ravel(), np.rot90(wanted, turn)[inner, inner].ravel())[0, 1]
        for turn in range(4)
    ]
    assert int(np.argmax(likeness)) == 0
    assert likeness[0] > 0.8


def test_the_corners_turn_clockwise_in_the_picture():
    _, (truth,) = shot(DieBody(D6, 90.0, 80.0, 1.0, 0))
    corners = np.array(truth.corners)
    ahead = np.roll(corners, -1, axis=0) - corners
    after = np.roll(ahead, -1, axis=0)
    turns = ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0]
    assert (turns > 0).all()


def test_the_top_of_a_die_lies_further_from_the_camera_than_its_foot_by_its_height():
    view = Viewpoint.over((100.0, 75.0), size=(1600, 1200), distance_mm=400.0)
    _, (truth,) = shot(DieBody(D6, 180.0, 75.0, 0.0, 0), view=view)
    foot = view.on_table(np.array([[180.0, 75.0]]))[0]
    top = np.mean(truth.corners, axis=0)
    middle = view.centre[0]
    # Similar triangles: seen from 400 mm, a point 16 mm up is pushed out by 400 / (400 - 16).
    assert (top[0] - middle) / (foot[0] - middle) == pytest.approx(400 / 384, rel=1e-3)


def test_a_die_on_another_is_pushed_out_twice_as_far():
    low, high = DieBody(D6, 150.0, 75.0, 0.0, 0), DieBody(D6, 150.0, 75.0, 0.0, 0, base_mm=16.0)
    _, (lower, upper) = shot(low, high)
    assert upper.height_mm == pytest.approx(32.0)
    assert np.mean(upper.corners, axis=0)[0] > np.mean(lower.corners, axis=0)[0] + 3
    assert lower.visible < 0.4
    assert upper.visible > 0.99
    assert lower.top < 0.2
    assert upper.top > 0.95


def test_every_die_rests_on_its_lowest_point():
    for tilt in (0.0, 0.2, 0.7):
        lie = pose(DieBody(D6, 0.0, 0.0, 0.6, 3, tilt=tilt, lean=1.0, material=Material(bevel=0.0)))
        assert all_corners(lie)[:, 2].max() == pytest.approx(0.0, abs=1e-3)


def test_opposite_pips_add_up_to_seven():
    for face in range(6):
        assert np.allclose(FACE_AXES[face][2], -FACE_AXES[5 - face][2])


def test_a_leaning_die_is_cocked_and_its_uppermost_face_is_named():
    _, (truth,) = shot(DieBody(D6, 100.0, 75.0, 0.0, 0, tilt=0.6, lean=0.0))
    assert truth.cocked
    assert truth.face == 0


def test_a_hand_over_a_die_hides_it():
    body = DieBody(D6, 100.0, 75.0, 0.0, 0)
    open_view = shot(body)[1][0].visible
    covered = shot(body, hands=(SceneHand(100.0, 75.0, -pi / 2),))[1][0].visible
    assert open_view > 0.98
    assert covered < 0.05


def test_a_die_half_out_of_the_picture_is_half_visible():
    edge = ABOVE.width / 2 / ABOVE.scale_at(100.0, 75.0)
    _, (truth,) = shot(DieBody(D6, 100.0 + edge, 75.0, 0.0, 0))
    assert 0.25 < truth.visible < 0.75


def test_a_die_whose_middle_the_edge_of_the_picture_cuts_shows_half_its_top():
    view = Viewpoint.over((100.0, 75.0), size=(640, 480), distance_mm=4000.0, field_of_view=8.0)
    edge = view.width / 2 / view.scale_at(100.0, 75.0)
    _, (truth,) = shot(DieBody(D6, 100.0 + edge, 75.0, 0.0, 0), view=view)
    assert truth.top == pytest.approx(0.5, abs=0.15)


def test_a_bold_swirl_is_set_off_more_sharply_than_a_soft_one():
    def contrast(bold):
        made = Material("marbled", gloss=0.0, grain=3, second=(20, 20, 200), bold=bold)
        blank = replace(D6, ink=D6.body, size_mm=40.0)
        image, (truth,) = shot(DieBody(blank, 100.0, 75.0, 0.0, 0, material=made))
        left, top = np.min(truth.corners, axis=0).astype(int) + 12
        right, bottom = np.max(truth.corners, axis=0).astype(int) - 12
        return image[top:bottom, left:right].std(axis=(0, 1)).max()

    assert contrast(1.0) > 1.2 * contrast(0.0)


def test_a_lamp_throws_the_shadow_away_from_itself():
    pale = Tabletop("plain", (200, 200, 200), contrast=0.0)
    lamp = replace(Conditions().lamps[0], x_mm=-400.0, y_mm=75.0, height_mm=500.0, size_mm=20.0)
    conditions = replace(EVEN, lamps=(lamp,), ambient=0.3)
    scene = TableScene((DieBody(D6, 100.0, 75.0, 0.0, 0),), pale)
    image, (truth,) = render(scene, ABOVE, conditions, np.random.default_rng(0))
    row = round((truth.box[1] + truth.box[3]) / 2)
    left, right = int(truth.box[0]) - 14, int(truth.box[2]) + 14
    assert image[row, right].mean() < 0.8 * image[row, left].mean()


def test_the_same_seed_draws_the_same_picture():
    def drawn():
        rng = np.random.default_rng(7)
        return render(*random_setup(rng, [D6, HERO], size=(320, 240)), rng)

    first, second = drawn(), drawn()
    assert np.array_equal(first[0], second[0])
    assert first[1] == second[1]


def test_a_picture_drawn_after_another_is_the_same_as_one_drawn_afresh():
    still = DieBody(D6, 80.0, 75.0, 0.3, 1, name="still")
    there = [DieBody(HERO, x, 75.0, 0.0, 4, name="moving") for x in (120.0, 140.0)]
    kept = Painter(ABOVE, Conditions())
    for body in there:
        seen = kept.light(TableScene((still, body)))
    fresh = Painter(ABOVE, Conditions()).light(TableScene((still, there[-1])))
    assert np.array_equal(seen.image, fresh.image)
    assert seen.truths() == fresh.truths()


def test_random_dice_do_not_lie_inside_each_other():
    rng = np.random.default_rng(11)
    for _ in range(12):
        scene, _, _ = random_setup(rng, [D6, HERO], size=(640, 480))
        flat = [body for body in scene.bodies if body.base_mm == 0]
        assert not any(overlap(a, b, -0.01) for i, a in enumerate(flat) for b in flat[:i])


def test_random_dice_are_as_large_as_asked():
    rng = np.random.default_rng(3)
    sides = []
    for _ in range(8):
        scene, view, conditions = random_setup(
            rng, [D6], size=(640, 480), die_px=(30.0, 60.0), tilt=(0.0, 2.0)
        )
        for truth in render(scene, view, conditions, rng)[1]:
            corners = [*truth.corners, truth.corners[0]]
            sides += [np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(corners)]
    assert np.percentile(sides, 5) > 24
    assert np.percentile(sides, 95) < 75


@pytest.mark.parametrize(
    "lens", [(-0.16, 0.0), (-0.3, 0.08), (-0.1, -0.02), (0.1, 0.0), (0.0, 0.0)]
)
def test_what_lies_further_out_is_seen_further_out_however_the_lens_bends(lens):
    view = Viewpoint.over((200.0, 150.0), distance_mm=600.0, k1=lens[0], k2=lens[1])
    along = np.column_stack([np.linspace(200, 3000, 400), np.full(400, 150.0)])
    seen = view.on_table(along)[:, 0]
    assert (np.diff(seen) > 0).all()


def test_a_hand_far_outside_the_view_leaves_no_trace_in_it():
    own = mat_named("dicemasters")
    view = Viewpoint.overlooking(own.width, own.height, size=(640, 360), tilt=10.0, k1=-0.16)
    painter = Painter(view, Conditions())
    empty = painter.light(TableScene(mat=own)).image
    for far in range(900, 3000, 100):
        beyond = (SceneHand(262.0, 192.0 + far, -1.5), SceneHand(262.0, 192.0 - far, 1.5))
        assert np.array_equal(painter.light(TableScene(mat=own, hands=beyond)).image, empty), far
