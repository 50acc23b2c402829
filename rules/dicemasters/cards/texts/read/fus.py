"""D&D: Faerûn Under Siege, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    THIS,
    BlocksSeveral,
    Buff,
    CardText,
    Damage,
    Dice,
    Each,
    Give,
    May,
    Move,
    StatOf,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1fus": card_text(
        When(
            "attacks",
            May((Damage(OPPONENT, 1), Damage(Each(Dice(side="opposing")), 1)), energy="1"),
            word="Breath Weapon",
        )
    ),
    "4fus": card_text(When("fielded", KO(Target(who=Dice(cost=(0, 4)))))),
    "17fus": card_text(When("attacks", Damage(Target(player="opponent"), 1))),
    "18fus": card_text(When("attacks", Give(Target(), "cannot-block"))),
    "20fus": card_text(keywords=("Overcrush",)),
    "22fus": card_text(
        When(
            "attacks",
            May((Damage(OPPONENT, 1), Damage(Each(Dice(side="opposing")), 1)), energy="1"),
            word="Breath Weapon",
        ),
        While(who=Dice(side="own", own_card=True, blocking=True), defence=1),
    ),
    "25fus": card_text(WhenUsed(Move(Target(who=Dice(side="opposing", zone="prep")), "used"))),
    "39fus": card_text(
        When("blocked", Damage(Each(Dice(blocking=True, engaged_with_this=True)), 1))
    ),
    "43fus": card_text(When("fielded", KO(Target(who=Dice(cost=(0, 4)))))),
    "46fus": card_text(
        When("action-used", Damage(Target(), 2), subject=Dice(side="own", kind="die")),
        keywords=("Experience",),
    ),
    "52fus": card_text(BlocksSeveral(2, who=Dice(sidekick=True)), keywords=("Swarm",)),
    "55fus": card_text(keywords=("Swarm",)),
    "57fus": card_text(keywords=("Experience", "Cleave")),
    "65fus": card_text(
        While(rule="cannot-be-blocked", against=Dice(sidekick=True)), keywords=("Swarm",)
    ),
    "67fus": card_text(When("fielded", Damage(Target(who=Dice(sidekick=True)), 1))),
    "72fus": card_text(When("fielded", Damage(Target(player="any"), StatOf(THIS, "level")))),
    "84fus": card_text(
        When(
            "action-used",
            Buff(Each(Dice(side="own", own_card=True)), attack=2, defence=2),
            subject=Dice(side="own", kind="die"),
        ),
        keywords=("Experience",),
    ),
    "128fus": card_text(
        When("fielded", Damage(OPPONENT, 2), subject=Dice(side="opposing", keyword="Experience"))
    ),
    "137fus": card_text(When("fielded", KO(Each(Dice(keyword="Swarm")))), keywords=("Experience",)),
}
