"""Yu-Gi-Oh! Dice Masters: Series One."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    THIS,
    Act,
    Attach,
    Buff,
    Cheaper,
    Control,
    CountOf,
    Damage,
    Decree,
    DrawDice,
    DrawToReplace,
    Each,
    Give,
    Global,
    If,
    LoseLife,
    May,
    Move,
    NameDie,
    Picked,
    RollDice,
    Spin,
    StatOf,
    SwapAttack,
    Target,
    Text,
    When,
    While,
    Who,
    says,
)

ANYONE = Target()
OWN = Target(Who(side="own"))
OPPOSING = Target(Who(side="opposing"))
OWN_DICE_OF_THIS = Who(side="own", own_card=True)
TWO_OF_MINE = Buff(Target(Who(side="own"), count=2), 1, 1)
SLIP_BY = (TWO_OF_MINE, Give(Picked(0), "Overcrush"), Give(Picked(1), "Overcrush"))

TEXTS: Final[Mapping[str, Text]] = {
    "1ygo": says(
        When("attacks", KO(Target(Who(side="opposing"), by="opponent")), burst="*"),
        When(
            "attacks",
            LoseLife(StatOf(Each(Who(side="opposing")), "level")),
            burst="**",
        ),
    ),
    "2ygo": says(
        When("attacks", Buff(THIS, 0, 2), alone=True),
        While(defence=CountOf(Who(energy="Bolt", another=True)), burst="*"),
        note="Bolt monsters of both players count, as in the book's combat example",
    ),
    "3ygo": says(When("fielded", May(DrawDice(2, to="reserve"), life=2))),
    "4ygo": says(
        When(
            "attacks",
            Buff(Each(OWN_DICE_OF_THIS), 1, 1),
            subject=Who(sidekick=True),
            together=True,
        ),
        When("attacks", Buff(Target(Who(sidekick=True), count=3, up_to=True), 1), burst="*"),
        note="one bonus an attack, however many Sidekicks take part",
    ),
    "5ygo": says(
        When(
            "lethal",
            Decree("cannot-be-ko'd", Who(side="own", not_title="Kuriboh")),
            burst="*",
            step="attack",
        )
    ),
    "6ygo": says(
        When("fielded", KO(Target(Who(side="opposing", sidekick=True), count=2, up_to=True))),
        When("kos", LoseLife(1), burst="*"),
    ),
    "7ygo": says(
        Cheaper(Who(side="own", energy="Bolt"), 2),
        When(
            "fielded",
            Move(Target(Who(side="opposing", zone="prep", kind="die")), "used"),
            burst="*",
        ),
    ),
    "8ygo": says(
        When("fielded", NameDie()),
        When("ko", May(KO(Target(Who(energy="Fist", cost=(0, 4))))), burst="*"),
    ),
    "9ygo": says(),
    "17ygo": says(
        When("turn-start", (LoseLife(1, "you"), DrawDice(1))),
        note="at the start of your own turns; the extra die is rolled with the four drawn",
    ),
    "41ygo": says(When("attacks", May(Buff(THIS, 2), energy="Bolt"))),
    "71ygo": says(
        When("attacks", Buff(THIS, CountOf(Who(side="own", energy="Bolt", another=True))))
    ),
    "89ygo": says(
        When("ko", Damage(OPPOSING, StatOf(THIS, "defence")), in_combat=True),
    ),
    "110ygo": says(When("attacks", Spin(Each(Who(not_team="Egyptian God")), -1))),
    "111ygo": says(
        Act(
            Control(Target(Who(side="opposing", level_to_picked=-1)), OWN),
            star=Control(Target(Who(side="opposing", level_to_picked=0)), OWN),
            step="attack-start",
        ),
        note="your monster that sets the level controls the other one and so cannot attack",
    ),
    "112ygo": says(
        Act(
            (
                KO(OWN),
                If(KO(Target(Who(side="opposing", level_to_picked=1))), any_moved=True),
            )
        )
    ),
    "113ygo": says(Act(TWO_OF_MINE, star=SLIP_BY, double=SLIP_BY), Global("Bolt", Buff(ANYONE, 1))),
    "114ygo": says(
        Act(KO(Target(Who(level=(1, 1)))), double=KO(Target(Who(level=(1, 2))))),
        Global("Fist", Give(Target(Who(blocked=True)), "no-damage")),
    ),
    "115ygo": says(Act(Attach(OPPOSING, "half"))),
    "116ygo": says(
        Act(RollDice(Target(Who(side="own", zone="used")), character="field", other="bag")),
        note="a Sidekick in the Used Pile is a monster die too",
    ),
    "117ygo": says(
        Act(DrawToReplace(OPPOSING)),
        Global("Shield", SwapAttack(OWN, OPPOSING)),
        note="one printing of the text reads 'pay 3'; the book's example pays one Shield, "
        "which is a misread symbol. The replaced die goes into its owner's bag",
    ),
    "118ygo": says(Act(Attach(OPPOSING, "cannot-attack"))),
    "119ygo": says(
        Act(Give(ANYONE, "cannot-attack", until="your-next-turn")),
        Global("Mask", Give(ANYONE, "cannot-block")),
    ),
    "120ygo": says(Act(Attach(OWN, "cannot-be-ko'd-blocking", until="opponent-turn-end"))),
}
