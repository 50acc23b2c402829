"""D&D: Adventures in Waterdeep team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    CardText,
    Cheaper,
    Dice,
    GainLife,
    If,
    LoseLife,
    When,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "11aiw": card_text(
        When("turn-start", If((GainLife(1), LoseLife(1)), behind="life")), keywords=("Experience",)
    ),
    "14aiw": card_text(Cheaper(Dice(side="own", keyword="Experience"), less=2, least=1)),
}
