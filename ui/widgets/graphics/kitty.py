"""Kitty's pictures, which Ghostty, WezTerm and Konsole know too: a PNG that lies over the cells.

It stays there, whatever is written into the cells, until it is taken away.
https://sw.kovidgoyal.net/kitty/graphics-protocol/
"""

from base64 import standard_b64encode
from typing import Final

import cv2

from hardware.frame import Image

CHUNK: Final = 4096
QUICKLY: Final = (cv2.IMWRITE_PNG_COMPRESSION, 1)


def laid(image: Image, number: int, columns: int, rows: int) -> str:
    """Lays the picture over so many cells, from where the cursor is; the cursor stays."""
    packed = cv2.imencode(".png", image, QUICKLY)[1].tobytes()
    content = standard_b64encode(packed).decode("ascii")
    head = f"a=T,f=100,t=d,i={number},p=1,c={columns},r={rows},C=1,q=2,"
    parts = []
    for at in range(0, len(content), CHUNK):
        more = int(at + CHUNK < len(content))
        parts.append(f"\x1b_G{head}m={more};{content[at : at + CHUNK]}\x1b\\")
        head = "q=2,"
    return "".join(parts)


def forgotten(number: int) -> str:
    """Takes the picture away, wherever it is shown."""
    return f"\x1b_Ga=d,d=I,i={number},q=2\x1b\\"
