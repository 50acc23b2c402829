"""From a word on the command line to a camera."""

import re
from functools import partial
from pathlib import Path

from calibration.camera_lock import CameraLock
from calibration.masking import without_passwords
from hardware.cameras import PHONE, phone
from hardware.cameras.opencv import ClipCamera, stream
from hardware.cameras.phone import PhoneCamera
from hardware.cameras.picamera import STILL_S, PiCamera
from hardware.cameras.reconnecting import ReconnectingCamera
from hardware.cameras.recorded import SUFFIX, RecordedCamera
from hardware.cameras.webcam import Webcam
from hardware.frame import Camera, CameraError
from words import tr

KINDS = tr(
    "picamera, {PHONE}, a number such as 0, a clip or picture, or an http://, "
    "https:// or rtsp:// stream",
    PHONE=PHONE,
)


def open_camera(spec: str, *, paced: bool = True, lock: CameraLock | None = None) -> Camera:
    """The camera a user means; it opens on entering `with`.

    Live sources come back by themselves after a stall or a pulled cable (`reconnecting`). A clip
    plays at its own speed unless `paced` is off. `lock` is held from the first picture on, also
    after the camera was away, where this kind of camera can be held. Raises
    `CameraError` for a word that means none.
    """
    if own := re.fullmatch(r"picamera([0-9]?)", spec):
        return ReconnectingCamera(spec, partial(PiCamera, lock, int(own[1] or 0)), still_s=STILL_S)
    if spec == PHONE:
        return ReconnectingCamera(
            tr("the phone"), partial(PhoneCamera, lock), phone.PATIENCE_S, still_s=phone.STILL_S
        )
    if spec.isdecimal():
        return ReconnectingCamera(f"camera {spec}", partial(Webcam, int(spec), lock))
    if re.match(r"(https?|rtsp)://", spec):
        return ReconnectingCamera(without_passwords(spec), partial(stream, spec))
    if spec == "simulated":
        raise CameraError(
            tr(
                "Nobody moves the dice of a simulated camera here: 'diceref demo' and "
                "'diceref practice' play on the simulated table, 'diceref calibrate' looks "
                "at it."
            )
        )
    if "://" in spec:
        raise CameraError(
            tr(
                "The camera '{without_passwords}' is of no kind known here: give {KINDS}.",
                without_passwords=without_passwords(spec),
                KINDS=KINDS,
            )
        )
    if not Path(spec).is_file():
        raise CameraError(
            tr("There is no clip or picture '{spec}': give {KINDS}.", spec=spec, KINDS=KINDS)
        )
    if spec.endswith(SUFFIX):
        return RecordedCamera(Path(spec), paced=paced)
    return ClipCamera(Path(spec), paced=paced)
