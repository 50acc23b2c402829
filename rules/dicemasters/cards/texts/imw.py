"""Marvel Dice Masters: Iron Man and War Machine."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    PICKED,
    THIS,
    Buff,
    CardText,
    ContinuousDie,
    CountOf,
    Damage,
    Dice,
    DrawAndField,
    Each,
    FieldedThisTurn,
    GainLife,
    Give,
    Global,
    If,
    ImposeRule,
    LoseLife,
    May,
    RolledEnergy,
    Sacrifice,
    Spin,
    SuitUp,
    Survive,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

ANYONE = Target()
OWN = Target(Dice(side="own"))
STARK = ("Stark Industries",)
STARK_OR_SPIDER = ("Stark Industries", "Spider-Friends")
OWN_STARK_OR_SPIDER = Dice(side="own", team=STARK_OR_SPIDER)

SUIT_UP_IRON_MAN = SuitUp(("Iron Man",))  # a title: Space Armor Iron Man is another one
SUIT_UP_RESCUE = SuitUp(("Pepper Potts", "Rescue"))
ARMORY = Global(
    "0",
    (
        Spin(Target(Dice(side="own", team=STARK, level=(2, 9))), -1),
        If(
            ImposeRule(
                "fielding-cost", Dice(side="own", team=STARK), amount=1, until="next-fielding"
            ),
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
        attack=CountOf(Dice(side="own", team=STARK, not_title="Iron Manor"), different=True),
        defence=CountOf(Dice(side="own", team=STARK, not_title="Iron Manor"), different=True),
    ),
    While(
        attack=CountOf(Dice(side="opposing", team=STARK), different=True),
        defence=CountOf(Dice(side="opposing", team=STARK), different=True),
    ),
)
BOTH_SIDES = "characters of both players count, also when both have one of the same name"

TEXTS: Final[Mapping[str, CardText]] = {
    # Howard Stark
    "1imw": card_text(
        While(rule="untargetable-by-global", burst="*"),
        keywords=("Ally",),
        note="cost 2 by the book's example, where four energy buy two; one source says 3",
    ),
    "2imw": card_text(
        When(
            "turn-start",
            May((Sacrifice(THIS), Buff(Each(Dice(side="own", another=True)), 2))),
            each_die=True,
        ),
        keywords=("Ally",),
    ),
    "3imw": card_text(
        When(
            "turn-start",
            May((Sacrifice(THIS), Spin(ANYONE, 1), Give(PICKED, "Iron Will"))),
            each_die=True,
        ),
        keywords=("Ally",),
    ),
    # Hulkbuster Iron Man
    "4imw": card_text(While(rule="cannot-be-blocked", against=Dice(cost=(6, 99)))),
    "5imw": card_text(SUIT_UP_IRON_MAN, note=THE_VERY_NAME),
    "6imw": card_text(
        When(
            "fielded",
            May(
                (
                    KO(Target(Dice(side="opposing", cost=(6, 99)))),
                    If(GainLife(2), any_moved=True),
                )
            ),
        )
    ),
    # Iron Manor
    "7imw": card_text(SUIT_UP_IRON_MAN, ARMORY, note=SPIN_IS_THE_COST),
    "8imw": card_text(SUIT_UP_IRON_MAN, *EACH_STARK, note=BOTH_SIDES),
    "9imw": card_text(
        SUIT_UP_IRON_MAN, *EACH_STARK, ARMORY, note=f"{BOTH_SIDES}; {SPIN_IS_THE_COST}"
    ),
    # Iron Spider
    "10imw": card_text(
        When(
            "fielded",
            Buff(Target(OWN_STARK_OR_SPIDER), 0, 1),
            star=Buff(Each(OWN_STARK_OR_SPIDER), 0, 1),
        )
    ),
    "11imw": card_text(SuitUp(("Iron Spider", "Spider-Man"))),
    "12imw": card_text(
        When("fielded", Damage(ANYONE, CountOf(OWN_STARK_OR_SPIDER, times=2, different=True)))
    ),
    # Jarvis
    "13imw": card_text(
        When("fielded", Damage(ANYONE, FieldedThisTurn())),
        ARMORY,
        keywords=("Ally",),
        note="the book's example fields him without mentioning the damage; any character die "
        f"may be the target, his owner's too. {SPIN_IS_THE_COST}",
    ),
    "14imw": card_text(
        When(
            "fielded",
            (
                ImposeRule("fielding-cost", Dice(side="own"), amount=1, until="next-fielding"),
                ImposeRule("bonus", Dice(side="own"), attack=1, defence=1, until="next-fielding"),
            ),
        ),
        keywords=("Ally",),
    ),
    "15imw": card_text(When("fielded", GainLife(FieldedThisTurn())), keywords=("Ally",)),
    # Rescue
    "16imw": card_text(),
    "17imw": card_text(SUIT_UP_RESCUE, When("rolled", LoseLife(RolledEnergy()), inactive=True)),
    "18imw": card_text(
        SUIT_UP_RESCUE,
        When("rolled", DrawAndField(RolledEnergy(), team="Stark Industries"), inactive=True),
    ),
    # Space Armor Iron Man
    "19imw": card_text(SUIT_UP_IRON_MAN, note=THE_VERY_NAME),
    "20imw": card_text(
        SUIT_UP_IRON_MAN,
        When("damaged", GainLife(1), by=Dice(side="opposing"), burst="*"),
    ),
    "21imw": card_text(Survive(pay="Shield"), When("fielded", Give(THIS, "Overcrush"), burst="*")),
    # War Machine
    "22imw": card_text(keywords=("Fast",)),
    "23imw": card_text(
        When("kos", Damage(OPPONENT, 2), by=Dice(side="opposing"), in_combat=True),
        While(attack=1, burst="*"),
        keywords=("Fast",),
        note="the book's example counts 2 for an unblocked level 1 die, whose face has a burst "
        "that this card reads as +1A: the example ignores it, the card is followed here",
    ),
    "24imw": card_text(
        SUIT_UP_IRON_MAN,
        While(rule="cannot-be-blocked", against=Dice(sidekick=True), burst="*"),
        keywords=("Fast",),
    ),
    # Basic actions
    "25imw": card_text(
        WhenUsed(
            (
                KO(Target(Dice(keyword="Suit Up"))),
                If(LoseLife(1, "each"), any_moved=True),
            )
        ),
        note="two different effects: without a die to knock out nobody loses life",
    ),
    "26imw": card_text(
        WhenUsed(
            (
                Damage(ANYONE, 1),
                Damage(Target(Dice(without=(0,))), 2),
                Damage(Target(Dice(without=(0, 1))), 3),
            ),
            needs=Dice(),
            at_least=3,
        ),
        Global("Fist", Buff(Target(Dice(blocked=True)), 2)),
        note="the three or more character dice in the field may be anybody's",
    ),
    "27imw": card_text(
        When(
            "turn-end",
            If(LoseLife(2, "active"), no_attack=True),
            seats="each",
            each_die=True,
        ),
        ContinuousDie(life=3, burst="*/**"),
        keywords=("Continuous",),
    ),
    "28imw": card_text(
        WhenUsed(Damage(Target(player="only"), CountOf(Dice(side="picked"), plus=2))),
    ),
    "29imw": card_text(
        WhenUsed(KO(Target(Dice(level=(1, 1)))), double=KO(Target(Dice(level=(1, 2))))),
        Global("Fist", Give(Target(Dice(blocked=True)), "no-combat-damage")),
    ),
    "30imw": card_text(
        WhenUsed(Damage(ANYONE, 1), star=Damage(ANYONE, 2), double=Damage(ANYONE, 2))
    ),
    "31imw": card_text(
        WhenUsed(
            (
                Give(OWN, "Iron Will"),
                If(
                    If((), Dice(energy="Shield"), picked=PICKED, otherwise=LoseLife(2, "you")),
                    any_moved=True,
                ),
            )
        )
    ),
    "32imw": card_text(
        WhenUsed(
            (
                Give(OWN, "Overcrush"),
                If(
                    (),
                    Dice(energy="Fist"),
                    picked=PICKED,
                    otherwise=Give(PICKED, "ko-at-end"),
                ),
            )
        )
    ),
    "33imw": card_text(
        WhenUsed(
            (
                Buff(OWN, 1),
                If(
                    Give(PICKED, "cannot-be-blocked"),
                    Dice(energy="Mask", level=(1, 1)),
                    picked=PICKED,
                ),
            )
        )
    ),
    "34imw": card_text(
        WhenUsed((Buff(OWN, 2), If(Give(PICKED, "Fast"), Dice(energy="Bolt"), picked=PICKED)))
    ),
}
