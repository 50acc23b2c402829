"""What the encoded cards say, as typed data of `cards.effects`.

By hand one module per box, read by `models.card_reader` one JSON file per set.

Data only. Where a source leaves a card open, its `note` says what was decided and why. A card
that is not here plays all the same: its effect is applied by hand.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Final

import msgspec

from rules.dicemasters.cards.effects import CardText, DoByHand, Global, card_text

BOXES: Final = ("avx", "ygo", "imw", "hhs", "avxop", "tmnt")
"""Sets whose cards were written by hand; each is a module here with its `TEXTS`."""

READ: Final = tuple(
    sorted(
        path.name.removesuffix(".json")
        for path in files(f"{__name__}.read").iterdir()
        if path.name.endswith(".json")
    )
)
"""Sets with cards that `models.card_reader` has read; each is a file in `read`."""

SETS: Final = tuple(dict.fromkeys((*BOXES, *READ)))
"""All sets with encoded cards, as codes write them."""


def text_of(code: str) -> CardText | None:
    """What the card says; None when nobody has encoded it."""
    box = code.lstrip("0123456789")
    return box_texts(box).get(code) if box in SETS else None


@lru_cache(maxsize=len(SETS))
def box_texts(box: str) -> Mapping[str, CardText]:
    """All encoded cards of one set by their codes; what was written by hand comes first."""
    found = dict(written_by_hand(box))
    if box in READ:
        found |= {code: text for code, text in _read(box).items() if code not in found}
    return found


def _read(box: str) -> Mapping[str, CardText]:
    """The cards of one set that `models.card_reader` has read."""
    written = files(f"{__name__}.read").joinpath(f"{box}.json").read_bytes()
    return msgspec.json.decode(written, type=dict[str, CardText])


def written_by_hand(box: str) -> Mapping[str, CardText]:
    """The cards of one set that were written by hand."""
    texts: Mapping[str, CardText] = {}
    if box in BOXES:
        texts = import_module(f"{__name__}.{box}").TEXTS
    return texts


def global_by_hand(cost: str) -> CardText:
    """The text of a card of which only the cost of its global is known: players carry it out.

    A cost the engine cannot ask for ("Bolt+Shield", "Mask and 1 life") is paid by hand too.
    """
    price = price_of_global(cost)
    if price is None:
        return CardText()
    return card_text(Global(price, DoByHand("carry its global ability out by hand")))


def price_of_global(cost: str) -> str | None:
    """A global's cost in the engine's words; None for one it cannot ask for."""
    several = re.fullmatch(r"(\d+)x(\w+)|(\w+)\+(\w+)", cost)
    if several is not None:
        count, energy, one, other = several.groups()
        if count:
            return f"{count} {energy}"
        return f"2 {one}" if one == other else None
    cost = cost.removesuffix(" energy")
    return cost if re.fullmatch(r"\d+|[A-Z][a-z]+(/[A-Z][a-z]+)?", cost) else None
