"""Teenage Mutant Ninja Turtles Dice Masters: the first printing of these dice."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EVENT_DIE,
    KO,
    OTHER_DIE,
    PICKED,
    AssignBlocker,
    Ban,
    Buff,
    BuyDie,
    CardText,
    Cheaper,
    Choose,
    ContinuousDie,
    Damage,
    Dice,
    DrawAndLook,
    DrawDice,
    Each,
    ExtraReroll,
    ForbidBlock,
    ForEach,
    GainLife,
    Give,
    Global,
    If,
    Lift,
    LoseLife,
    May,
    Move,
    Paid,
    PickedDie,
    Protection,
    RollDice,
    Spin,
    Substitute,
    Target,
    When,
    Whenever,
    WhenUsed,
    While,
    card_text,
)

TURTLES = ("Teenage Mutant Ninja Turtles",)
ANYONE = Target()
EACH_OF_MINE = Each(Dice(side="own"))
SIDEKICK_OR_TURTLE = Target(Dice(team=TURTLES, or_sidekick=True, another=True))
LIFE_WHEN_LOW = If(GainLife(1), life_below=15)
SIDEKICK_OR_VILLAIN = Dice(team=("Villains",), or_sidekick=True)

TEXTS: Final[Mapping[str, CardText]] = {
    "1tmnt": card_text(When("fielded", Buff(SIDEKICK_OR_TURTLE, 1)), keywords=("Ally",)),
    "2tmnt": card_text(When("fielded", Buff(SIDEKICK_OR_TURTLE, 0, 1)), keywords=("Ally",)),
    "5tmnt": card_text(
        While(Dice(side="own", title="Mousers"), attack=2),
        Cheaper(Dice(side="own", title="Mousers"), 9, "fielding"),
        note="a text that names a character is about its own player's only: HHS, "
        "Powers, Abilities, and Card Text",
    ),
    "7tmnt": card_text(While(attack=2, defence=2, needs=Dice(side="own", title="Rocksteady"))),
    "10tmnt": card_text(
        When("blocks", LIFE_WHEN_LOW, by=SIDEKICK_OR_VILLAIN),
        When("blocked", LIFE_WHEN_LOW, by=SIDEKICK_OR_VILLAIN, each_blocker=True),
        note="answers once for each such blocker",
    ),
    "14tmnt": card_text(keywords=("Turtle Power",)),
    "18tmnt": card_text(
        While(Dice(side="own", sidekick=True, blocking=True, another=True), attack=1),
        keywords=("Ally",),
    ),
    "24tmnt": card_text(
        When(
            "fielded",
            (
                Move(Each(Dice(side="opposing", zone="used", sidekick=True)), "bag"),
                Move(Each(Dice(side="opposing", zone="prep", sidekick=True)), "bag"),
            ),
        )
    ),
    "29tmnt": card_text(keywords=("Turtle Power",)),
    "35tmnt": card_text(
        When("attacks", Damage(ANYONE, 1), subject=Dice(team=TURTLES, not_title="Raphael")),
        note="a Turtle die of either player",
    ),
    "36tmnt": card_text(keywords=("Turtle Power",)),
    "40tmnt": card_text(When("turn-start", LoseLife(1, "active"), seats="each")),
    "41tmnt": card_text(
        When(
            "damaged",
            LoseLife(3),
            subject=Dice(team=TURTLES),
            by=Dice(own_card=True),
            in_combat=True,
        )
    ),
    "47tmnt": card_text(
        When("fielded", DrawAndLook(1, Dice(energy="Mask/Shield", kind="die"), "reserve", "used"))
    ),
    "49tmnt": card_text(
        WhenUsed(
            If(
                (Buff(EACH_OF_MINE, 4), Give(EACH_OF_MINE, "Overcrush")),
                Dice(side="own"),
                at_least=1,
                at_most=1,
                otherwise=Buff(EACH_OF_MINE, 1),
            )
        )
    ),
    "50tmnt": card_text(
        WhenUsed(
            (
                Buff(Target(Dice(side="own"), count=2, up_to=True), 1),
                Give(PickedDie(0), "Overcrush"),
                Give(PickedDie(1), "Overcrush"),
            )
        )
    ),
    "52tmnt": card_text(
        WhenUsed((Buff(ANYONE, 2), If(Buff(PICKED, 0, 2), Dice(team=TURTLES), picked=PICKED)))
    ),
    "53tmnt": card_text(
        WhenUsed(
            Move(Target(Dice(level=(1, 1))), "prep"),
            star=Move(ANYONE, "prep"),
            double=Move(ANYONE, "bag"),
        )
    ),
    "15tmnt": card_text(
        When(
            "fielded",
            If(
                DrawDice(1, to="reserve"),
                Dice(level=(3, 3)),
                picked=EVENT_DIE,
                otherwise=Spin(EVENT_DIE, 1),
            ),
            subject=Dice(side="own", team=TURTLES, not_title="Donatello"),
        )
    ),
    "3tmnt": card_text(
        When(
            "fielded",
            DrawAndLook(
                1, Dice(team=TURTLES, or_sidekick=True, kind="die"), to="reserve", other="bag"
            ),
        ),
        keywords=("Ally",),
        note="any other die returns to the bag",
    ),
    "6tmnt": card_text(
        When("fielded", BuyDie(Dice(title="Mousers", kind="die"), energy="1", to="reserve"))
    ),
    "9tmnt": card_text(ExtraReroll(own_energy=True, needs=Dice(side="own", title="Rocksteady"))),
    "11tmnt": card_text(
        When(
            "attacks",
            May(
                AssignBlocker(
                    Target(
                        Dice(side="opposing", team=("Villains",), or_sidekick=True),
                        count=20,
                        up_to=True,
                    )
                )
            ),
        ),
        note="each attacking Casey Jones chooses for himself; only dice able to block",
    ),
    "20tmnt": card_text(
        Ban(("attack",), who=Dice(team=(*TURTLES, "Villains"), another=True), seats="each"),
        Paid("1", Lift(), by="each", at="attackers"),
    ),
    "22tmnt": card_text(
        When(
            "unblocked",
            Give(EVENT_DIE, "rerolled-after-attack"),
            subject=Dice(side="own", team=("Villains",), another=True),
        )
    ),
    "26tmnt": card_text(
        Substitute(
            Dice(side="own", team=TURTLES, not_title="Leonardo"),
            Dice(side="own", own_card=True),
            GainLife(2),
        ),
        keywords=("Turtle Power",),
        note="the damage on the die that is saved is gone",
    ),
    "30tmnt": card_text(
        When(
            "blocked",
            (
                ForEach(
                    Dice(side="own", own_card=True, level=(3, 3)),
                    KO(Target(Dice(blocking=True))),
                ),
                Spin(Each(Dice(side="own", own_card=True, level=(1, 2))), 1),
            ),
            subject=Dice(team=TURTLES, not_title="Michelangelo"),
        )
    ),
    "31tmnt": card_text(
        When(
            "fielded",
            (
                Choose(Target(Dice(speaks="fielded", another=True))),
                May((), life=2, by="owner", otherwise=KO(PICKED)),
            ),
        )
    ),
    "32tmnt": card_text(While(attack=1, defence=1, needs=Dice(side="opposing", speaks="fielded"))),
    "33tmnt": card_text(
        When(
            "blocks", RollDice(OTHER_DIE, character="stay", other="prep"), by=Dice(speaks="fielded")
        ),
        When(
            "blocked",
            RollDice(OTHER_DIE, character="stay", other="prep"),
            by=Dice(speaks="fielded"),
            each_blocker=True,
        ),
    ),
    "38tmnt": card_text(
        While(rule="Overcrush", needs=Dice(side="own", title="Bebop")),
        Protection(99, by=Dice(blocking=True), needs=Dice(side="own", title="Bebop")),
    ),
    "44tmnt": card_text(
        When(
            "fielded",
            (
                DrawAndLook(1, Dice(energy="Bolt/Fist", kind="die"), to="bag", other="bag"),
                If(May(Damage(Target(Dice(side="opposing")), 2)), any_moved=True),
            ),
        )
    ),
    "45tmnt": card_text(
        When(
            "fielded",
            ForbidBlock(Target(Dice(side="opposing")), Dice(side="own", energy="Bolt/Fist")),
        )
    ),
    "48tmnt": card_text(
        When(
            "fielded",
            (
                ForbidBlock(Target(Dice(side="opposing")), Dice(side="own", energy="Mask/Shield")),
                Give(Each(Dice(side="own", team=TURTLES)), "Overcrush"),
            ),
        )
    ),
    "51tmnt": card_text(
        WhenUsed(Give(Target(Dice(not_team=TURTLES[0])), "cannot-block")),
        Global("Bolt", Whenever(When("blocks", Damage(EVENT_DIE, 1), subject=Dice()))),
    ),
    "54tmnt": card_text(
        WhenUsed(GainLife(1), life_below=15),
        Global("Shield", If(GainLife(1), life_below=10), once=True, own_turn=True),
    ),
    "58tmnt": card_text(
        ContinuousDie(do=Give(Target(Dice(blocking=True)), "takes-no-damage")),
        keywords=("Continuous",),
    ),
}
