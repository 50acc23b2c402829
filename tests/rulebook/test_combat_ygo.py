"""YGO 2014, the detailed combat example: Kyle attacks John with all his dice."""

from game_by_titles import GameByTitles

KYLE, JOHN = 0, 1
DRAGON, GENIE = "Red-Eyes B. Dragon", "La Jinn the Mystical Genie of the Lamp"
BLOCKS = [
    ("Kuriboh", "Celtic Guardian 1"),
    ("Time Wizard", "Blue-Eyes White Dragon"),
    (DRAGON, GENIE),
    (DRAGON, "Celtic Guardian 3"),
]


def attack():
    story = GameByTitles.written("ygo-combat")
    return story.attack("Kuriboh", "Kuriboh", DRAGON, "Time Wizard", "Sidekick")


def test_the_level_1_celtic_guardian_has_three_more_defence():
    # Both dragons and the other Guardian are Bolt monsters.
    assert attack().stats("Celtic Guardian 1", JOHN) == (2, 5)


def unblocked_kuriboh(story):
    blocked = {die for die in story.state.dice for die in die.blocks}
    return next(
        die
        for die in story.zone("attack", KYLE)
        if story.title(die) == "Kuriboh" and die not in blocked
    )


def pumped():
    story = attack().block(BLOCKS)
    story.use_global("Horn of the Unicorn", "Bolt").choose("Sidekick")
    story.use_global("Horn of the Unicorn", "Bolt")
    return choose_die(story, unblocked_kuriboh(story))


def choose_die(story, die):
    option = next(o for o in story.legal_actions() if getattr(o, "die", None) == die)
    return story.do(option)


def test_kyle_pumps_both_unblocked_attackers_with_his_two_bolts():
    story = pumped()
    assert story.stats("Sidekick", KYLE) == (2, 1)


def swapped():
    story = pumped().passes()
    story.use_global("Mystic Box", "Shield").choose("Celtic Guardian 1")
    blocked = next(
        die
        for die in story.zone("attack", KYLE)
        if story.title(die) == "Kuriboh" and story.state.dice[die].blocked
    )
    return choose_die(story, blocked)


def test_mystic_box_swaps_the_attack_of_the_guardian_and_the_kuriboh_it_blocks():
    # One printing reads "pay 3": a misread shield, as John's payment of one shield shows.
    story = swapped()
    assert story.stats("Celtic Guardian 1", JOHN)[0] == 1


def finished():
    story = swapped().use("Horn of the Unicorn **").choose("Sidekick")
    kuriboh = unblocked_kuriboh(story)
    choose_die(story, kuriboh)
    story.both_pass()
    # Red-Eyes divides seven damage between his two blockers: five on the Guardian.
    while getattr(story.state.request, "text", "").startswith("of "):
        target = story.state.request.text
        story.amount(5 if "to Celtic" in target else 2)
    return story


def test_the_red_eyes_can_knock_out_one_of_its_blockers_but_not_both():
    story = finished()
    assert story.state.request is not None


def settled():
    story = finished()
    while story.state.request is not None and story.game.to_move(story.state) == KYLE:
        options = story.legal_actions()
        yes = [o for o in options if type(o).__name__ == "Yes"]
        story.do(yes[0] if yes else options[0])
    return story


def test_john_loses_six_life_and_kyle_one():
    story = settled()
    assert story.life(JOHN) == 14
    assert story.life(KYLE) == 19


def test_kyle_keeps_one_kuriboh_in_the_field():
    story = settled()
    assert story.titles("field", KYLE) == {"Kuriboh": 1}
    assert story.titles("prep", KYLE) == {DRAGON: 1, "Time Wizard": 1}
    assert story.titles("used", KYLE)["Kuriboh"] == 1


def test_time_wizards_burst_knocks_out_the_genie():
    story = settled()
    assert story.titles("field", JOHN) == {"Blue-Eyes White Dragon": 1, "Celtic Guardian": 1}
    assert story.titles("prep", JOHN) == {"Celtic Guardian": 1, GENIE: 1}
