"""What the encoded cards say, one module per box, as typed data of `rules.dicemasters.effects`.

Data only. Where a source leaves a card open, its `note` says what was decided and why. A card
that is not here plays all the same: its effect is applied by hand.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Final

from rules.dicemasters.effects import Text

BOXES: Final = ("avx", "ygo", "imw", "hhs")
"""Sets with encoded cards, as codes write them; each is a module here with its `TEXTS`."""


def text_of(code: str) -> Text | None:
    """What the card says; None when nobody has encoded it."""
    box = code.lstrip("0123456789")
    return box_texts(box).get(code) if box in BOXES else None


@lru_cache(maxsize=len(BOXES))
def box_texts(box: str) -> Mapping[str, Text]:
    """All encoded cards of one box by their codes."""
    texts: Mapping[str, Text] = import_module(f"rules.dicemasters.cards.texts.{box}").TEXTS
    return texts
