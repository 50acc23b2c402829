"""Marvel: Justice Like Lightning team pack, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    THIS,
    CardText,
    Damage,
    Dice,
    Give,
    Global,
    Spin,
    StatOf,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1jll": card_text(When("spun-up", Give(THIS, "cannot-be-blocked"), word="Awaken")),
    "2jll": card_text(keywords=("Amplify",)),
    "3jll": card_text(
        While(rule="cannot-be-blocked", against=Dice(than_this="higher")),
        While(rule="cannot-be-blocked", against=Dice(sidekick=True)),
    ),
    "10jll": card_text(When("fielded", KO(Target(who=Dice(side="opposing", sidekick=True))))),
    "11jll": card_text(When("fielded", Spin(Target(who=Dice(side="opposing")), -3))),
    "12jll": card_text(
        When("fielded", Damage(OPPONENT, StatOf(THIS, "level"))),
        Global("Bolt", Damage(Target(who=Dice(sidekick=True)), 1)),
    ),
}
