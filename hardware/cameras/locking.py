"""Holding a camera's exposure, colour and focus, whatever kind of camera it is."""

import logging
from typing import Protocol, runtime_checkable

from calibration.camera_lock import CameraLock
from hardware.cameras.reconnecting import ReconnectingCamera
from hardware.frame import Camera

log = logging.getLogger(__name__)


@runtime_checkable
class LockableSource(Protocol):
    """A live source whose automatics can be switched off."""

    def measure(self) -> CameraLock:
        """Let the automatics settle and say what they chose."""

    def lock(self, wanted: CameraLock) -> CameraLock:
        """Hold these values. Raises `CameraError` when the camera does not."""


_PATIENCE_S = 20.0  # focusing and settling, twice


def hold_camera(camera: Camera, wanted: CameraLock | None = None) -> CameraLock | None:
    """Lock a camera to what was calibrated, or to what its automatics choose now.

    None when this kind of camera has nothing that could be held. Raises `CameraError` when it
    has and does not hold it.
    """
    if isinstance(camera, ReconnectingCamera):
        held: CameraLock | None = camera.ask(lambda source: _hold(source, wanted), _PATIENCE_S)
    else:
        held = _hold(camera, wanted)
    log.info("the camera holds %s", held or "nothing: it has no such controls")
    return held


def _hold(source: object, wanted: CameraLock | None) -> CameraLock | None:
    if not isinstance(source, LockableSource):
        return None
    held = source.lock(wanted if wanted is not None else source.measure())
    return held if held != CameraLock() else None
