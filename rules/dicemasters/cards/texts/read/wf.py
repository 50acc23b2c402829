"""DC: World's Finest, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EVENT_DIE,
    KO,
    OPPONENT,
    THIS,
    Buff,
    CardText,
    Damage,
    Dice,
    DrawDice,
    Each,
    Give,
    Global,
    LoseLife,
    May,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "2wf": card_text(
        When(
            "life-damaged",
            (
                Spin(Each(Dice(side="own", own_card=True)), 1),
                Damage(Target(who=Dice(side="opposing", sidekick=True)), 1),
            ),
            word="Vengeance",
        ),
        Global(
            "Fist",
            May(
                (),
                life=2,
                otherwise=KO(Target(who=Dice(team=("Villains", "Superman Family"), level=(1, 1)))),
                by="opponent",
            ),
        ),
    ),
    "3wf": card_text(
        When(
            "life-damaged",
            Damage(Target(who=Dice(team=("Villains", "Superman Family"))), 4),
            word="Vengeance",
        ),
        Global(
            "Fist",
            May(
                (),
                life=2,
                otherwise=KO(Target(who=Dice(team=("Villains", "Superman Family"), level=(1, 1)))),
                by="opponent",
            ),
        ),
    ),
    "5wf": card_text(While(rule="cannot-be-blocked", against=Dice(sidekick=True))),
    "11wf": card_text(keywords=("Fast",)),
    "19wf": card_text(keywords=("Iron Will",)),
    "20wf": card_text(While(who=Dice(own_card=True), rule="untargetable-by-global")),
    "26wf": card_text(WhenUsed(Buff(Target(who=Dice(sidekick=False)), attack=3))),
    "29wf": card_text(
        WhenUsed(
            Give(Target(), "cannot-block"),
            star=(Give(Target(), "cannot-block"), DrawDice(1)),
            double=(Give(Target(), "cannot-block"), DrawDice(1)),
        )
    ),
    "32wf": card_text(
        WhenUsed(KO(Target(who=Dice(attack=(5, 99))))), Global("Fist", Buff(Target(), attack=1))
    ),
    "36wf": card_text(
        When("kos", Spin(Each(Dice(side="own", own_card=True)), 1), by=Dice(side="opposing")),
        Global("Fist", Give(Target(who=Dice(side="opposing")), "must-attack")),
    ),
    "56wf": card_text(keywords=("Ally",)),
    "61wf": card_text(keywords=("Deadly",)),
    "63wf": card_text(While(attack=3, defence=3, needs=Dice(side="own", title="Batman"))),
    "67wf": card_text(
        When("damaged", DrawDice(1), subject=Dice(own_card=True)), keywords=("Iron Will",)
    ),
    "78wf": card_text(
        While(rule="cannot-be-blocked", against=Dice(team=("Villains",), or_sidekick=True))
    ),
    "82wf": card_text(While(who=Dice(sidekick=True), rule="no-combat-damage")),
    "90wf": card_text(
        WhenUsed(
            Spin(Target(), -3),
            double=(Spin(Target(), -3), KO(Target(who=Dice(team=("Superman Family",))))),
        )
    ),
    "92wf": card_text(
        While(who=Dice(team=("Superman Family",), attacking=True, another=True), attack=1),
        keywords=("Ally",),
    ),
    "96wf": card_text(When("fielded", KO(Target(who=Dice(sidekick=True))))),
    "99wf": card_text(While(rule="untargetable-by-action"), keywords=("Iron Will",)),
    "102wf": card_text(When("fielded", Damage(EVENT_DIE, 1), subject=Dice(not_team="Villains"))),
    "125wf": card_text(When("attacks", Damage(Each(Dice(side="opposing")), 1))),
    "131wf": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), defence=1),
            subject=Dice(not_team="Villains"),
        )
    ),
    "132wf": card_text(
        When("action-used", Damage(OPPONENT, 1), subject=Dice(side="opposing", kind="die"))
    ),
    "139wf": card_text(
        When("fielded", KO(Each(Dice(title="Anti-Monitor")))),
        When("attacks", (LoseLife(2), Buff(THIS, attack=2))),
    ),
}
