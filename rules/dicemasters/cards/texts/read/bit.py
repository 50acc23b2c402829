"""WWE: Bitter Rivals team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    CardText,
    Damage,
    Dice,
    FieldFree,
    May,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "4bit": card_text(
        When(
            "ko",
            Damage(Target(who=Dice(side="opposing", another=True)), 1),
            subject=Dice(side="opposing"),
        ),
        keywords=("Attune",),
    ),
    "5bit": card_text(
        While(
            who=Dice(side="own", own_card=True),
            attack=3,
            defence=3,
            needs=Dice(side="own", title="Undertaker"),
        ),
        While(
            who=Dice(side="own", own_card=True),
            rule="Overcrush",
            needs=Dice(side="own", title="Undertaker"),
        ),
    ),
    "9bit": card_text(
        When(
            "kos",
            May(FieldFree(Target(who=Dice(side="own", zone="used", sidekick=True)), level=1)),
            by=Dice(side="opposing"),
        )
    ),
    "14bit": card_text(keywords=("Immortal",)),
    "22bit": card_text(keywords=("Immortal", "Call Out")),
}
