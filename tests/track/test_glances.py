"""A moment without hands, too short for a rest, still tells what was done before what."""

from itertools import permutations

import pytest
from written import Match

from rules.track import Commit

RESERVE = ("Shield", "Fist", "Bolt", "Bolt", "Mask", "pawn")
ACTS = (
    "field Sidekick",
    "buy Reclaim paying 1 Bolt (Sidekick) + 1 Mask (Sidekick)",
    "buy Foot Ninja paying 1 Shield (Sidekick) + 1 Fist (Sidekick) + 1 Bolt (Sidekick)",
)


@pytest.mark.parametrize("order", list(permutations(ACTS)))
def test_what_was_done_first_is_entered_first(order):
    match = Match("tmnt", [f"1 reserve Sidekick {face}" for face in RESERVE], active=1, turn=4)
    state = match.state
    for words in order:
        match.state, _ = match.game.apply(match.state, match.named(match.state, words))
        match.table.follow(match.game.layout(match.state))
        match.hands()
        match.rest(1)
        match.hands()
    verdict = match.look(12)
    assert isinstance(verdict, Commit), verdict
    told = []
    for step in verdict.steps:
        told.append(match.game.say(state, step.action))
        state, _ = match.game.apply(state, step.action)
    assert told == list(order)
