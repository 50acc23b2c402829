"""Single pictures: from a file to every die in it, with the face it shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Final

from hardware.dice import DieKind, Face
from hardware.frame import Image
from hardware.pictures import MOST_PIXELS, decoded, picture_size
from vision.detect import Detector
from vision.faces import FaceReader
from vision.identify import Declared, Enrolled
from vision.look import look_at, too_low
from vision.sighting import Candidate
from words import tr

LARGEST: Final = 200_000_000
"""Bytes of a picture file; a full-sensor picture without compression is half of that."""


class PictureError(ValueError):
    """The file is no picture that can be read; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class ReadDie:
    """One die of a picture; everything in pixels of the picture."""

    box: tuple[float, float, float, float]  # left, top, right, bottom
    corners: tuple[tuple[float, float], ...]  # of the top face, from its own top left, clockwise
    score: float  # how sure it is a die, 0 to 1
    flat: bool  # False: it leans
    face: Face
    face_score: float  # how sure the face is, 0 to 1
    kind: DieKind | None  # which of the declared dice; None when none were declared


@dataclass(frozen=True, slots=True)
class ReadPicture:
    """Every die of a picture, and whether it was taken from where dice can be read."""

    dice: tuple[ReadDie, ...]
    too_low: bool  # the camera sees sides larger than tops, so that no face is sure


def load_picture(path: Path) -> Image:
    """The picture in this file. Raises `PictureError`."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise PictureError(
            tr(
                "{path} cannot be opened ({strerror}): check the name.",
                path=path,
                strerror=error.strerror,
            )
        ) from error
    if len(content) > LARGEST:
        raise PictureError(
            tr(
                "{path} is larger than any picture: {LARGEST} MB are read.",
                path=path,
                LARGEST=LARGEST // 10**6,
            )
        )
    size = picture_size(content)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise PictureError(
            tr("{path} has more pixels than can be read: make it smaller.", path=path)
        )
    picture = decoded(content)
    if picture is None:
        raise PictureError(
            tr("{path} is not a picture: give a JPEG, PNG, BMP, WebP or TIFF file.", path=path)
        )
    return picture


class PictureReader:
    """Reads pictures of dice of one family of faces, or of declared dice only."""

    def __init__(
        self, family: str, kinds: Sequence[DieKind] = (), enrolled: Sequence[Enrolled] = ()
    ) -> None:
        """Open the networks. Raises `vision.weights.WeightsError`."""
        self._family = family
        self._detector, self._faces = Detector(), FaceReader()
        self._declared = Declared(kinds, enrolled) if kinds else None
        self._kinds = {kind.kind: kind for kind in kinds}

    def read(self, picture: Image) -> tuple[ReadDie, ...]:
        """Every die in the picture."""
        return self.look(picture).dice

    def look(self, picture: Image) -> ReadPicture:
        """The same, and what is to be said of the view."""
        seen = look_at(picture, self._detector, self._faces, self._family)
        readings = [die.reading for die in seen]
        matches = self._declared.named(readings) if self._declared else [{}] * len(seen)
        dice = []
        for die, match in zip(seen, matches, strict=True):
            best = max(match, key=lambda candidate: match[candidate], default=None)
            kind: DieKind | None = None
            if best is None:
                face, chance = die.reading.best(self._family)
            else:
                kind = self._kinds[best.kind]
                face, chance = kind.faces[best.face], _chance(match, best, kind)
            left, top, right, bottom = die.detection.box
            dice.append(
                ReadDie(
                    box=(left, top, right, bottom),
                    corners=tuple((float(x), float(y)) for x, y in die.corners),
                    score=die.detection.score,
                    flat=die.detection.flat,
                    face=face,
                    face_score=min(1.0, chance),
                    kind=kind,
                )
            )
        return ReadPicture(tuple(dice), too_low(seen))


def _chance(match: Mapping[Candidate, float], best: Candidate, kind: DieKind) -> float:
    """The chance of a die's face; those of its faces that are printed alike count together."""
    return sum(
        exp(chance)
        for candidate, chance in match.items()
        if candidate.kind == best.kind and kind.faces[candidate.face] == kind.faces[best.face]
    )
