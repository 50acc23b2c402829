"""Marvel: Avengers vs. X-Men, as `models.card_reader` read it."""

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
    Give,
    Global,
    If,
    May,
    Protection,
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
    "35avx": card_text(While(rule="cannot-be-blocked", against=Dice(than_this="lower"))),
    "37avx": card_text(When("turn-end", Spin(Each(Dice(side="own", own_card=True)), 1))),
    "40avx": card_text(While(who=Dice(not_team="Villains"), attack=-1, defence=-1)),
    "45avx": card_text(While(who=Dice(side="own", sidekick=True), attack=1, defence=1)),
    "46avx": card_text(
        When("fielded", Damage(Target(who=Dice(side="opposing")), StatOf(THIS, "attack")))
    ),
    "48avx": card_text(While(attack=2, defence=2, against=Dice(team=("X-Men",)))),
    "49avx": card_text(
        While(who=Dice(side="own", own_card=True, blocking=True), attack=2, defence=2),
        Global("Mask", Give(Target(), "must-attack")),
    ),
    "52avx": card_text(While(rule="cannot-be-blocked", against=Dice(not_energy="Mask"))),
    "53avx": card_text(When("damaged", May(DrawDice(1)))),
    "54avx": card_text(
        When("blocks", Buff(THIS, attack=2, defence=2)),
        When("blocked", Buff(THIS, attack=2, defence=2)),
        Global("Bolt", Give(Target(), "must-attack")),
    ),
    "56avx": card_text(
        When(
            "attacks",
            May((), life=2, otherwise=KO(Target(who=Dice(side="opposing"))), by="opponent"),
        )
    ),
    "60avx": card_text(
        While(rule="cannot-be-blocked", against=Dice(not_energy="Fist")),
        Global("Fist", Spin(Target(who=Dice(side="opposing", energy="Fist")), -1)),
    ),
    "62avx": card_text(
        When("attacks", May(Spin(Target(who=Dice(side="opposing")), -1)), alone=True)
    ),
    "63avx": card_text(
        WhenUsed(
            Damage(Each(Dice(team=("Villains",))), 6),
            double=Damage(Each(Dice(team=("Villains",))), 8),
        ),
        Global("2 Bolt", Damage(Target(), 1)),
    ),
    "79avx": card_text(Protection(amount=99, by=Dice(not_energy="Shield"))),
    "83avx": card_text(While(who=Dice(side="own", team=("Avengers",)), attack=1, defence=1)),
    "100avx": card_text(When("fielded", Spin(Target(who=Dice(side="opposing")), -3))),
    "112avx": card_text(
        While(who=Dice(side="own", team=("Villains",), another=True), attack=2, defence=2),
        Global(
            "Mask", RollDice(Target(who=Dice(team=("Villains",))), character="stay", other="stay")
        ),
    ),
    "120avx": card_text(
        When(
            "attacks",
            May((), life=4, otherwise=Damage(Each(Dice(side="opposing")), 2), by="opponent"),
        )
    ),
    "123avx": card_text(When("fielded", If(DrawDice(3, to="reserve"), behind="characters"))),
    "124avx": card_text(
        While(who=Dice(side="opposing", not_energy="Fist"), attack=-2, defence=-2),
        While(who=Dice(side="own", energy="Fist"), attack=1, defence=1, burst="*"),
        Global("Fist", Spin(Target(who=Dice(side="opposing", energy="Fist")), -1)),
    ),
    "126avx": card_text(When("attacks", Buff(THIS, attack=4, defence=4), alone=True)),
    "132avx": card_text(When("attacks", Give(THIS, "cannot-be-blocked"), alone=True)),
}
