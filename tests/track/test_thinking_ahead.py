"""What a look too early to speak works out spares the next look that, and changes nothing said."""

from random import Random

import pytest
from acts import Acts, act, lying

from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES
from rules.track.known_states import KnownStates
from rules.track.options import Options
from rules.track.slots import Slots
from tests.bench.sightings.hands import Noise
from tests.bench.sightings.play import Play
from tests.bench.sightings.table import Habits

HASTY = Habits(batch=(6,), hasty=True, actions=60)


class Counting:
    """A game that counts the actions that are applied."""

    def __init__(self, game):
        self._game = game
        self.applied = 0

    def apply(self, state, action):
        self.applied += 1
        return self._game.apply(state, action)

    def __getattr__(self, name):
        return getattr(self._game, name)


def played(game, ahead):
    """By look, the actions that the game was asked for and what the tracker said."""
    play = Play(
        game,
        demo_setup("tmnt"),
        Random(5),
        noise=Noise(),
        habits=HASTY,
        options=Options(ahead=ahead),
    )
    tracker, told = play.at.tracker, []
    look = tracker.look

    def watched(seen):
        before = game.applied
        verdict = look(seen)
        told.append((game.applied - before, verdict))
        return verdict

    tracker.look = watched
    play.run()
    return told


def test_the_same_is_said_with_less_left_to_do():
    ahead, at_once = (played(Counting(GAMES["tmnt"]), count) for count in (150, 0))
    assert [verdict for _, verdict in ahead] == [verdict for _, verdict in at_once]
    deciding = [n for n, (applied, _) in enumerate(at_once) if applied > 50]
    assert deciding
    assert sum(ahead[n][0] for n in deciding) < 0.75 * sum(at_once[n][0] for n in deciding)


@pytest.mark.parametrize("ahead", [0, 3])
def test_no_more_is_worked_out_than_allowed(ahead):
    game = Counting(Acts(*(act(f"go {n}", unless=f"been{n}", so=f"been{n}") for n in range(6))))
    known = KnownStates(game, Slots(game.zones))
    start = known.here(lying(hand="red"))
    with known.at_most(ahead):
        for name in game.legal_actions(start.state):
            known.after(start, name)
        pytest.fail("all were worked out")
    assert game.applied == ahead
    for name in game.legal_actions(
        start.state
    ):  # later nothing is held back, and nothing asked twice
        assert known.after(start, name)
    assert game.applied == 6
