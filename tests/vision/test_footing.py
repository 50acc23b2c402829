"""Corners that are nearly right are moved onto the die's own edges."""

import numpy as np
import pytest

from calibration.mats import mat
from calibration.registration import register
from hardware.dice import CharacterFace, DieKind, EnergyFace
from hardware.simulated import SimulatedHands, SimulatedTable, Viewpoint, Wanted
from vision.detect import Detection
from vision.footing import stand

MAT = mat("dicemasters")
FACES = (
    EnergyFace("Bolt"),
    EnergyFace("Bolt", 2),
    EnergyFace("Bolt", 2),
    CharacterFace(0, 1, 2),
    CharacterFace(1, 4, 3, 1),
    CharacterFace(3, 8, 7, 2),
)
COLOURS = ((240, 240, 240), (30, 30, 34), (190, 30, 40), (40, 90, 180), (200, 200, 90))
KINDS = {
    str(number): DieKind(str(number), "", FACES, body, (250, 250, 250), icon=f"hero {number}")
    for number, body in enumerate(COLOURS)
}


def errors(dice, truths):
    """How far corners are from the truth, in parts of a side, whatever corner comes first."""
    found = []
    for die, truth in zip(dice, truths, strict=True):
        wanted = np.array(truth.corners)
        side = np.linalg.norm(wanted[0] - wanted[1])
        starts = [np.roll(die.corners, turn, axis=0) for turn in range(4)]
        found.append(min(np.linalg.norm(c - wanted, axis=1).mean() for c in starts) / side)
    return np.array(found)


@pytest.mark.parametrize("tilt", [0.0, 15.0])
@pytest.mark.parametrize("size", [(1280, 720), (2304, 1296)])
def test_guesses_a_seventh_of_a_side_off_come_within_a_twentieth(tilt, size):
    view = Viewpoint.overlooking(MAT.width, MAT.height, size=size, tilt=tilt)
    table = SimulatedTable(MAT, view=view, seed=3)
    zones = ("field", "reserve", "used", "prep")
    wanted = {f"die {n}": Wanted(str(n % 5), zones[n % 4], (n // 4) % 2, n % 6) for n in range(30)}
    SimulatedHands(table, KINDS, seed=4).arrange_now(wanted)
    image = table.read().image
    truths = table.seen()
    rng = np.random.default_rng(5)
    guesses = []
    for truth in truths:
        corners = np.array(truth.corners)
        side = np.linalg.norm(corners[0] - corners[1])
        middle = corners.mean(axis=0)
        turn = rng.uniform(-0.2, 0.2)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        moved = (corners - middle) @ spin.T * rng.uniform(0.9, 1.1) + middle
        moved += rng.uniform(-0.1, 0.1, 2) * side
        guesses.append(Detection(truth.box, moved, 0.9, flat=True))
    before = errors(guesses, truths)
    stood = stand(image, guesses, register(image, MAT), 13.0)
    after = errors([one.die for one in stood], truths)
    assert np.median(before) > 0.1
    assert np.median(after) < 0.05
    assert np.percentile(after, 90) < 0.1
    assert np.percentile([one.fit for one in stood], 10) > 0.6


def test_bare_mat_does_not_look_like_a_die():
    table = SimulatedTable(MAT, view=Viewpoint.overlooking(MAT.width, MAT.height))
    image = table.read().image
    found = register(image, MAT)
    rng = np.random.default_rng(6)
    nothing = []
    for _ in range(30):
        x, y = rng.uniform(60, 460), rng.uniform(60, 320)
        square = np.array([[x, y], [x + 13, y], [x + 13, y + 13], [x, y + 13]])
        corners = found.to_image(square, 13.0)
        box = (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())
        nothing.append(Detection(box, corners, 0.6, flat=True))
    fits = [one.fit for one in stand(image, nothing, found, 13.0)]
    assert np.percentile(fits, 90) < 0.6


def test_a_cocked_die_is_left_as_it_was_seen():
    view = Viewpoint.overlooking(MAT.width, MAT.height)
    table = SimulatedTable(MAT, view=view)
    table.place("a", KINDS["0"], 200.0, 200.0)
    image = table.read().image
    (truth,) = table.seen()
    seen = Detection(truth.box, np.array(truth.corners), 0.9, flat=False)
    (one,) = stand(image, [seen], register(image, MAT), 13.0)
    assert one.die is seen
