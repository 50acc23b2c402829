"""Marvel: Avengers vs. X-Men, promos."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    PICKED,
    Buff,
    CardText,
    Choose,
    CountOf,
    Damage,
    Dice,
    Each,
    GainLife,
    Global,
    If,
    Join,
    LifeOf,
    LoseLife,
    May,
    Move,
    NameKind,
    StatOf,
    SwapDice,
    Target,
    When,
    Whenever,
    WhenUsed,
    While,
    card_text,
)

USED_SIDEKICK = Dice(side="own", zone="used", sidekick=True)
PHOENIX_FORCE = Dice(side="own", zone="used", title="Phoenix Force")

TEAMMATE: Final = Dice(side="own", another=True, shares_team=True)
REPLACEMENT: Final = Target(Dice(side="own", zone="used or prep", same_energy=True))

TEXTS: Final[Mapping[str, CardText]] = {
    "2avxop": card_text(
        WhenUsed(
            Move(Target(USED_SIDEKICK, count=2, up_to=True), "field", 1),
            double=Move(Target(USED_SIDEKICK, count=3), "field", 1),
        ),
        note="the dice moved are not fielded",
    ),
    "12avxop": card_text(
        When(
            "blocked",
            KO(Target(Dice(side="opposing", engaged_with_this=False), by="opponent")),
        ),
        Global("2 Fist", Move(Target(PHOENIX_FORCE), "field", 1), own_turn=True),
    ),
    "7avxop": card_text(
        When(
            "fielded",
            May(
                (
                    KO(Target(Dice(side="opposing", energy="Fist"))),
                    If(GainLife(StatOf(PICKED, "level")), any_moved=True),
                )
            ),
        )
    ),
    "1avxop": card_text(
        WhenUsed(
            Buff(
                Each(Dice(side="own")),
                CountOf(TEAMMATE, for_each_die=True),
                CountOf(TEAMMATE, for_each_die=True),
            )
        )
    ),
    "3avxop": card_text(
        WhenUsed(NameKind("energy", defence=1), double=NameKind("energy", defence=3)),
        Global("Shield", (), react="prevent-to-die"),
    ),
    "4avxop": card_text(
        WhenUsed(
            SwapDice(Target(Dice(side="own")), REPLACEMENT, same_level=True),
            star=SwapDice(Target(Dice(side="own")), REPLACEMENT, same_level=True, up=1),
            double=SwapDice(Target(Dice(side="own")), REPLACEMENT, same_level=True, up=1),
        ),
        note="each goes where the other was",
    ),
    "5avxop": card_text(
        WhenUsed(Whenever(When("ko", Damage(OPPONENT, 1), subject=Dice(side="opposing")))),
        note="those knocked out from now on until the turn ends, by whatever it is",
    ),
    "6avxop": card_text(
        WhenUsed(
            (
                Choose(Target(Dice(not_energy="Shield"))),
                If(
                    Damage(PICKED, 4),
                    who=Dice(team=("Villains",)),
                    picked=PICKED,
                    otherwise=Damage(PICKED, 2),
                ),
            )
        ),
        Global("Mask", Join(Target(), "Villains")),
    ),
    "8avxop": card_text(
        When("attacks", May(LoseLife(LifeOf("opponent", half="down")), energy="3 Fist"))
    ),
    "9avxop": card_text(When("attacks", GainLife(LifeOf("you"), most=10), alone=True)),
    "10avxop": card_text(
        When("turn-end", KO(Target(Dice(sidekick=False, lowest="cost")))),
        Global(
            "2 Fist",
            (
                Choose(Target(Dice(side="own", team=("Phoenix Force",)))),
                Buff(PICKED, StatOf(PICKED, "attack"), StatOf(PICKED, "defence")),
            ),
            once=True,
        ),
        note="of both players' characters",
    ),
    "13avxop": card_text(While(Dice(side="opposing"), rule="one-to-player")),
}
