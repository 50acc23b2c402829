"""Why an act is refused: the right reason, the card that says so, for either player."""

import pytest
from textless_cards import at, reserve, setup

from rules.dicemasters.engine.edition import EDITIONS
from rules.dicemasters.moves import actions as act

ALL = pytest.mark.parametrize("edition", sorted(EDITIONS))
ANN, BOB = 0, 1


def why(story, action, seat=None):
    return story.game.why_not(story.state, action, seat)


def of(story, title, zone, seat=ANN):
    return next(die for die in story.zone(zone, seat) if story.title(die) == title)


@ALL
def test_a_card_is_called_its_owners_whoever_is_to_speak(edition):
    story = at(edition, *reserve(ANN, "Bolt", "Bolt"))
    theirs = act.Purchase(of(story, "Rescue", "cards", BOB))
    assert why(story, theirs).text == "That card is Bob's; its dice are for its owner only."


@ALL
def test_the_other_player_is_told_whose_turn_it_is_not_whose_card(edition):
    story = at(edition, *reserve(BOB, "Bolt", "Bolt"))
    own = act.Purchase(of(story, "Rescue", "cards", BOB), ())
    wrong = why(story, own, BOB)
    assert wrong.code == "not-your-turn"
    assert "it is Ann's turn" in wrong.text


@ALL
def test_the_other_players_global_waits_for_a_pass(edition):
    story = at(edition, *reserve(BOB, "Bolt"), "0 field Rescue 1")
    horn = story.state.match.global_abilities[0]
    die = of(story, "Sidekick", "reserve", BOB)
    use = act.UseGlobal(horn.card, horn.number, ((die, 1),))
    wrong = why(story, use, BOB)
    assert (wrong.code, wrong.text) == (
        "not-your-move",
        "Ann is to act now; Bob may once Ann passes.",
    )
    story.passes()
    assert why(story, use, BOB) is None
    assert why(story, use) is None


@ALL
def test_an_unpayable_global_is_refused_for_its_price_whoever_is_to_act(edition):
    story = at(edition, *reserve(BOB, "Fist"), "0 field Rescue 1")
    horn = story.state.match.global_abilities[0]
    die = of(story, "Sidekick", "reserve", BOB)
    wrong = why(story, act.UseGlobal(horn.card, horn.number, ((die, 1),)), BOB)
    assert wrong.code == "wrong-energy-type"


@ALL
def test_an_action_die_before_the_blockers_is_refused_by_the_attack_step(edition):
    story = at(edition, "0 reserve Force Beam action", "0 field Rescue 1", step="attackers")
    wrong = why(story, act.UseAction(of(story, "Force Beam", "reserve")))
    assert wrong.citation.section == "Use Actions and Global Abilities"
    assert "blockers have been declared" in wrong.text


def engaged(edition, mine, theirs, *cards, lines=()):
    """My attacker against their blocker, blockers to be declared; texts of these cards count."""
    setting = setup(cards=cards, theirs=cards)
    story = at(edition, f"0 field {mine}", f"1 field {theirs}", *lines, setting=setting)
    return story.attack(mine)


@pytest.mark.parametrize("edition", ["avx", "ygo"])
def test_the_card_that_forbids_a_block_is_named(edition):
    # Thor 23avx: Fist characters cannot block him.
    story = engaged(edition, "Thor 1", "Triceraton 1", "23avx", lines=["1 field Rescue 1"])
    block = act.Block(of(story, "Triceraton", "field", BOB), of(story, "Thor", "attack"))
    assert why(story, block).text == "Thor keeps Triceraton (level 1) from blocking it."


def test_the_card_that_keeps_from_attacking_is_named():
    # Karai 16hhs: Sidekicks cannot attack while she is active.
    setting = setup(theirs=["16hhs"])
    lines = ["0 field Sidekick pawn", "0 field Rescue 1", "1 field Karai 1"]
    story = at("tmnt", *lines, setting=setting).end_main()
    wrong = why(story, act.AttackWith(of(story, "Sidekick", "field")))
    assert wrong.text == "Karai keeps Sidekick from attacking."


def test_the_card_that_demands_a_block_is_named():
    # 4hhs, global: target Sidekick must block.
    setting = setup(cards=["4hhs"])
    story = at("tmnt", setting=setting)
    title = next(c.card.title for c in story.state.match.cards if c.card.code == "4hhs")
    lines = ["0 field Rescue 1", "1 field Sidekick pawn", *reserve(ANN, "Fist")]
    story = at("tmnt", *lines, setting=setting)
    story.use_global(title, "Fist").attack("Rescue")
    wrong = why(story, act.END_DECLARATION)
    assert wrong.code == "must-block"
    assert wrong.text == "Sidekick must block, as a global ability says."


def test_whoever_answers_for_another_is_told_who_is_asked():
    setting = setup(basics=["26avx", "113ygo", "57hhs"])
    lines = ["0 reserve Focus Power action", "0 field Rescue 2", "1 field Triceraton 1"]
    story = at("avx", *lines, setting=setting).use("Focus Power")
    wrong = why(story, story.legal_actions()[0], BOB)
    assert wrong.code == "not-asked"
    assert wrong.text.startswith("Ann is asked first:")


def test_a_seat_there_is_not_is_refused():
    assert why(at("avx"), act.PASS, 7).code == "no-such-seat"


@ALL
def test_a_step_is_named_with_the_steps_an_act_belongs_to(edition):
    story = at(edition, "0 field Rescue 1", step="attackers")
    wrong = why(story, act.UseGlobal(0, 0))
    assert wrong.remedy == "It belongs to the Main Step or the Attack Step, actions and globals."
