"""Random games with wrong entries, corrected at the table and in review, against the truth."""

import pytest

from rules.journal import corrections
from tests.bench.corrections import CORRECTIONS, figures, names, try_games


def test_a_game_of_each_kind_is_the_truth_after_its_corrections():
    tried = try_games(len(names()))
    assert tried.bad == []
    assert (tried.wrong, tried.untrue) == (0, 0)
    assert tried.corrections >= (CORRECTIONS - 1) * tried.games


def test_a_correction_that_keeps_whatever_is_lawful_is_noticed(monkeypatch):
    def lawful(game, moment, state):
        over = game.to_move(state) is None
        return None if over or game.why_not(state, moment.step) else moment.step

    monkeypatch.setattr(corrections, "still_fits", lawful)
    assert try_games(1, KEEPS_TOO_MUCH).untrue > 0


KEEPS_TOO_MUCH = 8
"""The seed of a game in which what is lawful after a correction did not happen there."""


@pytest.mark.slow
def test_many_games_are_the_truth_after_their_corrections():
    assert all(figure["ok"] for figure in figures(60, 1000))
