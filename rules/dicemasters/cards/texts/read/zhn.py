"""D&D: The Zhentarim team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    CardText,
    CountOf,
    Dearer,
    Dice,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "9zhn": card_text(keywords=("Experience", "Obscure")),
    "10zhn": card_text(keywords=("Experience", "Obscure")),
    "15zhn": card_text(Dearer(Dice(sidekick=True), what="fielding"), keywords=("Experience",)),
    "21zhn": card_text(
        While(
            attack=CountOf(Dice(side="own", keyword="Experience")),
            defence=CountOf(Dice(side="own", keyword="Experience")),
        ),
        keywords=("Experience",),
    ),
}
