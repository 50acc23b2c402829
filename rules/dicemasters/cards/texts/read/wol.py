"""DC: War of Light, as `models.card_reader` read it."""

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
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    If,
    ImposeRule,
    May,
    Move,
    Spin,
    StatOf,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "3wol": card_text(
        When(
            "fielded",
            May(
                (
                    KO(Target(who=Dice(team=("Green Lantern", "Blue Lantern")))),
                    If(
                        Move(Target(who=Dice(side="own", zone="used", team=("Villains",))), "prep"),
                        any_moved=True,
                    ),
                )
            ),
        )
    ),
    "7wol": card_text(
        While(rule="must-attack"),
        When("attacks", Buff(THIS, attack=CountOf(Dice(attacking=True, another=True)))),
    ),
    "9wol": card_text(When("blocked", DrawDice(1))),
    "14wol": card_text(
        While(
            attack=CountOf(Dice(side="opposing", team=("Villains",))),
            defence=CountOf(Dice(side="opposing", team=("Villains",))),
        )
    ),
    "37wol": card_text(When("attacks", KO(Target(who=Dice(energy="Shield"))))),
    "46wol": card_text(
        When("fielded", Damage(Target(who=Dice(team=("Villains",))), StatOf(THIS, "attack")))
    ),
    "47wol": card_text(While(attack=2, defence=2, needs=Dice(side="own", title="Munk"))),
    "48wol": card_text(When("ko", DrawDice(1))),
    "49wol": card_text(
        When("fielded", KO(Target(who=Dice(team=("Black Lantern",), than_this="equal or lower"))))
    ),
    "50wol": card_text(While(attack=CountOf(Dice(side="opposing", energy="Mask")))),
    "59wol": card_text(
        When(
            "fielded",
            Move(
                Each(Dice(side="own", zone="used", team=("Green Lantern", "Blue Lantern"))), "prep"
            ),
        )
    ),
    "61wol": card_text(While(attack=2, defence=2, needs=Dice(side="own", title="Indigo-1"))),
    "63wol": card_text(BlocksSeveral(2)),
    "65wol": card_text(
        While(rule="cannot-attack", needs=Dice(team=("Green Lantern",)), at_least=0, at_most=0),
        While(rule="cannot-block", needs=Dice(team=("Green Lantern",)), at_least=0, at_most=0),
    ),
    "69wol": card_text(
        When("fielded", Damage(OPPONENT, CountOf(Dice(side="own", team=("Teen Titans",)))))
    ),
    "70wol": card_text(When("attacks", KO(Target(who=Dice(energy="Bolt"))))),
    "71wol": card_text(keywords=("Overcrush",)),
    "72wol": card_text(
        While(
            rule="cannot-attack",
            needs=Dice(side="own", title="Saint Walker"),
            at_least=0,
            at_most=0,
        ),
        While(
            rule="cannot-block", needs=Dice(side="own", title="Saint Walker"), at_least=0, at_most=0
        ),
    ),
    "82wol": card_text(
        While(
            rule="cannot-attack",
            needs=Dice(side="own", team=("Green Lantern",)),
            at_least=0,
            at_most=0,
        ),
        While(
            rule="cannot-block",
            needs=Dice(side="own", team=("Green Lantern",)),
            at_least=0,
            at_most=0,
        ),
    ),
    "85wol": card_text(
        While(who=Dice(energy="Fist"), rule="cannot-be-blocked", against=Dice(energy="Mask"))
    ),
    "93wol": card_text(When("attacks", Spin(Target(who=Dice(side="opposing")), -1))),
    "96wol": card_text(BlocksSeveral(20, who=Dice(energy="Bolt"))),
    "100wol": card_text(While(who=Dice(not_title="Spectre"), rule="must-attack")),
    "103wol": card_text(While(who=Dice(side="own", sidekick=True), attack=1, defence=2)),
    "124wol": card_text(While(rule="cannot-be-blocked", against=Dice(level=(1, 1)))),
    "125wol": card_text(
        When(
            "fielded",
            May(
                Move(
                    Target(who=Dice(side="own", zone="used", team=("Indigo Tribe",), another=True)),
                    "prep",
                )
            ),
        )
    ),
    "130wol": card_text(
        Cheaper(Dice(side="own", team=("Red Lantern", "Black Lantern")), less=2, least=1)
    ),
    "131wol": card_text(When("fielded", KO(Target(who=Dice(energy="Bolt"), count=2, up_to=True)))),
    "132wol": card_text(When("attacks", ImposeRule("must-block", who=Dice(side="opposing")))),
}
