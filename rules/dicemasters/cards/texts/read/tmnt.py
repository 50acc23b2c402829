"""Teenage Mutant Ninja Turtles, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EACH_PLAYER,
    KO,
    Buff,
    CardText,
    Cheaper,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    Global,
    If,
    Move,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "4tmnt": card_text(
        When("fielded", Move(Each(Dice(side="own", zone="used", title="Mousers")), "prep"))
    ),
    "8tmnt": card_text(
        When(
            "fielded",
            If(Damage(Target(player="only"), 1), who=Dice(side="own", title="Rocksteady")),
        )
    ),
    "12tmnt": card_text(
        While(rule="cannot-be-blocked", against=Dice(team=("Villains",), or_sidekick=True))
    ),
    "16tmnt": card_text(keywords=("Swarm",)),
    "17tmnt": card_text(
        While(
            attack=CountOf(Dice(sidekick=True, another=True)),
            defence=CountOf(Dice(sidekick=True, another=True)),
        ),
        keywords=("Ally",),
    ),
    "21tmnt": card_text(
        While(who=Dice(team=("Villains", "Teenage Mutant Ninja Turtles"), another=True), attack=-1)
    ),
    "23tmnt": card_text(keywords=("Regenerate",)),
    "27tmnt": card_text(
        Cheaper(Dice(side="own", team=("Teenage Mutant Ninja Turtles",), another=True))
    ),
    "37tmnt": card_text(While(attack=2, defence=2, needs=Dice(side="own", title="Bebop"))),
    "39tmnt": card_text(
        When(
            "fielded",
            If(
                KO(Target(who=Dice(side="opposing", level=(1, 1)))),
                who=Dice(side="own", title="Bebop"),
            ),
        )
    ),
    "42tmnt": card_text(
        When("fielded", Move(Each(Dice(side="own", zone="used", team=("Villains",))), "prep"))
    ),
    "43tmnt": card_text(
        When("fielded", Buff(Each(Dice(side="own", energy="Bolt/Fist")), attack=1))
    ),
    "46tmnt": card_text(
        When(
            "fielded",
            Buff(
                Each(Dice(side="own", team=("Teenage Mutant Ninja Turtles",))), attack=2, defence=2
            ),
        )
    ),
    "55tmnt": card_text(
        WhenUsed(
            Damage(Each(Dice()), 1),
            star=Damage(EACH_PLAYER, 1),
            double=(Damage(EACH_PLAYER, 1), Damage(Each(Dice()), 1)),
        )
    ),
    "56tmnt": card_text(WhenUsed(DrawDice(2, to="reserve"))),
    "57tmnt": card_text(
        WhenUsed(
            Buff(Each(Dice(side="own")), defence=2),
            star=(Buff(Each(Dice(side="own")), defence=2), Buff(Target(), defence=3)),
            double=(Buff(Each(Dice(side="own")), defence=2), Buff(Target(), defence=3)),
        ),
        Global("Shield", Buff(Target(), defence=1)),
    ),
}
