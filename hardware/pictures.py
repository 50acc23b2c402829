"""Pictures from files and networks: how large one is, is read before its pixels are.

A few bytes can promise more pixels than any memory holds.
"""

import struct
from collections.abc import Callable, Mapping
from typing import Final

import cv2
import numpy as np

from hardware.frame import Image

MOST_PIXELS: Final = 64_000_000
"""The largest sensors of a Pi have 64 million. `hardware` tells OpenCV's own decoders the same."""


def decoded(content: bytes) -> Image | None:
    """The picture in these bytes; None when they hold none, or one too large."""
    size = picture_size(content)
    if size is None or not 0 < size[0] * size[1] <= MOST_PIXELS:
        return None
    try:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def picture_size(content: bytes) -> tuple[int, int] | None:
    """Width and height that the head of a PNG, JPEG, BMP, WebP or TIFF says; None for others."""
    for start, size_in in HEADS.items():
        if content.startswith(start):
            try:
                return size_in(content)
            except struct.error:  # it ends before it has said so
                return None
    return None


def _png_size(content: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", content, 16)
    return width, height


def _bmp_size(content: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<ii", content, 18)
    return abs(width), abs(height)


JPEG_FRAMES: Final = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB})
"""The segments that say how large a JPEG is."""

JPEG_BARE: Final = frozenset({0x00, 0x01, *range(0xD0, 0xDA)})
"""Markers without a length: none stands before the size in a picture of a camera or a program."""


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    at = 2
    while content[at] == 0xFF if at < len(content) else False:
        kind = content[at + 1 : at + 2]
        if kind == b"\xff":  # padding
            at += 1
        elif kind and kind[0] in JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            return width, height
        elif kind and kind[0] in JPEG_BARE:
            return None
        else:
            (length,) = struct.unpack_from(">H", content, at + 2)
            at += 2 + length
    return None


def _webp_size(content: bytes) -> tuple[int, int] | None:
    kind = content[12:16] if content[8:12] == b"WEBP" else b""
    if kind == b"VP8X":
        wide, high = content[24:27], content[27:30]
        return int.from_bytes(wide, "little") + 1, int.from_bytes(high, "little") + 1
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", content, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", content, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None


TIFF_WIDTH, TIFF_HEIGHT = 256, 257
TIFF_NUMBERS: Final[Mapping[int, str]] = {3: "H", 4: "I"}
"""How a number stands in the file, by its kind: those of the standard for a size."""


def _tiff_size(content: bytes) -> tuple[int, int] | None:
    order = "<" if content[:2] == b"II" else ">"
    (at,) = struct.unpack_from(f"{order}I", content, 4)
    (count,) = struct.unpack_from(f"{order}H", content, at)
    found: dict[int, int] = {}
    for n in range(count):
        tag, kind = struct.unpack_from(f"{order}HH", content, at + 2 + 12 * n)
        if tag not in {TIFF_WIDTH, TIFF_HEIGHT}:
            continue
        if tag in found or kind not in TIFF_NUMBERS:  # decoders differ in what they make of that
            return None
        (found[tag],) = struct.unpack_from(order + TIFF_NUMBERS[kind], content, at + 10 + 12 * n)
    if len(found) < 2:
        return None
    return found[TIFF_WIDTH], found[TIFF_HEIGHT]


HEADS: Final[Mapping[bytes, Callable[[bytes], tuple[int, int] | None]]] = {
    b"\x89PNG\r\n\x1a\n": _png_size,
    b"\xff\xd8": _jpeg_size,
    b"BM": _bmp_size,
    b"RIFF": _webp_size,
    b"II*\0": _tiff_size,
    b"MM\0*": _tiff_size,
}
"""How a picture of each kind begins, and what reads its size."""
