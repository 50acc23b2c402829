"""Teenage Mutant Ninja Turtles Dice Masters: Heroes in a Half Shell."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    OTHER_DIE,
    PICKED,
    THIS,
    BlocksSeveral,
    Buff,
    CancelGlobals,
    CardText,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    EachPlayer,
    EnergyOf,
    ExtraReroll,
    GainLife,
    Give,
    Global,
    If,
    ImposeRule,
    LoseLife,
    May,
    Move,
    NameTitle,
    Protection,
    RollDice,
    Sacrifice,
    Spin,
    SpinFace,
    StatOf,
    SwapAttack,
    SwapDice,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

ANYONE = Target()
OWN = Target(Dice(side="own"))
OPPOSING = Target(Dice(side="opposing"))
TURTLE = "Teenage Mutant Ninja Turtles"
TURTLES = (TURTLE,)
VILLAINS = ("Villains",)
OWN_TURTLES = Dice(side="own", team=TURTLES)
CHEAP = Dice(cost=(0, 2))
SIDEKICKS_COST_NOTHING = "a Sidekick has no card and counts as purchase cost 0"


def pay_to_strike(energy: str) -> When:
    """Attacking, you may pay one energy for 2 damage to a character die or the opponent."""
    return When("attacks", May(Damage(Target(player="opponent"), 2), energy=energy))


TEXTS: Final[Mapping[str, CardText]] = {
    # April
    "1hhs": card_text(keywords=("Ally", "Turtle Power")),
    "2hhs": card_text(
        While(OWN_TURTLES, attack=2, defence=2, against=Dice(team=VILLAINS)),
        keywords=("Ally",),
    ),
    "3hhs": card_text(
        Protection(CountOf(OWN_TURTLES, different=True), first=True),
        keywords=("Ally",),
        note="each source's first damage of a turn is reduced, on each April die by itself",
    ),
    # Casey Jones
    "4hhs": card_text(
        When("kos", GainLife(1), by=Dice(sidekick=True)),
        Global("Fist", Give(Target(Dice(sidekick=True)), "must-block")),
    ),
    "5hhs": card_text(BlocksSeveral(3, CHEAP), note=SIDEKICKS_COST_NOTHING),
    "6hhs": card_text(While(rule="cannot-be-blocked", against=CHEAP), note=SIDEKICKS_COST_NOTHING),
    # Donatello
    "7hhs": card_text(pay_to_strike("Bolt")),
    "8hhs": card_text(
        When(
            "attacks",
            Damage(
                OPPONENT,
                CountOf(
                    Dice(side="own", team=TURTLES, not_title="Donatello"),
                    different=True,
                ),
            ),
        )
    ),
    "9hhs": card_text(keywords=("Turtle Power",)),
    # Foot Ninja
    "10hhs": card_text(
        When("fielded", If(DrawDice(1), Dice(side="own", title="Shredder"))),
        keywords=("Ally", "Swarm"),
    ),
    "11hhs": card_text(
        When(
            "attack-set",
            If(
                Damage(OPPONENT, CountOf(Dice(side="own", own_card=True, attacking=True))),
                Dice(side="own", own_card=True, attacking=True),
                at_least=2,
            ),
        ),
        keywords=("Ally",),
    ),
    "12hhs": card_text(
        When(
            "ko",
            Move(Target(Dice(side="own", zone="used", title="Foot Ninja")), "field", level=3),
        ),
        keywords=("Ally",),
        note="the die moved is not fielded: nothing that answers to fielding answers",
    ),
    # Hamato Yoshi
    "13hhs": card_text(
        When(
            "blocked",
            Damage(OPPONENT, StatOf(OTHER_DIE, "attack", half=True, least=1)),
            each_blocker=True,
        ),
        note="answers once for each blocker",
    ),
    "14hhs": card_text(
        When("blocks", Damage(OTHER_DIE, StatOf(OTHER_DIE, "attack"), by=OTHER_DIE)),
    ),
    "15hhs": card_text(
        When("attacks", ImposeRule("must-block", Dice(side="opposing"))),
        Global("2", Damage(Target(Dice(blocking=True)), 1)),
    ),
    # Karai
    "16hhs": card_text(While(Dice(sidekick=True), rule="cannot-attack")),
    "17hhs": card_text(When("fielded", May(KO(Target(Dice(side="opposing", sidekick=True)))))),
    "18hhs": card_text(While(Dice(side="own", sidekick=True), attack=1, defence=1)),
    # Leatherhead
    "19hhs": card_text(When("fielded", NameTitle(TURTLE, ("cannot-block",)))),
    "20hhs": card_text(When("fielded", ImposeRule("cannot-block", Dice(team=TURTLES)))),
    "21hhs": card_text(
        When("fielded", NameTitle(TURTLE, ("no-purchase", "no-fielding"), until="leaves")),
        note="a later choice replaces the earlier one; it ends when no Leatherhead is active",
    ),
    # Leonardo
    "22hhs": card_text(
        pay_to_strike("Fist"),
        note="faces 1-4-2/1-5-4/2-6-4: one source repeats Raphael's faces; the others agree "
        "with the dice of his energy type in both sets",
    ),
    "23hhs": card_text(keywords=("Turtle Power",), note="faces as on 22hhs"),
    "24hhs": card_text(
        When("ko", Damage(OPPONENT, 1), subject=Dice(team=TURTLES)),
        note="faces as on 22hhs; a Turtle die of either player counts",
    ),
    # Metalhead
    "25hhs": card_text(
        While(
            attack=CountOf(Dice(team=TURTLES, not_title="Metalhead")),
            defence=CountOf(Dice(team=TURTLES, not_title="Metalhead")),
        ),
        note="Turtle dice of both players count: the text names none",
    ),
    "26hhs": card_text(
        When(
            "attacks",
            ImposeRule("cannot-be-blocked", Dice(side="own", team=TURTLES, not_title="Metalhead")),
        )
    ),
    "27hhs": card_text(
        When("fielded", Damage(Target(Dice(team=VILLAINS)), StatOf(THIS, "attack")))
    ),
    # Michelangelo
    "28hhs": card_text(pay_to_strike("Mask")),
    "29hhs": card_text(keywords=("Turtle Power",)),
    "30hhs": card_text(
        When(
            "ko",
            KO(OTHER_DIE, to="used"),
            subject=Dice(team=TURTLES),
            by=Dice(team=VILLAINS),
        )
    ),
    # Raphael
    "31hhs": card_text(pay_to_strike("Shield")),
    "32hhs": card_text(keywords=("Turtle Power",)),
    "33hhs": card_text(
        While(OWN_TURTLES, rule="untargetable-by-opponent"),
    ),
    # Renet Tilley
    "34hhs": card_text(ExtraReroll(1)),
    "35hhs": card_text(
        When(
            "rolled",
            May(
                SpinFace(
                    Target(Dice(side="own", zone="reserve", kind="action", shows_energy=False))
                )
            ),
        )
    ),
    "36hhs": card_text(
        When(
            "fielded",
            May(
                (
                    Move(Target(Dice(side="own", zone="reserve", kind="die")), "used"),
                    If(
                        RollDice(Target(Dice(side="own", zone="used", kind="die", without=(0,)))),
                        any_moved=True,
                    ),
                )
            ),
        )
    ),
    # Shredder
    "37hhs": card_text(When("fielded", ImposeRule("global-costs-life", amount=1))),
    "38hhs": card_text(
        When("kos", LoseLife(1), by=Dice(side="opposing", not_team="Villains")),
    ),
    "39hhs": card_text(
        When(
            "fielded",
            (
                Move(Each(Dice(side="own", zone="used", title="Foot Ninja")), "field", level=1),
                Move(
                    Target(Dice(side="own", zone="used", sidekick=True), count=2, up_to=True),
                    "field",
                    level=1,
                ),
            ),
        ),
        note="cost 8; one source says 6. The dice moved are not fielded",
    ),
    # Slash
    "40hhs": card_text(
        When(
            "blocked",
            Damage(Target(Dice(side="opposing", engaged_with_this=False)), StatOf(THIS, "attack")),
        ),
        note="once, however many blockers",
    ),
    "41hhs": card_text(When("ko", Damage(OPPONENT, StatOf(THIS, "level")))),
    "42hhs": card_text(When("ko", Damage(OPPONENT, EnergyOf("opponent")))),
    # Tiger Claw
    "43hhs": card_text(When("fielded", Damage(Each(Dice(side="opposing")), 3))),
    "44hhs": card_text(When("fielded", KO(Target(Dice(level=(1, 2)))))),
    "45hhs": card_text(When("attacks", Damage(OPPONENT, 2))),
    # Triceraton
    "46hhs": card_text(),
    "47hhs": card_text(When("attacks", Buff(THIS, 3))),
    "48hhs": card_text(keywords=("Overcrush",)),
    # Basic actions
    "49hhs": card_text(
        WhenUsed((Buff(ANYONE, 3), Give(PICKED, "Overcrush"))), Global("Fist", Buff(ANYONE, 1))
    ),
    "50hhs": card_text(
        WhenUsed(ImposeRule("takes-no-combat-damage", Dice(side="own", attacking=True)))
    ),
    "51hhs": card_text(
        WhenUsed(
            RollDice(Target(Dice(side="own", zone="prep", kind="die"), count=99, up_to=True)),
            double=(
                DrawDice(1),
                RollDice(Target(Dice(side="own", zone="prep", kind="die"), count=99, up_to=True)),
            ),
        )
    ),
    "52hhs": card_text(
        WhenUsed(SwapDice(ANYONE, Target(Dice(side="picked", zone="used", sidekick=False)))),
        Global(
            "Mask",
            (
                Spin(Target(Dice(side="own", level=(2, 9))), -1),
                If(Spin(Target(Dice(without=(0,))), 1), any_moved=True),
            ),
        ),
    ),
    "53hhs": card_text(WhenUsed(EachPlayer(Sacrifice(OWN)))),
    "54hhs": card_text(WhenUsed((CancelGlobals(), ImposeRule("no-globals")))),
    "55hhs": card_text(
        WhenUsed((Give(ANYONE, "must-attack", until="next-attack"), Spin(PICKED, 1))),
        Global("Bolt", Buff(ANYONE, 1)),
    ),
    "56hhs": card_text(
        WhenUsed(
            RollDice(
                Target(Dice(side="own", zone="used", sidekick=False)),
                character="field",
                other="bag",
            )
        ),
        Global("Shield", SwapAttack(OWN, OPPOSING)),
    ),
    "57hhs": card_text(WhenUsed(Move(Target(Dice(side="own", zone="used", kind="die")), "prep"))),
    "58hhs": card_text(
        WhenUsed(
            Damage(Target(player="any"), 2),
            double=(
                Damage(Target(player="any"), 2),
                If(
                    Damage(PICKED, StatOf(Each(OWN_TURTLES), "level")),
                    Dice(),
                    picked=PICKED,
                ),
            ),
        ),
        Global("Bolt", Damage(ANYONE, 1)),
        note="with two bursts a character die that is the target takes the extra damage",
    ),
}
