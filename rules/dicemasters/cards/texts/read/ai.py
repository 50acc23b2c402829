"""Marvel: Avengers Infinity campaign box, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    THIS,
    BlocksSeveral,
    Buff,
    CardText,
    CountOf,
    Damage,
    Dice,
    Each,
    FieldFree,
    GainLife,
    Give,
    Global,
    If,
    May,
    ReturnToField,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "2ai": card_text(
        When(
            "fielded",
            May(
                (
                    KO(Target(who=Dice(sidekick=True))),
                    If(Buff(THIS, attack=1, defence=1), any_moved=True),
                )
            ),
        )
    ),
    "3ai": card_text(When("blocked", May(ReturnToField(THIS), energy="1"))),
    "7ai": card_text(
        While(rule="cannot-be-blocked", against=Dice(team=("Villains",))),
        While(rule="cannot-be-blocked", against=Dice(sidekick=True)),
    ),
    "8ai": card_text(
        While(
            attack=CountOf(Dice(side="opposing", team=("Villains",))),
            defence=CountOf(Dice(side="opposing", team=("Villains",))),
        )
    ),
    "9ai": card_text(When("ko", KO(Target(who=Dice(side="opposing", team=("Villains",)))))),
    "11ai": card_text(
        When("fielded", May(KO(Target(who=Dice(sidekick=True))))),
        Global("Fist", Give(Target(), "must-attack"), once=True),
    ),
    "12ai": card_text(
        When("fielded", Buff(Each(Dice(side="own", another=True)), attack=1)),
        Global("Fist", Give(Target(), "must-attack"), once=True),
    ),
    "13ai": card_text(While(who=Dice(side="own", sidekick=True), defence=2)),
    "14ai": card_text(
        When(
            "action-used",
            May(FieldFree(Target(who=Dice(side="own", zone="used", sidekick=True)), level=1)),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "23ai": card_text(
        While(rule="cannot-be-blocked", against=Dice(than_this="lower")),
        While(rule="cannot-be-blocked", against=Dice(level=(1, 1)), burst="*"),
    ),
    "24ai": card_text(
        When(
            "fielded",
            If(
                KO(Target(who=Dice(level=(1, 1)))),
                who=Dice(side="own", not_title="Gamora", team=("Guardians of the Galaxy",)),
            ),
        )
    ),
    "25ai": card_text(keywords=("Intimidate",)),
    "26ai": card_text(When("fielded", KO(Each(Dice(side="opposing", level=(1, 1)))))),
    "28ai": card_text(When("ko", GainLife(2))),
    "29ai": card_text(While(rule="untargetable-by-opponent")),
    "31ai": card_text(keywords=("Attune",)),
    "34ai": card_text(
        When(
            "ko",
            Buff(Each(Dice(side="own", own_card=True)), attack=1, defence=1),
            subject=Dice(side="opposing"),
        )
    ),
    "39ai": card_text(keywords=("Attune",)),
    "43ai": card_text(BlocksSeveral(2)),
    "45ai": card_text(While(rule="untargetable-by-global"), While(rule="untargetable-by-action")),
    "46ai": card_text(keywords=("Amplify",)),
    "48ai": card_text(
        When("action-used", Damage(OPPONENT, 1), subject=Dice(side="opposing", kind="die"))
    ),
    "56ai": card_text(
        WhenUsed(
            Buff(Each(Dice(side="own")), defence=2),
            star=(
                Buff(Each(Dice(side="own")), defence=2),
                Buff(Target(who=Dice(side="own")), defence=3),
            ),
            double=(
                Buff(Each(Dice(side="own")), defence=2),
                Buff(Target(who=Dice(side="own")), defence=3),
            ),
        ),
        Global("Shield", Buff(Target(), defence=1)),
    ),
}
