"""What dice look like where no card says so: basic action dice, and what players declare.

A basic action die goes with any basic action card; players see by its colour which card it is.
"""

import re
from collections.abc import Mapping
from typing import Final

BASIC: Final[Mapping[str, tuple[str, str]]] = {
    # Body and ink as measured on pictures of the dice.
    "blue": ("#fafafa", "#0f0ade"),
    "brown": ("#fafafa", "#947140"),
    "green": ("#fafafa", "#0ede09"),
    "pink": ("#fafafa", "#ec9bbb"),
    "red": ("#fafafa", "#e40909"),
    "yellow": ("#fafafa", "#efea04"),
    # Named in the rulebooks of 2016; not measured.
    "orange": ("#fafafa", "#f08a12"),
    "purple": ("#fafafa", "#7a1fa8"),
}
"""Basic action dice by colour: body and ink."""

ORDER: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "avx": ("red", "blue", "green", "yellow"),
    "ygo": ("red", "blue", "green", "yellow"),
    "imwm": ("orange", "blue", "red", "green"),
    "tmnt": ("purple", "blue", "red", "green"),
}
"""Which colour goes to the first, second, ... basic action card unless players say otherwise.

The 2016 books use these in their example games; the 2014 books leave it open.
"""

_PAIR = re.compile(r"(#[0-9a-f]{6})(?:/(#[0-9a-f]{6}))?", re.IGNORECASE)


def read_colours(written: str) -> tuple[str, str]:
    """Body and ink from a colour's name, or from `#rrggbb/#rrggbb` (ink black if left out)."""
    if written in BASIC:
        return BASIC[written]
    pair = _PAIR.fullmatch(written)
    if pair is None:
        raise ValueError(
            f"'{written}' is no colour; use {', '.join(BASIC)}, or body and ink as #rrggbb/#rrggbb."
        )
    return pair[1].lower(), (pair[2] or "#000000").lower()
