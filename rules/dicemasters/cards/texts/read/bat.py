"""DC: Batman, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EVENT_DIE,
    KO,
    OPPONENT,
    THIS,
    Buff,
    CardText,
    Cheaper,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    Global,
    If,
    May,
    Move,
    Spin,
    StatOf,
    SuitUp,
    SwapFigures,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1bat": card_text(keywords=("Ally",)),
    "4bat": card_text(
        WhenUsed(Damage(Target(who=Dice(team=("Villains",))), 3)), keywords=("Boomerang",)
    ),
    "5bat": card_text(
        While(attack=1, defence=1, needs=Dice(not_title="Batgirl", team=("Batman Family",)))
    ),
    "8bat": card_text(While(who=Dice(team=("New Gods",), another=True), attack=2, defence=2)),
    "10bat": card_text(
        Cheaper(Dice(side="own", not_team="Villains"), less=2, what="fielding"), keywords=("Ally",)
    ),
    "13bat": card_text(
        While(attack=2, defence=2, needs=Dice(side="own", title="Hawk")),
        Global("Shield", Buff(Target(who=Dice(attacking=True)), attack=-1)),
    ),
    "14bat": card_text(When("fielded", Damage(OPPONENT, CountOf(Dice(side="own", energy="Bolt"))))),
    "15bat": card_text(
        When(
            "fielded",
            DrawDice(1),
            subject=Dice(side="own", not_title="Harley Quinn", team=("Villains",)),
        )
    ),
    "18bat": card_text(When("fielded", Damage(Target(), StatOf(THIS, "attack")))),
    "19bat": card_text(
        When(
            "fielded",
            May(KO(Target(who=Dice(team=("Batman Family",), than_this="equal or lower")))),
        )
    ),
    "22bat": card_text(While(rule="untargetable")),
    "25bat": card_text(When("ko", Move(THIS, "field", level=1))),
    "26bat": card_text(
        When("fielded", Buff(Each(Dice(side="own", team=("Villains",))), attack=2, defence=2))
    ),
    "27bat": card_text(keywords=("Swarm",)),
    "29bat": card_text(
        When("attacks", Buff(THIS, attack=CountOf(Dice(attacking=True, another=True))))
    ),
    "31bat": card_text(
        While(rule="Regenerate", needs=Dice(side="own", title="Batman")), keywords=("Ally",)
    ),
    "36bat": card_text(When("attacks", May(SwapFigures(THIS)))),
    "44bat": card_text(
        WhenUsed(Damage(Target(), CountOf(Dice(side="own", team=("Batman Family",))))),
        keywords=("Boomerang",),
    ),
    "51bat": card_text(While(rule="cannot-be-blocked", against=Dice(team=("Villains",)))),
    "57bat": card_text(
        When("attacks", Spin(Each(Dice(side="own", own_card=True)), 1), subject=Dice(sidekick=True))
    ),
    "58bat": card_text(
        When("fielded", Damage(Target(who=Dice(side="opposing")), 1), subject=Dice(side="opposing"))
    ),
    "61bat": card_text(When("fielded", KO(Each(Dice(attack=(0, 2)))))),
    "62bat": card_text(
        When(
            "ko",
            May(
                (
                    Move(Target(who=Dice(side="own", another=True)), "prep"),
                    If(Move(THIS, "field", level=3), any_moved=True),
                )
            ),
        )
    ),
    "69bat": card_text(
        When(
            "attacks",
            Damage(Target(who=Dice(side="opposing")), CountOf(Dice(attacking=True, another=True))),
        )
    ),
    "84bat": card_text(
        WhenUsed(Spin(Each(Dice(side="own", team=("Batman Family",))), 1)), keywords=("Boomerang",)
    ),
    "85bat": card_text(
        When(
            "fielded",
            Buff(
                Each(Dice(side="own", team=("Batman Family",), another=True)), attack=1, defence=1
            ),
        )
    ),
    "90bat": card_text(
        When("fielded", Move(Target(who=Dice(side="own", zone="used", title="Batman")), "prep")),
        keywords=("Ally",),
    ),
    "91bat": card_text(While(attack=CountOf(Dice(side="opposing", team=("Villains",))))),
    "96bat": card_text(When("attacks", May(Spin(EVENT_DIE, 1)), subject=Dice(not_team="Villains"))),
    "98bat": card_text(While(attack=2, defence=2, needs=Dice(team=("Batman Family",)))),
    "103bat": card_text(When("fielded", Damage(OPPONENT, 2)), When("attacks", Damage(OPPONENT, 2))),
    "113bat": card_text(SuitUp(("Batman",))),
}
