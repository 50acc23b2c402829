"""Words of the vocabulary that no starter card uses do what docs/effects.md says."""

import re
from pathlib import Path
from typing import get_args

from rules.dicemasters.cards import effects
from rules.dicemasters.cards.effects import (
    OPPONENT,
    THIS,
    Buff,
    Cheaper,
    Damage,
    Dearer,
    Dice,
    DoByHand,
    DrawAndLook,
    EachPlayer,
    EnergyOf,
    FieldFree,
    GainLife,
    Give,
    Global,
    ImposeRule,
    LoseLife,
    Protection,
    SwapFigures,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)
from rules.dicemasters.cards.facts import card
from rules.dicemasters.engine.stats import purchase_cost
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act
from tests.laid_out import BOLT, FIST, PLAIN, WILD, LaidOut, drawn, player

BRUTE, RESCUE = "46hhs", "16imw"


def scene(*mine, basics=(), game="tmnt", **texts):
    """A scene in which cards say something else: by code, with an underscore before it."""
    said = {code.strip("_"): text for code, text in texts.items()}
    return LaidOut(game, mine, [BRUTE], basics, texts=said)


def test_field_free_is_fielding_and_when_fielded_answers():
    s = scene(
        RESCUE,
        basics=["57hhs"],
        _57hhs=card_text(WhenUsed(FieldFree(Target(Dice(side="own", zone="used")), level=2))),
        _16imw=card_text(When("fielded", Damage(OPPONENT, 3))),
    )
    waiting = s.put(RESCUE, "used")
    s.use(s.put("57hhs", "reserve", PLAIN))
    assert (s.zone(waiting), s.at(waiting)) == ("field", 2)
    assert s.life == (20, 17)


def test_purchased_answers_when_a_die_of_the_card_is_bought():
    s = scene(RESCUE, _16imw=card_text(When("purchased", LoseLife(2), inactive=True)))
    s.energy(BOLT, BOLT)
    s.buy(RESCUE)
    assert s.life == (20, 18)


def test_global_used_answers_to_the_global_of_the_player_meant():
    text = card_text(When("global-used", GainLife(1), seats="opponent"))
    s = LaidOut("tmnt", [BRUTE], [RESCUE], ["30avx"], texts={RESCUE: text}, life=(20, 10))
    s.field(RESCUE, 1, seat=1)
    mine = s.field(BRUTE, 1)
    s.energy(BOLT)
    s.use_global("30avx", mine)
    assert s.life == (20, 11)


def test_life_damaged_answers_to_damage_to_its_player_only():
    text = card_text(When("life-damaged", Buff(THIS, 1, 1)))
    s = LaidOut("tmnt", [RESCUE], [BRUTE], ["31avx"], texts={RESCUE: text}, active=1)
    rescue = s.field(RESCUE, 1)
    s.use(s.put("31avx", "reserve", PLAIN, seat=1), player(1))
    assert s.stats(rescue) == (3, 1)
    s.use(s.put("31avx", "reserve", PLAIN, seat=1), player(0))
    assert s.stats(rescue) == (4, 2)


def test_takes_no_damage_holds_against_any_damage():
    s = scene(
        RESCUE,
        basics=["57hhs", "27avx"],
        _57hhs=card_text(WhenUsed(Give(Target(Dice(side="own")), "takes-no-damage"))),
    )
    rescue = s.field(RESCUE, 1)
    s.use(s.put("57hhs", "reserve", PLAIN))
    s.use(s.put("27avx", "reserve", PLAIN))
    assert s.damage(rescue) == 0


def test_forever_outlasts_the_turn():
    s = scene(
        RESCUE,
        basics=["57hhs"],
        _57hhs=card_text(WhenUsed(Buff(Target(Dice(side="own")), 2, until="forever"))),
    )
    rescue = s.field(RESCUE, 1)
    s.use(s.put("57hhs", "reserve", PLAIN))
    s.to_attack()
    while s.step == "attackers":
        s.apply(act.END_DECLARATION)
    assert s.state.active == 1
    assert s.stats(rescue) == (5, 1)


def test_each_player_does_it_the_active_one_first():
    s = scene(BRUTE, basics=["57hhs"], _57hhs=card_text(WhenUsed(EachPlayer(LoseLife(1, "you")))))
    s.use(s.put("57hhs", "reserve", PLAIN))
    assert s.life == (19, 19)
    assert [e.seat for e in s.events if e.code == "life-lost"] == [0, 1]


def test_by_hand_says_what_the_players_do():
    text = card_text(WhenUsed(DoByHand("choose a colour")), Global("0", DoByHand("and another")))
    s = scene(BRUTE, basics=["57hhs"], _57hhs=text)
    s.use(s.put("57hhs", "reserve", PLAIN))
    s.use_global("57hhs")
    assert [e.text for e in s.events if e.code == "by-hand"] == [
        "Reclaim: choose a colour",
        "Reclaim: and another",
    ]


def test_in_the_owners_words_the_dice_of_a_text_are_seen_from_its_side():
    text = card_text(When("attacks", Damage(Target(Dice(side="opposing")), 1)))
    s = LaidOut("tmnt", [RESCUE], [BRUTE], texts={RESCUE: text})
    rescue, own, theirs = s.field(RESCUE, 1), s.field("sidekick"), s.field(BRUTE, 1, seat=1)
    s.attack(rescue)
    assert s.damage(theirs) == 1
    assert s.zone(own) == "field"


def test_figures_change_places_for_the_turn():
    s = scene(
        RESCUE, basics=["57hhs"], _57hhs=card_text(WhenUsed(SwapFigures(Target(Dice(side="own")))))
    )
    rescue = s.field(RESCUE, 1)
    s.use(s.put("57hhs", "reserve", PLAIN))
    assert s.stats(rescue) == (1, 3)
    s.to_attack().apply(act.END_DECLARATION)
    assert s.stats(rescue) == (3, 1)


def test_energy_of_one_type_is_counted_without_wild_energy():
    s = scene(RESCUE, _16imw=card_text(While(attack=EnergyOf("you", "Bolt"))))
    rescue = s.field(RESCUE, 1)
    s.energy(BOLT, BOLT, FIST, WILD)
    assert s.stats(rescue) == (5, 1)


def test_a_lasting_text_may_ask_for_low_life():
    text = card_text(While(attack=2, life_below=11))
    for life, attack in ((10, 5), (11, 3)):
        s = LaidOut("tmnt", [RESCUE], [BRUTE], texts={RESCUE: text}, life=(life, 20))
        assert s.stats(s.field(RESCUE, 1))[0] == attack


def test_a_die_protected_from_some_dice_takes_damage_of_all_others():
    text = card_text(Protection(99, by=Dice(energy="Fist")), Protection(1, in_combat=False))
    s = LaidOut("tmnt", [RESCUE], [BRUTE], ["31avx"], texts={RESCUE: text})
    rescue, brute = s.field(RESCUE, 3), s.field(BRUTE, 3, seat=1)
    s.use(s.put("31avx", "reserve", PLAIN), rescue)
    assert s.damage(rescue) == 1
    s.attack(rescue).block({brute: rescue}).fight()
    assert s.zone(rescue) == "field"


def test_dearer_is_for_the_opponent_and_cheaper_keeps_its_least():
    text = card_text(Dearer(Dice(energy="Fist"), 2), Cheaper(Dice(side="own"), 9, least=1))
    s = LaidOut("tmnt", [RESCUE], [BRUTE], texts={RESCUE: text})
    s.field(RESCUE, 1)
    table = GameTable(s.state)
    theirs, mine = s.put(BRUTE, "cards", seat=1), s.put(RESCUE, "cards")
    assert purchase_cost(table, theirs, 1) == card(BRUTE).cost + 2
    assert purchase_cost(table, mine, 0) == 1


def test_a_cheaper_next_purchase_is_over_with_it():
    rule = ImposeRule("purchase-cost", amount=9, least=1, until="next-purchase")
    s = scene(RESCUE, basics=["57hhs"], _57hhs=card_text(WhenUsed(rule)))
    s.use(s.put("57hhs", "reserve", PLAIN))
    s.energy(BOLT, BOLT)
    s.buy(RESCUE)
    assert sum(die.zone == "reserve" for die in s.state.dice) == 1
    assert not s.options(act.Purchase)


def test_a_level_is_compared_with_that_of_the_die_whose_text_it_is():
    text = card_text(While(rule="cannot-be-blocked", against=Dice(than_this="lower")))
    s = LaidOut("tmnt", [RESCUE], [BRUTE], texts={RESCUE: text})
    rescue = s.field(RESCUE, 2)
    low, same = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 2, seat=1)
    s.attack(rescue)
    blocks = {a.die for a in s.options(act.Block)}
    assert (low in blocks, same in blocks) == (False, True)


def test_a_drawn_die_is_looked_at():
    for who, zone in ((Dice(energy="Bolt"), "prep"), (Dice(energy="Mask"), "bag")):
        s = scene(RESCUE, basics=["57hhs"], _57hhs=card_text(WhenUsed(DrawAndLook(1, who))))
        s.empty_bag()
        die = s.put(RESCUE, "bag")
        s.use(s.put("57hhs", "reserve", PLAIN), drawn(die))
        assert s.zone(die) == zone


def test_what_the_opponent_cannot_target_its_owner_can():
    text = card_text(While(rule="untargetable"))
    s = LaidOut("tmnt", [RESCUE], [BRUTE], ["31avx"], texts={RESCUE: text}, active=1)
    rescue, other = s.field(RESCUE, 3), s.field("sidekick")
    s.do(act.UseAction(s.put("31avx", "reserve", PLAIN, seat=1)))
    assert (rescue in s.asked, other in s.asked) == (False, True)


def test_the_page_of_effects_explains_every_word_and_every_field():
    page = (Path(__file__).parents[2] / "docs" / "effects.md").read_text(encoding="utf-8")
    plain = " ".join(page.split())
    said_of = {"CardText", "This", "OtherDie", "EventDie", "WhichPlayers"}  # as constants
    found = (word for word in vars(effects).values() if isinstance(word, type))
    words = [word for word in found if word.__module__.startswith(effects.__name__)]
    names = {word.__name__ for word in words} - said_of
    missing = [name for name in names if name not in plain]
    for word in words:
        fields = word.__struct_fields__
        missing += [f"{word.__name__}.{f}" for f in fields if not re.search(rf"\b{f}\b", plain)]
    for listed in (effects.Event, effects.Rule, effects.Until, effects.KeywordName):
        missing += [word for word in get_args(listed) if word not in plain]
    assert missing == []
