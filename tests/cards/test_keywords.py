"""Keywords are data: every word on a card has its rule, or is known to have none stated."""

from rules.dicemasters.cards.facts import all_cards
from rules.dicemasters.cards.keywords import keywords
from ui.cli.main import main

UNSTATED = {"Recruit", "Rush"}


def test_every_keyword_printed_on_a_card_has_its_rule():
    printed = {word for each in all_cards() for word in each.keywords}
    assert printed - set(keywords()) == UNSTATED


def test_the_words_of_the_four_lexicons_are_carried_out_by_the_engine():
    lexicons = (
        "Ally",
        "Continuous",
        "Fast",
        "Iron Will",
        "Overcrush",
        "Regenerate",
        "Suit Up",
        "Swarm",
        "Turtle Power",
    )
    assert all(keywords()[word].by_engine for word in lexicons)


def test_a_keyword_says_who_states_it():
    assert all(word.sources for word in keywords().values())


def test_looking_a_card_up_explains_its_keywords(capsys):
    assert main(["cards", "21imw"]) == 0
    assert "Overcrush: Attacking, it deals the damage left over" in capsys.readouterr().err
