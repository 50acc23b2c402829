"""How quickly many records are counted: `python -m tests.bench.statistics [GAMES]`.

As many records of random Dice Masters games as DISTINCT are made; the others are copies of them
under other names, each of which the index opens, checks and reads on its own.
"""

import json
import os
import shutil
import sys
import tempfile
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from rules.journal import Draft, Journal
from rules.registry import known_game
from tests.bench.random_steps import random_steps
from ui.app.statistics.figures import figures_of
from ui.app.statistics.index import RecordIndex, records_in
from ui.app.statistics.report import tables

GAMES: Final = 5000
DISTINCT: Final = 60
MOST_STEPS: Final = 400


def main() -> None:
    """Print both figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        entries = _records(folder, count)
        began = perf_counter()
        with RecordIndex(folder / "index.sqlite") as index:
            found = [one.summary for one in index.of(records_in([folder]))]
        indexed = perf_counter() - began
        began = perf_counter()
        with RecordIndex(folder / "index.sqlite") as index:
            found = [one.summary for one in index.of(records_in([folder]))]
        made = tables(figures_of(one for one in found if one is not None))
        counted = perf_counter() - began
    on = (
        f"{count} records ({DISTINCT} random tmnt games of {entries} entries on average, copied), "
        f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.0f}"
    )
    rate = count / indexed
    _figure("stats.index_per_s", rate, "games/s", ">= 200", ok=rate >= 200, on=on)
    _figure("stats.count_s", counted, "s", "<= 5", ok=counted <= 5, on=f"{on}; {len(made)} tables")


def _records(folder: Path, count: int) -> int:
    """Make the records; how many entries one has."""
    known = known_game("tmnt")
    game, setup = known.load(), known.demo_setup()
    total = 0
    for number in range(min(count, DISTINCT)):
        path = folder / f"{number:05}.diceref"
        with Journal.create(path, "tmnt", setup, wall_time=1.8e9) as journal:
            steps = islice(random_steps(game, setup, Random(number)), MOST_STEPS)
            journal.append_all(tuple(steps))
            journal.append(Draft(kind="note", facts={"text": "over"}))
            total += len(journal)
    for number in range(DISTINCT, count):
        shutil.copy(folder / f"{number % DISTINCT:05}.diceref", folder / f"{number:05}.diceref")
    return total // min(count, DISTINCT)


def _figure(name: str, value: float, unit: str, must: str, *, ok: bool, on: str) -> None:
    told = {"name": name, "value": round(value, 2), "unit": unit, "must": must, "ok": ok, "on": on}
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
