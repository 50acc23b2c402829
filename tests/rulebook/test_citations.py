"""Every citation names a section that its book has; the headings are those of the books."""

import re
from pathlib import Path
from random import Random

import pytest

from rules.core import CHANCE
from rules.dicemasters.cards.formats import BOOKS, FORMATS
from rules.dicemasters.cards.random_teams import random_setup
from rules.dicemasters.engine.citations import HEADINGS, IN_OTHER_WORDS, SECTIONS, cite
from rules.dicemasters.engine.edition import EDITIONS
from rules.dicemasters.game import GAMES
from tests.bench.dicemasters_games import planned, steps
from tests.rules.test_legal_actions_are_complete import candidates

SHARED = Path(__file__).parents[3] / "shared" / "rulebooks"
FILES = {
    "AvX": "dicemasters-avengers-vs-xmen-2014.md",
    "YGO": "dicemasters-yugioh-series-one-2014.md",
    "IMW": "dicemasters-iron-man-war-machine-2016.md",
    "HHS": "dicemasters-tmnt-heroes-half-shell-2016.md",
}


def exists(citation):
    """Whether each part of "Chapter: Section" is a heading of the book."""
    known = HEADINGS[citation.book]
    return citation.section in known or all(p in known for p in citation.section.split(": "))


@pytest.mark.parametrize("book", sorted(HEADINGS))
def test_every_section_that_is_cited_is_one_of_its_book(book):
    wrong = [section for section in SECTIONS if not exists(cite(book, section))]
    assert wrong == []


@pytest.mark.parametrize("book", sorted(HEADINGS))
def test_every_heading_stands_in_the_book(book):
    if not SHARED.exists():
        pytest.skip("the rulebooks lie beside the project in CI only")
    lines = (SHARED / FILES[book]).read_text(encoding="utf-8").splitlines()
    plain = {re.sub(r"^[#*★\d. ]+|[*! ]+$", "", line).casefold() for line in lines}
    assert [each for each in HEADINGS[book] if each.casefold() not in plain] == []


def test_a_section_has_another_name_only_where_the_book_has_not_that_one():
    for book, others in IN_OTHER_WORDS.items():
        assert not set(others) & HEADINGS[book]


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_every_format_cites_a_section_of_its_book(edition):
    cited = [each.citation(edition) for each in FORMATS.values() if edition in each.sections]
    assert cited
    assert [each for each in cited if not exists(each)] == []
    assert BOOKS[edition] in HEADINGS


@pytest.mark.parametrize("seed", range(24))
def test_what_is_said_against_an_action_cites_the_book_in_its_own_words(seed):
    game, setup, rng = planned(seed)
    names = [team["name"] for team in setup["teams"] if "name" in team]
    taken = list(steps(game, setup, rng))
    for state, _ in taken[:: max(1, len(taken) // 12)]:
        said = [(each.text, each.citation) for each in game.reminders(state)]
        if game.to_move(state) != CHANCE:
            for action in candidates(game, state):
                wrong = game.why_not(state, action)
                if wrong is not None:
                    said.append((f"{wrong.text} {wrong.remedy}", wrong.citation))
        for text, citation in said:
            assert exists(citation), citation
            assert citation.book == game.edition.book
            if game.name == "ygo":
                plain = text
                for name in (*names, "Player 1", "Player 2", "First player", "Second player"):
                    plain = plain.replace(name, "")
                assert not re.search(r"\b(player|character|fielded|KO'd)", plain), text


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_game_of_yu_gi_oh_says_is_in_its_own_words(seed):
    game, rng = GAMES["ygo"], Random(seed)
    state = game.new(random_setup(rng, "ygo", mixed=bool(seed % 2)))
    said = []
    for number in range(600):
        mover = game.to_move(state)
        if mover is None:
            break
        legal = [game.sample(state, rng)] if mover == CHANCE else game.legal_actions(state)
        if mover != CHANCE and number % 9 == 0:
            said += [f"{offer.text} {offer.why_not}" for offer in game.offers(state)]
            said += [reminder.text for reminder in game.reminders(state)]
        said += [game.say(state, legal[0]), getattr(state.request, "text", "")]
        state, events = game.apply(state, rng.choice(legal))
        said += [event.text for event in events]
    for words in said:
        plain = words.replace("Player 1", "").replace("Player 2", "")
        assert not re.search(r"\b(characters?|players?|fielded|fields|fielding|KO'd)\b", plain), (
            words
        )
