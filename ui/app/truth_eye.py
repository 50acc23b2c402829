"""For trials: an eye that knows what lies on the simulated table without looking."""

import math
from collections.abc import Iterator, Mapping

from calibration.artwork import life_cells
from calibration.mats import REACH_MM, zone_at, zones_about
from calibration.registration import Registration
from hardware.frame import Frame
from hardware.simulated import DieBody, SimulatedTable
from vision.observe import Still
from vision.sighting import EVERYWHERE, Candidate, LifeMark, Observation, Sighting

SURE = 0.999
"""How sure a reading of the truth is made to look: no eye is ever quite sure."""


class TruthEye:
    """Reads the simulated table without looking: to try out everything behind the eye."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._tracks: dict[tuple[str, float, float, int], int] = {}
        self._lay: Mapping[str, DieBody] = {}

    @property
    def pictured(self) -> Frame | None:
        """None: the truth has no picture."""
        return None

    @property
    def registration(self) -> Registration | None:
        """None: the truth need not find the mat."""
        return None

    def look(self, frame: Frame, still: Still | None = None) -> Observation:
        """The table's own truth at the time of the frame."""
        del still
        busy, lying = self._table.busy, self._table.truth()
        if busy or lying != self._lay:  # whoever is late may find dice moved and see no hand
            self._lay = lying
            return Observation(
                frame.monotonic,
                frame.wall,
                frame.sequence,
                still=False,
                hands=busy,
                covered=(EVERYWHERE,),
            )
        dice = tuple(self._sighting(name, body) for name, body in lying.items())
        return Observation(
            frame.monotonic,
            frame.wall,
            frame.sequence,
            still=True,
            hands=False,
            dice=dice,
            life=tuple(self._marks()),
        )

    def _marks(self) -> Iterator[LifeMark]:
        assert self._table.mat is not None
        cells = life_cells(self._table.mat)
        for seat, bead in self._table.beads().items():
            for life, (left, top, right, bottom) in enumerate(cells[seat]):
                if left <= bead.x_mm <= right and top <= bead.y_mm <= bottom:
                    yield LifeMark(seat, life, math.inf)

    def _sighting(self, name: str, body: DieBody) -> Sighting:
        assert self._table.mat is not None
        zone, border = zone_at(self._table.mat, body.x_mm, body.y_mm)
        near = zones_about(self._table.mat, body.x_mm, body.y_mm) if border <= REACH_MM else ()
        lies = (name, body.x_mm, body.y_mm, body.face)
        return Sighting(
            track=self._tracks.setdefault(lies, len(self._tracks)),
            x_mm=body.x_mm,
            y_mm=body.y_mm,
            yaw=body.yaw,
            zone=zone.name if zone else None,
            seat=zone.seat if zone else None,
            border_mm=border,
            cocked=body.cocked,
            likelihood={Candidate(body.kind.kind, body.face): math.log(SURE)},
            near=tuple((other.name, other.seat) for other in near),
        )
