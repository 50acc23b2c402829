"""D&D: Battle for Faerûn, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    THIS,
    Buff,
    CardText,
    Cheaper,
    CountOf,
    Damage,
    Dice,
    Each,
    Give,
    Global,
    ImposeRule,
    May,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "4bff": card_text(
        When(
            "attacks",
            May((Damage(OPPONENT, 2), Damage(Each(Dice(side="opposing")), 2)), energy="2"),
            word="Breath Weapon",
        )
    ),
    "6bff": card_text(
        When(
            "attacks",
            May((Damage(OPPONENT, 3), Damage(Each(Dice(side="opposing")), 3)), energy="3"),
            word="Breath Weapon",
        )
    ),
    "10bff": card_text(
        When(
            "attacks",
            May((Damage(OPPONENT, 1), Damage(Each(Dice(side="opposing")), 1)), energy="1"),
            word="Breath Weapon",
        )
    ),
    "11bff": card_text(
        When(
            "attacks",
            May((Damage(OPPONENT, 2), Damage(Each(Dice(side="opposing")), 2)), energy="2"),
            word="Breath Weapon",
        )
    ),
    "19bff": card_text(keywords=("Regenerate",)),
    "27bff": card_text(
        When("fielded", KO(Target(who=Dice(side="opposing", sidekick=True)))),
        Global("Bolt", Damage(Target(who=Dice(sidekick=True)), 1)),
    ),
    "42bff": card_text(When("attacks", Damage(OPPONENT, 1))),
    "44bff": card_text(
        When(
            "fielded",
            Buff(
                THIS,
                attack=CountOf(Dice(side="opposing", sidekick=True)),
                defence=CountOf(Dice(side="opposing", sidekick=True)),
            ),
        ),
        When("fielded", ImposeRule("cannot-block", who=Dice(side="opposing", sidekick=True))),
    ),
    "49bff": card_text(keywords=("Overcrush",)),
    "52bff": card_text(While(rule="cannot-be-blocked", against=Dice(cost=(3, 99)))),
    "55bff": card_text(
        When("turn-start", Spin(Each(Dice(side="own", own_card=True)), 1)), keywords=("Regenerate",)
    ),
    "65bff": card_text(
        When("attacks", KO(Target(who=Dice(side="opposing", sidekick=True)))),
        Global("Bolt", Damage(Target(who=Dice(sidekick=True)), 1)),
    ),
    "68bff": card_text(
        While(rule="cannot-be-blocked", against=Dice(keyword="Experience")),
        When("deals-player", May(KO(Target(who=Dice(keyword="Experience"))))),
    ),
    "80bff": card_text(keywords=("Swarm",)),
    "81bff": card_text(When("fielded", KO(Target(who=Dice(keyword="Experience"))))),
    "91bff": card_text(
        While(who=Dice(side="own", alignment="Evil", cost=(0, 3)), attack=1, defence=1)
    ),
    "100bff": card_text(
        When("attack-end", KO(Each(Dice(keyword="Experience", engaged_with_this=True))))
    ),
    "107bff": card_text(
        While(attack=1, defence=1, needs=Dice(side="opposing", alignment="Good")),
        keywords=("Swarm",),
    ),
    "111bff": card_text(
        While(
            attack=CountOf(Dice(own_card=True, another=True)),
            defence=CountOf(Dice(own_card=True, another=True)),
        )
    ),
    "114bff": card_text(When("fielded", KO(Each(Dice(cost=(0, 4)))))),
    "118bff": card_text(
        While(who=Dice(side="own", alignment="Good", another=True), attack=2, defence=2)
    ),
    "119bff": card_text(Cheaper(Dice(side="own", alignment="Evil", cost=(0, 3)), what="fielding")),
    "127bff": card_text(
        When("attacks", Give(THIS, "cannot-be-blocked"), alone=True), keywords=("Swarm",)
    ),
    "132bff": card_text(WhenUsed(Give(Target(who=Dice(side="own")), "cannot-be-blocked"))),
    "138bff": card_text(
        WhenUsed(Damage(Each(Dice()), 1)),
        WhenUsed(
            (
                ImposeRule("cannot-attack", who=Dice(level=(1, 1))),
                ImposeRule("cannot-block", who=Dice(level=(1, 1))),
            )
        ),
    ),
}
