"""The tracker's figures for the games DiceRef knows, and sweeps over many of them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from rules.journal import Draft, Journal
from rules.registry import KnownGame, families, games, known_game
from rules.track.referee import Referee
from tests.bench.sightings import figures as sighted
from tests.bench.sightings.sweep import Contest, GameRecord, sweep
from ui.app.errors import UserError

TOGETHER: Final = tuple(families()[0].titles)
"""The games of the first family: their figures are given as one."""

RANDOM: Final = "random"
"""Games of the first family between random legal teams, each book in turn."""

EACH: Final = 2
"""Games of each kind for `diceref bench`; a thousand take an hour of one core."""

CROWD: Final = "doubles"
"""The format of four players."""

CROWDED: Final = 8
"""Games of four players, with forty dice on the table, for timing explanations."""

MANY: Final = 100_000
"""Entries in a record that has grown long."""


def figures(
    names: Sequence[str] = TOGETHER,
    games: int = EACH,
    first: int = 0,
    out: Path | None = None,
    noise: str = "plain",
) -> Iterator[Mapping[str, object]]:
    """Simulated games of each kind under the tracker; kept in `out` when that is given."""
    seeds = range(first, first + games)
    if out is not None:
        yield from _swept(names, seeds, out, noise)
        return
    with TemporaryDirectory() as folder:
        yield from _swept(names, seeds, Path(folder) / "games.jsonl", noise)
        yield from sighted.explaining([_crowded(seed) for seed in range(CROWDED)])
        yield from _growing(Path(folder) / "long.diceref")


def _swept(
    names: Sequence[str], seeds: range, out: Path, noise: str
) -> Iterator[Mapping[str, object]]:
    records = _played(names, seeds, out, noise)
    under = "track" if noise == "plain" else f"track.{noise}"
    together = [record for record in records if record.game in (*TOGETHER, RANDOM)]
    if together:
        yield from sighted.figures(together, under)
    for name in (name for name in games() if name not in TOGETHER):
        alone = [record for record in records if record.game == name]
        if alone:
            yield from sighted.figures(alone, f"{under}.{name}")


def _played(names: Sequence[str], seeds: range, out: Path, noise: str) -> list[GameRecord]:
    try:
        return list(sweep([contest(name) for name in names], seeds, out, noise=noise))
    except (OSError, ValueError) as error:
        raise UserError(str(error)) from error


def contest(name: str) -> Contest:
    """What a sweep plays under a name. Raises `UserError` naming those there are."""
    if name == RANDOM:
        return Contest(name, _between_random_teams)
    played = _game(name)
    return Contest(name, lambda _: played)


def _between_random_teams(seed: int) -> sighted.Played:
    return _between_chosen(known_game(TOGETHER[seed % len(TOGETHER)]), seed, "")


def _between_chosen(known: KnownGame, seed: int, format_name: str) -> sighted.Played:
    return known.load(), known.family.random_setup(known.name, Random(seed), format_name)


def _game(name: str) -> sighted.Played:
    if name not in games():
        known = ", ".join((*games(), RANDOM))
        raise UserError(f"there is no game '{name}': choose from {known}.")
    return known_game(name).load(), known_game(name).demo_setup()


def _crowded(seed: int) -> sighted.Played:
    with_it = [game for game in games().values() if CROWD in game.family.formats(game.name)]
    return _between_chosen(with_it[seed % len(with_it)], seed, CROWD)


def _growing(path: Path) -> Iterator[Mapping[str, object]]:
    """What a step costs at the beginning of a record and after a hundred thousand entries."""
    game, setup = _game("tmnt")
    note = Draft(kind="note", facts={"text": "x" * 400})
    with Journal.create(path, game.name, setup) as journal:
        yield from sighted.growing(game, Referee(game, journal), lambda: _lengthen(journal, note))


def _lengthen(journal: Journal, note: Draft) -> int:
    while len(journal) < MANY:
        journal.append_all([note] * 5000)
    return len(journal)
