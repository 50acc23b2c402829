"""Yu-Gi-Oh! Dice Masters: Series One."""

from collections.abc import Mapping
from typing import Final

from rules.dicemasters.cards.effects import (
    EVENT_DIE,
    KO,
    OPPONENT,
    THIS,
    Attach,
    Ban,
    Buff,
    Cancels,
    CardText,
    Cheaper,
    Choose,
    ContinuousDie,
    Control,
    CountOf,
    Damage,
    Dearer,
    Dice,
    DrawAndLook,
    DrawDice,
    DrawsMore,
    DrawToReplace,
    Each,
    ForbidBlock,
    GainLife,
    Give,
    Global,
    HowMany,
    If,
    ImposeRule,
    Lift,
    LoseLife,
    May,
    Move,
    NameDie,
    Paid,
    PickedDie,
    Protection,
    Ritual,
    RollDice,
    Shoots,
    Spin,
    SpinFace,
    StatOf,
    SwapAttack,
    Target,
    Toll,
    When,
    Whenever,
    WhenUsed,
    WhichPlayers,
    While,
    card_text,
)

ANYONE = Target()
OWN = Target(Dice(side="own"))
OPPOSING = Target(Dice(side="opposing"))
OWN_DICE_OF_THIS = Dice(side="own", own_card=True)
TWO_OF_MINE = Buff(Target(Dice(side="own"), count=2), 1, 1)
SLIP_BY = (TWO_OF_MINE, Give(PickedDie(0), "Overcrush"), Give(PickedDie(1), "Overcrush"))

OWN_USED = Dice(side="own", zone="used")
EACH_ATTACK_STEP = "at the start of both players' Attack Steps"
LEVEL_3 = CountOf(Dice(side="opposing", level=(3, 3)), times=2)
STRONGER_AGAINST_LEVEL_3 = Buff(THIS, LEVEL_3, LEVEL_3)
SUMMONING_LEVEL_3_HURTS = When(
    "fielded", Damage(OPPONENT, 2), subject=Dice(side="opposing", level=(3, 3))
)
FALLS_WITH_ITS_OWNER = When("life-damaged", KO(Each(OWN_DICE_OF_THIS)))
THEIR_USED = CountOf(Dice(side="opposing", zone="used", sidekick=False))
THEIR_PREPARED = CountOf(Dice(side="opposing", zone="prep", sidekick=False))
A_USED_MONSTER = Buff(Each(OWN_DICE_OF_THIS), THEIR_USED, THEIR_USED)
A_PREPARED_MONSTER = Buff(Each(OWN_DICE_OF_THIS), THEIR_PREPARED, THEIR_PREPARED)

FUSION_DIE: Final = Dice(side="own", team=("Thousand Dragon Fusion",))
OTHER_FUSION_DIE: Final = Dice(side="own", team=("Thousand Dragon Fusion",), other_title=True)
FUSION: Final = When(
    "attack-start",
    If(
        May(
            (
                Choose(Target(FUSION_DIE)),
                Choose(Target(OTHER_FUSION_DIE)),
                Move(PickedDie(0), "prep"),
                Move(PickedDie(1), "prep"),
                Move(Target(Dice(side="own", zone="cards", own_card=True)), "prep"),
            )
        ),
        who=FUSION_DIE,
        different=2,
    ),
    inactive=True,
    word="Fusion",
)

TEXTS: Final[Mapping[str, CardText]] = {
    "1ygo": card_text(
        When("attacks", KO(Target(Dice(side="opposing"), by="opponent")), burst="*"),
        When(
            "attacks",
            LoseLife(StatOf(Each(Dice(side="opposing")), "level")),
            burst="**",
        ),
    ),
    "2ygo": card_text(
        When("attacks", Buff(THIS, 0, 2), alone=True),
        While(defence=CountOf(Dice(energy="Bolt", another=True)), burst="*"),
        note="Bolt monsters of both players count, as in the book's combat example",
    ),
    "3ygo": card_text(When("fielded", May(DrawDice(2, to="reserve"), life=2))),
    "4ygo": card_text(
        When(
            "attacks",
            Buff(Each(OWN_DICE_OF_THIS), 1, 1),
            subject=Dice(sidekick=True),
            together=True,
        ),
        When("attacks", Buff(Target(Dice(sidekick=True), count=3, up_to=True), 1), burst="*"),
        note="one bonus an attack, however many Sidekicks take part",
    ),
    "5ygo": card_text(
        When(
            "lethal",
            ImposeRule("cannot-be-ko'd", Dice(side="own", not_title="Kuriboh")),
            burst="*",
            step="attack",
        )
    ),
    "6ygo": card_text(
        When("fielded", KO(Target(Dice(side="opposing", sidekick=True), count=2, up_to=True))),
        When("kos", LoseLife(1), burst="*"),
    ),
    "7ygo": card_text(
        Cheaper(Dice(side="own", energy="Bolt"), 2),
        When(
            "fielded",
            Move(Target(Dice(side="opposing", zone="prep", kind="die")), "used"),
            burst="*",
        ),
    ),
    "8ygo": card_text(
        When("fielded", NameDie()),
        When("ko", May(KO(Target(Dice(energy="Fist", cost=(0, 4))))), burst="*"),
    ),
    "9ygo": card_text(),
    "17ygo": card_text(
        When("turn-start", (LoseLife(1, "you"), DrawDice(1))),
        note="at the start of your own turns; the extra die is rolled with the four drawn",
    ),
    "41ygo": card_text(When("attacks", May(Buff(THIS, 2), energy="Bolt"))),
    "71ygo": card_text(
        When("attacks", Buff(THIS, CountOf(Dice(side="own", energy="Bolt", another=True))))
    ),
    "89ygo": card_text(
        When("ko", Damage(OPPOSING, StatOf(THIS, "defence")), in_combat=True),
    ),
    "110ygo": card_text(When("attacks", Spin(Each(Dice(not_team="Egyptian God")), -1))),
    "111ygo": card_text(
        WhenUsed(
            Control(Target(Dice(side="opposing", level_to_picked=-1)), OWN),
            star=Control(Target(Dice(side="opposing", level_to_picked=0)), OWN),
            step="attack-start",
        ),
        note="your monster that sets the level controls the other one and so cannot attack",
    ),
    "112ygo": card_text(
        WhenUsed(
            (
                KO(OWN),
                If(KO(Target(Dice(side="opposing", level_to_picked=1))), any_moved=True),
            )
        )
    ),
    "113ygo": card_text(
        WhenUsed(TWO_OF_MINE, star=SLIP_BY, double=SLIP_BY), Global("Bolt", Buff(ANYONE, 1))
    ),
    "114ygo": card_text(
        WhenUsed(KO(Target(Dice(level=(1, 1)))), double=KO(Target(Dice(level=(1, 2))))),
        Global("Fist", Give(Target(Dice(blocked=True)), "no-damage")),
    ),
    "115ygo": card_text(WhenUsed(Attach(OPPOSING, "half"))),
    "116ygo": card_text(
        WhenUsed(RollDice(Target(Dice(side="own", zone="used")), character="field", other="bag")),
        note="a Sidekick in the Used Pile is a monster die too",
    ),
    "117ygo": card_text(
        WhenUsed(DrawToReplace(OPPOSING)),
        Global("Shield", SwapAttack(OWN, OPPOSING)),
        note="one printing of the text reads 'pay 3'; the book's example pays one Shield, "
        "which is a misread symbol. The replaced die goes into its owner's bag",
    ),
    "118ygo": card_text(WhenUsed(Attach(OPPOSING, "cannot-attack"))),
    "119ygo": card_text(
        WhenUsed(Give(ANYONE, "cannot-attack", until="your-next-turn")),
        Global("Mask", Give(ANYONE, "cannot-block")),
    ),
    "120ygo": card_text(
        WhenUsed(Attach(OWN, "cannot-be-ko'd-blocking", until="opponent-turn-end"))
    ),
    # Further monsters, in the order of their numbers
    "13ygo": card_text(When("fielded", May(Move(Target(Dice(kind="action-die")), "used")))),
    "15ygo": card_text(
        When(
            "blocks",
            If(
                Buff(THIS, 0, 4),
                Dice(side="own", blocking=True, another=True),
                at_least=0,
                at_most=0,
            ),
        )
    ),
    "16ygo": card_text(
        When("deals-player", Move(THIS, "bag")), note="any damage to the opponent sends it, at once"
    ),
    "18ygo": card_text(
        When("attack-start", If(Buff(Each(OWN_DICE_OF_THIS), 2), OWN_USED), seats="each"),
        note=EACH_ATTACK_STEP,
    ),
    "21ygo": card_text(When("deals-player", Damage(ANYONE, HowMany()))),
    "22ygo": card_text(
        While(rule="must-attack"),
        When(
            "deals-player",
            KO(Each(OWN_DICE_OF_THIS)),
            subject=Dice(side="opposing", level=(2, 9)),
        ),
    ),
    "26ygo": card_text(
        When(
            "fielded",
            (
                Move(Each(Dice(kind="action-die")), "used"),
                Move(Each(Dice(zone="reserve", kind="action-die")), "used"),
            ),
        )
    ),
    "28ygo": card_text(
        When(
            "fielded",
            May(Spin(Each(OWN_DICE_OF_THIS), 1)),
            subject=Dice(side="own", energy="Fist"),
        )
    ),
    "34ygo": card_text(
        When("attacks", (KO(Each(Dice(sidekick=True))), Buff(THIS, HowMany(times=2))))
    ),
    "38ygo": card_text(SUMMONING_LEVEL_3_HURTS),
    "45ygo": card_text(
        When("attacks", STRONGER_AGAINST_LEVEL_3), When("blocks", STRONGER_AGAINST_LEVEL_3)
    ),
    "46ygo": card_text(
        When("fielded", Buff(Each(OWN_DICE_OF_THIS), 2, 2), subject=Dice(side="own"), once=True)
    ),
    "47ygo": card_text(
        When("attack-start", Buff(Each(OWN_DICE_OF_THIS), CountOf(OWN_USED)), seats="each"),
        note=EACH_ATTACK_STEP,
    ),
    "49ygo": card_text(
        When(
            "attack-start",
            If(Buff(Each(OWN_DICE_OF_THIS), 2, 2), behind="characters"),
            seats="each",
        ),
        note=EACH_ATTACK_STEP,
    ),
    "50ygo": card_text(
        When(
            "attack-end",
            If(
                Damage(OPPONENT, StatOf(THIS, "attack", half=True)),
                Dice(own_card=True, blocked=True),
                picked=THIS,
            ),
        )
    ),
    "51ygo": card_text(
        While(rule="cannot-block"), FALLS_WITH_ITS_OWNER, Global("Fist", Give(ANYONE, "must-block"))
    ),
    "52ygo": card_text(
        When(
            "blocked",
            If(
                Damage(OPPONENT, 2),
                Dice(blocking=True, engaged_with_this=True),
                at_least=1,
                at_most=1,
            ),
        )
    ),
    "53ygo": card_text(
        When("attacks", May((Damage(WhichPlayers("you"), 2), Buff(THIS, 3)))),
    ),
    "54ygo": card_text(
        When("fielded", Move(Target(Dice(kind="action-die")), "used")),
        note="what the die sent away had begun ends with it",
    ),
    "55ygo": card_text(
        While(rule="untargetable"),
        While(Dice(side="own", title_has="Dragon"), rule="untargetable", burst="*"),
    ),
    "57ygo": card_text(When("ko", May(Move(THIS, "field", -1), life=1), doing="blocking")),
    "60ygo": card_text(
        When(
            "fielded",
            RollDice(
                Target(Dice(side="opposing", zone="prep", kind="die"), by="opponent"),
                character="prep",
                other="used",
            ),
        )
    ),
    "61ygo": card_text(
        When("ko", (GainLife(2), Move(Target(Dice(side="own", zone="used", kind="die")), "prep"))),
        Global("Shield", Buff(ANYONE, 0, 1)),
    ),
    "62ygo": card_text(
        When(
            "attack-end",
            If(
                Damage(OPPONENT, StatOf(THIS, "attack")),
                Dice(own_card=True, blocked=True),
                picked=THIS,
            ),
        )
    ),
    "65ygo": card_text(When("ko", May(Move(Target(OWN_USED), "prep")))),
    "76ygo": card_text(
        When("attack-start", (A_USED_MONSTER, A_PREPARED_MONSTER), seats="each"),
        note=EACH_ATTACK_STEP,
    ),
    "77ygo": card_text(
        While(rule="Fast"), note="what it says of the order of damage is what Fast does"
    ),
    "83ygo": card_text(SUMMONING_LEVEL_3_HURTS),
    "84ygo": card_text(
        While(rule="must-attack"), FALLS_WITH_ITS_OWNER, Global("Fist", Give(ANYONE, "must-block"))
    ),
    "86ygo": card_text(
        When(
            "blockers-set",
            If(
                Damage(OPPONENT, CountOf(Dice(side="opposing", blocking=False))),
                Dice(own_card=True, attacking=True),
                picked=THIS,
            ),
            each_die=True,
        )
    ),
    "90ygo": card_text(When("ko", May(Spin(Each(OWN_DICE_OF_THIS), 1)), subject=Dice(side="own"))),
    "106ygo": card_text(
        When(
            "fielded",
            RollDice(Each(Dice(side="opposing", energy="Shield")), character="stay", other="prep"),
        )
    ),
    "93ygo": card_text(
        When("ko", (Move(THIS, "used"), Damage(OPPONENT, 1)), doing="blocking"),
        note="the damage comes right after combat damage",
    ),
    "10ygo": card_text(
        When(
            "attack-set",
            If(
                Buff(Each(Dice(side="own", own_card=True, attacking=True)), 1),
                who=Dice(side="own", attacking=True, not_energy="Fist"),
                at_least=0,
                at_most=0,
            ),
        ),
        Ritual(),
        note="only when it attacks too",
    ),
    "19ygo": card_text(Cancels("action")),
    "23ygo": card_text(
        When(
            "fielded",
            May(SpinFace(Target(Dice(side="own", zone="reserve", sidekick=True)), to="character")),
        )
    ),
    "24ygo": card_text(While(rule="blocked-by-two")),
    "35ygo": card_text(
        WhenUsed(
            (
                Attach(ANYONE),
                ImposeRule("must-attack", Dice(side="opposing", sidekick=True), until="attached"),
            )
        ),
        keywords=("Continuous",),
    ),
    "42ygo": card_text(
        When("attacks", Buff(Each(Dice(side="own", energy="Fist", another=True)), 1, 1)), Ritual()
    ),
    "43ygo": card_text(
        When("attacks", Give(THIS, "Overcrush"), alone=True),
        note="what it says of excess damage is what Overcrush does",
    ),
    "48ygo": card_text(
        While(rule="untargetable-by-action"),
        While(rule="untargetable-by-ability"),
        While(rule="untargetable-by-global"),
        Global(
            "Fist",
            (
                ImposeRule("untargetable-by-action", Dice(side="own")),
                ImposeRule("untargetable-by-ability", Dice(side="own")),
            ),
            own_turn=True,
            step="attack",
        ),
        note="a global is an ability too; the global itself leaves globals out",
    ),
    "58ygo": card_text(ContinuousDie(do=Move(OPPOSING, "used")), keywords=("Continuous",)),
    "59ygo": card_text(ContinuousDie(do=Control(OPPOSING)), keywords=("Continuous",)),
    "63ygo": card_text(WhenUsed(Attach(ANYONE, "draws-targets")), keywords=("Continuous",)),
    "67ygo": card_text(
        When(
            "fielded",
            (
                Damage(ANYONE, 2),
                Whenever(When("fielded", Damage(ANYONE, 2), subject=Dice(energy="Bolt"))),
            ),
        ),
        note="it answers to its own summoning too",
    ),
    "68ygo": card_text(When("fielded", DrawDice(2)), FUSION),
    "70ygo": card_text(When("fielded", RollDice(OPPOSING, character="stay", other="prep"))),
    "72ygo": card_text(
        When("fielded", ImposeRule("no-combat-damage", Dice(side="opposing", sidekick=True))),
        Ritual(),
    ),
    "73ygo": card_text(
        When(
            "attacks",
            (
                Give(THIS, "blocked-by-one"),
                ForbidBlock(THIS, Dice(than_this="higher"), by=True),
            ),
            alone=True,
        )
    ),
    "74ygo": card_text(
        Paid(
            "0",
            (KO(OWN), If(Buff(Target(Dice(side="own", own_card=True)), 3), any_moved=True)),
            once=True,
        ),
        Global(
            "Bolt",
            (
                KO(OWN),
                If(ImposeRule("purchase-cost", amount=2, until="next-purchase"), any_moved=True),
            ),
        ),
    ),
    "75ygo": card_text(
        When("fielded", DrawAndLook(1, Dice(energy="Fist"), to="prep", other="bag or used"))
    ),
    "78ygo": card_text(
        When(
            "fielded",
            May(
                RollDice(
                    Each(Dice(side="own", zone="used", own_card=True)),
                    character="field",
                    other="used",
                )
            ),
            subject=Dice(side="own", title_has="Dragon"),
            inactive=True,
        )
    ),
    "79ygo": card_text(DrawsMore(life=1)),
    "80ygo": card_text(Shoots()),
    "81ygo": card_text(Cancels("global", price="spin")),
    "85ygo": card_text(When("fielded", ImposeRule("purchases-to-bag"))),
    "87ygo": card_text(
        When(
            "attacks",
            May((Move(OWN, "used"), If(Give(THIS, "cannot-be-blocked"), any_moved=True))),
        )
    ),
    "88ygo": card_text(Toll(("action", "global"), life=2)),
    "91ygo": card_text(
        Protection(2, by=Dice(energy="Bolt/Fist"), who=Dice(side="own", energy="Shield")),
        Global("Shield", Buff(Target(Dice(title_has="Dragon")), 1, 1)),
        note="monsters with the word in their title",
    ),
    "92ygo": card_text(
        When("ko", KO(Target(Dice(side="opposing", than_this="equal or lower"))), in_combat=True)
    ),
    "94ygo": card_text(
        When(
            "fielded",
            (
                Move(Target(Dice(side="own", zone="prep", kind="die")), "used"),
                If(DrawDice(1), any_moved=True),
                Move(Target(Dice(side="opposing", zone="prep", kind="die")), "used"),
                If(DrawDice(1, seats="opponent"), any_moved=True),
            ),
        )
    ),
    "95ygo": card_text(
        When("blocks", ImposeRule("less-damage", Dice(side="own"), amount=1), together=True),
        Global("Shield", Buff(ANYONE, 0, 1)),
        note="until the turn ends",
    ),
    "96ygo": card_text(
        Ban(("reroll",)),
        Paid("0", Lift(), by="opponent", life=2, at="reroll"),
        note="the rerolls of the Roll and Reroll Step",
    ),
    "98ygo": card_text(WhenUsed(Attach(ANYONE, "two-blockers-first")), keywords=("Continuous",)),
    "99ygo": card_text(
        When(
            "attack-start",
            May((Damage(OPPOSING, 2), Give(THIS, "cannot-attack"))),
            each_die=True,
        )
    ),
    "100ygo": card_text(
        When("ko", May(DrawAndLook(2, Dice(), to="prep", other="bag", all_or_none=True)))
    ),
    "102ygo": card_text(
        When(
            "fielded",
            Whenever(
                When(
                    "fielded",
                    Damage(Target(player="only"), 1),
                    subject=Dice(side="own", energy="Bolt"),
                )
            ),
        ),
        Global(
            "Bolt",
            Give(EVENT_DIE, "to-bag-after-attack"),
            react="damaged-player",
            subject=Dice(side="own"),
        ),
    ),
    "103ygo": card_text(
        FUSION,
        Global(
            "Bolt",
            ImposeRule("purchase-cost", Dice(kind="action-die"), amount=2, until="next-purchase"),
        ),
    ),
    "104ygo": card_text(
        When(
            "fielded",
            (
                DrawDice(1, to="reserve", pick=True),
                If(
                    KO(Target(Dice(side="opposing"), by="opponent")),
                    who=Dice(side="own", zone="reserve", level=(1, 3), kind="die"),
                    picked=PickedDie(0),
                    otherwise=KO(Target(Dice(side="own", sidekick=True))),
                ),
                Move(PickedDie(0), "bag"),
            ),
        )
    ),
    "105ygo": card_text(WhenUsed(KO(Each(Dice(attack_like=Dice(sidekick=False)))))),
    "107ygo": card_text(Toll(("field",), life=1)),
    "108ygo": card_text(
        When("fielded", KO(Each(Dice(side="opposing", sidekick=True)))),
        Dearer(Dice(sidekick=True), 3, "fielding", seats="each"),
        Global(
            "Bolt",
            (
                Move(Target(Dice(side="own", zone="prep", sidekick=True)), "used"),
                If(Damage(Target(player="only"), 1), any_moved=True),
            ),
        ),
    ),
    "109ygo": card_text(
        When("fielded", ImposeRule("falls-to-used", Dice(side="opposing"))), FUSION
    ),
}
