"""A camera over the simulated table, to try the calibration on."""

from calibration.camera_lock import CameraLock
from calibration.mats import mat_named
from hardware.frame import Camera
from hardware.simulated import SimulatedTable, Viewpoint
from rules.registry import usual_mat


def open_simulated(source: str, lock: CameraLock | None = None) -> Camera:
    """A camera over the mat a newcomer is offered; it has nothing that could be locked."""
    del source, lock
    table = mat_named(usual_mat())
    view = Viewpoint.overlooking(table.width, table.height, size=(2304, 1296), tilt=6.0, k1=-0.04)
    return SimulatedTable(table, view=view, still_size=(4608, 2592), speed=1.0)
