"""DC: Superman and Wonder Woman, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    CardText,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    GainLife,
    Give,
    If,
    May,
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
    "5sww": card_text(
        When(
            "fielded",
            (KO(Target(who=Dice(side="opposing", sidekick=True))), If(DrawDice(1), any_moved=True)),
        )
    ),
    "6sww": card_text(
        When(
            "fielded",
            DrawDice(1),
            subject=Dice(side="own", not_title="Cheetah", team=("Villains",)),
        )
    ),
    "8sww": card_text(When("fielded", Spin(Each(Dice(side="opposing")), -1))),
    "14sww": card_text(While(rule="takes-no-damage", needs=Dice(side="own", title="Wonder Woman"))),
    "17sww": card_text(When("deals-player", May(DrawDice(2)), in_combat=True)),
    "18sww": card_text(When("fielded", If(GainLife(3), behind="life"))),
    "21sww": card_text(When("fielded", If(Damage(OPPONENT, 3), behind="life"))),
    "25sww": card_text(WhenUsed(Give(Target(who=Dice(side="own")), "cannot-be-blocked"))),
    "30sww": card_text(WhenUsed(Spin(Each(Dice()), -3))),
}
