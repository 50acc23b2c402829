"""The zones drawn over a picture, to see that they lie where they should."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Image
from calibration.mat import Point, Zone
from calibration.registration import Registration
from calibration.shapes import bounds
from calibration.tags import corners_mm

_ZONE = (60, 220, 60)
_TAG = (40, 80, 255)


def overlay(frame: Image, registration: Registration, *, names: bool = True) -> Image:
    """A copy of the frame with every zone's outline, its name and the markers seen."""
    drawn = frame.copy() if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
    thick = max(1, round(registration.lens.width / 1000))
    for zone in registration.mat.zones:
        _closed(drawn, zone_in_picture(registration, zone), _ZONE, thick)
        if names:
            left, top, _, bottom = bounds(zone.outline)
            ((x, y),) = registration.to_image([(left + 6.0, (top + bottom) / 2)]).round().tolist()
            words = zone.name if zone.seat is None else f"{zone.name} {zone.seat}"
            face = cv2.FontFace("sans")
            cv2.putText(drawn, words, (int(x), int(y)), _ZONE, face, 14 * thick, 600)
    for tag in registration.mat.tags:
        if tag.number in registration.tags_seen:
            _closed(drawn, registration.to_image(corners_mm(tag)), _TAG, thick)
    return np.asarray(drawn, np.uint8)


def zone_in_picture(registration: Registration, zone: Zone) -> NDArray[np.float64]:
    """A zone's outline in the pixels of the picture that was registered."""
    return np.asarray(registration.to_image(_finely(zone.outline)), np.float64)


def _finely(outline: tuple[Point, ...]) -> NDArray[np.float64]:
    """The outline with points between its corners: a lens bends straight lines."""
    shares = np.linspace(0, 1, 8, endpoint=False)[:, None]
    corners = np.asarray(outline, np.float64)
    following = np.roll(corners, -1, axis=0)
    return np.concatenate([a + shares * (b - a) for a, b in zip(corners, following, strict=True)])


def _closed(
    drawn: NDArray[np.generic],
    points: NDArray[np.float64],
    colour: tuple[int, int, int],
    thick: int,
) -> None:
    fixed = np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(
        np.asarray(drawn),
        [fixed],
        isClosed=True,
        color=colour,
        thickness=thick,
        lineType=cv2.LINE_AA,
        shift=4,
    )
