"""WWE campaign box, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    Buff,
    CardText,
    Cheaper,
    CountOf,
    Dice,
    DrawDice,
    Each,
    Give,
    Global,
    If,
    ImposeRule,
    May,
    Spin,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "4wwe": card_text(
        When("fielded", Buff(Target(who=Dice(side="opposing", sidekick=True)), attack=1)),
        keywords=("Intimidate",),
    ),
    "6wwe": card_text(
        Cheaper(Dice(side="own", energy="Mask"), less=2, least=1),
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=1, defence=1),
            subject=Dice(side="own", energy="Mask"),
        ),
    ),
    "10wwe": card_text(When("fielded", Give(Target(who=Dice(level=(3, 3))), "cannot-be-blocked"))),
    "12wwe": card_text(When("fielded", If(Spin(Each(Dice(side="own")), 3), behind="characters"))),
    "13wwe": card_text(keywords=("Overcrush",)),
    "20wwe": card_text(keywords=("Tag Out",)),
    "23wwe": card_text(keywords=("Call Out",)),
    "32wwe": card_text(
        While(who=Dice(side="own", own_card=True), attack=CountOf(Dice(side="own", sidekick=True)))
    ),
    "33wwe": card_text(keywords=("Tag Out",)),
    "34wwe": card_text(While(rule="must-attack")),
    "35wwe": card_text(Global("4", Buff(Target(), attack=4)), keywords=("Tag Out",)),
    "37wwe": card_text(keywords=("Fast",)),
    "40wwe": card_text(Cheaper(Dice(side="own"), what="fielding")),
    "41wwe": card_text(
        When(
            "fielded",
            ImposeRule("purchase-cost", who=Dice(), amount=2, least=1, until="next-purchase"),
        )
    ),
    "42wwe": card_text(When("ko", DrawDice(1)), keywords=("Infiltrate",)),
    "43wwe": card_text(When("fielded", May(KO(Target(who=Dice(sidekick=True)))))),
    "44wwe": card_text(When("attacks", KO(Target(who=Dice(side="opposing", sidekick=True))))),
    "48wwe": card_text(keywords=("Overcrush", "Cleave")),
}
