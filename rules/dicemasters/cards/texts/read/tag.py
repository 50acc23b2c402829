"""WWE: Tag Teams team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    CardText,
    Dice,
    Each,
    Give,
    Global,
    Spin,
    Target,
    When,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "3tag": card_text(keywords=("Tag Out",)),
    "9tag": card_text(keywords=("Tag Out", "Regenerate")),
    "11tag": card_text(keywords=("Call Out",)),
    "14tag": card_text(
        When("attacks", Spin(Each(Dice(side="own", not_title="Scott Hall")), 1)),
        Global("Bolt", Give(Target(), "must-attack")),
    ),
    "21tag": card_text(keywords=("Tag Out",)),
}
