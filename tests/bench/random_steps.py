"""The steps of a random game: a record to measure and to test with."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rules.core import AnyGame
from rules.journal.entry import Draft
from rules.journal.step_facts import step_facts


def random_steps(game: AnyGame, setup: Mapping[str, Any], chance: Random) -> Iterator[Draft]:
    """One legal action after the other, until the game is over."""
    state = game.new(setup)
    while game.to_move(state) is not None:
        legal = game.legal_actions(state)
        action = chance.choice(list(legal)) if legal else game.sample(state, chance)
        told = step_facts(game, state, action)
        state, events = game.apply(state, action)
        yield Draft(
            kind="step",
            action=game.write_action(action),
            digest=game.digest(state),
            events=events,
            cause="seen",
            facts=told,
        )
