"""Large figures and letters made of half cells, readable from across the table.

A glyph is drawn in small squares; two squares, one above the other, share one terminal cell.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

HEIGHT: Final = 5  # squares

_GLYPHS: Final[Mapping[str, str]] = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "-": "... ... ### ... ...",
    "+": "... .#. ### .#. ...",
    "?": "### ..# .## ... .#.",
    "A": ".#. #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": ".## #.. #.. #.. .##",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": ".## #.. #.# #.# .##",
    "H": "#.# #.# ### #.# #.#",
    "I": "### .#. .#. .#. ###",
    "J": "..# ..# ..# #.# .#.",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": ".#. #.# #.# #.# .#.",
    "P": "##. #.# ##. #.. #..",
    "Q": ".##. #..# #..# #.## .###",
    "R": "##. #.# ##. #.# #.#",
    "S": ".## #.. .#. ..# ##.",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    "/": "..# ..# .#. #.. #..",
    ":": ". # . # .",
    ".": ". . . . #",
    "&": ".#.. #.#. .#.. #.#. .#.#",
    "'": "# # . . .",
    "!": "# # # . #",
    " ": ".. .. .. .. ..",
}

_HALVES: Final[Mapping[tuple[bool, bool], str]] = {
    (False, False): " ",
    (True, False): "▀",
    (False, True): "▄",
    (True, True): "█",
}


@cache
def big(text: str, scale: int = 1) -> tuple[str, ...]:
    """The text in large letters: rows of cells, all equally wide.

    At `scale` 1 a letter is three cells wide and three rows high, at 2 six wide and five high.
    A sign without a drawing becomes a space.
    """
    squares = [""] * HEIGHT
    for index, sign in enumerate(text.upper()):
        glyph = _GLYPHS.get(sign, _GLYPHS[" "]).split()
        gap = "." if index else ""
        squares = [row + gap + drawn for row, drawn in zip(squares, glyph, strict=True)]
    tall = [row for row in squares for _ in range(scale)]
    if len(tall) % 2:
        tall.append("." * len(squares[0]))
    return tuple(
        "".join(
            _HALVES[above == "#", below == "#"] * scale
            for above, below in zip(tall[row], tall[row + 1], strict=True)
        )
        for row in range(0, len(tall), 2)
    )


def big_width(text: str, scale: int = 1) -> int:
    """How many cells `big` needs for this text."""
    rows = big(text, scale)
    return len(rows[0]) if rows else 0
