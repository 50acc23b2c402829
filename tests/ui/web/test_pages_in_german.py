"""A page speaks the language of the program, and what is tapped on it is understood."""

from random import Random

import pytest

pytest.importorskip("babel")

from rules.core import CHANCE
from ui.app.game_plan import example, setup_of
from ui.app.known_games import known_game
from ui.app.state_model import model_of
from ui.app.table_model import Announce
from ui.web.facts import command_of, public_facts
from ui.words.pages import page_in, script_in, served
from words import in_language, translated_whole


def model_after(steps, game_name="avx"):
    known, chance = known_game(game_name), Random(3)
    game, setup = known.load(), setup_of(example(game_name))
    state = game.new(setup)
    for _ in range(steps):
        mover = game.to_move(state)
        chosen = None if mover == CHANCE else chance.choice(game.legal_actions(state))
        state, _ = game.apply(state, chosen or game.sample(state, chance))
    return model_of(game, state, title=known.title, colours={})


@pytest.mark.parametrize("steps", [2, 3, 9, 20])
def test_what_is_tapped_on_a_german_page_is_understood(steps):
    model = model_after(steps)
    with in_language("de"):
        shown = public_facts(translated_whole(model))["offers"]
        for offer in shown:
            said = {"do": "announce", "offer": offer["n"], "text": offer["text"]}
            if offer["can"] and not offer["dice"]:
                assert isinstance(command_of(said, model), Announce)
            elif offer["dice"]:
                assert isinstance(command_of({**said, "dice": offer["dice"]}, model), Announce)
    assert shown


def test_a_page_says_in_which_language_it_is():
    with in_language("de"):
        page = served("web/page/index.html").decode()
        assert '<html lang="de">' in page
        assert "Was die Karten sagen" in page
        assert 'say("Zug {turn} · {name}"' in served("web/page/page.js").decode()
        assert served("web/page/page.css") == served("web/page/page.css")
    assert '<html lang="en">' in served("web/page/index.html").decode()


def test_markup_and_code_stay_as_they_are():
    with in_language("de"):
        assert page_in('<b id="now">Now</b>') == '<b id="now">Jetzt</b>'
        assert script_in('const a = say("Close") + "Close";') == (
            'const a = say("Schließen") + "Close";'
        )
