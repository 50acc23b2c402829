"""Warhammer 40k: Battle for Ultramar, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EVENT_DIE,
    OPPONENT,
    THIS,
    Buff,
    CardText,
    Cheaper,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    Give,
    Global,
    If,
    StatOf,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "3bfu": card_text(When("attacks", Buff(Each(Dice(side="opposing")), attack=-3))),
    "9bfu": card_text(keywords=("Frag",)),
    "20bfu": card_text(
        While(attack=CountOf(Dice(own_card=True, another=True))), keywords=("Swarm",)
    ),
    "21bfu": card_text(
        When("attacks", Give(THIS, "cannot-be-blocked"), alone=True), keywords=("Swarm",)
    ),
    "23bfu": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 1),
            subject=Dice(keyword="Range"),
            each_die=True,
            word="Range",
        )
    ),
    "24bfu": card_text(When("deals-player", DrawDice(1), in_combat=True)),
    "25bfu": card_text(
        When(
            "fielded",
            If(Buff(THIS, attack=1), who=Dice(side="own", team=("Ultramarines",), another=True)),
        )
    ),
    "26bfu": card_text(keywords=("Frag",)),
    "27bfu": card_text(Cheaper(Dice(side="own", team=("Ultramarines",)), what="fielding")),
    "29bfu": card_text(When("ko", Damage(OPPONENT, StatOf(THIS, "level")))),
    "32bfu": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 1),
            subject=Dice(keyword="Range"),
            each_die=True,
            word="Range",
        )
    ),
    "34bfu": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 2),
            subject=Dice(keyword="Range"),
            each_die=True,
            word="Range",
        )
    ),
    "37bfu": card_text(
        Global("2 Fist", Buff(Each(Dice()), attack=1), once=True), keywords=("Frag",)
    ),
    "39bfu": card_text(
        When("attacks", Damage(EVENT_DIE, 1), subject=Dice(side="opposing")),
        Global("2 Fist", Buff(Each(Dice()), attack=1), once=True),
    ),
    "42bfu": card_text(
        While(
            who=Dice(side="own", team=("Ultramarines",), or_sidekick=True, another=True),
            attack=1,
            defence=1,
        )
    ),
    "44bfu": card_text(keywords=("Attune",)),
    "45bfu": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 2),
            subject=Dice(keyword="Range"),
            each_die=True,
            word="Range",
        )
    ),
    "46bfu": card_text(When("fielded", DrawDice(1))),
    "48bfu": card_text(
        While(
            who=Dice(side="own", not_title="Varro Tigurius", team=("Ultramarines",)),
            rule="untargetable",
        ),
        While(
            attack=CountOf(Dice(side="own", not_title="Varro Tigurius", team=("Ultramarines",))),
            defence=CountOf(Dice(side="own", not_title="Varro Tigurius", team=("Ultramarines",))),
        ),
    ),
    "51bfu": card_text(WhenUsed(Damage(Target(), 6)), Global("Bolt", Buff(Target(), attack=1))),
}
