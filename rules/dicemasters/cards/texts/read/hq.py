"""DC: Harley Quinn team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    OPPONENT,
    Buff,
    CardText,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    GainLife,
    If,
    When,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "8hq": card_text(When("ko", Damage(Each(Dice(side="opposing")), 1))),
    "9hq": card_text(When("fielded", If(DrawDice(1), who=Dice(side="own", title="The Joker")))),
    "10hq": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=2, defence=2),
            subject=Dice(side="own", not_title="Harley Quinn", team=("Villains",)),
        )
    ),
    "17hq": card_text(
        When("fielded", Damage(OPPONENT, 1), subject=Dice(side="own", team=("Villains",)))
    ),
    "19hq": card_text(When("fielded", GainLife(CountOf(Dice(side="opposing", sidekick=False))))),
}
