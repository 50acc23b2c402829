"""Marvel: Secret Wars, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    THIS,
    BlocksSeveral,
    Buff,
    CardText,
    Cheaper,
    Damage,
    Dice,
    DrawDice,
    Each,
    GainLife,
    Give,
    Global,
    HowMany,
    If,
    ImposeRule,
    Move,
    RollDice,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "12msw": card_text(
        WhenUsed((RollDice(Target(count=2), character="stay", other="stay"), GainLife(1)))
    ),
    "14msw": card_text(WhenUsed(RollDice(Each(Dice()), character="stay", other="stay"))),
    "16msw": card_text(
        WhenUsed(KO(Target(who=Dice(level=(1, 1)))), double=KO(Target(who=Dice(level=(1, 2))))),
        Global("Fist", Give(Target(who=Dice(blocked=True)), "no-damage")),
    ),
    "17msw": card_text(While(who=Dice(side="own"), defence=1)),
    "18msw": card_text(keywords=("Overcrush",)),
    "19msw": card_text(keywords=("Regenerate",)),
    "20msw": card_text(
        When("energize", DrawDice(2, to="reserve"), word="Energize"),
        When("fielded", DrawDice(1, to="reserve")),
    ),
    "23msw": card_text(While(who=Dice(side="own"), attack=1, defence=1)),
    "25msw": card_text(
        When(
            "fielded",
            (
                KO(Target(who=Dice(side="own"))),
                If(
                    ImposeRule("purchase-cost", amount=2, least=1, until="next-purchase"),
                    any_moved=True,
                ),
            ),
        )
    ),
    "26msw": card_text(When("fielded", Damage(Target(who=Dice(energy="Mask")), 4))),
    "29msw": card_text(
        When("fielded", (Damage(Target(), 3), RollDice(Target(), character="stay", other="stay")))
    ),
    "31msw": card_text(When("fielded", DrawDice(2, to="reserve"))),
    "34msw": card_text(While(rule="untargetable")),
    "36msw": card_text(
        When("action-used", Damage(Target(), 2), subject=Dice(side="opposing", kind="die"))
    ),
    "41msw": card_text(
        When(
            "fielded",
            Move(Target(who=Dice(side="own", zone="used", kind="die"), count=2, up_to=True), "bag"),
            subject=Dice(side="own", not_title="Mr. Fantastic", team=("Fantastic Four",)),
            word="Teamwatch",
        )
    ),
    "42msw": card_text(
        When("blocks", Buff(THIS, attack=3)),
        When("blocked", Buff(THIS, attack=3)),
        Global("Shield", Buff(Target(), defence=1)),
    ),
    "44msw": card_text(keywords=("Regenerate",)),
    "46msw": card_text(
        When(
            "action-used",
            RollDice(Target(), character="stay", other="stay"),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "47msw": card_text(While(rule="cannot-be-blocked", burst="*")),
    "49msw": card_text(When("fielded", Buff(Each(Dice(side="own")), attack=1))),
    "50msw": card_text(While(rule="cannot-be-blocked", against=Dice(cost=(0, 2)))),
    "51msw": card_text(When("fielded", DrawDice(2, to="reserve"))),
    "53msw": card_text(When("fielded", KO(Target(who=Dice(energy="Shield"))))),
    "54msw": card_text(When("fielded", DrawDice(1, to="reserve"))),
    "55msw": card_text(Cheaper(Dice(own_card=True), less=9, what="fielding")),
    "56msw": card_text(keywords=("Deadly",)),
    "57msw": card_text(While(who=Dice(side="own"), rule="Fast")),
    "64msw": card_text(
        When("energize", RollDice(Target(), character="stay", other="stay"), word="Energize"),
        keywords=("Deadly",),
    ),
    "65msw": card_text(keywords=("Regenerate",)),
    "71msw": card_text(When("fielded", Give(Target(), "cannot-block"))),
    "81msw": card_text(
        While(who=Dice(side="own", own_card=True, blocking=True), attack=2, defence=2),
        Global("Mask", Give(Target(), "must-attack")),
    ),
    "83msw": card_text(When("damaged", Damage(OPPONENT, HowMany()), in_combat=True)),
    "85msw": card_text(
        When("action-used", Damage(Target(), 3), subject=Dice(side="opposing", kind="die"))
    ),
    "86msw": card_text(
        When(
            "action-used",
            Buff(Each(Dice(side="own")), attack=1),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "88msw": card_text(BlocksSeveral(2)),
    "89msw": card_text(
        When(
            "fielded",
            Buff(Target(), attack=2),
            subject=Dice(side="own", not_title="Star-Lord", team=("Guardians of the Galaxy",)),
            word="Teamwatch",
        )
    ),
    "90msw": card_text(
        When("energize", Damage(Target(), 2), word="Energize"),
        When("fielded", KO(Target(who=Dice(energy="Mask")))),
    ),
    "91msw": card_text(When("fielded", RollDice(Target(), character="stay", other="stay"))),
    "97msw": card_text(When("fielded", Buff(Target(count=2), attack=1))),
    "101msw": card_text(While(who=Dice(side="own", energy="Shield"), attack=1, defence=1)),
    "102msw": card_text(
        When(
            "action-used",
            ImposeRule("purchase-cost", amount=2, least=1, until="next-purchase"),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "114msw": card_text(
        When(
            "action-used", (GainLife(2), Damage(Target(), 2)), subject=Dice(side="own", kind="die")
        )
    ),
    "128msw": card_text(
        When(
            "fielded",
            DrawDice(1),
            subject=Dice(side="own", not_title="Spider-Man", team=("Avengers", "Spider-Friends")),
            word="Teamwatch",
        )
    ),
    "131msw": card_text(When("ko", Damage(Target(), 4), subject=Dice(side="own"))),
    "134msw": card_text(
        When("fielded", KO(Target(who=Dice(energy="Shield")))), keywords=("Overcrush",)
    ),
    "135msw": card_text(
        When(
            "fielded",
            GainLife(1),
            subject=Dice(
                side="own", not_title="Ultimate Spider-Man", team=("Avengers", "Spider-Friends")
            ),
            word="Teamwatch",
        ),
        When("ko", GainLife(2)),
    ),
    "137msw": card_text(
        When("fielded", Damage(Target(), 2), subject=Dice(side="own")),
        Global(
            "Bolt",
            (
                KO(Target(who=Dice(side="own"))),
                ImposeRule("purchase-cost", amount=2, least=1, until="next-purchase"),
            ),
            once=True,
        ),
        keywords=("Overcrush",),
    ),
    "138msw": card_text(
        When(
            "fielded",
            RollDice(Target(), character="stay", other="stay"),
            subject=Dice(side="own", level=(3, 3)),
        )
    ),
    "148msw": card_text(
        While(who=Dice(side="opposing", not_energy="Fist"), attack=-1, defence=-1),
        Global("Fist", Spin(Target(who=Dice(side="opposing", energy="Fist")), -1)),
    ),
    "149msw": card_text(
        When(
            "fielded",
            (Damage(Target(), 2), DrawDice(1)),
            subject=Dice(side="own", not_title="Star-Lord", team=("Guardians of the Galaxy",)),
            word="Teamwatch",
        )
    ),
    "150msw": card_text(
        When("fielded", DrawDice(3, to="reserve")),
        Global("Fist", DrawDice(1), once=True, own_turn=True),
        keywords=("Iron Will",),
    ),
}
