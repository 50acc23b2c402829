"""Learning what one kind of dice looks like under this camera, from a few throws.

The reader already knows digits and symbols, so it sorts the faces itself; what it cannot tell
is asked, and what it learns (colours, the icon) is kept in a profile for every later game.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np

from hardware.dice import DieKind, Face
from hardware.frame import Image
from hardware.printing import draw_face
from vision.faces import CONTEXT, CROP, WIDE, FaceReader, Reading
from vision.identify import Enrolled, colour_distance, printing_of
from vision.own_look import own_looks
from vision.weights import manifest
from words import tr

CROPS: Final = 12
"""More crops than this are never needed."""

SURE: Final = 0.9
"""A face less certain than this is asked for."""

STRANGER: Final = 45.0
"""CIELAB distance between the bodies of one kind that no lamp explains."""


class ProfileError(ValueError):
    """The profile cannot be read; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class UnclearCrop:
    """A crop whose face the program cannot tell: its number, and the faces it may show."""

    crop: int
    choices: tuple[tuple[int, float], ...]  # face index and probability, best first
    stranger: bool = False  # its body is not the colour of the other crops


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What some crops taught about one kind."""

    kind: DieKind
    readings: tuple[Reading, ...]
    shown: Mapping[int, int]  # crop number -> face index
    doubts: tuple[UnclearCrop, ...]

    @property
    def missing(self) -> tuple[int, ...]:
        """Faces not seen yet; of faces printed alike one is enough."""
        seen = {self.kind.faces[face] for face in self.shown.values()}
        wanted: dict[Face, int] = {}
        for index, face in enumerate(self.kind.faces):
            wanted.setdefault(face, index)
        return tuple(index for face, index in wanted.items() if face not in seen)

    @property
    def complete(self) -> bool:
        """Whether every face was seen and nothing is left to ask."""
        return not self.missing and not self.doubts

    def answered(self, crop: int, face: int | None) -> "Enrolment":
        """The enrolment after a person named a crop's face; None throws the crop away."""
        shown = dict(self.shown)
        if face is not None:
            shown[crop] = face
        doubts = tuple(doubt for doubt in self.doubts if doubt.crop != crop)
        return replace(self, shown=shown, doubts=doubts)

    def looks(self) -> tuple[Enrolled, ...]:
        """What is kept in the profile."""
        return tuple(
            Enrolled(
                printing_of(self.kind.kind),
                face,
                tuple(round(float(part), 5) for part in self.readings[crop].embedding),
                self.readings[crop].body,
                self.readings[crop].ink,
                own=self._own(crop),
            )
            for crop, face in sorted(self.shown.items())
        )

    def _own(self, crop: int) -> tuple[float, ...]:
        """What the body looks like in this crop, where that tells dice apart."""
        picture = self.readings[crop].around
        if not self.kind.shape or picture is None:
            return ()
        return tuple(round(float(part), 3) for part in own_looks([picture])[0])


def sort_faces(kind: DieKind, readings: Sequence[Reading]) -> Enrolment:
    """Sort crops of one kind by face; only the first `CROPS` are used."""
    used = tuple(readings[:CROPS])
    shown: dict[int, int] = {}
    doubts = []
    strangers = _strangers(used)
    for number, reading in enumerate(used):
        choices = _choices(kind, reading)
        best, probability = choices[0]
        if probability >= SURE and number not in strangers:
            shown[number] = best
        else:
            doubts.append(UnclearCrop(number, choices, stranger=number in strangers))
    return Enrolment(kind, used, shown, tuple(doubts))


def _choices(kind: DieKind, reading: Reading) -> tuple[tuple[int, float], ...]:
    """The kind's different faces with their probabilities, best first."""
    first: dict[Face, int] = {}
    for index, face in enumerate(kind.faces):
        first.setdefault(face, index)
    scores = np.array([reading.log_probability(face) for face in first])
    anything = -9.0  # below this for every face, the crop shows none of them
    shares = np.exp(scores - np.logaddexp.reduce(np.append(scores, anything)))
    ranked = sorted(zip(first.values(), shares, strict=True), key=lambda pair: -pair[1])
    return tuple((index, float(share)) for index, share in ranked)


def _strangers(readings: Sequence[Reading]) -> set[int]:
    """Crops whose body is far from the colour most of them share."""
    if len(readings) < 3:
        return set()
    return {
        number
        for number, reading in enumerate(readings)
        if np.median([colour_distance(reading.body, other.body) for other in readings]) > STRANGER
    }


LARGEST: Final = 100_000_000
"""Bytes of everything that was enrolled."""


def read_profile(path: Path) -> tuple[Enrolled, ...]:
    """Everything enrolled so far; nothing when the file does not exist yet.

    Icons learned by another reader than today's are left out; the colours stay true.
    Raises `ProfileError`.
    """
    try:
        kept = msgspec.json.decode(path.read_bytes()[:LARGEST], type=tuple[Enrolled, ...])
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise ProfileError(
            tr(
                "{path} cannot be read ({strerror}): check the file.",
                path=path,
                strerror=error.strerror,
            )
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProfileError(
            tr(
                "{path} is not a profile of enrolled dice ({error}): move it away and enrol "
                "the dice again.",
                path=path,
                error=error,
            )
        ) from error
    network = _reader_network()
    return tuple(
        look if look.network == network else replace(look, embedding=(), own=()) for look in kept
    )


def _reader_network() -> str:
    """Which face reader is in use: the start of its hash."""
    return manifest()["faces"].sha256[:12]


def write_profile(path: Path, enrolled: Sequence[Enrolled]) -> None:
    """Keep a profile; the old one stays until the new one is wholly on the disk."""
    network = _reader_network()
    stamped = [look if look.network else replace(look, network=network) for look in enrolled]
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        file.write(msgspec.json.encode(stamped))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def learned(known: Sequence[Enrolled], enrolment: Enrolment) -> tuple[Enrolled, ...]:
    """The profile with this kind enrolled anew."""
    others = (look for look in known if look.kind != printing_of(enrolment.kind.kind))
    return (*others, *enrolment.looks())


def as_drawn(kinds: Sequence[DieKind], reader: FaceReader) -> tuple[Enrolled, ...]:
    """What enrolling would have taught about dice that look as the program draws them.

    For the simulated table: its players have enrolled the dice whose colours no list knows.
    """
    faces = [(kind, face) for kind in kinds for face in range(len(kind.faces))]
    readings = reader.read([_drawn(kind, face) for kind, face in faces])
    return tuple(
        Enrolled(
            printing_of(kind.kind),
            face,
            tuple(float(part) for part in reading.embedding),
            kind.body,
            kind.ink,
        )
        for (kind, face), reading in zip(faces, readings, strict=True)
    )


def _drawn(kind: DieKind, face: int) -> Image:
    """The face with a little of its body around it, as the reader wants it."""
    inner = round(CROP / CONTEXT)
    around = WIDE - inner
    blue_green_red = [float(part) for part in reversed(kind.body)]
    picture = cv2.copyMakeBorder(
        draw_face(kind, face, inner),
        around // 2,
        around - around // 2,
        around // 2,
        around - around // 2,
        cv2.BORDER_CONSTANT,
        value=blue_green_red,
    )
    return picture.astype(np.uint8)
