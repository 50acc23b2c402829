"""Marvel Dice Masters: Avengers vs. X-Men."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EACH_PLAYER,
    EVENT_DIE,
    KO,
    OPPONENT,
    OTHER_DIE,
    PICKED,
    THIS,
    AssignBlocker,
    Attach,
    Ban,
    BlocksSeveral,
    Buff,
    Capture,
    CardText,
    Cheaper,
    Choose,
    ContinuousDie,
    Control,
    Copy,
    CountOf,
    Damage,
    Dearer,
    Dice,
    DrawAndSort,
    DrawDice,
    Each,
    EachPlayer,
    FreePurchase,
    GainLife,
    Give,
    Global,
    HowMany,
    If,
    ImposeRule,
    Later,
    Lift,
    May,
    Move,
    NameCard,
    NameKind,
    Paid,
    PickedDie,
    Protection,
    Redirect,
    Remember,
    ReturnToField,
    RollDice,
    SetLife,
    Spin,
    StatOf,
    Target,
    UseCaptured,
    When,
    WhenUsed,
    WhichPlayers,
    While,
    card_text,
)

ANYONE = Target()
ANOTHER = Target(Dice(without=(0,)))
OPPOSING = Dice(side="opposing")
OWN_SIDEKICKS = Dice(side="own", sidekick=True)
OWN_DICE_OF_THIS = Dice(side="own", own_card=True)
YOU_OR_A_HULK = "a damage batch that hits you and a Hulk, or several Hulks, is answered once"
REROLL_THE_ENGAGED = RollDice(Each(Dice(engaged_with_this=True)), character="stay", other="prep")
FROM_USED = "the dice that paid for this fielding lie in the Used Pile already and do not count"

COPY_THE_ENGAGED = Copy(Target(Dice(engaged_with_this=True)), "both")
LEVEL_1 = Dice(level=(1, 1))
FOUR_A_FIST = CountOf(Dice(side="opposing", energy="Fist"), times=4)
OWN_ACTION_DIE = Dice(side="own", kind="die")
EACH_ATTACK_STEP = "at the start of both players' Attack Steps"
SURFER_DRAWS = Global(
    "Shield", (Damage(WhichPlayers("you"), 2), DrawDice(1)), once=True, own_turn=True
)

SHIELD_HIT: Final = Global(
    "Shield", GainLife(1), react="damaged-player", subject=Dice(side="own", energy="Shield")
)
PREVENT: Final = Global("Shield", (), react="prevent")
OPPOSING_ACTION: Final = Dice(side="opposing", zone="used or reserve", kind="action-die")
NO_VILLAIN: Final = Dice(side="own", not_team="Villains")
ENGAGED: Final = Dice(engaged_with_this=True)
OWN_CARD: Final = Dice(side="own", own_card=True)

TEXTS: Final[Mapping[str, CardText]] = {
    # Beast
    "1avx": card_text(When("blocks", Buff(THIS, 1, 1), star=Buff(THIS, 2, 2))),
    "2avx": card_text(
        When(
            "ko",
            GainLife(1),
            star=(GainLife(1), Damage(OPPONENT, 2)),
            doing="blocking",
        )
    ),
    "3avx": card_text(When("blocks", DrawDice(1), star=DrawAndSort(2, keep=1))),
    # Captain America
    "4avx": card_text(
        When(
            "fielded",
            May(RollDice(Target(Dice(side="own", zone="used", sidekick=True)))),
        ),
        note=FROM_USED,
    ),
    "5avx": card_text(While(OWN_SIDEKICKS, attack=1, defence=1)),
    "6avx": card_text(
        When("fielded", (KO(Each(Dice(side="opposing", sidekick=True))), GainLife(HowMany())))
    ),
    # Hulk
    "7avx": card_text(
        When(
            "damaged",
            Buff(Each(OWN_DICE_OF_THIS), 2, 2),
            star=Buff(Each(OWN_DICE_OF_THIS), 3, 3),
            subject=OWN_DICE_OF_THIS,
            or_you=True,
            together=True,
        ),
        note=YOU_OR_A_HULK + "; all your Hulks get the bonus",
    ),
    "8avx": card_text(
        When(
            "damaged",
            Move(Each(Dice(side="own", zone="used", own_card=True)), "prep"),
            subject=OWN_DICE_OF_THIS,
            or_you=True,
            together=True,
        ),
        note=YOU_OR_A_HULK,
    ),
    "9avx": card_text(
        When(
            "damaged",
            KO(Target(Dice(side="opposing", level=(1, 1)))),
            star=KO(Target(OPPOSING)),
            subject=OWN_DICE_OF_THIS,
            or_you=True,
            together=True,
        ),
        note=YOU_OR_A_HULK,
    ),
    "77avx": card_text(
        When(
            "damaged",
            Damage(Each(OPPOSING), 2),
            star=Damage(Each(OPPOSING), 3),
            subject=OWN_DICE_OF_THIS,
            or_you=True,
            together=True,
        ),
        note=YOU_OR_A_HULK,
    ),
    # Human Torch
    "10avx": card_text(
        When("fielded", Damage(Target(player="any"), 1), subject=Dice(side="own")),
        Global("Bolt", Damage(ANYONE, 1), react="dealt"),
        note="fielding the first Human Torch does not count: he was not active before",
    ),
    "11avx": card_text(
        When(
            "fielded",
            May(
                RollDice(
                    Target(Dice(side="own", zone="used", own_card=True)),
                    character="reserve",
                    other="used",
                )
            ),
            subject=Dice(side="own"),
        ),
        note=FROM_USED,
    ),
    "12avx": card_text(
        When(
            "fielded",
            Buff(Each(Dice(side="own", own_card=True, not_event_die=True)), 1, 1),
            subject=Dice(side="own"),
            once=True,
        ),
        note="only Human Torches that lay in the field before the fielding get the bonus",
    ),
    # Iron Man
    "13avx": card_text(
        Protection(1, star=2),
        Global("Shield", Damage(Target(Dice(side="own")), 1), react="redirect-from-you"),
    ),
    "14avx": card_text(When("damaged", GainLife(1), star=GainLife(2))),
    "15avx": card_text(
        When(
            "damaged",
            Damage(Target(Dice(side="opposing", in_attack=True)), 3),
            step="attack",
        )
    ),
    # Spider-Man
    "16avx": card_text(Protection(pay="Fist", effects=True)),
    "17avx": card_text(When("attacks", May(Buff(THIS, 0, 4), energy="Fist"))),
    "18avx": card_text(When("attacks", May(Give(THIS, "must-be-blocked"), energy="Fist"))),
    # Storm
    "19avx": card_text(
        When("fielded", RollDice(Target(OPPOSING), character="stay", other="used")),
    ),
    "20avx": card_text(When("attacks", RollDice(Each(OPPOSING), character="stay", other="prep"))),
    "21avx": card_text(
        When("blocks", REROLL_THE_ENGAGED),
        When("blocked", REROLL_THE_ENGAGED),
    ),
    # Thor
    "22avx": card_text(
        When("deals-player", KO(Target(Dice(side="opposing", energy="Fist")))),
    ),
    "23avx": card_text(While(rule="cannot-be-blocked", against=Dice(energy="Fist"))),
    "24avx": card_text(When("fielded", Capture(Each(Dice(side="opposing", energy="Fist"))))),
    # Basic actions
    "25avx": card_text(
        WhenUsed(Give(Target(OPPOSING, count=2, by="opponent"), "cannot-block")),
        Global("Mask", ReturnToField(Target(Dice(attacking=True)))),
    ),
    "26avx": card_text(
        WhenUsed(
            Spin(ANYONE, 0),
            star=(Spin(ANYONE, 0), Spin(ANOTHER, 0)),
            double=(Spin(ANYONE, 0), Spin(ANOTHER, 0)),
        )
    ),
    "27avx": card_text(
        WhenUsed(
            Damage(Each(Dice()), 1),
            star=Damage(Each(Dice()), 2),
            double=(Damage(EACH_PLAYER, 1), Damage(Each(Dice()), 2)),
        )
    ),
    "28avx": card_text(WhenUsed(DrawDice(2, to="reserve"))),
    "29avx": card_text(
        WhenUsed(
            Buff(Target(Dice(side="own"), count=2), 1, 1),
            star=Buff(Target(Dice(side="own"), count=2), 2, 2),
            double=Buff(Target(Dice(side="own"), count=2), 2, 2),
        )
    ),
    "30avx": card_text(
        WhenUsed(ImposeRule("returns-if-ko'd", Dice(side="own", attacking=True))),
        Global("Bolt", Buff(ANYONE, 1)),
    ),
    "31avx": card_text(WhenUsed(Damage(Target(player="any"), 2))),
    "32avx": card_text(
        WhenUsed(KO(Target(Dice(level=(1, 1)))), double=KO(Target(Dice(level=(1, 2))))),
        Global("Fist", Give(Target(Dice(blocked=True)), "no-damage")),
    ),
    "33avx": card_text(
        WhenUsed(
            Buff(Each(Dice(side="own")), 0, 2),
            star=(
                Buff(Each(Dice(side="own")), 0, 2),
                Buff(Target(Dice(side="own")), 0, 3),
            ),
            double=(
                Buff(Each(Dice(side="own")), 0, 2),
                Buff(Target(Dice(side="own")), 0, 3),
            ),
        ),
        Global("Shield", Buff(ANYONE, 0, 1)),
        note="the further +3D goes to one of your own characters",
    ),
    "34avx": card_text(
        WhenUsed(
            (
                Buff(Target(Dice(side="own"), count=2), 1),
                Give(PickedDie(0), "Overcrush"),
                Give(PickedDie(1), "Overcrush"),
            )
        ),
        note="sources differ whether the two must be attacking when chosen: they need not; "
        "damage beyond their blockers' defence passes to the opponent, as with Overcrush",
    ),
    # Cyclops
    "102avx": card_text(
        When("blocked", May(Give(THIS, "hits-player"))),
        note="the only rare Cyclops; he goes to the Used Pile like an unblocked attacker",
    ),
    # Further cards of the boosters, in the order of their numbers
    "36avx": card_text(When("attack-end", Spin(Each(Dice(engaged_with_this=True)), -1))),
    "38avx": card_text(While(rule="hits-each")),
    "39avx": card_text(When("attacks", May(AssignBlocker(Target(OPPOSING))))),
    "41avx": card_text(When("attacks", Give(Target(OPPOSING), "cannot-block"))),
    "47avx": card_text(
        When("fielded", Capture(Target(Dice(side="opposing", than_this="equal or lower"))))
    ),
    "50avx": card_text(
        When("blocks", COPY_THE_ENGAGED, star=(COPY_THE_ENGAGED, Buff(THIS, 1, 1))),
        When("blocked", COPY_THE_ENGAGED, star=(COPY_THE_ENGAGED, Buff(THIS, 1, 1))),
    ),
    "51avx": card_text(Cheaper(Dice(side="own", team=("Avengers",)), 9, "fielding")),
    "58avx": card_text(
        When("attack-start", If(Buff(Each(OWN_DICE_OF_THIS), 2, 2), behind="life"), seats="each"),
        SURFER_DRAWS,
        note=EACH_ATTACK_STEP + "; the 2 damage is part of what the global does",
    ),
    "65avx": card_text(
        When("attack-end", If(Damage(OPPONENT, 2), Dice(own_card=True, blocked=True), picked=THIS))
    ),
    "66avx": card_text(
        When(
            "blocks",
            If(KO(OTHER_DIE), LEVEL_1, picked=OTHER_DIE, otherwise=Spin(OTHER_DIE, -1)),
            star=If(
                (KO(OTHER_DIE), If(GainLife(2), any_moved=True)),
                LEVEL_1,
                picked=OTHER_DIE,
                otherwise=Spin(OTHER_DIE, -1),
            ),
        )
    ),
    "67avx": card_text(
        While(Dice(side="own", sidekick=True), attack=2), Dearer(Dice(sidekick=True), 1, "fielding")
    ),
    "68avx": card_text(
        When("deals-player", Move(THIS, "prep"), burst="*"),
        note="any damage to the opponent sends it, at once",
    ),
    "69avx": card_text(When("attacks", Damage(Each(OPPOSING), StatOf(THIS, "attack")))),
    "70avx": card_text(
        When(
            "attacks",
            May((AssignBlocker(Target(OPPOSING)), If(Give(PICKED, "ko-at-end"), any_moved=True))),
        )
    ),
    "71avx": card_text(
        While(rule="cannot-be-blocked", against=Dice(not_team="Villains", sidekick=False)),
        Global("Shield", Buff(ANYONE, -1, -1), needs=Dice(side="own", team=("Villains",))),
    ),
    "72avx": card_text(
        While(rule="Overcrush"), note="what it says of excess damage is what Overcrush does"
    ),
    "73avx": card_text(
        When("action-used", Damage(Target(player="opponent"), 2), subject=OWN_ACTION_DIE)
    ),
    "76avx": card_text(
        When("damaged", Spin(EVENT_DIE, -3), subject=Dice(), by=Dice(own_card=True))
    ),
    "78avx": card_text(
        When("fielded", (Damage(OPPONENT, 1), Damage(ANYONE, 1)), subject=Dice(side="own")),
        note="fielding the first Human Torch does not count: he was not active before",
    ),
    "86avx": card_text(
        When("blocks", May(Damage(Target(player="opponent"), 4), energy="2 Bolt")),
        When("blocked", May(Damage(Target(player="opponent"), 4), energy="2 Bolt")),
        Global("Bolt", Give(ANYONE, "must-attack")),
    ),
    "88avx": card_text(
        When(
            "attacks",
            May(
                (),
                life=3,
                by="opponent",
                otherwise=Move(Target(Dice(side="own", zone="bag", own_card=True)), "prep"),
            ),
        )
    ),
    "90avx": card_text(
        When("turn-start", If(DrawDice(1), behind="life")),
        SURFER_DRAWS,
        note="the extra die is drawn as the turn begins and rolled with the four",
    ),
    "93avx": card_text(
        When(
            "attack-start",
            If(Buff(Each(OWN_DICE_OF_THIS), 3, 3), behind="characters"),
            seats="each",
        ),
        note=EACH_ATTACK_STEP,
    ),
    "94avx": card_text(
        When("attack-start", Buff(Each(OWN_DICE_OF_THIS), FOUR_A_FIST, FOUR_A_FIST), seats="each"),
        note=EACH_ATTACK_STEP,
    ),
    "95avx": card_text(
        When(
            "kos",
            (Damage(OPPONENT, 2), GainLife(1)),
            by=Dice(not_energy="Fist"),
            doing="blocking",
        ),
        Global("Fist", Spin(Target(Dice(side="opposing", energy="Fist")), -1)),
    ),
    "97avx": card_text(
        WhenUsed(Damage(ANYONE, 5), star=Damage(ANYONE, 6), double=Damage(ANYONE, 8)),
        Global("2 Bolt", Damage(ANYONE, 1)),
    ),
    "99avx": card_text(
        When("action-used", Remember(), subject=OWN_ACTION_DIE, inactive=True),
        When("attacks", If(Give(THIS, "cannot-be-blocked"), remembered=True)),
    ),
    "101avx": card_text(
        When("turn-end", Damage(OPPONENT, CountOf(Dice(side="own", level=(2, 9)), times=2))),
        note="dealt all at once, by Colossus",
    ),
    "105avx": card_text(While(rule="hits-each")),
    "108avx": card_text(
        When("fielded", Move(Target(Dice(side="own", zone="used", kind="die")), "prep")),
        note=FROM_USED,
    ),
    "109avx": card_text(
        When(
            "fielded",
            May(
                RollDice(Target(Dice(side="own", zone="used", sidekick=True), count=2, up_to=True))
            ),
        ),
        Global(
            "Bolt",
            (KO(Target(Dice(side="own", sidekick=True))), If(Damage(ANYONE, 2), any_moved=True)),
        ),
        note=FROM_USED,
    ),
    "110avx": card_text(
        While(rule="Fast"), note="what it says of the order of damage is what Fast does"
    ),
    "116avx": card_text(When("blocked", KO(Target(Dice(blocking=True, engaged_with_this=True))))),
    "117avx": card_text(When("damaged", Damage(OPPONENT, 2), step="attack")),
    "121avx": card_text(
        When("fielded", (Copy(Target(OPPOSING), "both"), Capture(PICKED))),
        note="it copies the die as it is captured",
    ),
    "122avx": card_text(
        When(
            "attack-start",
            If(Buff(THIS, StatOf(THIS, "attack"), StatOf(THIS, "defence")), behind="life"),
            each_die=True,
            seats="each",
        ),
        SURFER_DRAWS,
        note=EACH_ATTACK_STEP,
    ),
    "127avx": card_text(
        WhenUsed(
            Damage(Each(Dice(not_title="Thor")), 4), star=Damage(Each(Dice(not_title="Thor")), 5)
        ),
        Global("2 Bolt", Damage(ANYONE, 1)),
    ),
    "129avx": card_text(
        When(
            "attacks",
            May(
                Spin(Target(Dice(side="opposing", level=(2, 9)), by="opponent"), -1),
                by="opponent",
                otherwise=Damage(OPPONENT, 2),
            ),
        )
    ),
    "130avx": card_text(
        When("fielded", Damage(OPPONENT, CountOf(Dice(side="own", sidekick=True))))
    ),
    "43avx": card_text(
        When(
            "fielded",
            May(DrawDice(1, to="reserve")),
            star=May(DrawAndSort(2, to="reserve", other="bag")),
        )
    ),
    "75avx": card_text(When("ko", DrawDice(1), engaged=True)),
    "84avx": card_text(
        When("attack-end", KO(Target(Dice(blocking=True, engaged_with_this=True)))),
        note="one that is still there when combat damage has been dealt",
    ),
    "106avx": card_text(
        When("fielded", RollDice(Target(Dice(side="own", zone="bag", kind="action-die")))),
        note="its owner looks through the bag",
    ),
    "115avx": card_text(While(Dice(side="own", team=("Avengers",)), rule="double-to-player")),
    "42avx": card_text(FreePurchase(Dice(kind="action-die"))),
    "55avx": card_text(
        Ban(("reroll",)),
        Paid("0", Lift(), by="opponent", life=2, at="reroll"),
        note="the rerolls of the Roll and Reroll Step",
    ),
    "57avx": card_text(
        When(
            "fielded",
            May(
                (
                    Capture(Target(Dice(side="opposing", zone="used")), level=1),
                    If(Copy(PICKED, "stats"), any_moved=True),
                )
            ),
        ),
        note="a die with character faces; it returns to the Used Pile",
    ),
    "59avx": card_text(
        While(rule="cannot-be-blocked", behind="characters"),
        While(rule="takes-no-damage-blocking", behind="characters"),
        note="as corrected later: it holds whenever the opponent has more characters",
    ),
    "61avx": card_text(
        While(attack=2, defence=2, needs=Dice(side="own", title="Iron Man")), SHIELD_HIT
    ),
    "64avx": card_text(
        WhenUsed(NameKind("energy", rules=("takes-no-damage",)), step="attack-start"), PREVENT
    ),
    "74avx": card_text(
        When(
            "fielded",
            DrawAndSort(2, keep=2, to="reserve", character="field", rest="used"),
            star=DrawAndSort(3, keep=2, to="reserve", other="bag", character="field", rest="used"),
        )
    ),
    "80avx": card_text(
        When(
            "fielded",
            (
                Control(Target(Dice(side="opposing"))),
                Later(
                    If(
                        (Damage(OPPONENT, StatOf(PICKED, "attack"), by=PICKED), KO(PICKED)),
                        who=Dice(side="own"),
                        picked=PICKED,
                    )
                ),
            ),
        )
    ),
    "81avx": card_text(
        Paid("2", Spin(Target(Dice(team=("Villains",))), 1)),
        Global("Mask", RollDice(Target(Dice(team=("Villains",))), character="stay", other="stay")),
        note="a Villain that rolls energy cannot stay in the field: it goes to the Reserve Pool",
    ),
    "82avx": card_text(
        When("fielded", NameCard(copy=True, figures="*")),
        note="its level in the figures is that of the die; Mystiques in the field all copy it",
    ),
    "85avx": card_text(Redirect(first=True), note="all of that damage, to any other character"),
    "87avx": card_text(
        Ban(("action", "global")),
        Paid("0", Lift(), by="opponent", life=2),
    ),
    "89avx": card_text(
        When("fielded", Capture(Target(OPPOSING_ACTION))),
        When("attacks", May(UseCaptured())),
        note="the die returns when the turn ends, whether it was used or not",
    ),
    "91avx": card_text(
        When(
            "unblocked",
            May((SetLife(10, "opponent"), Give(THIS, "no-combat-damage")), energy="2 Fist"),
        )
    ),
    "92avx": card_text(
        When(
            "fielded",
            (
                RollDice(
                    Target(Dice(side="opposing"), count=2, up_to=True),
                    character="stay",
                    other="used",
                ),
                Damage(OPPONENT, HowMany(2)),
            ),
        ),
    ),
    "96avx": card_text(
        While(rule="cannot-be-blocked", needs=Dice(side="own", title="Iron Man")), SHIELD_HIT
    ),
    "98avx": card_text(
        WhenUsed(
            (
                Attach(Target(Dice(side="opposing")), "cannot-attack", until="opponent-turn-end"),
                ImposeRule(
                    "cannot-attack", Dice(side="opposing", same_energy=True), until="attached"
                ),
                ImposeRule(
                    "cannot-block", Dice(side="opposing", same_energy=True), until="attached"
                ),
            )
        ),
        PREVENT,
    ),
    "103avx": card_text(
        When(
            "attacks",
            May((Choose(Target(Dice(side="opposing")), mark=True), AssignBlocker(PICKED))),
        ),
        When("kos", Damage(Each(Dice(side="opposing")), 2), by=Dice(marked=True)),
    ),
    "104avx": card_text(
        When(
            "fielded",
            EachPlayer(
                (
                    Choose(Target(NO_VILLAIN)),
                    KO(Each(Dice(side="own", not_team="Villains", without=(0,)))),
                )
            ),
        ),
        note="each player chooses the one to keep",
    ),
    "107avx": card_text(
        When(
            "fielded",
            May(
                (
                    DrawDice(1, to="reserve", pick=True),
                    If(
                        (
                            Damage(OPPONENT, StatOf(PICKED, "attack"), by=PICKED),
                            Move(PICKED, "used"),
                        ),
                        who=Dice(side="own", zone="reserve", level=(1, 3), kind="die"),
                        picked=PICKED,
                    ),
                )
            ),
        ),
        note="an action face is no character side: that die stays",
    ),
    "111avx": card_text(When("fielded", NameCard(rules=("no-fielding",)))),
    "113avx": card_text(Redirect(2, to="blocked"), Global("Mask", Give(Target(), "must-attack"))),
    "114avx": card_text(
        When(
            "turn-start",
            (
                Choose(Target(Dice(side="opposing"))),
                Copy(PICKED, "stats", who=Each(OWN_CARD), until="your-next-turn"),
                Buff(
                    Each(Dice(side="own", own_card=True, burst="*")), 1, 1, until="your-next-turn"
                ),
            ),
        ),
    ),
    "118avx": card_text(
        When(
            "attack-end",
            (
                Damage(OPPONENT, StatOf(Each(ENGAGED), "attack", total=True)),
                KO(Each(ENGAGED)),
            ),
        ),
        Global("Bolt", Give(Target(), "must-attack")),
        note="the damage of all of them falls at once",
    ),
    "119avx": card_text(
        Ban(("field",)),
        Paid("0", Lift(), by="opponent", life=2),
    ),
    "125avx": card_text(
        When(
            "fielded",
            If(KO(Target(Dice(side="opposing"))), who=Dice(side="own", title="Iron Man")),
        ),
        SHIELD_HIT,
    ),
    "128avx": card_text(
        WhenUsed(Attach(Target(Dice(side="own")))),
        ContinuousDie(do=Give(PICKED, "takes-no-damage")),
        PREVENT,
    ),
    "131avx": card_text(BlocksSeveral(3, spins=True)),
}
