"""Marvel: The Amazing Spider-Man, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    OPPONENT,
    THIS,
    BlocksSeveral,
    Buff,
    CardText,
    Damage,
    Dice,
    Each,
    GainLife,
    Give,
    If,
    LoseLife,
    May,
    Move,
    Protection,
    ReturnToField,
    RollDice,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "7asm": card_text(When("blocked", GainLife(1))),
    "10asm": card_text(When("damaged", Spin(THIS, 1))),
    "11asm": card_text(When("damaged", Damage(OPPONENT, 1))),
    "12asm": card_text(
        When("damaged", Move(Target(who=Dice(side="own", zone="used", sidekick=True)), "prep"))
    ),
    "13asm": card_text(When("blocked", (LoseLife(1), GainLife(1)))),
    "14asm": card_text(While(rule="cannot-be-blocked", behind="characters")),
    "16asm": card_text(While(attack=1, defence=1, behind="characters")),
    "20asm": card_text(While(attack=2, behind="characters")),
    "34asm": card_text(
        WhenUsed(Spin(Each(Dice(side="own")), 1), double=Spin(Each(Dice(side="own")), 3))
    ),
    "39asm": card_text(When("deals-player", GainLife(1), in_combat=True)),
    "40asm": card_text(When("blocked", May(ReturnToField(THIS), energy="1"))),
    "41asm": card_text(
        When(
            "action-used",
            (
                Buff(Each(Dice(side="own", own_card=True)), attack=1),
                Give(Each(Dice(side="own", own_card=True)), "Overcrush"),
            ),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "44asm": card_text(While(defence=2, behind="characters")),
    "48asm": card_text(
        When("fielded", May(Damage(Target(who=Dice(team=("Villains",))), 3), energy="Bolt"))
    ),
    "68asm": card_text(
        When("fielded", If(Damage(Target(who=Dice(side="opposing")), 3), behind="characters"))
    ),
    "73asm": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=1),
            subject=Dice(side="own", sidekick=True),
        )
    ),
    "77asm": card_text(
        When("fielded", RollDice(Target(who=Dice(side="opposing")), character="stay", other="used"))
    ),
    "79asm": card_text(
        When("fielded", If((Damage(OPPONENT, 2), GainLife(2)), behind="characters"))
    ),
    "83asm": card_text(BlocksSeveral(2)),
    "94asm": card_text(Protection(amount=99, by=Dice(level=(1, 1)), in_combat=True)),
    "97asm": card_text(
        When(
            "global-used",
            May(Spin(Target(who=Dice(team=("Spider-Friends",))), 1)),
            seats="opponent",
        )
    ),
    "103asm": card_text(
        When("fielded", If((GainLife(1), Damage(Target(player="only"), 1)), behind="characters"))
    ),
    "113asm": card_text(While(rule="untargetable", behind="characters")),
    "117asm": card_text(When("damaged", Damage(Target(player="any"), 1))),
    "138asm": card_text(When("fielded", If(Damage(OPPONENT, 1), behind="characters"))),
}
