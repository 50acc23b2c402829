"""The pips on top of a die, counted in a crop of the whole die.

`vision.faces` reads a top face that was cut out by its corners. Where dice are small, worn, clear
or seen from low down, the corners are what fails; this network sees the whole die and needs none.
It also says where the middle of the top is and from how high the die is seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.weights import FOLDER, open_network

Floats: TypeAlias = NDArray[np.float64]

SIDE: Final = 96
"""Side of the square crop the network works on, px."""

MARGIN: Final = 1.35
"""The crop's side over the longer side of the die's box."""

VALUES: Final = 6
NO_PIPS: Final = VALUES
"""The answer that no pips are to be counted: another kind of die, or none."""

ANSWERS: Final = VALUES + 1
"""The first numbers of the network; then come the top's middle (x, y) and the height of view."""

BATCH: Final = 64


@dataclass(frozen=True, slots=True)
class Counted:
    """What one look at a die says."""

    values: Floats  # log-probabilities of one to six pips on top, and of `NO_PIPS`
    middle: Floats  # px, the middle of the top face
    rise: float  # sine of the angle between the line of sight and the top: 1 from straight above

    @property
    def counts(self) -> float:
        """The chance that there is something to count."""
        return float(1 - np.exp(self.values[NO_PIPS]))


class PipReader:
    """The network `pips` of the manifest, called with a picture and the boxes of its dice."""

    def __init__(self, folder: Path = FOLDER, threads: int = 2) -> None:
        """Open the network. Raises `vision.weights.WeightsError`."""
        self._session, self._facts = open_network("pips", threads, folder)
        first, second = self._facts.get("weights", (0.5, 1.0))
        self.weights = float(first), float(second)
        """Of what the top alone tells (`vision.faces`), and of what the whole die tells."""

    def __call__(self, image: Image, boxes: Floats) -> tuple[Counted, ...]:
        """Look at each box (N x 4: left, top, right, bottom, px), as it lies and mirrored."""
        counted: list[Counted] = []
        for start in range(0, len(boxes), BATCH):
            squares = crop_squares(boxes[start : start + BATCH])
            crops = np.stack([cut(image, square, SIDE) for square in squares])
            looks = [self._answers(crops), _mirrored(self._answers(crops[:, :, ::-1]))]
            counted += decode(looks, squares, float(self._facts.get("temperature", 1.0)))
        return tuple(counted)

    def _answers(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        answers: NDArray[np.float32] = self._session.run(None, {"crops": planes(crops)})[0]
        return answers


def crop_squares(boxes: Floats, margin: float = MARGIN) -> Floats:
    """The squares to cut for these boxes: N x 3, centre and side (px)."""
    middle = (boxes[:, :2] + boxes[:, 2:]) / 2
    side = (boxes[:, 2:] - boxes[:, :2]).max(axis=1, keepdims=True) * margin
    return np.hstack([middle, np.maximum(side, 4.0)])


def cut(image: Image, square: Floats, side: int) -> Image:
    """One square of a picture, scaled to `side` px; outside the picture, edges are repeated."""
    x, y, wide = square.tolist()
    scale = side / wide
    source = image
    if scale < 0.6:  # average, rather than skip, pixels of a large die
        left, top = max(0, int(x - wide)), max(0, int(y - wide))
        part = image[top : int(y + wide) + 1, left : int(x + wide) + 1]
        small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        source = small.astype(np.uint8)
        x, y = ((place + 0.5) * scale - 0.5 for place in (x - left, y - top))
        scale = 1.0
    half = (side - 1) / 2
    onto = np.array([[scale, 0, half - x * scale], [0, scale, half - y * scale]])
    crop = cv2.warpAffine(
        source, onto, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return crop.astype(np.uint8)


def planes(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops (N x SIDE x SIDE x 3) as the network takes them."""
    ready: NDArray[np.float32] = crops.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
    return np.ascontiguousarray(ready)


def _mirrored(answers: NDArray[np.float32]) -> NDArray[np.float32]:
    """The answers about mirrored crops as if they had not been mirrored."""
    back = answers.copy()
    back[:, ANSWERS] *= -1
    return back


def decode(
    looks: Sequence[NDArray[np.float32]], squares: Floats, temperature: float = 1.0
) -> list[Counted]:
    """What several looks at the same crops say together."""
    rows = np.stack(looks).astype(np.float64)
    logits = rows[:, :, :ANSWERS] / temperature
    logits = logits - np.logaddexp.reduce(logits, axis=2, keepdims=True)
    values = logits.mean(axis=0)
    values = values - np.logaddexp.reduce(values, axis=1, keepdims=True)
    rest = rows[:, :, ANSWERS:].mean(axis=0)
    middles = squares[:, :2] + rest[:, :2] * squares[:, 2:]
    rises = np.clip(rest[:, 2], 0.0, 1.0)
    return [
        Counted(value, middle, float(rise))
        for value, middle, rise in zip(values, middles, rises, strict=True)
    ]
