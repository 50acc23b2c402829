"""A still or clip of a table on one picture that every browser shows."""

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np

from hardware.frame import Image
from hardware.pictures import decoded
from rules.journal.clips import MEDIA, is_our_film, pictures_of
from words import say

MOST_SHOWN: Final = 9
COLUMNS: Final = 3
WIDTH: Final = 480  # px of each picture of a clip


def contact_sheet(content: bytes, media: str) -> bytes:
    """As JPEG: the still, or up to nine pictures of the clip. Raises `ValueError`."""
    if media != MEDIA:
        return _encoded(_pictures([content])[0])
    if not is_our_film(content):
        raise ValueError(say("what the table sent is no clip of ours."))
    every = list(pictures_of(content))
    places = np.linspace(0, len(every) - 1, min(len(every), MOST_SHOWN), dtype=int)
    chosen = [every[at] for at in places]
    small = [_small(picture) for picture in _pictures(chosen)]
    blank = np.zeros_like(small[0])
    small += [blank] * (-len(small) % COLUMNS if len(small) > COLUMNS else 0)
    rows = [np.hstack(small[at : at + COLUMNS]) for at in range(0, len(small), COLUMNS)]
    return _encoded(np.vstack(rows))


def _pictures(contents: Iterable[bytes]) -> Sequence[Image]:
    found = [picture for content in contents if (picture := decoded(content)) is not None]
    if not found:
        raise ValueError(say("what the table sent is no picture."))
    return found


def _small(picture: Image) -> Image:
    high = round(picture.shape[0] * WIDTH / picture.shape[1])
    return cv2.resize(picture, (WIDTH, high), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _encoded(picture: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])
