"""Marvel: Spider-Man Maximum Carnage team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    THIS,
    Buff,
    CardText,
    Damage,
    Dice,
    EnergyOf,
    Give,
    If,
    Target,
    When,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "3smc": card_text(keywords=("Regenerate",)),
    "6smc": card_text(
        When(
            "fielded",
            If(
                KO(Target(who=Dice(team=("Villains",)))),
                who=Dice(side="own", sidekick=True),
                at_least=2,
            ),
        )
    ),
    "13smc": card_text(When("attacks", Buff(THIS, attack=EnergyOf(seats="you", energy="Fist")))),
    "19smc": card_text(When("fielded", Give(Target(who=Dice(side="opposing")), "cannot-block"))),
    "20smc": card_text(When("fielded", Give(THIS, "takes-no-damage"))),
    "23smc": card_text(When("fielded", If(Damage(OPPONENT, 2), behind="life"))),
}
