"""What a session needs of an eye, and the one that looks through the camera."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from calibration.lens import Lens
from calibration.mat import Mat
from calibration.registration import Registration, register
from hardware.dice import DieKind, PipFace
from hardware.frame import Frame
from ui.app.errors import UserError
from ui.app.recovering_eye import RecoveringEye
from vision.detect import Detector
from vision.enrol import as_drawn
from vision.faces import FaceReader
from vision.identify import Declared, Enrolled
from vision.observe import BELIEVED, SIDE_MM, Still
from vision.observe import Eye as VisionEye
from vision.sighting import Observation
from vision.weights import WeightsError


class TableEye(Protocol):
    """Turns frames into observations."""

    def look(self, frame: Frame, still: Still | None = None) -> Observation:
        """What lies on the table in this frame; without dice while it moves."""

    @property
    def pictured(self) -> Frame | None:
        """The frame in which the dice were last seen, for pictures of them."""

    @property
    def registration(self) -> Registration | None:
        """Where the mat lies, once it has been found."""


def camera_eye(
    mat: Mat,
    dice: Sequence[DieKind],
    *,
    lens: Lens | None = None,
    enrolled: Sequence[Enrolled] = (),
    drawn: bool = False,
) -> TableEye:
    """The eye of a game with these dice on this mat. Raises `UserError` when weights are amiss.

    `drawn` dice lie on the simulated table: those whose colours no list knows are enrolled as
    they are drawn, as players would have done with theirs.
    """
    try:
        reader = FaceReader()
        if drawn:
            enrolled = as_drawn([kind for kind in dice if not kind.body_known], reader)
        find = partial(register, mat=mat, lens=lens)
        side_mm = max((die.size_mm for die in dice), default=SIDE_MM)
        pips = bool(dice) and all(isinstance(face, PipFace) for die in dice for face in die.faces)
        known = Declared(dice, enrolled)
        fresh = partial(
            VisionEye,
            find,
            known.match_all,
            detector=Detector(lowest=BELIEVED),
            reader=reader,
            side_mm=side_mm,
            pips=pips,
            doubt=known.doubted,
            beside_hands=known.glanced,
        )
        return RecoveringEye(fresh)
    except WeightsError as error:
        raise UserError(str(error)) from None
