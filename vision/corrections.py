"""Crops of dice whose face people named, kept in a folder to learn from.

The folder holds small pictures of top faces and `truths.jsonl`, a line for each: nothing else of
the table, and nothing leaves the computer.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hardware.dice import Face, read_face, write_face
from hardware.frame import Image
from hardware.pictures import decoded
from words import tr

TRUTHS: Final = "truths.jsonl"

LEAST_SIDE: Final = 24
"""A smaller picture shows nobody what is printed on it, px."""

LEAST_CONTRAST: Final = 4.0
"""Grey levels by which a picture that shows anything strays from its mean, at least."""

ONE_DIE: Final = 4.0
"""Grey levels by which two pictures of one die at rest differ, on average, at most."""

SMALL: Final = 24
"""Side of the small pictures that are compared, px."""


LARGEST: Final = 20_000_000
"""Bytes of one file of the folder; a crop has some thousands."""


class CorrectionsError(ValueError):
    """The folder cannot be learned from; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFace:
    """The top face of a die as the reader got it, and what it truly shows."""

    crop: Image
    face: Face
    name: str  # of its file


def keep(folder: Path, crop: Image, face: Face, *, source: str) -> Path:
    """Keep a crop with its truth; `source` says who named it. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(np.ascontiguousarray(crop).tobytes()).hexdigest()[:16] + ".png"
    path = folder / name
    if not cv2.imwrite(str(path), crop):
        raise OSError(tr("{path} cannot be written", path=path))
    line = json.dumps({"crop": name, "face": write_face(face), "source": source})
    with (folder / TRUTHS).open("a", encoding="utf-8") as truths:
        truths.write(line + "\n")
    return path


def kept(folder: Path) -> tuple[TaughtFace, ...]:
    """All that was kept, each crop once. Raises `CorrectionsError`."""
    faces: dict[str, Face] = {}
    for number, line in enumerate(_lines(folder), start=1):
        name, face = _truth(
            line, tr("{folder}, line {number}", folder=folder / TRUTHS, number=number)
        )
        if faces.setdefault(name, face) != face:
            raise CorrectionsError(
                tr(
                    "{folder} says two things of {name}, on line {number} and before: delete the "
                    "wrong line.",
                    folder=folder / TRUTHS,
                    name=name,
                    number=number,
                )
            )
    found = [TaughtFace(_picture(folder / name), face, name) for name, face in faces.items()]
    _refuse_one_die_named_twice(found, folder / TRUTHS)
    return tuple(found)


def _refuse_one_die_named_twice(found: Sequence[TaughtFace], truths: Path) -> None:
    """Raise `CorrectionsError` where two pictures of one untouched die have different names."""
    size = (SMALL, SMALL)
    small = np.array(
        [cv2.resize(one.crop, size, interpolation=cv2.INTER_AREA) for one in found], np.float32
    )
    for number, one in enumerate(found):
        apart = np.abs(small[:number] - small[number]).mean(axis=(1, 2, 3))
        for other in np.flatnonzero(apart < ONE_DIE).tolist():
            if found[other].face != one.face:
                raise CorrectionsError(
                    tr(
                        "{truths} calls {name} and {other} different faces, but they show one die: "
                        "delete the wrong line.",
                        truths=truths,
                        name=found[other].name,
                        other=one.name,
                    )
                )


def _lines(folder: Path) -> Sequence[str]:
    try:
        with (folder / TRUTHS).open(encoding="utf-8") as file:
            return file.read(LARGEST).splitlines()
    except FileNotFoundError:
        raise CorrectionsError(
            tr(
                "{folder} holds no {TRUTHS}: give a folder in which DiceRef kept corrections.",
                folder=folder,
                TRUTHS=TRUTHS,
            )
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CorrectionsError(
            tr("{folder} cannot be read ({error}).", folder=folder / TRUTHS, error=error)
        ) from None


def _truth(line: str, where: str) -> tuple[str, Face]:
    try:
        told = json.loads(line)
        name, face = str(told["crop"]), read_face(told["face"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CorrectionsError(
            tr("{where} does not name a crop and a face: delete the line.", where=where)
        ) from None
    if Path(name).name != name:
        raise CorrectionsError(
            tr(
                "{where} names {name!r}, which is not in the folder: delete it.",
                where=where,
                name=name,
            )
        )
    return name, face


def _picture(path: Path) -> Image:
    picture = None
    if path.is_file() and path.stat().st_size <= LARGEST:
        picture = decoded(path.read_bytes())
    if picture is None:
        raise CorrectionsError(
            tr("{path} is no picture: delete its line in {TRUTHS}.", path=path, TRUTHS=TRUTHS)
        )
    if min(picture.shape[:2]) < LEAST_SIDE:
        raise CorrectionsError(
            tr(
                "{path} is too small to show a face: delete its line in {TRUTHS}.",
                path=path,
                TRUTHS=TRUTHS,
            )
        )
    if float(picture.std(axis=(0, 1)).max()) < LEAST_CONTRAST:
        raise CorrectionsError(
            tr("{path} shows nothing: delete its line in {TRUTHS}.", path=path, TRUTHS=TRUTHS)
        )
    return picture
