"""The texts of TMNT Heroes in a Half Shell (2016)."""

from typing import Final

from rules.dicemasters.effects import (
    KO,
    PICKED,
    Act,
    Buff,
    Damage,
    Each,
    Give,
    Global,
    May,
    Move,
    Spin,
    StatOf,
    Target,
    Text,
    When,
    Who,
    says,
)

TURTLE: Final = "Teenage Mutant Ninja Turtles"

TEXTS: Final[dict[str, Text]] = {
    "1hhs": says(keywords=("Ally", "Turtle Power")),
    "7hhs": says(
        When("attacks", May(Damage(Target(player="opponent"), 2), energy="Bolt")),
    ),
    "12hhs": says(
        When("ko", Move(Target(Who(side="own", zone="used", title="Foot Ninja")), "field", 3)),
        keywords=("Ally",),
    ),
    "17hhs": says(
        When("fielded", May(KO(Target(Who(side="opposing", sidekick=True))))),
    ),
    "55hhs": says(
        Act((Spin(Target(), 1), Give(PICKED, "must-attack", "next-attack"))),
        Global("Bolt", Buff(Target(), 1)),
    ),
    "57hhs": says(Act(Move(Target(Who(side="own", zone="used", kind="die")), "prep"))),
    "58hhs": says(
        Act(
            Damage(Target(player="any"), 2),
            double=(
                Damage(Target(player="any"), 2),
                Damage(
                    PICKED,
                    StatOf(Each(Who(side="own", team=(TURTLE,))), "level"),
                ),
            ),
        ),
        Global("Bolt", Damage(Target(), 1)),
    ),
}
