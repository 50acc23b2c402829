"""Reading pictures of dice."""

from collections.abc import Sequence
from functools import cache
from os import PathLike
from pathlib import Path

from hardware.dice import DieKind
from hardware.frame import Image
from rules.registry import readable
from vision.picture import PictureReader, ReadDie, load_picture


def read_image(
    image: str | PathLike[str] | Image, dice: str = "dicemasters", kinds: Sequence[DieKind] = ()
) -> tuple[ReadDie, ...]:
    """Every die in a picture: a file, or an array of height x width x 3 (BGR).

    `dice` says what is printed on them: "dicemasters", "irondie" or another word that
    `diceref read --dice` takes. With `kinds` only these dice are expected, and each die found is
    one of them. Raises `PictureError` for a file that is no picture and `ValueError` for dice
    that nobody can read.
    """
    faces = readable()
    if dice not in faces:
        raise ValueError(f"there are no dice '{dice}'; choose one of {', '.join(faces)}.")
    picture = load_picture(Path(image)) if isinstance(image, str | PathLike) else image
    reader = PictureReader(faces[dice], kinds) if kinds else _reader(faces[dice])
    return reader.read(picture)


@cache
def _reader(faces: str) -> PictureReader:
    """Networks are opened once for a family of faces."""
    return PictureReader(faces)
