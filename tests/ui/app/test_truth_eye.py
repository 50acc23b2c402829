"""The eye that knows the truth moves no dice without saying so."""

from calibration.mats import mat_named
from hardware.dice import DieKind, PipFace
from hardware.frame import Frame
from hardware.simulated import SimulatedTable
from ui.app.truth_eye import TruthEye

RED = DieKind("d6", "Die", tuple(PipFace(n) for n in range(1, 7)), (190, 30, 30), (250, 250, 250))


def test_dice_that_moved_while_nobody_looked_are_a_movement():
    table = SimulatedTable(mat_named("dicemasters"))
    eye, frames = TruthEye(table), iter(range(9))

    def still():
        number = next(frames)
        return eye.look(Frame(None, number / 30, 0.0, number, "table")).still

    table.place("a", RED, 100, 100)
    assert [still(), still(), still()] == [False, True, True]
    table.move("a", 200, 100)
    assert [still(), still()] == [False, True]
