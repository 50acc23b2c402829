"""Marvel: X-Men Forever campaign box, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    Buff,
    CardText,
    CountOf,
    Damage,
    Dice,
    Each,
    GainLife,
    Global,
    If,
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
    "4xmf": card_text(keywords=("Attune",)),
    "5xmf": card_text(keywords=("Fast", "Call Out")),
    "10xmf": card_text(
        When("ko", May(Move(Target(who=Dice(side="own", zone="used", team=("X-Men",))), "prep")))
    ),
    "12xmf": card_text(
        When("fielded", If(Damage(OPPONENT, 2), who=Dice(side="own", energy="Bolt"), at_least=3))
    ),
    "13xmf": card_text(keywords=("Overcrush",)),
    "15xmf": card_text(keywords=("Regenerate",)),
    "22xmf": card_text(When("damaged", Damage(OPPONENT, 2), step="attack")),
    "24xmf": card_text(When("fielded", Spin(Each(Dice(team=("X-Men",), another=True)), 1))),
    "25xmf": card_text(
        When("fielded", Damage(OPPONENT, 1), subject=Dice(side="opposing", team=("Villains",)))
    ),
    "26xmf": card_text(
        When(
            "attacks", Damage(OPPONENT, CountOf(Dice(energy="Bolt", attacking=True, another=True)))
        )
    ),
    "27xmf": card_text(When("fielded", Damage(Target(player="opponent"), 2))),
    "28xmf": card_text(
        When("fielded", Damage(OPPONENT, 1), subject=Dice(side="own", energy="Bolt"))
    ),
    "33xmf": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=1, defence=1),
            subject=Dice(side="own", team=("Brotherhood of Mutants",)),
        )
    ),
    "34xmf": card_text(When("deals-player", GainLife(1)), keywords=("Overcrush",)),
    "35xmf": card_text(keywords=("Energy Drain",)),
    "37xmf": card_text(keywords=("Attune",)),
    "38xmf": card_text(
        While(
            who=Dice(side="own", not_title="Magneto", team=("Hellfire Club",)), attack=2, defence=2
        )
    ),
    "42xmf": card_text(keywords=("Infiltrate",)),
    "44xmf": card_text(
        While(attack=CountOf(Dice(another=True)), defence=CountOf(Dice(another=True)))
    ),
    "46xmf": card_text(
        When("ko", GainLife(1), subject=Dice(side="own", sidekick=True)),
        Global(
            "Mask",
            May(
                Move(
                    Target(who=Dice(side="own", zone="used", sidekick=True), count=2, up_to=True),
                    "prep",
                )
            ),
            once=True,
            own_turn=True,
        ),
    ),
    "52xmf": card_text(keywords=("Regenerate",)),
    "53xmf": card_text(
        While(attack=1, needs=Dice(side="own", team=("Brotherhood of Mutants",), another=True)),
        keywords=("Overcrush",),
    ),
    "61xmf": card_text(
        When(
            "attacks",
            Damage(Each(Dice(side="opposing", energy="Shield")), 1),
            star=(
                Damage(Each(Dice(side="opposing", energy="Shield")), 1),
                Damage(Each(Dice(side="opposing", energy="Mask")), 1),
            ),
        )
    ),
    "70xmf": card_text(
        WhenUsed(KO(Target(who=Dice(attack=(5, 99))))), Global("Fist", Buff(Target(), attack=1))
    ),
    "71xmf": card_text(WhenUsed(Move(Target(who=Dice(side="opposing", zone="prep")), "used"))),
}
