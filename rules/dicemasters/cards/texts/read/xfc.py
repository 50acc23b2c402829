"""Marvel: X-Men First Class, as `models.card_reader` read it."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EVENT_DIE,
    KO,
    OPPONENT,
    THIS,
    Buff,
    Capture,
    CardText,
    CountOf,
    Damage,
    Dice,
    DrawDice,
    Each,
    EnergyOf,
    Give,
    HowMany,
    May,
    Move,
    Protection,
    Spin,
    StatOf,
    Target,
    When,
    WhichPlayers,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1xfc": card_text(When("action-used", Spin(Target(), 1), subject=Dice(side="own", kind="die"))),
    "2xfc": card_text(When("ko", KO(Each(Dice(level=(1, 1)))))),
    "3xfc": card_text(When("fielded", Damage(Each(Dice(side="opposing")), 1))),
    "4xfc": card_text(
        When(
            "ko",
            May(
                Move(
                    Target(who=Dice(side="own", zone="used", kind="die"), count=2, up_to=True),
                    "bag",
                )
            ),
        )
    ),
    "5xfc": card_text(Protection(amount=99, by=Dice(energy="Mask"))),
    "10xfc": card_text(When("spun-up", Damage(Target(), 3), word="Awaken")),
    "14xfc": card_text(When("damaged", May(Damage(Target(who=Dice(side="opposing")), HowMany())))),
    "16xfc": card_text(When("fielded", Spin(Each(Dice(another=True)), -3))),
    "17xfc": card_text(When("spun-up", Damage(Each(Dice(side="opposing")), 1), word="Awaken")),
    "19xfc": card_text(When("attacks", Give(THIS, "cannot-be-blocked"), alone=True)),
    "20xfc": card_text(When("turn-start", Spin(Each(Dice(not_team="Brotherhood of Mutants")), -1))),
    "24xfc": card_text(When("spun-up", Give(THIS, "cannot-be-blocked"), word="Awaken")),
    "26xfc": card_text(When("turn-start", Spin(Each(Dice(team=("X-Men",))), 1))),
    "29xfc": card_text(When("fielded", Spin(Each(Dice(side="own", another=True)), 1))),
    "33xfc": card_text(
        When("fielded", Damage(WhichPlayers("owner"), 2), subject=Dice(team=("X-Men",)))
    ),
    "38xfc": card_text(
        When("attacks", Spin(Each(Dice(side="own", team=("X-Men",), another=True)), 1))
    ),
    "39xfc": card_text(When("attacks", Spin(THIS, 1), alone=True)),
    "46xfc": card_text(
        When("action-used", Spin(Target(), 1), subject=Dice(side="own", kind="die"))
    ),
    "49xfc": card_text(
        While(rule="cannot-be-blocked", against=Dice(level=(3, 3))), keywords=("Overcrush",)
    ),
    "50xfc": card_text(
        When("fielded", Damage(OPPONENT, 1), subject=Dice(side="own", team=("X-Men",)))
    ),
    "52xfc": card_text(When("spun-up", Capture(Target(who=Dice(side="opposing"))), word="Awaken")),
    "55xfc": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True)), attack=1, defence=1),
            subject=Dice(side="own"),
        )
    ),
    "56xfc": card_text(
        When("fielded", Damage(EVENT_DIE, StatOf(THIS, "level")), subject=Dice(side="opposing"))
    ),
    "57xfc": card_text(
        When("ko", Spin(Each(Dice(side="own", own_card=True)), 1), subject=Dice(side="opposing")),
        When("spun-up", Damage(OPPONENT, 1), word="Awaken"),
    ),
    "58xfc": card_text(
        When(
            "ko",
            Buff(Each(Dice(side="own", own_card=True)), attack=2, defence=2),
            subject=Dice(sidekick=True),
        )
    ),
    "59xfc": card_text(When("spun-up", Buff(THIS, attack=2, defence=2), word="Awaken")),
    "64xfc": card_text(While(rule="cannot-be-blocked", against=Dice(than_this="higher"))),
    "65xfc": card_text(When("ko", Spin(Each(Dice(side="own", own_card=True)), 1), subject=Dice())),
    "66xfc": card_text(While(who=Dice(side="own", team=("X-Men",)), attack=1, defence=1)),
    "69xfc": card_text(When("attacks", Spin(Each(Dice(attacking=True, another=True)), 1))),
    "73xfc": card_text(
        When(
            "fielded",
            KO(Target(who=Dice(side="opposing", team=("X-Men",), than_this="equal or lower"))),
        )
    ),
    "74xfc": card_text(When("spun-up", DrawDice(1), word="Awaken")),
    "75xfc": card_text(
        When("spun-up", Buff(Each(Dice(side="own")), attack=1, defence=1), word="Awaken")
    ),
    "78xfc": card_text(When("ko", Spin(Each(Dice(side="own", another=True)), 1))),
    "81xfc": card_text(When("ko", May(Spin(Target(), 1)), subject=Dice(sidekick=True))),
    "82xfc": card_text(
        When("fielded", Damage(Each(Dice(side="opposing")), 1), subject=Dice(team=("Villains",)))
    ),
    "84xfc": card_text(
        When("ko", May(Move(Target(who=Dice(side="own", zone="used", own_card=True)), "prep")))
    ),
    "89xfc": card_text(When("damaged", Damage(Each(Dice(side="opposing")), 1))),
    "95xfc": card_text(When("fielded", Buff(Each(Dice(side="opposing")), attack=-2))),
    "97xfc": card_text(When("fielded", Spin(EVENT_DIE, -1), subject=Dice(side="opposing"))),
    "103xfc": card_text(
        When("spun-up", Damage(OPPONENT, EnergyOf(seats="you", energy="Bolt")), word="Awaken")
    ),
    "105xfc": card_text(When("spun-up", Give(THIS, "takes-no-damage"), word="Awaken")),
    "106xfc": card_text(
        When("global-used", Spin(Each(Dice(side="own", own_card=True)), 1), seats="opponent"),
        keywords=("Overcrush",),
    ),
    "108xfc": card_text(When("spun-up", DrawDice(1), word="Awaken")),
    "114xfc": card_text(
        When("fielded", Spin(EVENT_DIE, 1), subject=Dice(side="own", team=("X-Men",)))
    ),
    "115xfc": card_text(
        When("attacks", Buff(THIS, attack=CountOf(Dice(side="opposing")))),
        While(rule="untargetable-by-global", burst="*"),
    ),
    "117xfc": card_text(When("fielded", Damage(OPPONENT, CountOf(Dice(side="own"))))),
    "119xfc": card_text(
        When(
            "fielded", Damage(Target(player="opponent"), 1), subject=Dice(side="own", sidekick=True)
        )
    ),
}
