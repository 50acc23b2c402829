"""D&D: Trouble in Waterdeep campaign box, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    OPPONENT,
    THIS,
    Buff,
    CardText,
    Cheaper,
    Damage,
    Dice,
    DrawDice,
    May,
    Move,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "5tiw": card_text(keywords=("Experience", "Infiltrate")),
    "7tiw": card_text(keywords=("Obscure",)),
    "10tiw": card_text(
        When("ko", May(Move(Target(who=Dice(side="opposing", zone="prep", kind="die")), "used")))
    ),
    "13tiw": card_text(keywords=("Infiltrate",)),
    "15tiw": card_text(keywords=("Deadly",)),
    "19tiw": card_text(keywords=("Experience", "Overcrush")),
    "20tiw": card_text(
        When("kos", DrawDice(1), by=Dice(), in_combat=True), keywords=("Experience",)
    ),
    "23tiw": card_text(
        While(who=Dice(side="own", own_card=True, blocking=True), rule="takes-no-damage"),
        keywords=("Experience",),
    ),
    "24tiw": card_text(keywords=("Experience", "Fast")),
    "25tiw": card_text(keywords=("Swarm", "Obscure")),
    "26tiw": card_text(When("fielded", Buff(THIS, attack=1)), keywords=("Swarm",)),
    "27tiw": card_text(keywords=("Obscure", "Infiltrate")),
    "36tiw": card_text(When("ko", Damage(OPPONENT, 2), in_combat=True)),
    "44tiw": card_text(keywords=("Experience", "Attune")),
    "46tiw": card_text(
        Cheaper(Dice(side="own", keyword="Experience"), less=9, what="fielding"),
        keywords=("Experience",),
    ),
}
