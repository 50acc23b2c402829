"""Warhammer 40k: Orks - WAAAGH! team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    THIS,
    Buff,
    CardText,
    Damage,
    Dice,
    Each,
    StatOf,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "7ork": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 1),
            subject=Dice(keyword="Range"),
            each_die=True,
            word="Range",
        ),
        While(who=Dice(side="own", team=("Orks",), another=True), attack=1, defence=1),
    ),
    "13ork": card_text(
        When("ko", Buff(Each(Dice(side="own", own_card=True)), attack=1, defence=2), subject=Dice())
    ),
    "14ork": card_text(keywords=("Swarm",)),
    "16ork": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 2),
            subject=Dice(keyword="Range"),
            each_die=True,
            word="Range",
        ),
        When("fielded", KO(Target(who=Dice(side="opposing"), count=2))),
    ),
    "18ork": card_text(keywords=("Overcrush", "Frag")),
    "19ork": card_text(
        When("fielded", Damage(Target(who=Dice(side="opposing")), StatOf(THIS, "attack")))
    ),
}
