"""DC: Mystics team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EVENT_DIE,
    CardText,
    Dice,
    Spin,
    When,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "9myst": card_text(keywords=("Intimidate",)),
    "10myst": card_text(keywords=("Strike",)),
    "13myst": card_text(keywords=("Attune",)),
    "16myst": card_text(keywords=("Strike",)),
    "22myst": card_text(When("fielded", Spin(EVENT_DIE, 1), subject=Dice(side="own"))),
}
