"""Going on from a state gives the same, whether the engine kept its run or runs it again."""

from random import Random

import pytest

from rules.core import CHANCE
from rules.dicemasters.engine.serialization import read_state, write_state
from tests.bench.dicemasters_games import planned, steps


def some(game, state, rng):
    """A few things that may happen next."""
    if game.to_move(state) == CHANCE:
        return [game.sample(state, rng) for _ in range(2)]
    legal = list(game.legal_actions(state))
    return rng.sample(legal, min(3, len(legal)))


@pytest.mark.parametrize("seed", range(8))
def test_forks_of_a_state_do_not_disturb_each_other(seed):
    game, setup, rng = planned(seed)
    rng = Random(seed)
    for state, _ in list(steps(game, setup, rng))[::11]:
        fresh = read_state(write_state(state))
        for action in some(game, state, rng):
            once, events = game.apply(state, action)
            again, told = game.apply(fresh, action)
            assert game.digest(once) == game.digest(again)
            assert events == told
            for further in some(game, once, rng) if once.winners is None else ():
                assert game.digest(game.apply(once, further)[0]) == game.digest(
                    game.apply(again, further)[0]
                )


def test_an_action_of_another_state_is_checked_though_it_was_listed_just_now():
    game, setup, rng = planned(0)
    seen = [state for state, _ in steps(game, setup, rng) if state.step == "main"]
    first, last = seen[0], seen[-1]
    for action in game.legal_actions(first):
        if game.why_not(last, action) is not None:
            with pytest.raises(ValueError):
                game.apply(last, action)
            return
    raise AssertionError("no action of the first turn is out of place in the last")
