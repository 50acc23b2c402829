"""Many simulated games, one line each in a file, so that a sweep may stop and go on.

A line names the game and its seed, which plays it again, and says all that went wrong in words.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import msgspec

from rules.core import AnyGame
from tests.bench.sightings.hands import NOISES
from tests.bench.sightings.play import Play
from tests.bench.sightings.score import Score
from tests.bench.sightings.table import Habits

EVERYTHING: Final = Habits(foul=0.03)
"""How the players of a sweep play: whole games, with fouls now and then."""


class Contest(msgspec.Struct, frozen=True):
    """One kind of simulated game: its name in a sweep's file, and what is played with a seed."""

    name: str
    of: Callable[[int], tuple[AnyGame, Mapping[str, Any]]]  # the game and its set-up, by the seed


class GameRecord(msgspec.Struct, frozen=True):
    """One simulated game and what the tracker made of it."""

    game: str  # the contest's name
    seed: int
    score: Score
    noise: str = "hard"  # by its name


def play(
    game: AnyGame,
    setup: Mapping[str, Any],
    seed: int,
    habits: Habits = EVERYTHING,
    noise: str = "hard",
) -> Score:
    """One simulated game."""
    return Play(game, setup, Random(seed), noise=NOISES[noise], habits=habits).run()


def sweep(
    contests: Iterable[Contest],
    seeds: range,
    out: Path,
    habits: Habits = EVERYTHING,
    noise: str = "hard",
) -> Iterator[GameRecord]:
    """Play every contest with every seed, each round of contests before the next seed.

    What `out` holds already is not played again; what is played is added to it at once. Raises
    `ValueError` when `out` holds something else.
    """
    known = {(record.game, record.seed, record.noise): record for record in recorded(out)}
    contests = tuple(contests)
    with out.open("a", encoding="utf-8") as lines:
        for seed in seeds:
            for contest in contests:
                record = known.get((contest.name, seed, noise))
                if record is None:
                    score = play(*contest.of(seed), seed, habits, noise)
                    record = GameRecord(contest.name, seed, score, noise)
                    lines.write(msgspec.json.encode(record).decode() + "\n")
                    lines.flush()
                yield record


def recorded(out: Path) -> Iterator[GameRecord]:
    """The games of a sweep's file. Raises `ValueError` naming the line that is none.

    A last line that was cut off is taken away: its game is played again.
    """
    if not out.exists():
        return
    text = out.read_text("utf-8")
    whole, _, torn = text.rpartition("\n")
    if torn:
        out.write_text(f"{whole}\n" if whole else "", "utf-8")
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            yield msgspec.json.decode(line, type=GameRecord, dec_hook=_counter)
        except msgspec.DecodeError as error:
            raise ValueError(
                f"{out}, line {number} is no game of a sweep ({error}): name another file."
            ) from None


def _counter(counter: Any, written: Mapping[str, int]) -> Counter[Any]:
    """A counter as JSON writes it: its keys have become text."""
    (of,) = get_args(counter)
    return Counter({of(key): count for key, count in written.items()})


def together(records: Iterable[GameRecord]) -> Score:
    """The scores of many games added up."""
    total = Score()
    for record in records:
        total.add(record.score)
    return total
