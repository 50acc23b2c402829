"""promo / organised play list AvXop, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    CardText,
    Dice,
    May,
    Move,
    Target,
    When,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "11avxop": card_text(
        When("damaged", May(Move(Target(who=Dice(side="own", zone="used", sidekick=True)), "prep")))
    ),
}
