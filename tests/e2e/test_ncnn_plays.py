"""A game on the simulated table is read alike by either runtime, to the last entry."""

import pytest

from ui.app.simulation import Simulation
from vision.runtime import RUNTIMES, VARIABLE
from vision.weights import manifest, ncnn_files

pytest.importorskip("ncnn", reason="the extra 'pi' is not installed")

MOST = 30


def entries(runtime, monkeypatch):
    monkeypatch.setenv(VARIABLE, runtime)
    simulation = Simulation("tmnt", eye="camera", now=lambda: 0.0)
    simulation.play(most=MOST)
    return [
        (entry.kind, entry.action, entry.cause)
        for entry in simulation.journal.entries()
        if entry.kind in {"step", "question", "foul"}
    ]


@pytest.mark.slow
@pytest.mark.skipif(
    {name: entry.sha256 for name, entry in manifest().items()}
    != {name: files.made_of for name, files in ncnn_files().items()},
    reason="no NCNN files of these weights: diceref models export --format ncnn",
)
def test_a_game_read_by_ncnn_has_the_same_entries(monkeypatch):
    one, other = (entries(runtime, monkeypatch) for runtime in RUNTIMES)
    assert len(one) > MOST / 2
    assert one == other
