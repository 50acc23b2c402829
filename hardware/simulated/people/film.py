"""The same script for the rendered camera: what changes on a simulated table, frame by frame."""

from collections.abc import Iterator, Mapping
from math import pi
from typing import Final

import numpy as np

from calibration.artwork import life_cells
from hardware.dice import DieKind
from hardware.simulated.gestures import hand_over
from hardware.simulated.people.script import Pose, Script
from hardware.simulated.scene import Bead, DieBody, SceneHand
from hardware.simulated.table import TableMoment, usual_material

LEANING: Final = 0.45
"""Radians a die that leans is tilted by."""

BEADS: Final = ((40, 110, 170), (150, 60, 120))
"""The colours of the players' beads."""


def moments(script: Script, kinds: Mapping[str, DieKind], fps: float) -> Iterator[TableMoment]:
    """One moment for each frame, from the beginning to the end of the script.

    Feed them to `SimulatedTable.play`. What a card or a mug covers is not drawn: the scene knows
    no such thing that comes and goes.
    """
    lying: dict[str, DieBody] = {}
    movements, marked, hands = list(script.movements), list(script.marked), list(script.hands)
    cells = life_cells(script.mat)
    at = mark = first = 0
    for frame in range(int(script.end * fps) + 1):
        time = frame / fps
        changed: dict[str, DieBody | None] = {}
        while at < len(movements) and movements[at].time <= time:
            one = movements[at]
            at += 1
            changed[one.die] = None
            lying.pop(one.die, None)
            if one.pose is not None:
                body = _body(one.die, kinds[script.kinds[one.die]], one.pose, lying)
                lying[one.die] = changed[one.die] = body
        beads: dict[int, Bead] = {}
        while mark < len(marked) and marked[mark].time <= time:
            seat, life = marked[mark].seat, marked[mark].life
            mark += 1
            if life < len(cells.get(seat, ())):
                left, top, right, bottom = cells[seat][life]
                colour = BEADS[seat % len(BEADS)]
                beads[seat] = Bead((left + right) / 2, (top + bottom) / 2, colour)
        while first < len(hands) and hands[first].until <= time:
            first += 1
        over = []
        for path in hands[first:]:
            if path.since > time:
                break
            spot = path.at(time)
            if spot is not None:
                over.append(_hand(path.seat, spot))
        yield TableMoment(changed, tuple(over), beads)


def _body(die: str, kind: DieKind, pose: Pose, lying: Mapping[str, DieBody]) -> DieBody:
    """A die as it lies: on the mat, or on top of one that lies where it is put."""
    below = [
        body.base_mm + body.kind.size_mm
        for body in lying.values()
        if not pose.under
        and abs(body.x_mm - pose.x_mm) < 0.6 * kind.size_mm
        and abs(body.y_mm - pose.y_mm) < 0.6 * kind.size_mm
    ]
    return DieBody(
        kind,
        pose.x_mm,
        pose.y_mm,
        pose.yaw,
        pose.face,
        base_mm=max(below, default=0.0),
        tilt=LEANING if pose.leaning else 0.0,
        lean=(pose.x_mm * 7 + pose.y_mm) % pi,
        material=usual_material(kind),
        name=die,
    )


def _hand(seat: int, fingertips: tuple[float, float]) -> SceneHand:
    return hand_over(seat, np.array(fingertips), 0.4)
