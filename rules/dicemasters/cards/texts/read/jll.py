"""Marvel: Justice Like Lightning team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    THIS,
    CardText,
    Give,
    When,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1jll": card_text(When("spun-up", Give(THIS, "cannot-be-blocked"), word="Awaken")),
    "2jll": card_text(keywords=("Amplify",)),
}
