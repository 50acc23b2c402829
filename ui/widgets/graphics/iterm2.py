"""iTerm2's pictures, which WezTerm and mintty know too: a JPEG laid over cells.

https://iterm2.com/documentation-images.html
"""

from base64 import standard_b64encode
from typing import Final

import cv2

from hardware.frame import Image

GOOD: Final = (cv2.IMWRITE_JPEG_QUALITY, 85)


def laid(image: Image, columns: int, rows: int) -> str:
    """Draws the picture over so many cells, from where the cursor is."""
    content = cv2.imencode(".jpg", image, GOOD)[1].tobytes()
    facts = (
        f"inline=1;size={len(content)};width={columns};height={rows};"
        "preserveAspectRatio=0;doNotMoveCursor=1"
    )
    return f"\x1b]1337;File={facts}:{standard_b64encode(content).decode('ascii')}\a"
