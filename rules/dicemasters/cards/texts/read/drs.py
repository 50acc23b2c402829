"""Marvel: Doctor Strange team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    CardText,
    Cheaper,
    Damage,
    Dice,
    GainLife,
    When,
    WhichPlayers,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1drs": card_text(While(who=Dice(side="opposing", team=("Mystics",)), attack=-3)),
    "3drs": card_text(Cheaper(Dice(side="own", team=("Mystics",)), less=2, least=1)),
    "5drs": card_text(
        Cheaper(Dice(side="own", team=("Mystics",), another=True), what="fielding", least=1)
    ),
    "16drs": card_text(When("fielded", Damage(WhichPlayers("you"), 1))),
    "17drs": card_text(keywords=("Regenerate",)),
    "18drs": card_text(keywords=("Swarm",)),
    "21drs": card_text(When("action-used", GainLife(1), subject=Dice(side="own", kind="die"))),
    "22drs": card_text(keywords=("Ally", "Fast")),
    "24drs": card_text(
        While(who=Dice(sidekick=True, another=True), attack=1, defence=1), keywords=("Ally",)
    ),
}
