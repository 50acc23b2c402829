"""promo / organised play list wko16m, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    CardText,
    Damage,
    Dice,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1wko16m": card_text(
        While(rule="Iron Will", needs=Dice(side="own", team=("S.H.I.E.L.D.",), another=True)),
        When(
            "fielded",
            Damage(Target(player="opponent"), 1),
            subject=Dice(side="own", not_title="Melinda May", team=("S.H.I.E.L.D.",)),
            word="Teamwatch",
        ),
    ),
}
