"""Marvel Dice Masters: Iron Man and War Machine."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    PICKED,
    THIS,
    Act,
    Buff,
    CountOf,
    Damage,
    Decree,
    DrawAndField,
    Each,
    FieldedThisTurn,
    GainLife,
    Give,
    Global,
    If,
    InField,
    LoseLife,
    May,
    RolledEnergy,
    Sacrifice,
    Spin,
    SuitUp,
    Survive,
    Target,
    Text,
    When,
    While,
    Who,
    says,
)

ANYONE = Target()
OWN = Target(Who(side="own"))
STARK = ("Stark Industries",)
STARK_OR_SPIDER = ("Stark Industries", "Spider-Friends")
OWN_STARK_OR_SPIDER = Who(side="own", team=STARK_OR_SPIDER)

SUIT_UP_IRON_MAN = SuitUp(("Iron Man",))  # a title: Space Armor Iron Man is another one
SUIT_UP_RESCUE = SuitUp(("Pepper Potts", "Rescue"))
ARMORY = Global(
    "0",
    (
        Spin(Target(Who(side="own", team=STARK, level=(2, 9))), -1),
        If(
            Decree("fielding-cost", Who(side="own", team=STARK), amount=1, until="next-fielding"),
            any_moved=True,
        ),
    ),
    once=True,
    own_turn=True,
)
"""Spin a Stark Industries die of yours down: field one for 1 less."""
THE_VERY_NAME = (
    "Suit Up asks for the title Iron Man itself, which other boxes bring: Space Armor and "
    "Hulkbuster Iron Man have other titles"
)
SPIN_IS_THE_COST = "spinning down is the cost of the cheaper fielding: level 1 dice cannot pay it"
EACH_STARK = (
    While(
        attack=CountOf(Who(side="own", team=STARK, not_title="Iron Manor"), different=True),
        defence=CountOf(Who(side="own", team=STARK, not_title="Iron Manor"), different=True),
    ),
    While(
        attack=CountOf(Who(side="opposing", team=STARK), different=True),
        defence=CountOf(Who(side="opposing", team=STARK), different=True),
    ),
)
BOTH_SIDES = "characters of both players count, also when both have one of the same name"

TEXTS: Final[Mapping[str, Text]] = {
    # Howard Stark
    "1imw": says(
        While(rule="untargetable-by-global", burst="*"),
        keywords=("Ally",),
        note="cost 2 by the book's example, where four energy buy two; one source says 3",
    ),
    "2imw": says(
        When(
            "turn-start",
            May((Sacrifice(THIS), Buff(Each(Who(side="own", another=True)), 2))),
            each_die=True,
        ),
        keywords=("Ally",),
    ),
    "3imw": says(
        When(
            "turn-start",
            May((Sacrifice(THIS), Spin(ANYONE, 1), Give(PICKED, "Iron Will"))),
            each_die=True,
        ),
        keywords=("Ally",),
    ),
    # Hulkbuster Iron Man
    "4imw": says(While(rule="cannot-be-blocked", against=Who(cost=(6, 99)))),
    "5imw": says(SUIT_UP_IRON_MAN, note=THE_VERY_NAME),
    "6imw": says(
        When(
            "fielded",
            May(
                (
                    KO(Target(Who(side="opposing", cost=(6, 99)))),
                    If(GainLife(2), any_moved=True),
                )
            ),
        )
    ),
    # Iron Manor
    "7imw": says(SUIT_UP_IRON_MAN, ARMORY, note=SPIN_IS_THE_COST),
    "8imw": says(SUIT_UP_IRON_MAN, *EACH_STARK, note=BOTH_SIDES),
    "9imw": says(SUIT_UP_IRON_MAN, *EACH_STARK, ARMORY, note=f"{BOTH_SIDES}; {SPIN_IS_THE_COST}"),
    # Iron Spider
    "10imw": says(
        When(
            "fielded",
            Buff(Target(OWN_STARK_OR_SPIDER), 0, 1),
            star=Buff(Each(OWN_STARK_OR_SPIDER), 0, 1),
        )
    ),
    "11imw": says(SuitUp(("Iron Spider", "Spider-Man"))),
    "12imw": says(
        When("fielded", Damage(ANYONE, CountOf(OWN_STARK_OR_SPIDER, times=2, different=True)))
    ),
    # Jarvis
    "13imw": says(
        When("fielded", Damage(ANYONE, FieldedThisTurn())),
        ARMORY,
        keywords=("Ally",),
        note="the book's example fields him without mentioning the damage; any character die "
        f"may be the target, his owner's too. {SPIN_IS_THE_COST}",
    ),
    "14imw": says(
        When(
            "fielded",
            (
                Decree("fielding-cost", Who(side="own"), amount=1, until="next-fielding"),
                Decree("bonus", Who(side="own"), attack=1, defence=1, until="next-fielding"),
            ),
        ),
        keywords=("Ally",),
    ),
    "15imw": says(When("fielded", GainLife(FieldedThisTurn())), keywords=("Ally",)),
    # Rescue
    "16imw": says(),
    "17imw": says(SUIT_UP_RESCUE, When("rolled", LoseLife(RolledEnergy()), inactive=True)),
    "18imw": says(
        SUIT_UP_RESCUE,
        When("rolled", DrawAndField(RolledEnergy(), team="Stark Industries"), inactive=True),
    ),
    # Space Armor Iron Man
    "19imw": says(SUIT_UP_IRON_MAN, note=THE_VERY_NAME),
    "20imw": says(
        SUIT_UP_IRON_MAN,
        When("damaged", GainLife(1), by=Who(side="opposing"), burst="*"),
    ),
    "21imw": says(Survive(pay="Shield"), When("fielded", Give(THIS, "Overcrush"), burst="*")),
    # War Machine
    "22imw": says(keywords=("Fast",)),
    "23imw": says(
        When("kos", Damage(OPPONENT, 2), by=Who(side="opposing"), in_combat=True),
        While(attack=1, burst="*"),
        keywords=("Fast",),
        note="the book's example counts 2 for an unblocked level 1 die, whose face has a burst "
        "that this card reads as +1A: the example ignores it, the card is followed here",
    ),
    "24imw": says(
        SUIT_UP_IRON_MAN,
        While(rule="cannot-be-blocked", against=Who(sidekick=True), burst="*"),
        keywords=("Fast",),
    ),
    # Basic actions
    "25imw": says(
        Act(
            (
                KO(Target(Who(keyword="Suit Up"))),
                If(LoseLife(1, "each"), any_moved=True),
            )
        ),
        note="two different effects: without a die to knock out nobody loses life",
    ),
    "26imw": says(
        Act(
            (
                Damage(ANYONE, 1),
                Damage(Target(Who(without=(0,))), 2),
                Damage(Target(Who(without=(0, 1))), 3),
            ),
            needs=Who(),
            at_least=3,
        ),
        Global("Fist", Buff(Target(Who(blocked=True)), 2)),
        note="the three or more character dice in the field may be anybody's",
    ),
    "27imw": says(
        When(
            "turn-end",
            If(LoseLife(2, "active"), no_attack=True),
            seats="each",
            each_die=True,
        ),
        InField(life=3, burst="*/**"),
        keywords=("Continuous",),
    ),
    "28imw": says(
        Act(Damage(Target(player="only"), CountOf(Who(side="picked"), plus=2))),
    ),
    "29imw": says(
        Act(KO(Target(Who(level=(1, 1)))), double=KO(Target(Who(level=(1, 2))))),
        Global("Fist", Give(Target(Who(blocked=True)), "no-combat-damage")),
    ),
    "30imw": says(Act(Damage(ANYONE, 1), star=Damage(ANYONE, 2), double=Damage(ANYONE, 2))),
    "31imw": says(
        Act(
            (
                Give(OWN, "Iron Will"),
                If(
                    If((), Who(energy="Shield"), picked=PICKED, otherwise=LoseLife(2, "you")),
                    any_moved=True,
                ),
            )
        )
    ),
    "32imw": says(
        Act(
            (
                Give(OWN, "Overcrush"),
                If((), Who(energy="Fist"), picked=PICKED, otherwise=Give(PICKED, "ko-at-end")),
            )
        )
    ),
    "33imw": says(
        Act(
            (
                Buff(OWN, 1),
                If(
                    Give(PICKED, "cannot-be-blocked"),
                    Who(energy="Mask", level=(1, 1)),
                    picked=PICKED,
                ),
            )
        )
    ),
    "34imw": says(Act((Buff(OWN, 2), If(Give(PICKED, "Fast"), Who(energy="Bolt"), picked=PICKED)))),
}
