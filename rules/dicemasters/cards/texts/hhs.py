"""Teenage Mutant Ninja Turtles Dice Masters: Heroes in a Half Shell."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    CULPRIT,
    KO,
    OPPONENT,
    PICKED,
    THIS,
    Act,
    Blocks,
    Buff,
    CancelGlobals,
    CountOf,
    Damage,
    Decree,
    DrawDice,
    Each,
    EachPlayer,
    EnergyOf,
    GainLife,
    Give,
    Global,
    If,
    LoseLife,
    May,
    Move,
    NameTitle,
    Reroll,
    RollDice,
    Sacrifice,
    Shield,
    Spin,
    SpinFace,
    StatOf,
    SwapAttack,
    SwapDice,
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
TURTLE = "Teenage Mutant Ninja Turtles"
TURTLES = (TURTLE,)
VILLAINS = ("Villains",)
OWN_TURTLES = Who(side="own", team=TURTLES)
CHEAP = Who(cost=(0, 2))
SIDEKICKS_COST_NOTHING = "a Sidekick has no card and counts as purchase cost 0"


def pay_to_strike(energy: str) -> When:
    """Attacking, you may pay one energy for 2 damage to a character die or the opponent."""
    return When("attacks", May(Damage(Target(player="opponent"), 2), energy=energy))


TEXTS: Final[Mapping[str, Text]] = {
    # April
    "1hhs": says(keywords=("Ally", "Turtle Power")),
    "2hhs": says(
        While(OWN_TURTLES, attack=2, defence=2, against=Who(team=VILLAINS)), keywords=("Ally",)
    ),
    "3hhs": says(
        Shield(CountOf(OWN_TURTLES, different=True), first=True),
        keywords=("Ally",),
        note="each source's first damage of a turn is reduced, on each April die by itself",
    ),
    # Casey Jones
    "4hhs": says(
        When("kos", GainLife(1), by=Who(sidekick=True)),
        Global("Fist", Give(Target(Who(sidekick=True)), "must-block")),
    ),
    "5hhs": says(Blocks(3, CHEAP), note=SIDEKICKS_COST_NOTHING),
    "6hhs": says(While(rule="cannot-be-blocked", against=CHEAP), note=SIDEKICKS_COST_NOTHING),
    # Donatello
    "7hhs": says(pay_to_strike("Bolt")),
    "8hhs": says(
        When(
            "attacks",
            Damage(
                OPPONENT,
                CountOf(
                    Who(side="own", team=TURTLES, not_title="Donatello"),
                    different=True,
                ),
            ),
        )
    ),
    "9hhs": says(keywords=("Turtle Power",)),
    # Foot Ninja
    "10hhs": says(
        When("fielded", If(DrawDice(1), Who(side="own", title="Shredder"))),
        keywords=("Ally", "Swarm"),
    ),
    "11hhs": says(
        When(
            "attack-set",
            If(
                Damage(OPPONENT, CountOf(Who(side="own", own_card=True, attacking=True))),
                Who(side="own", own_card=True, attacking=True),
                at_least=2,
            ),
        ),
        keywords=("Ally",),
    ),
    "12hhs": says(
        When(
            "ko",
            Move(Target(Who(side="own", zone="used", title="Foot Ninja")), "field", level=3),
        ),
        keywords=("Ally",),
        note="the die moved is not fielded: nothing that answers to fielding answers",
    ),
    # Hamato Yoshi
    "13hhs": says(
        When(
            "blocked",
            Damage(OPPONENT, StatOf(CULPRIT, "attack", half=True, least=1)),
            each_blocker=True,
        ),
        note="answers once for each blocker",
    ),
    "14hhs": says(
        When("blocks", Damage(CULPRIT, StatOf(CULPRIT, "attack"), by=CULPRIT)),
    ),
    "15hhs": says(
        When("attacks", Decree("must-block", Who(side="opposing"))),
        Global("2", Damage(Target(Who(blocking=True)), 1)),
    ),
    # Karai
    "16hhs": says(While(Who(sidekick=True), rule="cannot-attack")),
    "17hhs": says(When("fielded", May(KO(Target(Who(side="opposing", sidekick=True)))))),
    "18hhs": says(While(Who(side="own", sidekick=True), attack=1, defence=1)),
    # Leatherhead
    "19hhs": says(When("fielded", NameTitle(TURTLE, ("cannot-block",)))),
    "20hhs": says(When("fielded", Decree("cannot-block", Who(team=TURTLES)))),
    "21hhs": says(
        When("fielded", NameTitle(TURTLE, ("no-purchase", "no-fielding"), until="leaves")),
        note="a later choice replaces the earlier one; it ends when no Leatherhead is active",
    ),
    # Leonardo
    "22hhs": says(
        pay_to_strike("Fist"),
        note="faces 1-4-2/1-5-4/2-6-4: one source repeats Raphael's faces; the others agree "
        "with the dice of his energy type in both sets",
    ),
    "23hhs": says(keywords=("Turtle Power",), note="faces as on 22hhs"),
    "24hhs": says(
        When("ko", Damage(OPPONENT, 1), subject=Who(team=TURTLES)),
        note="faces as on 22hhs; a Turtle die of either player counts",
    ),
    # Metalhead
    "25hhs": says(
        While(
            attack=CountOf(Who(team=TURTLES, not_title="Metalhead")),
            defence=CountOf(Who(team=TURTLES, not_title="Metalhead")),
        ),
        note="Turtle dice of both players count: the text names none",
    ),
    "26hhs": says(
        When(
            "attacks",
            Decree("cannot-be-blocked", Who(side="own", team=TURTLES, not_title="Metalhead")),
        )
    ),
    "27hhs": says(When("fielded", Damage(Target(Who(team=VILLAINS)), StatOf(THIS, "attack")))),
    # Michelangelo
    "28hhs": says(pay_to_strike("Mask")),
    "29hhs": says(keywords=("Turtle Power",)),
    "30hhs": says(
        When(
            "ko",
            KO(CULPRIT, to="used"),
            subject=Who(team=TURTLES),
            by=Who(team=VILLAINS),
        )
    ),
    # Raphael
    "31hhs": says(pay_to_strike("Shield")),
    "32hhs": says(keywords=("Turtle Power",)),
    "33hhs": says(
        While(OWN_TURTLES, rule="untargetable-by-opponent"),
    ),
    # Renet Tilley
    "34hhs": says(Reroll(1)),
    "35hhs": says(
        When(
            "rolled",
            May(
                SpinFace(Target(Who(side="own", zone="reserve", kind="action", shows_energy=False)))
            ),
        )
    ),
    "36hhs": says(
        When(
            "fielded",
            May(
                (
                    Move(Target(Who(side="own", zone="reserve", kind="die")), "used"),
                    If(
                        RollDice(Target(Who(side="own", zone="used", kind="die", without=(0,)))),
                        any_moved=True,
                    ),
                )
            ),
        )
    ),
    # Shredder
    "37hhs": says(When("fielded", Decree("global-costs-life", amount=1))),
    "38hhs": says(
        When("kos", LoseLife(1), by=Who(side="opposing", not_team="Villains")),
    ),
    "39hhs": says(
        When(
            "fielded",
            (
                Move(Each(Who(side="own", zone="used", title="Foot Ninja")), "field", level=1),
                Move(
                    Target(Who(side="own", zone="used", sidekick=True), count=2, up_to=True),
                    "field",
                    level=1,
                ),
            ),
        ),
        note="cost 8; one source says 6. The dice moved are not fielded",
    ),
    # Slash
    "40hhs": says(
        When(
            "blocked",
            Damage(Target(Who(side="opposing", engaged_with_this=False)), StatOf(THIS, "attack")),
        ),
        note="once, however many blockers",
    ),
    "41hhs": says(When("ko", Damage(OPPONENT, StatOf(THIS, "level")))),
    "42hhs": says(When("ko", Damage(OPPONENT, EnergyOf("opponent")))),
    # Tiger Claw
    "43hhs": says(When("fielded", Damage(Each(Who(side="opposing")), 3))),
    "44hhs": says(When("fielded", KO(Target(Who(level=(1, 2)))))),
    "45hhs": says(When("attacks", Damage(OPPONENT, 2))),
    # Triceraton
    "46hhs": says(),
    "47hhs": says(When("attacks", Buff(THIS, 3))),
    "48hhs": says(keywords=("Overcrush",)),
    # Basic actions
    "49hhs": says(
        Act((Buff(ANYONE, 3), Give(PICKED, "Overcrush"))), Global("Fist", Buff(ANYONE, 1))
    ),
    "50hhs": says(Act(Decree("takes-no-combat-damage", Who(side="own", attacking=True)))),
    "51hhs": says(
        Act(
            RollDice(Target(Who(side="own", zone="prep", kind="die"), count=99, up_to=True)),
            double=(
                DrawDice(1),
                RollDice(Target(Who(side="own", zone="prep", kind="die"), count=99, up_to=True)),
            ),
        )
    ),
    "52hhs": says(
        Act(SwapDice(ANYONE, Target(Who(side="picked", zone="used", sidekick=False)))),
        Global(
            "Mask",
            (
                Spin(Target(Who(side="own", level=(2, 9))), -1),
                If(Spin(Target(Who(without=(0,))), 1), any_moved=True),
            ),
        ),
    ),
    "53hhs": says(Act(EachPlayer(Sacrifice(OWN)))),
    "54hhs": says(Act((CancelGlobals(), Decree("no-globals")))),
    "55hhs": says(
        Act((Give(ANYONE, "must-attack", until="next-attack"), Spin(PICKED, 1))),
        Global("Bolt", Buff(ANYONE, 1)),
    ),
    "56hhs": says(
        Act(
            RollDice(
                Target(Who(side="own", zone="used", sidekick=False)),
                character="field",
                other="bag",
            )
        ),
        Global("Shield", SwapAttack(OWN, OPPOSING)),
    ),
    "57hhs": says(Act(Move(Target(Who(side="own", zone="used", kind="die")), "prep"))),
    "58hhs": says(
        Act(
            Damage(Target(player="any"), 2),
            double=(
                Damage(Target(player="any"), 2),
                If(
                    Damage(PICKED, StatOf(Each(OWN_TURTLES), "level")),
                    Who(),
                    picked=PICKED,
                ),
            ),
        ),
        Global("Bolt", Damage(ANYONE, 1)),
        note="with two bursts a character die that is the target takes the extra damage",
    ),
}
