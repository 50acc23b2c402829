"""Marvel: Guardians of the Galaxy, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    THIS,
    Buff,
    CardText,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    EnergyOf,
    GainLife,
    Give,
    If,
    May,
    Spin,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "4gotg": card_text(
        While(rule="cannot-be-blocked", against=Dice(sidekick=True)),
        While(rule="cannot-be-blocked", against=Dice(energy="Shield")),
    ),
    "5gotg": card_text(keywords=("Call Out",)),
    "7gotg": card_text(When("fielded", GainLife(1))),
    "13gotg": card_text(
        While(attack=1, needs=Dice(side="opposing", team=("Villains",))),
        While(rule="must-attack", needs=Dice(side="opposing", team=("Villains",))),
    ),
    "17gotg": card_text(keywords=("Call Out",)),
    "19gotg": card_text(While(who=Dice(side="own"), rule="untargetable-by-global")),
    "20gotg": card_text(
        When("blocks", Buff(THIS, attack=2, defence=2), by=Dice(team=("Villains",)))
    ),
    "21gotg": card_text(When("fielded", DrawDice(1))),
    "26gotg": card_text(When("fielded", Give(THIS, "takes-no-damage"))),
    "28gotg": card_text(keywords=("Infiltrate",)),
    "29gotg": card_text(When("attacks", Give(THIS, "Fast"))),
    "32gotg": card_text(keywords=("Infiltrate",)),
    "33gotg": card_text(When("fielded", Damage(Target(player="only"), 1))),
    "34gotg": card_text(While(rule="cannot-be-blocked", against=Dice(than_this="lower"))),
    "36gotg": card_text(When("fielded", DrawDice(1), subject=Dice(side="own", team=("Villains",)))),
    "38gotg": card_text(keywords=("Infiltrate",)),
    "40gotg": card_text(When("fielded", Damage(Each(Dice(side="opposing")), 1))),
    "45gotg": card_text(keywords=("Deadly",)),
    "47gotg": card_text(When("ko", GainLife(1))),
    "52gotg": card_text(While(attack=CountOf(Dice(side="own", sidekick=True)))),
    "56gotg": card_text(
        When("ko", Spin(Each(Dice(side="own", own_card=True)), 1), subject=Dice(side="own")),
        When(
            "attacks",
            May((Spin(THIS, -1), If(Damage(Each(Dice(side="opposing")), 2), any_moved=True))),
        ),
    ),
    "61gotg": card_text(When("ko", DrawDice(1))),
    "62gotg": card_text(When("life-damaged", Spin(Each(Dice(side="own", own_card=True)), 1))),
    "63gotg": card_text(keywords=("Infiltrate",)),
    "66gotg": card_text(When("blocks", May(Give(THIS, "takes-no-damage"), energy="1"))),
    "68gotg": card_text(When("blocked", KO(Target(who=Dice(side="opposing", sidekick=True))))),
    "70gotg": card_text(When("fielded", KO(Each(Dice(side="opposing", team=("Villains",)))))),
    "73gotg": card_text(keywords=("Infiltrate",)),
    "74gotg": card_text(keywords=("Call Out",)),
    "79gotg": card_text(
        When("attacks", May((Spin(THIS, -1), If(Give(THIS, "cannot-be-blocked"), any_moved=True))))
    ),
    "80gotg": card_text(
        When(
            "fielded",
            Damage(OPPONENT, CountOf(Dice(side="own", team=("Guardians of the Galaxy",)))),
        )
    ),
    "83gotg": card_text(
        When("attacks", May(KO(Target(who=Dice(energy="Fist", than_this="equal or lower")))))
    ),
    "88gotg": card_text(While(attack=EnergyOf(seats="you", energy="Shield"))),
    "89gotg": card_text(
        While(
            who=Dice(side="own", team=("Guardians of the Galaxy",), another=True),
            attack=1,
            defence=1,
        )
    ),
    "92gotg": card_text(When("fielded", If(DrawDice(1), behind="characters"))),
    "100gotg": card_text(
        When(
            "fielded",
            Spin(Each(Dice(side="own", team=("Guardians of the Galaxy",))), 1),
            subject=Dice(side="own", team=("Guardians of the Galaxy",)),
        )
    ),
    "106gotg": card_text(When("ko", Damage(OPPONENT, 1))),
    "108gotg": card_text(
        While(attack=1, defence=1, needs=Dice(side="opposing", team=("Villains",))),
        keywords=("Ally",),
    ),
    "116gotg": card_text(
        When("ko", Damage(OPPONENT, CountOf(Dice(side="own", zone="used", sidekick=False))))
    ),
    "117gotg": card_text(
        While(who=Dice(side="own", keyword="Infiltrate"), rule="cannot-be-blocked"),
        While(who=Dice(side="own", keyword="Infiltrate"), rule="no-combat-damage"),
        keywords=("Infiltrate",),
    ),
    "119gotg": card_text(When("fielded", Damage(OPPONENT, CountOf(Dice(team=("Villains",)))))),
}
