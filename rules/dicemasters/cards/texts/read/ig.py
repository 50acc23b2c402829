"""Marvel: Infinity Gauntlet, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    THIS,
    Buff,
    CardText,
    Damage,
    Dice,
    DrawDice,
    Each,
    GainLife,
    Give,
    Global,
    If,
    ImposeRule,
    LoseLife,
    May,
    PickedDie,
    RollDice,
    Spin,
    StatOf,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1ig": card_text(
        WhenUsed((Buff(Target(), attack=3), Give(PickedDie(number=0), "Overcrush"))),
        Global("Fist", Buff(Target(), attack=1)),
    ),
    "7ig": card_text(WhenUsed(DrawDice(2, to="reserve"))),
    "11ig": card_text(
        WhenUsed(
            Buff(Each(Dice(side="own")), attack=1, defence=1),
            double=(
                Buff(Each(Dice(side="own")), attack=1, defence=1),
                Give(Target(count=2, up_to=True), "Overcrush"),
            ),
        ),
        Global("Bolt", Buff(Target(), attack=1)),
    ),
    "14ig": card_text(
        WhenUsed(Damage(Target(), 1), star=Damage(Target(), 2), double=Damage(Target(), 2))
    ),
    "17ig": card_text(
        When(
            "energize",
            May(RollDice(Target(who=Dice(side="opposing")), character="stay", other="stay")),
            word="Energize",
        )
    ),
    "22ig": card_text(When("fielded", Damage(Target(who=Dice(sidekick=True)), 1))),
    "29ig": card_text(
        When("energize", Buff(Target(), attack=2), word="Energize"), keywords=("Deadly",)
    ),
    "33ig": card_text(Global("Fist", Buff(Target(), attack=1)), keywords=("Regenerate",)),
    "36ig": card_text(keywords=("Swarm",)),
    "42ig": card_text(
        When(
            "fielded",
            (
                KO(Target(who=Dice(side="own"))),
                If(
                    ImposeRule("purchase-cost", amount=2, least=1, until="next-purchase"),
                    any_moved=True,
                ),
            ),
        )
    ),
    "43ig": card_text(
        When("fielded", Damage(Target(who=Dice(side="opposing")), StatOf(THIS, "attack")))
    ),
    "44ig": card_text(
        When(
            "fielded",
            Spin(Each(Dice(side="own", own_card=True)), 3),
            subject=Dice(side="opposing", level=(3, 3)),
        )
    ),
    "48ig": card_text(keywords=("Regenerate",)),
    "51ig": card_text(keywords=("Infiltrate",)),
    "54ig": card_text(When("energize", May(Damage(Target(), 2)), word="Energize")),
    "59ig": card_text(
        When(
            "fielded",
            (
                KO(Target(who=Dice(side="own"))),
                If(
                    ImposeRule("purchase-cost", amount=2, least=1, until="next-purchase"),
                    any_moved=True,
                ),
            ),
        )
    ),
    "62ig": card_text(
        While(rule="cannot-be-blocked", against=Dice(sidekick=False)), keywords=("Overcrush",)
    ),
    "68ig": card_text(When("fielded", DrawDice(1, to="reserve"))),
    "75ig": card_text(When("energize", GainLife(2), word="Energize")),
    "79ig": card_text(keywords=("Regenerate",)),
    "80ig": card_text(When("fielded", (Damage(Target(), 3), LoseLife(1, seats="you")))),
    "91ig": card_text(When("energize", Give(Target(), "cannot-block"), word="Energize")),
    "110ig": card_text(When("energize", Spin(Each(Dice(side="own")), 3), word="Energize")),
    "113ig": card_text(Global("Fist", Buff(Target(), attack=1)), keywords=("Call Out",)),
    "119ig": card_text(keywords=("Overcrush",)),
    "120ig": card_text(
        When("spun-up", (Damage(Target(), 1), Damage(Target(player="only"), 2)), word="Awaken")
    ),
    "122ig": card_text(When("fielded", KO(Each(Dice(side="opposing", level=(1, 1)))))),
    "131ig": card_text(
        When(
            "fielded",
            (
                Damage(Target(), 1),
                RollDice(Target(who=Dice(without=(0,))), character="stay", other="stay"),
            ),
        )
    ),
    "140ig": card_text(
        When(
            "energize",
            RollDice(Each(Dice(side="opposing")), character="stay", other="stay"),
            word="Energize",
        )
    ),
    "141ig": card_text(
        When(
            "fielded",
            May(RollDice(Target(), character="stay", other="stay")),
            subject=Dice(side="own", team=("Infinity Watch",)),
        ),
        Global("Mask", Give(Target(), "must-attack")),
    ),
    "144ig": card_text(When("spun-up", (GainLife(1), DrawDice(1)), word="Awaken")),
    "149ig": card_text(
        When("energize", Buff(Target(count=2, up_to=True), attack=2), word="Energize")
    ),
}
