"""DC: Doom Patrol team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    THIS,
    Buff,
    CardText,
    CountOf,
    Dice,
    GainLife,
    ImposeRule,
    Move,
    Spin,
    StatOf,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "3doom": card_text(
        When("attacks", Move(Target(who=Dice(side="opposing", zone="prep", sidekick=True)), "used"))
    ),
    "4doom": card_text(keywords=("Strike",)),
    "6doom": card_text(When("attacks", ImposeRule("cannot-block", who=Dice(team=("Villains",))))),
    "7doom": card_text(While(defence=CountOf(Dice(side="own", not_title="Elasti-Girl")))),
    "8doom": card_text(
        When("blocks", Spin(THIS, 3)), When("blocks", Buff(THIS, attack=1, defence=1))
    ),
    "13doom": card_text(keywords=("Intimidate",)),
    "14doom": card_text(While(attack=CountOf(Dice(side="own", team=("Justice League",))))),
    "18doom": card_text(When("deals-player", GainLife(StatOf(THIS, "level")))),
}
