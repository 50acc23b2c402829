"""One look at a picture: every die found, set upright, and read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.dice import Face
from hardware.frame import Image
from vision.detect import DOUBTFUL, UNLIKELY, Detection, Detector
from vision.faces import KINDS, FaceReader, Reading, upright_crop
from vision.pips import NO_PIPS, Counted

Floats = NDArray[np.float64]


TOO_LOW: Final = 0.6
"""Dice seen from lower than this (sine of the angle to the table: 37 degrees) show their sides
larger than their tops, so that a side may be taken for the top."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die of a picture."""

    detection: Detection
    reading: Reading
    corners: Floats  # 4 x 2 px, clockwise from the face's own top left
    crop: Image  # its top face, as the reader got it
    rise: float = 1.0  # sine of the angle it is seen at: 1 from straight above

    def best(self, family: str) -> tuple[Face, float]:
        """The most likely face of this family, and its chance among the family's faces."""
        return self.reading.best(family)


def too_low(seen: Sequence[SeenDie]) -> bool:
    """Whether the camera looks at these dice from too low to tell their tops from their sides."""
    return bool(seen) and float(np.median([die.rise for die in seen])) < TOO_LOW


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

    Where the dice's family is known, what is read on them bears on whether they are dice at all:
    clear pips speak for one, something that reads like no face against it. Pips are then counted in
    the whole die, too. Where the view is `too_low`, no reading is sure.
    """
    expected, surely = detector.expects(family), detector.weighs_reading(family)
    lowest = UNLIKELY if expected else DOUBTFUL if surely else None
    dice = detector.weigh(image, lowest, family=expected)
    counted = reader.pips(image, np.array([die.box for die in dice], np.float64).reshape(-1, 4))
    seen = [
        replace(one, rise=count.rise)
        for one, count in zip(read_dice(dice, crops_of(image, dice), reader), counted, strict=True)
    ]
    if expected:
        seen = [
            replace(
                one,
                detection=detector.with_print(
                    one.detection, family, one.reading.shows(family), count.counts
                ),
                reading=with_count(one.reading, count, reader.pips.weights),
            )
            for one, count in zip(seen, counted, strict=True)
        ]
    elif surely:
        seen = [
            replace(
                one,
                detection=detector.with_reading(
                    one.detection, family, one.reading.likeliest, one.reading.turn_score
                ),
            )
            for one in seen
        ]
    if expected or surely:
        seen = [die for die in seen if die.detection.score >= detector.sure]
    if too_low(seen):
        seen = [replace(die, reading=doubted(die.reading)) for die in seen]
    return tuple(sorted(seen, key=lambda die: (die.detection.box[1], die.detection.box[0])))


def doubted(reading: Reading) -> Reading:
    """The reading of a top that may be a side: every answer is half of it a guess."""
    return replace(
        reading,
        attributes={
            head: np.log(0.5 * np.exp(of) + 0.5 / len(of)).astype(np.float32)
            for head, of in reading.attributes.items()
        },
    )


def with_count(reading: Reading, counted: Counted, weights: tuple[float, float]) -> Reading:
    """The reading of a die that has pips: its value as the top and the whole die tell together.

    `weights` are those of the top's and of the whole die's log-probabilities.
    """
    face, whole = weights
    values = face * reading.attributes["value"] + whole * counted.values[:NO_PIPS]
    values = (values - np.logaddexp.reduce(values)).astype(np.float32)
    others = (1 - counted.counts) / (len(KINDS) - 1)
    kinds = np.full(len(KINDS), np.log(max(others, 1e-4)), np.float32)
    kinds[KINDS.index("dots")] = np.log(max(counted.counts, 1e-4))
    kinds = kinds - np.logaddexp.reduce(kinds)
    return replace(reading, attributes={**reading.attributes, "value": values, "kind": kinds})


def upright(corners: Floats, turn: int) -> Floats:
    """The corners from the face's own top left, when its crop must turn `turn` quarters."""
    return np.roll(corners, turn, axis=0)
