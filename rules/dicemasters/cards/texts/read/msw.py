"""Marvel: Secret Wars, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    BlocksSeveral,
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
    RollDice,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "14msw": card_text(WhenUsed(RollDice(Each(Dice()), character="stay", other="stay"))),
    "16msw": card_text(
        WhenUsed(KO(Target(who=Dice(level=(1, 1)))), double=KO(Target(who=Dice(level=(1, 2))))),
        Global("Fist", Give(Target(who=Dice(blocked=True)), "no-damage")),
    ),
    "18msw": card_text(keywords=("Overcrush",)),
    "19msw": card_text(keywords=("Regenerate",)),
    "20msw": card_text(
        When("energize", DrawDice(2, to="reserve"), word="Energize"),
        When("fielded", DrawDice(1, to="reserve")),
    ),
    "25msw": card_text(
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
    "26msw": card_text(When("fielded", Damage(Target(who=Dice(energy="Mask")), 4))),
    "31msw": card_text(When("fielded", DrawDice(2, to="reserve"))),
    "36msw": card_text(
        When("action-used", Damage(Target(), 2), subject=Dice(side="opposing", kind="die"))
    ),
    "44msw": card_text(keywords=("Regenerate",)),
    "46msw": card_text(
        When(
            "action-used",
            RollDice(Target(), character="stay", other="stay"),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "47msw": card_text(While(rule="cannot-be-blocked", burst="*")),
    "50msw": card_text(While(rule="cannot-be-blocked", against=Dice(cost=(0, 2)))),
    "51msw": card_text(When("fielded", DrawDice(2, to="reserve"))),
    "53msw": card_text(When("fielded", KO(Target(who=Dice(energy="Shield"))))),
    "54msw": card_text(When("fielded", DrawDice(1, to="reserve"))),
    "56msw": card_text(keywords=("Deadly",)),
    "64msw": card_text(
        When("energize", RollDice(Target(), character="stay", other="stay"), word="Energize"),
        keywords=("Deadly",),
    ),
    "65msw": card_text(keywords=("Regenerate",)),
    "71msw": card_text(When("fielded", Give(Target(), "cannot-block"))),
    "81msw": card_text(
        While(who=Dice(side="own", own_card=True, blocking=True), attack=2, defence=2),
        Global("Mask", Give(Target(), "must-attack")),
    ),
    "85msw": card_text(
        When("action-used", Damage(Target(), 3), subject=Dice(side="opposing", kind="die"))
    ),
    "88msw": card_text(BlocksSeveral(2)),
    "90msw": card_text(
        When("energize", Damage(Target(), 2), word="Energize"),
        When("fielded", KO(Target(who=Dice(energy="Mask")))),
    ),
    "91msw": card_text(When("fielded", RollDice(Target(), character="stay", other="stay"))),
    "102msw": card_text(
        When(
            "action-used",
            ImposeRule("purchase-cost", amount=2, least=1, until="next-purchase"),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "114msw": card_text(
        When(
            "action-used", (GainLife(2), Damage(Target(), 2)), subject=Dice(side="own", kind="die")
        )
    ),
    "131msw": card_text(When("ko", Damage(Target(), 4), subject=Dice(side="own"))),
    "134msw": card_text(
        When("fielded", KO(Target(who=Dice(energy="Shield")))), keywords=("Overcrush",)
    ),
    "137msw": card_text(
        When("fielded", Damage(Target(), 2), subject=Dice(side="own")),
        Global(
            "Bolt",
            (
                KO(Target(who=Dice(side="own"))),
                ImposeRule("purchase-cost", amount=2, least=1, until="next-purchase"),
            ),
            once=True,
        ),
        keywords=("Overcrush",),
    ),
    "138msw": card_text(
        When(
            "fielded",
            RollDice(Target(), character="stay", other="stay"),
            subject=Dice(side="own", level=(3, 3)),
        )
    ),
    "150msw": card_text(
        When("fielded", DrawDice(3, to="reserve")),
        Global("Fist", DrawDice(1), once=True, own_turn=True),
        keywords=("Iron Will",),
    ),
}
