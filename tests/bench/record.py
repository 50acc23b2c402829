"""The record's figures: kills at random instants, resuming a long game, cost per step."""

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from rules.core import AnyGame
from rules.journal import Draft, Journal, replay
from rules.registry import known_game
from tests.bench.power_cut import kill_writer
from tests.bench.random_steps import random_steps

KILLS: Final = 100
"""Writers killed for `diceref bench`; the slow tests kill 500."""

LONG_GAME: Final = 600
"""Steps of the game that is resumed: about three times a real one."""

MANY: Final = 100_000


def figures(kills: int = KILLS) -> Iterator[Mapping[str, object]]:
    """Every figure of the record."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _powercut(Path(folder), kills)
        yield _resume(Path(folder))
        yield from _appending(Path(folder))


def _powercut(folder: Path, kills: int) -> Iterator[Mapping[str, object]]:
    rng = Random(7)
    found = [kill_writer(folder / f"kill{n}.diceref", rng) for n in range(kills)]
    lost = sum(kill.lost for kill in found)
    damaged = sum(bool(kill.damage) for kill in found)
    shown = sum(kill.shown for kill in found)
    on = f"{kills} writers killed (SIGKILL) at random instants, {shown} entries shown"
    yield _figure("journal.lost", lost, "entries", "0", lost == 0, on)
    yield _figure("journal.damaged", damaged, "files", "0", damaged == 0, on)


def _resume(folder: Path) -> Mapping[str, object]:
    game, path = known_game("tmnt").load(), folder / "long.diceref"
    _play(game, path, LONG_GAME)
    started = perf_counter()
    with Journal.open(path, game="tmnt") as journal:
        steps = len(replay(journal.entries(), game).moments)
    seconds = perf_counter() - started
    on = f"a random tmnt game of {steps - 1} steps opened, checked and played again"
    return _figure("journal.resume_s", seconds, "s", "<= 1", seconds <= 1.0, on)


def _play(game: AnyGame, path: Path, steps: int) -> None:
    setup = known_game("tmnt").demo_setup()
    with Journal.create(path, "tmnt", setup) as journal:
        journal.append_all(tuple(islice(random_steps(game, setup, Random(1)), steps)))


def _appending(folder: Path) -> Iterator[Mapping[str, object]]:
    """What one synced entry costs in a short record and in one of a hundred thousand."""
    draft = Draft(kind="note", facts={"text": "x" * 400})
    with Journal.create(folder / "many.diceref", "trial", {}) as journal:
        early = _append_p95(journal, draft)
        while len(journal) < MANY:
            journal.append_all([draft] * 5000)
        late = _append_p95(journal, draft)
    on = "200 entries of 0.6 kB, each synced"
    yield _figure("journal.append_p95", early, "ms", None, None, on)
    on = f"the same after {MANY:,} entries"
    yield _figure("journal.append_late_p95", late, "ms", None, None, on)


def _append_p95(journal: Journal, draft: Draft) -> float:
    times = []
    for _ in range(200):
        started = perf_counter()
        journal.append(draft)
        times.append(1000.0 * (perf_counter() - started))
    return sorted(times)[int(0.95 * len(times))]


def _figure(  # noqa: PLR0917 - the six fields of a figure, in their order
    name: str, value: float, unit: str, must: str | None, ok: bool | None, on: str
) -> Mapping[str, object]:
    return {
        "name": name, "value": round(value, 3), "unit": unit, "must": must, "ok": ok, "on": on,
    }  # fmt: skip


if __name__ == "__main__":
    for figure in figures(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS):
        print(json.dumps(figure), flush=True)
