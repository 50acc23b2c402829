"""The eye by itself in a process of its own: how much memory it takes, without a simulated table.

`python -m tests.bench.vision_process PICTURE PICTURE …` observes pictures of a table at rest, one
after the other and all again, and prints a JSON line.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, cast

import cv2
import psutil

from calibration.mats import mat_named
from calibration.registration import register
from hardware.dice import CharacterFace, DieKind, EnergyFace
from hardware.frame import Frame, Image
from vision.identify import Declared
from vision.observe import Eye

ROUNDS: Final = 4

_SIDES: Final = (
    EnergyFace("Bolt"),
    EnergyFace("Fist", 2),
    EnergyFace("Generic", 2),
    CharacterFace(0, 1, 2),
    CharacterFace(1, 4, 3, 1),
    CharacterFace(3, 8, 7, 2),
)
BENCH_KINDS: Final = tuple(
    DieKind(f"kind {n}", f"Kind {n}", _SIDES, (40 + 20 * n, 90, 200), (250, 250, 250), "bench")
    for n in range(10)
)
"""Ten kinds of dice to measure with."""


def bench_eye() -> Eye:
    """An eye over the Dice Masters mat, with the networks that are shipped."""
    lies = mat_named("dicemasters")
    return Eye(lambda image: register(image, lies), Declared(BENCH_KINDS).match_all)


def observe(eye: Eye, picture: Path, began: float) -> int:
    """Show the picture until its dice have been seen, starting at this time; answers how many."""
    image = cv2.imread(str(picture), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{picture} is not a picture OpenCV can read")
    for number in range(60):
        clock = began + number / 30
        observed = eye.look(Frame(cast("Image", image), clock, clock, number, str(picture)))
        if observed.dice:
            return len(observed.dice)
    return 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Look at the pictures, then tell how many dice were seen and the most the process held."""
    pictures = [Path(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    eye, held, seen = bench_eye(), 0, []
    for number, picture in enumerate(pictures * ROUNDS):
        seen.append(observe(eye, picture, 3.0 * number))
        held = max(held, psutil.Process().memory_info().rss)
    print(json.dumps({"megabytes": held / 2**20, "seen": min(seen)}))


if __name__ == "__main__":
    main()
