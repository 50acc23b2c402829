"""Marvel: Kree Invasion team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    THIS,
    Buff,
    CardText,
    Cheaper,
    CountOf,
    Dice,
    DrawDice,
    Each,
    Global,
    ImposeRule,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "4ki": card_text(keywords=("Regenerate",)),
    "7ki": card_text(
        Global(
            "2 Fist",
            ImposeRule("purchase-cost", who=Dice(), amount=3, least=1, until="next-purchase"),
            once=True,
        )
    ),
    "8ki": card_text(
        Global(
            "2 Fist",
            ImposeRule("purchase-cost", who=Dice(), amount=3, least=1, until="next-purchase"),
            once=True,
        ),
        keywords=("Swarm",),
    ),
    "9ki": card_text(
        While(attack=CountOf(Dice(team=("Villains",))), defence=CountOf(Dice(team=("Villains",)))),
        Global(
            "2 Fist",
            ImposeRule("purchase-cost", who=Dice(), amount=3, least=1, until="next-purchase"),
            once=True,
        ),
    ),
    "10ki": card_text(keywords=("Swarm", "Infiltrate")),
    "12ki": card_text(Cheaper(Dice(side="own", cost=(0, 3)), less=9, what="fielding")),
    "14ki": card_text(
        When("ko", DrawDice(1), subject=Dice(not_title="Mantis", team=("Guardians of the Galaxy",)))
    ),
    "15ki": card_text(
        Cheaper(Dice(side="own", team=("Guardians of the Galaxy",)), what="fielding")
    ),
    "16ki": card_text(
        While(
            defence=CountOf(
                Dice(not_title="Rocket Raccoon", team=("Guardians of the Galaxy",)), times=2
            )
        )
    ),
    "17ki": card_text(
        When(
            "attacks",
            Buff(
                THIS,
                attack=CountOf(
                    Dice(team=("Guardians of the Galaxy",), attacking=True, another=True)
                ),
                defence=CountOf(
                    Dice(team=("Guardians of the Galaxy",), attacking=True, another=True)
                ),
            ),
        )
    ),
    "18ki": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=2),
            subject=Dice(side="own", not_title="Rocket Raccoon", team=("Guardians of the Galaxy",)),
        )
    ),
}
