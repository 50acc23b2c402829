"""promo / organised play list D2016, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    CardText,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "4d2016": card_text(keywords=("Swarm",)),
}
