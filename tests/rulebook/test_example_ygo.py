"""YGO 2014, "Example of Play": Eric and Mike with monsters."""

from game_by_titles import GameByTitles

from rules.dicemasters.engine.setup import demo_setup

ERIC, MIKE = 0, 1
FOUR = ("Sidekick",) * 4


def eric_1(story):
    story.draws(*FOUR).rolls("Sidekick Shield", "Sidekick Shield", "Sidekick Mask", "Sidekick pawn")
    story.reroll("pawn", "Shield").rolls("Sidekick Fist", "Sidekick Bolt").keep()
    story.buy("Harpie Lady", "Fist", "Shield", "Mask").no_attack()
    assert story.titles("used", ERIC) == {"Sidekick": 3, "Harpie Lady": 1}
    assert story.titles("reserve", ERIC) == {"Sidekick": 1}


def mike_1(story):
    story.draws(*FOUR)
    story.rolls("Sidekick Bolt", "Sidekick Fist", "Sidekick Shield", "Sidekick pawn").keep()
    story.buy("Kuriboh", "Bolt", "Fist", "Shield").field("Sidekick")
    story.attack("Sidekick").both_pass()
    assert story.life(ERIC) == 9


def eric_2(story):
    assert story.titles("used", ERIC) == {"Sidekick": 4, "Harpie Lady": 1}
    story.draws(*FOUR)
    story.rolls("Sidekick Bolt", "Sidekick Bolt", "Sidekick Shield", "Sidekick pawn").keep()
    story.buy("Monster Reborn", "Bolt", "Bolt", "Shield").field("Sidekick").no_attack()


def mike_2(story):
    story.draws(*FOUR)
    story.rolls("Sidekick Fist", "Sidekick pawn", "Sidekick pawn", "Sidekick pawn").keep()
    story.field("Sidekick").field("Sidekick").field("Sidekick").no_attack()


def eric_3(story):
    bag = story.titles("bag", ERIC)
    assert bag == {"Sidekick": 7, "Harpie Lady": 1, "Monster Reborn": 1}
    story.draws("Sidekick", "Sidekick", "Sidekick", "Monster Reborn")
    story.rolls("Sidekick Mask", "Sidekick Shield", "Sidekick Fist", "Monster Reborn action").keep()
    story.buy("Harpie Lady", "Mask", "Shield", "Fist")
    story.use("Monster Reborn").choose("Harpie Lady").rolls("Harpie Lady 3")
    assert story.titles("field", ERIC) == {"Sidekick": 1, "Harpie Lady": 1}
    assert story.titles("used", ERIC)["Monster Reborn"] == 1
    story.attack("Harpie Lady", "Sidekick")
    assert story.stats("Harpie Lady", ERIC) == (4, 5)
    story.block(
        [("Sidekick", "Sidekick"), ("Harpie Lady", "Sidekick"), ("Harpie Lady", "Sidekick")]
    )
    story.both_pass().amount(2)
    assert story.titles("prep", MIKE)["Sidekick"] == 3
    assert story.titles("prep", ERIC) == {"Sidekick": 1}
    assert story.titles("field", ERIC) == {"Harpie Lady": 1}


def mike_3(story):
    story.draws("Sidekick", "Sidekick", "Sidekick", "Kuriboh")
    energy = [f"Sidekick {e}" for e in ("Bolt", "Fist", "Mask", "Shield", "Fist", "Mask")]
    story.rolls("Kuriboh 2", *energy).keep()
    story.field("Kuriboh 2")
    story.buy("Red-Eyes B. Dragon", "Bolt", "Fist", "Mask", "Shield", "Fist", "Mask").no_attack()


def eric_4(story):
    # The book counts three energy beside a Harpie Lady and two Sidekicks; five dice are rolled,
    # so two of them show energy, one each: the story's third energy cannot be there.
    story.draws("Harpie Lady", "Sidekick", "Sidekick", "Sidekick")
    assert len(story.state.request.dice) == 5
    story.rolls(
        "Harpie Lady 1", "Sidekick pawn", "Sidekick pawn", "Sidekick Bolt", "Sidekick Mask"
    ).keep()
    story.field("Harpie Lady 1", "Bolt").field("Sidekick").field("Sidekick")
    story.attack("Harpie Lady 3", "Harpie Lady 1", "Sidekick", "Sidekick")
    attackers = ["Harpie Lady 3", "Harpie Lady 1", "Sidekick"]
    strengths = [story.stats(words, ERIC)[0] for words in attackers]
    assert strengths == [4, 3, 1]
    assert sum(strengths) + 1 - 1 == 8, "a blocked Sidekick lets eight damage slip by"


TURNS = (eric_1, mike_1, eric_2, mike_2, eric_3, mike_3, eric_4)


def play(count):
    story = GameByTitles("ygo", demo_setup("ygo"))
    for turn in TURNS[:count]:
        turn(story)
    return story


def test_eric_turn_1_leaves_one_bolt_unspent():
    play(1)


def test_mike_turn_1_a_single_sidekick_takes_eric_to_nine():
    play(2)


def test_eric_turn_2_buys_monster_reborn():
    play(3)


def test_mike_turn_2_fields_three_sidekicks():
    play(4)


def test_eric_turn_3_monster_reborn_summons_and_the_harpie_fights_at_four_and_five():
    play(5)


def test_mike_turn_3_pays_six_for_the_dragon():
    play(6)


def test_eric_turn_4_eight_damage_would_slip_by():
    play(7)
