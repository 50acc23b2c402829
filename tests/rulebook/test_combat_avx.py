"""AvX 2014, "Detailed Combat Example": Scott attacks Ryan with everybody."""

from collections import Counter

from game_by_titles import GameByTitles

SCOTT, RYAN = 0, 1
BLOCKS = [("Thor", "Iron Man"), ("Hulk", "Spider-Man"), ("Captain America", "Beast")]


def attack():
    story = GameByTitles.written("avx-combat")
    return story.attack("Thor", "Storm", "Hulk", "Captain America")


def fists(story):
    """Fist energy Ryan still has."""
    faces = story.state.match.faces
    reserve = story.zone("reserve", RYAN)
    return sum(faces[die][story.state.dice[die].face].amount for die in reserve)


def force_beam(story):
    story.block(BLOCKS).use("Force Beam")
    # Spider-Man could keep the Force Beam's own damage away too; Ryan saves his energy for later.
    return story.no()


def test_spider_man_is_a_fist_character_and_cannot_block_thor():
    story = attack()
    pairs = {
        (story.title(a.attacker), story.title(a.die))
        for a in story.legal_actions()
        if type(a).__name__ == "Block"
    }
    assert ("Thor", "Spider-Man") not in pairs
    assert {("Thor", "Iron Man"), ("Thor", "Beast"), ("Hulk", "Spider-Man")} <= pairs


def test_beast_gets_his_bonus_for_blocking():
    story = attack().block(BLOCKS)
    assert story.stats("Beast", RYAN) == (3, 4)


def test_force_beam_damages_everybody_and_hulk_answers_before_iron_man():
    story = force_beam(attack())
    # Hulk is the attacker's and comes first. Spider-Man is the only level 1 character.
    assert story.state.request.seat == RYAN
    assert "Spider-Man" in story.state.request.text
    story.yes("1 of 2 Fist")
    assert fists(story) == 2


def both_prevented():
    story = force_beam(attack()).yes("1 of 2 Fist")
    # Iron Man's three damage may go to any attacker: Hulk.
    story.choose("Hulk")
    assert story.damage("Hulk", SCOTT) == 4
    # Hulk took damage again and answers again; Ryan pays again.
    return story.yes("Fist")


def test_iron_man_answers_and_hulk_is_prevented_a_second_time():
    story = both_prevented()
    assert fists(story) == 1
    damage = {title: story.damage(title, SCOTT) for title in ("Thor", "Storm", "Captain America")}
    assert damage == {"Thor": 1, "Storm": 1, "Captain America": 1}
    assert story.damage("Hulk", SCOTT) == 4
    assert [story.damage(title, RYAN) for title in ("Iron Man", "Spider-Man", "Beast")] == [1, 1, 1]


def test_force_beam_goes_to_the_used_pile_at_once():
    assert both_prevented().titles("used", SCOTT) == {"Force Beam": 1}


def after_focus_power():
    story = both_prevented().use("Focus Power **").choose("Thor").amount(1)
    return story.choose("Storm").amount(1)


def test_focus_power_with_two_bursts_spins_thor_and_storm_up():
    story = after_focus_power()
    assert story.stats("Thor", SCOTT) == (6, 8)
    assert story.stats("Storm", SCOTT) == (3, 2)


def after_smash():
    story = after_focus_power().passes()
    # Only the last fist is left; either player may use the global of a basic action card.
    return story.use_global("Smash!", "Fist").choose("Thor")


def test_smash_keeps_thor_from_dealing_damage():
    story = after_smash().both_pass()
    assert story.titles("field", RYAN) == {"Iron Man": 1}


def test_captain_america_beast_and_spider_man_are_knocked_out():
    story = after_smash().both_pass()
    assert story.titles("prep", SCOTT) == {"Captain America": 1}
    assert story.titles("prep", RYAN) == {"Beast": 1, "Spider-Man": 1}


def test_storm_deals_three_and_goes_to_the_used_pile():
    story = after_smash().both_pass()
    assert story.life(RYAN) == 17
    assert story.titles("used", SCOTT)["Storm"] == 1


def test_thor_and_hulk_return_to_the_field():
    story = after_smash().both_pass()
    assert story.titles("field", SCOTT) == Counter({"Thor": 1, "Hulk": 1})
    assert not any(story.state.dice[die].damage for die in story.zone("field", SCOTT))


def test_iron_man_took_no_damage_from_thor_and_does_not_answer_again():
    story = after_smash()
    told = len(story.events)
    story.both_pass()
    later = [event.text for event in story.events[told:]]
    assert "Iron Man's text applies" not in later
    # Hulk answers once more, but there is no level 1 character left.
    assert "Hulk's text applies" in later
