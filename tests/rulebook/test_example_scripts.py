"""The scripts the demo plays are the rulebooks' examples of play, told again move by move."""

import pytest
import test_example_avx
import test_example_imwm
import test_example_tmnt
import test_example_ygo

from ui.app.known_games import known_game
from ui.app.simulated_players import scripted_action

LIVES = {"tmnt": [10, 6], "avx": [10, 7], "ygo": [9, 10], "imwm": [5, 7]}
TOLD = {
    "tmnt": test_example_tmnt,
    "avx": test_example_avx,
    "ygo": test_example_ygo,
    "imwm": test_example_imwm,
}


def scripted(name):
    """The state after the script's last line."""
    known = known_game(name)
    game = known.load()
    state = game.new(known.demo_setup())
    script = list(known.script())
    while script:
        action, done = scripted_action(game, state, script[0])
        if done:
            del script[0]
        state, _ = game.apply(state, action)
    return game, state


@pytest.mark.parametrize("name", sorted(LIVES))
def test_the_demo_script_plays_through_to_the_lives_of_the_book(name):
    _, state = scripted(name)
    assert list(state.life) == LIVES[name]


@pytest.mark.parametrize("name", ["avx", "ygo", "imwm"])
def test_the_demo_script_and_the_told_example_buy_the_same_dice(name):
    _, state = scripted(name)
    told = TOLD[name].play(len(TOLD[name].TURNS)).state
    bought = [
        sorted(state.match.card_of[n] for n, die in enumerate(s.dice) if die.zone != "cards")
        for s in (state, told)
    ]
    assert bought[0] == bought[1]
