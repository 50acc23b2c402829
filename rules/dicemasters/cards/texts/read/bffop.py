"""promo / organised play list BFFop, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    Buff,
    CardText,
    Global,
    Target,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "8bffop": card_text(Global("Fist", Buff(Target(), attack=1), once=True)),
}
