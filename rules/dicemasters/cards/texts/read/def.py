"""Marvel: Defenders team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    OPPONENT,
    CardText,
    Damage,
    Dice,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "12def": card_text(When("ko", Damage(OPPONENT, 1), subject=Dice(side="own"))),
    "23def": card_text(While(who=Dice(team=("Defenders",), another=True), attack=1, defence=1)),
}
