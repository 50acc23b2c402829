"""Marvel Dice Masters: Avengers vs. X-Men."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EACH_PLAYER,
    KO,
    OPPONENT,
    THIS,
    Buff,
    Capture,
    CardText,
    Damage,
    Dice,
    DrawAndSort,
    DrawDice,
    Each,
    GainLife,
    Give,
    Global,
    HowMany,
    ImposeRule,
    May,
    Move,
    PickedDie,
    Protection,
    ReturnToField,
    RollDice,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

ANYONE = Target()
ANOTHER = Target(Dice(without=(0,)))
OPPOSING = Dice(side="opposing")
OWN_SIDEKICKS = Dice(side="own", sidekick=True)
OWN_DICE_OF_THIS = Dice(side="own", own_card=True)
YOU_OR_A_HULK = "a damage batch that hits you and a Hulk, or several Hulks, is answered once"
REROLL_THE_ENGAGED = RollDice(Each(Dice(engaged_with_this=True)), character="stay", other="prep")
FROM_USED = "the dice that paid for this fielding lie in the Used Pile already and do not count"

TEXTS: Final[Mapping[str, CardText]] = {
    # Beast
    "1avx": card_text(When("blocks", Buff(THIS, 1, 1), star=Buff(THIS, 2, 2))),
    "2avx": card_text(
        When(
            "ko",
            GainLife(1),
            star=(GainLife(1), Damage(OPPONENT, 2)),
            doing="blocking",
        )
    ),
    "3avx": card_text(When("blocks", DrawDice(1), star=DrawAndSort(2, keep=1))),
    # Captain America
    "4avx": card_text(
        When(
            "fielded",
            May(RollDice(Target(Dice(side="own", zone="used", sidekick=True)))),
        ),
        note=FROM_USED,
    ),
    "5avx": card_text(While(OWN_SIDEKICKS, attack=1, defence=1)),
    "6avx": card_text(
        When("fielded", (KO(Each(Dice(side="opposing", sidekick=True))), GainLife(HowMany())))
    ),
    # Hulk
    "7avx": card_text(
        When(
            "damaged",
            Buff(Each(OWN_DICE_OF_THIS), 2, 2),
            star=Buff(Each(OWN_DICE_OF_THIS), 3, 3),
            subject=OWN_DICE_OF_THIS,
            or_you=True,
            together=True,
        ),
        note=YOU_OR_A_HULK + "; all your Hulks get the bonus",
    ),
    "8avx": card_text(
        When(
            "damaged",
            Move(Each(Dice(side="own", zone="used", own_card=True)), "prep"),
            subject=OWN_DICE_OF_THIS,
            or_you=True,
            together=True,
        ),
        note=YOU_OR_A_HULK,
    ),
    "9avx": card_text(
        When(
            "damaged",
            KO(Target(Dice(side="opposing", level=(1, 1)))),
            star=KO(Target(OPPOSING)),
            subject=OWN_DICE_OF_THIS,
            or_you=True,
            together=True,
        ),
        note=YOU_OR_A_HULK,
    ),
    "77avx": card_text(
        When(
            "damaged",
            Damage(Each(OPPOSING), 2),
            star=Damage(Each(OPPOSING), 3),
            subject=OWN_DICE_OF_THIS,
            or_you=True,
            together=True,
        ),
        note=YOU_OR_A_HULK,
    ),
    # Human Torch
    "10avx": card_text(
        When("fielded", Damage(Target(player="any"), 1), subject=Dice(side="own")),
        Global("Bolt", Damage(ANYONE, 1), react="dealt"),
        note="fielding the first Human Torch does not count: he was not active before",
    ),
    "11avx": card_text(
        When(
            "fielded",
            May(
                RollDice(
                    Target(Dice(side="own", zone="used", own_card=True)),
                    character="reserve",
                    other="used",
                )
            ),
            subject=Dice(side="own"),
        ),
        note=FROM_USED,
    ),
    "12avx": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True, not_event_die=True)), 1, 1),
            subject=Dice(side="own"),
            once=True,
        ),
        note="only Human Torches that lay in the field before the fielding get the bonus",
    ),
    # Iron Man
    "13avx": card_text(
        Protection(1, star=2),
        Global("Shield", Damage(Target(Dice(side="own")), 1), react="redirect-from-you"),
    ),
    "14avx": card_text(When("damaged", GainLife(1), star=GainLife(2))),
    "15avx": card_text(
        When(
            "damaged",
            Damage(Target(Dice(side="opposing", in_attack=True)), 3),
            step="attack",
        )
    ),
    # Spider-Man
    "16avx": card_text(Protection(pay="Fist", effects=True)),
    "17avx": card_text(When("attacks", May(Buff(THIS, 0, 4), energy="Fist"))),
    "18avx": card_text(When("attacks", May(Give(THIS, "must-be-blocked"), energy="Fist"))),
    # Storm
    "19avx": card_text(
        When("fielded", RollDice(Target(OPPOSING), character="stay", other="used")),
    ),
    "20avx": card_text(When("attacks", RollDice(Each(OPPOSING), character="stay", other="prep"))),
    "21avx": card_text(
        When("blocks", REROLL_THE_ENGAGED),
        When("blocked", REROLL_THE_ENGAGED),
    ),
    # Thor
    "22avx": card_text(
        When("deals-player", KO(Target(Dice(side="opposing", energy="Fist")))),
    ),
    "23avx": card_text(While(rule="cannot-be-blocked", against=Dice(energy="Fist"))),
    "24avx": card_text(When("fielded", Capture(Each(Dice(side="opposing", energy="Fist"))))),
    # Basic actions
    "25avx": card_text(
        WhenUsed(Give(Target(OPPOSING, count=2, by="opponent"), "cannot-block")),
        Global("Mask", ReturnToField(Target(Dice(attacking=True)))),
    ),
    "26avx": card_text(
        WhenUsed(
            Spin(ANYONE, 0),
            star=(Spin(ANYONE, 0), Spin(ANOTHER, 0)),
            double=(Spin(ANYONE, 0), Spin(ANOTHER, 0)),
        )
    ),
    "27avx": card_text(
        WhenUsed(
            Damage(Each(Dice()), 1),
            star=Damage(Each(Dice()), 2),
            double=(Damage(EACH_PLAYER, 1), Damage(Each(Dice()), 2)),
        )
    ),
    "28avx": card_text(WhenUsed(DrawDice(2, to="reserve"))),
    "29avx": card_text(
        WhenUsed(
            Buff(Target(Dice(side="own"), count=2), 1, 1),
            star=Buff(Target(Dice(side="own"), count=2), 2, 2),
            double=Buff(Target(Dice(side="own"), count=2), 2, 2),
        )
    ),
    "30avx": card_text(
        WhenUsed(ImposeRule("returns-if-ko'd", Dice(side="own", attacking=True))),
        Global("Bolt", Buff(ANYONE, 1)),
    ),
    "31avx": card_text(WhenUsed(Damage(Target(player="any"), 2))),
    "32avx": card_text(
        WhenUsed(KO(Target(Dice(level=(1, 1)))), double=KO(Target(Dice(level=(1, 2))))),
        Global("Fist", Give(Target(Dice(blocked=True)), "no-damage")),
    ),
    "33avx": card_text(
        WhenUsed(
            Buff(Each(Dice(side="own")), 0, 2),
            star=(
                Buff(Each(Dice(side="own")), 0, 2),
                Buff(Target(Dice(side="own")), 0, 3),
            ),
            double=(
                Buff(Each(Dice(side="own")), 0, 2),
                Buff(Target(Dice(side="own")), 0, 3),
            ),
        ),
        Global("Shield", Buff(ANYONE, 0, 1)),
        note="the further +3D goes to one of your own characters",
    ),
    "34avx": card_text(
        WhenUsed(
            (
                Buff(Target(Dice(side="own"), count=2), 1),
                Give(PickedDie(0), "Overcrush"),
                Give(PickedDie(1), "Overcrush"),
            )
        ),
        note="sources differ whether the two must be attacking when chosen: they need not; "
        "damage beyond their blockers' defence passes to the opponent, as with Overcrush",
    ),
    # Cyclops
    "102avx": card_text(
        When("blocked", May(Give(THIS, "hits-player"))),
        note="the only rare Cyclops; he goes to the Used Pile like an unblocked attacker",
    ),
}
