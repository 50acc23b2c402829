"""What dice look like where no card says so: basic action dice, and what players declare.

All basic action dice are printed alike, in white plastic; the ink tells them apart. The books
leave the choice to the players: a setup names it as `colours`, by card code.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules.core.near import near
from words import joined, tr

BASIC: Final[Mapping[str, tuple[str, str]]] = {
    # Body and ink as measured on pictures of the dice.
    "red": ("#fafafa", "#e40909"),
    "blue": ("#fafafa", "#0f0ade"),
    "green": ("#fafafa", "#0ede09"),
    "yellow": ("#fafafa", "#efea04"),
    "brown": ("#fafafa", "#947140"),
    "pink": ("#fafafa", "#ec9bbb"),
    # Named in the rulebooks of 2016; not measured.
    "orange": ("#fafafa", "#f08a12"),
    "purple": ("#fafafa", "#7a1fa8"),
}
"""Basic action dice by colour: body and ink."""

USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    # as the example games of the books lay them out
    "imwm": ("orange", "blue", "red"),
    "tmnt": ("purple", "blue", "red"),
}

_PAIR = re.compile(r"(#[0-9a-f]{6})(?:/(#[0-9a-f]{6}))?", re.IGNORECASE)


def read_colours(written: str) -> tuple[str, str]:
    """Body and ink from a colour's name, or from `#rrggbb/#rrggbb` (ink black if left out)."""
    if written in BASIC:
        return BASIC[written]
    pair = _PAIR.fullmatch(written)
    if pair is None:
        meant = near(written, BASIC) or [joined(", ", BASIC)]
        raise ValueError(
            tr(
                "'{written}' is no colour; use {meant}, or body and ink as #rrggbb/#rrggbb.",
                written=written,
                meant=meant[0],
            )
        )
    return pair[1].lower(), (pair[2] or "#000000").lower()


def colours_of(
    declared: Mapping[str, Any], edition: str, basics: Sequence[str]
) -> dict[str, tuple[str, str]]:
    """Body and ink by card code: what is declared, and a colour for every basic action card.

    Raises `ValueError` for a colour that does not exist, and for two basic actions in one colour.
    """
    found = {code: read_colours(str(written)) for code, written in declared.items()}
    given = [found[code] for code in basics if code in found]
    if len(set(given)) != len(given):
        raise ValueError(
            tr("Two basic actions have dice of one colour; give each a colour of its own.")
        )
    left = (colours for colours in _in_order(edition) if colours not in given)
    for code in basics:
        if code not in found:
            found[code] = next(left, ("", ""))
    return found


def _in_order(edition: str) -> Iterator[tuple[str, str]]:
    """The edition's usual colours, then the others."""
    usual = USUAL.get(edition, ())
    for name in (*usual, *(name for name in BASIC if name not in usual)):
        yield BASIC[name]
