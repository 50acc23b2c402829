"""Yu-Gi-Oh! Dice Masters: Series One."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    THIS,
    Attach,
    Buff,
    CardText,
    Cheaper,
    Control,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    DrawToReplace,
    Each,
    Give,
    Global,
    If,
    ImposeRule,
    LoseLife,
    May,
    Move,
    NameDie,
    PickedDie,
    RollDice,
    Spin,
    StatOf,
    SwapAttack,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

ANYONE = Target()
OWN = Target(Dice(side="own"))
OPPOSING = Target(Dice(side="opposing"))
OWN_DICE_OF_THIS = Dice(side="own", own_card=True)
TWO_OF_MINE = Buff(Target(Dice(side="own"), count=2), 1, 1)
SLIP_BY = (TWO_OF_MINE, Give(PickedDie(0), "Overcrush"), Give(PickedDie(1), "Overcrush"))

TEXTS: Final[Mapping[str, CardText]] = {
    "1ygo": card_text(
        When("attacks", KO(Target(Dice(side="opposing"), by="opponent")), burst="*"),
        When(
            "attacks",
            LoseLife(StatOf(Each(Dice(side="opposing")), "level")),
            burst="**",
        ),
    ),
    "2ygo": card_text(
        When("attacks", Buff(THIS, 0, 2), alone=True),
        While(defence=CountOf(Dice(energy="Bolt", another=True)), burst="*"),
        note="Bolt monsters of both players count, as in the book's combat example",
    ),
    "3ygo": card_text(When("fielded", May(DrawDice(2, to="reserve"), life=2))),
    "4ygo": card_text(
        When(
            "attacks",
            Buff(Each(OWN_DICE_OF_THIS), 1, 1),
            subject=Dice(sidekick=True),
            together=True,
        ),
        When("attacks", Buff(Target(Dice(sidekick=True), count=3, up_to=True), 1), burst="*"),
        note="one bonus an attack, however many Sidekicks take part",
    ),
    "5ygo": card_text(
        When(
            "lethal",
            ImposeRule("cannot-be-ko'd", Dice(side="own", not_title="Kuriboh")),
            burst="*",
            step="attack",
        )
    ),
    "6ygo": card_text(
        When("fielded", KO(Target(Dice(side="opposing", sidekick=True), count=2, up_to=True))),
        When("kos", LoseLife(1), burst="*"),
    ),
    "7ygo": card_text(
        Cheaper(Dice(side="own", energy="Bolt"), 2),
        When(
            "fielded",
            Move(Target(Dice(side="opposing", zone="prep", kind="die")), "used"),
            burst="*",
        ),
    ),
    "8ygo": card_text(
        When("fielded", NameDie()),
        When("ko", May(KO(Target(Dice(energy="Fist", cost=(0, 4))))), burst="*"),
    ),
    "9ygo": card_text(),
    "17ygo": card_text(
        When("turn-start", (LoseLife(1, "you"), DrawDice(1))),
        note="at the start of your own turns; the extra die is rolled with the four drawn",
    ),
    "41ygo": card_text(When("attacks", May(Buff(THIS, 2), energy="Bolt"))),
    "71ygo": card_text(
        When("attacks", Buff(THIS, CountOf(Dice(side="own", energy="Bolt", another=True))))
    ),
    "89ygo": card_text(
        When("ko", Damage(OPPOSING, StatOf(THIS, "defence")), in_combat=True),
    ),
    "110ygo": card_text(When("attacks", Spin(Each(Dice(not_team="Egyptian God")), -1))),
    "111ygo": card_text(
        WhenUsed(
            Control(Target(Dice(side="opposing", level_to_picked=-1)), OWN),
            star=Control(Target(Dice(side="opposing", level_to_picked=0)), OWN),
            step="attack-start",
        ),
        note="your monster that sets the level controls the other one and so cannot attack",
    ),
    "112ygo": card_text(
        WhenUsed(
            (
                KO(OWN),
                If(KO(Target(Dice(side="opposing", level_to_picked=1))), any_moved=True),
            )
        )
    ),
    "113ygo": card_text(
        WhenUsed(TWO_OF_MINE, star=SLIP_BY, double=SLIP_BY), Global("Bolt", Buff(ANYONE, 1))
    ),
    "114ygo": card_text(
        WhenUsed(KO(Target(Dice(level=(1, 1)))), double=KO(Target(Dice(level=(1, 2))))),
        Global("Fist", Give(Target(Dice(blocked=True)), "no-damage")),
    ),
    "115ygo": card_text(WhenUsed(Attach(OPPOSING, "half"))),
    "116ygo": card_text(
        WhenUsed(RollDice(Target(Dice(side="own", zone="used")), character="field", other="bag")),
        note="a Sidekick in the Used Pile is a monster die too",
    ),
    "117ygo": card_text(
        WhenUsed(DrawToReplace(OPPOSING)),
        Global("Shield", SwapAttack(OWN, OPPOSING)),
        note="one printing of the text reads 'pay 3'; the book's example pays one Shield, "
        "which is a misread symbol. The replaced die goes into its owner's bag",
    ),
    "118ygo": card_text(WhenUsed(Attach(OPPOSING, "cannot-attack"))),
    "119ygo": card_text(
        WhenUsed(Give(ANYONE, "cannot-attack", until="your-next-turn")),
        Global("Mask", Give(ANYONE, "cannot-block")),
    ),
    "120ygo": card_text(
        WhenUsed(Attach(OWN, "cannot-be-ko'd-blocking", until="opponent-turn-end"))
    ),
}
