"""Marvel: The Mighty Thor, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EVENT_DIE,
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
    GainLife,
    Give,
    Global,
    LoseLife,
    May,
    Move,
    Spin,
    StatOf,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "6thor": card_text(WhenUsed(DrawDice(2, to="reserve"))),
    "9thor": card_text(
        WhenUsed(Move(Target(who=Dice(side="own", zone="used", kind="die")), "prep"))
    ),
    "11thor": card_text(
        WhenUsed(Damage(Target(), 1), star=Damage(Target(), 2), double=Damage(Target(), 2))
    ),
    "17thor": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=2, defence=2),
            subject=Dice(side="own", team=("Villains",)),
        )
    ),
    "21thor": card_text(While(rule="must-attack"), When("attacks", Buff(THIS, attack=1))),
    "28thor": card_text(While(defence=CountOf(Dice(side="opposing", team=("Villains",))))),
    "31thor": card_text(keywords=("Deadly",)),
    "32thor": card_text(When("fielded", LoseLife(StatOf(THIS, "defence"), seats="you"))),
    "34thor": card_text(When("action-used", DrawDice(1), subject=Dice(side="own", kind="die"))),
    "38thor": card_text(keywords=("Immortal",)),
    "41thor": card_text(When("attacks", Damage(Each(Dice(side="opposing")), 1))),
    "45thor": card_text(
        When(
            "attacks",
            May((Damage(OPPONENT, 2), Damage(Each(Dice(side="opposing")), 2)), energy="2"),
            word="Breath Weapon",
        )
    ),
    "47thor": card_text(Global("2 Bolt", Damage(Target(), 1), once=True), keywords=("Immortal",)),
    "51thor": card_text(
        While(who=Dice(side="own", title="Hogun"), attack=2, defence=2),
        While(who=Dice(side="own", title="Hogun"), rule="Overcrush"),
        While(who=Dice(side="own", title="Fandral"), attack=2, defence=2),
        While(who=Dice(side="own", title="Fandral"), rule="Overcrush"),
        keywords=("Overcrush",),
    ),
    "52thor": card_text(
        While(who=Dice(side="own", team=("Villains",), another=True), attack=1, defence=1)
    ),
    "55thor": card_text(While(rule="untargetable-by-global"), While(rule="untargetable-by-action")),
    "60thor": card_text(
        When("fielded", DrawDice(1), subject=Dice(side="opposing", team=("Villains",)))
    ),
    "67thor": card_text(
        When("global-used", Spin(Each(Dice(side="own", own_card=True)), 1), seats="opponent"),
        Global("Fist", Buff(Target(), attack=1)),
    ),
    "68thor": card_text(
        When(
            "global-used",
            Buff(Each(Dice(side="own", own_card=True)), attack=1, defence=1),
            seats="opponent",
        )
    ),
    "70thor": card_text(
        WhenUsed(
            (
                Buff(Each(Dice(side="own", keyword="Immortal")), attack=2, defence=2),
                Give(Each(Dice(side="own", keyword="Immortal")), "Overcrush"),
            )
        )
    ),
    "76thor": card_text(
        When("ko", Buff(Each(Dice(side="own", own_card=True)), attack=2, defence=2), subject=Dice())
    ),
    "77thor": card_text(
        When("fielded", May(KO(Target(who=Dice(team=("Villains",), level=(1, 1))))))
    ),
    "78thor": card_text(While(who=Dice(side="own", another=True), attack=1, defence=1)),
    "81thor": card_text(
        When("attacks", May(Damage(Target(player="opponent"), 2), energy="2 Bolt"))
    ),
    "95thor": card_text(
        When("attacks", KO(Target(who=Dice(energy="Bolt", than_this="equal or lower"))))
    ),
    "97thor": card_text(
        While(who=Dice(side="own", team=("Villains",), another=True), attack=1, defence=1)
    ),
    "98thor": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=1, defence=1),
            subject=Dice(side="own", level=(1, 1)),
        )
    ),
    "100thor": card_text(
        When("ko", GainLife(1), subject=Dice(side="opposing", team=("Villains",)))
    ),
    "101thor": card_text(
        While(
            attack=CountOf(Dice(side="own", sidekick=True)),
            defence=CountOf(Dice(side="own", sidekick=True)),
        )
    ),
    "116thor": card_text(
        When("fielded", Spin(Each(Dice(side="opposing", team=("Villains",))), -1))
    ),
    "118thor": card_text(While(attack=3, defence=3, needs=Dice(side="own", title="Iron Man"))),
    "123thor": card_text(When("kos", KO(Each(Dice(side="opposing"))), by=Dice(side="opposing"))),
    "125thor": card_text(While(who=Dice(keyword="Immortal"), attack=-4)),
    "127thor": card_text(When("fielded", Damage(EVENT_DIE, 1), subject=Dice(side="opposing"))),
}
