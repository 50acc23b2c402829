"""The rulebooks' first games written down with every legal action at every step.

To renew a file after a change that is meant: `python tests/perft/test_golden_playthroughs.py`.
"""

import difflib
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from perft_counts import playthrough

from rules.dicemasters.game import GAMES
from ui.app.known_games import known_game
from ui.app.simulated_players import scripted_action

GOLDEN = Path(__file__).parent / "golden"


def told(name):
    known = known_game(name)
    game = known.load()
    state = game.new(known.demo_setup())
    script = list(known.script())
    taken = []
    while script:
        action, done = scripted_action(game, state, script[0])
        if done:
            del script[0]
        taken.append((state, action))
        state, _ = game.apply(state, action)
    return playthrough(game, taken)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_example_of_play_offers_exactly_what_it_offered_before(name):
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    changed = list(difflib.unified_diff(golden, told(name).splitlines(), lineterm="", n=1))
    assert not changed, "\n".join(changed[:40])


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for edition in GAMES:
        (GOLDEN / f"{edition}.txt").write_text(told(edition), encoding="utf-8")
