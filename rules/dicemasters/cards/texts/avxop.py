"""Marvel: Avengers vs. X-Men, promos."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    PICKED,
    CardText,
    Dice,
    GainLife,
    Global,
    If,
    May,
    Move,
    StatOf,
    Target,
    When,
    WhenUsed,
    card_text,
)

USED_SIDEKICK = Dice(side="own", zone="used", sidekick=True)
PHOENIX_FORCE = Dice(side="own", zone="used", title="Phoenix Force")

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
}
