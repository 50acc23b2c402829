"""Clips: JPEG pictures in an AVI container, as they are, for any player and without loss.

Written byte by byte, because nothing is encoded: a Pi makes a clip of a minute in an instant.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from rules.journal.entry import Entry, PictureName
from rules.journal.store import Journal

MEDIA: Final = "video/x-msvideo"

_RATE_UNIT: Final = 1000
_HAS_INDEX: Final = 0x10
_KEY_FRAME: Final = 0x10


def write_avi(pictures: Sequence[bytes], per_second: float, size: tuple[int, int]) -> bytes:
    """The pictures, JPEG and all of one size (width, height), as a film."""
    width, height = size
    largest = max((len(picture) for picture in pictures), default=0)
    count = len(pictures)
    main = struct.pack(
        "<14I",
        *(round(1e6 / per_second), round(largest * per_second), 0, _HAS_INDEX, count, 0, 1),
        *(largest, width, height, 0, 0, 0, 0),
    )
    rate = round(per_second * _RATE_UNIT)
    stream = struct.pack(
        "<4s4sIHHIIIIIIIIhhhh",
        *(b"vids", b"MJPG", 0, 0, 0, 0, _RATE_UNIT, rate, 0, count, largest, 0xFFFFFFFF, 0),
        *(0, 0, width, height),
    )
    bitmap = struct.pack("<IiiHH4sIiiII", 40, width, height, 1, 24, b"MJPG", largest, 0, 0, 0, 0)
    track = _list(b"strl", _chunk(b"strh", stream) + _chunk(b"strf", bitmap))
    head = _list(b"hdrl", _chunk(b"avih", main) + track)
    frames = [_chunk(b"00dc", picture) for picture in pictures]
    index, offset = b"", 4
    for picture, frame in zip(pictures, frames, strict=True):
        index += struct.pack("<4sIII", b"00dc", _KEY_FRAME, offset, len(picture))
        offset += len(frame)
    body = head + _list(b"movi", b"".join(frames)) + _chunk(b"idx1", index)
    return _chunk(b"RIFF", b"AVI " + body)


def pictures_of(film: bytes) -> Iterator[bytes]:
    """The JPEG pictures of a film that `write_avi` wrote; none of another file."""
    at = film.find(b"movi") + 4
    if at < 4 or film[:4] != b"RIFF":
        return
    while film[at : at + 4] == b"00dc" and len(film) >= at + 8:
        (length,) = struct.unpack_from("<I", film, at + 4)
        yield film[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def is_our_film(film: bytes) -> bool:
    """Whether `write_avi` would write these very bytes: nothing else is handed to a player."""
    pictures = tuple(pictures_of(film))
    if not pictures or len(film) < _RATE_AT + 4:
        return False
    (rate,) = struct.unpack_from("<I", film, _RATE_AT)
    width, height = struct.unpack_from("<II", film, _SIZE_AT)
    if not 0 < rate <= _FASTEST or max(width, height) > _LARGEST:
        return False
    return film == write_avi(pictures, rate / _RATE_UNIT, (width, height))


def rate_of(film: bytes) -> float:
    """Pictures a second of a film that `write_avi` wrote."""
    (rate,) = struct.unpack_from("<I", film, _RATE_AT)
    return float(rate / _RATE_UNIT)


_FASTEST: Final = 100_000
"""Thousandths of a picture a second."""

_LARGEST: Final = 4096
"""Pixels of a side."""

_SIZE_AT, _RATE_AT = 64, 132
"""Where a film that `write_avi` wrote says how large and how fast it is."""


class Clip(msgspec.Struct, frozen=True):
    """A film in the record, and the question or foul it is about."""

    entry: int  # that holds it
    about: Entry
    named: PictureName


def clips(journal: Journal) -> Iterator[Clip]:
    """Every clip of a record, oldest first."""
    for number in journal.numbers("note"):
        entry = journal.entry(number)
        for named in entry.pictures:
            if named.media == MEDIA:
                about = int(entry.facts.get("about") or number)
                yield Clip(number, journal.entry(min(about, len(journal))), named)


def clip_of(journal: Journal, number: int) -> Clip | None:
    """The clip that an entry holds, or that is about it."""
    return next((c for c in clips(journal) if number in {c.entry, c.about.number}), None)


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _list(name: bytes, content: bytes) -> bytes:
    return _chunk(b"LIST", name + content)
