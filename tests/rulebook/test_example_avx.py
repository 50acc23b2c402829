"""AvX 2014, "Example of Play": Eric and Mike.

The setup gives Beast and Captain America to the second player; the story gives them to Eric,
who goes first. So here the second seat goes first.
"""

from game_by_titles import GameByTitles

from rules.dicemasters.engine.setup import demo_setup

MIKE, ERIC = 0, 1
FOUR = ("Sidekick",) * 4


def eric_1(story):
    story.draws(*FOUR).rolls("Sidekick Fist", "Sidekick Fist", "Sidekick Bolt", "Sidekick pawn")
    story.reroll("all")
    story.rolls("Sidekick Fist", "Sidekick Shield", "Sidekick Bolt", "Sidekick Bolt").keep()
    story.buy("Captain America", "Fist", "Shield", "Bolt", "Bolt")
    assert story.titles("used", ERIC) == {"Sidekick": 4, "Captain America": 1}
    story.no_attack()


def mike_1(story):
    story.draws(*FOUR)
    story.rolls("Sidekick Bolt", "Sidekick Fist", "Sidekick pawn", "Sidekick pawn").keep()
    story.buy("Human Torch", "Bolt", "Fist").field("Sidekick").field("Sidekick")
    assert story.titles("used", MIKE) == {"Sidekick": 2, "Human Torch": 1}
    story.attack("Sidekick", "Sidekick").both_pass()
    assert story.life(ERIC) == 8
    assert story.titles("used", MIKE) == {"Sidekick": 4, "Human Torch": 1}


def eric_2(story):
    story.draws(*FOUR)
    story.rolls("Sidekick Bolt", "Sidekick Bolt", "Sidekick Shield", "Sidekick pawn").keep()
    titles = {story.title(a.die) for a in story.legal_actions() if type(a).__name__ == "Purchase"}
    assert "Beast" not in titles
    assert "Captain America" not in titles
    story.buy("Force Beam", "Bolt", "Bolt", "Shield").field("Sidekick").no_attack()


def mike_2(story):
    story.draws(*FOUR)
    story.rolls("Sidekick Fist", "Sidekick pawn", "Sidekick pawn", "Sidekick pawn").keep()
    story.field("Sidekick").field("Sidekick").field("Sidekick").no_attack()
    assert story.titles("reserve", MIKE) == {"Sidekick": 1}


def eric_3(story):
    bag = story.titles("bag", ERIC)
    assert bag == {"Sidekick": 7, "Force Beam": 1, "Captain America": 1}
    story.draws("Sidekick", "Sidekick", "Sidekick", "Force Beam")
    story.rolls("Sidekick Mask", "Sidekick Shield", "Sidekick pawn", "Force Beam action").keep()
    story.use("Force Beam")
    assert story.titles("prep", ERIC) == {"Sidekick": 1}
    assert story.titles("prep", MIKE) == {"Sidekick": 3}
    assert story.titles("used", ERIC) == {"Force Beam": 1}
    story.buy("Beast", "Mask", "Shield").field("Sidekick").no_attack()


def mike_3(story):
    story.draws("Sidekick", "Sidekick", "Sidekick", "Human Torch")
    assert len(story.state.request.dice) == 7
    energy = [f"Sidekick {e}" for e in ("Fist", "Bolt", "Mask", "Shield", "Bolt")]
    story.rolls("Human Torch 2", "Sidekick pawn", *energy).keep()
    story.field("Human Torch 2", "Bolt").field("Sidekick")
    assert story.stats("Human Torch", MIKE) == (3, 3), "the Sidekick was not fielded first"
    story.buy("Spider-Man", "Fist", "Bolt", "Mask", "Shield")
    story.attack("Human Torch", "Sidekick").block([("Human Torch", "Sidekick")]).both_pass()
    assert story.life(ERIC) == 7
    assert story.titles("field", MIKE) == {"Human Torch": 1}
    assert story.titles("prep", ERIC) == {"Sidekick": 2}


def eric_4(story):
    story.draws("Captain America", "Sidekick", "Sidekick", "Sidekick")
    energy = ("Sidekick Fist", "Sidekick Bolt", "Sidekick Shield")
    story.rolls("Captain America 3", "Sidekick pawn", "Sidekick pawn", *energy).keep()
    story.field("Captain America 3", "Fist", "Bolt").yes().rolls("Sidekick Mask")
    assert story.titles("reserve", ERIC)["Sidekick"] == 4
    story.buy("Beast", "Mask", "Shield").field("Sidekick").field("Sidekick")
    assert story.titles("field", ERIC) == {"Captain America": 1, "Sidekick": 2}
    story.attack("Captain America", "Sidekick")
    assert story.stats("Captain America", ERIC)[0] == 5


TURNS = (eric_1, mike_1, eric_2, mike_2, eric_3, mike_3, eric_4)


def play(count):
    setup = demo_setup("avx")
    setup["teams"][0]["name"] = "Mike"
    setup["teams"][1]["name"] = "Eric"
    setup["first"] = ERIC
    story = GameByTitles("avx", setup)
    for turn in TURNS[:count]:
        turn(story)
    return story


def test_eric_turn_1_rerolls_all_and_spends_four_on_captain_america():
    play(1)


def test_mike_turn_1_attacks_with_two_sidekicks_for_two():
    play(2)


def test_eric_turn_2_cannot_buy_a_beast_without_a_mask():
    play(3)


def test_mike_turn_2_keeps_one_fist_in_reserve():
    play(4)


def test_eric_turn_3_force_beam_knocks_out_every_sidekick_in_the_field():
    play(5)


def test_mike_turn_3_the_torch_gets_no_bonus_for_the_second_character_fielded():
    play(6)


def test_eric_turn_4_captain_america_rolls_a_sidekick_that_did_not_pay_for_him():
    story = play(7)
    # Mike ponders: the Torch blocks Captain America, or the Sidekick and five slip by.
    assert {type(a).__name__ for a in story.legal_actions()} == {"Block", "EndDeclaration"}
