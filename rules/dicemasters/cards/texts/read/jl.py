"""DC: Justice League, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EACH_PLAYER,
    EVENT_DIE,
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
    HowMany,
    Protection,
    Spin,
    StatOf,
    Target,
    When,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "2jl": card_text(While(rule="must-attack", needs=Dice(team=("Villains",)))),
    "5jl": card_text(When("attacks", Damage(Target(player="any"), StatOf(THIS, "level")))),
    "11jl": card_text(When("fielded", Spin(Target(who=Dice(side="opposing")), -1))),
    "18jl": card_text(
        When(
            "ko",
            Damage(OPPONENT, 1),
            subject=Dice(side="own", team=("Justice League",)),
            word="Retaliation",
        )
    ),
    "22jl": card_text(When("fielded", DrawDice(1))),
    "23jl": card_text(When("ko", DrawDice(1))),
    "35jl": card_text(Cheaper(Dice(side="own", team=("Justice League",)), least=1)),
    "36jl": card_text(Protection(amount=99, by=Dice(than_this="higher"))),
    "40jl": card_text(When("fielded", Damage(OPPONENT, 1), subject=Dice(team=("Villains",)))),
    "41jl": card_text(While(rule="cannot-attack", needs=Dice(team=("Villains",)))),
    "44jl": card_text(When("fielded", DrawDice(1))),
    "45jl": card_text(When("attacks", Damage(OPPONENT, 1))),
    "50jl": card_text(
        When("fielded", Damage(OPPONENT, CountOf(Dice(side="own", team=("Villains",)))))
    ),
    "56jl": card_text(While(rule="cannot-be-blocked", against=Dice(energy="Fist/Shield"))),
    "61jl": card_text(keywords=("Overcrush",)),
    "63jl": card_text(
        While(
            who=Dice(side="own", own_card=True),
            attack=3,
            defence=3,
            needs=Dice(side="own", title="Batman"),
        )
    ),
    "64jl": card_text(When("fielded", Spin(EVENT_DIE, -1), subject=Dice(side="opposing"))),
    "67jl": card_text(While(who=Dice(side="own", sidekick=True), attack=1, defence=1)),
    "68jl": card_text(While(rule="untargetable")),
    "69jl": card_text(While(rule="cannot-be-blocked", against=Dice(sidekick=True))),
    "70jl": card_text(When("ko", (Damage(Each(Dice()), 1), Damage(EACH_PLAYER, 1)))),
    "74jl": card_text(While(who=Dice(team=("Justice League",), another=True), attack=1, defence=1)),
    "83jl": card_text(When("attacks", KO(Target(who=Dice(side="opposing", sidekick=True))))),
    "85jl": card_text(
        When("attacks", Buff(THIS, attack=2, defence=2), alone=True),
        When(
            "ko",
            Damage(OPPONENT, 1),
            subject=Dice(side="own", team=("Justice League",)),
            word="Retaliation",
        ),
    ),
    "87jl": card_text(When("attacks", Damage(Target(player="any"), 1))),
    "89jl": card_text(
        When("attacks", Buff(Each(Dice(attacking=True, another=True)), attack=2, defence=2))
    ),
    "91jl": card_text(When("blocked", Damage(OPPONENT, 1))),
    "93jl": card_text(While(attack=CountOf(Dice(team=("Villains",))))),
    "97jl": card_text(While(rule="cannot-be-blocked", needs=Dice(side="own", title="Batman"))),
    "98jl": card_text(
        When("fielded", Spin(EVENT_DIE, 1), subject=Dice(side="own", not_team="Villains"))
    ),
    "104jl": card_text(When("blocks", Buff(THIS, defence=2), by=Dice(team=("Villains",)))),
    "109jl": card_text(
        While(
            attack=CountOf(Dice(team=("Villains",), another=True)),
            defence=CountOf(Dice(team=("Villains",), another=True)),
        )
    ),
    "110jl": card_text(BlocksSeveral(2, who=Dice(team=("Villains",)))),
    "113jl": card_text(When("fielded", Damage(Each(Dice(sidekick=True)), 1))),
    "118jl": card_text(When("damaged", Damage(Target(), HowMany()))),
    "121jl": card_text(When("blocked", DrawDice(1))),
    "123jl": card_text(BlocksSeveral(20, who=Dice(sidekick=True))),
    "132jl": card_text(When("deals-player", KO(Target(who=Dice(side="opposing"))))),
}
