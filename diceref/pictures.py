"""Reading pictures of dice."""

from collections.abc import Mapping, Sequence
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Final, Literal, TypeAlias

from hardware.dice import DieKind
from hardware.frame import Image
from vision.picture import PictureReader, ReadDie, load_picture

Dice: TypeAlias = Literal["d6", "dicemasters", "irondie"]
"""What is printed on the dice of a picture."""

FACES: Final[Mapping[Dice, str]] = {
    "d6": "pips",
    "dicemasters": "dicemasters",
    "irondie": "irondie",
}


def read_image(
    image: str | PathLike[str] | Image, dice: Dice = "d6", kinds: Sequence[DieKind] = ()
) -> tuple[ReadDie, ...]:
    """Every die in a picture: a file, or an array of height x width x 3 (BGR).

    With `kinds` only these dice are expected, and each die found is one of them. Raises
    `PictureError` for a file that is no picture and `ValueError` for other dice.
    """
    if dice not in FACES:
        raise ValueError(f"there are no dice '{dice}'; choose one of {', '.join(FACES)}.")
    picture = load_picture(Path(image)) if isinstance(image, str | PathLike) else image
    reader = PictureReader(FACES[dice], kinds) if kinds else _reader(dice)
    return reader.read(picture)


@cache
def _reader(dice: Dice) -> PictureReader:
    """Networks are opened once for a kind of dice."""
    return PictureReader(FACES[dice])
