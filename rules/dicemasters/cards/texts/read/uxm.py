"""Marvel: Uncanny X-Men, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EACH_PLAYER,
    KO,
    OPPONENT,
    PICKED,
    THIS,
    Buff,
    CardText,
    CountOf,
    Damage,
    Dice,
    Each,
    FieldFree,
    Give,
    Global,
    ImposeRule,
    May,
    Move,
    Protection,
    Spin,
    SwapFigures,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1uxm": card_text(
        When(
            "fielded",
            May(FieldFree(Target(who=Dice(side="own", zone="used", sidekick=True)), level=1)),
        )
    ),
    "2uxm": card_text(
        When(
            "attacks",
            Buff(Each(Dice(side="own", sidekick=True)), attack=1, defence=1),
            together=True,
        )
    ),
    "5uxm": card_text(
        When("fielded", (Damage(OPPONENT, 1), Damage(Each(Dice(side="opposing")), 1)))
    ),
    "14uxm": card_text(While(rule="cannot-be-blocked", against=Dice(sidekick=True))),
    "19uxm": card_text(When("fielded", Damage(Target(who=Dice(side="opposing")), 1))),
    "20uxm": card_text(When("fielded", Damage(Each(Dice(side="opposing", sidekick=True)), 1))),
    "30uxm": card_text(
        WhenUsed(
            Damage(Each(Dice()), 1),
            star=Damage(EACH_PLAYER, 1),
            double=(Damage(EACH_PLAYER, 1), Damage(Each(Dice()), 1)),
        )
    ),
    "37uxm": card_text(Protection(amount=99, by=Dice(energy="Bolt"))),
    "39uxm": card_text(
        When("blocked", Damage(Target(who=Dice(side="opposing")), 1)),
        Global(
            "2 Bolt", (Damage(Target(who=Dice(side="opposing")), 1), Give(PICKED, "must-block"))
        ),
    ),
    "40uxm": card_text(
        When("fielded", Move(Target(who=Dice(side="opposing", team=("Villains",))), "prep"))
    ),
    "45uxm": card_text(When("fielded", Spin(Each(Dice(side="opposing")), -1))),
    "47uxm": card_text(
        While(
            attack=CountOf(Dice(side="own", zone="prep", kind="die")),
            defence=CountOf(Dice(side="own", zone="prep", kind="die")),
        )
    ),
    "51uxm": card_text(When("blocked", Damage(OPPONENT, 1))),
    "53uxm": card_text(When("turn-start", Spin(Each(Dice(side="own", own_card=True)), 1))),
    "60uxm": card_text(When("blocks", May(Spin(THIS, 1)))),
    "61uxm": card_text(While(rule="cannot-block")),
    "64uxm": card_text(
        While(who=Dice(side="own", own_card=True, attacking=True), defence=2),
        Global("Fist", SwapFigures(Target(who=Dice(side="own")))),
    ),
    "65uxm": card_text(
        While(
            rule="takes-no-damage",
            needs=Dice(side="opposing", team=("Villains",)),
            at_least=0,
            at_most=0,
        )
    ),
    "66uxm": card_text(While(attack=2, against=Dice(energy="Bolt"))),
    "67uxm": card_text(When("attacks", Buff(THIS, attack=2), alone=True)),
    "68uxm": card_text(
        When("blocked", Damage(Each(Dice(side="opposing")), 2)),
        Global(
            "2 Bolt", (Damage(Target(who=Dice(side="opposing")), 1), Give(PICKED, "must-block"))
        ),
    ),
    "69uxm": card_text(
        When("fielded", ImposeRule("fielding-cost", who=Dice(), amount=9, until="next-fielding"))
    ),
    "71uxm": card_text(
        When("attacks", ImposeRule("cannot-be-blocked", who=Dice(side="own", sidekick=True)))
    ),
    "79uxm": card_text(
        While(
            attack=CountOf(Dice(team=("Villains",), another=True)),
            defence=CountOf(Dice(team=("Villains",), another=True)),
        )
    ),
    "91uxm": card_text(Protection(amount=99, by=Dice(energy="Mask"))),
    "95uxm": card_text(
        When("fielded", May(Spin(THIS, 1), life=1)),
        Global("Fist", SwapFigures(Target(who=Dice(side="own")))),
    ),
    "101uxm": card_text(While(who=Dice(side="opposing", energy="Fist"), attack=-1)),
    "109uxm": card_text(
        While(who=Dice(side="own", sidekick=True), attack=1, defence=1),
        Global(
            "Mask",
            Move(
                Target(who=Dice(side="own", zone="used", sidekick=True), count=2, up_to=True),
                "prep",
            ),
        ),
    ),
    "110uxm": card_text(When("fielded", May(KO(Target()), energy="2 Mask"))),
}
