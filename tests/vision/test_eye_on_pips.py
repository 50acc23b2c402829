"""In a game whose dice all have pips, the eye counts them in whole dice, too."""

from functools import partial

import pytest

from calibration.mats import mat_named
from calibration.registration import register
from hardware.dice import DieKind, PipFace
from hardware.frame import Frame
from hardware.simulated.table import SimulatedTable
from vision.detect import Detector
from vision.faces import FaceReader
from vision.identify import Declared
from vision.observe import Eye

FACES = tuple(PipFace(n) for n in range(1, 7))
DIE = DieKind("d6", "Die", FACES, (240, 238, 230), (20, 20, 20), size_mm=16.0)


class Counter:
    """Counts pips, and remembers of how many dice."""

    def __init__(self, pips):
        self.pips, self.weights, self.boxes = pips, pips.weights, 0

    def __call__(self, image, boxes):
        self.boxes += len(boxes)
        return self.pips(image, boxes)


@pytest.mark.parametrize("pips", [True, False])
def test_six_dice_show_one_to_six(pips):
    lies = mat_named("dicemasters")
    table = SimulatedTable(lies)
    for n in range(6):
        table.put(
            table.place(str(n), DIE, 150.0 + 45 * n, 160.0 + 20 * (n % 2), yaw=0.4 * n, face=n)
        )
    reader = FaceReader(threads=1)
    reader.pips = counter = Counter(reader.pips)
    eye = Eye(
        partial(register, mat=lies),
        Declared((DIE,)).match_all,
        detector=Detector(threads=1),
        reader=reader,
        side_mm=16.0,
        pips=pips,
    )
    image = table.read().image
    seen = [eye.look(Frame(image, n / 30, n / 30, n, "")) for n in range(30)][-1]
    faces = sorted(max(d.likelihood, key=lambda c, d=d: d.likelihood[c]).face for d in seen.dice)
    assert faces == [0, 1, 2, 3, 4, 5]
    assert all(max(die.likelihood.values()) > -0.1 for die in seen.dice)
    assert (counter.boxes > 0) == pips
