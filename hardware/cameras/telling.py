"""Saying something where the camera is, for cameras that have a screen."""

from typing import Protocol, runtime_checkable

from hardware.cameras.reconnecting import ReconnectingCamera
from hardware.frame import Camera


@runtime_checkable
class TellingSource(Protocol):
    """A live source whose screen people see while they place it."""

    def tell(self, words: str) -> None:
        """Show a sentence there, until the next one. Raises `CameraError`."""


def tell_camera(camera: Camera, words: str) -> None:
    """Show this on the camera's own screen, if it has one. Never waits."""
    if isinstance(camera, ReconnectingCamera):
        camera.soon(
            lambda source: source.tell(words) if isinstance(source, TellingSource) else None
        )
