"""QR codes in letters, for terminals and text files."""

from io import StringIO

import segno


def qr_code(text: str) -> str:
    """The text as a QR code of half blocks, dark on light; each line ends with a line break."""
    drawn = StringIO()
    segno.make(text, error="l", micro=False).save(drawn, kind="txt", border=2)
    rows = [[mark == "1" for mark in line] for line in drawn.getvalue().split()]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "".join(
        "".join(HALVES[upper, lower] for upper, lower in zip(above, below, strict=True)) + "\n"
        for above, below in pairs
    )


HALVES = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""By whether the upper and the lower module are dark: the light ones are drawn."""
