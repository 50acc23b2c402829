"""DC: Green Arrow and The Flash, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    THIS,
    Buff,
    CardText,
    CountOf,
    Damage,
    Dice,
    Each,
    Give,
    May,
    Move,
    PickedDie,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1gaf": card_text(
        When(
            "attacks",
            Buff(THIS, attack=CountOf(Dice(side="own", team=("Suicide Squad",), attacking=True))),
        )
    ),
    "6gaf": card_text(
        When(
            "action-used",
            (
                Give(Target(who=Dice(side="opposing", sidekick=True)), "cannot-attack"),
                Give(PickedDie(number=0), "cannot-block"),
            ),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "7gaf": card_text(WhenUsed(Damage(Target(), 2))),
    "14gaf": card_text(
        When("fielded", KO(Target(who=Dice(side="opposing", team=("Villains",), level=(1, 1)))))
    ),
    "15gaf": card_text(When("fielded", May(Spin(Target(), 0)))),
    "16gaf": card_text(When("attacks", Damage(Target(), CountOf(Dice(side="own", another=True))))),
    "27gaf": card_text(keywords=("Fast",)),
    "28gaf": card_text(
        When("attacks", Buff(THIS, attack=CountOf(Dice(side="opposing", not_team="Villains"))))
    ),
    "36gaf": card_text(
        While(
            attack=CountOf(Dice(side="own", team=("Justice League",))),
            defence=CountOf(Dice(side="own", team=("Justice League",))),
        )
    ),
    "41gaf": card_text(
        When(
            "blocks",
            Buff(THIS, defence=CountOf(Dice(side="own", team=("Suicide Squad",), blocking=True))),
        )
    ),
    "44gaf": card_text(While(who=Dice(team=("Villains",)), rule="Regenerate")),
    "46gaf": card_text(
        When(
            "action-used",
            Buff(Each(Dice(side="own", own_card=True)), attack=1, defence=1),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "50gaf": card_text(
        When("blocks", Spin(Target(who=Dice(side="own", team=("Teen Titans",))), 1))
    ),
    "54gaf": card_text(While(who=Dice(side="opposing", sidekick=True), rule="cannot-block")),
    "66gaf": card_text(While(who=Dice(team=("Villains",)), rule="cannot-block")),
    "74gaf": card_text(keywords=("Fast",)),
    "76gaf": card_text(When("purchased", Move(THIS, "prep"))),
    "84gaf": card_text(
        When(
            "purchased",
            Give(Target(who=Dice(level=(1, 1))), "cannot-be-blocked"),
            inactive=True,
            word="Impulse",
        )
    ),
    "85gaf": card_text(
        When(
            "action-used",
            (
                Give(Target(who=Dice(side="opposing", level=(1, 1))), "cannot-attack"),
                Give(PickedDie(number=0), "cannot-block"),
            ),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "101gaf": card_text(
        While(rule="cannot-be-blocked", against=Dice(not_team="Villains", cost=(5, 99)))
    ),
    "107gaf": card_text(When("fielded", KO(Target(who=Dice(level=(3, 3)))))),
}
