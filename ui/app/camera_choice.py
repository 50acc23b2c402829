"""Which camera looks on: what there is, which is chosen, and small pictures of what it sees."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hardware.cameras.open import open_camera
from hardware.cameras.reconnecting import InterruptedCameraError
from hardware.frame import CameraError, Image
from ui.app.errors import UserError
from ui.app.found_cameras import camera_source, found_cameras, keep_camera, name_of
from words import tr

SMALL_PX: Final = 160
"""Width of the pictures."""


class CameraChoice:
    """The camera of the next game; `source` as `--camera` takes it."""

    def __init__(self, given: str | None) -> None:
        """`given`: what the command line says."""
        self.source = camera_source(given)

    def listed(self) -> tuple[tuple[str, str], ...]:
        """What there is, and what is chosen: each as `--camera` takes it, and in words."""
        return tuple(
            (each, in_words(each)) for each in dict.fromkeys((*found_cameras(), self.source))
        )

    def choose(self, source: str) -> None:
        """Look through this one from now on, and at the next game."""
        self.source = source
        keep_camera(source)

    def pictures(self, given_up: Callable[[], bool]) -> Iterator[Image]:
        """What it sees, small; of a film its first picture. Raises `UserError`."""
        try:
            with open_camera(self.source, paced=False) as camera:
                while not given_up():
                    try:
                        frame = camera.read()
                    except InterruptedCameraError:
                        continue
                    if frame is None:
                        return
                    yield _small(frame.image)
                    if Path(self.source).is_file():
                        return
        except CameraError as error:
            raise UserError(str(error)) from None


def in_words(source: str) -> str:
    """A camera as a list names it."""
    if Path(source).is_file():
        return tr("film: {name}", name=Path(source).name)
    return name_of(source)


def _small(image: Image) -> Image:
    tall, wide = image.shape[:2]
    size = (SMALL_PX, max(2, round(tall * SMALL_PX / wide)))
    return np.ascontiguousarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
