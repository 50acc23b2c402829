"""From named positions the number of legal sequences is known, edition by edition."""

import tomllib
from pathlib import Path

import pytest
from perft_counts import perft

from rules.dicemasters.engine.position import state_from_lines
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES

BOOK = tomllib.loads((Path(__file__).parent / "positions.toml").read_text(encoding="utf-8"))
POSITIONS = {each["name"]: each for each in BOOK["position"]}


def state_of(named):
    edition = named["edition"]
    if named["setup"] == "demo":
        setup = demo_setup(edition)
    else:
        setup = {"format": "tournament", "first": 0, **BOOK["setups"][named["setup"]]}
    game = GAMES[edition]
    if "rolled" in named:
        state = game.new(setup)
        for result in (["sidekick"] * 4, named["rolled"]):
            state, _ = game.apply(state, game.settle(state, result))
        return game, state
    return game, state_from_lines(
        edition, setup, named["lines"], step=named["step"], active=named["active"]
    )


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_as_many_sequences_of_decisions_as_counted(name):
    named = POSITIONS[name]
    game, state = state_of(named)
    found = [perft(game, state, depth) for depth in range(1, len(named["counts"]) + 1)]
    assert found == named["counts"]


@pytest.mark.parametrize("edition", sorted(GAMES))
def test_six_positions_and_more_of_every_edition_are_counted(edition):
    assert sum(each["edition"] == edition for each in POSITIONS.values()) >= 6


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_what_is_listed_is_accepted_and_listed_once(name):
    game, state = state_of(POSITIONS[name])
    legal = game.legal_actions(state)
    assert len(set(legal)) == len(legal)
    assert all(game.why_not(state, action) is None for action in legal)
