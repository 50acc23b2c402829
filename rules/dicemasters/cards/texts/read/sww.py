"""DC: Superman and Wonder Woman, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    OPPONENT,
    CardText,
    CountOf,
    Damage,
    Dice,
    Each,
    GainLife,
    Give,
    If,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "3sww": card_text(While(who=Dice(sidekick=True), rule="must-attack")),
    "4sww": card_text(
        While(
            attack=CountOf(Dice(side="opposing", sidekick=False, not_team="Villains")),
            defence=CountOf(Dice(side="opposing", sidekick=False, not_team="Villains")),
        )
    ),
    "8sww": card_text(When("fielded", Spin(Each(Dice(side="opposing")), -1))),
    "18sww": card_text(When("fielded", If(GainLife(3), behind="life"))),
    "21sww": card_text(When("fielded", If(Damage(OPPONENT, 3), behind="life"))),
    "25sww": card_text(WhenUsed(Give(Target(who=Dice(side="own")), "cannot-be-blocked"))),
    "30sww": card_text(WhenUsed(Spin(Each(Dice()), -3))),
}
