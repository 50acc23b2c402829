"""Marvel: X-Force team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    THIS,
    Buff,
    CardText,
    Damage,
    Dice,
    DrawDice,
    Each,
    FieldFree,
    Give,
    Global,
    May,
    StatOf,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "2xfo": card_text(
        When(
            "blocked",
            Damage(Each(Dice(blocking=True, engaged_with_this=True)), StatOf(THIS, "level")),
        )
    ),
    "5xfo": card_text(keywords=("Infiltrate",)),
    "7xfo": card_text(
        When("energize", Buff(Each(Dice(side="own")), attack=1, defence=1), word="Energize")
    ),
    "9xfo": card_text(
        When("blocked", (Buff(THIS, attack=3), Give(THIS, "Overcrush"))),
        Global("Fist", Damage(Target(who=Dice(blocking=True)), 2)),
    ),
    "12xfo": card_text(keywords=("Fast",)),
    "14xfo": card_text(While(rule="untargetable-by-opponent")),
    "17xfo": card_text(When("fielded", DrawDice(1, to="reserve"))),
    "18xfo": card_text(keywords=("Attune",)),
    "19xfo": card_text(When("energize", DrawDice(1, to="reserve"), word="Energize")),
    "22xfo": card_text(
        When(
            "energize",
            May(FieldFree(Target(who=Dice(side="own", zone="used", sidekick=True)), level=1)),
            word="Energize",
        )
    ),
    "23xfo": card_text(When("fielded", KO(Target(who=Dice(side="opposing", sidekick=True))))),
}
