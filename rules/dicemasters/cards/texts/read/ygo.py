"""Yu-Gi-Oh! Series One, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    THIS,
    Buff,
    CardText,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    GainLife,
    Global,
    If,
    ImposeRule,
    May,
    Move,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "11ygo": card_text(When("attacks", Spin(Target(who=Dice(side="opposing")), -3), alone=True)),
    "12ygo": card_text(
        When("attacks", Buff(THIS, attack=CountOf(Dice(attacking=True, another=True)))),
        When("fielded", Damage(Target(), 3), burst="*"),
    ),
    "14ygo": card_text(While(rule="cannot-be-blocked", against=Dice(title_has="Dragon"))),
    "20ygo": card_text(When("fielded", Buff(THIS, attack=2))),
    "27ygo": card_text(When("ko", KO(Target(who=Dice(side="opposing", sidekick=True))))),
    "33ygo": card_text(When("fielded", GainLife(1))),
    "39ygo": card_text(
        When(
            "fielded",
            May(
                Move(
                    Target(who=Dice(side="own", zone="used", sidekick=True), count=2, up_to=True),
                    "prep",
                )
            ),
        )
    ),
    "40ygo": card_text(WhenUsed(KO(Target(who=Dice(level=(1, 1), cost=(0, 5)))))),
    "44ygo": card_text(When("fielded", If(DrawDice(1, to="reserve"), behind="characters"))),
    "56ygo": card_text(When("ko", KO(Target(who=Dice(engaged_with_this=True))), in_combat=True)),
    "64ygo": card_text(
        While(rule="cannot-be-blocked", against=Dice(sidekick=True)),
        When("deals-player", KO(Target(who=Dice(side="opposing", sidekick=True)))),
    ),
    "66ygo": card_text(When("fielded", May(Spin(Target(), 1), life=1))),
    "69ygo": card_text(WhenUsed(KO(Each(Dice(sidekick=True))))),
    "82ygo": card_text(
        When("fielded", Buff(Each(Dice(side="own", attacking=True)), attack=1, defence=1))
    ),
    "97ygo": card_text(
        When("fielded", ImposeRule("cannot-block", who=Dice(level=(1, 1)))),
        When("fielded", KO(Target(who=Dice(level=(1, 1)), count=2, up_to=True)), burst="*"),
    ),
    "101ygo": card_text(Global("Bolt", Damage(Target(), 1))),
}
