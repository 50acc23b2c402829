"""Dice that differ by their bodies only: outline, facets, engraving."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.mats import mat_named
from hardware.simulated.optics import Viewpoint
from models.own_looks import SIZE, aimed, kind_of, look_at_one, random_conditions
from vision.enrol import Enrolment
from vision.faces import HEADS, FaceReader, Reading
from vision.identify import Declared, confusable
from vision.own_look import features, own_looks

KINDS = [kind_of(shape, "attack", "red") for shape in ("smasher", "assault", "ballistic-rare")]
LOOKS, ENROLLED = 12, 8


def reading_of(picture) -> Reading:
    """A red three of attack, of which nothing but the body tells more."""
    heads = {head: np.full(size, np.log(1 / size), np.float32) for head, size in HEADS.items()}
    return Reading(0, 1.0, heads, (179, 32, 42), (242, 239, 232), np.zeros(64), around=picture)


@pytest.fixture(scope="module")
def looks():
    rng, mat = np.random.default_rng(3), mat_named("irondie")
    view = Viewpoint.overlooking(mat.width, mat.height, size=SIZE, tilt=6.0, k1=-0.02)
    rig = random_conditions(rng)
    crops = [look_at_one(kind, view, rig, rng) for kind in KINDS for _ in range(LOOKS)]
    found = aimed(FaceReader(), crops)
    return {kind.kind: found[n * LOOKS : (n + 1) * LOOKS] for n, kind in enumerate(KINDS)}


def enrolled(looks, kinds=KINDS):
    found = []
    for kind in kinds:
        readings = tuple(map(reading_of, looks[kind.kind][:ENROLLED]))
        found += Enrolment(kind, readings, dict.fromkeys(range(ENROLLED), 2), ()).looks()
    return found


def test_a_body_looks_the_same_however_the_die_is_turned(looks):
    picture = looks[KINDS[0].kind][0]
    turned = [np.rot90(picture), np.rot90(picture, 2), picture[:, ::-1]]
    first, *others = features([picture, *map(np.ascontiguousarray, turned)])
    for other in others:
        assert np.abs(other - first).mean() < 0.03 * np.abs(first).mean() + 0.02


def test_looks_at_one_die_are_nearer_to_each_other_than_to_another(looks):
    one, other = (own_looks(looks[kind.kind]) for kind in KINDS[:2])
    within = np.linalg.norm(one - one.mean(axis=0), axis=1).mean()
    assert np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)) > within


def test_enrolled_look_alikes_are_told_apart_by_their_bodies(looks):
    assert len(confusable(KINDS)) == 3
    known = enrolled(looks)
    assert confusable(KINDS, known) == ()
    declared = Declared(KINDS, known)
    for kind in KINDS:
        for picture in looks[kind.kind][ENROLLED:]:
            told = declared.match(reading_of(picture))
            assert max(told, key=told.__getitem__).kind == kind.kind


def test_of_two_look_alikes_of_which_one_is_enrolled_nothing_tells_which_it_is(looks):
    declared = Declared(KINDS[:2], enrolled(looks, KINDS[:1]))
    told = declared.match(reading_of(looks[KINDS[0].kind][ENROLLED]))
    chances = {each.kind: log for each, log in told.items() if each.face == 2}
    assert abs(chances[KINDS[0].kind] - chances[KINDS[1].kind]) < 5.0


def test_dice_without_a_form_of_their_own_are_not_told_by_their_bodies(looks):
    plain = [replace(kind, shape="") for kind in KINDS]
    told = Declared(plain, enrolled(looks)).match(reading_of(looks[KINDS[0].kind][ENROLLED]))
    chances = [log for each, log in told.items() if each.face == 2]
    assert max(chances) - min(chances) < 0.01
