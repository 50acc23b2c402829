"""What holds in every game of IRONDIE."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from irondie_positions import GAME, position

from rules.core import CHANCE
from rules.irondie.dice import COLOURS, TYPES
from rules.irondie.game import demo_setup
from rules.irondie.state import ConcedeSide, TimeUp


def random_sets(rng, seats=2):
    """Sets of nine with at least one die of each class and at most three rare ones."""
    by_class = {}
    for name, row in TYPES.items():
        by_class.setdefault(row.die_class, []).append(name)
    sets = []
    for _ in range(seats):
        types = [rng.choice(names) for names in by_class.values()]
        types += [rng.choice(list(TYPES)) for _ in range(6)]
        dice = [f"{name}-{rng.choice(COLOURS)}" for name in types]
        sets.append([word + "-rare" * (index < 3) for index, word in enumerate(dice)])
    return {"sets": sets}


def random_game(seed, seats=2, check=lambda state: None):
    rng = Random(seed)
    state = GAME.new(random_sets(rng, seats))
    for _ in range(5000):
        check(state)
        to_move = GAME.to_move(state)
        if to_move is None:
            return state
        legal = GAME.legal_actions(state)
        action = GAME.sample(state, rng) if to_move == CHANCE else rng.choice(legal)
        state, _ = GAME.apply(state, action)
    pytest.fail(f"the game of seed {seed} does not end")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([2, 4]))
def test_every_state_of_a_game_keeps_its_promises(seed, seats):
    def check(state):
        assert len(state.zone) == len(state.value) == 9 * seats
        for index, zone in enumerate(state.zone):
            lies_unrolled = zone == "skirmish" and state.duel and state.duel.rolls[-1].rolled == 0
            shown = zone in {"battle", "skirmish"} and not lies_unrolled
            assert (1 <= state.value[index] <= 6) is bool(shown) or zone == "skirmish"
        to_move = GAME.to_move(state)
        assert bool(GAME.legal_actions(state)) is (to_move is not None and to_move != CHANCE)
        assert (GAME.chance(state) is not None) is (to_move == CHANCE)
        assert len(GAME.layout(state)) == len(state.dice) + 2
        GAME.view(state)
        GAME.reminders(state)

    random_game(seed, seats, check)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_a_game_written_down_and_read_again_ends_in_the_same_state(seed):
    rng = Random(seed)
    setup = random_sets(rng)
    state, written = GAME.new(setup), []
    while GAME.to_move(state) is not None:
        chance = GAME.to_move(state) == CHANCE
        action = GAME.sample(state, rng) if chance else rng.choice(GAME.legal_actions(state))
        assert GAME.why_not(state, action) is None
        assert GAME.say(state, action)
        written.append(GAME.write_action(action))
        state, _ = GAME.apply(state, action)
    again = GAME.new(setup)
    for entry in written:
        again, _ = GAME.apply(again, GAME.read_action(entry))
    assert GAME.digest(again) == GAME.digest(state)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_a_legal_list_names_each_different_action_once(seed):
    def check(state):
        legal = GAME.legal_actions(state)
        assert len(set(legal)) == len(legal)

    random_game(seed, 2, check)


@pytest.mark.slow
def test_ten_thousand_random_games_end():
    for seed in range(10_000):
        random_game(seed, 4 if seed % 10 == 0 else 2)


def count(state, depth):
    """Legal sequences of that many actions; every roll counts as one (all dice show 3)."""
    if depth == 0 or GAME.to_move(state) is None:
        return 1
    if GAME.to_move(state) == CHANCE:
        chance = GAME.chance(state)
        rolled = GAME.settle(state, range(len(chance.dice)) if len(chance.dice) < 7 else
                             [2] * len(chance.dice))  # fmt: skip
        return count(GAME.apply(state, rolled)[0], depth - 1)
    return sum(
        count(GAME.apply(state, action)[0], depth - 1) for action in GAME.legal_actions(state)
    )


PERFT = {
    "start": (lambda: GAME.new(demo_setup()), (512, 262144)),
    "one reserve each": (
        lambda: position(
            "0 swarm-green battle 6", "1 swarm-green battle 6",
            "0 ballistic-red reserve", "1 nullifier-blue reserve",
            "0 assault-red battle 3", "1 barrier-blue battle 4",
        ),
        (2, 3, 3, 5),  # counted by hand too
    ),
    "sharing damage": (
        lambda: position(
            "0 swarm-green battle 6", "1 swarm-green battle 6", "1 fortress-red battle 4",
            "1 regeneration-red battle 2", phase="damage", damage=(0, 7),
        ),
        (6, 14, 18),  # counted by hand too
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PERFT)
def test_perft(name):
    start, counts = PERFT[name]
    limit = 1 if name == "start" else len(counts)
    assert tuple(count(start(), depth + 1) for depth in range(limit)) == counts[:limit]


def test_conceding_and_time_are_the_referees_not_listed_but_accepted():
    state = GAME.new(demo_setup())
    assert GAME.why_not(state, ConcedeSide(0)) is None
    assert GAME.why_not(state, TimeUp()) is None
    assert not any(isinstance(action, ConcedeSide | TimeUp) for action in GAME.legal_actions(state))


@pytest.mark.parametrize("written", [None, 7, {"type": "none"}, {"type": "share", "die": "x"}])
def test_rubbish_is_no_action(written):
    with pytest.raises(ValueError, match="no action of IRONDIE"):
        GAME.read_action(written)
