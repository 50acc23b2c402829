"""IMW 2016, "Example of Play": Guillermo and Lillian."""

from game_by_titles import GameByTitles

from rules.dicemasters.engine.setup import demo_setup

GUILLERMO, LILLIAN = 0, 1
FOUR = ("Sidekick",) * 4


def guillermo_1(story):
    story.draws(*FOUR).rolls("Sidekick Mask", "Sidekick ?", "Sidekick Bolt", "Sidekick pawn")
    story.reroll("pawn").rolls("Sidekick Fist").keep()
    story.buy("Howard Stark", "Mask", "Bolt").buy("Howard Stark", "?", "Fist")
    assert story.titles("used", GUILLERMO) == {"Howard Stark": 2}
    assert story.titles("out", GUILLERMO) == {"Sidekick": 4}
    story.no_attack()


def lillian_1(story):
    story.draws(*FOUR)
    story.rolls("Sidekick Mask", "Sidekick Shield", "Sidekick Bolt", "Sidekick pawn")
    story.reroll("Shield", "Bolt", "pawn")
    story.rolls("Sidekick Fist", "Sidekick Bolt", "Sidekick pawn").keep()
    story.buy("Jarvis", "Mask", "Fist", "Bolt").field("Sidekick").no_attack()


def guillermo_2(story):
    story.draws(*FOUR)
    assert not story.zone("bag", GUILLERMO)
    story.rolls("Sidekick Shield", "Sidekick Fist", "Sidekick Fist", "Sidekick Mask").keep()
    story.buy("War Machine", "Shield", "Fist", "Fist", "Mask").no_attack()


def lillian_2(story):
    story.draws(*FOUR)
    story.rolls("Sidekick Mask", "Sidekick Fist", "Sidekick Bolt", "Sidekick pawn").keep()
    story.field("Sidekick").buy("Jarvis", "Mask", "Fist", "Bolt").no_attack()


def guillermo_3(story):
    assert len(story.zone("bag", GUILLERMO)) == 11
    story.draws("Sidekick", "Sidekick", "Howard Stark", "War Machine")
    # Three dice beside War Machine give four energy: one of them must show a double face.
    story.rolls("Sidekick Shield", "Sidekick Bolt", "Howard Stark 2 Mask", "War Machine 1").keep()
    story.field("War Machine 1").buy("War Machine", "Shield", "Bolt", "2 Mask")
    story.attack("War Machine").block([]).both_pass()


def lillian_3(story):
    story.draws("Jarvis", "Sidekick", "Sidekick", "Sidekick")
    story.rolls("Jarvis 2", "Sidekick pawn", "Sidekick pawn", "Sidekick Bolt").keep()
    # The story is silent on Jarvis's damage: one for one character fielded, and only her own
    # dice are there to take it. At level 2 Jarvis bears it himself.
    story.field("Jarvis 2").choose("Jarvis")
    assert story.damage("Jarvis", LILLIAN) == 1
    story.field("Sidekick").field("Sidekick")
    assert sum(story.titles("field", LILLIAN).values()) == 5
    story.attack("Jarvis", *("Sidekick",) * 4).both_pass()
    assert story.life(GUILLERMO) == 5
    assert story.titles("field", LILLIAN) == {}


TURNS = (guillermo_1, lillian_1, guillermo_2, lillian_2, guillermo_3, lillian_3)


def play(count):
    story = GameByTitles("imwm", demo_setup("imwm"))
    for turn in TURNS[:count]:
        turn(story)
    return story


def test_guillermo_turn_1_four_energy_buy_both_howard_starks():
    play(1)


def test_lillian_turn_1_buys_jarvis_and_fields_a_sidekick():
    play(2)


def test_guillermo_turn_2_rolls_the_last_four_sidekicks():
    play(3)


def test_lillian_turn_2_buys_the_second_jarvis():
    play(4)


def test_guillermo_turn_3_war_machine_hits_harder_than_the_book_counts():
    # The book counts 2 damage. The level 1 face has a burst, which this card reads as +1A.
    story = play(5)
    assert story.life(LILLIAN) == 7


def test_guillermo_turn_3_war_machine_and_the_energy_spent_end_in_the_used_pile():
    story = play(5)
    assert story.titles("used", GUILLERMO)["War Machine"] == 2
    assert story.titles("field", GUILLERMO) == {}


def test_lillian_turn_3_five_attackers_take_half_of_guillermos_life():
    play(6)
