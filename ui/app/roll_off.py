"""Looks at the table before a game: which dice lie where; no rules."""

from collections.abc import Callable, Iterator
from typing import Final

from hardware.dice import DieKind, PipFace
from hardware.frame import Camera, CameraError
from ui.app.errors import UserError
from ui.app.eyes import TableEye
from vision.sighting import Observation, Sighting
from words import tr

ROLL_OFF_DIE: Final = DieKind(
    "d6",
    tr("ordinary die"),
    (PipFace(1), PipFace(2), PipFace(3), PipFace(4), PipFace(5), PipFace(6)),
    body=(240, 240, 240),
    ink=(20, 20, 20),
    size_mm=16.0,
    body_known=False,
)

LookOn = Callable[[], Iterator[Observation]]
"""Begins to look at the table; the iterator ends when the source does."""


def look_on(open_camera: Callable[[], Camera], make_eye: Callable[[], TableEye]) -> LookOn:
    """Observations of the camera's frames; opened at the first one. Raises `UserError`."""

    def observations() -> Iterator[Observation]:
        eye = make_eye()
        try:
            with open_camera() as camera:
                while (frame := camera.read()) is not None:
                    yield eye.look(frame)
        except CameraError as error:
            raise UserError(str(error)) from None

    return observations


def pips_shown(sighting: Sighting) -> int | None:
    """What an ordinary die shows; None while that is not sure."""
    if not sighting.likelihood or sighting.cocked:
        return None
    best, chance = max(sighting.likelihood.items(), key=lambda pair: pair[1])
    return best.face + 1 if chance > -0.25 else None


def roll_off(observation: Observation, middle_mm: float) -> dict[int, int]:
    """The pips of each side that has exactly one die: seat 0 lies below the mat's middle."""
    if not observation.still or observation.hands:
        return {}
    sides: dict[int, list[Sighting]] = {0: [], 1: []}
    for sighting in observation.dice:
        sides[0 if sighting.y_mm > middle_mm else 1].append(sighting)
    shown = {seat: pips_shown(dice[0]) for seat, dice in sides.items() if len(dice) == 1}
    return {seat: value for seat, value in shown.items() if value is not None}
