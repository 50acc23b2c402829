"""Marvel: Dark X-Men team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    OPPONENT,
    THIS,
    CardText,
    CorruptBag,
    Damage,
    Dearer,
    Dice,
    ReturnToField,
    When,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1dxm": card_text(keywords=("Infiltrate",)),
    "2dxm": card_text(When("blocked", (ReturnToField(THIS), Damage(OPPONENT, 1)))),
    "4dxm": card_text(keywords=("Infiltrate",)),
    "10dxm": card_text(When("fielded", CorruptBag(2))),
    "13dxm": card_text(When("fielded", CorruptBag(2))),
    "16dxm": card_text(Dearer(Dice(sidekick=False), what="fielding")),
    "17dxm": card_text(When("fielded", CorruptBag(2))),
    "18dxm": card_text(When("ko", CorruptBag(3))),
    "20dxm": card_text(When("damaged", CorruptBag(2))),
    "22dxm": card_text(When("kos", CorruptBag(2), by=Dice(side="opposing"))),
}
