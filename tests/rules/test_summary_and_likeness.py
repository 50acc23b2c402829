"""What is told from the state before, or in short, is what would be told from the start."""

from random import Random

import pytest

from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.game import GAMES
from rules.track.likeness import Likenesses, likeness
from rules.track.slots import Slots, lies_otherwise
from tests.bench.dicemasters_games import planned, steps


class AtLength:
    """A game without a summary of its view."""

    def __init__(self, game):
        self._game = game

    def __getattr__(self, name):
        if name == "summary":
            raise AttributeError(name)
        return getattr(self._game, name)


def states_of(seed):
    game, setup, rng = planned(seed)
    return game, [state for state, _ in steps(game, setup, rng)]


@pytest.mark.parametrize("seed", range(4))
def test_dice_lie_where_the_state_says_that_follows(seed):
    _, states = states_of(seed)
    for state in states:
        table = GameTable(state)
        counted = {}
        for number, die in enumerate(state.dice):
            if die.zone != "cards":
                counted.setdefault((die.zone, die.seat), []).append(number)
        assert {place: [*dice] for place, dice in table.places.items() if dice} == counted


@pytest.mark.parametrize("seed", range(4))
def test_states_are_known_again_just_as_by_their_digests(seed):
    game, states = states_of(seed)
    again = states_of(seed)[1]
    both = [*states[:80], *again[40:120]]
    digests = {game.digest(state) for state in both}
    assert len({game.state_key(state) for state in both}) == len(digests)
    assert len({(game.state_key(state), game.digest(state)) for state in both}) == len(digests)


@pytest.mark.parametrize("seed", range(4))
def test_a_likeness_told_from_the_one_before_is_the_likeness(seed):
    game, states = states_of(seed)
    likenesses = Likenesses(game)
    for state in states:
        layout = game.layout(state)
        assert likenesses.likeness(state, layout) == likeness(game, state, layout)


@pytest.mark.parametrize("seed", range(4))
def test_a_summary_tells_apart_what_the_whole_view_does(seed):
    game, states = states_of(seed)
    at_length = AtLength(game)
    short = [likeness(game, state) for state in states]
    whole = [likeness(at_length, state) for state in states]
    assert len(set(short)) == len(set(whole)) == len(set(zip(short, whole, strict=True)))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_a_layout_wants_is_told_from_the_one_before(name):
    game, rng = GAMES[name], Random(11)
    slots = Slots(game.zones)
    state = game.new(demo_setup(name))
    before = game.layout(state)
    wanted = slots.wanted(before)
    for _ in range(150):
        legal = game.legal_actions(state)
        after, _ = game.apply(state, rng.choice(legal) if legal else game.sample(state, rng))
        layout = game.layout_after(after, state, before)
        wanted = slots.wanted_next(lies_otherwise(before, layout), wanted)
        assert wanted == slots.wanted(layout)
        state, before = after, layout
        if game.to_move(state) is None:
            break
