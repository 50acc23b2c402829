"""One look at a picture: every die found, set upright, and read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.detect import UNLIKELY, Detection, Detector
from vision.faces import FaceReader, Reading, upright_crop

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die of a picture."""

    detection: Detection
    reading: Reading
    corners: Floats  # 4 x 2 px, clockwise from the face's own top left
    crop: Image  # its top face, as the reader got it


def crops_of(image: Image, found: Sequence[Detection]) -> list[Image]:
    """The top faces of these dice, each turned by some quarters."""
    return [upright_crop(image, die.corners) for die in found]


def read_dice(
    found: Sequence[Detection], crops: Sequence[Image], reader: FaceReader
) -> tuple[SeenDie, ...]:
    """Read the crops of these dice and turn their corners the way the faces stand."""
    readings = reader.read(crops)
    return tuple(
        SeenDie(die, reading, upright(die.corners, reading.turn), crop)
        for die, reading, crop in zip(found, readings, crops, strict=True)
    )


def look_at(
    image: Image, detector: Detector, reader: FaceReader, family: str = ""
) -> tuple[SeenDie, ...]:
    """Every die in the picture, read.

    Where all dice are known to be of one `family`, what is read on them bears on whether they are
    dice at all: clear pips speak for one, something that reads like none of them against it.
    """
    if not detector.expects(family):
        found = detector(image)
        return read_dice(found, crops_of(image, found), reader)
    weighed = detector.weigh(image, UNLIKELY)
    crops = crops_of(image, [each.die for each in weighed])
    seen = [
        replace(one, detection=detector.with_print(each, family, one.reading.shows(family)))
        for each, one in zip(
            weighed, read_dice([each.die for each in weighed], crops, reader), strict=True
        )
    ]
    believed = (die for die in seen if die.detection.score >= detector.sure)
    return tuple(sorted(believed, key=lambda die: (die.detection.box[1], die.detection.box[0])))


def upright(corners: Floats, turn: int) -> Floats:
    """The corners from the face's own top left, when its crop must turn `turn` quarters."""
    return np.roll(corners, turn, axis=0)
