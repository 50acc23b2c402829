"""What a card says is one key away, the card of the highlighted line first."""

from dataclasses import replace

from rules.core import CardWords
from rules.dicemasters.cards.random_teams import facts_only_setup
from rules.dicemasters.game import GAMES
from tests.bench.replayed import ReplayedSource
from tests.ui import tables
from ui.app.state_model import model_of
from ui.screens.app import DiceRefApp
from ui.screens.cards import CardsScreen

CARDS = (
    CardWords("Thor", "Odinson", 0, ("cost 6", "captures opposing Fist characters")),
    CardWords("April O'Neil", "Reporter", 1, ("cost 2", "its effect is applied by hand")),
)


def screen_text(app):
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def test_i_shows_every_card_that_of_the_highlighted_line_first():
    app = DiceRefApp(ReplayedSource([replace(tables.attack_step(), cards=CARDS)]))
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.press("i")
        await pilot.pause()
        text = screen_text(app)
        assert text.index("April O'Neil, Reporter (Bo)") < text.index("Thor, Odinson (Ana)")
        assert "applied by hand" in text
        await pilot.press("i")
        await pilot.pause()
        assert not isinstance(app.screen, CardsScreen)


async def test_a_game_without_cards_has_no_such_key():
    app = DiceRefApp(ReplayedSource([tables.attack_step()]))
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.press("i")
        assert not isinstance(app.screen, CardsScreen)


def test_a_game_of_dice_masters_explains_all_its_cards():
    from random import Random

    game = GAMES["avx"]
    state = game.new(facts_only_setup(Random(1), "avx"))
    model = model_of(game, state, title="", colours={})
    assert len(model.cards) == len(state.match.cards) - 1
    by_hand = [c for c in model.cards if "its effect is applied by hand" in c.lines]
    assert {c.title for c in by_hand} == set(model.hand.causes)
