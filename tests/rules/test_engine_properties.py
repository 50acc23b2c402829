"""What holds in every state of every game, tried on random games of every edition and format."""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import CHANCE
from rules.dicemasters.engine.serialization import read_state, write_state
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.payment import payment_error, total_energy
from tests.bench.dicemasters_games import planned, play, steps

seeds = st.integers(min_value=0, max_value=2**32)
few = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def energy(state):
    """All energy both Reserve Pools show, and what lies on no die."""
    table = GameTable(state)
    return sum(total_energy(table, seat) for seat in state.match.seats)


@given(seeds)
@few
def test_dice_are_conserved(seed):
    game, setup, rng = planned(seed)
    for state, _ in steps(game, setup, rng):
        lies = game.layout(state)
        assert len({lie.die for lie in lies}) == len(lies) == len(state.match.kind_of)
        kinds = Counter(lie.kind for lie in lies)
        assert kinds == {kind.name: kind.count for kind in state.match.kinds}


@given(seeds)
@few
def test_a_sidekick_never_leaves_its_owner_for_good(seed):
    game, setup, rng = planned(seed)
    for state, _ in steps(game, setup, rng):
        if state.match.doubles:
            return
        owners = Counter(
            die.owner
            for number, die in enumerate(state.dice)
            if state.match.kinds[state.match.kind_of[number]].name == "sidekick"
        )
        assert set(owners.values()) == {8}


@given(seeds)
@few
def test_a_decision_alone_never_makes_energy(seed):
    game, setup, rng = planned(seed)
    for state, action in steps(game, setup, rng):
        if game.to_move(state) == CHANCE or isinstance(action, act.KeepRoll):
            continue
        after, _ = game.apply(state, action)
        if after.turn == state.turn and after.request is None and state.request is None:
            made = energy(after) - energy(state)
            allowed = {"ChooseName": 2}.get(type(action).__name__, 0)
            assert made <= allowed, (game.say(state, action), made)


@given(seeds)
@few
def test_life_stays_between_zero_and_the_start(seed):
    game, setup, rng = planned(seed)
    for state, _ in steps(game, setup, rng):
        assert all(0 <= life <= state.match.life for life in state.life)


@given(seeds)
@few
def test_the_game_goes_on_until_somebody_has_won_or_all_have_lost(seed):
    played = play(seed)
    assert played.finished


@given(seeds)
@few
def test_what_is_offered_is_never_objected_to(seed):
    game, setup, rng = planned(seed)
    for state, _ in steps(game, setup, rng):
        for action in game.legal_actions(state):
            assert game.why_not(state, action) is None, game.say(state, action)


@given(seeds)
@few
def test_every_payment_offered_pays_exactly_and_dice_alike_are_folded(seed):
    game, setup, rng = planned(seed)
    for state, _ in steps(game, setup, rng):
        seen = set()
        for action in game.legal_actions(state):
            if not isinstance(action, act.Purchase | act.FieldDie | act.UseGlobal):
                continue
            shape = (
                type(action),
                state.match.kind_of[action.die] if hasattr(action, "die") else action.card,
                state.dice[action.die].face if hasattr(action, "die") else action.number,
                tuple(
                    sorted((state.match.kind_of[d], state.dice[d].face, n) for d, n in action.pay)
                ),
            )
            if not isinstance(action, act.FieldDie):  # dice fielded may differ in what befell them
                assert shape not in seen
            seen.add(shape)


@given(seeds)
@few
def test_a_state_written_down_and_read_again_is_the_same(seed):
    game, setup, rng = planned(seed)
    for number, (state, _) in enumerate(steps(game, setup, rng)):
        if number % 9:
            continue
        written = msgspec.json.decode(msgspec.json.encode(write_state(state)))
        again = read_state(written)
        assert game.digest(again) == game.digest(state)
        assert again == state
        assert list(game.legal_actions(again)) == list(game.legal_actions(state))


@given(seeds)
@few
def test_actions_written_down_and_read_again_are_the_same(seed):
    game, setup, rng = planned(seed)
    for state, action in steps(game, setup, rng):
        for each in (action, *game.legal_actions(state)):
            written = msgspec.json.decode(msgspec.json.encode(game.write_action(each)))
            assert game.read_action(written) == each


@given(seeds)
@few
def test_no_two_legal_actions_are_said_in_the_same_words(seed):
    game, setup, rng = planned(seed)
    for state, _ in steps(game, setup, rng):
        said = Counter(game.say(state, action) for action in game.legal_actions(state))
        assert not [words for words, times in said.items() if times > 1]


@given(seeds)
@few
def test_the_same_seed_plays_the_same_game(seed):
    assert play(seed) == play(seed)


@given(seeds, seeds)
@few
def test_an_action_of_another_moment_is_refused_with_a_rule_or_is_legal(seed, other):
    game, setup, rng = planned(seed)
    taken = list(steps(game, setup, rng))
    stranger = Random(other)
    for state, _ in taken[:: max(1, len(taken) // 20)]:
        action = stranger.choice(taken)[1]
        wrong = game.why_not(state, action)
        if wrong is None:
            game.apply(state, action)
        else:
            assert wrong.text
            assert wrong.citation.section
            with pytest.raises(ValueError):
                game.apply(state, action)


@given(seeds)
@few
def test_an_action_leaves_a_trace_exactly_when_the_layout_changes(seed):
    game, setup, rng = planned(seed)
    for state, action in steps(game, setup, rng):
        after, _ = game.apply(state, action)
        changed = game.layout(after) != game.layout(state)
        assert game.leaves_trace(state, action) == changed


@given(seeds)
@few
def test_layout_shows_a_face_exactly_where_one_lies_open(seed):
    game, setup, rng = planned(seed)
    for state, _ in steps(game, setup, rng):
        rolling = {state.match.die_names[die] for die in getattr(state.request, "dice", ())}
        for lie in game.layout(state):
            if lie.place.zone in ("reserve", "field", "attack"):
                assert lie.face is not None or lie.die in rolling
            if lie.place.zone in ("used", "out", "bag", "cards"):
                assert lie.face is None


@pytest.mark.parametrize("edition", sorted(GAMES))
def test_the_view_counts_every_die(edition):
    game = GAMES[edition]
    state = game.new(demo_setup(edition))
    view = game.view(state)
    assert len(view.dice) + sum(count for _, _, count in view.hidden) == len(state.match.kind_of)


def test_a_payment_that_pays_too_much_is_refused():
    game = GAMES["tmnt"]
    state = game.new(demo_setup("tmnt"))
    state, _ = game.apply(state, game.settle(state, ["sidekick"] * 4))
    state, _ = game.apply(state, game.settle(state, [3, 1, 4, 0]))
    state, _ = game.apply(state, act.KEEP)
    table = GameTable(state)
    from rules.dicemasters.moves.payment import Cost

    dice = tuple((die, 1) for die in table.dice_in("reserve", 0))
    assert payment_error(table, 0, Cost(2, ("Shield",), 1), dice[:3])[0] == "too-much"
    assert payment_error(table, 0, Cost(2, ("Shield",), 1), dice[:2]) is None


@pytest.mark.slow
def test_two_thousand_random_games_end():
    unfinished = [seed for seed in range(2000) if not play(seed).finished]
    assert unfinished == []
