"""A layout told from the one before is the layout."""

from random import Random

import pytest

from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_layout_told_from_the_one_before_is_the_layout(name):
    game, rng = GAMES[name], Random(7)
    state = game.new(demo_setup(name))
    before = game.layout(state)
    for _ in range(200):
        legal = game.legal_actions(state)
        action = rng.choice(legal) if legal else game.sample(state, rng)
        after, _ = game.apply(state, action)
        layout = game.layout_after(after, state, before)
        assert layout == game.layout(after)
        assert all(new is old for new, old in zip(layout, before, strict=True) if new == old)
        state, before = after, layout
        if game.to_move(state) is None:
            break
