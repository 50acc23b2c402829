"""TMNT 2016, "Example of Play": Victoria and Sebastian, turn by turn.

The pictures of the rolls are lost; where the text leaves a symbol open, one that fits is used.
"""

from game_by_titles import GameByTitles

from rules.dicemasters.engine.setup import demo_setup

VICTORIA, SEBASTIAN = 0, 1
FOUR = ("Sidekick",) * 4


def begin():
    setup = demo_setup("tmnt")
    setup["teams"][0]["name"] = "Victoria"
    setup["teams"][1]["name"] = "Sebastian"
    return GameByTitles("tmnt", setup)


def victoria_1(story):
    story.draws(*FOUR).rolls("Sidekick Shield", "Sidekick Fist", "Sidekick ?", "Sidekick pawn")
    story.keep().buy("April", "Shield", "Fist")
    assert story.titles("out", VICTORIA) == {"Sidekick": 2}
    assert story.titles("used", VICTORIA) == {"April": 1}
    story.field("Sidekick")
    assert story.titles("field", VICTORIA) == {"Sidekick": 1}
    story.no_attack()
    assert story.titles("used", VICTORIA) == {"April": 1, "Sidekick": 2}
    assert story.titles("reserve", VICTORIA) == {"Sidekick": 1}


def sebastian_1(story):
    story.draws(*FOUR).rolls("Sidekick Mask", "Sidekick Mask", "Sidekick pawn", "Sidekick pawn")
    story.reroll("all")
    story.rolls("Sidekick Fist", "Sidekick Mask", "Sidekick Shield", "Sidekick Bolt").keep()
    story.buy("Karai", "Fist", "Mask", "Shield", "Bolt")
    assert story.titles("out", SEBASTIAN) == {"Sidekick": 4}
    story.no_attack()
    assert story.titles("used", SEBASTIAN) == {"Sidekick": 4, "Karai": 1}


def victoria_2(story):
    assert story.titles("used", VICTORIA) == {"April": 1, "Sidekick": 3}
    story.draws(*FOUR).rolls("Sidekick ?", "Sidekick Mask", "Sidekick pawn", "Sidekick pawn")
    story.reroll("pawn", "pawn").rolls("Sidekick Bolt", "Sidekick pawn").keep()
    story.buy("Unstable Canister", "?", "Mask", "Bolt").field("Sidekick")
    story.attack("Sidekick", "Sidekick").both_pass()
    assert story.life(SEBASTIAN) == 8
    assert story.titles("out", VICTORIA) == {}
    assert sum(story.titles("used", VICTORIA).values()) == 10


def sebastian_2(story):
    story.draws(*FOUR)
    assert not story.zone("bag", SEBASTIAN)
    story.rolls("Sidekick Bolt", "Sidekick Mask", "Sidekick Shield", "Sidekick pawn").keep()
    story.buy("Foot Ninja", "Bolt", "Mask", "Shield").field("Sidekick").no_attack()
    assert story.titles("field", SEBASTIAN) == {"Sidekick": 1}


def victoria_3(story):
    assert len(story.zone("bag", VICTORIA)) == 10
    story.draws("Sidekick", "Sidekick", "Sidekick", "April")
    story.rolls("Sidekick pawn", "Sidekick Fist", "Sidekick ?", "April 3").keep()
    story.field("April 3", "Fist").field("Sidekick")
    story.attack("April", "Sidekick").block([("April", "Sidekick")])
    story.use_global("Speedy Delivery", "?").choose("Sidekick", VICTORIA)
    assert story.stats("Sidekick", VICTORIA) == (2, 1)
    story.both_pass()
    assert story.life(SEBASTIAN) == 6
    assert story.titles("prep", SEBASTIAN)["Sidekick"] == 1
    assert story.titles("field", VICTORIA) == {"April": 1}
    assert story.damage("April", VICTORIA) == 0


def sebastian_3(story):
    story.draws("Karai", "Sidekick", "Sidekick", "Sidekick")
    story.rolls("Karai 1", *(f"Sidekick {e}" for e in ("Fist", "Bolt", "Mask", "Shield"))).keep()
    story.field("Karai 1", "Fist").yes()
    assert story.titles("prep", VICTORIA) == {"April": 1}
    assert story.titles("field", VICTORIA) == {}
    story.buy("Foot Ninja", "Bolt", "Mask", "Shield").no_attack()


TURNS = (victoria_1, sebastian_1, victoria_2, sebastian_2, victoria_3, sebastian_3)


def play(turns):
    story = begin()
    for turn in turns:
        turn(story)
    return story


def test_victoria_turn_1_buys_april_and_keeps_a_wild_energy():
    play(TURNS[:1])


def test_sebastian_turn_1_rerolls_everything_and_buys_karai():
    play(TURNS[:2])


def test_victoria_turn_2_deals_the_first_two_damage():
    play(TURNS[:3])


def test_sebastian_turn_2_draws_the_last_four_dice_without_refilling():
    # The book's rule says to refill a bag of four or fewer; its example, like the other
    # books, refills only when dice are missing. The example is followed.
    play(TURNS[:4])


def test_victoria_turn_3_pumps_the_unblocked_sidekick_with_a_wild_energy():
    play(TURNS[:5])


def test_sebastian_turn_3_karai_knocks_out_april_because_an_ally_counts_as_a_sidekick():
    play(TURNS[:6])


def test_victoria_turn_4_rolls_five_dice():
    story = play(TURNS).draws("Sidekick", "Sidekick", "Sidekick", "Sidekick")
    assert len(story.state.request.dice) == 5
