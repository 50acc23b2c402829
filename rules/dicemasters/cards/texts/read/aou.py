"""Marvel: Age of Ultron, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    THIS,
    Buff,
    CardText,
    Cheaper,
    Damage,
    Dice,
    DrawDice,
    Each,
    GainLife,
    Give,
    May,
    Protection,
    ReturnToField,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "3aou": card_text(While(rule="cannot-be-blocked", against=Dice(sidekick=False))),
    "7aou": card_text(When("fielded", GainLife(2, seats="opponent"))),
    "8aou": card_text(
        When(
            "fielded",
            Damage(Target(who=Dice(side="opposing")), 1),
            subject=Dice(side="own", not_title="Hawkeye", team=("Avengers",)),
            word="Teamwatch",
        )
    ),
    "11aou": card_text(
        When(
            "fielded",
            Give(Each(Dice(side="own", own_card=True)), "Overcrush"),
            subject=Dice(side="own", not_title="Hulk", team=("Avengers",)),
            word="Teamwatch",
        )
    ),
    "14aou": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=1),
            subject=Dice(side="own", not_title="Iron Man", team=("Avengers",)),
            word="Teamwatch",
        )
    ),
    "24aou": card_text(
        When(
            "fielded",
            Damage(Target(who=Dice(not_team="Villains")), 1),
            subject=Dice(side="own", not_title="Vision", team=("Villains",)),
            word="Teamwatch",
        )
    ),
    "31aou": card_text(WhenUsed(DrawDice(2))),
    "36aou": card_text(When("attacks", Buff(THIS, defence=1))),
    "38aou": card_text(
        While(attack=2, burst="*"),
        While(rule="cannot-be-blocked", against=Dice(sidekick=True), burst="**"),
    ),
    "42aou": card_text(While(rule="cannot-be-blocked", against=Dice(energy="Mask"))),
    "44aou": card_text(keywords=("Deadly",)),
    "49aou": card_text(
        When(
            "fielded",
            Damage(Target(who=Dice(team=("Villains",))), 2),
            subject=Dice(side="own", not_title="Hyperion", team=("Avengers",)),
            word="Teamwatch",
        )
    ),
    "56aou": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), defence=2),
            subject=Dice(
                side="own", not_title="Moondragon", team=("Avengers", "Guardians of the Galaxy")
            ),
            word="Teamwatch",
        )
    ),
    "63aou": card_text(
        When(
            "fielded",
            Buff(Target(who=Dice(own_card=True, another=True)), attack=1, defence=1),
            burst="*",
        )
    ),
    "66aou": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=1, defence=1),
            subject=Dice(
                side="own", not_title="Starhawk", team=("Avengers", "Guardians of the Galaxy")
            ),
            word="Teamwatch",
        )
    ),
    "67aou": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", team=("Guardians of the Galaxy",))), defence=1),
            subject=Dice(side="own", not_title="Star-Lord", team=("Guardians of the Galaxy",)),
            word="Teamwatch",
        )
    ),
    "69aou": card_text(Protection(amount=99, in_combat=False)),
    "75aou": card_text(
        When(
            "action-used",
            Buff(Each(Dice(side="own", own_card=True)), attack=2),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "76aou": card_text(When("ko", GainLife(2), doing="attacking")),
    "80aou": card_text(While(attack=2, defence=2, needs=Dice(side="opposing", energy="Mask"))),
    "86aou": card_text(When("damaged", DrawDice(1), once=True)),
    "87aou": card_text(When("blocked", May(ReturnToField(THIS)))),
    "92aou": card_text(
        While(rule="cannot-be-blocked", needs=Dice(side="own", team=("Avengers",)), at_least=3)
    ),
    "102aou": card_text(
        While(
            who=Dice(side="own", team=("Guardians of the Galaxy",), attacking=True),
            attack=1,
            defence=1,
        )
    ),
    "103aou": card_text(While(rule="cannot-be-blocked")),
    "111aou": card_text(When("fielded", KO(Target(who=Dice(side="opposing", energy="Mask"))))),
    "117aou": card_text(
        When("attacks", May(Damage(Each(Dice(side="opposing")), 2), energy="2 Bolt"))
    ),
    "131aou": card_text(Cheaper(Dice(side="own", team=("Guardians of the Galaxy",)))),
    "136aou": card_text(While(who=Dice(side="own", another=True), defence=3)),
}
