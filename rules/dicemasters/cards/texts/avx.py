"""Marvel Dice Masters: Avengers vs. X-Men."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EACH_PLAYER,
    KO,
    OPPONENT,
    THIS,
    Act,
    Buff,
    Capture,
    Damage,
    Decree,
    DrawAndSort,
    DrawDice,
    Each,
    GainLife,
    Give,
    Global,
    HowMany,
    Leave,
    May,
    Move,
    Picked,
    RollDice,
    Shield,
    Spin,
    Target,
    Text,
    When,
    While,
    Who,
    says,
)

ANYONE = Target()
ANOTHER = Target(Who(without=(0,)))
OPPOSING = Who(side="opposing")
OWN_SIDEKICKS = Who(side="own", sidekick=True)
OWN_DICE_OF_THIS = Who(side="own", own_card=True)
YOU_OR_A_HULK = "a damage batch that hits you and a Hulk, or several Hulks, is answered once"
REROLL_THE_ENGAGED = RollDice(Each(Who(engaged_with_this=True)), character="stay", other="prep")
FROM_USED = "the dice that paid for this fielding lie in the Used Pile already and do not count"

TEXTS: Final[Mapping[str, Text]] = {
    # Beast
    "1avx": says(When("blocks", Buff(THIS, 1, 1), star=Buff(THIS, 2, 2))),
    "2avx": says(
        When(
            "ko",
            GainLife(1),
            star=(GainLife(1), Damage(OPPONENT, 2)),
            doing="blocking",
        )
    ),
    "3avx": says(When("blocks", DrawDice(1), star=DrawAndSort(2, keep=1))),
    # Captain America
    "4avx": says(
        When(
            "fielded",
            May(RollDice(Target(Who(side="own", zone="used", sidekick=True)))),
        ),
        note=FROM_USED,
    ),
    "5avx": says(While(OWN_SIDEKICKS, attack=1, defence=1)),
    "6avx": says(
        When("fielded", (KO(Each(Who(side="opposing", sidekick=True))), GainLife(HowMany())))
    ),
    # Hulk
    "7avx": says(
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
    "8avx": says(
        When(
            "damaged",
            Move(Each(Who(side="own", zone="used", own_card=True)), "prep"),
            subject=OWN_DICE_OF_THIS,
            or_you=True,
            together=True,
        ),
        note=YOU_OR_A_HULK,
    ),
    "9avx": says(
        When(
            "damaged",
            KO(Target(Who(side="opposing", level=(1, 1)))),
            star=KO(Target(OPPOSING)),
            subject=OWN_DICE_OF_THIS,
            or_you=True,
            together=True,
        ),
        note=YOU_OR_A_HULK,
    ),
    "77avx": says(
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
    "10avx": says(
        When("fielded", Damage(Target(player="any"), 1), subject=Who(side="own")),
        Global("Bolt", Damage(ANYONE, 1), react="dealt"),
        note="fielding the first Human Torch does not count: he was not active before",
    ),
    "11avx": says(
        When(
            "fielded",
            May(
                RollDice(
                    Target(Who(side="own", zone="used", own_card=True)),
                    character="reserve",
                    other="used",
                )
            ),
            subject=Who(side="own"),
        ),
        note=FROM_USED,
    ),
    "12avx": says(
        When(
            "fielded",
            Buff(Each(Who(side="own", own_card=True, not_that=True)), 1, 1),
            subject=Who(side="own"),
            once=True,
        ),
        note="only Human Torches that lay in the field before the fielding get the bonus",
    ),
    # Iron Man
    "13avx": says(
        Shield(1, star=2),
        Global("Shield", Damage(Target(Who(side="own")), 1), react="redirect-from-you"),
    ),
    "14avx": says(When("damaged", GainLife(1), star=GainLife(2))),
    "15avx": says(
        When(
            "damaged",
            Damage(Target(Who(side="opposing", in_attack=True)), 3),
            step="attack",
        )
    ),
    # Spider-Man
    "16avx": says(Shield(pay="Fist", effects=True)),
    "17avx": says(When("attacks", May(Buff(THIS, 0, 4), energy="Fist"))),
    "18avx": says(When("attacks", May(Give(THIS, "must-be-blocked"), energy="Fist"))),
    # Storm
    "19avx": says(
        When("fielded", RollDice(Target(OPPOSING), character="stay", other="used")),
    ),
    "20avx": says(When("attacks", RollDice(Each(OPPOSING), character="stay", other="prep"))),
    "21avx": says(
        When("blocks", REROLL_THE_ENGAGED),
        When("blocked", REROLL_THE_ENGAGED),
    ),
    # Thor
    "22avx": says(
        When("deals-player", KO(Target(Who(side="opposing", energy="Fist")))),
    ),
    "23avx": says(While(rule="cannot-be-blocked", against=Who(energy="Fist"))),
    "24avx": says(When("fielded", Capture(Each(Who(side="opposing", energy="Fist"))))),
    # Basic actions
    "25avx": says(
        Act(Give(Target(OPPOSING, count=2, by="opponent"), "cannot-block")),
        Global("Mask", Leave(Target(Who(attacking=True)))),
    ),
    "26avx": says(
        Act(
            Spin(ANYONE, 0),
            star=(Spin(ANYONE, 0), Spin(ANOTHER, 0)),
            double=(Spin(ANYONE, 0), Spin(ANOTHER, 0)),
        )
    ),
    "27avx": says(
        Act(
            Damage(Each(Who()), 1),
            star=Damage(Each(Who()), 2),
            double=(Damage(EACH_PLAYER, 1), Damage(Each(Who()), 2)),
        )
    ),
    "28avx": says(Act(DrawDice(2, to="reserve"))),
    "29avx": says(
        Act(
            Buff(Target(Who(side="own"), count=2), 1, 1),
            star=Buff(Target(Who(side="own"), count=2), 2, 2),
            double=Buff(Target(Who(side="own"), count=2), 2, 2),
        )
    ),
    "30avx": says(
        Act(Decree("returns-if-ko'd", Who(side="own", attacking=True))),
        Global("Bolt", Buff(ANYONE, 1)),
    ),
    "31avx": says(Act(Damage(Target(player="any"), 2))),
    "32avx": says(
        Act(KO(Target(Who(level=(1, 1)))), double=KO(Target(Who(level=(1, 2))))),
        Global("Fist", Give(Target(Who(blocked=True)), "no-damage")),
    ),
    "33avx": says(
        Act(
            Buff(Each(Who(side="own")), 0, 2),
            star=(Buff(Each(Who(side="own")), 0, 2), Buff(Target(Who(side="own")), 0, 3)),
            double=(Buff(Each(Who(side="own")), 0, 2), Buff(Target(Who(side="own")), 0, 3)),
        ),
        Global("Shield", Buff(ANYONE, 0, 1)),
        note="the further +3D goes to one of your own characters",
    ),
    "34avx": says(
        Act(
            (
                Buff(Target(Who(side="own"), count=2), 1),
                Give(Picked(0), "Overcrush"),
                Give(Picked(1), "Overcrush"),
            )
        ),
        note="sources differ whether the two must be attacking when chosen: they need not; "
        "damage beyond their blockers' defence passes to the opponent, as with Overcrush",
    ),
    # Cyclops
    "102avx": says(
        When("blocked", May(Give(THIS, "hits-player"))),
        note="the only rare Cyclops; he goes to the Used Pile like an unblocked attacker",
    ),
}
