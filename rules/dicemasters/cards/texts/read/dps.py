"""Marvel: The Dark Phoenix Saga, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    PICKED,
    Buff,
    CardText,
    Cheaper,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    EachPlayer,
    Give,
    Global,
    If,
    ImposeRule,
    LoseLife,
    May,
    Move,
    RollDice,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "11dps": card_text(WhenUsed(Damage(Target(player="any"), 2))),
    "17dps": card_text(
        When("energize", Buff(Target(who=Dice(sidekick=True)), attack=2), word="Energize")
    ),
    "18dps": card_text(keywords=("Overcrush",)),
    "22dps": card_text(
        When(
            "energize",
            RollDice(Target(who=Dice(side="own")), character="stay", other="stay"),
            word="Energize",
        )
    ),
    "25dps": card_text(
        When("fielded", Damage(Target(), 2), subject=Dice(side="own", keyword="Founder")),
        keywords=("Founder",),
    ),
    "26dps": card_text(
        When("attacks", Move(Target(who=Dice(side="own", zone="used", kind="die")), "prep"))
    ),
    "29dps": card_text(keywords=("Deadly",)),
    "37dps": card_text(When("spun-up", DrawDice(1), word="Awaken")),
    "42dps": card_text(
        When("fielded", Damage(Each(Dice(team=("X-Men", "Brotherhood of Mutants"))), 2))
    ),
    "46dps": card_text(
        When("fielded", Damage(Target(), 3)),
        When("energize", Damage(Target(player="any"), 2), word="Energize"),
    ),
    "50dps": card_text(When("fielded", LoseLife(1, seats="you")), When("ko", LoseLife(1))),
    "52dps": card_text(When("fielded", Damage(Target(), 1))),
    "54dps": card_text(
        When("spun-up", Damage(Target(), 2), word="Awaken"),
        When(
            "fielded",
            Spin(Each(Dice(side="own", own_card=True)), 1),
            subject=Dice(side="own", not_title="Toad", team=("Brotherhood of Mutants",)),
            word="Teamwatch",
        ),
    ),
    "55dps": card_text(Global("Fist", Give(Target(), "must-attack"))),
    "58dps": card_text(
        When("attacks", DrawDice(1), subject=Dice(keyword="Founder")), keywords=("Founder",)
    ),
    "61dps": card_text(When("fielded", LoseLife(1, seats="you")), keywords=("Intimidate",)),
    "68dps": card_text(When("attacks", Damage(OPPONENT, 1))),
    "74dps": card_text(
        When("attacks", If(Damage(Target(), 3), who=Dice(side="own", title="Wolverine"))),
        keywords=("Founder",),
    ),
    "76dps": card_text(While(attack=1, needs=Dice(side="own", title="Wolverine"))),
    "77dps": card_text(
        While(attack=1, needs=Dice(side="own", title="Wolverine")),
        While(rule="untargetable", needs=Dice(side="own", title="Wolverine")),
    ),
    "80dps": card_text(When("spun-up", DrawDice(1, to="reserve"), word="Awaken")),
    "82dps": card_text(When("fielded", KO(Target(who=Dice(team=("Brotherhood of Mutants",)))))),
    "84dps": card_text(
        While(defence=1, needs=Dice(side="own", title="Wolverine")),
        When("fielded", Buff(Each(Dice(side="own", team=("X-Men",))), attack=1)),
        When("ko", Move(Target(who=Dice(side="own", zone="used", kind="die")), "prep")),
    ),
    "86dps": card_text(
        When(
            "attacks",
            (
                Damage(Target(), 3),
                If(
                    May(Damage(Target(who=Dice(without=(0,))), 3)),
                    who=Dice(team=("Villains",)),
                    picked=PICKED,
                ),
            ),
        )
    ),
    "88dps": card_text(When("fielded", Give(Target(), "Overcrush"))),
    "90dps": card_text(When("fielded", EachPlayer(KO(Target(who=Dice(side="own")))))),
    "92dps": card_text(When("fielded", Give(Target(who=Dice(attack=(0, 3))), "cannot-be-blocked"))),
    "93dps": card_text(keywords=("Intimidate", "Overcrush")),
    "109dps": card_text(When("fielded", Give(Target(), "cannot-block"))),
    "117dps": card_text(keywords=("Infiltrate",)),
    "122dps": card_text(When("fielded", KO(Target(who=Dice(team=("X-Men",)))))),
    "126dps": card_text(
        When("attacks", ImposeRule("cannot-block", who=Dice(side="opposing", attack=(0, 3))))
    ),
    "128dps": card_text(
        While(attack=CountOf(Dice(side="own", zone="prep", team=("X-Men",)), times=2)),
        When("energize", Spin(Target(), 1), word="Energize"),
    ),
    "129dps": card_text(
        Cheaper(Dice(side="own", team=("X-Men",)), what="fielding"),
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=2),
            subject=Dice(side="own", not_title="Rogue", team=("X-Men",)),
            word="Teamwatch",
        ),
    ),
    "130dps": card_text(When("fielded", LoseLife(3, seats="each"))),
    "131dps": card_text(
        When("attacks", Buff(Each(Dice(side="own", team=("Brotherhood of Mutants",))), attack=2)),
        When(
            "fielded",
            Give(Target(), "cannot-block"),
            subject=Dice(side="own", not_title="Sabretooth", team=("Brotherhood of Mutants",)),
            word="Teamwatch",
        ),
    ),
    "134dps": card_text(
        When(
            "fielded",
            Move(Target(who=Dice(side="opposing", zone="prep", kind="die")), "bag"),
            subject=Dice(side="own", not_title="Toad", team=("Brotherhood of Mutants",)),
            word="Teamwatch",
        )
    ),
    "135dps": card_text(
        While(who=Dice(side="opposing", not_energy="Fist"), defence=-2),
        Global("Fist", Give(Target(), "must-attack")),
    ),
    "138dps": card_text(
        While(attack=1, needs=Dice(side="own", sidekick=True)), keywords=("Overcrush",)
    ),
    "144dps": card_text(While(who=Dice(side="own", team=("X-Men",)), attack=1, defence=1)),
    "146dps": card_text(
        When(
            "ko",
            KO(Target(who=Dice(side="opposing"))),
            subject=Dice(side="own", team=("Brotherhood of Mutants",)),
        ),
        Global(
            "Mask",
            If(
                May(DrawDice(1)),
                who=Dice(side="own", zone="prep", kind="die"),
                at_least=0,
                at_most=0,
            ),
            once=True,
            own_turn=True,
        ),
    ),
}
