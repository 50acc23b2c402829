"""What is done by hand, in words and with keys: one entry, with its cause, taken back as one."""

from random import Random

import pytest

from rules.core import CHANCE
from rules.dicemasters import set_up
from rules.dicemasters.cards import card
from rules.dicemasters.cards.random_teams import facts_only_setup
from rules.dicemasters.cards.team import read_link
from rules.dicemasters.cards.texts import text_of
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.hand_words import said_by_hand
from tests.cards.test_random_card_games import LONGEST, unsound
from tests.laid_out import PLAIN, LaidOut

FACTS_ONLY, BRUTE, SHIELD_DIE = "56uxm", "46hhs", "128avx"


def scene(**more):
    return LaidOut("avx", [BRUTE, SHIELD_DIE], [BRUTE], ["27avx"], **more)


def say_by_hand(s, text):
    """Carry out what is said, and check that the record's words mean the same."""
    action = said_by_hand(s.state, text)
    spoken = s.game.say(s.state, action).removeprefix("by hand: ").partition(" (effect")[0]
    assert said_by_hand(s.state, spoken).acts == action.acts
    s.apply(action)
    return action


def test_one_effect_with_several_parts_is_one_entry_with_its_cause():
    s = scene(life=(10, 20))
    brute = s.field(BRUTE, 3, seat=1)
    action = say_by_hand(s, "effect of Nova: 2 damage to Triceraton, gain 1 life and You loses 3")
    assert action.why == "effect of Nova"
    assert (s.damage(brute), s.life) == (2, (11, 17))
    assert {e.facts["why"] for e in s.events if e.code == "by-hand"} == {"effect of Nova"}


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("Triceraton +2A", ("field", 1, (5, 3))),
        ("Triceraton gets +1A +1D", ("field", 1, (4, 4))),
        ("Triceraton -1A", ("field", 1, (2, 3))),
        ("Triceraton -2D", ("field", 1, (3, 1))),
        ("Triceraton up", ("field", 2, (4, 4))),
        ("Triceraton level 3", ("field", 3, (5, 5))),
        ("3 damage to Triceraton", ("prep", 0, None)),
        ("KO Triceraton", ("prep", 0, None)),
        ("Triceraton to used pile", ("used", 0, None)),
        ("move Triceraton to the bag", ("bag", 0, None)),
        # as a dictation writes it
        ("triceraton plus two attack", ("field", 1, (5, 3))),
        ("triceraton gets plus one attack and plus one defense", ("field", 1, (4, 4))),
        ("triceraton minus two defence", ("field", 1, (3, 1))),
        ("triceraton level up", ("field", 2, (4, 4))),
        ("spin triceraton to level three", ("field", 3, (5, 5))),
        ("three damage to triceraton", ("prep", 0, None)),
        ("triceraton is knocked out", ("prep", 0, None)),
        ("knock out triceraton", ("prep", 0, None)),
        ("triceraton goes to the prep area", ("prep", 0, None)),
    ],
)
def test_a_phrase_does_what_it_says(said, seen):
    s = scene()
    brute = s.field(BRUTE, 1, seat=1)
    say_by_hand(s, said)
    figures = s.stats(brute) if s.zone(brute) == "field" else None
    assert (s.zone(brute), s.at(brute), figures) == seen


def test_a_whole_effect_is_understood_as_it_is_spoken():
    s = scene(life=(10, 20))
    brute = s.field(BRUTE, 3, seat=1)
    said = "effect of triceraton two damage to triceraton gain one life then you loses three life"
    action = say_by_hand(s, said)
    assert (action.why, s.damage(brute), s.life) == ("effect of Triceraton", 2, (11, 17))


def test_a_title_with_a_number_or_attack_in_it_stays_a_title():
    s = LaidOut("avx", ["72wf", "22ygo"], [BRUTE], ["27avx"])
    two, goblins = s.field("72wf", 1), s.field("22ygo", 1)
    say_by_hand(s, "two-face plus one attack, goblin attack force plus one defence")
    assert (s.stats(two), s.stats(goblins)) == ((3, 2), (4, 2))


def test_a_die_changes_sides_is_captured_and_carries_an_action_die():
    s = scene()
    theirs, mine = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 2)
    say_by_hand(s, "You's Triceraton changes sides")
    assert (s.seat(theirs), s.state.dice[theirs].owner) == (0, 1)
    say_by_hand(s, "Triceraton level 2 captures Triceraton level 1")
    assert s.state.dice[theirs].under == mine
    shield = s.put(SHIELD_DIE, "reserve", PLAIN)
    say_by_hand(s, "Vibranium Shield on Triceraton level 2")
    assert s.state.dice[shield].under == mine
    s.to_attack()
    s.apply(act.END_DECLARATION)
    assert (s.seat(theirs), s.state.dice[theirs].under) == (1, -1)
    assert s.state.dice[shield].under == mine


def test_a_die_fielded_by_hand_shows_its_first_level():
    s = scene()
    brute = s.put(BRUTE, "used")
    say_by_hand(s, "Triceraton to field")
    assert (s.zone(brute), s.at(brute)) == ("field", 1)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("", "Say what happened"),
        ("abracadabra", "is not understood"),
        ("2 damage to Galactus", "No die here is called 'Galactus'"),
        ("You's Triceraton level 9", "has no level 9"),
        ("2 damage to Triceraton", "Several dice are called"),
        ("Me's Sidekick +1A", "is no character in the field"),
    ],
)
def test_what_cannot_be_meant_is_answered_with_one_sentence(said, answer):
    s = scene()
    s.field(BRUTE, 1)
    s.field(BRUTE, 2, seat=1)
    with pytest.raises(ValueError, match=answer):
        said_by_hand(s.state, said)


def test_the_menu_names_the_cards_that_need_a_hand_those_in_play_first():
    s = LaidOut("avx", [BRUTE, FACTS_ONLY], ["58uxm"])
    assert text_of(FACTS_ONLY) is None
    s.field("58uxm", 1, seat=1)
    titles = s.game.hand_menu(s.state).causes
    assert titles == (card("58uxm").title, card(FACTS_ONLY).title)


def test_an_attacker_taken_away_by_hand_leaves_its_blocker_without_a_block():
    s = scene(active=1)
    blocker, attacker = s.field(BRUTE, 1), s.field(BRUTE, 2, seat=1)
    s.attack(attacker).block({blocker: attacker})
    say_by_hand(s, "You's Triceraton to field")
    assert s.state.dice[blocker].blocks == ()


@pytest.mark.parametrize("edition", GAMES)
def test_random_games_of_facts_only_teams_are_carried_through_by_hand(edition):
    assert sum(hands_in_game(GAMES[edition], edition, seed) for seed in range(4)) > 20


def hands_in_game(game, edition, seed):
    """How often something was done by hand in a random game, which must end."""
    rng = Random(seed)
    state = game.new(facts_only_setup(rng, edition))
    hands = 0
    for _ in range(LONGEST):
        mover = game.to_move(state)
        if mover is None:
            return hands
        action = hand_action(game, state, rng) if rng.random() < 0.2 and mover != CHANCE else None
        if action is not None:
            state, _ = game.apply(state, action)
            hands += 1
            assert unsound(game, state) == []
            continue
        legal = [game.sample(state, rng)] if mover == CHANCE else game.legal_actions(state)
        state, _ = game.apply(state, rng.choice(legal))
    raise AssertionError(f"seed {seed}: no end")


def hand_action(game, state, rng):
    """Something the dashboard's keys could say now; None when the rules refuse it."""
    key = rng.choice(game.hand_menu(state).keys)
    open_dice = [die.die for die in game.view(state).dice]
    slots = {"it": rng.choice(state.match.names if key.about == "player" else open_dice)}
    slots["other"] = rng.choice(open_dice)
    try:
        action = game.said_by_hand(state, f"effect of something: {key.phrase.format(**slots)}")
    except ValueError:
        return None
    return action if game.why_not(state, action) is None else None


def test_the_set_up_says_which_cards_are_played_by_hand():
    text = set_up.played_by_hand(read_link("4x5avx;2x56uxm;2x58uxm"))
    assert text.startswith("1 of 3 play by themselves, by hand: ")
    assert card("56uxm").title in text
    assert set_up.played_by_hand(read_link("4x5avx")) == "1 of 1 play by themselves"
