"""Marvel: Deadpool, as `models.card_reader` read it."""

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
    CountOf,
    Damage,
    Dice,
    Each,
    GainLife,
    Give,
    Global,
    May,
    Move,
    ReturnToField,
    Spin,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1dp": card_text(When("ko", Move(EVENT_DIE, "bag"), subject=Dice(sidekick=True))),
    "4dp": card_text(When("fielded", Damage(Target(who=Dice(not_energy="Bolt")), 2))),
    "7dp": card_text(When("damaged", Damage(OPPONENT, 1), in_combat=True)),
    "8dp": card_text(While(who=Dice(team=("Deadpool",)), attack=1)),
    "10dp": card_text(keywords=("Deadly",)),
    "11dp": card_text(
        When(
            "fielded",
            Damage(Target(who=Dice(side="opposing")), 1),
            star=(
                Damage(Target(who=Dice(side="opposing")), 1),
                Spin(Target(who=Dice(team=("Deadpool",))), 1),
            ),
        )
    ),
    "17dp": card_text(
        When("purchased", Buff(Target(), defence=2), inactive=True, word="Impulse"),
        WhenUsed(Buff(Target(), defence=2)),
    ),
    "18dp": card_text(keywords=("Fast",)),
    "25dp": card_text(BlocksSeveral(2), keywords=("Deadly",)),
    "28dp": card_text(
        WhenUsed(Buff(Target(who=Dice(side="own", blocked=True)), attack=1, defence=1)),
        Global("Fist", ReturnToField(Target(who=Dice(blocked=True)))),
    ),
    "32dp": card_text(keywords=("Ally",)),
    "34dp": card_text(
        When(
            "fielded",
            May(Move(Target(who=Dice(side="opposing", zone="prep", energy="Fist")), "bag")),
        )
    ),
    "35dp": card_text(While(defence=CountOf(Dice(side="own", zone="prep", kind="die"), times=2))),
    "36dp": card_text(When("fielded", Move(Target(who=Dice(side="own")), "prep"))),
    "39dp": card_text(
        When(
            "damaged",
            May(
                Move(Target(who=Dice(side="own", zone="used", team=("Deadpool",))), "prep"),
                energy="1",
            ),
        )
    ),
    "43dp": card_text(While(attack=2, defence=2, behind="life")),
    "46dp": card_text(When("fielded", KO(Target(who=Dice(side="opposing", team=("X-Men",)))))),
    "49dp": card_text(When("fielded", Damage(Each(Dice(level=(1, 1))), 2))),
    "50dp": card_text(When("fielded", Damage(EACH_PLAYER, 2)), keywords=("Deadly",)),
    "61dp": card_text(
        When(
            "fielded",
            May(Spin(EVENT_DIE, 3), energy="Bolt"),
            subject=Dice(side="own", not_title="Lady Deadpool", team=("Deadpool",)),
        )
    ),
    "62dp": card_text(When("blocked", May(ReturnToField(THIS), energy="1"))),
    "86dp": card_text(
        While(rule="cannot-be-blocked", against=Dice(team=("X-Men",))),
        BlocksSeveral(20, who=Dice(team=("X-Men",))),
    ),
    "91dp": card_text(
        When(
            "ko",
            May(Move(Target(who=Dice(side="own", zone="used", sidekick=True)), "prep")),
            in_combat=True,
        )
    ),
    "92dp": card_text(While(who=Dice(side="own", cost=(0, 2)), rule="untargetable-by-global")),
    "94dp": card_text(
        When("fielded", Move(Target(who=Dice(side="own", zone="used", team=("Villains",))), "prep"))
    ),
    "99dp": card_text(When("fielded", Give(Target(who=Dice(side="opposing")), "must-block"))),
    "103dp": card_text(
        When("kos", GainLife(1), by=Dice(side="opposing"), in_combat=True), keywords=("Deadly",)
    ),
    "106dp": card_text(WhenUsed(KO(Target(who=Dice(blocking=True))))),
    "112dp": card_text(
        When("turn-start", Move(Target(who=Dice(side="own", zone="used", sidekick=True)), "prep"))
    ),
    "114dp": card_text(
        When(
            "action-used",
            Damage(Target(player="opponent"), 1),
            subject=Dice(side="own", kind="die"),
        )
    ),
    "117dp": card_text(When("ko", KO(Target(who=Dice(side="opposing", level=(1, 1)))))),
    "119dp": card_text(keywords=("Swarm",)),
    "124dp": card_text(
        When("ko", (Damage(OPPONENT, 1), GainLife(1)), subject=Dice(side="opposing"))
    ),
}
