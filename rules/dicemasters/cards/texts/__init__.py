"""What the encoded cards say, as typed data in the words of `rules.dicemasters.effects`.

One module per set; each maps card codes to texts.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.dicemasters.cards.texts import avx, hhs, imw, ygo
from rules.dicemasters.effects import Text

TEXTS: Final[Mapping[str, Text]] = MappingProxyType(
    {**avx.TEXTS, **ygo.TEXTS, **imw.TEXTS, **hhs.TEXTS}
)
"""Every encoded card's text by its code."""


def text_of(code: str) -> Text | None:
    """A card's text, or None when nobody has encoded it."""
    return TEXTS.get(code)
