"""DC: Superman Kryptonite Crisis, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    Buff,
    CardText,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    Give,
    Global,
    If,
    ImposeRule,
    LoseLife,
    May,
    Move,
    PickedDie,
    Protection,
    RollDice,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "2skc": card_text(WhenUsed(Move(Target(who=Dice(side="opposing", zone="prep")), "used"))),
    "4skc": card_text(WhenUsed(Buff(Target(who=Dice(sidekick=False)), attack=3))),
    "13skc": card_text(
        WhenUsed(
            (
                Buff(Target(who=Dice(side="own"), count=2, up_to=True), attack=1),
                Give(PickedDie(number=0), "Overcrush"),
                Give(PickedDie(number=1), "Overcrush"),
            )
        )
    ),
    "14skc": card_text(
        WhenUsed(KO(Target(who=Dice(attack=(5, 99))))), Global("Fist", Buff(Target(), attack=1))
    ),
    "21skc": card_text(Protection(amount=99, in_combat=False)),
    "30skc": card_text(
        When(
            "action-used",
            (
                Buff(Each(Dice(side="own", own_card=True)), attack=1),
                Give(Each(Dice(side="own", own_card=True)), "Fast"),
            ),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "31skc": card_text(WhenUsed(Damage(Target(who=Dice(cost=(4, 99))), 4))),
    "36skc": card_text(While(rule="untargetable")),
    "38skc": card_text(While(who=Dice(side="own", title="Superman"), attack=1, defence=1)),
    "44skc": card_text(keywords=("Swarm",)),
    "45skc": card_text(While(attack=2, needs=Dice(side="opposing", energy="Shield"))),
    "48skc": card_text(
        When(
            "energize",
            ImposeRule(
                "purchase-cost",
                who=Dice(team=("Teen Titans",)),
                amount=1,
                least=1,
                until="next-purchase",
            ),
            word="Energize",
        )
    ),
    "54skc": card_text(
        When("fielded", LoseLife(1, seats="each")),
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
    "57skc": card_text(
        When("fielded", RollDice(Target(), character="stay", other="stay")),
        keywords=("Intimidate",),
    ),
    "71skc": card_text(WhenUsed(Spin(Target(count=2, up_to=True), -3))),
    "73skc": card_text(While(attack=CountOf(Dice(side="opposing")))),
    "82skc": card_text(
        When("fielded", Damage(Target(who=Dice(not_energy="Fist")), 3)),
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 1),
            subject=Dice(keyword="Range"),
            burst="*",
            each_die=True,
            word="Range",
        ),
    ),
    "84skc": card_text(While(attack=CountOf(Dice(side="own", own_card=True, another=True)))),
    "90skc": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 2),
            subject=Dice(keyword="Range"),
            each_die=True,
            word="Range",
        )
    ),
    "92skc": card_text(
        When("energize", Give(Target(), "Overcrush"), word="Energize"),
        Global("Fist", Spin(Target(), 1)),
    ),
    "109skc": card_text(
        While(who=Dice(side="opposing", energy="Shield"), defence=2),
        Global("Bolt", Give(Target(), "must-attack")),
        keywords=("Overcrush",),
    ),
    "113skc": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 1),
            subject=Dice(keyword="Range"),
            each_die=True,
            word="Range",
        )
    ),
    "116skc": card_text(
        When("energize", DrawDice(2, to="reserve"), word="Energize"),
        Global("Shield", Buff(Target(who=Dice(energy="Fist")), defence=1)),
    ),
    "122skc": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), 1),
            subject=Dice(keyword="Range"),
            each_die=True,
            word="Range",
        ),
        keywords=("Overcrush",),
    ),
    "124skc": card_text(
        When("energize", Buff(Target(), attack=1), word="Energize"), keywords=("Swarm",)
    ),
    "125skc": card_text(While(who=Dice(side="opposing", energy="Shield"), attack=-1, defence=-1)),
}
