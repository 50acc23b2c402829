"""Warhammer 40k: Space Wolves team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    Buff,
    CardText,
    Cheaper,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    GainLife,
    Global,
    Spin,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1sw": card_text(keywords=("Deadly",)),
    "2sw": card_text(When("ko", Damage(Each(Dice(side="opposing")), 1))),
    "3sw": card_text(keywords=("Infiltrate",)),
    "5sw": card_text(keywords=("Intimidate",)),
    "6sw": card_text(keywords=("Overcrush",)),
    "8sw": card_text(
        When("blocked", DrawDice(1)),
        Global("Fist", Buff(Target(who=Dice(blocked=True)), attack=2), once=True),
    ),
    "9sw": card_text(
        When("ko", GainLife(1), in_combat=True),
        Global("Fist", Buff(Target(who=Dice(blocked=True)), attack=2), once=True),
    ),
    "13sw": card_text(
        While(
            attack=CountOf(Dice(side="own", team=("Space Wolves",), another=True)),
            defence=CountOf(Dice(side="own", team=("Space Wolves",), another=True)),
        )
    ),
    "14sw": card_text(keywords=("Overcrush",)),
    "15sw": card_text(
        When("attacks", Buff(Each(Dice(side="own", sidekick=True)), attack=1, defence=1))
    ),
    "16sw": card_text(
        When("fielded", DrawDice(1), subject=Dice(side="own", team=("Space Wolves",)))
    ),
    "17sw": card_text(Cheaper(Dice(side="own", team=("Space Wolves",)), less=9, what="fielding")),
    "21sw": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 1),
            subject=Dice(keyword="Range"),
            each_die=True,
            word="Range",
        ),
        keywords=("Infiltrate",),
    ),
    "22sw": card_text(When("ko", Spin(Each(Dice(own_card=True)), 1), subject=Dice(side="own"))),
}
