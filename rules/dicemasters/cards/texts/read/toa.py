"""D&D: Tomb of Annihilation, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EVENT_DIE,
    KO,
    OPPONENT,
    THIS,
    Buff,
    CardText,
    Damage,
    Dice,
    DrawDice,
    Each,
    May,
    Spin,
    SwapFigures,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "26toa": card_text(keywords=("Experience",)),
    "28toa": card_text(When("fielded", SwapFigures(Target()))),
    "46toa": card_text(
        While(rule="cannot-be-blocked", against=Dice(level=(1, 1))), keywords=("Overcrush",)
    ),
    "55toa": card_text(When("attacks", Buff(THIS, attack=2))),
    "60toa": card_text(
        When("attacks", Buff(Each(Dice(side="own")), attack=1, defence=2)), keywords=("Experience",)
    ),
    "63toa": card_text(
        When(
            "fielded", Spin(Each(Dice(side="own", own_card=True)), 1), subject=Dice(sidekick=True)
        ),
        keywords=("Swarm",),
    ),
    "69toa": card_text(While(rule="cannot-be-blocked", against=Dice(level=(1, 1)))),
    "73toa": card_text(
        While(who=Dice(side="own", sidekick=True), attack=1, defence=1), keywords=("Experience",)
    ),
    "79toa": card_text(
        When(
            "attacks",
            May((Damage(OPPONENT, 1), Damage(Each(Dice(side="opposing")), 1)), energy="1"),
            word="Breath Weapon",
        )
    ),
    "86toa": card_text(When("fielded", KO(Target(who=Dice(level=(1, 1)))))),
    "95toa": card_text(keywords=("Overcrush",)),
    "97toa": card_text(When("fielded", Spin(EVENT_DIE, -3), subject=Dice(alignment="Evil"))),
    "105toa": card_text(
        When("fielded", Damage(Each(Dice(alignment="Evil")), 2)), keywords=("Experience",)
    ),
    "108toa": card_text(When("fielded", Damage(Each(Dice(keyword="Experience")), 4))),
    "112toa": card_text(When("ko", Damage(Target(player="any"), 2)), keywords=("Experience",)),
    "122toa": card_text(
        When("fielded", May(DrawDice(1)), subject=Dice(side="opposing", sidekick=True)),
        keywords=("Experience",),
    ),
    "127toa": card_text(While(rule="cannot-be-blocked", against=Dice(than_this="lower"))),
}
