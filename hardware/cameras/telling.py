"""Saying something where the camera is, for cameras that have a screen."""

from contextlib import suppress
from typing import Final, Protocol, runtime_checkable

from hardware.cameras.reconnecting import ReconnectingCamera
from hardware.frame import Camera, CameraError

SENDING_S: Final = 2.0


@runtime_checkable
class TellingSource(Protocol):
    """A live source whose screen people see while they place it."""

    def tell(self, words: str) -> None:
        """Show a sentence there, until the next one. Raises `CameraError`."""


def tell_camera(camera: Camera, words: str, *, wait: bool = False) -> None:
    """Show this on the camera's own screen, if it has one.

    Only with `wait` it is certain to have been sent: before the camera is closed.
    """
    if not isinstance(camera, ReconnectingCamera):
        return

    def tell(source: object) -> None:
        if isinstance(source, TellingSource):
            source.tell(words)

    if wait:
        with suppress(CameraError):
            camera.ask(tell, SENDING_S)
    else:
        camera.soon(tell)
