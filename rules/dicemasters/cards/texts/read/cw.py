"""Marvel: Civil War, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EACH_PLAYER,
    KO,
    OPPONENT,
    THIS,
    BlocksSeveral,
    Buff,
    CardText,
    Damage,
    Dearer,
    Dice,
    DrawDice,
    Each,
    GainLife,
    Give,
    Global,
    If,
    ImposeRule,
    May,
    Move,
    PickedDie,
    Remember,
    ReturnToField,
    Spin,
    SwapFigures,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1cw": card_text(When("fielded", Damage(Target(who=Dice(side="opposing")), 1))),
    "4cw": card_text(
        When("ko", Remember(), subject=Dice(side="own"), inactive=True),
        When("turn-end", If(GainLife(1), remembered=True), word="Resistance"),
        When("turn-end", Spin(Each(Dice(side="own", own_card=True)), 1)),
    ),
    "5cw": card_text(
        When("ko", Remember(), subject=Dice(side="own"), inactive=True),
        When("turn-end", If(Damage(OPPONENT, 1), remembered=True), word="Resistance"),
        When("turn-end", Spin(Each(Dice(side="own", own_card=True)), 1)),
    ),
    "7cw": card_text(When("fielded", Give(Target(who=Dice(sidekick=True)), "cannot-be-blocked"))),
    "8cw": card_text(keywords=("Intimidate",)),
    "9cw": card_text(When("fielded", Buff(Target(who=Dice(side="own")), defence=2), burst="*")),
    "12cw": card_text(
        Global("Bolt", Damage(Target(who=Dice(blocking=True)), 1)), keywords=("Fast",)
    ),
    "14cw": card_text(keywords=("Intimidate",)),
    "21cw": card_text(keywords=("Fast",)),
    "27cw": card_text(
        WhenUsed(
            Spin(Each(Dice(side="own")), 1),
            star=Spin(Each(Dice(side="own")), 3),
            double=Spin(Each(Dice(side="own")), 3),
        )
    ),
    "32cw": card_text(
        WhenUsed(Buff(Each(Dice(attacking=True, blocked=False)), attack=3)),
        Global(
            "Fist",
            May(
                (),
                life=1,
                otherwise=Give(Target(who=Dice(side="opposing")), "cannot-block"),
                by="opponent",
            ),
        ),
    ),
    "34cw": card_text(
        When(
            "fielded",
            If(
                Move(Target(who=Dice(side="own", zone="used", kind="die")), "prep"),
                who=Dice(side="own", keyword="Resistance"),
            ),
        )
    ),
    "36cw": card_text(When("attacks", Damage(Each(Dice(side="opposing", energy="Fist")), 1))),
    "40cw": card_text(
        When(
            "fielded",
            May(
                KO(Target(who=Dice(side="opposing"), by="opponent")),
                otherwise=GainLife(1),
                by="opponent",
            ),
            subject=Dice(side="opposing", sidekick=True),
            word="Enlistment",
        )
    ),
    "41cw": card_text(Global("Fist", Buff(Target(), attack=1, defence=1))),
    "42cw": card_text(When("attacks", Buff(Each(Dice(attacking=True, another=True)), attack=1))),
    "46cw": card_text(
        When("attacks", If(Buff(THIS, attack=2), who=Dice(side="own", sidekick=True), at_least=2))
    ),
    "47cw": card_text(When("attacks", May(SwapFigures(THIS), energy="Mask"))),
    "50cw": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), defence=1),
            subject=Dice(side="own", keyword="Resistance"),
        )
    ),
    "51cw": card_text(
        When("fielded", Damage(Each(Dice(side="opposing", title="Iron Man")), 2)),
        While(who=Dice(side="own", title="Captain America"), attack=2),
    ),
    "54cw": card_text(
        When("blocks", Buff(Target(who=Dice(not_energy="Shield", attacking=True)), attack=-2))
    ),
    "56cw": card_text(keywords=("Intimidate",)),
    "57cw": card_text(
        WhenUsed(
            (
                Buff(Target(who=Dice(side="own", energy="Fist")), attack=1),
                Give(PickedDie(number=0), "Overcrush"),
            )
        )
    ),
    "58cw": card_text(When("ko", Damage(Each(Dice(another=True)), 1), in_combat=True)),
    "60cw": card_text(When("attacks", Damage(EACH_PLAYER, 1))),
    "64cw": card_text(When("blocks", May(ReturnToField(THIS), energy="Shield"))),
    "68cw": card_text(keywords=("Intimidate",)),
    "69cw": card_text(Dearer(Dice(sidekick=True), what="fielding")),
    "72cw": card_text(
        When(
            "action-used",
            Buff(Each(Dice(side="own", own_card=True)), attack=1, defence=1),
            subject=Dice(side="opposing", kind="die"),
        )
    ),
    "73cw": card_text(keywords=("Fast",)),
    "81cw": card_text(When("blocked", May(ReturnToField(THIS)))),
    "85cw": card_text(
        While(rule="cannot-attack"),
        When("fielded", Buff(Target(who=Dice(side="own", sidekick=True)), defence=2)),
    ),
    "88cw": card_text(When("fielded", Damage(OPPONENT, 1))),
    "102cw": card_text(
        Dearer(Dice(sidekick=True), what="fielding"),
        When("fielded", Damage(OPPONENT, 1), subject=Dice(side="own", sidekick=True)),
    ),
    "106cw": card_text(
        When(
            "ko",
            ImposeRule("cannot-be-blocked", who=Dice(side="own", own_card=True)),
            subject=Dice(side="own"),
            word="Resistance",
        )
    ),
    "111cw": card_text(When("ko", Damage(EACH_PLAYER, 2), doing="attacking")),
    "115cw": card_text(BlocksSeveral(2)),
    "120cw": card_text(When("attacks", Damage(OPPONENT, 1))),
    "121cw": card_text(When("attacks", Spin(Each(Dice(side="opposing")), -1))),
    "125cw": card_text(
        WhenUsed(Buff(Each(Dice(side="own", energy="Fist/Mask")), attack=1, defence=1))
    ),
    "126cw": card_text(
        When(
            "ko",
            May(
                KO(Target(who=Dice(side="opposing"), by="opponent")),
                otherwise=DrawDice(1, to="reserve"),
                by="opponent",
            ),
            in_combat=True,
            word="Enlistment",
        )
    ),
    "134cw": card_text(
        When(
            "attacks",
            May(
                KO(Target(who=Dice(side="opposing"), by="opponent")),
                otherwise=Damage(EACH_PLAYER, 3),
                by="opponent",
            ),
            word="Resistance",
        )
    ),
    "139cw": card_text(When("attacks", Damage(OPPONENT, 4))),
    "140cw": card_text(While(who=Dice(side="own", sidekick=True), attack=2, defence=2)),
}
