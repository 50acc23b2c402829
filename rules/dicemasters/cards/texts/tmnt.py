"""Teenage Mutant Ninja Turtles Dice Masters: the first printing of these dice."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EVENT_DIE,
    PICKED,
    Buff,
    CardText,
    Cheaper,
    Damage,
    Dice,
    DrawAndLook,
    DrawDice,
    Each,
    GainLife,
    Give,
    If,
    LoseLife,
    Move,
    PickedDie,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TURTLES = ("Teenage Mutant Ninja Turtles",)
ANYONE = Target()
EACH_OF_MINE = Each(Dice(side="own"))
SIDEKICK_OR_TURTLE = Target(Dice(team=TURTLES, or_sidekick=True, another=True))
LIFE_WHEN_LOW = If(GainLife(1), life_below=15)
SIDEKICK_OR_VILLAIN = Dice(team=("Villains",), or_sidekick=True)

TEXTS: Final[Mapping[str, CardText]] = {
    "1tmnt": card_text(When("fielded", Buff(SIDEKICK_OR_TURTLE, 1)), keywords=("Ally",)),
    "2tmnt": card_text(When("fielded", Buff(SIDEKICK_OR_TURTLE, 0, 1)), keywords=("Ally",)),
    "5tmnt": card_text(
        While(Dice(title="Mousers"), attack=2),
        Cheaper(Dice(side="own", title="Mousers"), 9, "fielding"),
        note="the bonus goes to all Mousers, the price to those of the same player",
    ),
    "7tmnt": card_text(While(attack=2, defence=2, needs=Dice(side="own", title="Rocksteady"))),
    "10tmnt": card_text(
        When("blocks", LIFE_WHEN_LOW, by=SIDEKICK_OR_VILLAIN),
        When("blocked", LIFE_WHEN_LOW, by=SIDEKICK_OR_VILLAIN, each_blocker=True),
        note="answers once for each such blocker",
    ),
    "14tmnt": card_text(keywords=("Turtle Power",)),
    "18tmnt": card_text(
        While(Dice(side="own", sidekick=True, blocking=True, another=True), attack=1),
        keywords=("Ally",),
    ),
    "24tmnt": card_text(
        When(
            "fielded",
            (
                Move(Each(Dice(side="opposing", zone="used", sidekick=True)), "bag"),
                Move(Each(Dice(side="opposing", zone="prep", sidekick=True)), "bag"),
            ),
        )
    ),
    "29tmnt": card_text(keywords=("Turtle Power",)),
    "35tmnt": card_text(
        When("attacks", Damage(ANYONE, 1), subject=Dice(team=TURTLES, not_title="Raphael")),
        note="a Turtle die of either player",
    ),
    "36tmnt": card_text(keywords=("Turtle Power",)),
    "40tmnt": card_text(When("turn-start", LoseLife(1, "active"), seats="each")),
    "41tmnt": card_text(
        When(
            "damaged",
            LoseLife(3),
            subject=Dice(team=TURTLES),
            by=Dice(own_card=True),
            in_combat=True,
        )
    ),
    "47tmnt": card_text(
        When("fielded", DrawAndLook(1, Dice(energy="Mask/Shield", kind="die"), "reserve", "used"))
    ),
    "49tmnt": card_text(
        WhenUsed(
            If(
                (Buff(EACH_OF_MINE, 4), Give(EACH_OF_MINE, "Overcrush")),
                Dice(side="own"),
                at_least=1,
                at_most=1,
                otherwise=Buff(EACH_OF_MINE, 1),
            )
        )
    ),
    "50tmnt": card_text(
        WhenUsed(
            (
                Buff(Target(Dice(side="own"), count=2, up_to=True), 1),
                Give(PickedDie(0), "Overcrush"),
                Give(PickedDie(1), "Overcrush"),
            )
        )
    ),
    "52tmnt": card_text(
        WhenUsed((Buff(ANYONE, 2), If(Buff(PICKED, 0, 2), Dice(team=TURTLES), picked=PICKED)))
    ),
    "53tmnt": card_text(
        WhenUsed(
            Move(Target(Dice(level=(1, 1))), "prep"),
            star=Move(ANYONE, "prep"),
            double=Move(ANYONE, "bag"),
        )
    ),
    "15tmnt": card_text(
        When(
            "fielded",
            If(
                DrawDice(1, to="reserve"),
                Dice(level=(3, 3)),
                picked=EVENT_DIE,
                otherwise=Spin(EVENT_DIE, 1),
            ),
            subject=Dice(side="own", team=TURTLES, not_title="Donatello"),
        )
    ),
}
