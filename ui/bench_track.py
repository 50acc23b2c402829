"""The tracker's figures for the games DiceRef knows: `python -m ui.bench_track 50` for 50 each."""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Final

from rules.track import bench
from ui.games import KNOWN

GAMES: Final = ("tmnt", "avx")
EACH: Final = 3
"""Games of each kind, with fouls and without, for `diceref bench`; a thousand take hours."""


def figures(each: int = EACH) -> Iterator[Mapping[str, object]]:
    """Simulated games of each kind under the tracker."""
    games = [(KNOWN[name].load(), KNOWN[name].demo_setup()) for name in GAMES]
    yield from bench.figures(games, each)


if __name__ == "__main__":
    for figure in figures(int(sys.argv[1]) if len(sys.argv) > 1 else EACH):
        print(json.dumps(figure), flush=True)
