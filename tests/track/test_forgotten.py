"""What was left unfinished: late where it only follows, forgotten at once where it was named."""

import pytest
from acts import Acts, act, board, expansion_towards, lying, told

from rules.track.unfinished import ACTS_LATER, Halfway

COLOURS = ("red", "green", "blue", "grey")
GAME = Acts(*(act(colour, f"{colour}: hand > stand") for colour in COLOURS))
START = lying(hand=" ".join(COLOURS))


@pytest.mark.parametrize("later", range(len(COLOURS)))
def test_what_an_action_names_is_forgotten_sooner_than_what_only_follows_from_it(later):
    path = told(expansion_towards(GAME, START), START, *COLOURS[: later + 1]).path()
    halfway = Halfway(GAME, board(GAME, START))
    assert halfway._gone_on(path, {1}, named=True) == (later > 0)
    assert halfway._gone_on(path, {1}, named=False) == (later >= ACTS_LATER)
