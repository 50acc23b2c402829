"""A game of four, played at random, for looking at the screens."""

from random import Random

from rules.core import CHANCE
from ui.app.game_plan import example, setup_of, with_format
from ui.app.known_games import known_game
from ui.app.state_model import model_of

DOUBLES = with_format(example("tmnt"), "doubles")
KNOWN = known_game("tmnt")


def played(steps):
    game, setup, chance = KNOWN.load(), setup_of(DOUBLES), Random(4)
    state = game.new(setup)
    for _ in range(steps):
        dice = game.to_move(state) == CHANCE
        action = game.sample(state, chance) if dice else chance.choice(game.legal_actions(state))
        state, _ = game.apply(state, action)
    return model_of(game, state, title=KNOWN.title, colours={})
