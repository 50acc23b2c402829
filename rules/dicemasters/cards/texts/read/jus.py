"""DC: Justice campaign box, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    OPPONENT,
    Buff,
    CardText,
    Damage,
    Dice,
    DrawDice,
    Each,
    Global,
    May,
    Protection,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1jus": card_text(keywords=("Strike",)),
    "5jus": card_text(When("kos", DrawDice(1), by=Dice(), in_combat=True)),
    "8jus": card_text(keywords=("Strike",)),
    "9jus": card_text(When("kos", Damage(OPPONENT, 1), by=Dice(sidekick=True))),
    "10jus": card_text(
        While(attack=2, needs=Dice(side="own", not_title="Black Manta", team=("Villains",)))
    ),
    "11jus": card_text(When("ko", May(Spin(Target(who=Dice(team=("Villains",))), 1)))),
    "17jus": card_text(keywords=("Strike", "Call Out")),
    "23jus": card_text(
        WhenUsed(
            Buff(Each(Dice(side="own", team=("Legion of Doom",))), attack=1, defence=1),
            star=Buff(Each(Dice(side="own", team=("Legion of Doom",))), attack=2, defence=2),
            double=Buff(Each(Dice(side="own", team=("Legion of Doom",))), attack=2, defence=2),
        )
    ),
    "29jus": card_text(
        When(
            "fielded",
            May(Damage(OPPONENT, 1), energy="Bolt"),
            subject=Dice(side="own", sidekick=True),
        )
    ),
    "41jus": card_text(keywords=("Strike",)),
    "43jus": card_text(Protection(amount=99, by=Dice(team=("Villains",)))),
    "44jus": card_text(keywords=("Strike",)),
    "45jus": card_text(When("spun-up", Damage(OPPONENT, 2), word="Awaken")),
    "46jus": card_text(
        When(
            "action-used",
            May(Spin(Each(Dice(side="own", own_card=True)), 1)),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "49jus": card_text(keywords=("Strike",)),
    "50jus": card_text(While(rule="untargetable-by-opponent")),
    "58jus": card_text(
        WhenUsed(
            Buff(Each(Dice(side="own", team=("Justice League",))), attack=1, defence=1),
            star=Buff(Each(Dice(side="own", team=("Justice League",))), attack=2, defence=2),
            double=Buff(Each(Dice(side="own", team=("Justice League",))), attack=2, defence=2),
        )
    ),
    "61jus": card_text(keywords=("Strike",)),
    "67jus": card_text(WhenUsed(Damage(Target(), 6)), Global("Bolt", Buff(Target(), attack=1))),
}
